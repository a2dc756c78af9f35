// Intervals about the procedure that need splits of their own: nested cross-validation and splits of halves.
// Oracles: the worked values of docs/METHODS.md (C.13, C.14), and the definition written out with a fit for
// every ordered pair of folds.
#include "estimate/nested_reduction.hpp"
#include "estimate/split_reduction.hpp"
#include "support/small_learners.hpp"

#include "unseen/run/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unseen {
namespace {

const char* const inner_and_outer[12][4] = {
    {"00101", "00001", "00001", "11110"}, {"10010", "00000", "00100", "00001"},
    {"00000", "01100", "00001", "00001"}, {"00011", "00001", "00001", "00001"},
    {"01010", "11010", "00000", "10100"}, {"01000", "10101", "10000", "10010"},
    {"00000", "10001", "01101", "00011"}, {"10100", "01010", "10000", "00000"},
    {"00001", "00000", "00000", "01100"}, {"00000", "00000", "01001", "10001"},
    {"10000", "10000", "00101", "10000"}, {"00010", "10100", "10001", "00100"}};

/// Rows whose absolute error is the loss given.
struct Losses {
    std::vector<Row> row;
    std::vector<double> loss;
    std::vector<double> zero;

    void add(Row first, const std::string& bits)
    {
        for (std::size_t i = 0; i < bits.size(); ++i) {
            row.push_back(first + static_cast<Row>(i));
            loss.push_back(bits[i] - '0');
            zero.push_back(0.0);
        }
    }
    PredictionView view() const
    {
        return {.row = row,
                .true_label = {},
                .label = {},
                .scores = {},
                .true_value = zero,
                .value = loss,
                .weight = {},
                .in_bag = {},
                .complexity = {}};
    }
};

Design nested_design(std::uint32_t repeats)
{
    return {
        .splits = 10 * repeats, .repeats = repeats, .rows = 20, .training_rows = 20.0, .fold_pairs = true};
}

/// Hands over the worked example, but for the splits in `failing`.
Estimate nested_example(const std::vector<std::uint64_t>& failing = {}, std::uint32_t repeats = 3)
{
    const auto reduction =
        nested_reduction({.measures = {make_measure(Spec("mae"), false)}}, nested_design(repeats));
    for (std::uint64_t i = 0; i < nested_design(repeats).splits; ++i) {
        const SplitInfo info{.index = i,
                             .repeat = static_cast<std::uint32_t>(i / 10),
                             .fold = static_cast<std::uint32_t>(i % 10)};
        if (std::find(failing.begin(), failing.end(), i) != failing.end()) {
            reduction->sink(0).take(info, Failure{failures::threw, "no"});
            continue;
        }
        const auto [f, g] = nested_folds(i % 10, 4);
        Losses losses;
        const auto* repeat = inner_and_outer + i / 10 * 4;
        losses.add(static_cast<Row>(f * 5), repeat[g][f]);
        if (f != g) losses.add(static_cast<Row>(g * 5), repeat[f][g]);
        reduction->sink(0).take(info, losses.view());
    }
    return reduction->finish()[0];
}

TEST(NestedFolds, AreTheFoldsAndThenTheirPairs)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
    for (std::uint64_t i = 0; i < 10; ++i) all.push_back(nested_folds(i, 4));
    EXPECT_EQ(all, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{
                       {0, 0}, {1, 1}, {2, 2}, {3, 3}, {0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));
}

TEST(NestedReduction, MatchesTheWorkedExample)
{
    const auto e = nested_example();
    EXPECT_NEAR(e.value.number(), 0.2722222222222222 - 0.008333333333333304, 1e-15);
    ASSERT_TRUE(e.interval);
    EXPECT_NEAR(e.interval->lower, 0.0682730515458401, 1e-13);
    EXPECT_NEAR(e.interval->upper, 0.4595047262319377, 1e-13);
    EXPECT_EQ(e.interval->method, "nested_cv");
    EXPECT_EQ(e.interval->estimand, Estimand::procedure);
    EXPECT_EQ(e.training_rows, 20.0);
}

TEST(NestedReduction, LosesTheOuterFoldsOfAFailedFit)
{
    // The last repeat without the fit of fold 2 alone: the figures of its other folds, which the pairs with
    // fold 2 serve, remain.
    const auto e = nested_example({22});
    double inner = 0.0;
    double outer = 0.0;
    double outer_rows = 0.0;
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t f = 0; f < 4; ++f) {
            if (r == 2 && f == 2) continue;
            for (std::size_t g = 0; g < 4; ++g)
                for (const char* bit = inner_and_outer[4 * r + f][g]; *bit; ++bit)
                    (g == f ? outer : inner) += *bit - '0';
            outer_rows += 5;
        }
    const double nested = inner / (3 * outer_rows);
    const double plain = outer / outer_rows;
    EXPECT_NEAR(e.value.number(), nested - 1.5 * (nested - plain), 1e-15);
    EXPECT_EQ(e.cost.failures, 1u);
    ASSERT_EQ(e.warnings.size(), 2u);
    EXPECT_EQ(e.warnings[0].code, "failed_fits");
    EXPECT_EQ(e.warnings[1].code, "may_undercover");
    // A pair belongs to two folds.
    const auto pair = nested_example({4, 14, 24});
    EXPECT_TRUE(pair.value);
    EXPECT_FALSE(nested_example({4, 9}, 1).value); // pairs (0,1) and (2,3): no fold is left
}

