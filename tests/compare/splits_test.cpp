// Paired tests over splits: the values of docs/METHODS.md, R's, enumeration of all sign patterns, laws.
#include "unseen/compare/splits.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include "compare/figures.hpp"
#include "support/number_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace {

using namespace unseen;
using namespace unseen::compare;

using test::level;
const std::vector<double> folds = {.02, .035, -.01, .05, .015, .03, 0, .045, .01, .025}; // METHODS E.4

/// Two lists of scores with these differences, where all scores of B are 0.
struct Pair {
    std::vector<double> a;
    std::vector<double> b;
    PairedScores scores(Direction direction = Direction::higher_is_better) const { return {a, b, direction}; }
};

Pair of_differences(std::vector<double> d)
{
    std::vector<double> zeros(d.size(), 0.0);
    return {std::move(d), std::move(zeros)};
}

using test::figure;

TEST(Splits, HaveTheValuesOfTheTextbooksExperiments)
{
    const Pair second{{90, 93, 80, 85, 77}, {82, 76, 85, 75, 82}};
    const auto t = paired_t(second.scores(), 0.0, level);
    EXPECT_EQ(t.difference.number(), 5.0);
    EXPECT_NEAR(t.statistic.number(), 1.1501092655705905, 1e-12);
    EXPECT_NEAR(t.p_value.number(), 0.31418161477742496, 1e-12);
    EXPECT_NEAR(t.p_value_one_sided.number(), 0.15709080738871248, 1e-12);
    EXPECT_NEAR(t.interval->lower, -7.070353610360463, 1e-11);
    EXPECT_NEAR(t.interval->upper, 17.070353610360463, 1e-11);
    const auto corrected = paired_t(second.scores(), 0.25, level);
    EXPECT_NEAR(corrected.statistic.number(), 0.7667395103803937, 1e-12);
    EXPECT_NEAR(corrected.p_value.number(), 0.48598626135260736, 1e-12);
    const auto ranks = wilcoxon(second.scores());
    EXPECT_EQ(figure(ranks, "w_plus"), 12.0);
    EXPECT_EQ(figure(ranks, "w_minus"), 3.0);
    EXPECT_NEAR(ranks.p_value.number(), 0.3125, 1e-15);
    EXPECT_NEAR(ranks.p_value_one_sided.number(), 0.15625, 1e-15);
    EXPECT_EQ(sign_test(second.scores()).p_value.number(), 1.0);

    const Pair first{{.87, .83, .88, .82, .85},
                     {.82, .78, .83, .77, .80}}; // not exact in binary: must count as equal
    for (const double overlap : {0.0, 0.25}) {
        const auto flat = paired_t(first.scores(), overlap, level);
        EXPECT_EQ(flat.statistic.reason(), reasons::zero_variance);
        EXPECT_EQ(flat.p_value.reason(), reasons::zero_variance); // an infinite t would claim p = 0
        EXPECT_EQ(flat.warnings.at(0).code, "zero_variance");
        EXPECT_EQ(flat.interval.reason(), reasons::zero_variance);
    }
    EXPECT_NEAR(wilcoxon(first.scores()).p_value.number(), 0.0625, 1e-15);
    EXPECT_NEAR(sign_test(first.scores()).p_value.number(), 0.0625, 1e-15);
    EXPECT_NEAR(sign_test(first.scores()).p_value_one_sided.number(), 0.03125, 1e-15);
    const auto answer = compare_splits(first.scores(), {.train_rows = 80, .test_rows = 20}, level);
    EXPECT_EQ(primary(answer).test, "corrected_t");
    EXPECT_EQ(verdict_of(answer).state, VerdictState::none) << test::said(answer);
    const std::vector<double> a(10, 0.5), b(10, 0.25);
    EXPECT_EQ(cv5x2_f({a, b}).p_value.reason(), reasons::zero_variance);
}

TEST(Splits, SayWhichLearnerIsProbablyBetter)
{
    const Pair pair{{.87, .83, .88, .82, .85}, {.80, .78, .83, .78, .80}}; // A is larger by .05 or so
    const SplitDesign design{.train_rows = 80, .test_rows = 20, .rope = 0.01};
    const auto accuracies = bayes_correlated_t({pair.a, pair.b, Direction::higher_is_better}, design);
    const auto errors = bayes_correlated_t({pair.a, pair.b, Direction::lower_is_better}, design);
    EXPECT_GT(accuracies.posterior->a_better(), 0.9);
    EXPECT_EQ(accuracies.posterior->a_better(), errors.posterior->a_worse());
    EXPECT_EQ(accuracies.posterior->a_worse(), errors.posterior->a_better());
}

