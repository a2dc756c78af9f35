#include <gtest/gtest.h>
TEST(Placeholder_spec, Exists) { SUCCEED(); }
