// Two models on the same rows: the values of docs/METHODS.md, enumeration of every swap, laws, degenerate
// rows.
#include "unseen/compare/models.hpp"

#include "compare/counts/paired_proportions.hpp"
#include "compare/figures.hpp"
#include "compare/inference.hpp"
#include "compare/models_of_rows.hpp"
#include "compare/rows/auc_pair.hpp"
#include "compare/rows/unit_draws.hpp"
#include "draws/bca.hpp"
#include "draws/permutation.hpp"
#include "draws/replicates.hpp"
#include "support/oracle.hpp"

#include "unseen/base/error.hpp"
#include "unseen/compare/paired.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace {

using namespace unseen;
using namespace unseen::compare;
using namespace unseen::test;

using test::level;

// METHODS D.3, E.13.
const std::vector<std::uint32_t> y = {1, 1, 0, 1, 0, 1, 0, 0, 1, 0};
const std::vector<double> s1 = {.9, .8, .8, .7, .6, .5, .5, .4, .3, .1};
const std::vector<double> s2 = {.7, .9, .6, .8, .5, .4, .45, .2, .35, .3};

/// p of the swap test by evaluating the measure for each of the 2^n patterns.
double enumerated(const Measure& measure, const Scored& a, const Scored& b, bool one_sided = false)
{
    const auto difference = [&](const Scored& x, const Scored& z) {
        return evaluate(measure, x.view()).number() - evaluate(measure, z.view()).number();
    };
    const double observed = difference(a, b);
    std::size_t extreme = 0;
    const std::size_t n = a.truth.size();
    for (std::size_t pattern = 0; pattern < std::size_t{1} << n; ++pattern) {
        Scored x = a, z = b;
        for (std::size_t i = 0; i < n; ++i)
            if ((pattern >> i & 1) != 0) {
                std::swap(x.label[i], z.label[i]);
                std::swap(x.scores[2 * i], z.scores[2 * i]);
                std::swap(x.scores[2 * i + 1], z.scores[2 * i + 1]);
            }
        const double t = difference(x, z);
        extreme += one_sided ? t >= observed - 1e-12 : std::abs(t) >= std::abs(observed) - 1e-12;
    }
    return static_cast<double>(extreme) / static_cast<double>(std::size_t{1} << n);
}

TEST(Models, TwoAreasHaveDelongsValues)
{
    const auto answer =
        compared(Scored(y, s1), Scored(y, s2), {.measures = measure("roc_auc"), .margin = 0.2});
    const auto& delong = primary(answer);
    EXPECT_EQ(delong.test, "delong");
    EXPECT_NEAR(delong.statistic.number(), -0.8528028654, 1e-10);
    EXPECT_NEAR(delong.p_value.number(), 0.3937686346, 1e-10);
    EXPECT_NEAR(delong.p_value_one_sided.number(), 1 - 0.3937686346 / 2, 1e-10);
    EXPECT_NEAR(delong.difference.number(), -0.08, 1e-15);
    EXPECT_NEAR(figure_of(delong, "standard_error").number(), 0.09380831519646861, 1e-15);
    EXPECT_NEAR(figure_of(delong, "p_noninferior").number(), 0.10041256134757265, 1e-13);
    EXPECT_NEAR(figure_of(delong, "p_equivalent").number(), 0.10041256134757265, 1e-13);
    EXPECT_NEAR(figure_of(delong, "tost_lower").number(), -0.23430094748911826, 1e-13);
    EXPECT_NEAR(figure_of(delong, "tost_upper").number(), 0.07430094748911834, 1e-13);
    EXPECT_EQ(test_of(answer, "permutation").p_value.number(), 328.0 / 1024); // METHODS I.9, ranks
}

std::vector<std::uint32_t> midranks(const std::vector<double>& scores)
{
    const Scored rows(std::vector<std::uint32_t>(scores.size(), 0), scores);
    return SortedRows(rows.view(), 1).doubled_midranks(scores.size());
}

