// Learning curves: figures against a plain loop over scikit-learn's learners (oracles/learning.py), sizes of
// models and comparisons against plain loops over the same fits (METHODS F.1).
#include "support/oracle.hpp"
#include "support/shared_data.hpp"
#include "support/small_learners.hpp"
#include "unseen/contest/compared_learners.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/resample/learning.hpp"
#include "unseen/run/fit_times.hpp"
#include "unseen/run/learning_curve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <stop_token>
#include <thread>

namespace unseen {
namespace {

const std::string project = UNSEEN_SOURCE_DIR;

/// Rows of a table of numbers and codes.
Table rows_of(const Table& table, const RowSet& rows)
{
    Table part{.source = "part", .columns = {}};
    part.declared_types = true;
    for (const auto& column : table.columns) {
        if (column.is_numeric()) {
            NumericColumn cells;
            rows.for_each([&](Row r, std::uint32_t) { cells.values.push_back(column.numeric().values[r]); });
            part.columns.push_back({column.name, std::move(cells)});
        } else {
            const auto& all = std::get<CodedColumn>(column.cells);
            CodedColumn cells{.labels = all.labels, .codes = {}};
            rows.for_each([&](Row r, std::uint32_t) { cells.codes.push_back(all.codes[r]); });
            part.columns.push_back({column.name, std::move(cells)});
        }
    }
    return part;
}

TEST(LearningCurve, IsAPlainLoopOverScikitLearn)
{
    constexpr std::uint64_t folds = 3, repeats = 2;
    std::size_t compared = 0;
    for (const auto& line : test::oracle_table("learning.txt")) {
        SCOPED_TRACE(line[0] + ' ' + line[1] + ' ' + line[2]);
        const auto data = Dataset::make(read_table(project + "/data/" + line[0]));
        const bool classes = data.response_type() == ResponseType::classes;
        const auto learner = make_learner(Spec::parse(line[1]), data.response_type());
        const Learner* learners[] = {learner.get()};
        const std::vector<std::uint64_t> sizes = {std::stoull(line[2])};
        const auto estimators = learning_estimators(Spec::parse("cv:folds=3,repeats=2"), sizes);
        const auto report = estimate(data, learners,
                                     {.estimators = estimators,
                                      .measures = {Spec(classes ? "error_rate" : "mse")},
                                      .run = {.seed = 1}});
        const auto& figures = report.estimates.at(0).spread.per_split;
        ASSERT_EQ(figures.size(), folds * repeats);
        for (std::size_t s = 0; s < figures.size(); ++s) {
            const auto tested = data.labelled() / folds + (s % folds < data.labelled() % folds);
            const double theirs = std::stod(line.at(3 + s)); // wrong rows, or the sum of squared errors
            EXPECT_NEAR(figures[s].number() * static_cast<double>(tested), theirs, 1e-9 * theirs)
                << "split " << s;
            ++compared;
        }
    }
    EXPECT_EQ(compared, 108U);
}

TEST(LearningCurve, HasTheSizesOfTheModelsThatEstimateTellsOfTheirTrainingRowsAlone)
{
    const auto table = read_table(project + "/data/iris.csv");
    const auto iris = Dataset::make(table);
    const auto tree = make_learner(Spec::parse("tree:prune=none"), iris.response_type());
    const Learner* learners[] = {tree.get()};
    const std::vector<std::uint64_t> sizes = {20, 60, 100};
    const auto estimators = learning_estimators(Spec::parse("cv:folds=3,repeats=2"), sizes);
    const auto report = estimate(iris, learners, {.estimators = estimators});
    ASSERT_EQ(report.estimates.size(), 3U);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto plan = make_plan(estimators[i], iris, 1);
        std::map<std::string, std::vector<double>> told;
        Scratch scratch;
        for (std::uint64_t s = 0; s < plan.size(); ++s) {
            const auto split = plan.at(s, scratch);
            const auto alone = Dataset::make(rows_of(table, split.train));
            const auto whole = estimate(alone, learners, {.estimators = {Spec("resubstitution")}});
            for (const auto& [name, size] : whole.estimates.front().cost.complexity)
                told[name].push_back(size);
        }
        const auto& spread = report.estimates[i].cost.complexity_spread;
        ASSERT_EQ(spread.size(), told.size());
        ASSERT_GE(spread.size(), 2U);
        for (const auto& of : spread) {
            const auto& each = told.at(of.name);
            double mean = 0.0, squares = 0.0;
            for (const double x : each) mean += x / 6.0;
            for (const double x : each) squares += (x - mean) * (x - mean);
            EXPECT_EQ(of.fits, 6U);
            EXPECT_NEAR(of.mean, mean, 1e-12) << of.name;
            EXPECT_NEAR(of.standard_deviation, std::sqrt(squares / 5.0), 1e-12) << of.name;
        }
    }
    EXPECT_LT(report.estimates[0].cost.complexity_spread[0].mean,
              report.estimates[2].cost.complexity_spread[0].mean);
}

TEST(LearningCurve, ComparesLearnersAtItsEndAsCrossValidationDoes)
{
    const auto iris = Dataset::make(read_table(project + "/data/iris.csv"));
    const auto knn = make_learner(Spec("knn"), iris.response_type());
    const auto tree = make_learner(Spec("tree"), iris.response_type());
    const Learner* learners[] = {knn.get(), tree.get()};
    const auto test_at = [&](const Spec& estimator) {
        const auto report = estimate(iris, learners, {.estimators = {estimator}});
        return compare::primary(
            compare_estimates("iris", iris.response_type(), report.estimates, {}).front().answer);
    };
    const auto whole = test_at(Spec::parse("cv:folds=10,repeats=2"));
    const auto at_the_end = test_at(Spec::parse("learning:train=135,folds=10,repeats=2"));
    ASSERT_TRUE(whole.p_value);
    EXPECT_NEAR(whole.p_value.number(), at_the_end.p_value.number(), 1e-12);
    EXPECT_EQ(whole.difference, at_the_end.difference);
    // With fewer rows the correction is that of the same folds.
    const auto report =
        estimate(iris, learners, {.estimators = {Spec::parse("learning:train=20,folds=10,repeats=2")}});
    EXPECT_NEAR(report.estimates[0].pairing.test_train_ratio, 1.0 / 9, 1e-15);
}

TEST(LearningCurve, CrossesWhereItsFiguresDo)
{
    const auto data = test::two_classes(120, 3);
    const auto one = make_learner(Spec::parse("knn:k=1"), data.response_type());
    const auto many = make_learner(Spec::parse("knn:k=25"), data.response_type());
    const Learner* learners[] = {one.get(), many.get()};
    const std::vector<std::uint64_t> sizes = {9, 14, 22, 40, 70, 108};
    const auto report = estimate(data, learners,
                                 {.estimators = learning_estimators(Spec::parse("cv:repeats=3"), sizes),
                                  .measures = {Spec("brier"), Spec("error_rate")}});
    const auto curves = learning_curves(report.estimates, data.response_type(), Level(0.95));
    const auto crossed = crossed_curves(curves, Level(0.95));
    for (const auto& pair : crossed) {
        std::vector<double> at;
        std::vector<std::vector<double>> differences(30);
        for (const auto& of_a : report.estimates)
            for (const auto& of_b : report.estimates) {
                if (of_a.asked.learner_name != pair.a || of_b.asked.learner_name != pair.b ||
                    of_a.asked.measure != pair.measure || of_b.asked.measure != pair.measure ||
                    of_a.asked.estimator != of_b.asked.estimator)
                    continue;
                at.push_back(of_a.training_rows);
                for (std::size_t s = 0; s < 30; ++s)
                    differences[s].push_back(of_a.spread.per_split[s].number() -
                                             of_b.spread.per_split[s].number());
            }
        const auto expected = crossings(at, differences, 1.0 / 9, Level(0.95));
        ASSERT_EQ(pair.crossings.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(pair.crossings[i].at, expected[i].at);
            EXPECT_EQ(pair.crossings[i].lower, expected[i].lower);
            EXPECT_EQ(pair.crossings[i].upper, expected[i].upper);
        }
    }
    EXPECT_FALSE(crossed.empty());
}

TEST(LearningCurve, WarnsOfALawThatMissesAFigure)
{
    // The figures of four sizes in ten splits, with a step, which no power law has.
    std::vector<Estimate> estimates;
    const double means[] = {0.4, 0.4, 0.4, 0.2, 0.2};
    const double sizes[] = {10, 20, 40, 80, 160};
    const auto with_noise = [&](double noise) {
        estimates.clear();
        for (std::size_t j = 0; j < 5; ++j) {
            Estimate e;
            e.asked.learner = e.asked.learner_name = "a";
            e.asked.estimator = std::to_string(j);
            e.asked.measure = "error_rate";
            e.training_rows = sizes[j];
            for (int s = 0; s < 10; ++s)
                e.spread.per_split.emplace_back(means[j] + (s % 2 == 0 ? noise : -noise));
            e.value = Value(means[j]);
            estimates.push_back(std::move(e));
        }
        return learning_curves(estimates, ResponseType::classes, Level(0.95)).front();
    };
    const auto step = with_noise(0.01);
    ASSERT_EQ(step.warnings.size(), 1U);
    EXPECT_EQ(step.warnings[0].code, "poor_power_law");
    // The same law, by hand: the largest distance in units of s / sqrt(10).
    double largest = 0.0;
    for (std::size_t j = 0; j < 5; ++j)
        largest = std::max(largest, std::abs(means[j] - step.law->at(sizes[j])) /
                                        std::sqrt(0.01 * 0.01 * 10 / 9 / 10));
    EXPECT_NEAR(step.law->largest_miss, largest, 1e-9);
    EXPECT_GT(largest, 3.0);
    EXPECT_TRUE(with_noise(0.19).warnings.empty()); // so much noise hides the step
}

/// A learner that takes its time: 8 ms to train, 2 ms to predict.
std::unique_ptr<Learner> slow_learner()
{
    class Slow final : public Model {
        Predictions predict(const Dataset&, std::span<const Row> rows) const override
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            return test::predicted_labels(std::vector<std::uint32_t>(rows.size(), 0));
        }
    };
    return simple_learner("slow", {.numbers = false, .scores = false}, [](const Dataset&, const Task&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(8));
        return std::make_unique<Slow>();
    });
}

TEST(FitTimes, AreThoseOfTrainingAndPredictionApart)
{
    const auto data = test::two_classes(40);
    const auto slow = slow_learner();
    const auto prepared = slow->prepare(data, std::vector<Spec>{slow->spec()}, {});
    const auto times =
        fit_times(*slow, *prepared, data, make_plan(Spec::parse("cv:folds=4,repeats=3"), data, 1), {});
    ASSERT_EQ(times.size(), 2U);
    EXPECT_EQ(times[0].name, "training_seconds");
    EXPECT_EQ(times[1].name, "prediction_seconds");
    EXPECT_EQ(times[0].fits, 4U); // of the first repeat
    EXPECT_GE(times[0].mean, 0.008);
    EXPECT_GE(times[1].mean, 0.002);
    EXPECT_LT(times[1].mean, times[0].mean);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(fit_times(*slow, *prepared, data, make_plan(Spec::parse("cv:folds=4"), data, 1),
                          {.stop = stop.get_token()})
                    .empty());
}

} // namespace
} // namespace unseen