TEST(NestedReduction, HasNoFigureForAMeasureThatIsNoMeanOfRows)
{
    const auto reduction =
        nested_reduction({.measures = {make_measure(Spec("rmse"), false)}}, nested_design(1));
    Losses losses;
    losses.add(0, "01010");
    reduction->sink(0).take({.index = 0}, losses.view());
    EXPECT_EQ(reduction->finish()[0].value, Value::none(reasons::not_a_mean_of_rows));
}

TEST(NestedCrossValidation, IsItsDefinitionWithAFitForEveryOrderedPairOfFolds)
{
    const auto data = test::two_classes(40, 2);
    const auto learner = make_learner(Spec::parse("knn:k=3"), ResponseType::classes);
    const Learner* const list[] = {learner.get()};
    const EstimateOptions options{.estimators = {Spec::parse("nested-cv:folds=4,repeats=2")},
                                  .measures = {Spec("error_rate")}};
    const auto e = estimate(data, list, options).estimates.at(0);

    const auto plan = make_plan(options.estimators[0], data, options.run.seed);
    const Spec specs[] = {learner->spec()};
    const auto prepared = learner->prepare(data, specs, {});
    const auto losses_on = [&](const std::vector<Row>& left_out, const std::vector<Row>& rows) {
        std::vector<std::uint32_t> counts(40, 1);
        for (const Row r : left_out) counts[r] = 0;
        RowSetStorage storage;
        const auto said =
            prepared->fit({.train = storage.from_counts(counts), .predict = rows}, 0)->predict(data, rows);
        std::vector<double> losses;
        for (std::size_t i = 0; i < rows.size(); ++i)
            losses.push_back(said.label[i] == static_cast<std::uint32_t>(data.class_codes()[rows[i]]) ? 0.0
                                                                                                      : 1.0);
        return losses;
    };
    Scratch scratch;
    std::vector<double> all_inner;
    std::vector<double> all_outer;
    double a = 0.0;
    double b = 0.0;
    for (std::uint64_t repeat = 0; repeat < 2; ++repeat) {
        std::vector<std::vector<Row>> folds;
        for (std::uint64_t f = 0; f < 4; ++f) {
            const auto split = plan.at(repeat * 10 + f, scratch);
            folds.emplace_back(split.test.begin(), split.test.end());
        }
        for (std::size_t f = 0; f < 4; ++f) {
            double inner = 0.0;
            double outer = 0.0;
            for (std::size_t g = 0; g < 4; ++g) {
                if (g == f) continue;
                auto both = folds[f];
                both.insert(both.end(), folds[g].begin(), folds[g].end());
                for (const double loss : losses_on(both, folds[g])) {
                    all_inner.push_back(loss);
                    inner += loss / 30.0;
                }
            }
            const auto own = losses_on(folds[f], folds[f]);
            for (const double loss : own) {
                all_outer.push_back(loss);
                outer += loss / 10.0;
            }
            double variance = 0.0;
            for (const double loss : own) variance += (loss - outer) * (loss - outer) / 9.0;
            a += (inner - outer) * (inner - outer) / 8.0;
            b += variance / 10.0 / 8.0;
        }
    }
    const auto mean = [](const std::vector<double>& v) {
        double sum = 0.0;
        for (const double x : v) sum += x;
        return sum / static_cast<double>(v.size());
    };
    const double nested = mean(all_inner);
    const double point = nested - 1.5 * (nested - mean(all_outer));
    double variance = 0.0;
    for (const double x : all_inner)
        variance += (x - nested) * (x - nested) / static_cast<double>(all_inner.size() - 1);
    const double low = std::sqrt(variance / 40.0);
    const double error = std::min(std::max(std::sqrt(std::max(0.0, (a - b) * 0.75)), low), 2.0 * low);
    EXPECT_NEAR(e.value.number(), point, 1e-14);
    ASSERT_TRUE(e.interval);
    EXPECT_NEAR(e.interval->upper - e.value.number(), 1.959963984540054 * error, 1e-13);
    EXPECT_EQ(e.cost.fits, 20u);
}