TEST(Models, NetBenefitsHaveTheLimitsOfTheTable)
{
    for (const auto& row : oracle_table("net_benefit_pairs.txt")) {
        SCOPED_TRACE(row[1] + ' ' + row[6]);
        const auto count = [&](std::size_t at) { return static_cast<std::size_t>(std::stoul(row[at])); };
        std::vector<std::uint32_t> truth(count(6), 0);
        std::fill_n(truth.begin(), count(5), 1u);
        std::vector<double> a(truth.size(), 0.0), b = a;
        std::fill_n(a.begin(), count(1), 1.0);
        std::fill_n(b.begin() + static_cast<std::ptrdiff_t>(count(1)), count(2), 1.0);
        std::fill_n(a.rbegin(), count(3), 1.0);
        std::fill_n(b.rbegin() + static_cast<std::ptrdiff_t>(count(3)), count(4), 1.0);
        for (const auto& [name, at] :
             {std::pair("net_benefit:", 7u), std::pair("standardised_net_benefit:", 10u),
              std::pair("net_benefit:over=all,", 7u), // acting on all rows cancels
              std::pair("standardised_net_benefit:over=all,", 10u)}) {
            const auto of = measure(name + ("threshold=" + row[0]));
            const auto answer = compared(Scored(truth, a), Scored(truth, b), {.measures = of});
            const auto& found = primary(answer);
            EXPECT_EQ(found.test, "mover_benefit");
            EXPECT_NEAR(found.difference.number(), std::stod(row[at]), 1e-12);
            EXPECT_NEAR(found.interval->lower, std::stod(row[at + 1]), 1e-9);
            EXPECT_NEAR(found.interval->upper, std::stod(row[at + 2]), 1e-9);
            // The interval is the test inverted.
            const auto p = found.p_value.number();
            EXPECT_EQ(p <= 0.05, found.interval->lower > 0.0 || found.interval->upper < 0.0);
            const auto turned = compared(Scored(truth, b), Scored(truth, a), {.measures = of});
            EXPECT_NEAR(primary(turned).p_value.number(), p, 1e-12);
            EXPECT_NEAR(primary(turned).interval->upper, -found.interval->lower, 1e-12);
            if (p == 1.0) continue;
            const auto at_p =
                compared(Scored(truth, a), Scored(truth, b), {.measures = of, .level = Level(1.0 - p)});
            const auto& ends = *primary(at_p).interval;
            EXPECT_NEAR(std::min(std::abs(ends.lower), std::abs(ends.upper)), 0.0, 1e-9);
        }
    }
}

TEST(Models, SwapTermsAreThoseOfTheTable)
{
    const Scored a(y, s1), b(y, s2);
    EXPECT_EQ(compare::detail::swap_terms(a.view(), midranks(s1), midranks(s2)),
              (std::vector<double>{2, -1, -4, -3, 0, 1, 1, -3, -2, 1}));
    std::vector<double> both = s1; // raw scores: ranks of both models' scores together
    both.insert(both.end(), s2.begin(), s2.end());
    const auto ranks = midranks(both);
    const auto raw =
        compare::detail::swap_terms(a.view(), std::span(ranks).first(10), std::span(ranks).last(10));
    EXPECT_EQ(raw, (std::vector<double>{2, -1, -6, -1, -1, 5, -1, -5, -1, 1}));
    EXPECT_EQ(swap_signs(raw, {}).two_sided, 498.0 / 1024);
    EXPECT_EQ(enumerated(measure("roc_auc")[0], a, b), 498.0 / 1024);
}

TEST(Models, PermutationsOfSmallTablesAreEnumerated)
{
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Random rows(seed, 3 + seed % 8, 6);
        const Scored a(rows.truth, rows.a), b(rows.truth, rows.b);
        for (const char* name :
             {"accuracy", "error_rate", "f1", "mcc", "kappa", "balanced_accuracy", "brier", "log_loss"}) {
            const auto m = measure(name);
            if (!evaluate(m[0], a.view()) || !evaluate(m[0], b.view())) continue;
            bool exists = true; // in every pattern
            double two = 0.0, one = 0.0;
            try {
                two = enumerated(m[0], a, b);
                one = enumerated(m[0], a, b, true);
            } catch (const std::logic_error&) {
                exists = false;
            }
            if (!exists) continue;
            const auto answer = compared(a, b, {.measures = m, .samples = 10});
            const auto& result = test_of(answer, "permutation");
            EXPECT_NEAR(result.p_value.number(), two, 1e-12) << name << ' ' << seed;
            if (m[0].direction == Direction::higher_is_better) {
                EXPECT_NEAR(result.p_value_one_sided.number(), one, 1e-12) << name << ' ' << seed;
            }
            EXPECT_EQ(figure_of(result, "permutations").reason(), reasons::exact);
        }
        // Areas and average precision: of midranks, so that the scales of the two do not matter.
        const auto ranked = [](const std::vector<double>& scores) {
            std::vector<double> ranks;
            for (const auto rank : midranks(scores)) ranks.push_back(rank);
            return ranks;
        };
        for (const char* name : {"roc_auc", "average_precision"}) {
            const auto answer = compared(a, b, {.measures = measure(name), .samples = 10});
            const double p = enumerated(measure(name)[0], Scored(rows.truth, ranked(rows.a)),
                                        Scored(rows.truth, ranked(rows.b)));
            EXPECT_NEAR(test_of(answer, "permutation").p_value.number(), p, 1e-12) << name << ' ' << seed;
        }
    }
}

