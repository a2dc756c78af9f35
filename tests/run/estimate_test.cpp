// The main job in one call: the same bytes whatever the threads and whatever else is asked.
#include "unseen/run/estimate.hpp"

#include "run/recorder.hpp"
#include "support/messages.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/report/estimates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace unseen {
namespace {

using test::message_of;
using test::two_classes;

std::vector<std::unique_ptr<Learner>> learners(std::initializer_list<const char*> specs,
                                               ResponseType type = ResponseType::classes)
{
    std::vector<std::unique_ptr<Learner>> list;
    for (const auto* spec : specs) list.push_back(make_learner(Spec::parse(spec), type));
    return list;
}

std::vector<Spec> specs(std::initializer_list<const char*> texts)
{
    std::vector<Spec> list;
    for (const auto* text : texts) list.push_back(Spec::parse(text));
    return list;
}

EstimateReport estimate_with(const Dataset& data, const std::vector<std::unique_ptr<Learner>>& list,
                             const EstimateOptions& options)
{
    std::vector<const Learner*> pointers;
    for (const auto& l : list) pointers.push_back(l.get());
    return estimate(data, pointers, options);
}

/// The JSON of each figure under "learner|estimator|measure".
std::map<std::string, std::string> by_name(const EstimateReport& report)
{
    std::map<std::string, std::string> figures;
    for (const auto& e : report.estimates) {
        EstimateReport one;
        one.estimates = {e};
        figures[e.asked.learner + '|' + e.asked.estimator + '|' + e.asked.measure] =
            estimates_json(one).print();
    }
    return figures;
}

/// The error rate of the most frequent class among these rows, and the total of their weights.
std::pair<double, double> error_of_majority(const Dataset& data, const Split& split)
{
    std::vector<double> of_class(data.classes().size(), 0.0);
    double all = 0.0;
    split.train.for_each([&](Row row, std::uint32_t count) {
        const double weight = (data.weights().empty() ? 1.0 : data.weights()[row]) * count;
        of_class[static_cast<std::size_t>(data.class_codes()[row])] += weight;
        all += weight;
    });
    return {1.0 - *std::max_element(of_class.begin(), of_class.end()) / all, all};
}

TEST(Estimate, JudgesEachSplitsModelOnItsTrainingRows)
{
    const auto list = learners({"majority", "knn:k=1"});
    const auto base = two_classes(40);
    Table table{
        .source = "t", .columns = {base.features().begin(), base.features().end()}, .declared_types = true};
    table.columns.push_back(
        {"y", CodedColumn{base.classes(), {base.class_codes().begin(), base.class_codes().end()}}});
    std::vector<double> weights;
    for (std::size_t i = 0; i < table.rows(); ++i) weights.push_back(1.0 + static_cast<double>(i % 3));
    table.columns.insert(table.columns.begin(), {"w", NumericColumn{weights}});
    for (const auto* weight : {"", "w"}) {
        const auto data = Dataset::make(table, {.ignore = {"w"}, .weight = weight});
        const Spec spec = resolve_estimator(Spec::parse("cv:folds=3,repeats=2"), ResponseType::classes);
        EstimateOptions options{
            .estimators = {spec}, .measures = specs({"error_rate"}), .training_error = true};
        const auto report = estimate_with(data, list, options);
        const auto& training = report.estimates[0].training;
        ASSERT_TRUE(training);
        const Plan plan = make_plan(spec, data, options.run.seed);
        Scratch scratch;
        double sum = 0.0;
        for (std::uint64_t i = 0; i < plan.size(); ++i) {
            const double expected = error_of_majority(data, plan.at(i, scratch)).first;
            EXPECT_NEAR(training->per_split[i].number(), expected, 1e-15) << i;
            sum += expected / static_cast<double>(plan.size());
        }
        EXPECT_NEAR(training->value.number(), sum, 1e-15);
        EXPECT_EQ(report.estimates[1].training->value.number(), 0.0); // the nearest row is the row itself
        options.training_error = false;
        const auto without = estimate_with(data, list, options);
        EXPECT_FALSE(without.estimates[0].training);
        EXPECT_EQ(without.estimates[1].value, report.estimates[1].value);
        EXPECT_EQ(without.run.fits, report.run.fits); // the same fits answer both
    }
}

TEST(Estimate, TellsHowMuchTheRepeatsDiffer)
{
    const auto list = learners({"knn:k=1"});
    const auto data = two_classes(50, 3);
    for (const auto* estimator : {"cv:folds=4,repeats=5", "random:splits=6,fraction=0.3"}) {
        const Spec spec = resolve_estimator(Spec::parse(estimator), ResponseType::classes);
        const auto e = estimate_with(data, list, {.estimators = {spec}, .measures = specs({"error_rate"})})
                           .estimates.front();
        const Plan plan = make_plan(spec, data, 1);
        Scratch scratch;
        std::map<std::uint64_t, std::pair<double, double>> of_repeat; // errors and rows
        for (std::uint64_t i = 0; i < plan.size(); ++i) {
            const Split split = plan.at(i, scratch);
            auto& [errors, rows] = of_repeat[plan.design().random_splits ? i : split.repeat];
            errors += e.spread.per_split[i].number() * static_cast<double>(split.test.size());
            rows += static_cast<double>(split.test.size());
        }
        double mean = 0.0;
        double least = 1.0;
        double most = 0.0;
        const auto n = static_cast<double>(of_repeat.size());
        for (const auto& [repeat, sums] : of_repeat) {
            const double figure = sums.first / sums.second;
            mean += figure / n;
            least = std::min(least, figure);
            most = std::max(most, figure);
        }
        double squares = 0.0;
        for (const auto& [repeat, sums] : of_repeat)
            squares += std::pow(sums.first / sums.second - mean, 2) / (n - 1.0);
        ASSERT_TRUE(e.spread.of_repeats) << estimator;
        EXPECT_EQ(static_cast<double>(e.spread.of_repeats->repeats), n);
        EXPECT_NEAR(e.spread.of_repeats->standard_deviation, std::sqrt(squares), 1e-14);
        EXPECT_NEAR(e.spread.of_repeats->least, least, 1e-14);
        EXPECT_NEAR(e.spread.of_repeats->most, most, 1e-14);
    }
    for (const auto* estimator : {"cv:folds=4", "loo", "holdout"}) // no repeats
        EXPECT_FALSE(
            estimate_with(data, list, {.estimators = specs({estimator}), .measures = specs({"error_rate"})})
                .estimates[0]
                .spread.of_repeats);
}

TEST(Estimate, OrderedClassesHaveAnErrorInSteps)
{
    const auto list = learners({"knn:k=5"});
    const auto table = parse_table(
        "x,y\n1,low\n2,low\n3,mid\n4,high\n5,mid\n6,high\n7,low\n8,high\n9,mid\n10,high\n11,low\n12,mid\n",
        "t.csv");
    const auto data = Dataset::make(table, {.ordered = {"none", "low", "mid", "high"}});
    const auto report = estimate_with(
        data, list, {.estimators = specs({"cv:folds=3,stratify=no"}), .measures = specs({"ordinal_mae"})});
    struct Steps final : Sink {
        void take(const SplitInfo&, const PredictionView& view) override
        {
            for (std::size_t i = 0; i < view.size(); ++i, ++rows)
                steps +=
                    std::abs(static_cast<double>(view.label[i]) - static_cast<double>(view.true_label[i]));
        }
        void take(const SplitInfo&, const Failure&) override {}
        double steps = 0.0;
        double rows = 0.0;
    } steps;
    const Learner* learner = list.front().get();
    const std::vector<RunRequest> requests = {{make_plan(
        resolve_estimator(Spec::parse("cv:folds=3,stratify=no"), ResponseType::classes), data, 1)}};
    run(data, std::span(&learner, 1), requests, {{&steps}}, {});
    EXPECT_GT(steps.steps, 0.0);
    EXPECT_NEAR(report.estimates.front().value.number(), steps.steps / steps.rows, 1e-15);
    EXPECT_EQ(estimate_with(Dataset::make(table), list,
                            {.estimators = specs({"cv:folds=3"}), .measures = specs({"ordinal_mae"})})
                  .estimates.front()
                  .value.reason(),
              reasons::not_ordered);
}

TEST(Estimate, PrintsTheSameBytesWhateverTheThreads)
{
    const auto list = learners({"majority", "knn:k=1", "knn:k=7", "naive-bayes", "tree"});
    const auto data = two_classes(40, 3);
    EstimateOptions options{.estimators = specs({"cv:folds=4,repeats=2", "loo", "bootstrap:samples=10",
                                                 "holdout", "random:splits=6", "resubstitution",
                                                 "nested-cv:repeats=2", "random-halves:splits=2,pairs=2"}),
                            .measures = specs({"error_rate", "log_loss", "brier"})};
    options.run.threads = 1;
    const auto one = estimates_json(estimate_with(data, list, options)).print();
    EXPECT_GT(one.size(), 10000u);
    for (const std::size_t threads : {2u, 8u}) {
        options.run.threads = threads;
        EXPECT_EQ(estimates_json(estimate_with(data, list, options)).print(), one);
    }
}

TEST(Estimate, PrintsOtherBytesForAnotherSeed)
{
    const auto list = learners({"knn:k=1"});
    const auto data = two_classes(40);
    EstimateOptions options{.estimators = specs({"cv:folds=4"})};
    const auto one = estimates_json(estimate_with(data, list, options)).print();
    options.run.seed = 2;
    EXPECT_NE(estimates_json(estimate_with(data, list, options)).print(), one);
}

TEST(Estimate, ChangesNoFigureWhenMoreIsAsked)
{
    const auto data = two_classes(40);
    const auto few = by_name(estimate_with(
        data, learners({"tree"}), {.estimators = specs({"cv:folds=4"}), .measures = specs({"error_rate"})}));
    ASSERT_EQ(few.size(), 1u);
    auto more = estimate_with(
        data, learners({"knn", "tree", "majority"}),
        {.estimators = specs({"bootstrap:samples=5", "cv:folds=4", "cv:folds=4,repeats=3", "loo"}),
         .measures = specs({"brier", "error_rate"})});
    for (auto& e : more.estimates) { // these are about the choice among all learners
        e.bias_corrected.reset();
        std::erase_if(e.warnings, [](const Warning& w) { return w.is(warnings::best_of_many); });
    }
    const auto many = by_name(more);
    EXPECT_EQ(many.size(), 24u);
    EXPECT_EQ(many.at(few.begin()->first), few.begin()->second);
}

/// Equal figures, but for the list of the splits'.
void expect_the_same_without_splits(const Dataset& data, EstimateOptions options)
{
    const auto list = learners({"majority", "knn:k=1"});
    const auto with = estimate_with(data, list, options);
    options.per_split = false;
    const auto without = estimate_with(data, list, options);
    ASSERT_EQ(with.estimates.size(), without.estimates.size());
    bool any = false;
    for (std::size_t i = 0; i < with.estimates.size(); ++i) {
        EXPECT_TRUE(without.estimates[i].spread.per_split.empty());
        any = any || !with.estimates[i].spread.per_split.empty();
        EstimateReport one;
        one.estimates = {with.estimates[i]};
        one.estimates[0].spread.per_split.clear();
        EstimateReport other;
        other.estimates = {without.estimates[i]};
        EXPECT_EQ(estimates_json(one).print(), estimates_json(other).print());
    }
    EXPECT_TRUE(any);
}

TEST(Estimate, GivesTheSameFiguresWithoutTheSplits)
{
    // Few rows, so that some measures do not exist in some of the splits.
    const auto data = two_classes(24, 2);
    expect_the_same_without_splits(
        data, {.estimators = specs({"cv:folds=8,repeats=2,stratify=no", "loo", "holdout", "random:splits=12",
                                    "resubstitution", "random-halves:splits=2,pairs=2"}),
               .measures = specs({"error_rate", "brier", "roc_auc", "precision"}),
               .bounds = specs({"r-cv:folds=3", "progressive"})});
    expect_the_same_without_splits(data,
                                   {.estimators = specs({"bootstrap:samples=10", "nested-cv:repeats=2"})});
    expect_the_same_without_splits(
        data, {.estimators = specs({"cv:folds=4,stratify=no"}), .interval = "wald_within_fold"});
    for (const char* method : {"order_statistics", "corrected_t", "naive_z"})
        expect_the_same_without_splits(data, {.estimators = specs({"random:splits=50"}), .interval = method});
}

TEST(Estimate, TakesTheVariancesWithinFoldsWhereTheIntervalIsOfThem)
{
    // METHODS C.10: value +- z sqrt(s2 / n), s2 the mean of the folds' sample variances; of 0 and 1 these
    // follow from their mean.
    const auto report = estimate_with(two_classes(24, 2), learners({"knn:k=1"}),
                                      {.estimators = specs({"cv:folds=4,stratify=no"}),
                                       .measures = specs({"error_rate"}),
                                       .interval = "wald_within_fold"});
    const auto& e = report.estimates.at(0);
    double s2 = 0.0;
    for (const auto& p : e.spread.per_split) s2 += 6.0 / 5.0 * p.number() * (1.0 - p.number()) / 4.0;
    ASSERT_TRUE(e.interval);
    EXPECT_EQ(e.interval->method, "wald_within_fold");
    EXPECT_NEAR(e.interval->upper, e.value.number() + 1.959963984540054 * std::sqrt(s2 / 24.0), 1e-14);
}

TEST(Estimate, ListsLearnerByLearnerThenEstimatorThenMeasure)
{
    const auto report = estimate_with(
        two_classes(20), learners({"tree", "majority"}),
        {.estimators = specs({"loo", "cv:folds=2"}), .measures = specs({"brier", "error_rate"})});
    ASSERT_EQ(report.estimates.size(), 8u);
    EXPECT_EQ(report.estimates[0].asked.measure, "brier");
    EXPECT_EQ(report.estimates[1].asked.measure, "error_rate");
    EXPECT_EQ(report.estimates[1].asked.estimator, "loo");
    EXPECT_EQ(report.estimates[2].asked.estimator, "cv:folds=2,repeats=1,stratify=yes");
    EXPECT_EQ(report.estimates[4].asked.learner, "majority");
}

TEST(Estimate, SharesFitsBetweenEstimators)
{
    std::atomic<int> fits = 0;
    const auto counting = test::counting_learner(fits);
    const Learner* list[] = {counting.get()};
    const auto data = two_classes(20);
    const auto report = estimate(
        data, list,
        {.estimators = specs({"resubstitution", "bootstrap:samples=10", "bootstrap:samples=10,rule=b1"})});
    EXPECT_EQ(fits, 11);
    EXPECT_EQ(report.run.fits, 11u);
    for (std::size_t i = 1; i < 3; ++i)
        EXPECT_EQ(report.estimates[i].cost.fits, 11u); // asked for, shared or not
}

TEST(Estimate, JudgesAPlanThatTheCallerMade)
{
    const Dataset data = two_classes(40);
    const auto list = learners({"majority", "knn:k=1"});
    const auto plan = make_plan(Spec::parse("cv:folds=4,repeats=2"), data, 1);
    const Plan own(Spec("own"), plan.design(),
                   [plan](std::uint64_t i, Scratch& scratch) { return plan.at(i, scratch); },
                   {{warnings::time_ignored, "a doubt"}});
    const auto expected =
        estimate_with(data, list, {.estimators = specs({"cv:folds=4,repeats=2"}), .training_error = true});
    const auto found = estimate_with(data, list, {.plans = {own}, .training_error = true});
    ASSERT_EQ(found.estimates.size(), expected.estimates.size());
    for (std::size_t i = 0; i < found.estimates.size(); ++i) {
        EXPECT_EQ(found.estimates[i].asked.estimator, "own");
        EXPECT_EQ(found.estimates[i].value, expected.estimates[i].value);
        EXPECT_EQ(found.estimates[i].spread.per_split, expected.estimates[i].spread.per_split);
        EXPECT_EQ(found.estimates[i].interval->lower, expected.estimates[i].interval->lower);
    }
    EXPECT_EQ(found.warnings.back().code, "time_ignored");
    const auto both = estimate_with(
        data, list, {.estimators = specs({"resubstitution"}), .plans = {own}, .bounds = specs({"r-test"})});
    EXPECT_EQ(both.estimates[0].asked.estimator, "resubstitution");
    EXPECT_EQ(both.estimates[1].asked.estimator, "own");
    EXPECT_EQ(both.estimates[1].value, expected.estimates[0].value);
    EXPECT_TRUE(both.estimates[2].bound);
}

TEST(Estimate, UsesTenFoldsTenTimesUnlessToldOtherwise)
{
    const auto report = estimate_with(two_classes(30), learners({"majority"}), {});
    ASSERT_EQ(report.estimates.size(), 1u);
    EXPECT_EQ(report.estimates[0].asked.estimator, "cv:folds=10,repeats=10,stratify=yes");
    EXPECT_EQ(report.estimates[0].asked.measure, "error_rate");
    const auto regression = estimate_with(test::numbers(30), learners({"mean"}, ResponseType::numbers), {});
    ASSERT_EQ(regression.estimates.size(), 2u);
    EXPECT_EQ(regression.estimates[0].asked.measure, "rmse");
    EXPECT_EQ(regression.estimates[1].asked.measure, "mae");
}

TEST(Estimate, SaysWhatItIsAboutForEveryEstimator)
{
    const auto main = parse_table("x,y\n1,a\n2,b\n3,a\n4,b\n5,a\n6,b\n", "main");
    const auto other = parse_table("x,y\n1,a\n2,b\n", "test");
    const auto data = Dataset::make(main, {}, &other, nullptr);
    const std::map<std::string, std::pair<Estimand, double>> expected = {
        {"resubstitution", {Estimand::none, 6.0}},
        {"test", {Estimand::model, 6.0}},
        {"holdout:fraction=0.3333", {Estimand::model, 4.0}},
        {"holdout:fraction=0.3333,repeats=3", {Estimand::procedure, 4.0}},
        {"cv:folds=3", {Estimand::procedure, 4.0}},
        {"loo", {Estimand::procedure, 5.0}},
        {"random:splits=3,fraction=0.5", {Estimand::procedure, 3.0}},
        {"random-halves:splits=2,pairs=2,fraction=0.1667", {Estimand::procedure, 2.0}},
        {"nested-cv:folds=3,repeats=2", {Estimand::procedure, 6.0}},
        {"bootstrap:samples=3", {Estimand::procedure, 6.0}}};
    for (const auto& [spec, about] : expected) {
        const auto report = estimate_with(data, learners({"majority"}), {.estimators = {Spec::parse(spec)}});
        EXPECT_EQ(report.estimates[0].estimand, about.first) << spec;
        EXPECT_EQ(report.estimates[0].training_rows, about.second) << spec;
    }
}

TEST(Estimate, GivesTheSizeOfTheModelOfAllRowsWhereThatIsFitted)
{
    const auto report =
        estimate_with(two_classes(40), learners({"tree"}),
                      {.estimators = specs({"resubstitution", "bootstrap:samples=3", "cv:folds=4"})});
    EXPECT_FALSE(report.estimates[0].cost.complexity.empty());
    EXPECT_EQ(report.estimates[1].cost.complexity, report.estimates[0].cost.complexity);
    EXPECT_TRUE(report.estimates[2].cost.complexity.empty());
}

TEST(Estimate, WorksOnOneRowAndOnOneClass)
{
    const auto one_row = estimate_with(two_classes(1), learners({"majority"}),
                                       {.estimators = specs({"resubstitution", "bootstrap:samples=4"})});
    EXPECT_EQ(one_row.estimates[0].value, Value(0.0));
    EXPECT_EQ(one_row.estimates[1].value,
              Value::none(reasons::no_out_of_bag_rows)); // the row is in every sample
    const auto data = Dataset::make(parse_table("x,y\n1,a\n2,a\n3,a\n4,a\n", "one class"));
    const auto report = estimate_with(data, learners({"majority", "tree", "knn:k=1"}),
                                      {.estimators = specs({"loo", "bootstrap:samples=4"})});
    for (const auto& e : report.estimates)
        EXPECT_EQ(e.value, Value(0.0)) << e.asked.learner << ' ' << e.asked.estimator;
}

TEST(Estimate, RefusesBadSpecsBeforeAnyFit)
{
    std::atomic<int> fits = 0;
    const auto counting = test::counting_learner(fits);
    const Learner* list[] = {counting.get()};
    const auto data = two_classes(20);
    const auto refused = [&](const EstimateOptions& options) {
        return message_of([&] { estimate(data, list, options); });
    };
    EXPECT_EQ(refused({.estimators = specs({"cv", "lool"})}),
              "unknown estimator 'lool'; did you mean 'loo'?");
    EXPECT_NE(refused({.estimators = specs({"cv:fold=3"})}).find("folds"), std::string::npos);
    EXPECT_NE(refused({.estimators = specs({"cv:folds=21"})}).find("folds = 21"), std::string::npos);
    EXPECT_NE(refused({.measures = specs({"rmse"})}).find("rmse"), std::string::npos);
    EXPECT_NE(refused({.estimators = specs({"loo(tree)"})}).find("brackets"), std::string::npos);
    EXPECT_NE(refused({.estimators = specs({"cv:folds=4"}), .interval = "exact_binomial"}).find("not valid"),
              std::string::npos);
    EXPECT_NE(refused({.estimators = specs({"cv:folds=4"}), .interval = "bayes"}).find("unknown interval"),
              std::string::npos);
    EXPECT_NE(refused({.estimators = specs({"bootstrap:samples=4"}), .interval = "t_mean"}).find("not valid"),
              std::string::npos);
    const auto own = Dataset::make(parse_table("x,y\n1,a\n2,b\n3,c\n", "each row a class"));
    EXPECT_EQ(message_of([&] { estimate(own, list, {.estimators = specs({"loo"})}); }),
              "each of the 3 rows has a class of its own in 'y', so that no row that is tested has a class "
              "that was trained on; "
              "name another column as the target");
    EXPECT_EQ(fits, 0);
}

TEST(Estimate, NeedsNoLearner)
{
    const auto data = two_classes(20);
    const auto report = estimate(data, {}, {});
    EXPECT_TRUE(report.estimates.empty());
    EXPECT_FALSE(report.run.stopped);
}

} // namespace
} // namespace unseen
