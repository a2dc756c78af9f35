// The store: no finished fit is done twice.
#include "unseen/store/store_file.hpp"

#include "run/recorder.hpp"
#include "support/messages.hpp"
#include "support/temporary_folder.hpp"

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

Predictions some_predictions()
{
    return with_leaves(test::predicted_labels({0, 1, 0}, {.9, .1, .2, .8, .7, .3}));
}

/// Every law holds for the store in memory and for the one in a file.
class Stores : public testing::TestWithParam<const char*> {
protected:
    std::unique_ptr<Store> make()
    {
        return GetParam() == std::string("file") ? open_store(path()) : make_memory_store();
    }
    std::string path() const { return folder_.path("s.db"); }

private:
    test::TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Kinds, Stores, testing::Values("memory", "file"),
                         [](const auto& kind) { return std::string(kind.param); });

FitKey key_in(Store& store, const Digest& digest)
{
    static const Dataset data = two_classes(20);
    return {.digest = digest,
            .series =
                store.series({.data_name = "two", .data = data, .learner = Spec("some"), .version = 1})};
}

std::optional<Predictions> found(Store& store, const Digest& digest, std::span<const Row> rows)
{
    const auto fit = store.find(key_in(store, digest), rows);
    return fit ? std::optional(std::get<Predictions>(fit->result)) : std::nullopt;
}

void put(Store& store, const Digest& digest, std::span<const Row> rows, const Predictions& predictions)
{
    store.put(key_in(store, digest), rows, {.result = predictions, .seconds = 0.5});
}

TEST_P(Stores, FindWhatWasPutUnderItsKeyOnly)
{
    const auto store = make();
    EXPECT_FALSE(found(*store, {1, 2}, some_rows));
    put(*store, {1, 2}, some_rows, some_predictions());
    for (int committed = 0; committed < 2; ++committed) {
        EXPECT_EQ(found(*store, {1, 2}, some_rows), some_predictions());
        EXPECT_EQ(store->find(key_in(*store, {1, 2}), some_rows)->seconds, 0.5);
        EXPECT_FALSE(found(*store, {1, 3}, some_rows));
        EXPECT_FALSE(found(*store, {2, 2}, some_rows));
        store->flush();
    }
}

TEST_P(Stores, FindFewerRowsAndNotMore)
{
    const auto store = make();
    put(*store, {1, 2}, some_rows, some_predictions());
    const std::vector<Row> fewer = {2, 7};
    EXPECT_EQ(found(*store, {1, 2}, fewer), with_leaves(test::predicted_labels({0, 0}, {.9, .1, .7, .3})));
    for (const std::vector<Row>& other : {std::vector<Row>{2, 5, 7, 8}, {3}, {0, 2}})
        EXPECT_FALSE(found(*store, {1, 2}, other));
}

TEST_P(Stores, AddOtherRowsToThoseThatAreThere)
{
    const auto store = make();
    put(*store, {1, 2}, some_rows, some_predictions());
    const std::vector<Row> more = {4, 5};
    put(*store, {1, 2}, more, with_leaves(test::predicted_labels({0, 1}, {.6, .4, .2, .8})));
    store->flush();
    const std::vector<Row> all = {2, 4, 5, 7};
    EXPECT_EQ(found(*store, {1, 2}, all),
              with_leaves(test::predicted_labels({0, 0, 1, 0}, {.9, .1, .6, .4, .2, .8, .7, .3})));
}

TEST_P(Stores, RefuseAnotherAnswerToTheSameQuestionAndNameTheFit)
{
    const auto store = make();
    put(*store, {1, 2}, some_rows, some_predictions());
    const std::vector<Row> more = {5, 8};
    const auto message = test::message_of<StoreError>([&] {
        put(*store, {1, 2}, more, with_leaves(test::predicted_labels({0, 1}, {.8, .2, .2, .8})));
        store->flush();
    });
    EXPECT_NE(
        message.find(
            "fit 00000000000000010000000000000002: the predictions of row 5 differ from the stored ones"),
        std::string::npos)
        << message;
}

TEST_P(Stores, KeepAFailureUntilThereArePredictions)
{
    const auto store = make();
    store->put(key_in(*store, {1, 2}), some_rows, {.result = Failure{failures::timeout, "too long"}});
    store->flush();
    for (const std::vector<Row>& rows : {some_rows, std::vector<Row>{0, 1}}) {
        const auto fit = store->find(key_in(*store, {1, 2}), rows);
        ASSERT_TRUE(fit);
        EXPECT_EQ(std::get<Failure>(fit->result).code, "timeout");
        EXPECT_EQ(std::get<Failure>(fit->result).text, "too long");
    }
    put(*store, {1, 2}, some_rows, some_predictions());
    store->flush();
    EXPECT_EQ(found(*store, {1, 2}, some_rows), some_predictions());
    store->put(key_in(*store, {1, 2}), some_rows, {.result = Failure{failures::threw, ""}});
    store->flush();
    EXPECT_EQ(found(*store, {1, 2}, some_rows), some_predictions());
}