TEST(Models, F1OfTheTable) // METHODS I.9
{
    const std::vector<std::uint32_t> truth = {1, 1, 1, 1, 0, 0, 0, 0, 1, 0};
    const Scored a(truth, {1, 1, 1, 0, 0, 0, 1, 0, 1, 0}), b(truth, {1, 0, 0, 0, 0, 1, 1, 0, 1, 1});
    const auto answer = compared(a, b, {.measures = measure("f1")});
    EXPECT_EQ(primary(answer).test, "permutation");
    EXPECT_NEAR(primary(answer).difference.number(), 0.4, 1e-15);
    EXPECT_NEAR(primary(answer).p_value.number(), 0.125, 1e-14);
    EXPECT_TRUE(primary(answer).not_of_the_test);
    EXPECT_EQ(primary(answer).interval->method, "bca");
}

// The shifts that enumeration of all signs in Python does not reject; and 0 is left out where p <= .05.
TEST(Models, IntervalsOfMeansInvertThePermutationTest)
{
    const std::vector<double> d = {.3, -.1, .45, .2, .12, -.05, .6, .33, .08};
    std::vector<double> zeros(d.size(), 0.0), a = d;
    for (double& x : a) x += 1.0; // |a - 0| - |1 - 0| = d
    const std::vector<double> ones(d.size(), 1.0);
    const auto answer =
        compared(Valued(zeros, a), Valued(zeros, ones), {.measures = measure("mae", false), .margin = 0.38});
    const auto& test = primary(answer);
    EXPECT_EQ(test.test, "permutation");
    EXPECT_EQ(test.p_value.number(), 14.0 / 512);
    EXPECT_FALSE(test.not_of_the_test);
    EXPECT_EQ(test.interval->method, "permutation");
    EXPECT_NEAR(test.interval->lower, 1.0 / 30, 1e-12);
    EXPECT_NEAR(test.interval->upper, 0.395, 1e-12);
    EXPECT_NEAR(figure_of(test, "tost_lower").number(), 0.22 / 3, 1e-12);
    EXPECT_NEAR(figure_of(test, "tost_upper").number(), 0.36, 1e-12);
    // Drawn patterns, and rows without a difference.
    for (const std::size_t rows : {15U, 40U, 70U, 300U}) {
        const Random random(rows, rows);
        auto x = random.a, y = random.b;
        for (double& one : x) one = std::abs(one) + 0.1;
        for (std::size_t i = 0; i < rows; i += rows < 20 ? 2 : 3) x[i] = y[i];
        const std::vector<double> truth(rows, 0.0);
        const auto drawn = compared(Valued(truth, x), Valued(truth, y), {.measures = measure("mae", false)});
        const auto& one = primary(drawn);
        // At the level 1 - p the test just rejects, and the interval ends at 0 or short of it.
        const double p = one.p_value.number();
        for (const double outside : {p * 1.0001, p * 0.9999}) {
            const auto at = compared(Valued(truth, x), Valued(truth, y),
                                     {.measures = measure("mae", false), .level = Level(1.0 - outside)});
            const auto& interval = primary(at).interval;
            if (outside < p && interval.lacks(reasons::too_few_rows)) continue; // no smaller p exists
            EXPECT_EQ(interval->lower > 0.0 || interval->upper<0.0, outside> p) << rows;
        }
    }
}

