#include "unseen/base/level.hpp"
#include "unseen/base/value.hpp"

#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace unseen {
namespace {

constexpr double unending = std::numeric_limits<double>::infinity();
constexpr double nan_number = std::numeric_limits<double>::quiet_NaN();

TEST(Value, RefusesNaNAsABug) { EXPECT_THROW(Value{nan_number}, std::logic_error); }

TEST(Value, TurnsInfinityIntoAReason)
{
    for (const double x : {unending, -unending}) {
        const Value value(x);
        EXPECT_FALSE(value.exists());
        EXPECT_EQ(value.reason(), reasons::infinite);
        EXPECT_EQ(value, Value::none(reasons::infinite));
    }
}

TEST(Value, HoldsFiniteNumbersAsTheyAre)
{
    for (const double x : {0.0, -1.5, 5e-324, std::numeric_limits<double>::max()}) {
        const Value value(x);
        ASSERT_TRUE(value);
        EXPECT_EQ(value.number(), x);
        EXPECT_THROW(value.reason(), std::logic_error);
        EXPECT_FALSE(value.lacks(reasons::infinite));
    }
}

TEST(Value, WithoutNumberGivesItsReasonOnly)
{
    const Value none = Value::none(reasons::one_class);
    EXPECT_FALSE(none);
    EXPECT_EQ(none.reason(), reasons::one_class);
    EXPECT_TRUE(none.lacks(reasons::one_class));
    EXPECT_FALSE(none.lacks(reasons::no_rows));
    EXPECT_THROW(none.number(), std::logic_error);
    EXPECT_NE(test::message_of<std::logic_error>([&] { none.number(); }).find("one_class"),
              std::string::npos);
    EXPECT_NE(none, Value(0.0));
    EXPECT_NE(none, Value::none(reasons::no_rows));
}

TEST(Level, RefusesTheEndsAndWhatLiesOutside)
{
    for (const double x : {0.0, 1.0, -0.5, 1.5, 95.0, unending, -unending, nan_number})
        EXPECT_THROW(Level{x}, InputError) << x;
    EXPECT_NE(test::message_of([] { Level(95); }).find("level = 95"), std::string::npos);
}

TEST(Level, KeepsAnythingStrictlyBetween)
{
    for (const double x : {5e-324, 0.5, 0.95, 0.999999, 0x1.fffffffffffffp-1}) {
        EXPECT_EQ(Level(x).value(), x);
        EXPECT_EQ(Level(x).outside(), 1.0 - x);
    }
}

TEST(Require, ThrowsUnlessTheConditionHolds)
{
    EXPECT_NO_THROW(require(true, "x"));
    EXPECT_EQ(test::message_of([] { require(false, "what was expected"); }), "what was expected");
}

} // namespace
} // namespace unseen
