#include <gtest/gtest.h>
TEST(Placeholder_random, Exists) { SUCCEED(); }
