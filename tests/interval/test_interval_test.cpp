// Intervals for the predictions of one test set: the numbers of docs/METHODS.md I.1 to I.3 and I.18, other
// programs', and laws.
#include "draws/bca.hpp"
#include "interval/cells_bootstrap.hpp"
#include "interval/limits.hpp"
#include "interval/rank_limits.hpp"
#include "measure/examples.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"
#include "support/shared_data.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/stats/binomial_draw.hpp"
#include "unseen/stats/distributions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace unseen {
namespace {

using test::Judged;
using test::measure;

Judged scored(const std::vector<double>& positives, const std::vector<double>& negatives)
{
    Judged judged{.n_classes = 2};
    const auto add = [&](std::uint32_t c, double s) {
        judged.true_label.push_back(c);
        judged.label.push_back(s >= 0.5 ? 1 : 0);
        judged.scores.insert(judged.scores.end(), {-s, s});
    };
    for (const double s : positives) add(1, s);
    for (const double s : negatives) add(0, s);
    return judged;
}

/// TP, FN, FP, TN.
Judged cells(int tp, int fn, int fp, int tn)
{
    Judged judged{.n_classes = 2};
    const auto add = [&](int times, std::uint32_t truth, std::uint32_t label) {
        judged.true_label.insert(judged.true_label.end(), static_cast<std::size_t>(times), truth);
        judged.label.insert(judged.label.end(), static_cast<std::size_t>(times), label);
    };
    add(tp, 1, 1);
    add(fn, 1, 0);
    add(fp, 0, 1);
    add(tn, 0, 0);
    return judged;
}

IntervalResult interval(const Judged& judged, const std::string& name, const std::string& method = "auto",
                        double level = 0.95)
{
    const auto m = measure(name);
    return judged.with_view([&](const PredictionView& view) {
        return make_test_interval(
            method, {.predictions = &view, .measure = &m, .value = evaluate(m, view).number()}, Level(level));
    });
}

void expect_ends(const IntervalResult& result, double lower, double upper, double tolerance = 1e-9)
{
    ASSERT_TRUE(result.interval) << result.interval.reason().name;
    EXPECT_NEAR(result.interval->lower, lower, tolerance); // documented with ten digits
    EXPECT_NEAR(result.interval->upper, upper, tolerance);
    EXPECT_EQ(result.interval->estimand, Estimand::model);
}

Judged ten_pairs_of_scores() { return scored({.9, .8, .7, .5, .3}, {.8, .6, .5, .4, .1}); }

TEST(AucInterval, IsThatOfTheDocumentedExamples)
{
    expect_ends(interval(ten_pairs_of_scores(), "roc_auc"), 0.22417677167181466, 0.9398587367010928);
    expect_ends(interval(ten_pairs_of_scores(), "roc_auc", "delong"), 0.3143734597158522, 1.0);
    expect_ends(interval(ten_pairs_of_scores(), "roc_auc", "logit_z"), 0.2836358917116721,
                0.9193865266017832);
    expect_ends(interval(ten_pairs_of_scores(), "roc_auc", "kl"), 0.1446710125876095, 0.9854980841219193);
    // v below its floor: one inversion among 40 pairs.
    const auto one_wrong = scored({3, 4, 5, 6, 1.5}, {1, 2, 0, -1, -2, -3, -4, -5});
    expect_ends(interval(one_wrong, "roc_auc"), 0.42920800757402183, 0.9995058644764192);
    expect_ends(interval(one_wrong, "roc_auc", "logit_z"), 0.6943810919642194, 0.9985084418355212);
}

TEST(AucInterval, CountsNoMoreRowsThanFourTimesTheSmallerClass)
{
    // 5 positives, the last of them below 3 of 95 negatives: A = 1 - 3/475. DeLong's variance is far below A
    // (1 - A) / 20.
    std::vector<double> negatives(95);
    std::iota(negatives.begin(), negatives.end(), -91.5); // to 2.5
    const double area = 1.0 - 3.0 / 475.0;
    const double of_positives =
        (4 * std::pow(3.0 / 475.0, 2) + std::pow(3.0 / 95.0 - 3.0 / 475.0, 2)) / 4 / 5;
    const double of_negatives =
        (92 * std::pow(3.0 / 475.0, 2) + 3 * std::pow(0.2 - 3.0 / 475.0, 2)) / 94 / 95;
    const double df = std::pow(of_positives + of_negatives, 2) /
                      (std::pow(of_positives, 2) / 4 + std::pow(of_negatives, 2) / 94);
    const double half = student_t_quantile(0.975, df) / std::sqrt(20.0 * area * (1 - area));
    const double upper = 1 / (1 + std::exp(-half) * (1 - area) / area);
    const auto result = interval(scored({7, 8, 9, 10, -0.2}, negatives), "roc_auc");
    ASSERT_TRUE(result.interval);
    EXPECT_NEAR(result.interval->upper, upper, 1e-12);
}

TEST(AucInterval, IsDistributionFreeWhereRanksShowNoSpread)
{
    for (const char* method : {"auto", "logit", "logit_z", "kl"}) {
        SCOPED_TRACE(method);
        const auto apart = interval(scored({3, 4, 5, 6, 7}, {1, 2, 0, -1, -2, -3, 2.5}), "roc_auc", method);
        expect_ends(apart, std::pow(0.025, 0.2), 1.0); // 0 errors on 5 independent pairs
        expect_ends(interval(scored({1, 2, 3}, {4, 5, 6, 7}), "roc_auc", method), 0.0, 0.7075982261787134);
        expect_ends(
            interval(scored(std::vector<double>(6, 1.0), std::vector<double>(4, 1.0)), "roc_auc", method),
            0.0412282383931033, 0.9587717616068967);
        const bool exact = std::string(method) == "kl" || std::string(method) == "auto";
        EXPECT_EQ(apart.warnings.size(), exact ? 0u : 1u);
        EXPECT_EQ(apart.interval->guarantee, exact ? Guarantee::exact : Guarantee::asymptotic);
        for (const auto& warning : apart.warnings) EXPECT_EQ(warning.code, "auc_zero_variance");
    }
}

TEST(AucInterval, WarnsOfFewErrors)
{
    const auto result = interval(ten_pairs_of_scores(), "roc_auc");
    ASSERT_EQ(result.warnings.size(), 1u); // 5 x .32 < 5
    EXPECT_EQ(result.warnings[0].code, "auc_few_errors");
    std::vector<double> scores(40);
    std::iota(scores.begin(), scores.end(), 0.0);
    EXPECT_TRUE(interval(scored(scores, scores), "roc_auc").warnings.empty()); // 40 x .5
}

TEST(AucInterval, OfRankLossIsTheMirror)
{
    for (const char* method : {"logit", "delong", "kl", "bca", "percentile"}) {
        const auto area = interval(ten_pairs_of_scores(), "roc_auc", method).interval;
        expect_ends(interval(ten_pairs_of_scores(), "rank_loss", method), 1 - area->upper, 1 - area->lower,
                    1e-15);
    }
}

TEST(AucInterval, NeedsTwoRowsOfEachClassUnlessItIsDistributionFree)
{
    EXPECT_EQ(interval(scored({1}, {0, 2}), "roc_auc").interval.reason(), reasons::too_few_rows);
    EXPECT_TRUE(interval(scored({1}, {0, 2}), "roc_auc", "kl").interval);
}

TEST(AucInterval, CoversWhereThatOfDelongDoesNot)
{
    // Normal scores with equal deviations, METHODS I.1: (AUC, P, N), and the coverage there of 5000 runs:
    // delong .74, .84, .89.
    struct Case {
        double auc;
        std::size_t positives, negatives;
        double delong;
    };
    constexpr int runs = 1000;
    for (const auto& c : {Case{.98, 10, 90, .7366}, Case{.95, 20, 20, .8358}, Case{.90, 20, 80, .8878}}) {
        const double shift = normal_quantile(c.auc) * std::sqrt(2.0);
        int covered = 0;
        int by_delong = 0;
        for (std::uint64_t run = 0; run < runs; ++run) {
            Stream stream(31, Purpose::generation, run, c.positives);
            const auto normals = [&](std::size_t n, double mean) {
                std::vector<double> values(n);
                for (auto& v : values) v = mean + normal_quantile(stream.uniform() + 0x1p-54);
                return values;
            };
            const auto positives = normals(c.positives, shift);
            const auto v =
                scored(positives, normals(c.negatives, 0.0)).with_view([](const PredictionView& view) {
                    return auc_variance(ranking_of(view));
                });
            const auto holds = [&](const Limits& limits) {
                return limits.lower <= c.auc && c.auc <= limits.upper ? 1 : 0;
            };
            covered += holds(auc_logit(v, 0.05));
            by_delong += holds(auc_delong(v, 0.05));
        }
        SCOPED_TRACE(c.auc);
        const auto share = [&](int n) { return n / static_cast<double>(runs); };
        EXPECT_GE(share(covered), 0.95 - 4 * std::sqrt(.95 * .05 / runs)); // four Monte-Carlo errors
        EXPECT_NEAR(share(by_delong), c.delong, 4 * std::sqrt(.2 * .8 / runs));
    }
}

TEST(AucVariance, IsThatOfProc)
{
    std::size_t compared = 0;
    for (const auto& line : test::oracle_table("auc_proc.txt")) {
        const auto path = test::shared_data("predictions/" + line[0]);
        if (!path) GTEST_SKIP() << "shared/data/predictions is not there";
        const Table table = read_table(path->string());
        const CodedColumn* truth = nullptr;
        const NumericColumn* score = nullptr;
        for (const auto& column : table.columns) {
            if (column.name == line[1]) truth = &column.coded();
            if (column.name == line[3]) score = &column.numeric();
        }
        ASSERT_TRUE(truth && score) << line[0];
        Judged judged{.n_classes = 2};
        for (std::size_t i = 0; i < truth->codes.size(); ++i) {
            judged.true_label.push_back(
                truth->labels.name(static_cast<std::size_t>(truth->codes[i])) == line[2] ? 1 : 0);
            judged.scores.insert(judged.scores.end(), {-score->values[i], score->values[i]});
        }
        const auto v =
            judged.with_view([](const PredictionView& view) { return auc_variance(ranking_of(view)); });
        EXPECT_NEAR(v.auc, std::stod(line[4]), 1e-14);
        EXPECT_NEAR(v.variance(), std::stod(line[5]), 1e-12 * v.variance());
        const auto limits = auc_delong(v, 0.05);
        EXPECT_NEAR(limits.lower, std::stod(line[6]), 1e-12);
        EXPECT_NEAR(limits.upper, std::stod(line[7]), 1e-12);
        ++compared;
    }
    EXPECT_EQ(compared, 6u);
}

TEST(AveragePrecisionInterval, OfSeveralClassesIsThatOfTheOracle)
{
    for (const auto& line : test::oracle_table("class_precision.txt")) {
        const auto n_classes = std::stoul(line[3]);
        const std::size_t n = (line.size() - 4) / (n_classes + 1);
        Judged judged{.n_classes = n_classes};
        for (std::size_t i = 0; i < n; ++i)
            judged.true_label.push_back(static_cast<std::uint32_t>(std::stoul(line[4 + i])));
        for (std::size_t i = 4 + n; i < line.size(); ++i) judged.scores.push_back(std::stod(line[i]));
        EXPECT_NEAR(judged.by(make_measure(Spec("average_precision_macro"), true)).number(),
                    std::stod(line[2]), 1e-14);
        const auto limits = interval(judged, "average_precision_macro", "ap_beta");
        EXPECT_NEAR(limits.interval->lower, std::stod(line[0]), 1e-9);
        EXPECT_NEAR(limits.interval->upper, std::stod(line[1]), 1e-9);
    }
}

TEST(AveragePrecisionInterval, IsThatOfTheDocumentedExample)
{
    // Effective rows 5, 3, 1 and 2, by a program in Python; their beta quantiles by scipy.
    expect_ends(interval(ten_pairs_of_scores(), "average_precision", "ap_beta"), 0.26419021096586887,
                0.961434543820374);
    expect_ends(interval(scored({12, 11, 10}, {9, 8, 7, 6, 5, 4, 3, 2, 1}), "average_precision", "ap_beta"),
                0.39744716833638305, 1.0);
    expect_ends(interval(scored({5}, {6, 4, 3, 2, 1}), "average_precision", "ap_beta"), 0.010161253727223847,
                0.9898387462727761);
    expect_ends(interval(scored({1, 1}, {1, 1}), "average_precision", "ap_beta"), 0.039921517704168005,
                0.960078482295832);
    std::vector<double> positives, negatives; // forty rows, of which 20 count
    for (int i = 0; i < 4; ++i) {
        for (const double s : {9, 8, 6, 5, 2}) positives.push_back(s + 0.01 * i);
        for (const double s : {7, 4, 3, 1, 0}) negatives.push_back(s + 0.01 * i);
    }
    expect_ends(interval(scored(positives, negatives), "average_precision", "ap_beta"), 0.6080220533763303,
                0.9457315816285794);
    expect_ends(interval(ten_pairs_of_scores(), "average_precision", "influence"), 0.2892706005866602,
                0.9356785396104238);
    expect_ends(interval(ten_pairs_of_scores(), "average_precision", "boyd"), 0.26115680684563664,
                0.9436628170533058);
    expect_ends(interval(scored({3, 4}, {1}), "average_precision", "boyd"), std::sqrt(0.025), 1.0);
    EXPECT_EQ(interval(scored({3, 4}, {1}), "average_precision", "influence").interval.reason(),
              reasons::zero_variance);
    EXPECT_EQ(interval(scored({3}, {4, 5}), "average_precision", "influence").interval.reason(),
              reasons::too_few_rows);
}

TEST(TestIntervals, MadeSideBySideAreThoseMadeOneByOne)
{
    const auto judged = test::random_classes(300, 2, 5);
    judged.with_view([](const PredictionView& view) {
        std::vector<Measure> measures;
        std::vector<TestIntervalRequest> requests;
        for (const char* name :
             {"roc_auc", "accuracy", "f1", "average_precision", "log_loss", "rank_loss", "recall", "ece"})
            measures.push_back(make_measure(Spec(name), true));
        for (const auto& m : measures)
            for (const char* method : {"auto", "bca", "percentile"}) {
                if (!interval_valid(method, test_set_design, m)) continue;
                const double value = evaluate(m, view).number();
                requests.push_back(
                    {method,
                     {.predictions = &view, .measure = &m, .value = value, .samples = 200, .threads = 2}});
            }
        for (const std::size_t threads : {1, 2, 5}) {
            const auto results = make_test_intervals(requests, Level(0.9), threads);
            EXPECT_EQ(results.size(), requests.size());
            for (std::size_t r = 0; r < requests.size(); ++r) {
                const auto alone = make_test_interval(requests[r].method, requests[r].input, Level(0.9));
                EXPECT_EQ(results[r].interval, alone.interval)
                    << requests[r].input.measure->name() << ' ' << requests[r].method.name();
                EXPECT_EQ(results[r].warnings, alone.warnings);
            }
        }
        return 0;
    });
    EXPECT_TRUE(make_test_intervals({}, Level(0.9), 2).empty());
}

TEST(BalancedAccuracyInterval, AddsSquaredWilsonDistances)
{
    expect_ends(interval(cells(40, 10, 15, 35), "balanced_accuracy", "wilson_mover"), 0.655258474127846,
                0.8198935726827555);
    expect_ends(interval(cells(9, 0, 5, 86), "balanced_accuracy", "wilson_mover"), 0.8192161473357983,
                0.9881524501482867);
    expect_ends(interval(cells(9, 0, 5, 86), "recall_macro", "wilson_mover"), 0.8192161473357983,
                0.9881524501482867);
}

TEST(ShareInterval, IsExactGivenItsDenominator)
{
    const auto limits = clopper_pearson(40, 55, Level(0.95).outside());
    expect_ends(interval(cells(40, 10, 15, 35), "precision"), limits.lower, limits.upper, 0.0);
    const auto recall = clopper_pearson(40, 50, Level(0.95).outside());
    expect_ends(interval(cells(40, 10, 15, 35), "recall"), recall.lower, recall.upper, 0.0);
    expect_ends(interval(cells(40, 10, 15, 35), "fnr"), 1 - recall.upper, 1 - recall.lower, 1e-13);
}

/// The given indices of the reference values: splitmix64, (u * n) >> 64, over rows expanded from the cells in
/// `order`.
Replicates given_replicates(const Measure& m, const Confusion& confusion,
                            const std::vector<std::size_t>& order, std::uint64_t seed)
{
    std::vector<std::size_t> rows;
    for (const auto u : order) rows.insert(rows.end(), static_cast<std::size_t>(confusion.cells[u]), u);
    Replicates result;
    for (int b = 0; b < 2000; ++b) {
        Confusion drawn = confusion;
        drawn.cells.assign(drawn.cells.size(), 0.0);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::uint64_t z = seed += 0x9e3779b97f4a7c15u;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
            z ^= z >> 31;
            drawn.cells[rows[static_cast<std::size_t>((static_cast<uint128>(z) * rows.size()) >> 64)]] += 1.0;
        }
        const auto value = m.of_confusion()->value(drawn);
        if (value) result.sorted.push_back(value.number());
    }
    std::sort(result.sorted.begin(), result.sorted.end());
    return result;
}

