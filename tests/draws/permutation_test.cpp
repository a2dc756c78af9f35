// Permutation tests: counted patterns, enumerated and drawn.
#include "draws/permutation.hpp"

#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unseen {
namespace {

// Of 4 = 1 + 3 the patterns are 4, 2, -2, -4: two are as far from 0, one is as large, all are as small.
TEST(SwapSigns, EnumeratesFewTerms)
{
    const double terms[] = {1.0, 0.0, 3.0};
    const auto shares = swap_signs(terms, {});
    EXPECT_TRUE(shares.exact);
    EXPECT_EQ(shares.patterns, 4u);
    EXPECT_EQ(shares.two_sided, 0.5);
    EXPECT_EQ(shares.greater, 0.25);
    EXPECT_EQ(shares.less, 1.0);
}

// The shares of all 2^9 patterns of signs of d - shift, counted in Python.
TEST(SwapShifts, EnumeratesAnyShift)
{
    const double d[] = {.3, -.1, .45, .2, .12, -.05, .6, .33, .08};
    const SwapShifts shifts(d, {});
    for (const auto& [shift, above, below] : {std::tuple(0.02, 11.0 / 512, 502.0 / 512),
                                              {0.05, 19.0 / 512, 498.0 / 512},
                                              {0.4, 502.0 / 512, 12.0 / 512}}) {
        EXPECT_EQ(shifts.p_above(shift), above);
        EXPECT_EQ(shifts.p_below(shift), below);
    }
    EXPECT_NEAR(shifts.limits(0.05).lower, 1.0 / 30, 1e-12);
    EXPECT_NEAR(shifts.limits(0.05).upper, 0.395, 1e-12);
    EXPECT_TRUE(std::isinf(shifts.limits(0.003).upper)); // 2 of 512 patterns are always as extreme
}

TEST(SwapSigns, DrawnPatternsAgreeWithTheEnumeratedOnes)
{
    std::vector<double> terms;
    Stream stream(3, Purpose::generation);
    for (int i = 0; i < 19; ++i) terms.push_back(static_cast<double>(stream.below(9)) - 3.0);
    const auto exact = swap_signs(terms, {});
    EXPECT_TRUE(exact.exact);
    // The same statistic with more terms than are enumerated: terms too small to matter.
    auto more = terms;
    for (int i = 0; i < 300; ++i) more.push_back(1e-15);
    const auto drawn = swap_signs(more, {.seed = 5, .count = 100000, .threads = 2});
    EXPECT_FALSE(drawn.exact);
    EXPECT_NEAR(drawn.two_sided, exact.two_sided,
                4 * std::sqrt(exact.two_sided * (1 - exact.two_sided) / 100000));
    EXPECT_NEAR(drawn.greater, exact.greater, 4 * std::sqrt(exact.greater * (1 - exact.greater) / 100000));
    const auto one = swap_signs(more, {.seed = 5, .count = 100000, .threads = 1});
    EXPECT_EQ(one.two_sided, drawn.two_sided);
    EXPECT_EQ(one.less, drawn.less);
}

TEST(Extremes, TakeEqualStatisticsAndThoseThatDoNotExistForExtreme)
{
    Extremes extremes(0.3, 1e-12);
    extremes.add(0.1 + 0.2);
    extremes.add(-0.3);
    extremes.add(0.2);
    extremes.add(Value::none(reasons::one_class));
    const auto drawn = extremes.of_drawn(4);
    EXPECT_EQ(drawn.two_sided, 4.0 / 5);
    EXPECT_EQ(drawn.greater, 3.0 / 5);
    EXPECT_EQ(drawn.less, 5.0 / 5);
    const auto all = extremes.of_all(4.0, 4);
    EXPECT_EQ(all.two_sided, 3.0 / 4);
}

TEST(CountExtremes, DoesNotDependOnThreads)
{
    for (const std::size_t threads : {1u, 3u}) {
        const auto extremes =
            count_extremes(Extremes(90.0, 0.0), 100, threads, [](SharedNumbers numbers, Extremes& own) {
                for (const auto i : numbers) own.add(static_cast<double>(i));
            });
        EXPECT_EQ(extremes.of_all(100.0, 100).greater, 0.1);
    }
}

} // namespace
} // namespace unseen
