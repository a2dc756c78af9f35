// Cancelling: no worker begins a fit once it can see that the stop was requested, and run() returns as soon
// as those under way have ended.
#include "run/recorder.hpp"

#include "unseen/run/estimate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <stop_token>
#include <thread>

namespace unseen {
namespace {

using Clock = std::chrono::steady_clock;
using test::learner_of;
using test::record;
using test::request;
using test::two_classes;

/// A record of a learner's fits: how many began, how many of these after the stop, and when the last one
/// ended.
struct Watch {
    std::stop_source stop;
    std::atomic<int> begun = 0;
    std::atomic<int> begun_too_late = 0;
    std::mutex mutex;
    Clock::time_point last_end;

    /// Each fit takes `time`; the `stop_at`-th requests the stop when it is half done.
    std::unique_ptr<Learner> learner(std::chrono::milliseconds time, int stop_at,
                                     const std::string& name = "watched")
    {
        return learner_of(name, [this, time, stop_at](const Dataset&, const Task&) {
            if (stop.stop_requested()) ++begun_too_late;
            const int number = ++begun;
            std::this_thread::sleep_for(time / 2);
            if (number == stop_at) stop.request_stop();
            std::this_thread::sleep_for(time / 2);
            const std::lock_guard lock(mutex);
            last_end = Clock::now();
            return test::constant_prediction();
        });
    }
};

void expect_prompt_end(const std::vector<std::string>& plans, const RunOptions& given, int stop_at)
{
    const auto data = two_classes(30);
    Watch watch;
    const auto a = watch.learner(std::chrono::milliseconds(10), stop_at, "a");
    const auto b = watch.learner(std::chrono::milliseconds(10), stop_at, "b");
    std::vector<RunRequest> requests;
    for (const auto& plan : plans) requests.push_back(request(plan, data));
    auto options = given;
    options.stop = watch.stop.get_token();
    const auto result = record(data, {a.get(), b.get()}, requests, options);
    const auto after = Clock::now() - watch.last_end;
    EXPECT_TRUE(result.report.stopped);
    // Each of the other workers may have looked just before the stop and begun a fit just after it. These are
    // at most one fit for each, and none if there is one worker.
    EXPECT_LT(watch.begun_too_late, static_cast<int>(options.threads));
    EXPECT_LT(watch.begun, stop_at + 2 * static_cast<int>(options.threads));
    EXPECT_LT(after, std::chrono::seconds(20)); // far from the limit of 60 s, however busy the machine is
    for (const auto& of_learner : result.of)
        for (const auto& recorder : of_learner) EXPECT_TRUE(recorder.failures.empty());
}

TEST(Cancel, BeginsNoFurtherFitAndReturnsWithTheLastOne)
{
    for (const std::size_t threads : {1u, 2u, 8u})
        expect_prompt_end({"cv:folds=10,repeats=10"}, {.threads = threads}, 5);
}

TEST(Cancel, BeginsNoFurtherFitOfTheOtherPlansAtTheSameSplit)
{
    for (const std::size_t threads : {1u, 2u, 8u})
        expect_prompt_end({"cv:folds=10", "random:splits=10", "holdout:repeats=10", "bootstrap:samples=10",
                           "resubstitution"},
                          {.threads = threads}, 3);
}

TEST(Cancel, BeginsNoFurtherFitWithATimeLimit)
{
    for (const std::size_t threads : {1u, 4u})
        expect_prompt_end({"cv:folds=10", "random:splits=10"}, {.threads = threads, .seconds_per_fit = 60.0},
                          3);
}

TEST(Cancel, WakesThoseThatWaitForTheWindow)
{
    for (const std::size_t threads : {2u, 4u, 8u})
        for (const std::size_t bytes : {0u, 1u, 40u})
            expect_prompt_end({"random:splits=60"}, {.threads = threads, .window_bytes = bytes}, 4);
}

TEST(Cancel, BeforeTheStartDoesNothing)
{
    const auto data = two_classes(30);
    std::atomic<int> fits = 0;
    const auto learner = test::counting_learner(fits);
    std::stop_source stop;
    stop.request_stop();
    for (const std::size_t threads : {1u, 4u}) {
        const auto result = record(data, {learner.get()}, {request("cv", data)},
                                   {.threads = threads, .stop = stop.get_token()});
        EXPECT_TRUE(result.report.stopped);
        EXPECT_EQ(result.report.fits, 0u);
    }
    EXPECT_EQ(fits, 0);
}

TEST(Cancel, AfterTheLastFitIsNoCancellation)
{
    const auto data = two_classes(30);
    Watch watch;
    const auto learner = watch.learner(std::chrono::milliseconds(2), 10);
    const auto result = record(data, {learner.get()}, {request("cv:folds=10", data)},
                               {.threads = 1, .stop = watch.stop.get_token()});
    EXPECT_FALSE(result.report.stopped);
    EXPECT_EQ(result.of[0][0].lines.size(), 10u);
}

TEST(Cancel, FromTheProgressCallbackEndsTheRun)
{
    const auto data = two_classes(30);
    std::atomic<int> fits = 0;
    const auto learner = test::counting_learner(fits);
    std::stop_source stop;
    RunOptions options{.threads = 2, .stop = stop.get_token()};
    options.progress = [&](const Progress&) { stop.request_stop(); };
    const auto result = record(data, {learner.get()}, {request("random:splits=5000", data)}, options);
    EXPECT_TRUE(result.report.stopped);
    EXPECT_LT(fits, 5000);
}

TEST(Cancel, GivesSinksAPrefixOfTheWholeRun)
{
    const auto data = two_classes(30);
    const auto plan = request("random:splits=50", data);
    Watch whole;
    const auto all = record(data, {whole.learner(std::chrono::milliseconds(0), -1).get()}, {plan});
    for (const std::size_t threads : {1u, 4u}) {
        Watch watch;
        const auto part = record(data, {watch.learner(std::chrono::milliseconds(2), 20).get()}, {plan},
                                 {.threads = threads, .stop = watch.stop.get_token()});
        const auto& lines = part.of[0][0].lines;
        ASSERT_LT(lines.size(), 50u);
        EXPECT_TRUE(std::equal(lines.begin(), lines.end(), all.of[0][0].lines.begin()));
    }
}

TEST(Cancel, LeavesTheEstimatesOut)
{
    const auto data = two_classes(30);
    Watch watch;
    const auto learner = watch.learner(std::chrono::milliseconds(2), 5);
    const Learner* learners[] = {learner.get()};
    const auto report = estimate(data, learners, {.run = {.threads = 2, .stop = watch.stop.get_token()}});
    EXPECT_TRUE(report.run.stopped);
    EXPECT_TRUE(report.estimates.empty());
}

} // namespace
} // namespace unseen
