// The engine: each fit once, sinks in plan order, predictions that depend on nothing but data, spec, seed and
// training rows.
#include "run/recorder.hpp"

#include "unseen/base/error.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <set>
#include <stop_token>
#include <string>
#include <thread>

namespace unseen {
namespace {

using test::counting_learner;
using test::learner_of;
using test::record;
using test::Recorder;
using test::request;
using test::two_classes;

// ---- no data, and very few

TEST(Run, DoesNothingWithoutLearnersOrRequests)
{
    const auto data = two_classes(10);
    const auto learner = test::one_nearest_learner();
    const auto no_learner = record(data, {}, {request("cv:folds=2", data)});
    EXPECT_EQ(no_learner.report.fits, 0u);
    EXPECT_FALSE(no_learner.report.stopped);
    const auto no_request = record(data, {learner.get()}, {});
    EXPECT_EQ(no_request.report.fits, 0u);
    EXPECT_FALSE(no_request.report.stopped);
}

TEST(Run, WorksOnOneRow)
{
    const auto data = two_classes(1);
    const auto learner = test::one_nearest_learner();
    const auto result = record(data, {learner.get()},
                               {request("resubstitution", data), request("bootstrap:samples=3", data, true)});
    EXPECT_EQ(result.of[0][0].lines.size(), 1u);
    EXPECT_EQ(result.of[0][1].lines.size(), 3u);
    EXPECT_EQ(result.report.failures, 0u);
}

TEST(Run, WorksWithOneClass)
{
    const auto data = Dataset::make(parse_table("x,y\n1,a\n2,a\n3,a\n4,a\n", "one class"));
    const auto learner = make_learner(Spec("majority"), ResponseType::classes);
    const auto result = record(data, {learner.get()}, {request("cv:folds=2", data)});
    EXPECT_EQ(result.report.failures, 0u);
    EXPECT_EQ(result.of[0][0].lines.size(), 2u);
}

// ---- order, threads, window

TEST(Run, HandsSplitsOutInPlanOrderWhateverTheThreads)
{
    const auto data = two_classes(30);
    const auto a = test::one_nearest_learner();
    const auto b = test::nearest_mean_learner();
    const std::vector<RunRequest> requests = {request("cv:folds=5,repeats=4", data),
                                              request("bootstrap:samples=7", data, true),
                                              request("loo", data)};
    const auto one = record(data, {a.get(), b.get()}, requests, {.threads = 1});
    for (std::size_t r = 0; r < requests.size(); ++r) {
        std::vector<std::uint64_t> ascending(requests[r].plan.size());
        for (std::size_t i = 0; i < ascending.size(); ++i) ascending[i] = i;
        EXPECT_EQ(one.of[0][r].order, ascending);
    }
    for (const std::size_t threads : {2u, 8u}) {
        const auto many = record(data, {a.get(), b.get()}, requests, {.threads = threads});
        for (std::size_t l = 0; l < 2; ++l)
            for (std::size_t r = 0; r < requests.size(); ++r)
                EXPECT_EQ(many.of[l][r].lines, one.of[l][r].lines);
        EXPECT_EQ(many.report.fits, one.report.fits);
    }
}

TEST(Run, EndsWithTheSameBytesThroughATinyWindow)
{
    const auto data = two_classes(30);
    const auto a = test::one_nearest_learner();
    const std::vector<RunRequest> requests = {request("random:splits=40", data),
                                              request("bootstrap:samples=40", data, true)};
    const auto wide = record(data, {a.get()}, requests, {.threads = 1});
    for (const std::size_t bytes : {0u, 1u, 100u})
        for (const std::size_t threads : {1u, 2u, 8u}) {
            const auto narrow =
                record(data, {a.get()}, requests, {.threads = threads, .window_bytes = bytes});
            for (std::size_t r = 0; r < requests.size(); ++r)
                EXPECT_EQ(narrow.of[0][r].lines, wide.of[0][r].lines);
        }
}

TEST(Run, LetsAFastUnitWaitForASlowOneThroughATinyWindow)
{
    // The first split is slow: the others fill the window and must wait, and continue then.
    const auto data = two_classes(20);
    const auto slow_first = learner_of("slow-first", [](const Dataset&, const Task& task) {
        if (!task.predict.empty() && task.predict.front() == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
        return test::constant_prediction();
    });
    const auto result =
        record(data, {slow_first.get()}, {request("loo", data)}, {.threads = 4, .window_bytes = 1});
    EXPECT_EQ(result.of[0][0].lines.size(), 20u);
}

TEST(Run, GivesEachRowItsCountInTheTrainingMultiset)
{
    const auto data = two_classes(12);
    const auto learner = test::one_nearest_learner();
    struct Bags final : Sink {
        void take(const SplitInfo& split, const PredictionView& view) override
        {
            ASSERT_EQ(view.in_bag.size(), view.size());
            ASSERT_EQ(view.size(), 12u);
            std::uint64_t sum = 0;
            std::uint64_t out = 0;
            for (const auto count : view.in_bag) {
                sum += count;
                out += count == 0 ? 1 : 0;
            }
            EXPECT_EQ(sum, split.train_rows);
            EXPECT_EQ(out, split.test_rows);
        }
        void take(const SplitInfo&, const Failure&) override { FAIL(); }
    } bags;
    const Learner* learners[] = {learner.get()};
    const RunRequest requests[] = {request("bootstrap:samples=5", data, true)};
    run(data, learners, requests, {{&bags}}, {});
}

// ---- each fit once

TEST(Run, FitsEqualPlansOnce)
{
    const auto data = two_classes(20);
    std::atomic<int> fits = 0;
    const auto learner = counting_learner(fits);
    const auto result =
        record(data, {learner.get()}, {request("cv:folds=5", data), request("cv:folds=5", data, true)});
    EXPECT_EQ(fits, 5);
    EXPECT_EQ(result.report.fits, 5u);
    EXPECT_EQ(result.of[0][0].lines.size(), 5u);
    EXPECT_EQ(result.of[0][1].lines.size(), 5u);
}

TEST(Run, FitsTheModelOfAllRowsOnceForResubstitutionAndBootstrap)
{
    const auto data = two_classes(20);
    std::atomic<int> fits = 0;
    const auto learner = counting_learner(fits);
    const auto result = record(data, {learner.get()},
                               {request("resubstitution", data), request("bootstrap:samples=10", data, true),
                                request("resubstitution", data, true)});
    EXPECT_EQ(fits, 11);
    EXPECT_EQ(result.report.fits, 11u);
}

TEST(Run, FitsTheFirstRepeatOnceForOneAndThreeRepeats)
{
    const auto data = two_classes(20);
    std::atomic<int> fits = 0;
    const auto learner = counting_learner(fits);
    const auto result =
        record(data, {learner.get()}, {request("cv:folds=5", data), request("cv:folds=5,repeats=3", data)});
    EXPECT_EQ(fits, 15);
    EXPECT_EQ(result.report.fits, 15u);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(result.of[0][0].lines[i], result.of[0][1].lines[i]);
}

TEST(Run, FitsAHoldoutOnceForFewerAndMoreRepeats)
{
    const auto data = two_classes(20);
    std::atomic<int> fits = 0;
    const auto learner = counting_learner(fits);
    const auto result = record(
        data, {learner.get()},
        {request("holdout", data), request("holdout:repeats=3", data), request("holdout:repeats=8", data)});
    EXPECT_EQ(fits, 8);
    EXPECT_EQ(result.report.fits, 8u);
}

TEST(Run, FitsFoldsOfOneRowOnceForLeaveOneOutAndCrossValidation)
{
    const auto data = two_classes(9);
    std::atomic<int> fits = 0;
    const auto learner = counting_learner(fits);
    record(data, {learner.get()}, {request("loo", data), request("cv:folds=9", data)});
    EXPECT_EQ(fits, 9);
}

TEST(Run, GivesWhatIsSharedTheSamePredictionsAsWhatIsAskedAlone)
{
    const auto data = two_classes(20);
    const auto learner = test::one_nearest_learner();
    const std::vector<RunRequest> requests = {
        request("resubstitution", data), request("cv:folds=5", data), request("cv:folds=5", data, true),
        request("cv:folds=5,repeats=3", data), request("bootstrap:samples=4", data, true)};
    const auto together = record(data, {learner.get()}, requests);
    for (std::size_t r = 0; r < requests.size(); ++r)
        EXPECT_EQ(together.of[0][r].lines, record(data, {learner.get()}, {requests[r]}).of[0][0].lines);
}

TEST(Run, ChangesNoByteOfALearnerWhenOthersRunBesideIt)
{
    const auto data = two_classes(40);
    std::vector<std::unique_ptr<Learner>> learners;
    for (const char* spec :
         {"tree", "majority", "knn:k=1", "knn:k=5", "knn:k=5,scale=none", "naive-bayes", "tree:max_depth=2"})
        learners.push_back(make_learner(Spec::parse(spec), ResponseType::classes));
    std::vector<const Learner*> all;
    for (const auto& l : learners) all.push_back(l.get());
    const std::vector<RunRequest> few = {request("cv:folds=4", data)};
    const std::vector<RunRequest> more = {request("bootstrap:samples=6", data, true),
                                          request("cv:folds=4", data), request("loo", data),
                                          request("resubstitution", data)};
    const auto crowd = record(data, all, more);
    for (std::size_t l = 0; l < all.size(); ++l)
        EXPECT_EQ(record(data, {all[l]}, few).of[0][0].lines, crowd.of[l][1].lines) << all[l]->spec().print();
}

// ---- seeds

/// Predictions depend on the seed only; the scores show it.
std::unique_ptr<Learner> seed_learner(const std::string& name, bool stochastic = true)
{
    return learner_of(name,
                      [](const Dataset&, const Task& task) {
                          return [seed = task.seed](const Dataset&, std::span<const Row> rows) {
                              Predictions p;
                              p.label.assign(rows.size(), 0);
                              for (std::size_t i = 0; i < rows.size(); ++i) {
                                  const double s = static_cast<double>(seed >> 11) * 0x1p-53;
                                  p.scores.insert(p.scores.end(), {s, 1.0 - s});
                              }
                              return p;
                          };
                      },
                      {.stochastic = stochastic});
}

struct Seeds final : Sink {
    void take(const SplitInfo&, const PredictionView& view) override { of.push_back(view.scores[0]); }
    void take(const SplitInfo&, const Failure& failure) override { FAIL() << failure.text; }
    std::vector<double> of;
};

std::vector<double> seeds(const std::string& name, const std::string& plan, std::uint64_t run_seed,
                          std::uint64_t plan_seed = 1)
{
    const auto data = two_classes(20);
    const auto learner = seed_learner(name);
    const Learner* learners[] = {learner.get()};
    const RunRequest requests[] = {request(plan, data, false, plan_seed)};
    Seeds seen;
    run(data, learners, requests, {{&seen}}, {.seed = run_seed});
    return seen.of;
}

TEST(Seeds, AreEqualForEqualTrainingRowsWhateverPlanAndPlace)
{
    // Leaving out row i is split i of loo, and another split of every repeat of 20 folds.
    const auto loo = seeds("random", "loo", 1);
    const auto folds = seeds("random", "cv:folds=20,repeats=3", 1);
    ASSERT_EQ(folds.size(), 60u);
    for (std::size_t i = 0; i < 60; ++i) EXPECT_EQ(folds[i], loo[i % 20]);
    EXPECT_EQ(seeds("random", "cv:folds=5", 1)[3], seeds("random", "cv:folds=5,repeats=2", 1)[3]);
}

TEST(Seeds, DifferForOtherTrainingRowsSpecsAndRunSeeds)
{
    const auto loo = seeds("random", "loo", 1);
    EXPECT_EQ(std::set<double>(loo.begin(), loo.end()).size(), 20u);
    const auto other_run = seeds("random", "loo", 2);
    const auto other_name = seeds("stochastic", "loo", 1);
    for (std::size_t i = 0; i < loo.size(); ++i) {
        EXPECT_NE(loo[i], other_run[i]);
        EXPECT_NE(loo[i], other_name[i]);
    }
}

TEST(Seeds, AreNotChangedByOtherRequests)
{
    const auto data = two_classes(20);
    const auto learner = seed_learner("random");
    const auto alone = record(data, {learner.get()}, {request("cv:folds=5", data)});
    const auto beside = record(data, {learner.get()}, {request("loo", data), request("cv:folds=5", data)});
    EXPECT_EQ(alone.of[0][0].lines, beside.of[0][1].lines);
}

// ---- progress

TEST(Progress, GrowsAndEndsComplete)
{
    const auto data = two_classes(20);
    const auto a = test::one_nearest_learner();
    const auto fails =
        learner_of("fails", [](const Dataset&, const Task&) -> test::Predict { throw LearnerError("no"); });
    for (const std::size_t threads : {1u, 4u}) {
        std::vector<Progress> told;
        RunOptions options{.threads = threads};
        options.progress = [&](const Progress& p) { told.push_back(p); };
        // Shared plans and equal fits: what is shared is not counted twice.
        record(data, {a.get(), fails.get()},
               {request("resubstitution", data), request("bootstrap:samples=9", data, true),
                request("resubstitution", data, true), request("cv:folds=5", data),
                request("cv:folds=5,repeats=2", data)},
               options);
        ASSERT_FALSE(told.empty());
        for (std::size_t i = 0; i < told.size(); ++i) {
            EXPECT_LE(told[i].done, told[i].total);
            EXPECT_LE(told[i].failures, told[i].done);
            if (i > 0) { EXPECT_GE(told[i].done, told[i - 1].done); }
        }
        EXPECT_EQ(told.back().done, told.back().total);
        EXPECT_GE(told.back().failures, 10u);
    }
}

TEST(Progress, HasTheSharesOfFitsThatHaveBegun)
{
    const auto data = two_classes(20);
    const auto slow = learner_of("slow", [](const Dataset&, const Task& task) {
        task.progress(1, 4);
        std::this_thread::sleep_for(
            std::chrono::milliseconds(120)); // run() reports progress ten times a second
        task.progress(3, 4);
        return test::constant_prediction();
    });
    std::vector<Progress> told;
    RunOptions options{.threads = 1};
    options.progress = [&](const Progress& p) { told.push_back(p); };
    record(data, {slow.get()}, {request("holdout", data)}, options);
    ASSERT_GE(told.size(), 2u);
    EXPECT_EQ(told[told.size() - 2].done, 0u);
    EXPECT_EQ(told[told.size() - 2].begun, 0.75);
    EXPECT_EQ(told.back().done, 1u);
    EXPECT_EQ(told.back().begun, 0.0);
}

// ---- size

std::size_t resident_megabytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:")) return std::stoul(line.substr(6)) / 1024;
    return 0;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true; // its own memory is not ours
#else
constexpr bool sanitized = false;
#endif

TEST(Run, KeepsMemoryFlatOverManyFits)
{
    if (sanitized) GTEST_SKIP() << "a sanitizer's own memory grows";
    const auto data = two_classes(50, 0);
    const auto majority = make_learner(Spec("majority"), ResponseType::classes);
    const Learner* learners[] = {majority.get()};
    test::Counter counter;
    const auto fits = [&](const std::string& splits) {
        const RunRequest requests[] = {request("random:splits=" + splits, data)};
        run(data, learners, requests, {{&counter}}, {});
    };
    fits("2000");
    const auto before = resident_megabytes();
    fits("100000");
    EXPECT_EQ(counter.splits, 102000u);
    EXPECT_LE(resident_megabytes(), before + 8);
}

TEST(Run, BeginsLeaveOneOutOfAMillionRowsAtOnceInLittleMemory)
{
    if (sanitized) GTEST_SKIP() << "a sanitizer's own memory is not ours";
    const auto data = two_classes(1'000'000, 0);
    const auto majority = make_learner(Spec("majority"), ResponseType::classes);
    const Learner* learners[] = {majority.get()};
    const RunRequest requests[] = {request("loo", data)};
    struct Slice final : Sink {
        void take(const SplitInfo&, const PredictionView& view) override
        {
            EXPECT_EQ(view.size(), 1u);
            if (++splits == 1000) stop.request_stop();
        }
        void take(const SplitInfo&, const Failure& failure) override { FAIL() << failure.text; }
        std::uint64_t splits = 0;
        std::stop_source stop;
    } slice;
    const auto report = run(data, learners, requests, {{&slice}}, {.stop = slice.stop.get_token()});
    EXPECT_TRUE(report.stopped);
    EXPECT_GE(slice.splits, 1000u);
    EXPECT_LT(slice.splits, 100'000u); // it did not work ahead of its sink
    EXPECT_LT(resident_megabytes(), 1024u);
}

} // namespace
} // namespace unseen