TEST(Models, EquivalenceOfPairedProportions) // METHODS I.6
{
    const Discordant counts{12, 5, 200};
    EXPECT_NEAR(compare::detail::score_statistic(counts, -0.1), 4.923323802710231, 1e-12);
    EXPECT_NEAR(compare::detail::score_statistic(counts, 0.1), -2.637462636796711, 1e-12);
    const auto wide = compare::detail::score_limits(counts, 0.05);
    EXPECT_NEAR(wide.lower, -0.006002516864154657, 1e-12);
    EXPECT_NEAR(wide.upper, 0.08065565688361616, 1e-12);
    EXPECT_NEAR(compare::detail::score_limits(counts, 0.1).upper, 0.07235115344898056, 1e-12);
    EXPECT_NEAR(compare::detail::score_limits({0, 5, 60}, 0.05).lower, -0.18068942018294448, 1e-12);
    EXPECT_NEAR(compare::detail::score_limits({0, 5, 60}, 0.1).upper, -0.0365909681906238, 1e-12);
    EXPECT_NEAR(compare::detail::score_statistic({0, 0, 50}, -0.05), 1.6222142113076254, 1e-12);
    std::vector<std::uint32_t> truth(200, 1);
    std::vector<double> a, b;
    for (std::size_t i = 0; i < 200; ++i) {
        a.push_back(i < 12 || i >= 20 ? 1 : 0);
        b.push_back((i >= 12 && i < 17) || i >= 20 ? 1 : 0);
    }
    for (const std::string name : {"accuracy", "error_rate"}) {
        const auto answer =
            compared(Scored(truth, a), Scored(truth, b), {.measures = measure(name), .margin = 0.1});
        const auto& mcnemar = primary(answer);
        EXPECT_EQ(mcnemar.test, "mcnemar_exact");
        EXPECT_NEAR(mcnemar.p_value.number(), 0.143463134765625, 1e-14);
        const double side = name == "accuracy" ? 1.0 : -1.0;
        EXPECT_NEAR(mcnemar.difference.number(), side * 0.035, 1e-15);
        EXPECT_NEAR(mcnemar.interval->upper, name == "accuracy" ? wide.upper : -wide.lower, 1e-15);
        EXPECT_NEAR(figure_of(mcnemar, "p_equivalent").number(), 0.004176441333835404, 1e-14);
        EXPECT_NEAR(figure_of(mcnemar, "p_noninferior").number(), 4.25432441326627e-07, 1e-17);
        EXPECT_EQ(test_of(answer, "permutation").p_value.number(), mcnemar.p_value.number());
        EXPECT_EQ(test_of(answer, "sign").p_value.number(), mcnemar.p_value.number());
    }
    EXPECT_THROW(compared(Scored(truth, a), Scored(truth, b), {.margin = 0.0}), InputError);
}

TEST(Models, SmallestDifferencesShown) // METHODS I.7
{
    EXPECT_NEAR(compare::detail::mcnemar_detectable({40, 35, 500}, 0.05, 0.8).number(), 0.04841055405, 1e-10);
    EXPECT_EQ(compare::detail::mcnemar_detectable({0, 0, 500}, 0.05, 0.8).reason(),
              reasons::no_discordant_rows);
    for (const auto& [splits, smallest] :
         {std::pair(10.0, 0.04341469326), std::pair(30.0, 0.03305075357), std::pair(100.0, 0.02953694601)})
        EXPECT_NEAR(compare::detail::detectable_noncentrality(splits - 1, 0.05, 0.8) * 0.03 *
                        std::sqrt(1 / splits + 1.0 / 9),
                    smallest, 1e-11);
}

TEST(Models, ForecastsHaveDieboldAndMarianosValues) // METHODS I.5; R's forecast::dm.test
{
    const std::vector<double> e1 = {.8,   -1.1, .4,  2,   -.3, 1.2,  -.7, .9,
                                    -1.6, .2,   1.1, -.5, .6,  -2.1, 1.4, .3};
    const std::vector<double> e2 = {.5, -.9, .9, 1.2, -.6, .7, -1, .4, -1.1, .6, .3, -.8, 1, -1.3, .8, .7};
    std::vector<double> a, b;
    for (std::size_t i = 0; i < e1.size(); ++i) {
        a.push_back(e1[i] * e1[i]);
        b.push_back(e2[i] * e2[i]);
    }
    const PairedScores losses{a, b};
    const auto one = diebold_mariano(losses, 1, level);
    EXPECT_NEAR(one.statistic.number(), 1.9054226073129816, 1e-12);
    EXPECT_NEAR(one.p_value.number(), 0.07607636592497033, 1e-13);
    const auto two = diebold_mariano(losses, 2, level);
    EXPECT_NEAR(two.statistic.number(), 3.7652370407530222, 1e-11);
    EXPECT_NEAR(two.p_value.number(), 0.0018716787060878365, 1e-13);
    EXPECT_TRUE(two.warnings.empty());
    const auto three = diebold_mariano(losses, 3, level);
    EXPECT_NEAR(three.statistic.number(), 2.6977089373855914, 1e-12);
    EXPECT_NEAR(three.p_value.number(), 0.016534566175276117, 1e-13);
    ASSERT_EQ(three.warnings.size(), 1U);
    EXPECT_EQ(three.warnings[0].code, "dm_bartlett");
    EXPECT_THROW(diebold_mariano(losses, 17, level), InputError);
    const std::vector<double> zeros(16, 0.0);
    const auto answer = compared(Valued(zeros, e1), Valued(zeros, e2), {.measures = measure("mse", false)},
                                 {.time_ordered = true, .horizon = 2});
    EXPECT_EQ(primary(answer).test, "diebold_mariano");
    EXPECT_NEAR(primary(answer).p_value.number(), two.p_value.number(), 1e-13);
}

