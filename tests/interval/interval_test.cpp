// Intervals: the worked values of docs/METHODS.md, the table of which interval belongs to which design
// (docs/VALIDITY.md "Intervals"), and laws over every method.
#include "unseen/interval/interval.hpp"

#include "support/designs.hpp"
#include "support/messages.hpp"
#include "unseen/base/error.hpp"
#include "unseen/stats/moments.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unseen {
namespace {

using test::folds_of_rows;
using test::halvings;
using test::message_of;
using test::one_test_set;
using test::other_splits;
using test::pairs_of_folds;
using test::single_rows;
using test::splits_at_random;

const Measure error_rate = make_measure(Spec("error_rate"), true);
const Measure accuracy = make_measure(Spec("accuracy"), true);
const Measure log_loss = make_measure(Spec("log_loss"), true);
const Measure mae = make_measure(Spec("mae"), false);
const Measure rmse = make_measure(Spec("rmse"), false);

Design design_of(const Design& like, std::uint64_t splits = 1, std::uint32_t repeats = 1)
{
    Design design = test::with_splits(like, splits, repeats);
    design.rows = 100;
    design.training_rows = 90.0;
    return design;
}

/// The input from pooled row values, and figures of splits.
IntervalInput input_of(const Design& design, const Measure& measure, const std::vector<double>& rows,
                       const std::vector<double>& splits = {}, double ratio = 0.0)
{
    Moments moments;
    for (const double v : rows) moments.add(v);
    double value = 0.0;
    if (!rows.empty()) value = measure.finished(moments.mean());
    if (rows.empty() || (!measure.additive() && !splits.empty())) {
        Moments figures;
        for (const double v : splits) figures.add(v);
        value = figures.mean();
    }
    Moments figures;
    for (const double v : splits) figures.add(v);
    return {.design = design,
            .measure = &measure,
            .value = value,
            .rows = rows.size(),
            .row_mean = rows.empty() ? 0.0 : moments.mean(),
            .row_variance = rows.empty() ? 0.0 : moments.variance(),
            .splits = figures,
            .split_values = splits,
            .test_train_ratio = ratio,
            .within_fold_variance =
                rows.size() < 2 ? std::nullopt : std::optional(moments.variance()), // as if of one fold
            .standard_error =
                rows.size() < 2 ? 0.0 : std::sqrt(moments.variance() / static_cast<double>(rows.size()))};
}

std::vector<double> zeros_and_ones(std::size_t ones, std::size_t rows)
{
    std::vector<double> values(rows, 0.0);
    std::fill_n(values.begin(), ones, 1.0);
    return values;
}

// ---- worked values

TEST(ExactBinomial, IsClopperPearsonOfTheErrorsAndItsMirrorForAccuracy)
{
    const auto test_set = design_of(one_test_set);
    const auto errors =
        make_interval("auto", input_of(test_set, error_rate, zeros_and_ones(10, 100)), Level(0.95));
    ASSERT_TRUE(errors.interval);
    EXPECT_EQ(errors.interval->method, "exact_binomial");
    EXPECT_NEAR(errors.interval->lower, 0.04900468922, 5e-12); // METHODS C.2, ten digits
    EXPECT_NEAR(errors.interval->upper, 0.1762225977, 5e-11);
    EXPECT_EQ(errors.interval->estimand, Estimand::model);
    EXPECT_EQ(errors.interval->guarantee, Guarantee::exact);
    const auto right =
        make_interval("auto", input_of(test_set, accuracy, zeros_and_ones(90, 100)), Level(0.95));
    EXPECT_NEAR(right.interval->lower, 1.0 - errors.interval->upper, 1e-14);
    EXPECT_NEAR(right.interval->upper, 1.0 - errors.interval->lower, 1e-14);
}

TEST(ExactBinomial, StandsWithoutAndWithNothingButErrors)
{
    const auto test_set = design_of(one_test_set);
    const auto none =
        make_interval("auto", input_of(test_set, error_rate, zeros_and_ones(0, 30)), Level(0.95)).interval;
    ASSERT_TRUE(none);
    EXPECT_EQ(none->lower, 0.0);
    EXPECT_NEAR(none->upper, -std::expm1(std::log(0.025) / 30.0), 1e-14); // (1-q)^30 = .025
    const auto all =
        make_interval("auto", input_of(test_set, error_rate, zeros_and_ones(30, 30)), Level(0.95)).interval;
    EXPECT_NEAR(all->lower, 1.0 - none->upper, 1e-14);
    EXPECT_EQ(all->upper, 1.0);
    const auto one_row = make_interval("auto", input_of(test_set, error_rate, {1.0}), Level(0.95)).interval;
    ASSERT_TRUE(one_row);
    EXPECT_NEAR(one_row->lower, 0.025, 1e-15);
}

std::vector<double> planar_squares()
{
    const double dx[] = {3, 0, 6, 1, 2, -4, 0.5, 8, -1, 2.5, 0, 3.5};
    const double dy[] = {4, 1, 8, -1, 0, 3, 0.5, 6, 2, -6, -2, 1.2};
    std::vector<double> squares;
    for (std::size_t i = 0; i < 12; ++i) squares.push_back(dx[i] * dx[i] + dy[i] * dy[i]);
    return squares;
}

TEST(TMean, EqualsTheWorkedExampleOfPlanarErrors)
{
    auto distances = planar_squares();
    for (auto& d : distances) d = std::sqrt(d);
    const auto input = input_of(design_of(one_test_set), mae, distances);
    EXPECT_NEAR(input.value, 4.129782360088286, 1e-14);
    const auto interval = make_interval("auto", input, Level(0.95)).interval; // METHODS I.18
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->method, "t_mean");
    EXPECT_NEAR(interval->lower, 2.050738461, 1e-9); // ten digits, as printed there
    EXPECT_NEAR(interval->upper, 6.208826259, 1e-9);
}

