// Dominance of ROC and precision-recall curves: worked values, and curves compared on a grid (METHODS I.8).
#include "compare/rows/dominance.hpp"

#include "compare/models_of_rows.hpp"

#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace unseen;
using namespace unseen::compare;
using unseen::test::Scored;

Dominance of(const std::vector<std::uint32_t>& y, const std::vector<double>& a, const std::vector<double>& b)
{
    const Scored x(y, a), z(y, b);
    return detail::dominance_of(x.view(), z.view(), "A", "B");
}

void expect_regions(const CurveDominance& curve, const std::vector<DominanceRegion>& expected)
{
    ASSERT_EQ(curve.regions.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(curve.regions[i].from, expected[i].from, 1e-15) << i;
        EXPECT_NEAR(curve.regions[i].to, expected[i].to, 1e-15) << i;
        EXPECT_EQ(curve.regions[i].better, expected[i].better) << i;
    }
}

TEST(Dominance, HasTheValuesOfTheTable)
{
    const auto first = of({1, 1, 0, 1, 0, 1, 0, 0, 1, 0}, {.9, .8, .8, .7, .6, .5, .5, .4, .3, .1},
                          {.7, .9, .6, .8, .5, .4, .45, .2, .35, .3});
    EXPECT_EQ(first.roc.better, "");
    expect_regions(first.roc, {{0, .2, "B"}, {.2, .4, ""}, {.4, .6, "A"}, {.6, .8, "B"}, {.8, 1, ""}});
    EXPECT_EQ(first.pr.better, "B");
    expect_regions(first.pr, {{0, .2, ""}, {.2, .6, "B"}, {.6, .8, ""}, {.8, 1, "B"}});
    const auto second = of({1, 1, 1, 0, 1, 0, 0, 0}, {8, 7, 6, 5, 4, 3, 2, 1}, {8, 6, 5, 7, 4, 3, 2, 1});
    EXPECT_EQ(second.roc.better, "A");
    expect_regions(second.roc, {{0, .25, "A"}, {.25, 1, ""}});
    const auto diagonal = of({1, 0, 1, 0}, {2, 2, 1, 1}, {4, 3, 2, 1});
    EXPECT_EQ(diagonal.roc.better, "B");
    expect_regions(diagonal.roc, {{0, 1, "B"}});
    const auto crossing = of({1, 1, 0, 0, 1, 0, 1, 0}, {2, 2, 2, 1, 1, 1, 1, 1}, {3, 2, 3, 2, 1, 1, 2, 1});
    EXPECT_EQ(crossing.roc.better, "");
    expect_regions(crossing.roc, {{0, .4375, "A"}, {.4375, 1, "B"}});
    const auto same = of({1, 0, 1, 0}, {4, 3, 2, 1}, {8, 7, 6, 5});
    EXPECT_EQ(same.roc.better, "");
    expect_regions(same.roc, {{0, 1, ""}});
    expect_regions(same.pr, {{0, 1, ""}});
}

/// Height of the ROC polygon by walking over its corners.
double height(const std::vector<std::uint32_t>& y, const std::vector<double>& s, double x)
{
    std::vector<double> cuts = s;
    std::sort(cuts.rbegin(), cuts.rend());
    double f0 = 0, t0 = 0;
    for (const double cut : cuts) {
        double f = 0, t = 0;
        for (std::size_t i = 0; i < y.size(); ++i)
            if (s[i] >= cut) (y[i] == 1 ? t : f) += 1;
        if (f > x && f0 <= x) return t0 + (t - t0) * (x - f0) / (f - f0);
        f0 = f;
        t0 = t;
    }
    return t0;
}

TEST(Dominance, AgreesWithTheCurvesThemselves)
{
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        Stream stream(seed, Purpose::generation);
        std::vector<std::uint32_t> y = {0, 1};
        std::vector<double> a = {1, 2}, b = {2, 1};
        for (int i = 0; i < 12; ++i) {
            y.push_back(static_cast<std::uint32_t>(stream.below(2)));
            a.push_back(static_cast<double>(stream.below(5)));
            b.push_back(static_cast<double>(stream.below(5)));
        }
        const auto curve = of(y, a, b).roc;
        const auto negatives = static_cast<double>(std::count(y.begin(), y.end(), 0u));
        EXPECT_EQ(curve.regions.front().from, 0.0);
        EXPECT_EQ(curve.regions.back().to, 1.0);
        for (int k = 0; k < 997; ++k) {
            const double x = (k + 0.37) / 997;
            const double gap = height(y, a, x * negatives) - height(y, b, x * negatives);
            if (std::abs(gap) < 1e-9 && gap != 0.0) continue;
            const auto region = std::find_if(curve.regions.begin(), curve.regions.end(),
                                             [&](const auto& r) { return x < r.to; });
            EXPECT_EQ(region->better, gap > 1e-12 ? "A" : (gap < -1e-12 ? "B" : "")) << seed << ' ' << x;
        }
    }
}

} // namespace
