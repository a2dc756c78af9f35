#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
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

TEST(RunWorkers, ShareWorkThroughAnAtomicIndex)
{
    std::vector<int> done(1000, 0);
    std::atomic<std::size_t> next = 0;
    run_workers(8, [&](std::size_t) {
        for (std::size_t i = next++; i < done.size(); i = next++) ++done[i];
    });
    EXPECT_EQ(done, std::vector<int>(done.size(), 1));
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

TEST(ThreadCount, IsTheRequestOrAtLeastOne)
{
    EXPECT_EQ(thread_count(3), 3u);
    EXPECT_GE(thread_count(0), 1u);
}

} // namespace
} // namespace unseen