TEST(TLog, EqualsTheWorkedExampleOfPlanarErrors)
{
    const auto input = input_of(design_of(one_test_set), rmse, planar_squares());
    EXPECT_NEAR(input.value, 5.183628073077775, 1e-14);
    const auto interval = make_interval("auto", input, Level(0.95)).interval;
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->method, "t_log");
    EXPECT_NEAR(interval->lower, 3.368492242, 1e-9);
    EXPECT_NEAR(interval->upper, 7.976862665, 1e-9);
}

TEST(WaldAllPairs, EqualsTheWorkedExampleOfFourFolds)
{
    std::vector<double> losses; // 01001|00010|11000|00100
    for (const char c : std::string("01001000101100000100")) losses.push_back(c - '0');
    const auto interval =
        make_interval("auto", input_of(design_of(folds_of_rows, 4), error_rate, losses, {0.4, 0.2, 0.4, 0.2}),
                      Level(0.95))
            .interval;
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->method, "wald_all_pairs");
    EXPECT_NEAR(interval->lower, 0.09916345547364064, 1e-14); // METHODS C.10
    EXPECT_NEAR(interval->upper, 0.5008365445263594, 1e-14);
    EXPECT_EQ(interval->estimand, Estimand::fold_models);
    EXPECT_EQ(interval->guarantee, Guarantee::asymptotic);
}

TEST(CorrectedT, EqualsTheWorkedExampleOfTenSplits)
{
    const std::vector<double> figures = {.21, .25, .19, .24, .28, .22, .20, .26, .23, .25};
    const auto interval =
        make_interval("auto", input_of(design_of(splits_at_random, 10), error_rate, {}, figures, 10.0 / 90.0),
                      Level(0.95))
            .interval;
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->method, "corrected_t");
    EXPECT_NEAR(interval->lower, 0.2035812174, 1e-10); // METHODS C.12, ten digits
    EXPECT_NEAR(interval->upper, 0.2624187826, 1e-10);
    EXPECT_EQ(interval->estimand, Estimand::procedure);
    EXPECT_EQ(interval->guarantee, Guarantee::heuristic);
}

TEST(CorrectedT, EqualsTheWorkedExampleOfFoldFigures)
{
    // METHODS I.10: ten fold figures of a measure that is not additive, n2/n1 = 1/9; here they stand for
    // roots.
    const std::vector<double> figures = {.84, .79, .91, .75, .88, .82, .80, .93, .77, .86};
    const auto interval =
        make_interval("auto", input_of(design_of(folds_of_rows, 10), rmse, {0.7, 0.8}, figures, 1.0 / 9.0),
                      Level(0.95))
            .interval;
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->method, "corrected_t");
    EXPECT_NEAR(interval->lower, 0.7727811579, 5e-11);
    EXPECT_NEAR(interval->upper, 0.8972188421, 5e-11);
}

