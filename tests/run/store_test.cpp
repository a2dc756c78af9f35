// The store: no finished fit is done twice.
#include "unseen/run/store.hpp"

#include "run/recorder.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace unseen {
namespace {

using test::counting_learner;
using test::record;
using test::request;
using test::two_classes;

const std::vector<Row> some_rows = {2, 5, 7};

Predictions with_leaves(Predictions p)
{
    p.complexity = {{"leaves", 3.0}};
    return p;
}

Predictions some_predictions() { return with_leaves(test::predicted_labels({0, 1, 0}, {.9, .1, .2, .8, .7, .3})); }

TEST(MemoryStore, FindsWhatWasPutUnderItsKeyOnly)
{
    const auto store = make_memory_store();
    EXPECT_FALSE(store->find({1, 2}, some_rows));
    store->put({1, 2}, some_rows, some_predictions());
    EXPECT_EQ(store->find({1, 2}, some_rows), some_predictions());
    EXPECT_FALSE(store->find({1, 3}, some_rows));
    EXPECT_FALSE(store->find({2, 2}, some_rows));
}

TEST(MemoryStore, FindsFewerRowsAndNotMore)
{
    const auto store = make_memory_store();
    store->put({1, 2}, some_rows, some_predictions());
    const std::vector<Row> fewer = {2, 7};
    EXPECT_EQ(store->find({1, 2}, fewer), with_leaves(test::predicted_labels({0, 0}, {.9, .1, .7, .3})));
    for (const std::vector<Row>& other : {std::vector<Row>{2, 5, 7, 8}, {3}, {0, 2}}) EXPECT_FALSE(store->find({1, 2}, other));
}

TEST(MemoryStore, ReplacesWhatWasThere)
{
    const auto store = make_memory_store();
    store->put({1, 2}, some_rows, some_predictions());
    const std::vector<Row> one = {4};
    store->put({1, 2}, one, test::predicted_labels({1}));
    EXPECT_FALSE(store->find({1, 2}, some_rows));
    EXPECT_EQ(store->find({1, 2}, one)->label, std::vector<std::uint32_t>{1});
}

TEST(MemoryStore, TakesAndGivesFromManyThreads)
{
    const auto store = make_memory_store();
    {
        std::vector<std::jthread> threads;
        for (std::uint64_t t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (std::uint64_t i = 0; i < 100; ++i) {
                    store->put({t, i}, some_rows, some_predictions());
                    (void)store->find({(t + 1) % 4, i}, some_rows);
                }
            });
    }
    for (std::uint64_t t = 0; t < 4; ++t) EXPECT_TRUE(store->find({t, 99}, some_rows));
}

TEST(Store, SparesTheSecondRunEveryFit)
{
    const auto data = two_classes(20);
    std::atomic<int> fits = 0;
    const auto learner = counting_learner(fits);
    const auto store = make_memory_store();
    const std::vector<RunRequest> requests = {request("cv:folds=5", data), request("bootstrap:samples=6", data, true)};
    const auto first = record(data, {learner.get()}, requests, {.threads = 2, .store = store.get()});
    EXPECT_EQ(first.report.fits, 11u);
    EXPECT_EQ(first.report.reused, 0u);
    const auto second = record(data, {learner.get()}, requests, {.threads = 2, .store = store.get()});
    EXPECT_EQ(fits, 11);
    EXPECT_EQ(second.report.fits, 0u);
    EXPECT_EQ(second.report.reused, 11u);
    const auto without = record(data, {learner.get()}, requests);
    for (std::size_t r = 0; r < 2; ++r) {
        EXPECT_EQ(first.of[0][r].lines, without.of[0][r].lines);
        EXPECT_EQ(second.of[0][r].lines, without.of[0][r].lines);
    }
}