TEST(CellsBootstrap, GivesTheDocumentedIntervalsForTheGivenReplicates)
{
    const auto two =
        cells(40, 10, 15, 35).with_view([](const PredictionView& view) { return confusion_of(view); });
    struct Case {
        const char* name;
        double skew, lower, upper;
    };
    for (const auto& c :
         {Case{"f1", -0.00970355035150257, 0.6591900494602455, 0.8421052631578947},
          Case{"mcc", -0.019541723973363886, 0.3147325525761324, 0.6573601884939458},
          Case{"kappa", -0.019139715153744807, 0.3096078558422593, 0.6568714090116748},
          Case{"balanced_accuracy", -0.018850968444943907, 0.6549816855906355, 0.8276168953185483}}) {
        SCOPED_TRACE(c.name);
        const auto m = measure(c.name);
        const double skew = acceleration(m, two).number();
        EXPECT_NEAR(skew, c.skew, 1e-12);
        const auto replicates =
            given_replicates(m, two, {3, 2, 1, 0}, 7); // TP, FN, FP, TN; the positive class is the second
        const auto limits = bca_limits(replicates.sorted, m.of_confusion()->value(two).number(), skew, 0.05);
        EXPECT_NEAR(limits.lower, c.lower, 1e-12);
        EXPECT_NEAR(limits.upper, c.upper, 1e-12);
    }
    Confusion four{
        .classes = 4, .cells = {3, 1, 1, 0, 1, 3, 0, 0, 1, 1, 4, 0, 0, 0, 1, 0}, .counted = {1, 1, 1, 1}};
    std::vector<std::size_t> order(16);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const auto& c : {Case{"f1_macro", -0.023399936660755, 0.2928300456109404, 0.6633318539672245},
                          Case{"kappa", -0.021284077066118026, 0.1011235955, 0.8048780488}}) {
        SCOPED_TRACE(c.name);
        const auto m = measure(c.name);
        const double skew = acceleration(m, four).number();
        EXPECT_NEAR(skew, c.skew, 1e-12);
        const auto limits = bca_limits(given_replicates(m, four, order, 8).sorted,
                                       m.of_confusion()->value(four).number(), skew, 0.05);
        EXPECT_NEAR(limits.lower, c.lower, 1e-9);
        EXPECT_NEAR(limits.upper, c.upper, 1e-9);
    }
}

