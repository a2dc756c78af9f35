#include "unseen/stats/moments.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace unseen {
namespace {

Moments of(const std::vector<double>& numbers)
{
    Moments moments;
    for (const double x : numbers) moments.add(x);
    return moments;
}

/// The definition, in two passes.
double slow_variance(const std::vector<double>& numbers)
{
    long double mean = 0;
    for (const double x : numbers) mean += x;
    mean /= static_cast<long double>(numbers.size());
    long double squares = 0;
    for (const double x : numbers) squares += (x - mean) * (x - mean);
    return static_cast<double>(squares / static_cast<long double>(numbers.size() - 1));
}

TEST(Moments, OfFewerThanTwoNumbersHaveVarianceZero)
{
    EXPECT_EQ(Moments().count(), 0u);
    EXPECT_EQ(Moments().variance(), 0.0);
    EXPECT_EQ(of({3.5}).mean(), 3.5);
    EXPECT_EQ(of({3.5}).variance(), 0.0);
}

TEST(Moments, OfEqualNumbersHaveVarianceZero)
{
    for (const double x : {0.1, 1.0 / 3, -1e9, 1e-9, 0.0, 1e100, 1e152, 1e-100, 1e-140})
        for (const std::size_t n : {2u, 3u, 10u, 1001u}) {
            EXPECT_EQ(of(std::vector<double>(n, x)).variance(), 0.0) << n << " times " << x;
            EXPECT_DOUBLE_EQ(of(std::vector<double>(n, x)).mean(), x);
        }
    EXPECT_EQ(of(std::vector<double>(10, 0.1)).mean(), 0.1);
}

TEST(Moments, DoNotCancelFarFromZero)
{
    EXPECT_EQ(of({1e9 + 1, 1e9 + 2, 1e9 + 3}).variance(), 1.0);
    EXPECT_EQ(of({1e9 + 1, 1e9 + 2, 1e9 + 3}).mean(), 1e9 + 2);
    EXPECT_EQ(of({1e13 + 1, 1e13 + 2, 1e13 + 3}).variance(),
              1.0); // 1e-26 of the mean square; 1e-28 is the stated limit
    EXPECT_EQ(of({-1e12, 1e12}).mean(), 0.0);
}

TEST(Moments, AgreeWithTwoPasses)
{
    Stream stream(31, Purpose::generation);
    for (int i = 0; i < 200; ++i) {
        std::vector<double> numbers;
        const double centre = std::ldexp(stream.uniform() - 0.5, static_cast<int>(stream.below(20)));
        for (auto left = 2 + stream.below(50); left > 0; --left) numbers.push_back(centre + stream.uniform());
        // The sums are exact to about 100 bits; what is left is the rounding of the last steps and of the
        // slow way.
        const double expected = slow_variance(numbers);
        EXPECT_NEAR(of(numbers).variance(), expected, 1e-14 * expected + 1e-18 * centre * centre);
    }
}

TEST(Moments, SkewnessAgreesWithTwoPasses)
{
    Stream stream(3, Purpose::interval, 1, 1);
    std::vector<double> numbers;
    for (int i = 0; i < 1201; ++i)
        numbers.push_back(-std::log(stream.uniform()) * (i % 7 == 0 ? 1e-3 : 1.0) + 20.0);
    long double mean = 0, squares = 0, cubes = 0;
    for (const double x : numbers) mean += x / 1201.0L;
    for (const double x : numbers) {
        squares += (x - mean) * (x - mean) / 1201.0L;
        cubes += (x - mean) * (x - mean) * (x - mean) / 1201.0L;
    }
    const auto expected = static_cast<double>(cubes / (squares * std::sqrt(squares)));
    Moments together, halves, other;
    together.add(numbers);
    halves.add(std::span(numbers).first(600));
    other.add(std::span(numbers).subspan(600));
    halves.merge(other);
    for (const auto& moments : {of(numbers), together, halves}) {
        ASSERT_TRUE(moments.skewness().has_value());
        EXPECT_NEAR(*moments.skewness(), expected, 1e-10);
        EXPECT_EQ(*moments.skewness(), *together.skewness());
    }
    EXPECT_NEAR(*of({1, 1, 4}).skewness(), std::sqrt(0.5), 1e-15);
}

TEST(Moments, OfZerosAndOnesAreThoseOfEachAdded)
{
    Stream stream(3, Purpose::interval, 1, 2);
    std::vector<double> numbers;
    for (int i = 0; i < 1201; ++i) numbers.push_back(stream.uniform() < 0.2 ? 1.0 : 0.0);
    for (const double last : {0.0, -1.0, 0.5}) {
        numbers[1100] = last;
        Moments together;
        together.add(numbers);
        EXPECT_EQ(together.count(), 1201U);
        EXPECT_EQ(together.mean(), of(numbers).mean());
        EXPECT_EQ(together.variance(), of(numbers).variance());
        EXPECT_EQ(together.skewness(), of(numbers).skewness());
    }
}

TEST(Moments, SkewnessIsNoneWithoutItsDigits)
{
    EXPECT_FALSE(of({2, 2, 2}).skewness().has_value());
    EXPECT_FALSE(of({1e150, -1e150, 0}).skewness().has_value());
    EXPECT_FALSE(of({1000.0, 1001.0, 1003.0}).skewness().has_value());
    EXPECT_FALSE(Moments(of({1, 1, 4}).parts()).skewness().has_value());
    Moments large;
    large.add(std::vector<double>{1e150, -1e150});
    EXPECT_FALSE(large.skewness().has_value());
}

TEST(Moments, KeepThePrecisionOverTheWholeRange)
{
    const std::vector<double> numbers = {1, 2, 4, 8, 16.5};
    const double expected = of(numbers).variance();
    for (const int power : {-480, -300, 300, 500, 506}) { // powers of two scale exactly
        auto scaled = numbers;
        for (auto& x : scaled) x = std::ldexp(x, power);
        EXPECT_DOUBLE_EQ(of(scaled).variance(), std::ldexp(expected, 2 * power)) << power;
    }
}

TEST(Moments, BeyondTheLargestSquareAreInfinitelySpread)
{
    EXPECT_EQ(of({1e200, -1e200}).variance(), std::numeric_limits<double>::infinity());
    EXPECT_EQ(of({1e200, -1e200}).mean(), 0.0);
    EXPECT_EQ(of({1.3e154, -1.3e154, 1.3e154, -1.3e154}).variance(), std::numeric_limits<double>::infinity());
}

TEST(Moments, DoNotDependOnTheOrder)
{
    std::vector<double> numbers = {1e16, 1, -1e16, 0.1, 1e-20, 3e5};
    std::sort(numbers.begin(), numbers.end());
    const auto first = of(numbers);
    do {
        EXPECT_EQ(of(numbers).mean(), first.mean());
        EXPECT_EQ(of(numbers).variance(), first.variance());
    } while (std::next_permutation(numbers.begin(), numbers.end()));
}

TEST(Moments, AreThoseOfTheDocumentedHoldOuts)
{
    const auto errors = of({.20, .25, .15, .30, .20}); // docs/METHODS.md A.6
    EXPECT_NEAR(errors.mean(), 0.22, 1e-15);
    EXPECT_NEAR(std::sqrt(errors.variance()), 0.057008771254956896, 1e-16);
}

} // namespace
} // namespace unseen
