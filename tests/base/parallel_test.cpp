#include "base/parallel.hpp"

#include "unseen/base/long_work.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

namespace unseen {
namespace {

TEST(RunWorkers, RunsEachWorkerOnce)
{
    for (const std::size_t n : {1u, 2u, 8u}) {
        std::vector<int> calls(n, 0);
        run_workers(n, [&](std::size_t i) { ++calls[i]; });
        EXPECT_EQ(calls, std::vector<int>(n, 1));
    }
}

TEST(RunWorkers, ThrowTheirExceptionAgainOnceAllHaveEnded)
{
    for (const std::size_t n : {1u, 2u, 8u}) {
        std::atomic<std::size_t> ended = 0;
        const auto run = [&] {
            run_workers(n, [&](std::size_t i) {
                ++ended;
                if (i == 0) throw std::runtime_error("worker 0");
            });
        };
        EXPECT_THROW(run(), std::runtime_error);
        EXPECT_EQ(ended, n);
    }
}

TEST(RunWorkers, OneWorkerRunsOnTheCallersThread)
{
    std::thread::id thread;
    run_workers(1, [&](std::size_t) { thread = std::this_thread::get_id(); });
    EXPECT_EQ(thread, std::this_thread::get_id());
}

TEST(ParallelFor, GivesEachNumberToOneWorker)
{
    for (const std::size_t count : {0u, 1u, 3u, 1000u})
        for (const std::size_t threads : {1u, 2u, 8u}) {
            std::vector<int> done(count, 0);
            std::atomic<std::size_t> workers = 0;
            parallel_for(count, threads, [&](SharedNumbers numbers) {
                ++workers;
                for (const auto i : numbers) ++done.at(i);
            });
            EXPECT_EQ(done, std::vector<int>(count, 1));
            EXPECT_EQ(workers, std::max<std::size_t>(1, std::min(threads, count)));
        }
}

TEST(ParallelFor, EndsAllWorkersOfAStoppedThread)
{
    for (const std::size_t threads : {1u, 2u, 8u}) {
        std::stop_source source;
        const StopScope scope(source.get_token());
        std::atomic<std::size_t> done = 0;
        const auto run = [&] {
            parallel_for(1000, threads, [&](SharedNumbers numbers) {
                for ([[maybe_unused]] const auto i : numbers)
                    parallel_for(1, 1,
                                 [&](SharedNumbers inner) { // a worker's own workers are to stop as well
                                     for ([[maybe_unused]] const auto j : inner) {
                                         const auto last = ++done;
                                         if (last == 100) source.request_stop();
                                         while (last > 100 && !source.stop_requested()) {}
                                     }
                                 });
            });
        };
        EXPECT_THROW(run(), Stopped);
        EXPECT_GE(done, 100u);
        EXPECT_LE(done, 100u + threads);
    }
}

TEST(StopScope, EndsWithItsBlock)
{
    std::stop_source source;
    source.request_stop();
    {
        const StopScope outer(source.get_token());
        EXPECT_THROW(check_stop(), Stopped);
        {
            const StopScope inner{std::stop_token()};
            EXPECT_NO_THROW(check_stop());
        }
        EXPECT_THROW(check_stop(), Stopped);
    }
    EXPECT_NO_THROW(check_stop());
    EXPECT_NO_THROW(parallel_for(3, 1, [](SharedNumbers numbers) {
        for ([[maybe_unused]] const auto i : numbers) {}
    }));
}

TEST(ParallelFor, GoesOnWithTheNumbersOfAWorkerThatThrew)
{
    std::atomic<std::size_t> done = 0;
    const auto run = [&] {
        parallel_for(100, 4, [&](SharedNumbers numbers) {
            for (const auto i : numbers) {
                if (i == 3) throw std::runtime_error("number 3");
                ++done;
            }
        });
    };
    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_EQ(done, 99u);
}

TEST(ParallelFor, SaysWhatTakesTheTimeAndHowLong)
{
    using namespace std::chrono_literals;
    LongWork work;
    std::optional<WorkLeft> told;
    const auto count = [&](const char* what) {
        told.reset();
        const auto worker = [&](SharedNumbers numbers) {
            for (const auto i : numbers) {
                if (i < 20) std::this_thread::sleep_for(1ms);
                if (i == 19) told = work.left(0.5); // 20 of 1000 took 20 ms or more
            }
        };
        what != nullptr ? parallel_for(what, 1000, 1, worker) : parallel_for(1000, 1, worker);
    };
    count("counting");
    EXPECT_FALSE(told) << "nobody asked";
    {
        const LongWorkScope scope(work);
        count(nullptr);
        EXPECT_FALSE(told);
        count("counting");
        ASSERT_TRUE(told);
        EXPECT_EQ(told->done, 20u);
        EXPECT_EQ(told->total, 1000u);
        EXPECT_EQ(told->text.substr(0, 21), "counting: 20 of 1000,");
        EXPECT_FALSE(work.left(0.0)) << "it is over";
        const WorkPart outer("outer", 10, [] { return std::uint64_t{0}; });
        count("counting");
        EXPECT_EQ(told, std::nullopt);
    }
    count("counting");
    EXPECT_FALSE(told);
}

TEST(ThreadCount, IsTheRequestOrAtLeastOne)
{
    EXPECT_EQ(thread_count(3), 3u);
    EXPECT_GE(thread_count(0), 1u);
}

} // namespace
} // namespace unseen