/// A matrix of counts, most of them 0; the last class occurs nowhere.
Confusion sparse_cells(std::size_t classes, std::uint64_t seed)
{
    Stream stream(seed, Purpose::generation);
    Confusion confusion{.classes = classes, .positive = static_cast<std::uint32_t>(classes - 1)};
    confusion.cells.assign(classes * classes, 0.0);
    confusion.counted.assign(classes, 1);
    for (std::size_t i = 0; i < 4 * classes; ++i) {
        const auto t = static_cast<std::size_t>(stream.below(classes - 1));
        const auto p = stream.below(2) == 0 ? t : static_cast<std::size_t>(stream.below(classes - 1));
        confusion.at(t, p) += 1.0;
    }
    return confusion;
}

std::vector<Measure> measures_of_cells(std::size_t classes)
{
    std::vector<Measure> all;
    for (const auto rule : {ZeroDivision::usual, ZeroDivision::none})
        for (const auto& m : usual_measures(classes, {.zero_division = rule}))
            if (m.of_confusion()) all.push_back(m);
    return all;
}

TEST(CellsBootstrap, GivesEachMeasureTheFigureOfTheWholeMatrix)
{
    for (const std::size_t classes : {2, 3, 7, 40}) {
        const auto confusion = sparse_cells(classes, classes);
        const auto measures = measures_of_cells(classes);
        ASSERT_GT(measures.size(), 10u);
        std::vector<std::uint64_t> counts;
        for (const double cell : confusion.cells) counts.push_back(static_cast<std::uint64_t>(cell));
        std::vector<const Measure*> asked;
        for (const auto& m : measures) asked.push_back(&m);
        constexpr std::uint64_t samples = 300;
        for (const std::size_t threads : {1, 3}) {
            const auto at_once =
                draw_replicates(asked, confusion, {.seed = 9, .count = samples, .threads = threads});
            ASSERT_EQ(at_once.size(), measures.size());
            for (std::size_t m = 0; m < measures.size(); ++m) {
                SCOPED_TRACE(measures[m].name() + " of " + std::to_string(classes));
                Replicates expected;
                Confusion drawn = confusion;
                for (std::uint64_t b = 0; b < samples; ++b) {
                    Stream stream(9, Purpose::interval, 0, b);
                    std::vector<std::uint64_t> now(counts.size());
                    draw_multinomial(stream, counts, now);
                    drawn.cells.assign(now.begin(), now.end());
                    const auto value = measures[m].of_confusion()->value(drawn);
                    if (value)
                        expected.sorted.push_back(value.number());
                    else
                        ++expected.undefined;
                }
                std::sort(expected.sorted.begin(), expected.sorted.end());
                EXPECT_EQ(at_once[m].sorted, expected.sorted);
                EXPECT_EQ(at_once[m].undefined, expected.undefined);
            }
        }
    }
}

