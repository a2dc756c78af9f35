// A figure compared with a number that was worked out by hand or by another program.
#pragma once

#include "unseen/base/value.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace unseen::test {

/// The value exists and is `expected` to 1e-12, relative for numbers above 1.
inline void expect_close(const Value& value, double expected)
{
    ASSERT_TRUE(value) << value.reason().name;
    EXPECT_NEAR(value.number(), expected, 1e-12 * std::max(1.0, std::abs(expected)));
}

} // namespace unseen::test