// ---- no interval, and why

TEST(MakeInterval, SaysThatThereIsNoSpread)
{
    const std::vector<double> same(20, 0.5);
    EXPECT_EQ(
        make_interval("auto", input_of(design_of(one_test_set), mae, same), Level(0.95)).interval.reason(),
        reasons::zero_variance);
    EXPECT_EQ(
        make_interval("auto", input_of(design_of(one_test_set), rmse, same), Level(0.95)).interval.reason(),
        reasons::zero_variance);
    EXPECT_EQ(make_interval("auto", input_of(design_of(one_test_set), rmse, {0.0, 0.0}), Level(0.95))
                  .interval.reason(),
              reasons::zero_variance);
    EXPECT_EQ(make_interval("auto", input_of(design_of(folds_of_rows, 4), error_rate, zeros_and_ones(0, 20)),
                            Level(0.95))
                  .interval.reason(),
              reasons::zero_variance);
    const auto splits = make_interval(
        "auto", input_of(design_of(splits_at_random, 3), error_rate, {}, {.3, .3, .3}, .1), Level(0.95));
    EXPECT_FALSE(splits.interval);
    EXPECT_EQ(splits.interval.reason(), reasons::zero_variance);
}

TEST(MakeInterval, SaysThatOneRowOrOneSplitIsTooFew)
{
    EXPECT_EQ(
        make_interval("auto", input_of(design_of(one_test_set), mae, {0.5}), Level(0.95)).interval.reason(),
        reasons::one_row);
    EXPECT_EQ(
        make_interval("auto", input_of(design_of(one_test_set), rmse, {0.5}), Level(0.95)).interval.reason(),
        reasons::one_row);
    EXPECT_EQ(
        make_interval("auto", input_of(design_of(splits_at_random), error_rate, {}, {.3}, .1), Level(0.95))
            .interval.reason(),
        reasons::one_split);
}

TEST(MakeInterval, SaysThatAnEndWouldBeInfinite)
{
    // Two rows have one degree of freedom: t is 6e5 at this level, and the root's upper end exp(t) times the
    // value.
    const auto two =
        make_interval("auto", input_of(design_of(one_test_set), rmse, {0.01, 4.0}), Level(0.999999));
    EXPECT_FALSE(two.interval);
    EXPECT_EQ(two.interval.reason(), reasons::infinite);
    EXPECT_TRUE(
        make_interval("auto", input_of(design_of(one_test_set), rmse, {0.01, 4.0}), Level(0.95)).interval);
    const auto huge =
        make_interval("auto", input_of(design_of(one_test_set), mae, {1.0, 1e153}), Level(0.999999));
    EXPECT_TRUE(huge.interval);
}

TEST(MakeInterval, RefusesAMethodThatIsNotValidAndNamesThoseThatAre)
{
    const auto folds = input_of(design_of(folds_of_rows, 4), error_rate, zeros_and_ones(5, 20));
    EXPECT_EQ(message_of([&] { make_interval("exact_binomial", folds, Level(0.95)); }),
              "interval 'exact_binomial' is not valid here (measure 'error_rate'); valid: auto, cv_wilson, "
              "wald_all_pairs, "
              "wald_within_fold, naive_z");
    EXPECT_EQ(message_of([&] { make_interval("bayes", folds, Level(0.95)); }),
              "unknown interval 'bayes' (measure 'error_rate'); valid: auto, cv_wilson, wald_all_pairs, "
              "wald_within_fold, naive_z");
    const auto bootstrap = input_of(design_of(other_splits, 4), error_rate, zeros_and_ones(5, 20));
    EXPECT_EQ(message_of([&] { make_interval("t_mean", bootstrap, Level(0.95)); }),
              "interval 't_mean' is not valid here (measure 'error_rate'); valid: auto");
}

TEST(MakeInterval, TakesAValidMethodByName)
{
    const auto input = input_of(design_of(one_test_set), error_rate, zeros_and_ones(5, 20));
    EXPECT_EQ(make_interval("t_mean", input, Level(0.95)).interval->method, "t_mean");
    EXPECT_EQ(make_interval("exact_binomial", input, Level(0.95)).interval->method, "exact_binomial");
}