TEST(CellsBootstrap, AccelerationIsThatOfLeavingOutEachRow)
{
    for (const std::size_t classes : {2, 3, 7}) {
        const auto confusion = sparse_cells(classes, 10 + classes);
        for (const auto& m : measures_of_cells(classes)) {
            std::vector<double> left;
            bool undefined = false;
            for (std::size_t u = 0; u < confusion.cells.size(); ++u) {
                Confusion less = confusion;
                less.cells[u] -= 1.0;
                for (double row = 0; row < confusion.cells[u]; row += 1.0) {
                    const auto value = m.of_confusion()->value(less);
                    undefined = undefined || !value;
                    left.push_back(value ? value.number() : 0.0);
                }
            }
            SCOPED_TRACE(m.name() + " of " + std::to_string(classes));
            const auto found = acceleration(m, confusion);
            if (undefined) {
                EXPECT_EQ(found, Value::none(reasons::undefined_in_resamples));
                continue;
            }
            const double mean =
                std::accumulate(left.begin(), left.end(), 0.0) / static_cast<double>(left.size());
            double squares = 0.0;
            double cubes = 0.0;
            for (const double value : left) {
                squares += std::pow(mean - value, 2);
                cubes += std::pow(mean - value, 3);
            }
            if (!found) {
                EXPECT_EQ(found, Value::none(reasons::zero_variance));
                EXPECT_LT(squares, 1e-25);
                continue;
            }
            EXPECT_NEAR(found.number(), cubes / (6 * std::pow(squares, 1.5)), 1e-9);
        }
    }
}

