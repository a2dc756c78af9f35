#include "unseen/stats/binomial_draw.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace unseen {
namespace {

/// Pearson's statistic of `draws` draws against the exact law, cells of less than five expected draws joined.
void expect_binomial(std::uint64_t n, double p)
{
    constexpr int draws = 50000;
    Stream stream(11, Purpose::interval);
    std::vector<double> seen(n + 1, 0.0);
    for (int i = 0; i < draws; ++i) {
        const auto k = draw_binomial(stream, n, p);
        ASSERT_LE(k, n);
        seen[k] += 1.0;
    }
    const auto trials = static_cast<double>(n);
    double statistic = 0.0;
    double df = -1.0;
    double expected = 0.0;
    double observed = 0.0;
    for (std::uint64_t k = 0; k <= n; ++k) {
        const auto x = static_cast<double>(k);
        expected +=
            draws * std::exp(std::lgamma(trials + 1) - std::lgamma(x + 1) - std::lgamma(trials - x + 1) +
                             x * std::log(p) + (trials - x) * std::log1p(-p));
        observed += seen[k];
        if (expected < 5.0 && k < n) continue;
        statistic += (observed - expected) * (observed - expected) / std::max(expected, 1.0);
        df += 1.0;
        expected = observed = 0.0;
    }
    EXPECT_LT(statistic, df + 4 * std::sqrt(2 * df) + 4) << n << ' ' << p; // four deviations of chi-squared
}

TEST(DrawBinomial, HasTheExactLaw)
{
    for (const double p : {0.001, 0.1, 0.3, 0.5, 0.9}) // inversion, rejection, and both mirrored
        for (const std::uint64_t n : {1u, 10u, 60u, 400u}) expect_binomial(n, p);
}

TEST(DrawBinomial, IsCertainAtTheEnds)
{
    Stream stream(1, Purpose::interval);
    EXPECT_EQ(draw_binomial(stream, 0, 0.5), 0u);
    EXPECT_EQ(draw_binomial(stream, 9, 0.0), 0u);
    EXPECT_EQ(draw_binomial(stream, 9, 1.0), 9u);
}

TEST(DrawMultinomial, KeepsTheTotalAndLeavesEmptyCellsEmpty)
{
    const std::vector<std::uint64_t> counts = {40, 0, 15, 1000000, 35};
    std::vector<std::uint64_t> drawn(counts.size());
    double first = 0.0;
    for (std::uint64_t b = 0; b < 2000; ++b) {
        Stream stream(3, Purpose::interval, 0, b);
        draw_multinomial(stream, counts, drawn);
        EXPECT_EQ(std::accumulate(drawn.begin(), drawn.end(), std::uint64_t{0}), 1000090u);
        EXPECT_EQ(drawn[1], 0u);
        first += static_cast<double>(drawn[0]);
    }
    EXPECT_NEAR(first / 2000, 40.0, 4 * std::sqrt(40.0 / 2000));
}

} // namespace
} // namespace unseen
