#include "unseen/base/interval.hpp"
#include "unseen/base/maybe.hpp"
#include "unseen/base/value.hpp"

#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace unseen {
namespace {

TEST(Maybe, HoldsWhatThereIs)
{
    Maybe<Limits> limits = Limits{0.1, 0.3};
    ASSERT_TRUE(limits);
    EXPECT_EQ(limits->upper, 0.3);
    EXPECT_EQ((*limits).lower, 0.1);
    EXPECT_FALSE(limits.lacks(reasons::one_row));
    EXPECT_EQ(limits.without_reason(), (Limits{0.1, 0.3}));
    EXPECT_THROW(limits.reason(), std::logic_error);
    limits->upper = 0.4;
    EXPECT_EQ(limits, (Maybe<Limits>(Limits{0.1, 0.4})));
}

TEST(Maybe, WithoutOneGivesItsReasonOnly)
{
    const Maybe<Limits> none = reasons::one_row;
    EXPECT_FALSE(none);
    EXPECT_EQ(none.reason(), reasons::one_row);
    EXPECT_TRUE(none.lacks(reasons::one_row));
    EXPECT_FALSE(none.lacks(reasons::one_class));
    EXPECT_FALSE(none.without_reason());
    EXPECT_THROW(none->lower, std::logic_error);
    EXPECT_NE(test::message_of<std::logic_error>([&] { (void)*none; }).find("one_row"), std::string::npos);
    EXPECT_NE(none, Maybe<Limits>(reasons::one_class));
    EXPECT_NE(none, Maybe<Limits>(Limits{}));
}

/// Where a constant cannot say it, the reason is a clause.
TEST(Maybe, MayBeRefusedInWords)
{
    const auto half = [](int x) -> Maybe<int, Refusal> {
        if (x < 0) return Refusal{std::to_string(x) + " is negative"};
        return x / 2;
    };
    EXPECT_EQ(*half(4), 2);
    EXPECT_EQ(half(-4).reason().clause, "-4 is negative");
    EXPECT_EQ(half(-4), half(-4));
    EXPECT_NE(half(-4), half(-5));
    EXPECT_NE(half(-4), half(4));
    EXPECT_NE(test::message_of<std::logic_error>([&] { (void)*half(-4); }).find("-4 is negative"),
              std::string::npos);
}

TEST(Maybe, GivesAwayWhatItHolds)
{
    Maybe<std::vector<int>> numbers = std::vector{1, 2, 3};
    const std::vector<int> taken = *std::move(numbers);
    EXPECT_EQ(taken, (std::vector{1, 2, 3}));
}

TEST(Maybe, ChangesBetweenBoth)
{
    Maybe<std::string> text = reasons::one_row;
    text = std::string("x");
    EXPECT_EQ(*text, "x");
    text = reasons::no_rows;
    EXPECT_TRUE(text.lacks(reasons::no_rows));
}

/// A number has rules of its own, which Value keeps and Maybe<double> has not.
TEST(Maybe, OfANumberIsAValue)
{
    const double unending = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(Maybe<double>(unending));
    EXPECT_TRUE(Value(unending).lacks(reasons::infinite));
    EXPECT_THROW(Value(std::numeric_limits<double>::quiet_NaN()), std::logic_error);
    EXPECT_EQ(sizeof(Value), 16U);
}

} // namespace
} // namespace unseen