TEST(CellsBootstrap, DrawsTheExactLaw)
{
    // METHODS I.3: F1 of 10 rows 4, 1, 2, 3 over all 286 tables.
    const auto small =
        cells(4, 1, 2, 3).with_view([](const PredictionView& view) { return confusion_of(view); });
    const auto f1 = measure("f1");
    const Measure* const measures[] = {&f1};
    const auto replicates = draw_replicates(measures, small, {.seed = 5, .count = 40000}).front();
    const auto n = static_cast<double>(replicates.sorted.size());
    const double mean = std::accumulate(replicates.sorted.begin(), replicates.sorted.end(), 0.0) / n;
    EXPECT_NEAR(mean, 0.7070735382181813, 4 * 0.168 / 200); // four standard errors of 40000 draws
    const auto below = std::lower_bound(replicates.sorted.begin(), replicates.sorted.end(), 8.0 / 11 - 1e-9) -
                       replicates.sorted.begin();
    EXPECT_NEAR(static_cast<double>(below) / n, 0.453081934503515, 4 * 0.5 / 200);
    EXPECT_EQ(bootstrap_quantile(replicates.sorted, 0.975), 1.0);
}

TEST(CellsBootstrap, SaysWhyThereIsNoInterval)
{
    EXPECT_EQ(interval(cells(10, 0, 0, 10), "mcc", "bca").interval.reason(),
              reasons::zero_variance); // nothing is wrong
    EXPECT_EQ(interval(cells(1, 0, 2, 10), "mcc", "bca").interval.reason(),
              reasons::undefined_in_resamples); // without its one positive
    EXPECT_TRUE(interval(cells(40, 10, 15, 35), "f1", "bca").interval);
    EXPECT_EQ(interval(cells(40, 10, 15, 35), "f1", "bca").interval,
              interval(cells(40, 10, 15, 35), "f1", "bca").interval);
}

