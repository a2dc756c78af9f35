// Fits read from a store without the data and the learners: they equal those that the run received when it
// filled the store.
#include "unseen/data/table_csv.hpp"
#include "unseen/experiment/stored_plans.hpp"

#include "run/recorder.hpp"
#include "support/messages.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

using test::learner_of;
using test::message_of;
using test::record;
using test::Recorder;
using test::request;

/// Its predictions depend on its seed and on the row.
std::unique_ptr<Learner> drawing_learner()
{
    return learner_of("drawing",
                      [](const Dataset&, const Task& task) {
                          return [seed = task.seed](const Dataset&, std::span<const Row> rows) {
                              Predictions p;
                              for (const Row r : rows)
                                  p.label.push_back(static_cast<std::uint32_t>((seed >> (r % 50)) % 2));
                              p.complexity = {{"size", 3.0}};
                              return p;
                          };
                      },
                      {.scores = false, .stochastic = true});
}

/// Fails where row 0 is not among the training rows, and gives scores of its own to every row.
std::unique_ptr<Learner> failing_learner()
{
    return learner_of("failing",
                      [](const Dataset&, const Task& task) {
                          bool first = false;
                          task.train.for_each([&](Row r, std::uint32_t) { first = first || r == 0; });
                          if (!first) throw std::runtime_error("no row 0");
                          return [](const Dataset&, std::span<const Row> rows) {
                              Predictions p;
                              for (const Row r : rows) {
                                  p.scores.insert(p.scores.end(), {1.0 / (1.0 + r), 1.0 - 1.0 / (1.0 + r)});
                                  p.label.push_back(r > 1 ? 1 : 0);
                              }
                              return p;
                          };
                      },
                      {.scores = true});
}

/// `labelled` rows of classes b and a, in this order, every seventh row without a label, and further rows of
/// a test file.
Dataset with_test_rows()
{
    const auto table = [](std::size_t rows, std::size_t every) {
        NumericColumn x;
        CodedColumn y{.labels = Labels({"b", "a"}), .codes = {}};
        for (std::size_t r = 0; r < rows; ++r) {
            x.values.push_back(static_cast<double>(r * r % 17));
            y.codes.push_back(every > 0 && r % every == 0 ? -1 : static_cast<std::int32_t>(r % 3 == 0));
        }
        return Table{
            .source = "two", .columns = {{"x0", std::move(x)}, {"y", std::move(y)}}, .declared_types = true};
    };
    const auto main = table(40, 7);
    const auto test = table(11, 0);
    return Dataset::make(main, {}, &test, nullptr);
}

class StoredPlansTest : public testing::Test {
protected:
    std::string path(const std::string& name = "s.db") const { return folder_.path(name); }
    RunOptions into(Store& store, std::uint64_t seed = 1) const
    {
        RunOptions options;
        options.seed = seed;
        options.threads = 1;
        options.store = &store;
        options.data_name = "two";
        return options;
    }
    /// For every learner and plan the store must give what the run gave.
    void expect_the_same(const std::string& store, const std::vector<const Learner*>& learners,
                         const test::Recorded& run, const std::vector<RunRequest>& requests) const
    {
        const StoredPlans plans(store);
        for (std::size_t l = 0; l < learners.size(); ++l)
            for (std::size_t r = 0; r < requests.size(); ++r) {
                Recorder again;
                plans.give(plans.find({.data = {},
                                       .learner = learners[l]->spec().print(),
                                       .plan = requests[r].plan.spec().print()}),
                           again);
                EXPECT_EQ(again.lines, run.of[l][r].lines)
                    << learners[l]->spec().print() << requests[r].plan.spec().print();
                EXPECT_EQ(again.order, run.of[l][r].order);
            }
    }

    test::TemporaryFolder folder_;
};

TEST_F(StoredPlansTest, AreWhatTheRunWasTold)
{
    const auto data = with_test_rows();
    const auto drawing = drawing_learner();
    const auto failing = failing_learner();
    const std::vector<const Learner*> learners = {drawing.get(), failing.get()};
    std::vector<RunRequest> requests;
    for (const char* plan :
         {"cv:folds=5,repeats=3", "cv:folds=4,stratify=no", "loo", "holdout", "random:splits=7",
          "bootstrap:samples=9", "progressive", "nested-cv:folds=3", "test", "resubstitution"})
        requests.push_back(request(plan, data, false, 5));
    const auto run = record(data, learners, requests, into(*open_store(path()), 5));
    EXPECT_FALSE(run.of[1][0].failures.empty());
    EXPECT_EQ(run.of[0][8].lines.size(), 1u);
    expect_the_same(path(), learners, run, requests);

    // Merging brings everything along.
    const std::vector<std::string> parts = {path()};
    merge_stores(path("merged.db"), parts);
    expect_the_same(path("merged.db"), learners, run, requests);
}

