#include "base/parallel.hpp"

#include "unseen/base/long_work.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace unseen {

namespace {

void share(std::atomic<std::size_t>& next, std::size_t count, std::size_t threads,
           const std::function<void(SharedNumbers)>& worker)
{
    run_workers(std::min(thread_count(threads), count), [&, stop = current_stop()](std::size_t) {
        const StopScope scope(stop);
        worker(SharedNumbers(next, count));
    });
}

} // namespace

void run_workers(std::size_t n, const std::function<void(std::size_t)>& worker)
{
    if (n <= 1) {
        worker(0);
        return;
    }
    std::mutex mutex;
    std::exception_ptr first;
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < n; ++i)
            threads.emplace_back([&, i] {
                try {
                    worker(i);
                } catch (...) {
                    const std::lock_guard lock(mutex);
                    if (!first) first = std::current_exception();
                }
            });
    }
    if (first) std::rethrow_exception(first);
}

std::size_t thread_count(std::size_t wanted)
{
    return wanted > 0 ? wanted : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

void parallel_for(std::size_t count, std::size_t threads, const std::function<void(SharedNumbers)>& worker)
{
    std::atomic<std::size_t> next = 0;
    share(next, count, threads, worker);
}

void parallel_for(const char* what, std::size_t count, std::size_t threads,
                  const std::function<void(SharedNumbers)>& worker)
{
    std::atomic<std::size_t> next = 0;
    const WorkPart part(what, count, [&next] { return next.load(); });
    share(next, count, threads, worker);
}

void run_both(std::size_t threads, const std::function<void()>& first, const std::function<void()>& second)
{
    std::array<std::exception_ptr, 2> faults;
    parallel_for(2, threads, [&](SharedNumbers numbers) {
        for (const auto task : numbers) {
            try {
                task == 0 ? first() : second();
            } catch (...) {
                faults[task] = std::current_exception();
            }
        }
    });
    for (const auto& fault : faults)
        if (fault) std::rethrow_exception(fault);
}

} // namespace unseen