TEST(QuantileInterval, TakesTheDocumentedRanks)
{
    const auto of = [](std::size_t n, double q) {
        Judged judged;
        for (std::size_t i = 1; i <= n; ++i) {
            judged.true_value.push_back(0.0);
            judged.value.push_back(static_cast<double>(i));
        }
        return interval(judged, "quantile_ae:q=" + std::to_string(q));
    };
    expect_ends(of(20, 0.5), 6, 15, 0.0); // METHODS I.18
    expect_ends(of(100, 0.5), 40, 61, 0.0);
    expect_ends(of(100, 0.8), 72, 89, 0.0);
    expect_ends(of(1000, 0.95), 936, 964, 0.0);
    EXPECT_EQ(of(30, 0.9).interval.reason(), reasons::too_few_rows);
    EXPECT_EQ(of(5, 0.5).interval.reason(), reasons::too_few_rows);
}

TEST(QuantileInterval, OfTiedErrorsIsNotOfWidthZero)
{
    const auto of = [](const std::vector<double>& errors) {
        return interval({.true_value = std::vector<double>(errors.size(), 0.0), .value = errors},
                        "median_ae");
    };
    std::vector<double> errors(60, 1.0); // the ranks 22 and 39 are both 1
    std::fill_n(errors.begin(), 5, 0.25);
    std::fill_n(errors.begin() + 5, 5, 0.5);
    std::fill_n(errors.begin() + 10, 5, 3.0);
    std::fill_n(errors.begin() + 15, 5, 4.0);
    expect_ends(of(errors), 0.5, 3.0, 0.0);
    std::replace_if(
        errors.begin(), errors.end(), [](double e) { return e < 1.0; }, 1.0);
    expect_ends(of(errors), 1.0, 3.0, 0.0); // no error is smaller
    EXPECT_EQ(of(std::vector<double>(60, 1.0)).interval.reason(), reasons::zero_variance);
}