TEST_F(StoredPlansTest, AreWhatTheRunWasToldOfNumbers)
{
    const auto data = test::numbers(30);
    const auto nearest = test::one_nearest_learner();
    const std::vector<const Learner*> learners = {nearest.get()};
    const std::vector<RunRequest> requests = {request("cv:folds=5,repeats=2", data),
                                              request("holdout", data)};
    const auto run = record(data, learners, requests, into(*open_store(path())));
    expect_the_same(path(), learners, run, requests);
    const StoredPlans plans(path());
    const auto [table, classes, fits, failures] = stored_table(plans, plans.find({.plan = "holdout"}));
    ASSERT_EQ(table.columns.size(), 3u);
    EXPECT_EQ(table.columns[0].name + table.columns[1].name + table.columns[2].name, "rowtruthpredicted");
    EXPECT_EQ(table.rows(), 10u);
    EXPECT_EQ(classes.size(), 0u);
    EXPECT_EQ(fits, 1u);
    EXPECT_EQ(failures, 0u);
}

TEST_F(StoredPlansTest, AreATableOfSplitsRowsAndScores)
{
    const auto data = with_test_rows();
    const auto failing = failing_learner();
    const std::vector<RunRequest> requests = {request("cv:folds=5,repeats=2", data)};
    record(data, {failing.get()}, requests, into(*open_store(path())));
    const StoredPlans plans(path());
    const auto stored = stored_table(plans, plans.find({}));
    EXPECT_EQ(stored.fits, 10u);
    EXPECT_EQ(stored.failures, 2u); // a repeat each, the fold that tests row 0
    std::string csv;
    write_csv(stored.table, [&](std::string_view text) { csv += text; });
    EXPECT_EQ(csv.substr(0, csv.find('\n')), "repeat,split,row,truth,predicted,score_b,score_a");
    // The order of the classes is that of the file, not the usual one.
    EXPECT_TRUE(stored.table.declared_types);
    EXPECT_EQ(stored.classes.names(), (std::vector<std::string>{"b", "a"}));
    const auto& row = stored.table.columns[2].numeric().values;
    const auto& truth = stored.table.columns[3].coded();
    const auto& score = stored.table.columns[5].numeric().values;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const auto r = static_cast<Row>(row[i]);
        EXPECT_EQ(truth.codes[i], data.class_codes()[r]);
        EXPECT_EQ(score[i], 1.0 / (1.0 + r));
    }
    // Some of the columns only.
    const auto some = stored_table(plans, plans.find({}), [](const std::vector<std::string>& names) {
        EXPECT_EQ(names.size(), 7u);
        return std::vector<std::string>{"score_a", "split"};
    });
    ASSERT_EQ(some.table.columns.size(), 2u);
    EXPECT_EQ(some.table.columns[0].name, "split");
    EXPECT_EQ(some.table.columns[0].numeric().values, stored.table.columns[1].numeric().values);
    EXPECT_EQ(some.table.columns[1].numeric().values, stored.table.columns[6].numeric().values);
    EXPECT_EQ(some.classes.size(), 2u);
    EXPECT_EQ(some.failures, 2u);
}

TEST_F(StoredPlansTest, AreFoundByShortSpecs)
{
    const auto data = with_test_rows();
    std::atomic<int> fits = 0;
    const auto one = test::counting_learner(fits, "one");
    const auto two = test::counting_learner(fits, "two");
    {
        const auto store = open_store(path());
        record(data, {one.get(), two.get()}, {request("cv:folds=5", data), request("cv:folds=4", data)},
               into(*store));
        record(data, {one.get()}, {request("cv:folds=5", data, false, 2)}, into(*store, 2));
    }
    const StoredPlans plans(path());
    EXPECT_EQ(plans.learners({}), (std::vector<std::string>{"one", "two"}));
    EXPECT_EQ(plans.learners({.learner = "two"}), (std::vector<std::string>{"two"}));
    const auto found = plans.find({.data = "two", .learner = "one", .plan = "cv:folds=5"});
    EXPECT_EQ(found.plan.spec().print(), "cv:folds=5,repeats=1,stratify=yes");
    EXPECT_EQ(found.seed, 1u);
    EXPECT_EQ(plans.find({.learner = "one", .plan = "cv:folds=5", .seed = 2}).seed, 2u);
    EXPECT_EQ(plans.find({.learner = "one", .plan = "cv:folds=4", .seed = 2}).seed,
              1u); // asked with one only
    EXPECT_EQ(
        plans.find({.data = data.learning_digest().hex(), .learner = "two", .plan = "cv:folds=4"}).learner,
        "two");

    const auto refused = [&](const StoredChoice& choice) { return message_of([&] { plans.find(choice); }); };
    EXPECT_EQ(refused({.plan = "cv:folds=4"}),
              path() + ": has several learners; name one of them: 'one', 'two'");
    EXPECT_EQ(refused({.learner = "three"}), path() + ": has no learner 'three'; it has 'one', 'two'");
    EXPECT_EQ(refused({.data = "x"}), path() + ": has no data set 'x'; it has 'two'");
    EXPECT_EQ(refused({.learner = "one", .plan = "cv"}), path() +
                                                             ": has several plans 'cv'; name one of them: "
                                                             "'cv:folds=4,repeats=1,stratify=yes', "
                                                             "'cv:folds=5,repeats=1,stratify=yes'");
    EXPECT_NE(refused({.learner = "one", .plan = "cv:folds=3"}).find("has no plan 'cv:folds=3'; it has"),
              std::string::npos);
    EXPECT_NE(message_of([&] { plans.learners({.learner = "three"}); }).find("has no learner"),
              std::string::npos);
    // The learner has no fits with that seed.
    Recorder none;
    const auto other_seed = plans.find({.learner = "two", .plan = "cv:folds=5", .seed = 2});
    EXPECT_NE(message_of([&] {
                  plans.give(other_seed, none);
              }).find("lacks 5 of the 5 fits of 'two' on 'two' under"),
              std::string::npos);
}