TEST(Models, ClustersAndWeights) // METHODS I.4
{
    const std::vector<std::uint32_t> cluster = {0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 4, 5};
    const std::vector<double> weight = {1, 1, 2, 1, 1, 1, .5, 1, 1, 2, 1, 1, 1, 1, 3};
    const std::vector<double> loss = {0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0};
    const std::vector<std::uint32_t> truth(15, 0);
    // A errs where the loss is 1, B never: the difference of error rates is the mean loss.
    const auto weighted =
        compared(Scored(truth, loss, weight), Scored(truth, std::vector<double>(15, 0.0), weight),
                 {.measures = measure("error_rate")}, {.cluster = cluster});
    EXPECT_EQ(primary(weighted).test, "gaffke");
    const auto& t = *std::ranges::find(weighted.comparisons, "paired_t", &Comparison::test);
    EXPECT_EQ(t.df, std::vector<double>{5});
    EXPECT_NEAR(t.difference.number(), 0.32432432432432434, 1e-15);
    const double quantile = 2.5705818356363146; // R's qt(.975, 5); SciPy 1.10's, which made the reference
                                                // limits, is 1e-9 too large
    EXPECT_NEAR(t.interval->lower, 0.32432432432432434 - quantile * 0.13081887385080576, 1e-14);
    EXPECT_NEAR(t.interval->upper, 0.32432432432432434 + quantile * 0.13081887385080576, 1e-14);
    EXPECT_EQ(weighted.warnings.at(0).code, "few_clusters");
    const auto unweighted = compared(Scored(truth, loss), Scored(truth, std::vector<double>(15, 0.0)),
                                     {.measures = measure("error_rate")}, {.cluster = cluster});
    EXPECT_EQ(primary(unweighted).test, "gaffke");
    const auto of_clusters = std::ranges::find(unweighted.comparisons, "paired_t", &Comparison::test);
    EXPECT_NEAR(of_clusters->interval->lower, 0.4 - quantile * 0.13226236552146395, 1e-14);
    // Areas: against scores that are all equal the difference is the area less a half, and so its variance.
    const std::vector<std::uint32_t> pairs = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4};
    const std::vector<double> flat(10, 0.5), w = {1, 2, 1, 1, 3, 1, 1, 2, 1, 1};
    const auto area =
        compared(Scored(y, s1), Scored(y, flat), {.measures = measure("roc_auc")}, {.cluster = pairs});
    EXPECT_NEAR(figure_of(primary(area), "standard_error").number(), std::sqrt(0.0236), 1e-14);
    EXPECT_EQ(primary(area).df, std::vector<double>{4});
    const auto heavy =
        compared(Scored(y, s1, w), Scored(y, flat, w), {.measures = measure("roc_auc")}, {.cluster = pairs});
    EXPECT_NEAR(figure_of(primary(heavy), "standard_error").number(), std::sqrt(0.030475192599826388), 1e-14);
    EXPECT_NEAR(primary(heavy).difference.number(), 0.21875, 1e-14);
}

TEST(Models, SplitsGetTheCorrectedTest) // METHODS E.4: error rates of ten folds of 100 rows
{
    const std::vector<int> errors = {4, 7, -2, 10, 3,
                                     6, 0, 9,  2,  5}; // of 200 rows: differences .02, .035 ...
    std::vector<std::uint32_t> truth, split;
    std::vector<double> a, b;
    for (std::uint32_t fold = 0; fold < 10; ++fold)
        for (int i = 0; i < 200; ++i) {
            truth.push_back(0);
            split.push_back(fold);
            a.push_back(i < 20 + errors[fold] ? 1 : 0);
            b.push_back(i < 20 ? 1 : 0);
        }
    const auto answer = compared(Scored(truth, a), Scored(truth, b),
                                 {.measures = measure("error_rate"), .margin = 0.05}, {.fold = split});
    const auto& corrected = primary(answer);
    EXPECT_EQ(corrected.test, "corrected_t");
    EXPECT_NEAR(corrected.statistic.number(), 2.515820142, 1e-9);
    EXPECT_NEAR(corrected.p_value.number(), 0.03299416102, 1e-10);
    EXPECT_EQ(corrected.interval->estimand, Estimand::procedure);
    EXPECT_NEAR(figure_of(corrected, "p_equivalent").number(), 0.005398706568448241, 1e-13);
    EXPECT_NEAR(figure_of(corrected, "tost_upper").number(), 0.038029955342082256, 1e-13);
    EXPECT_EQ(test_of(answer, "paired_t").warnings.at(0).code, "anti_conservative");
    const std::vector<RowFold> folds(10, {.train_rows = 800});
    const auto told = compared(Scored(truth, a), Scored(truth, b), {.measures = measure("error_rate")},
                               {.folds = folds, .fold = split});
    EXPECT_EQ(figure_of(primary(told), "test_train_ratio").number(), 0.25);
}

