#include <gtest/gtest.h>
TEST(Placeholder_value, Exists) { SUCCEED(); }