TEST(WaldWithinFold, MatchesTheWorkedExample)
{
    auto input = input_of(design_of(folds_of_rows, 4), error_rate, zeros_and_ones(6, 20));
    input.within_fold_variance = 0.25;
    const auto interval = make_interval("wald_within_fold", input, Level(0.95)).interval;
    ASSERT_TRUE(interval);
    EXPECT_NEAR(interval->lower, 0.08086936485585453, 1e-13);
    EXPECT_NEAR(interval->upper, 0.5191306351441455, 1e-13);
    EXPECT_EQ(interval->estimand, Estimand::fold_models);
    input.within_fold_variance = std::nullopt; // folds of one row
    EXPECT_EQ(make_interval("wald_within_fold", input, Level(0.95)).interval.reason(),
              reasons::no_variance_within_folds);
}

TEST(NaiveZ, TakesSplitsForIndependentAndWarns)
{
    const auto input = input_of(design_of(splits_at_random, 3), error_rate, {}, {0.1, 0.2, 0.3}, 0.1);
    const auto result = make_interval("naive_z", input, Level(0.95));
    ASSERT_TRUE(result.interval);
    EXPECT_NEAR(result.interval->upper - 0.2, 1.959963984540054 * 0.1 / std::sqrt(3.0), 1e-15);
    ASSERT_EQ(result.warnings.size(), 1u);
    EXPECT_EQ(result.warnings[0].code, "naive_interval");
}

TEST(OrderStatistics, TakesTheRankThatTheNumberOfSplitsAllows)
{
    // rank and level for N splits at 95 %: 39 are the fewest (METHODS C.4)
    const auto of = [](std::size_t n, double level) {
        std::vector<double> figures;
        for (std::size_t i = 0; i < n; ++i)
            figures.push_back(static_cast<double>((i * 7) % n + 1) / 1000.0); // 1..n, shuffled
        return make_interval("order_statistics",
                             input_of(design_of(splits_at_random, n), error_rate, {}, figures, 0.1),
                             Level(level));
    };
    EXPECT_EQ(of(38, 0.95).interval.reason(), reasons::too_few_splits);
    const auto fewest = of(39, 0.95).interval;
    ASSERT_TRUE(fewest);
    EXPECT_EQ(fewest->lower, 0.001);
    EXPECT_EQ(fewest->upper, 0.039);
    EXPECT_EQ(fewest->level, Level(0.95));
    EXPECT_EQ(of(40, 0.95).interval->level, Level(0.9512195121951219));
    const auto hundred = of(100, 0.9).interval;
    EXPECT_EQ(hundred->lower, 0.005);
    EXPECT_EQ(hundred->upper, 0.096);
    EXPECT_NEAR(hundred->level.value(), 1.0 - 10.0 / 101.0, 1e-15);
    EXPECT_EQ(hundred->estimand, Estimand::split);
    EXPECT_EQ(hundred->guarantee, Guarantee::exact);
}

TEST(OrderStatistics, LimitOneSideWithHalfTheSplits)
{
    // 19 splits are the fewest for 95 % on one side (METHODS C.4).
    const auto of = [](std::size_t n, double level, const Measure& measure) {
        std::vector<double> figures;
        for (std::size_t i = 0; i < n; ++i)
            figures.push_back(static_cast<double>((i * 7) % n + 1) / 1000.0); // 1..n, shuffled
        return make_interval("order_statistics_limit",
                             input_of(design_of(splits_at_random, n), measure, {}, figures, 0.01),
                             Level(level));
    };
    EXPECT_EQ(of(18, 0.95, error_rate).interval.reason(), reasons::too_few_splits);
    const auto fewest = of(19, 0.95, error_rate).interval;
    ASSERT_TRUE(fewest);
    EXPECT_EQ(fewest->lower, 0.0);
    EXPECT_EQ(fewest->upper, 0.019);
    EXPECT_EQ(fewest->level, Level(0.95));
    EXPECT_EQ(of(20, 0.95, error_rate).interval->level, Level(0.9523809523809523)); // the lecture's 20 splits
    const auto gain = of(100, 0.9, accuracy).interval;
    EXPECT_EQ(gain->lower, 0.010);
    EXPECT_EQ(gain->upper, 1.0);
    EXPECT_NEAR(gain->level.value(), 1.0 - 10.0 / 101.0, 1e-15);
}