// ---- splits of halves

/// Values and half means as given: each split tests 100 rows, of which 100 x figure are wrong.
Estimate halves_example(const std::vector<double>& of_all, const std::vector<std::vector<double>>& first,
                        const std::vector<std::vector<double>>& second, std::size_t failing = 999)
{
    const auto per_half = of_all.size();
    std::vector<double> figures = of_all;
    for (std::size_t r = 0; r < first.size(); ++r) {
        figures.insert(figures.end(), first[r].begin(), first[r].end());
        figures.insert(figures.end(), second[r].begin(), second[r].end());
    }
    const Design design{.splits = figures.size(),
                        .repeats = static_cast<std::uint32_t>(1 + 2 * first.size()),
                        .rows = 1000,
                        .training_rows = 400.0,
                        .halvings = true};
    const auto reduction = split_reduction({.measures = {make_measure(Spec("mae"), false)}}, design);
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const SplitInfo info{.index = i,
                             .repeat = static_cast<std::uint32_t>(i / per_half),
                             .train_rows = 400,
                             .test_rows = 100};
        if (i == failing) {
            reduction->sink(0).take(info, Failure{failures::threw, "no"});
            continue;
        }
        Losses losses;
        const auto wrong = static_cast<std::size_t>(std::lround(100.0 * figures[i]));
        losses.add(0, std::string(wrong, '1') + std::string(100 - wrong, '0'));
        reduction->sink(0).take(info, losses.view());
    }
    return reduction->finish()[0];
}

const std::vector<std::vector<double>> first_halves = {
    {.24, .27, .25}, {.22, .26, .23}, {.28, .25, .27}, {.21, .24, .26}};
const std::vector<std::vector<double>> second_halves = {
    {.29, .25, .28}, {.24, .23, .27}, {.22, .26, .24}, {.27, .25, .29}};

TEST(SplitsOfHalves, MatchTheWorkedExample)
{
    const auto e = halves_example({.22, .23, .24}, first_halves, second_halves);
    ASSERT_TRUE(e.interval);
    EXPECT_NEAR(e.value.number(), 0.23, 1e-15);
    EXPECT_NEAR(e.interval->lower - e.value.number(), 0.19960703472442237 - 0.233, 1e-13);
    EXPECT_NEAR(e.interval->upper - e.value.number(), 0.26639296527557765 - 0.233, 1e-13);
    EXPECT_EQ(e.interval->method, "conservative_z");
    EXPECT_EQ(e.spread.per_split, (std::vector<Value>{0.22, 0.23, 0.24}));
    EXPECT_EQ(e.cost.fits, 27u);
}

TEST(SplitsOfHalves, LoseTheHalvingOfAFailedFit)
{
    const auto e =
        halves_example({.22, .23, .24}, first_halves, second_halves, 20); // in the second half of the third
    ASSERT_TRUE(e.interval);
    // differences of means, in hundredths: -6/3, -3/3, -10/3
    const double error = std::sqrt((0.02 * 0.02 + 0.01 * 0.01 + 0.1 * 0.1 / 9.0) / 6.0);
    EXPECT_NEAR(e.interval->upper - 0.23, 1.959963984540054 * error, 1e-13);
    EXPECT_EQ(e.cost.failures, 1u);
}

TEST(SplitsOfHalves, TrainAndTestWithinTheirHalf)
{
    const auto data = test::two_classes(41, 1);
    const auto plan = make_plan(Spec::parse("random-halves:splits=3,pairs=4,fraction=0.2"), data, 5);
    EXPECT_EQ(plan.size(), 27u);
    Scratch scratch;
    std::vector<std::vector<bool>> seen(9, std::vector<bool>(41));
    for (std::uint64_t i = 0; i < plan.size(); ++i) {
        const auto split = plan.at(i, scratch);
        EXPECT_EQ(split.repeat, i / 3);
        EXPECT_EQ(split.test.size(), 8u);
        EXPECT_EQ(split.train.size(), 12u);
        for (const Row r : split.test) seen[split.repeat][r] = true;
        split.train.for_each([&](Row r, std::uint32_t count) {
            EXPECT_EQ(count, 1u);
            EXPECT_EQ(std::count(split.test.begin(), split.test.end(), r), 0);
            seen[split.repeat][r] = true;
        });
    }
    for (std::size_t part = 1; part < 9; part += 2)
        for (Row r = 0; r < 41; ++r) EXPECT_FALSE(seen[part][r] && seen[part + 1][r]);
}

} // namespace
} // namespace unseen