TEST(Models, ExchangingThemFlipsTheSign)
{
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        const Random rows(seed, 40);
        for (const char* name : {"accuracy", "error_rate", "roc_auc", "rank_loss", "f1", "mcc", "brier",
                                 "log_loss", "average_precision", "ece"})
            for (const bool weighted : {false, true})
                for (const bool clustered : {false, true}) {
                    if (clustered && !weighted && seed > 1) continue;
                    const auto w = weighted ? rows.weight : std::vector<double>{};
                    const ModelsOptions options{
                        .measures = measure(name), .margin = 0.1, .samples = 40, .permutations = 100};
                    const RowDesign design{.cluster =
                                               clustered ? rows.cluster : std::vector<std::uint32_t>()};
                    const auto ab = compared(Scored(rows.truth, rows.a, w), Scored(rows.truth, rows.b, w),
                                             options, design);
                    const auto ba = compared(Scored(rows.truth, rows.b, w), Scored(rows.truth, rows.a, w),
                                             options, design);
                    ASSERT_EQ(ab.comparisons.size(), ba.comparisons.size());
                    for (std::size_t i = 0; i < ab.comparisons.size(); ++i) {
                        const auto& x = ab.comparisons[i];
                        const auto& z = ba.comparisons[i];
                        const auto where = std::string(name) + ' ' + x.test + (weighted ? " weighted" : "") +
                                           (clustered ? " clustered" : "");
                        EXPECT_EQ(x.primary, z.primary) << where;
                        if (x.difference) {
                            EXPECT_EQ(x.difference.number(), -z.difference.number()) << where;
                        }
                        ASSERT_EQ(x.p_value.exists(), z.p_value.exists())
                            << where << ' ' << x.p_value.reason().name;
                        if (x.p_value) {
                            EXPECT_NEAR(x.p_value.number(), z.p_value.number(), 1e-12) << where;
                        }
                        ASSERT_EQ(x.interval.exists(), z.interval.exists()) << where;
                        if (x.interval) {
                            EXPECT_NEAR(x.interval->lower, -z.interval->upper, 1e-12) << where;
                            EXPECT_NEAR(x.interval->upper, -z.interval->lower, 1e-12) << where;
                            EXPECT_LE(x.interval->lower, x.interval->upper) << where;
                        }
                        if (x.primary && x.p_value) {
                            EXPECT_NEAR(figure_of(x, "p_equivalent").number(),
                                        figure_of(z, "p_equivalent").number(), 1e-12)
                                << where;
                        }
                    }
                }
    }
}

TEST(Models, EqualPredictionsHaveP1)
{
    const Random rows(4, 40);
    for (const char* name : {"accuracy", "roc_auc", "f1", "log_loss", "average_precision", "ece"})
        for (const bool clustered : {false, true}) {
            const RowDesign design{.cluster = clustered ? rows.cluster : std::vector<std::uint32_t>()};
            const auto answer =
                compared(Scored(rows.truth, rows.a), Scored(rows.truth, rows.a),
                         {.measures = measure(name), .samples = 50, .permutations = 50}, design);
            for (const auto& result : answer.comparisons) {
                EXPECT_EQ(result.p_value.number(), 1.0) << name << ' ' << result.test;
                EXPECT_EQ(result.difference.number(), 0.0) << name << ' ' << result.test;
                // Equal predictions show no spread; only Tango's and Gaffke's limits exist then.
                EXPECT_EQ(result.interval.exists(), result.test == "mcnemar_exact" || result.test == "gaffke")
                    << name << ' ' << result.test;
            }
            EXPECT_EQ(verdict_of(answer).leaders.size(), 2U) << test::said(answer);
        }
    const Valued numbers({1, 2, 3, 4}, {1.5, 2, 2, 5});
    for (const auto& result : compared(numbers, numbers).comparisons)
        EXPECT_EQ(result.p_value.number(), 1.0) << result.test;
}

