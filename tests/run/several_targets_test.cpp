// Several targets: their distances against scikit-learn (oracles/several_targets.py), and that the models for
// the targets are the same as those for single targets.
#include "run/estimates.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"

#include "unseen/base/error.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/stats/random.hpp"
#include "unseen/store/store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen {
namespace {

using test::estimates;
using test::message_of;

Table set_of(const std::string& name) { return read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/" + name); }

Dataset wine(const std::string& target)
{
    return Dataset::make(set_of("wine.csv"), {.target = target, .ignore = {"class"}});
}

std::string error_of(const Dataset& data, const char* learner, const std::vector<std::string>& estimators,
                     const std::vector<std::string>& measures = {}, const EstimateOptions& options = {})
{
    return message_of([&] { estimates(data, learner, estimators, measures, options); });
}

TEST(SeveralTargets, AreThoseOfScikitLearnsMultiOutputRegressor)
{
    std::size_t compared = 0;
    for (const auto& line : test::oracle_table("several_targets.txt")) {
        SCOPED_TRACE(line[0] + ' ' + line[1]);
        auto table = set_of(line[0]);
        NumericColumn fold;
        for (std::size_t r = 0; r < table.rows(); ++r) fold.values.push_back(static_cast<double>(r % 5));
        table.columns.insert(table.columns.begin(), {"fold", std::move(fold)});
        Roles roles{.target = line[1], .ignore = {"fold"}};
        if (line[2] != "-") roles.ignore.push_back(line[2]);
        const auto data = Dataset::make(std::move(table), roles);
        const auto report =
            estimates(data, ("multi(ridge:lambda=" + line[3] + ")").c_str(), {"given:column=fold"},
                      {"mean_distance", "median_distance", "quantile_distance:q=0.8"});
        ASSERT_EQ(report.estimates.size(), 3u);
        for (std::size_t m = 0; m < 3; ++m) {
            ASSERT_EQ(report.estimates[m].spread.per_split.size(), 5u);
            for (std::size_t f = 0; f < 5; ++f, ++compared) {
                const double expected = std::stod(line[4 + 3 * f + m]);
                EXPECT_NEAR(report.estimates[m].spread.per_split[f].number(), expected, 1e-9 * expected);
            }
        }
        const double mean = std::stod(line[19]);
        EXPECT_NEAR(report.estimates[0].value.number(), mean, 1e-9 * mean);
    }
    EXPECT_EQ(compared, 60u);
}

/// The predicted points of each split, as lines.
class Points final : public Sink {
public:
    void take(const SplitInfo&, const PredictionView& view) override
    {
        EXPECT_EQ(view.size() * view.targets, view.value.size());
        EXPECT_EQ(view.true_value.size(), view.value.size());
        targets = view.targets;
        value.insert(value.end(), view.value.begin(), view.value.end());
        truth.insert(truth.end(), view.true_value.begin(), view.true_value.end());
        row.insert(row.end(), view.row.begin(), view.row.end());
    }
    void take(const SplitInfo&, const Failure& failure) override { ADD_FAILURE() << failure.text; }

    std::size_t targets = 0;
    std::vector<double> value;
    std::vector<double> truth;
    std::vector<Row> row;
};

Points points_of(const Dataset& data, const std::string& spec, const std::string& plan,
                 std::size_t threads = 1, PredictedRows rows = PredictedRows::test)
{
    const auto learner = make_learner(Spec::parse(spec), data.response_type());
    const Learner* learners[] = {learner.get()};
    const RunRequest requests[] = {{make_plan(Spec::parse(plan), data, 3), rows, {}}};
    Points points;
    run(data, learners, requests, {{&points}}, {.seed = 3, .threads = threads});
    return points;
}

TEST(SeveralTargets, HaveTheCoordinatesOfRunsOnSingleTargets)
{
    const std::vector<std::string> names = {"alcohol", "proline", "hue"};
    for (const std::string learner :
         {"ridge", "knn:k=4", "tree:min_rows=6", "impute(linear)", "voting(ridge;knn)", "mean"})
        for (const std::string plan : {"cv:folds=4,repeats=2", "bootstrap:samples=5", "holdout"}) {
            SCOPED_TRACE(learner + ' ' + plan);
            const auto rows = plan.starts_with("bootstrap") ? PredictedRows::labelled : PredictedRows::test;
            // The other targets are no features of a single one.
            auto roles = [&](const std::string& target) {
                Roles all{.target = target, .ignore = {"class"}};
                if (target == "alcohol,proline,hue") return all;
                for (const auto& name : names)
                    if (name != target) all.ignore.push_back(name);
                return all;
            };
            const auto all = points_of(Dataset::make(set_of("wine.csv"), roles("alcohol,proline,hue")),
                                       "multi(" + learner + ")", plan, 1, rows);
            ASSERT_EQ(all.targets, 3u);
            for (std::size_t t = 0; t < 3; ++t) {
                const auto one =
                    points_of(Dataset::make(set_of("wine.csv"), roles(names[t])), learner, plan, 1, rows);
                ASSERT_EQ(one.value.size() * 3, all.value.size());
                EXPECT_EQ(one.row, all.row);
                for (std::size_t i = 0; i < one.value.size(); ++i) {
                    ASSERT_EQ(one.value[i], all.value[3 * i + t]);
                    ASSERT_EQ(one.truth[i], all.truth[3 * i + t]);
                }
            }
        }
}

TEST(SeveralTargets, DoNotDependOnThreads)
{
    const auto data = wine("alcohol,hue");
    for (const char* learner : {"multi(random-forest:size=5)", "multi(ridge)"}) {
        const auto one = points_of(data, learner, "cv:folds=5,repeats=2", 1);
        EXPECT_EQ(points_of(data, learner, "cv:folds=5,repeats=2", 4).value, one.value);
    }
}

TEST(SeveralTargets, OfPermutedRowsHaveTheSameLeaveOneOutDistances)
{
    auto table = set_of("wine.csv");
    const auto distance = [](const Table& of) {
        const auto data = Dataset::make(of, {.target = "hue,ash", .ignore = {"class"}});
        return estimates(data, "multi(knn:k=3)", {"loo"}, {"mean_distance"}).estimates.front().value;
    };
    const auto before = distance(table);
    std::vector<std::size_t> order(table.rows());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Stream(5, Purpose::generation).shuffle(std::span(order));
    for (auto& column : table.columns) {
        const auto old = column;
        for (std::size_t i = 0; i < order.size(); ++i)
            if (column.is_numeric())
                std::get<NumericColumn>(column.cells).values[i] = old.numeric().values[order[i]];
            else
                std::get<CodedColumn>(column.cells).codes[i] = old.coded().codes[order[i]];
    }
    EXPECT_EQ(distance(table), before);
}

TEST(SeveralTargets, AreMeasuredByDistancesUnlessAMeasureIsNamed)
{
    const auto data = wine("alcohol,hue");
    const auto report = estimates(data, "multi(mean)", {"cv:folds=3"});
    ASSERT_EQ(report.estimates.size(), 2u);
    EXPECT_EQ(report.estimates[0].asked.measure, "mean_distance");
    EXPECT_EQ(report.estimates[1].asked.measure, "median_distance");
    EXPECT_TRUE(report.estimates[0].interval);
}

TEST(SeveralTargets, AreTakenByEveryEstimatorOfNumbers)
{
    for (const char* estimator : {"resubstitution", "holdout", "cv:folds=4", "loo", "random:splits=4",
                                  "jackknife", "nested-cv:folds=4,repeats=2"}) {
        SCOPED_TRACE(estimator);
        // Of a mean that is the same for all coordinates, the distance is the root of 2 times the error of
        // one.
        Table doubled = set_of("wine.csv");
        doubled.columns.push_back(doubled.columns[0]);
        doubled.columns.back().name = "again";
        const Roles points{.target = "alcohol,again", .ignore = {"class"}};
        const Roles single{.target = "alcohol", .ignore = {"class", "again"}};
        const auto two =
            estimates(Dataset::make(doubled, points), "multi(mean)", {estimator}, {"mean_distance"})
                .estimates.front();
        const auto one =
            estimates(Dataset::make(doubled, single), "mean", {estimator}, {"mae"}).estimates.front();
        ASSERT_EQ(two.value.exists(), one.value.exists());
        if (one.value.exists()) {
            EXPECT_NEAR(two.value.number(), std::sqrt(2.0) * one.value.number(), 1e-12);
        }
        EXPECT_EQ(two.interval.exists(), one.interval.exists());
    }
}

TEST(SeveralTargets, HaveModelsWithSeedsOfTheirOwn)
{
    const auto data = wine("alcohol,hue");
    const auto fitted = [](const Dataset& of, const char* spec, std::uint64_t seed) {
        const auto variant = make_learner(Spec::parse(spec), ResponseType::numbers)->spec();
        const auto prepared = make_learner(variant, ResponseType::numbers)->prepare(of, {&variant, 1}, {});
        const std::vector<Row> aside{0, 70, 177};
        return prepared->fit({.train = RowSet::all_but(of.labelled(), aside), .seed = seed}, 0)
            ->predict(of, aside)
            .value;
    };
    const auto both = fitted(data, "multi(random-forest:size=3)", 7);
    for (std::uint64_t t = 0; t < 2; ++t) {
        const auto one =
            fitted(data.with_target(t), "random-forest:size=3", Stream(7, Purpose::learner, t).next());
        for (std::size_t i = 0; i < 3; ++i) ASSERT_EQ(both.at(2 * i + t), one.at(i));
    }
}

TEST(SeveralTargets, AreRefusedByLearnersOfOneWithTheWayOut)
{
    const auto data = wine("alcohol,hue");
    EXPECT_EQ(error_of(data, "ridge:lambda=2", {"cv"}),
              "'ridge:lambda=2' predicts one number a row, and there are 2 targets (alcohol, hue); "
              "multi(SPEC) trains one model for "
              "each");
    EXPECT_NE(error_of(data, "bagging(multi(mean)):size=2", {"cv"}).find("predicts one number a row"),
              std::string::npos);
}

TEST(SeveralTargets, AreRefusedByMeasuresOfOne)
{
    const auto data = wine("alcohol,hue");
    EXPECT_EQ(error_of(data, "multi(mean)", {"cv"}, {"mean_distance", "mae"}),
              "measure 'mae' judges one number a row, and there are 2 targets (alcohol, hue); measures of "
              "points: within, "
              "mean_distance, median_distance, quantile_distance");
}

TEST(SeveralTargets, AreRefusedByStrataOfTheirNumbers)
{
    const auto data = wine("alcohol,hue");
    EXPECT_EQ(
        error_of(data, "multi(mean)", {"cv:stratify=yes"}),
        "the targets 'alcohol,hue' have no order that a plan could balance; name a column with `stratum`");
}

TEST(SeveralTargets, AreFoundInAStoreInMemoryWhichUnitesRows)
{
    const auto data = wine("alcohol,hue");
    const auto store = make_memory_store();
    EstimateOptions options;
    options.run.store = store.get();
    const auto first = estimates(data, "multi(ridge)", {"cv:folds=4"}, {"mean_distance"}, options);
    // The training rows of the same fits are predicted as well, and added to the existing predictions.
    EstimateOptions with_training = options;
    with_training.training_error = true;
    const auto second = estimates(data, "multi(ridge)", {"cv:folds=4"}, {"mean_distance"}, with_training);
    const auto third = estimates(data, "multi(ridge)", {"cv:folds=4"}, {"mean_distance"}, with_training);
    EXPECT_EQ(third.run.reused, 4u);
    EXPECT_EQ(first.estimates.front().value, third.estimates.front().value);
    EXPECT_EQ(second.estimates.front().training->value, third.estimates.front().training->value);
}

} // namespace
} // namespace unseen