TEST(Splits, HaveTheValuesOfMethods)
{
    const Pair pair = of_differences(folds);
    const auto answer = compare_splits(pair.scores(), {.train_rows = 90, .test_rows = 10}, level);
    EXPECT_EQ(primary(answer).test, "corrected_t");
    EXPECT_NEAR(primary(answer).statistic.number(), 2.515820141588826, 1e-12);
    EXPECT_NEAR(primary(answer).p_value.number(), 0.03299416101801171, 1e-12);
    const auto& plain = answer.comparisons.at(1);
    EXPECT_NEAR(plain.statistic.number(), 3.6554019191032943, 1e-12);
    EXPECT_NEAR(plain.p_value.number(), 0.005273061254513352, 1e-12);
    EXPECT_EQ(plain.warnings.at(0).code, "anti_conservative");
    const auto posterior = *answer.comparisons.back().posterior;
    EXPECT_NEAR(posterior.left, 0.0026203041366506578, 1e-12);
    EXPECT_NEAR(posterior.rope, 0.09898408868253052, 1e-12);
    EXPECT_NEAR(posterior.right, 0.8983956071808189, 1e-12);
    const auto none = bayes_correlated_t(pair.scores(), {.train_rows = 90, .test_rows = 10, .rope = 0.0});
    EXPECT_NEAR(none.posterior->left, 0.016497080509005856, 1e-12);

    const Pair halves = of_differences({.03, .05, .01, .04, .02, -.01, .05, .03, 0, .02});
    const auto five =
        compare_splits(halves.scores(), {.train_rows = 50, .test_rows = 50, .repeats = 5}, level);
    EXPECT_EQ(five.comparisons.at(4).test, "cv5x2_f");
    EXPECT_NEAR(five.comparisons.at(4).statistic.number(), 3.1333333333333324, 1e-12);
    EXPECT_NEAR(five.comparisons.at(4).p_value.number(), 0.10966079345299544, 1e-12);

    const Pair ties = of_differences({1.5, -.5, 2, 0, .5, 3, -1, 2.5, .5, -2, 1, 4});
    EXPECT_EQ(figure(wilcoxon(ties.scores()), "w_plus"), 52.0);
    EXPECT_NEAR(wilcoxon(ties.scores()).p_value.number(), 0.0986328125, 1e-15);
    EXPECT_NEAR(sign_test(ties.scores()).p_value.number(), 0.2265625, 1e-15);
    // One huge difference makes no ties of the others, and rounding is a tie beside it.
    std::vector<double> a(20, 0.0), b(20);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = 1.0 + 0.01 * static_cast<double>(i);
    a[0] = 4e13;
    a[1] = 0.1 + 0.2;
    b[1] = 0.3;
    const auto d = differences({.a = a, .b = b});
    EXPECT_EQ(std::count(d.begin(), d.end(), 0.0), 1);
    EXPECT_EQ(d[1], 0.0);
    EXPECT_NEAR(sign_test({.a = a, .b = b}).p_value.number(), 2.0 * 20.0 / 524288.0, 1e-15);
    const Pair eight = of_differences({.12, -.05, .31, .08, -.21, .17, .44, .29});
    EXPECT_EQ(wilcoxon(eight.scores()).statistic.number(), 6.0);
    EXPECT_NEAR(wilcoxon(eight.scores()).p_value.number(), 0.109375, 1e-15);
}

TEST(WilcoxonTest, HasTheValuesOfR)
{
    std::size_t found = 0;
    for (const auto& row : test::oracle_lines("compare.txt")) {
        if (row[0] != "wilcoxon") continue;
        std::vector<double> d;
        std::istringstream parts(row[1]);
        for (std::string part; std::getline(parts, part, ',');) d.push_back(parse_number(part).value());
        const Pair pair = of_differences(d);
        const auto result = wilcoxon(pair.scores(Direction::lower_is_better));
        EXPECT_NEAR(result.p_value.number(), std::stod(row[2]), 1e-10) << row[1];
        EXPECT_NEAR(result.p_value_one_sided.number(), std::stod(row[3]), 1e-10) << row[1];
        ++found;
    }
    EXPECT_EQ(found, 7u);
}