TEST(Models, ThreadsDoNotMatter)
{
    const Random rows(5, 300, 100);
    const Scored a(rows.truth, rows.a), b(rows.truth, rows.b);
    for (const char* name : {"roc_auc", "f1", "log_loss", "average_precision"}) {
        ModelsOptions options{.measures = measure(name), .samples = 200, .permutations = 3000};
        const auto one = compared(a, b, options);
        options.threads = 3;
        EXPECT_EQ(one, compared(a, b, options)) << name;
    }
}

TEST(Models, OrderOfTheRowsDoesNotMatterWhereNothingIsDrawn)
{
    const Random rows(6, 50);
    Random turned = rows;
    for (auto* list : {&turned.a, &turned.b}) std::reverse(list->begin(), list->end());
    std::reverse(turned.truth.begin(), turned.truth.end());
    for (const char* name : {"accuracy", "roc_auc", "log_loss"}) {
        const auto one =
            compared(Scored(rows.truth, rows.a), Scored(rows.truth, rows.b), {.measures = measure(name)});
        const auto other = compared(Scored(turned.truth, turned.a), Scored(turned.truth, turned.b),
                                    {.measures = measure(name)});
        for (std::size_t i = 0; i < one.comparisons.size(); ++i) {
            const auto& x = one.comparisons[i];
            if (x.test == "bootstrap" || x.test == "permutation") continue;
            EXPECT_NEAR(x.p_value.number(), other.comparisons[i].p_value.number(), 1e-14)
                << name << ' ' << x.test;
        }
    }
}

TEST(Models, ReplicatesOfAreasAreThoseOfTheRowsDrawn)
{
    const Random rows(7, 40, 10);
    const Scored a(rows.truth, rows.a), b(rows.truth, rows.b);
    const compare::detail::RankedScores ranked_a(a.view()), ranked_b(b.view());
    const Draws draws{.seed = 9, .count = 40};
    const auto expect_equal = [](const Replicates& one, const Replicates& other) {
        ASSERT_EQ(one.sorted.size(), other.sorted.size());
        for (std::size_t i = 0; i < one.sorted.size(); ++i)
            EXPECT_NEAR(one.sorted[i], other.sorted[i], 1e-14);
    };
    std::vector<std::uint32_t> all(40);
    std::iota(all.begin(), all.end(), 0u);
    const Units units(all);
    const auto m = measure("roc_auc");
    const auto evaluated = compare::detail::difference_of_counts(m[0], a.view(), b.view(), units);
    const auto fast = compare::detail::auc_replicates(40, ranked_a, ranked_b, draws);
    expect_equal(
        fast, replicates(40, compare::detail::figure_difference(a.view(), b.view(), units, roc_area), draws));
    expect_equal(fast, replicates(40, evaluated, draws));
    EXPECT_NEAR(compare::detail::auc_acceleration(40, ranked_a, ranked_b).number(),
                acceleration_of(jackknife(40, evaluated, 1)).number(), 1e-12);
}

TEST(Models, ManyAreAdjustedOverThePairsOfOneTest)
{
    const Random rows(8, 80), others(9, 80);
    const Scored a(rows.truth, rows.a), b(rows.truth, rows.b), c(rows.truth, others.a);
    const std::vector<ModelPredictions> models = {{"A", a.view()}, {"B", b.view()}, {"C", c.view()}};
    const auto answer = compare_models(models, {}, {.samples = 100, .permutations = 100});
    std::size_t primaries = 0;
    for (const std::string test : {"mcnemar_exact", "delong"}) {
        std::vector<double> p, adjusted;
        for (const auto& result : answer.comparisons)
            if (result.test == test) {
                EXPECT_TRUE(result.primary);
                p.push_back(result.p_value.number());
                adjusted.push_back(result.p_value_adjusted.number());
                ++primaries;
            }
        ASSERT_EQ(p.size(), 3U);
        const auto lowest = static_cast<std::size_t>(std::min_element(p.begin(), p.end()) - p.begin());
        EXPECT_NEAR(adjusted[lowest], std::min(1.0, 3 * p[lowest]), 1e-15);
        for (std::size_t i = 0; i < 3; ++i) EXPECT_GE(adjusted[i], p[i]);
    }
    EXPECT_EQ(primaries, 6U);
    // Each pair has its interval at the level of Holm's step, which leaves out 0 where the pair is rejected.
    std::vector<double> outside;
    for (const auto& one : answer.comparisons) {
        if (one.test != "delong") continue;
        outside.push_back(0.05 / one.interval->level.outside());
        EXPECT_EQ(one.p_value_adjusted.number() <= 0.05,
                  one.interval->lower > 0.0 || one.interval->upper < 0.0);
    }
    const auto& of_three = test_of(answer, "delong");
    const std::vector<ModelPredictions> pair = {{"A", a.view()}, {"B", b.view()}};
    const auto alone =
        compare_models(pair, {}, {.level = of_three.interval->level, .samples = 100, .permutations = 100});
    EXPECT_NEAR(*std::ranges::max_element(outside), 3.0, 1e-9); // the first step is the strictest
    EXPECT_EQ(of_three.interval->lower, test_of(alone, "delong").interval->lower);
    EXPECT_EQ(of_three.holm->value(), 0.95);
    EXPECT_FALSE(test_of(alone, "delong").holm.has_value());
    EXPECT_NE(test::said(answer).find("adjusted p"), std::string::npos) << test::said(answer);
    EXPECT_EQ(static_cast<std::size_t>(std::count_if(answer.comparisons.begin(), answer.comparisons.end(),
                                                     [](const auto& one) { return one.primary; })),
              6U);
    EXPECT_EQ(answer.dominance.size(), 3U);
}