TEST(TestInterval, OfDistancesAndStepsIsTheDocumentedOne)
{
    // METHODS I.18; the ends of t intervals by mpmath, for SciPy 1.10's quantile of t is right to 4e-12 only.
    const std::vector<double> dx = {3, 0, 6, 1, 2, -4, 0.5, 8, -1, 2.5, 0, 3.5};
    const std::vector<double> dy = {4, 1, 8, -1, 0, 3, 0.5, 6, 2, -6, -2, 1.2};
    Judged points{.true_value = std::vector<double>(24, 0.0), .targets = 2};
    for (std::size_t i = 0; i < dx.size(); ++i) points.value.insert(points.value.end(), {dx[i], dy[i]});
    expect_ends(interval(points, "mean_distance", "t_mean"), 2.050738461123693, 6.2088262590528789, 1e-13);
    expect_ends(interval(points, "median_distance"), 1.4142135623730951, 6.5, 1e-15); // ranks 3 and 10
    EXPECT_EQ(interval(points, "quantile_distance:q=0.8").interval.reason(),
              reasons::too_few_rows); // no upper end
    const Judged floors{.n_classes = 6,
                        .true_label = {0, 1, 2, 3, 4, 5, 2, 3, 1, 4, 0, 2},
                        .label = {0, 2, 2, 1, 4, 3, 2, 4, 1, 4, 1, 2}};
    expect_ends(interval(floors, "ordinal_mae", "t_mean"), 0.07950965772976740, 1.0871570089368993, 1e-13);
}

Judged errors(const std::vector<double>& all)
{
    return {.true_value = std::vector<double>(all.size(), 0.0), .value = all};
}

TEST(HallInterval, IsThatOfTheDocumentedExample)
{
    const std::vector<double> losses = {.1, 2, .3, .4, .05, 1.2, .7, .2, .9, .4};
    expect_ends(interval(errors(losses), "mae"), .2879393315983416, 1.4367391446547377,
                1e-13); // METHODS C.16
    expect_ends(interval(errors(losses), "mae", "t_mean"), .1920760714116, 1.0579239285884, 1e-12);
    auto roots = losses;
    for (auto& loss : roots) loss = std::sqrt(loss);
    expect_ends(interval(errors(roots), "rmse"), std::sqrt(.2879393315983416), std::sqrt(1.4367391446547377),
                1e-13);
}

TEST(HallInterval, HasLimitsThatAreTakenBackToTheQuantiles)
{
    // The limits x solve T^-1((m - x) / se) = -+t, where T^-1(y) = y + a y^2 + a^2 y^3 / 3 + b is the cubic
    // that T inverts.
    const auto check = [](std::vector<double> losses) {
        const auto n = static_cast<double>(losses.size());
        const auto limits = *interval(errors(losses), "mae").interval;
        const double mean = std::accumulate(losses.begin(), losses.end(), 0.0) / n;
        double m2 = 0.0, m3 = 0.0;
        for (const double loss : losses) {
            m2 += (loss - mean) * (loss - mean) / n;
            m3 += (loss - mean) * (loss - mean) * (loss - mean) / n;
        }
        const double a = m3 / std::pow(m2, 1.5) / (3.0 * std::sqrt(n));
        const auto back = [&](double limit) {
            const double y = (mean - limit) / std::sqrt(m2 / (n - 1.0));
            return y + a * y * y + a * a * y * y * y / 3.0 + a / 2.0;
        };
        const double t = student_t_quantile(0.975, n - 1.0);
        EXPECT_NEAR(back(limits.lower), t, 1e-9);
        EXPECT_NEAR(back(limits.upper), -t, 1e-9);
    };
    check({10, 11, 12, 10.5, 13, 30, 11, 12});
    check({110, 111, 112, 110.5, 113, 101, 111, 112});         // skew to the left
    check({1010, 1011, 1012, 1010.5, 1013, 1030, 1011, 1012}); // a mean of many standard deviations
    check({10, 11, 12, 13, 14});                               // not skew
    check({10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11});
}