TEST_P(Stores, TakeAndGiveFromManyThreads)
{
    const auto store = make();
    {
        std::vector<std::jthread> threads;
        for (std::uint64_t t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (std::uint64_t i = 0; i < 100; ++i) {
                    put(*store, {t, i}, some_rows, some_predictions());
                    EXPECT_TRUE(found(*store, {t, i}, some_rows));
                    (void)found(*store, {(t + 1) % 4, i}, some_rows);
                }
            });
    }
    for (std::uint64_t t = 0; t < 4; ++t) EXPECT_TRUE(found(*store, {t, 99}, some_rows));
}

TEST_P(Stores, SpareTheSecondRunEveryFit)
{
    const auto data = two_classes(20);
    std::atomic<int> fits = 0;
    const auto learner = counting_learner(fits);
    const auto store = make();
    const std::vector<RunRequest> requests = {request("cv:folds=5", data),
                                              request("bootstrap:samples=6", data, true)};
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

TEST_P(Stores, FitAgainWhereMoreRowsAreAsked)
{
    const auto data = two_classes(20);
    std::atomic<int> fits = 0;
    const auto learner = counting_learner(fits);
    const auto store = make();
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

TEST_P(Stores, GiveAFitToAnyPlanWithTheSameTrainingRows)
{
    const auto data = two_classes(10);
    std::atomic<int> fits = 0;
    const auto learner = counting_learner(fits);
    const auto store = make();
    record(data, {learner.get()}, {request("loo", data)}, {.store = store.get()});
    record(data, {learner.get()}, {request("cv:folds=10,repeats=3", data)}, {.store = store.get()});
    EXPECT_EQ(fits, 10);
}

TEST_P(Stores, KeepLearnersDataAndSeedsApart)
{
    const auto data = two_classes(20);
    const auto other_data = two_classes(20, 3);
    std::atomic<int> fits = 0;
    const auto a = counting_learner(fits, "a");
    const auto b = counting_learner(fits, "b");
    const auto store = make();
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
                                             return test::constant_prediction();
                                         },
                                         {.stochastic = true});
    for (const std::uint64_t seed : {1u, 2u, 1u})
        record(data, {random.get()}, {request("cv:folds=5", data)}, {.seed = seed, .store = store.get()});
    EXPECT_EQ(draws, 10);
}

TEST_P(Stores, AnswerAFailedFitWithItsFailure)
{
    const auto data = two_classes(20);
    std::atomic<int> fits = 0;
    const auto learner = test::learner_of("fails-at-first", [&fits](const Dataset&, const Task&) {
        if (++fits == 1) throw LearnerError("not yet");
        return test::constant_prediction();
    });
    const auto store = make();
    const auto run_once = [&] {
        return record(data, {learner.get()}, {request("cv:folds=5", data)},
                      {.threads = 1, .store = store.get()});
    };
    const auto first = run_once();
    const auto again = run_once();
    EXPECT_EQ(first.report.failures, 1u);
    EXPECT_EQ(again.report.failures, 1u);
    EXPECT_EQ(again.report.fits, 0u);
    EXPECT_EQ(again.report.reused, 5u);
    EXPECT_EQ(again.of[0][0].lines, first.of[0][0].lines);
}

TEST_P(Stores, HoldTheFitsOfACancelledRun)
{
    const auto data = two_classes(20);
    std::atomic<int> fits = 0;
    std::stop_source stop;
    const auto learner = test::learner_of("stops", [&](const Dataset&, const Task&) {
        if (++fits == 3) stop.request_stop();
        return test::constant_prediction();
    });
    const auto store = make();
    // Two plans request each split: the third fit is the first of two, and is not lost.
    const std::vector<RunRequest> requests = {request("cv:folds=5", data), request("random:splits=5", data)};
    const auto first = record(data, {learner.get()}, requests,
                              {.threads = 1, .stop = stop.get_token(), .store = store.get()});
    EXPECT_TRUE(first.report.stopped);
    EXPECT_EQ(fits, 3);
    const auto second = record(data, {learner.get()}, requests, {.threads = 1, .store = store.get()});
    EXPECT_EQ(second.report.reused, 3u);
    EXPECT_EQ(fits, 10);
}

} // namespace
} // namespace unseen
