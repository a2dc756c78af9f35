// Intervals of calibration errors and lines, and of r2: by hand, from an oracle, and how often they cover.
#include "measure/examples.hpp"
#include "support/oracle.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"

#include "measure/calibration_line.hpp"
#include "unseen/stats/random.hpp"
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <sstream>
#include <string>

namespace unseen {
namespace {

using test::Judged;
using test::measure;

IntervalResult calibration_interval(const Judged& judged, const std::string& name,
                                    const std::string& method = "auto")
{
    const auto m = measure(name);
    return judged.with_view([&](const PredictionView& view) {
        return make_test_interval(
            method,
            {.predictions = &view, .measure = &m, .value = evaluate(m, view).number(), .samples = 500},
            Level(0.95));
    });
}

Judged of_probabilities(const std::vector<double>& p, const std::vector<std::uint32_t>& truth)
{
    Judged judged{.n_classes = 2, .true_label = truth};
    for (const double s : p) {
        judged.label.push_back(s >= 0.5 ? 1 : 0);
        judged.scores.insert(judged.scores.end(), {1 - s, s});
    }
    return judged;
}

TEST(CalibrationMean, OfOneBinIsTheIntervalOfAMeanOfDifferences)
{
    // 40 rows of probability 0.25, 30 of which come true: differences .75 and -.25, mean .5, surely positive.
    std::vector<std::uint32_t> truth(40, 0);
    std::fill_n(truth.begin(), 30, 1u);
    const auto result = calibration_interval(of_probabilities(std::vector<double>(40, 0.25), truth), "ece");
    ASSERT_TRUE(result.interval) << result.interval.reason().name;
    const double deviation = std::sqrt((30 * .5625 + 10 * .0625) / 40 - .25) / std::sqrt(40.0);
    EXPECT_NEAR(result.interval->upper, 0.5 + 1.959963984540054 * deviation, 1e-12);
    EXPECT_NEAR(result.interval->lower, 0.5 - 1.959963984540054 * deviation,
                0.35 * deviation); // a quantile of 500 draws
    EXPECT_EQ(result.interval->method, "bins");
    EXPECT_EQ(result.interval->estimand, Estimand::model);
}

TEST(CalibrationMax, IsThatOfTheExactLimitsOfTheBins)
{
    // Two bins: 10 rows of .25, 6 true; 20 rows of .75, 5 true.
    std::vector<double> p(10, 0.25);
    p.insert(p.end(), 20, 0.75);
    std::vector<std::uint32_t> truth(30, 0);
    std::fill_n(truth.begin(), 6, 1u);
    std::fill_n(truth.begin() + 10, 5, 1u);
    const auto result = calibration_interval(of_probabilities(p, truth), "mce");
    const auto second = clopper_pearson(5, 20, 0.025);
    ASSERT_TRUE(result.interval);
    EXPECT_NEAR(result.interval->lower, 0.75 - second.upper, 1e-15);
    EXPECT_NEAR(result.interval->upper,
                std::max(0.75 - second.lower, clopper_pearson(6, 10, 0.025).upper - 0.25), 1e-15);
}

TEST(CalibrationMax, HoldsItsValueToTheLastBit)
{
    // Bins that all come true, the limit of whose frequency is 1: the value is its distance from the mean
    // probability, summed in another order.
    for (std::size_t rows = 1; rows < 8; ++rows)
        for (int k = 1; k < 300; ++k) {
            std::vector<double> p;
            for (std::size_t i = 0; i < rows; ++i)
                p.push_back(0.001 * k / 3 + 0.0001 * static_cast<double>(i));
            const auto judged = of_probabilities(p, std::vector<std::uint32_t>(rows, 1));
            const auto m = measure("mce");
            const double value =
                judged.with_view([&](const PredictionView& view) { return evaluate(m, view).number(); });
            const auto limits = *calibration_interval(judged, "mce").interval;
            EXPECT_LE(limits.lower, value);
            EXPECT_GE(limits.upper, value);
        }
}

/// Rows written as p:y or p:y:cluster.
struct WrittenRows {
    std::vector<double> p{};
    std::vector<std::uint32_t> truth{}, cluster{};