TEST(Store, FitsAgainWhereMoreRowsAreAsked)
{
    const auto data = two_classes(20);
    std::atomic<int> fits = 0;
    const auto learner = counting_learner(fits);
    const auto store = make_memory_store();
    const auto run_with = [&](bool all_rows) {
        return record(data, {learner.get()}, {request("cv:folds=5", data, all_rows)}, {.store = store.get()});
    };
    run_with(false);
    EXPECT_EQ(fits, 5);
    EXPECT_EQ(run_with(true).report.fits, 5u);
    EXPECT_EQ(fits, 10);
    EXPECT_EQ(run_with(false).report.reused, 5u); // fewer rows are there
    EXPECT_EQ(fits, 10);
}

TEST(Store, GivesAFitToAnyPlanWithTheSameTrainingRows)
{
    const auto data = two_classes(10);
    std::atomic<int> fits = 0;
    const auto learner = counting_learner(fits);
    const auto store = make_memory_store();
    record(data, {learner.get()}, {request("loo", data)}, {.store = store.get()});
    record(data, {learner.get()}, {request("cv:folds=10,repeats=3", data)}, {.store = store.get()});
    EXPECT_EQ(fits, 10);
}

TEST(Store, KeepsLearnersDataAndSeedsApart)
{
    const auto data = two_classes(20);
    const auto other_data = two_classes(20, 3);
    std::atomic<int> fits = 0;
    const auto a = counting_learner(fits, "a");
    const auto b = counting_learner(fits, "b");
    const auto store = make_memory_store();
    record(data, {a.get()}, {request("cv:folds=5", data)}, {.store = store.get()});
    record(data, {b.get()}, {request("cv:folds=5", data)}, {.store = store.get()});
    EXPECT_EQ(fits, 10);
    record(other_data, {a.get()}, {request("cv:folds=5", other_data)}, {.store = store.get()});
    EXPECT_EQ(fits, 15);
    // The run's seed is part of the key for a stochastic learner only.
    record(data, {a.get()}, {request("cv:folds=5", data)}, {.seed = 2, .store = store.get()});
    EXPECT_EQ(fits, 15);
    std::atomic<int> draws = 0;
    const auto random = test::learner_of("random",
                                         [&draws](const Dataset&, const Task&) {
                                             ++draws;
                                             return test::constant_answer();
                                         },
                                         {.stochastic = true});
    for (const std::uint64_t seed : {1u, 2u, 1u})
        record(data, {random.get()}, {request("cv:folds=5", data)}, {.seed = seed, .store = store.get()});
    EXPECT_EQ(draws, 10);
}

TEST(Store, TriesAFailedFitAgain)
{
    const auto data = two_classes(20);
    std::atomic<int> fits = 0;
    const auto learner = test::learner_of("fails-at-first", [&fits](const Dataset&, const Task&) {
        if (++fits == 1) throw LearnerError("not yet");
        return test::constant_answer();
    });
    const auto store = make_memory_store();
    const auto run_once = [&] {
        return record(data, {learner.get()}, {request("cv:folds=5", data)}, {.threads = 1, .store = store.get()}).report;
    };
    EXPECT_EQ(run_once().failures, 1u);
    const auto again = run_once();
    EXPECT_EQ(again.failures, 0u);
    EXPECT_EQ(again.fits, 1u);
    EXPECT_EQ(again.reused, 4u);
}

TEST(Store, HoldsTheFitsOfACancelledRun)
{
    const auto data = two_classes(20);
    std::atomic<int> fits = 0;
    std::stop_source stop;
    const auto learner = test::learner_of("stops", [&](const Dataset&, const Task&) {
        if (++fits == 3) stop.request_stop();
        return test::constant_answer();
    });
    const auto store = make_memory_store();
    // Two plans a split: the third fit is the first of two, and is not lost.
    const std::vector<RunRequest> requests = {request("cv:folds=5", data), request("random:splits=5", data)};
    const auto first = record(data, {learner.get()}, requests, {.threads = 1, .stop = stop.get_token(), .store = store.get()});
    EXPECT_TRUE(first.report.stopped);
    EXPECT_EQ(fits, 3);
    const auto second = record(data, {learner.get()}, requests, {.threads = 1, .store = store.get()});
    EXPECT_EQ(second.report.reused, 3u);
    EXPECT_EQ(fits, 10);
}

} // namespace
} // namespace unseen
