// The test of two learners by the rows of a cross-validation: the values of docs/METHODS.md (I.29), its
// edges, groups and weights.
#include "unseen/compare/cv_paired.hpp"

#include "compare/figures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace unseen;
using namespace unseen::compare;

constexpr auto lower = Direction::lower_is_better;
using test::level;

const std::vector<std::string> losses_a = {"110110100100", "010010000000", "010011100001"};
const std::vector<std::string> losses_b = {"111111101101", "111011010110", "110111101011"};

/// The mean losses of rows without weights, in three folds.
UnitFigures rows(const std::vector<std::string>& losses)
{
    UnitFigures figures{.folds = 3, .repeats = losses.size()};
    figures.sums.assign(losses.front().size(), 0.0);
    figures.weights.assign(losses.front().size(), 1.0);
    for (const auto& repeat : losses)
        for (std::size_t i = 0; i < repeat.size(); ++i)
            figures.sums[i] += (repeat[i] - '0') / static_cast<double>(losses.size());
    return figures;
}

/// Rows of these losses in ten repeats of five folds.
UnitFigures rows(std::vector<double> losses)
{
    UnitFigures figures{.folds = 5, .repeats = 10, .sums = std::move(losses)};
    figures.weights.assign(figures.sums.size(), 1.0);
    return figures;
}

bool warns(const Comparison& test, const WarningCode& code)
{
    return std::ranges::any_of(test.warnings, [&](const Warning& w) { return w.is(code); });
}

// The example of METHODS I.29, which a program in Python computed with SciPy's t.
TEST(CvPaired, HasTheValuesOfTheMethod)
{
    const auto test = cv_paired(rows(losses_a), rows(losses_b), lower, level);
    EXPECT_NEAR(test.difference.number(), -0.3888888888888889, 1e-12);
    EXPECT_NEAR(test.statistic.number(), -3.0022288264590036, 1e-9);
    EXPECT_NEAR(test.p_value.number(), 0.012031814768961169, 1e-9);
    EXPECT_NEAR(test.p_value_one_sided.number(), 0.012031814768961169 / 2, 1e-9);
    EXPECT_NEAR(test.interval->lower, -0.6739899664035274, 1e-9);
    EXPECT_NEAR(test.interval->upper, -0.10378781137425036, 1e-9);
    EXPECT_EQ(test.interval->estimand, Estimand::procedure);
    EXPECT_TRUE(warns(test, warnings::few_rows));

    const auto first =
        cv_paired(rows(std::vector{losses_a[0]}), rows(std::vector{losses_b[0]}), lower, level);
    EXPECT_NEAR(first.statistic.number(), -1.6329931619, 1e-9);
    EXPECT_NEAR(first.p_value.number(), 0.13073956307450474, 1e-9);
    EXPECT_NEAR(first.interval->lower, -0.782607547805205, 1e-9);
    EXPECT_NEAR(first.interval->upper, 0.11594088113853845, 1e-9);
}

// Seven of eight rows differ, all to one side: 2 / 2^7 patterns of signs are as far from 0, as in the exact
// McNemar test. The p-value of t is .0034.
TEST(CvPaired, NeverSaysMoreThanTheSignsOfTheRows)
{
    const auto a = rows(std::vector<double>(8, 0.0));
    const auto seven = cv_paired(a, rows({1, 1, 1, 0, 1, 1, 1, 1}), lower, level);
    EXPECT_EQ(seven.p_value.number(), 2.0 / 128);
    EXPECT_EQ(seven.p_value_one_sided.number(), 1.0 / 128);
    EXPECT_FALSE(warns(seven, warnings::few_large_losses)); // they carry as much each
    // The signs of 25 rows are drawn; 2 / 2^25 of the patterns are as far, about none of 10^5.
    const auto all =
        cv_paired(rows(std::vector<double>(25, 0.0)), rows(std::vector<double>(25, 1.0)), lower, level);
    EXPECT_NEAR(all.p_value.number(), 1.0 / 100001, 1e-12);
    EXPECT_TRUE(warns(all, warnings::zero_variance));
    EXPECT_FALSE(all.interval);
}

TEST(CvPaired, OfEqualLossesIsOne)
{
    const auto test = cv_paired(rows(losses_a), rows(losses_a), lower, level);
    EXPECT_EQ(test.p_value.number(), 1.0);
    EXPECT_EQ(test.difference.number(), 0.0);
}

TEST(CvPaired, OfManyFoldsHasOnlyADifference)
{
    auto a = rows(losses_a), b = rows(losses_b);
    a.folds = b.folds = 12;
    const auto single = cv_paired(a, b, lower, level);
    EXPECT_EQ(single.p_value.reason(), reasons::leave_one_out);
    EXPECT_EQ(single.interval.reason(), reasons::leave_one_out);
    EXPECT_TRUE(single.difference);
    a.folds = b.folds = 11;
    EXPECT_EQ(cv_paired(a, b, lower, level).p_value.reason(), reasons::too_many_folds);
    a.folds = b.folds = 10;
    EXPECT_TRUE(cv_paired(a, b, lower, level).p_value);
    b.level_known = false;
    EXPECT_EQ(cv_paired(a, b, lower, level).p_value.reason(), reasons::no_known_level);
}

TEST(CvPaired, NeedsTheSameRows)
{
    auto b = rows(losses_b);
    b.weights[3] = 0.0;
    const auto test = cv_paired(rows(losses_a), b, lower, level);
    EXPECT_EQ(test.p_value.reason(), reasons::no_row_ids);
    EXPECT_FALSE(test.difference);
}

// A group counts once: rows that are repeated within groups change nothing, and neither does a common weight.
TEST(CvPaired, TakesGroupsAndWeights)
{
    const auto plain = cv_paired(rows(losses_a), rows(losses_b), lower, level);
    auto a = rows(losses_a), b = rows(losses_b);
    for (auto* figures : {&a, &b}) {
        for (auto* numbers : {&figures->sums, &figures->weights})
            for (double& x : *numbers) x *= 4.0;
        figures->sums.push_back(0.0); // a group without rows
        figures->weights.push_back(0.0);
    }
    const auto groups = cv_paired(a, b, lower, level);
    EXPECT_NEAR(groups.statistic.number(), plain.statistic.number(), 1e-12);
    EXPECT_NEAR(groups.p_value.number(), plain.p_value.number(), 1e-12);

    // By hand: differences 1, 0, -1, 1 of weights 1, 2, 1, 4: mean .5, deviations .5, -1, -1.5, 2.
    UnitFigures c{.folds = 2, .repeats = 2, .sums = {1, 0, 0, 4}, .weights = {1, 2, 1, 4}};
    const UnitFigures d{.folds = 2, .repeats = 2, .sums = {0, 0, 1, 0}, .weights = {1, 2, 1, 4}};
    const auto weighted = cv_paired(c, d, lower, level);
    EXPECT_NEAR(weighted.statistic.number(), 0.5 / std::sqrt(2.6 * 4 / 3 * 7.5 / 64), 1e-12);
}

TEST(CvPaired, WarnsOfFewRowsThatCarryTheDifference)
{
    std::vector<double> a(60), b(60, 0.0);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = i < 2 ? 50.0 : 0.01 * static_cast<double>(1 + i % 3);
    EXPECT_TRUE(warns(cv_paired(rows(a), rows(b), lower, level), warnings::few_large_losses));
}

} // namespace