    explicit WrittenRows(const std::vector<std::string>& cells)
    {
        for (const auto& cell : cells) {
            std::istringstream in(cell);
            char colon = 0;
            std::uint32_t number = 0;
            double probability = 0.0;
            in >> probability >> colon >> number;
            p.push_back(probability);
            truth.push_back(number);
            if (in >> colon >> number) cluster.push_back(number);
        }
    }
};

Judged of_numbers(const std::vector<double>& predicted, const std::vector<std::uint32_t>& truth)
{
    return {.true_value = {truth.begin(), truth.end()}, .value = predicted};
}

TEST(TestIntervals, OfCalibrationAndExplainedSharesAreThoseOfTheOracle)
{
    auto table = test::oracle_table("calibration_limits.txt");
    for (std::size_t i = table.size(); i-- > 0;)
        if (table[i][1] == "r2") {
            table.push_back(table[i]);
            table.back()[1] = "scaled_brier";
        }
    const std::map<std::string, std::string> methods = {{"r2", "log_ratio"},
                                                        {"scaled_brier", "log_ratio"},
                                                        {"oe_ratio", "beta_ratio"},
                                                        {"calibration_slope", "lr_scaled"},
                                                        {"calibration_intercept", "lr_scaled"}};
    for (const auto& row : table) {
        SCOPED_TRACE(row[0] + " " + row[1]);
        const WrittenRows rows({row.begin() + 5, row.end()});
        const bool numbers = row[1] == "r2";
        const auto judged = numbers ? of_numbers(rows.p, rows.truth) : of_probabilities(rows.p, rows.truth);
        const auto m = numbers ? make_measure(Spec("r2"), false) : measure(row[1]);
        judged.with_view([&](const PredictionView& view) {
            const auto value = evaluate(m, view);
            if (!value) {
                EXPECT_EQ(value.reason().name, row[2]);
                const auto known = half_open_interval(
                    {.predictions = &view, .measure = &m, .cluster = rows.cluster}, Level(0.95));
                ASSERT_EQ(known.has_value(), row[3] != "none");
                if (!known) return;
                EXPECT_EQ(known->method, "lr_scaled");
                for (const auto& [limit, expected] :
                     {std::pair(known->lower, std::stod(row[3])), std::pair(known->upper, std::stod(row[4]))})
                    EXPECT_TRUE(limit == expected || std::abs(limit - expected) < 1e-9) << limit;
                return;
            }
            EXPECT_NEAR(value.number(), std::stod(row[2]), 1e-9);
            const auto result = make_test_interval(
                "auto",
                {.predictions = &view, .measure = &m, .value = value.number(), .cluster = rows.cluster},
                Level(0.95));
            ASSERT_TRUE(result.interval) << result.interval.reason().name;
            EXPECT_EQ(result.interval->method, methods.at(row[1]));
            for (const auto& [limit, expected] :
                 {std::pair(result.interval->lower, row[3]), std::pair(result.interval->upper, row[4])})
                EXPECT_NEAR(limit, std::stod(expected), 1e-8 * std::max(1.0, std::abs(limit)));
        });
    }
}

TEST(TestIntervals, OfNetBenefitAreThoseOfTheOracle)
{
    for (const auto& line : test::oracle_table("net_benefit.txt")) {
        SCOPED_TRACE(line[0] + ' ' + line[1]);
        std::vector<double> p;
        std::vector<std::uint32_t> truth;
        for (std::size_t cell = 0; cell < 4; ++cell) // tp, fn, fp, tn
            for (int i = 0; i < std::stoi(line[1 + cell]); ++i) {
                p.push_back(cell % 2 == 0 ? 0.999 : 0.0);
                truth.push_back(cell < 2 ? 1 : 0);
            }
        for (const auto& [name, at] :
             {std::pair("net_benefit:", 5u), std::pair("standardised_net_benefit:", 8u),
              std::pair("net_benefit:over=all,", 11u),
              std::pair("standardised_net_benefit:over=all,", 14u)}) {
            const auto m = measure(name + ("threshold=" + line[0]));
            of_probabilities(p, truth).with_view([&](const PredictionView& view) {
                const double value = evaluate(m, view).number();
                EXPECT_NEAR(value, std::stod(line[at]), 1e-12);
                const auto result = make_test_interval(
                    "auto", {.predictions = &view, .measure = &m, .value = value}, Level(0.95));
                ASSERT_TRUE(result.interval);
                EXPECT_EQ(result.interval->method, "mover_benefit");
                EXPECT_NEAR(result.interval->lower, std::stod(line[at + 1]), 1e-9);
                EXPECT_NEAR(result.interval->upper, std::stod(line[at + 2]), 1e-9);
            });
        }
    }
}

TEST(TestIntervals, OfRatiosOver0HaveALowerLimit)
{
    // Limits by another program (Miettinen & Nurminen 1985).
    const auto lower_of = [](std::vector<double> cells) {
        const Confusion matrix{.classes = 2, .positive = 1, .cells = std::move(cells), .counted = {1, 1}};
        const auto m = measure("positive_likelihood_ratio");
        return half_open_interval({.measure = &m, .confusion = &matrix}, Level(0.95));
    };
    const auto many = lower_of({20, 0, 5, 5}); // tn, fp, fn, tp
    ASSERT_TRUE(many);
    EXPECT_NEAR(many->lower, 2.8419092305224423, 1e-9);
    EXPECT_TRUE(std::isinf(many->upper));
    EXPECT_NEAR(lower_of({10, 0, 0, 10})->lower, 3.473018830456554, 1e-9);
    EXPECT_FALSE(lower_of({5, 0, 5, 0})); // nothing is predicted to be positive
}

TEST(CalibrationIntervals, AreNotDrawnFromRows)
{
    const auto judged = test::random_classes(50, 3, 1);
    EXPECT_THROW(calibration_interval(judged, "ece", "bca"), InputError);
    EXPECT_EQ(calibration_interval(judged.weighted(std::vector<double>(50, 2.0)), "mce").interval.reason(),
              reasons::no_interval_for_design);
}

/// If `cluster` is empty, single rows are drawn.
IntervalResult robust(const Judged& judged, const std::vector<std::uint32_t>& cluster,
                      const std::string& name = "ece")
{
    const auto m = measure(name);
    return judged.with_view([&](const PredictionView& view) {
        return make_test_interval("auto",
                                  {.predictions = &view,
                                   .measure = &m,
                                   .value = evaluate(m, view).number(),
                                   .samples = 4000,
                                   .cluster = cluster},
                                  Level(0.95));
    });
}

TEST(CalibrationLine, HasTheSameLimitsWhereAllWeightsAreAThousandTimesAsLarge)
{
    const auto judged = test::random_classes(80, 2, 3);
    Stream stream(5, Purpose::generation);
    std::vector<double> weight, larger;
    for (std::size_t i = 0; i < judged.size(); ++i) {
        weight.push_back(0.1 + stream.uniform());
        larger.push_back(1000.0 * weight.back());
    }
    for (const char* name : {"calibration_slope", "calibration_intercept"}) {
        const auto small = calibration_interval(judged.weighted(weight), name);
        const auto large = calibration_interval(judged.weighted(larger), name);
        ASSERT_TRUE(small.interval) << small.interval.reason().name;
        EXPECT_NEAR(small.interval->lower, large.interval->lower, 1e-9);
        EXPECT_NEAR(small.interval->upper, large.interval->upper, 1e-9);
    }
}

TEST(CalibrationLine, OfClustersOfOneRowNearsThatOfRows)
{
    const auto judged = test::random_classes(80, 2, 3);
    std::vector<std::uint32_t> own(judged.size());
    std::iota(own.begin(), own.end(), 0u);
    for (const char* name : {"calibration_slope", "calibration_intercept"}) {
        // The rules differ in terms of the order 1/n, about a hundredth of the half width here.
        const auto rows = calibration_interval(judged, name);
        const auto clusters = robust(judged, own, name);
        EXPECT_NEAR(rows.interval->lower, clusters.interval->lower, 0.1);
        EXPECT_NEAR(rows.interval->upper, clusters.interval->upper, 0.1);
    }
}

TEST(CalibrationMean, WarnsOfFewerThanAHundredRows)
{
    for (const std::size_t rows : {99u, 100u}) {
        std::vector<std::uint32_t> truth(rows, 0);
        std::fill_n(truth.begin(), rows / 2, 1u);
        const auto warnings =
            calibration_interval(of_probabilities(std::vector<double>(rows, 0.25), truth), "ece").warnings;
        EXPECT_EQ(warnings.size(), rows < 100 ? 1u : 0u);
        for (const auto& warning : warnings) EXPECT_EQ(warning.code, "few_rows_in_bins");
    }
}

TEST(RobustCalibrationMean, OfOneBinIsTheIntervalOfAMeanOverClusters)
{
    // Five clusters of 8 rows of probability .25, of which 6, 6, 5, 7, 6 come true: mean difference .5, means
    // of clusters .5, .5, .375, .625, .5.
    std::vector<std::uint32_t> truth(40, 0);
    std::vector<std::uint32_t> cluster;
    const std::size_t positives[] = {6, 6, 5, 7, 6};
    for (std::uint32_t c = 0; c < 5; ++c) {
        std::fill_n(truth.begin() + 8 * c, positives[c], 1u);
        cluster.insert(cluster.end(), 8, c);
    }
    const auto judged = of_probabilities(std::vector<double>(40, 0.25), truth);
    const auto result = robust(judged, cluster);
    ASSERT_TRUE(result.interval) << result.interval.reason().name;
    // Sums of clusters over n, less a fifth of the whole: 0, 0, -1/40, 1/40, 0. Variance 5/4 2/1600; t with 4
    // degrees of freedom.
    const double deviation = std::sqrt(1.25 * 2 / 1600);
    EXPECT_NEAR(result.interval->upper, 0.5 + 2.7764451051977987 * deviation, 1e-12);
    EXPECT_NEAR(result.interval->lower, 0.5 - 2.7764451051977987 * deviation,
                0.15 * deviation); // a quantile of 4000 draws
    EXPECT_EQ(result.interval->method, "robust_bins");
    ASSERT_EQ(result.warnings.size(), 3u);
    EXPECT_EQ(result.warnings[0].code, "few_clusters");
    EXPECT_EQ(result.warnings[1].code, "few_rows_in_bins");
    EXPECT_EQ(result.warnings[2].code, "shorter_with_clusters"); // the clusters agree more than rows would
    // Weights that are all equal change nothing.
    const auto doubled = robust(judged.weighted(std::vector<double>(40, 2.0)), cluster);
    EXPECT_NEAR(doubled.interval->upper, result.interval->upper, 1e-14);
    EXPECT_NEAR(doubled.interval->lower, result.interval->lower, 1e-14);
    EXPECT_EQ(robust(judged, std::vector<std::uint32_t>(40, 3)).interval.reason(), reasons::one_cluster);
    EXPECT_EQ(
        robust(of_probabilities(std::vector<double>(40, 0.25), std::vector<std::uint32_t>(40, 1)), cluster)
            .interval.reason(),
        reasons::zero_variance);
}

TEST(RobustCalibrationMean, OfSureBinsIsTheLinearOneAndOfUnsureOnesTakesTheWorstSigns)
{
    // Two bins. In each cluster the differences of one go up where those of the other go down.
    Stream stream(4, Purpose::generation, 1);
    for (const bool sure : {true, false}) {
        std::vector<double> p;
        std::vector<std::uint32_t> truth;
        std::vector<std::uint32_t> cluster;
        std::vector<double> weight;
        for (std::uint32_t c = 0; c < 40; ++c) {
            const double shift = 0.3 * (stream.uniform() - 0.5);
            for (int i = 0; i < 12; ++i) {
                p.push_back(i % 2 == 0 ? 0.25 : 0.75);
                const double chance = p.back() + (i % 2 == 0 ? 1 : -1) * (shift + (sure ? 0.4 : 0.0));
                truth.push_back(stream.uniform() < chance ? 1 : 0);
                cluster.push_back(c);
                weight.push_back(0.25 * static_cast<double>(1 + stream.below(8)));
            }
        }
        const auto judged = of_probabilities(p, truth).weighted(weight);
        const auto result = robust(judged, cluster);
        ASSERT_TRUE(result.interval) << result.interval.reason().name;
        // By hand: influences of the clusters in both bins.
        double total = 0.0;
        for (const double w : weight) total += w;
        double s[2] = {0, 0};
        for (std::size_t i = 0; i < p.size(); ++i) s[i % 2] += weight[i] * (truth[i] - p[i]) / total;
        double v[2][2] = {{0, 0}, {0, 0}};
        for (std::uint32_t c = 0; c < 40; ++c) {
            double d[2] = {0, 0};
            for (std::size_t i = 12 * c; i < 12 * c + 12; ++i)
                for (std::size_t b = 0; b < 2; ++b)
                    d[b] += weight[i] * ((i % 2 == b ? truth[i] - p[i] : 0.0) - s[b]) / total;
            for (std::size_t b = 0; b < 2; ++b)
                for (std::size_t k = 0; k < 2; ++k) v[b][k] += 40.0 / 39 * d[b] * d[k];
        }
        const double cross = sure ? (s[0] * s[1] < 0 ? -1 : 1) * v[0][1] : std::abs(v[0][1]);
        const double value = std::abs(s[0]) + std::abs(s[1]);
        EXPECT_NEAR(result.interval->upper,
                    value + student_t_quantile(0.975, 39) * std::sqrt(v[0][0] + v[1][1] + 2 * cross), 1e-12);
        if (sure) {
            const double deviation = std::sqrt(v[0][0] + v[1][1] + 2 * cross);
            EXPECT_NEAR(result.interval->lower, value - student_t_quantile(0.975, 39) * deviation,
                        0.15 * deviation);
        } else {
            EXPECT_EQ(result.interval->lower, 0.0);
        }
    }
}

TEST(RobustCalibrationMean, DependsOnNoOrderOfRowsAndOnNoRowOfWeightZero)
{
    const auto judged = test::random_classes(60, 3, 6);
    std::vector<double> weight;
    std::vector<std::uint32_t> cluster;
    Stream stream(8, Purpose::generation);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        weight.push_back(static_cast<double>(stream.below(4)) / 3);
        cluster.push_back(static_cast<std::uint32_t>(stream.below(15)));
    }
    std::vector<std::size_t> order(judged.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    stream.shuffle(std::span(order));
    std::erase_if(order, [&](std::size_t i) { return weight[i] == 0.0; });
    std::vector<double> some_weight;
    std::vector<std::uint32_t> some_cluster;
    for (const auto i : order) {
        some_weight.push_back(weight[i]);
        some_cluster.push_back(cluster[i]);
    }
    for (const bool clustered : {true, false}) {
        const auto all = robust(judged.weighted(weight), clustered ? cluster : std::vector<std::uint32_t>());
        const auto some = robust(judged.rows(order).weighted(some_weight),
                                 clustered ? some_cluster : std::vector<std::uint32_t>());
        ASSERT_TRUE(all.interval) << all.interval.reason().name;
        EXPECT_EQ(some.interval->lower, all.interval->lower);
        EXPECT_EQ(some.interval->upper, all.interval->upper);
    }
    EXPECT_EQ(robust(test::random_classes(3000, 2, 1), std::vector<std::uint32_t>(3000, 0), "ece:bins=1000")
                  .interval.reason(),
              reasons::one_cluster);
    std::vector<std::uint32_t> own(3000);
    std::iota(own.begin(), own.end(), 0u);
    EXPECT_EQ(robust(test::random_classes(3000, 2, 1), own, "ece:bins=1000").interval.reason(),
              reasons::too_many_bins);
}

TEST(RobustCalibrationMean, CoversRowsOfClusters)
{
    // 25 clusters of 8 rows that come true together: P(+ | u) = u^g for each, by one normal number a cluster
    // and one a row.
    const double powers[] = {1.0, 2.0};
    const double means[] = {0.0, 0.1667};
    constexpr int runs = 100;
    for (std::size_t k = 0; k < 2; ++k) {
        int covered = 0;
        for (std::uint64_t run = 0; run < runs; ++run) {
            Stream stream(10, Purpose::generation, run, k);
            const auto normal = [&] { return normal_quantile(stream.uniform() + 0x1p-54); };
            std::vector<double> p;
            std::vector<std::uint32_t> truth;
            std::vector<std::uint32_t> cluster;
            for (std::uint32_t c = 0; c < 25; ++c) {
                const double shared = normal();
                for (int i = 0; i < 8; ++i) {
                    p.push_back(stream.uniform());
                    truth.push_back(
                        0.6 * shared + 0.8 * normal() < normal_quantile(std::pow(p.back(), powers[k])) ? 1
                                                                                                       : 0);
                    cluster.push_back(c);
                }
            }
            const auto m = measure("ece");
            const auto limits = of_probabilities(p, truth).with_view([&](const PredictionView& view) {
                return *make_test_interval("auto",
                                           {.predictions = &view,
                                            .measure = &m,
                                            .value = evaluate(m, view).number(),
                                            .samples = 200,
                                            .cluster = cluster},
                                           Level(0.95))
                            .interval;
            });
            covered += limits.lower <= means[k] && means[k] <= limits.upper ? 1 : 0;
        }
        EXPECT_GE(covered, runs * (0.95 - 4 * std::sqrt(.95 * .05 / runs)))
            << powers[k]; // four Monte-Carlo errors
    }
}

TEST(CalibrationIntervals, CoverWhereABootstrapDoesNot)
{
    // u ~ U(0,1), P(+ | u) = u^g. g = 1: both errors are 0, and every bootstrap sample's are more.
    const double powers[] = {1.0, 1.2, 2.0};
    const double means[] = {0.0, 0.0455, 0.1667}; // of 4 10^6 rows, +- .0003
    constexpr int runs = 200;
    for (std::size_t k = 0; k < 3; ++k) {
        int covered = 0;
        for (std::uint64_t run = 0; run < runs; ++run) {
            Stream stream(9, Purpose::generation, run, k);
            std::vector<double> p;
            std::vector<std::uint32_t> truth;
            for (int i = 0; i < 400; ++i) {
                p.push_back(stream.uniform());
                truth.push_back(stream.uniform() < std::pow(p.back(), powers[k]) ? 1 : 0);
            }
            const auto limits = *calibration_interval(of_probabilities(p, truth), "ece").interval;
            covered += limits.lower <= means[k] && means[k] <= limits.upper ? 1 : 0;
        }
        EXPECT_GE(covered, runs * (0.95 - 4 * std::sqrt(.95 * .05 / runs)))
            << powers[k]; // four Monte-Carlo errors
    }
}

/// The same line from groups of many rows as from each row, which weights of 2 ask for.
TEST(CalibrationLine, OfManyRowsIsThatOfEach)
{
    Stream stream(5, Purpose::generation, 0, 0);
    std::vector<double> scores, weights;
    std::vector<std::uint32_t> truth;
    for (int i = 0; i < 140000; ++i) {
        const double u = static_cast<double>(stream.below(1U << 30)) * 0x1p-30;
        scores.push_back(u * u);
        truth.push_back(static_cast<double>(stream.below(1U << 30)) * 0x1p-30 < 0.2 + 0.5 * u ? 1 : 0);
    }
    scores[0] = 0.0; // a logit far from the others
    weights.assign(scores.size(), 2.0);
    const Labels classes({"a", "b"});
    PredictionView view{
        .classes = &classes, .positive = 1, .one_score = true, .true_label = truth, .scores = scores};
    for (const bool slope : {true, false}) {
        view.weight = {};
        const auto rows = logit_rows(view);
        EXPECT_LT(condensed(rows).x.size(), 60000U);
        const auto fast = line_of(rows, slope);
        view.weight = weights;
        const auto each = logit_rows(view);
        EXPECT_EQ(condensed(each).x.size(), scores.size());
        const auto exact = line_of(each, slope);
        for (const int k : {0, 1}) EXPECT_NEAR(fast->at[k], exact->at[k], 1e-10);
        EXPECT_NEAR(fast->likelihood / (exact->likelihood / 2.0), 1.0, 1e-10);
    }
}

} // namespace
} // namespace unseen