TEST(OrderStatistics, OfSplitsOfWhichOneFailedDoNotExist)
{
    const std::vector<double> figures(50, 0.1);
    EXPECT_EQ(make_interval("order_statistics",
                            input_of(design_of(splits_at_random, 51), error_rate, {}, figures, 0.1),
                            Level(0.95))
                  .interval.reason(),
              reasons::failed_fits);
}

// ---- which interval belongs to which design

TEST(MakeInterval, PicksTheMethodOfTheTableForEveryDesignAndKindOfMeasure)
{
    struct Case {
        Design design;
        std::string proportion; // empty: no interval for this design
        std::string mean;
        std::string root;
    };
    const std::vector<Case> cases = {
        {design_of({.estimand = Estimand::none}), "", "", ""},
        {design_of(one_test_set), "exact_binomial", "t_mean", "t_log"},
        {design_of(splits_at_random, 5, 5), "corrected_t", "corrected_t", "corrected_t"},
        {design_of(folds_of_rows, 10), "wald_all_pairs", "wald_all_pairs", "corrected_t"},
        {design_of(folds_of_rows, 50, 5), "corrected_t", "corrected_t", "corrected_t"},
        {design_of(single_rows, 100), "wald_all_pairs", "wald_all_pairs", ""},
        {design_of(single_rows, 300, 3), "", "", ""}, // the same rows three times
        {design_of(splits_at_random, 25, 25), "corrected_t", "corrected_t", "corrected_t"},
        {design_of(halvings, 9, 3), "conservative_z", "conservative_z", "conservative_z"},
        {design_of(pairs_of_folds, 30, 3), "nested_cv", "nested_cv", ""},
        {design_of(other_splits, 25), "", "", ""},
    };
    const std::vector<double> splits = {0.2, 0.3, 0.5};
    for (const auto& c : cases)
        for (const auto& [measure, expected] :
             {std::pair{&error_rate, c.proportion}, std::pair{&accuracy, c.proportion},
              std::pair{&log_loss, c.mean}, std::pair{&mae, c.mean}, std::pair{&rmse, c.root}}) {
            SCOPED_TRACE(measure->name() + ", expected " + c.mean + ", repeats " +
                         std::to_string(c.design.repeats));
            const auto result = make_interval(
                "auto", input_of(c.design, *measure, zeros_and_ones(7, 20), splits, 0.1), Level(0.95));
            EXPECT_EQ(result.interval ? result.interval->method : "", expected);
            EXPECT_EQ(result.interval.lacks(reasons::no_interval_for_design), expected.empty());
        }
}

// ---- laws over every method

struct Applied {
    std::string method;
    const Measure* measure;
    IntervalInput input;
};

/// The methods that need no rows.
std::vector<IntervalMethod> methods_of_figures()
{
    std::vector<IntervalMethod> methods;
    for (const auto& method : interval_methods())
        if (method.needs <= IntervalNeeds::within_folds) methods.push_back(method);
    return methods;
}

/// Every method with every design and measure that it is valid for, on drawn losses of several sizes.
std::vector<Applied> every_method()
{
    std::vector<Applied> all;
    Stream stream(5, Purpose::generation);
    const Design designs[] = {design_of(one_test_set),      design_of(splits_at_random, 5, 5),
                              design_of(folds_of_rows, 10), design_of(folds_of_rows, 30, 3),
                              design_of(single_rows, 100),  design_of(splits_at_random, 5),
                              design_of(halvings, 9, 3),    design_of(pairs_of_folds, 30, 3)};
    for (const auto& method : methods_of_figures())
        for (const auto& design : designs)
            for (const auto* measure : {&error_rate, &accuracy, &log_loss, &mae, &rmse})
                for (const std::size_t rows : {2u, 10u, 100u}) {
                    if (!method.valid(design, *measure)) continue;
                    std::vector<double> losses;
                    const bool proportion = measure->row_mean() && measure->row_mean()->proportion;
                    for (std::size_t i = 0; i < rows; ++i)
                        losses.push_back(proportion ? static_cast<double>(i == 0 || stream.below(20) == 0)
                                                    : stream.uniform() * (stream.below(9) == 0 ? 20.0 : 0.1));
                    if (proportion) losses.back() = 0.0; // both kinds of row are there
                    std::vector<double> splits;
                    for (int i = 0; i < 5; ++i) splits.push_back(stream.uniform());
                    all.push_back({method.name, measure, input_of(design, *measure, losses, splits, 0.1)});
                }
    return all;
}