TEST(WilcoxonTest, EqualsTheEnumerationOfAllSignPatterns)
{
    // Ties and zeros: sizes of a small grid, n <= 10.
    unsigned state = 12345;
    for (int repetition = 0; repetition < 60; ++repetition) {
        std::vector<double> d(1 + static_cast<std::size_t>(repetition) % 10);
        for (double& x : d) {
            state = state * 1664525u + 1013904223u;
            x = static_cast<double>(static_cast<int>(state >> 16) % 4);
            if ((state >> 8) % 2 == 0) x = -x;
        }
        std::vector<double> sizes;
        double seen = 0;
        for (const double x : d)
            if (x != 0) sizes.push_back(std::abs(x));
        const auto rank = [&](double size) {
            double less = 0, equal = 0;
            for (const double other : sizes) {
                less += other < size;
                equal += other == size;
            }
            return less + 0.5 * (equal + 1);
        };
        for (const double x : d)
            if (x > 0) seen += rank(x);
        double below = 0, above = 0;
        const std::size_t patterns = std::size_t{1} << sizes.size();
        for (std::size_t pattern = 0; pattern < patterns; ++pattern) {
            double sum = 0;
            for (std::size_t i = 0; i < sizes.size(); ++i)
                if (pattern >> i & 1) sum += rank(sizes[i]);
            below += sum <= seen;
            above += sum >= seen;
        }
        const auto n = static_cast<double>(patterns);
        const Pair pair = of_differences(d);
        const auto result = wilcoxon(pair.scores());
        EXPECT_NEAR(result.p_value.number(), std::min(1.0, 2 * std::min(below, above) / n), 1e-13);
        EXPECT_NEAR(result.p_value_one_sided.number(), above / n, 1e-13);
    }
}

TEST(Splits, SwappingFlipsTheSignAndKeepsP)
{
    const Pair pair{{.2, .25, .3, .22, .21, .3, .28, .4, .1, .2},
                    {.21, .2, .35, .25, .21, .31, .22, .45, .13, .3}};
    const SplitDesign design{.train_rows = 50, .test_rows = 50, .repeats = 5};
    for (const auto direction : {Direction::lower_is_better, Direction::higher_is_better}) {
        const auto one = compare_splits({pair.a, pair.b, direction}, design, level);
        const auto other = compare_splits({pair.b, pair.a, direction}, design, level);
        ASSERT_GE(one.comparisons.size(), 6u);
        ASSERT_EQ(other.comparisons.size(), one.comparisons.size());
        for (std::size_t i = 0; i < one.comparisons.size(); ++i) {
            const auto& x = one.comparisons[i];
            const auto& y = other.comparisons[i];
            EXPECT_EQ(x.difference.number(), -y.difference.number()) << x.test;
            if (x.posterior) {
                EXPECT_NEAR(x.posterior->left, y.posterior->right, 1e-14);
                continue;
            }
            EXPECT_NEAR(x.p_value.number(), y.p_value.number(), 1e-14) << x.test;
        }
        EXPECT_NEAR(one.comparisons[0].p_value_one_sided.number() +
                        other.comparisons[0].p_value_one_sided.number(),
                    1.0, 1e-14);
    }
}

TEST(Splits, OfIdenticalScoresHaveP1)
{
    const std::vector<double> same = {.2, .25, .3, .22, .21, .3, .28, .4, .1, .2};
    const auto answer =
        compare_splits({same, same}, {.train_rows = 50, .test_rows = 50, .repeats = 5}, level);
    for (const auto& result : answer.comparisons) {
        if (result.posterior) {
            EXPECT_EQ(result.posterior->rope, 1.0);
        } else {
            EXPECT_EQ(result.p_value.number(), 1.0) << result.test;
        }
    }
}

TEST(Splits, AreCheckedBeforeAnythingElse)
{
    const std::vector<double> two = {1, 2}, three = {1, 2, 3}, bad = {1, NAN}, none;
    const SplitDesign design{.train_rows = 9, .test_rows = 1};
    EXPECT_THROW(compare_splits({two, three}, design, level), InputError);
    EXPECT_THROW(compare_splits({two, bad}, design, level), InputError);
    EXPECT_THROW(compare_splits({none, none}, design, level), InputError);
    EXPECT_THROW(compare_splits({two, two}, {.train_rows = 0, .test_rows = 1}, level), InputError);
    EXPECT_THROW(compare_splits({two, two}, {.train_rows = 1, .test_rows = 1, .repeats = 3}, level),
                 InputError);
    const std::vector<double> one = {1};
    EXPECT_EQ(compare_splits({one, one}, design, level).comparisons.at(0).p_value.reason(),
              reasons::one_split);
}

} // namespace