TEST(HallInterval, OfEqualOrHugeLossesSaysWhyThereIsNone)
{
    EXPECT_EQ(interval(errors({2, 2, 2, 2}), "mae").interval.reason(), reasons::zero_variance);
    EXPECT_EQ(interval(errors({2}), "mae").interval.reason(), reasons::one_row);
    EXPECT_EQ(interval(errors({1e200, 2e200, 5e200}), "mae").interval.reason(), reasons::infinite);
}

TEST(TestInterval, OfSharesOfRowsIsExact)
{
    const Judged points{.true_value = {0, 0, 0, 0, 0, 0}, .value = {3, 4, 0, 1, 6, 8}, .targets = 2};
    EXPECT_EQ(interval(points, "within:t=5").interval->method, "exact_binomial");
    const auto limits = clopper_pearson(2, 3, 0.05);
    expect_ends(interval(points, "within:t=5"), limits.lower, limits.upper, 1e-15);
    EXPECT_EQ(interval(test::random_classes(40, 4, 1), "top_k").interval->method, "exact_binomial");
}

TEST(TestInterval, OfAValueThatWasWishedForIsNone)
{
    const auto nothing_predicted = cells(0, 3, 0, 5);
    const auto precision = make_measure(Spec("precision"), true, ZeroDivision::zero);
    const auto result = nothing_predicted.with_view([&](const PredictionView& view) {
        EXPECT_EQ(evaluate(precision, view), Value(0.0));
        return make_test_interval("auto", {.predictions = &view, .measure = &precision, .value = 0.0},
                                  Level(0.95));
    });
    EXPECT_EQ(result.interval.reason(), reasons::zero_division);
}

TEST(TestInterval, OfRowValuesIsThatOfATestSet)
{
    const auto judged = cells(40, 10, 15, 35);
    EXPECT_EQ(interval(judged, "accuracy").interval->method, "exact_binomial");
    const Judged numbers{.true_value = {1, 2, 3}, .value = {1, 3, 5}};
    EXPECT_EQ(interval(numbers, "mae").interval->method, "hall_t");
    EXPECT_EQ(interval(numbers, "rmse").interval->method, "hall_t");
    EXPECT_EQ(interval(numbers, "mae", "bca").interval->method, "bca");
}

TEST(TestInterval, RefusesAMethodThatIsUnknownOrNotValid)
{
    EXPECT_EQ(test::message_of([] { interval(ten_pairs_of_scores(), "roc_auc", "influence"); }),
              "interval 'influence' is not valid here (measure 'roc_auc'); valid: auto, logit, delong, "
              "logit_z, kl, bca, percentile");
    EXPECT_NE(test::message_of([] {
                  interval(ten_pairs_of_scores(), "f1", "wald");
              }).find("unknown interval 'wald'"),
              std::string::npos);
}

TEST(TestIntervalMethods, HoldTheValueAndGrowWithTheLevel)
{
    std::size_t tried = 0;
    for (const auto& m : measures_of_table())
        for (const auto& method : interval_methods()) {
            if (m.row_mean() || !method.valid(test_set_design, m) || method.rows != IntervalRows::alike)
                continue; // the others: drawn_intervals_test.cpp
            // 20,000 draws for each interval take long without optimisation.
            const std::uint64_t seeds = method.name == "directional_dirichlet" ? 1 : 5;
            for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
                const auto judged = test::random_for(m, 40 * seed, seed);
                const double value = judged.by(m).number();
                std::optional<Interval> narrower;
                for (const double level : {0.5, 0.8, 0.95, 0.99, 0.999}) {
                    SCOPED_TRACE(m.name() + ' ' + method.name + ' ' + std::to_string(level));
                    const auto result = interval(judged, m.spec.print(), method.name, level);
                    if (!result.interval) continue;
                    ++tried;
                    EXPECT_EQ(result.interval->method, method.name);
                    EXPECT_GE(result.interval->lower, m.lowest);
                    EXPECT_LE(result.interval->upper, m.highest);
                    EXPECT_LE(result.interval->lower, value);
                    EXPECT_GE(result.interval->upper, value);
                    EXPECT_FALSE(result.interval->assumptions.empty());
                    if (narrower) {
                        EXPECT_LE(result.interval->lower, narrower->lower);
                        EXPECT_GE(result.interval->upper, narrower->upper);
                    }
                    narrower = *result.interval;
                }
            }
        }
    EXPECT_GT(tried, 500u);
}

} // namespace
} // namespace unseen
