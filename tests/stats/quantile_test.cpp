#include "unseen/stats/quantile.hpp"

#include "unseen/base/error.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace unseen {
namespace {

TEST(Quantile, RefusesAnEmptyListAndSharesOutsideZeroToOne)
{
    EXPECT_THROW(quantile({}, 0.5), InputError);
    const std::vector<double> one = {1};
    for (const double q : {-0.01, 1.01, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_THROW(quantile(one, q), InputError) << q;
}

TEST(Quantile, OfOneNumberIsThatNumber)
{
    for (const double q : {0.0, 0.3, 1.0}) EXPECT_EQ(quantile(std::vector<double>{7.5}, q), 7.5);
}

TEST(Quantile, IsMinimumMedianAndMaximum)
{
    const std::vector<double> odd = {1, 2, 10};
    const std::vector<double> even = {1, 2, 4, 10};
    EXPECT_EQ(quantile(odd, 0), 1);
    EXPECT_EQ(quantile(odd, 0.5), 2);
    EXPECT_EQ(quantile(odd, 1), 10);
    EXPECT_EQ(quantile(even, 0.5), 3);
}

TEST(Quantile, IsLinearBetweenRanks)
{
    // h = (n - 1) q: with n = 5, q = 0.3 stands 0.2 of the way from the second to the third.
    const std::vector<double> numbers = {10, 20, 40, 80, 160};
    EXPECT_DOUBLE_EQ(quantile(numbers, 0.3), 24);
    EXPECT_EQ(quantile(numbers, 0.25), 20);
    EXPECT_DOUBLE_EQ(quantile(numbers, 0.9), 128);
    const std::vector<double> errors = {0.1, 0.5, 0.5, 0.6, 0.8, 0.1 + 0.8}; // any six
    EXPECT_DOUBLE_EQ(quantile(errors, 0.8), 0.8);
}

TEST(Quantile, IsTheDocumentedPercentileOfPlanarErrors)
{
    EXPECT_DOUBLE_EQ(quantile(std::vector<double>{1, 5, 10}, 0.8), 8.0); // docs/METHODS.md D.5
}

TEST(Quantile, NeverFallsAsTheShareGrows)
{
    const std::vector<double> numbers = {-5, -5, 0, 0.1, 3, 3, 3, 1e9};
    double last = -5;
    for (int i = 0; i <= 1000; ++i) {
        const double value = quantile(numbers, i / 1000.0);
        EXPECT_GE(value, last);
        last = value;
    }
    EXPECT_EQ(last, 1e9);
}

} // namespace
} // namespace unseen
