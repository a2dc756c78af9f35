// Where curves cross, against a plain loop over a fine grid of sizes (METHODS F.1), and edge cases.
#include "unseen/estimate/crossing.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {
namespace {

using Numbers = std::vector<double>;
using Trials = std::vector<Numbers>;

/// The corrected t does not refuse equality at size n: every trial by itself is drawn out to n, and tested
/// there.
bool equal_at(double n, const Numbers& sizes, const Trials& trials, double ratio)
{
    std::size_t j = 1;
    while (j + 1 < sizes.size() && n > sizes[j]) ++j;
    const double share = std::log(n / sizes[j - 1]) / std::log(sizes[j] / sizes[j - 1]);
    Numbers at;
    for (const auto& trial : trials) at.push_back(trial[j - 1] + share * (trial[j] - trial[j - 1]));
    const auto k = static_cast<double>(at.size());
    double mean = 0.0, squares = 0.0;
    for (const double x : at) mean += x / k;
    for (const double x : at) squares += (x - mean) * (x - mean);
    constexpr double t = 2.2009851600916384; // of 11 degrees of freedom, by R's qt
    return std::abs(mean) <= t * std::sqrt(squares / (k - 1) * (1 / k + ratio));
}

double normal_of(Stream& stream)
{
    return normal_quantile((static_cast<double>(stream.next() >> 11) + 0.5) * 0x1p-53);
}

/// Trials that fall from above 0 to below it, with noise that sizes share.
Trials noisy_trials(std::uint64_t seed, const Numbers& sizes, double noise)
{
    Stream stream(seed, Purpose::generation, 0);
    Trials trials;
    for (int t = 0; t < 12; ++t) {
        auto& trial = trials.emplace_back();
        const double common = noise * normal_of(stream);
        for (const double n : sizes)
            trial.push_back(2.0 / std::sqrt(n) - 0.2 + common + noise * normal_of(stream));
    }
    return trials;
}

TEST(Crossing, LimitsAreThoseOfAPlainLoop)
{
    const Numbers sizes = {10, 23, 50, 104, 230, 700};
    constexpr int steps = 8000;
    const double step = std::log(700.0 / 10.0) / steps;
    std::size_t both = 0, open = 0, several = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const auto trials = noisy_trials(seed, sizes, seed % 3 == 0 ? 0.3 : 0.06);
        const double ratio = seed % 2 == 0 ? 1.0 / 9 : 0.5;
        const auto found = crossings(sizes, trials, ratio, Level(0.95));
        several += found.size() > 1;
        for (const auto& c : found) {
            const auto place = [](int i, double s) { return 10.0 * std::exp(i * s); };
            int at = static_cast<int>(std::round(std::log(c.at / 10.0) / step));
            int lower = at, upper = at;
            while (lower >= 0 && equal_at(place(lower, step), sizes, trials, ratio)) --lower;
            while (upper <= steps && equal_at(place(upper, step), sizes, trials, ratio)) ++upper;
            EXPECT_EQ(c.lower.has_value(), lower >= 0) << seed;
            EXPECT_EQ(c.upper.has_value(), upper <= steps) << seed;
            if (c.lower) {
                EXPECT_NEAR(std::log(*c.lower), std::log(place(lower, step)), 1.1 * step) << seed;
            }
            if (c.upper) {
                EXPECT_NEAR(std::log(*c.upper), std::log(place(upper, step)), 1.1 * step) << seed;
            }
            both += c.lower && c.upper;
            open += !c.lower || !c.upper;
        }
    }
    EXPECT_GT(both, 10U); // all kinds were among them
    EXPECT_GT(open, 10U);
    EXPECT_GT(several, 3U);
}

TEST(Crossing, IsOnTheLineBetweenNeighboursOverTheLogarithm)
{
    const Numbers sizes = {10, 40, 160};
    const auto found = crossings(sizes, Trials{{-0.2, 0.1, 0.3}, {-0.1, 0.2, 0.2}}, 0.1, Level(0.95));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(found[0].at, 20.0, 1e-12);
}

TEST(Crossing, NeitherOrderNorSignOfTheTrialsMatters)
{
    const Numbers sizes = {10, 23, 50, 104, 230, 700};
    auto trials = noisy_trials(7, sizes, 0.06);
    const auto found = crossings(sizes, trials, 0.1, Level(0.9));
    std::ranges::reverse(trials);
    for (auto& trial : trials)
        for (double& x : trial) x = -x;
    const auto again = crossings(sizes, trials, 0.1, Level(0.9));
    ASSERT_EQ(found.size(), again.size());
    ASSERT_FALSE(found.empty());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].at, again[i].at);
        EXPECT_EQ(found[i].lower, again[i].lower);
        EXPECT_EQ(found[i].upper, again[i].upper);
    }
}

TEST(Crossing, OfEqualSizesIsInTheirMiddle)
{
    const Numbers sizes = {10, 20, 80, 320};
    const auto found =
        crossings(sizes, Trials{{-0.3, 0.1, 0.1, 0.2}, {-0.1, -0.1, -0.1, 0.3}}, 0.1, Level(0.95));
    ASSERT_EQ(found.size(), 1U); // the means are -0.2, 0, 0 and 0.25
    EXPECT_NEAR(found[0].at, 40.0, 1e-12);
}

TEST(Crossing, NeedsAChangeOfSignAndTwoTrials)
{
    const Numbers sizes = {10, 20, 40};
    EXPECT_TRUE(
        crossings(sizes, Trials{{0.1, 0.0, 0.1}, {0.2, 0.0, 0.2}}, 0.1, Level(0.95)).empty()); // it touches 0
    EXPECT_TRUE(crossings(sizes, Trials{{0.1, 0.1, 0.0}, {0.2, 0.2, 0.0}}, 0.1, Level(0.95)).empty());
    EXPECT_TRUE(crossings(sizes, Trials{{0.1, -0.1, -0.2}}, 0.1, Level(0.95)).empty());
    EXPECT_TRUE(crossings({}, Trials{{}, {}}, 0.1, Level(0.95)).empty());
    const double a = 0.1 + 0.2, b = 0.3; // which differ by rounding
    EXPECT_TRUE(crossings(sizes, Trials{{0.2, a, 0.1}, {0.2, -b, 0.1}}, 0.1, Level(0.95)).empty());
}

TEST(Crossing, OfTrialsThatAgreeLiesBetweenItsNeighbours)
{
    const auto found = crossings(Numbers{10, 40}, Trials{{-0.1, 0.1}, {-0.1, 0.1}}, 0.1, Level(0.95));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_LE(found[0].lower.value_or(0.0), 20.0);
    EXPECT_GE(found[0].upper.value_or(100.0), 20.0);
}

} // namespace
} // namespace unseen