TEST(Models, SentencesAboutManyPairsAreShort)
{
    std::vector<std::uint32_t> truth;
    for (std::uint32_t i = 0; i < 200; ++i) truth.push_back(i % 2);
    std::vector<Scored> scored;
    for (std::uint32_t m = 0; m < 9; ++m) { // the last three are right, the others hardly
        std::vector<double> score;
        for (std::uint32_t i = 0; i < 200; ++i)
            score.push_back(((i * (7 + m) + i / 7) % 10 < 5 + (m > 5 ? 5 : 0)) == (i % 2 == 1) ? .9 : .1);
        scored.emplace_back(truth, score);
    }
    std::vector<ModelPredictions> models;
    for (std::size_t m = 0; m < scored.size(); ++m)
        models.push_back({"model" + std::to_string(m), scored[m].view()});
    const auto answer =
        compare_models(models, {}, {.measures = measure("accuracy"), .samples = 100, .permutations = 100});
    std::size_t differing = 0;
    for (const auto& one : answer.comparisons)
        differing += one.primary && one.p_value_adjusted && one.p_value_adjusted.number() <= 0.05;
    ASSERT_GT(differing, 6U);
    const auto verdict = verdict_of(answer);
    const auto leads = [&](const Comparison& one) {
        return one.a == verdict.leaders.front() || one.b == verdict.leaders.front();
    };
    const auto of_leader =
        static_cast<std::size_t>(std::ranges::count_if(answer.comparisons, [&](const auto& one) {
            return one.primary && leads(one) && one.p_value_adjusted && one.p_value_adjusted.number() <= 0.05;
        }));
    const auto text = test::said(answer);
    EXPECT_EQ(verdict.relations.size(), 36U);
    EXPECT_NE(text.find("Of the other 28 pairs, " + std::to_string(differing - of_leader) + " differ: "),
              std::string::npos)
        << text;
    EXPECT_NE(text.find(" and " + std::to_string(differing - of_leader - 6) + " more."), std::string::npos)
        << text;
    EXPECT_NE(answer.not_shown.find(" in accuracy, by pair, would be detected"), std::string::npos)
        << answer.not_shown;
    EXPECT_LT(text.size() + answer.not_shown.size(), 1500U);
}

TEST(Models, WhatDoesNotExistHasAReason)
{
    const Scored one_class({1, 1, 1}, {.2, .6, .7}), other({1, 1, 1}, {.1, .6, .2});
    const auto answer = compared(one_class, other, {.measures = measure("roc_auc")});
    EXPECT_EQ(primary(answer).p_value.reason(), reasons::one_class);
    // DeLong's variance is 0 where one area is 1 and the other 0: the permutation test is primary.
    const Scored best({0, 0, 0, 1, 1, 1}, {.1, .2, .3, .7, .8, .9}),
        worst({0, 0, 0, 1, 1, 1}, {.9, .8, .7, .3, .2, .1});
    const auto extreme = compared(best, worst, {.measures = measure("roc_auc")});
    EXPECT_EQ(test_of(extreme, "delong").p_value.reason(), reasons::zero_variance);
    EXPECT_EQ(primary(extreme).test, "permutation");
    EXPECT_TRUE(primary(extreme).p_value.exists());
    EXPECT_THROW(compared(best, one_class), InputError);
    EXPECT_THROW(compared(best, Scored({0, 0, 1, 1, 1, 1}, {.1, .2, .3, .7, .8, .9})), InputError);
    const std::vector<ModelPredictions> twice = {{"A", best.view()}, {"A", best.view()}};
    EXPECT_THROW(compare_models(twice, {}, {}), InputError);
}

} // namespace