TEST(IntervalMethods, AreAllTried)
{
    const auto all = every_method();
    for (const auto& method : methods_of_figures())
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const auto& a) {
            return a.method == method.name;
        })) << method.name;
}

TEST(IntervalMethods, HoldTheValueWithinTheMeasuresRangeAtEveryLevel)
{
    for (auto a : every_method()) {
        // The centre of the splits' interval is the figure; for the law it must lie among the splits.
        if (a.method == "corrected_t" || a.method == "naive_z") a.input.value = 0.5;
        for (const double level : {0.5, 0.8, 0.95, 0.99, 0.999999}) {
            const auto interval = make_interval(a.method, a.input, Level(level)).interval;
            if (a.method == "t_log" && a.input.rows == 2 && level == 0.999999)
                continue; // its upper end is infinite, see above
            if (a.method.starts_with("order_statistics"))
                continue; // of few figures, and about none: see there
            ASSERT_TRUE(interval) << a.method;
            SCOPED_TRACE(a.method + " " + a.measure->name() + " rows " + std::to_string(a.input.rows));
            EXPECT_LE(interval->lower, a.input.value);
            EXPECT_GE(interval->upper, a.input.value);
            EXPECT_GE(interval->lower, a.measure->lowest);
            EXPECT_LE(interval->upper, a.measure->highest);
            EXPECT_TRUE(std::isfinite(interval->lower) && std::isfinite(interval->upper));
            EXPECT_EQ(interval->level, Level(level));
            EXPECT_EQ(interval->method, a.method);
            EXPECT_FALSE(interval->assumptions.empty());
        }
    }
}

TEST(IntervalMethods, AreWiderAtAHigherLevel)
{
    for (const auto& a : every_method()) {
        std::optional<Interval> narrower;
        for (const double level : {0.5, 0.8, 0.95, 0.99, 0.999999}) {
            const auto interval = make_interval(a.method, a.input, Level(level)).interval;
            if (a.method == "t_log" && a.input.rows == 2 && level == 0.999999)
                continue; // its upper end is infinite, see above
            if (a.method.starts_with("order_statistics"))
                continue; // of few figures, and about none: see there
            ASSERT_TRUE(interval) << a.method;
            if (narrower) {
                SCOPED_TRACE(a.method + " " + a.measure->name() + " rows " + std::to_string(a.input.rows));
                EXPECT_LE(interval->lower, narrower->lower);
                EXPECT_GE(interval->upper, narrower->upper);
                // Strictly so, unless both ends are at the end of the range.
                if (narrower->lower > a.measure->lowest || narrower->upper < a.measure->highest) {
                    EXPECT_GT(interval->upper - interval->lower, narrower->upper - narrower->lower);
                }
            }
            narrower = *interval;
        }
    }
}

TEST(IntervalMethods, OfErrorRateAndAccuracyMirrorEachOther)
{
    for (const auto& a : every_method()) {
        if (a.measure != &error_rate) continue;
        auto mirrored = a.input;
        mirrored.measure = &accuracy;
        mirrored.value = 1.0 - a.input.value;
        mirrored.row_mean = 1.0 - a.input.row_mean;
        mirrored.splits = {};
        for (auto& v : mirrored.split_values) mirrored.splits.add(v = 1.0 - v);
        const Level level(a.method.starts_with("order_statistics") ? 0.5 : 0.9); // five splits allow no more
        const auto errors = make_interval(a.method, a.input, level).interval;
        const auto right = make_interval(a.method, mirrored, level).interval;
        ASSERT_TRUE(errors && right);
        EXPECT_NEAR(right->lower, 1.0 - errors->upper, 1e-13) << a.method;
        EXPECT_NEAR(right->upper, 1.0 - errors->lower, 1e-13) << a.method;
    }
}

TEST(IntervalMethods, HaveANameAndALineOfHelp)
{
    for (const auto& method : interval_methods()) {
        EXPECT_FALSE(method.name.empty());
        EXPECT_FALSE(method.help.empty());
    }
}

TEST(Level, CannotBeBuiltOutsideZeroToOne)
{
    for (const double bad : {0.0, 1.0, -0.5, 1.5, std::nan("")}) EXPECT_THROW(Level{bad}, InputError);
}

} // namespace
} // namespace unseen
