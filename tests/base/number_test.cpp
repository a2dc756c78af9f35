#include <gtest/gtest.h>
TEST(Placeholder_number, Exists) { SUCCEED(); }