TEST_F(StoredPlansTest, TakeTheNewestVersionOfALearner)
{
    const auto data = with_test_rows();
    const auto version = [](int number) {
        return learner_of("one",
                          [number](const Dataset&, const Task&) {
                              return [number](const Dataset&, std::span<const Row> rows) {
                                  return test::predicted_labels(
                                      std::vector<std::uint32_t>(rows.size(), number == 2 ? 1 : 0));
                              };
                          },
                          {.scores = false, .version = number});
    };
    const auto older = version(1);
    const auto newer = version(2);
    record(data, {newer.get()}, {request("holdout", data)}, into(*open_store(path())));
    record(data, {older.get()}, {request("holdout", data)}, into(*open_store(path())));
    const StoredPlans plans(path());
    const auto table = stored_table(plans, plans.find({})).table;
    for (const auto code : table.columns[2].coded().codes) EXPECT_EQ(code, 1);
}

TEST_F(StoredPlansTest, GiveTheBoundsOfEstimate)
{
    const auto data = with_test_rows();
    const auto nearest = test::one_nearest_learner();
    const auto drawing = drawing_learner();
    const std::vector<const Learner*> learners = {drawing.get(), nearest.get()};
    EstimateOptions options;
    for (const char* bound :
         {"r-test", "r-cv:folds=4", "r-bag:samples=3", "vote:folds=3", "progressive", "test"})
        options.bounds.push_back(Spec::parse(bound));
    options.delta = Delta(0.02);
    const auto store = open_store(path());
    options.run = into(*store);
    const auto told = estimate(data, learners, options);
    store->flush();
    const StoredPlans plans(path());
    const auto again = stored_bounds(plans, {}, options.bounds, Delta(0.02), Level(0.95));
    ASSERT_EQ(again.size(), told.estimates.size());
    for (std::size_t i = 0; i < again.size(); ++i) {
        EXPECT_EQ(again[i].asked.learner, told.estimates[i].asked.learner);
        EXPECT_EQ(again[i].asked.estimator, told.estimates[i].asked.estimator);
        ASSERT_TRUE(again[i].bound && told.estimates[i].bound);
        EXPECT_EQ(again[i].bound->bound, told.estimates[i].bound->bound) << again[i].asked.estimator;
        EXPECT_EQ(again[i].spread.per_split, told.estimates[i].spread.per_split);
    }
    const auto refused = [&](const char* bound) {
        const std::vector<Spec> bounds = {Spec::parse(bound)};
        return message_of([&] { stored_bounds(plans, {}, bounds, Delta(0.05), Level(0.95)); });
    };
    EXPECT_NE(refused("r-cv").find("bound 'r-cv', which needs the fits of its own plan: "),
              std::string::npos);
    EXPECT_NE(refused("r-cv").find("has no plan 'cv:folds=10,repeats=1,stratify=no'; it has"),
              std::string::npos);
    EXPECT_NE(refused("s-cv").find("needs unlabelled rows"), std::string::npos);
    EXPECT_NE(refused("r-cw").find("did you mean"), std::string::npos);
}

TEST_F(StoredPlansTest, DoNotTakeRepeatedOrStratifiedFoldsForABound)
{
    const auto data = with_test_rows();
    const auto nearest = test::one_nearest_learner();
    record(data, {nearest.get()},
           {request("cv:folds=10", data), request("cv:folds=10,repeats=2,stratify=no", data)},
           into(*open_store(path())));
    const StoredPlans plans(path());
    const std::vector<Spec> bounds = {Spec("r-cv")};
    EXPECT_NE(
        message_of([&] { stored_bounds(plans, {}, bounds, Delta(0.05), Level(0.95)); }).find("has no plan"),
        std::string::npos);
}

TEST_F(StoredPlansTest, HaveNoBoundOfNumbers)
{
    const auto data = test::numbers(30);
    const auto nearest = test::one_nearest_learner();
    record(data, {nearest.get()}, {request("cv:stratify=no", data)}, into(*open_store(path())));
    const StoredPlans plans(path());
    const std::vector<Spec> bounds = {Spec("r-cv")};
    EXPECT_NE(
        message_of([&] { stored_bounds(plans, {}, bounds, Delta(0.05), Level(0.95)); }).find("holds numbers"),
        std::string::npos);
}

} // namespace
} // namespace unseen
