// Private: the one way in which the library uses several threads.
#pragma once

#include "unseen/base/stop.hpp"

#include <atomic>
#include <cstddef>
#include <functional>

namespace unseen {

/// Runs `worker(0) .. worker(n-1)` on n threads (on the calling thread for n = 1) and waits for all. Rethrows
/// the first exception of a worker. For threads that divide the work themselves; see parallel_for() for the
/// usual case.
void run_workers(std::size_t n, const std::function<void(std::size_t)>& worker);

/// The number of threads to use if `wanted` are requested; 0: as many as the machine has cores.
std::size_t thread_count(std::size_t wanted);

/// The numbers 0 .. count-1, shared by several threads. Each thread iterates over it in a `for`; every number
/// goes to exactly one thread, in ascending order of request.
class SharedNumbers {
public:
    SharedNumbers(std::atomic<std::size_t>& next, std::size_t count) : next_(&next), count_(count) {}

    struct End {};
    class Iterator {
    public:
        explicit Iterator(const SharedNumbers& numbers) : numbers_(numbers) { ++*this; }
        std::size_t operator*() const { return number_; }
        void operator++()
        {
            check_stop();
            number_ = (*numbers_.next_)++;
        }
        bool operator!=(End) const { return number_ < numbers_.count_; }

    private:
        const SharedNumbers& numbers_;
        std::size_t number_ = 0;
    };
    Iterator begin() const { return Iterator(*this); }
    End end() const { return {}; }

private:
    std::atomic<std::size_t>* next_;
    std::size_t count_;
};

/// Calls `worker(numbers)` once on each of min(threads, count) threads (threads = 0: all cores) and waits, as
/// run_workers() does. Ends with Stopped if the calling thread is to stop (StopScope). The workers share the
/// numbers below `count`; a variable that a worker declares before its loop belongs to its thread:
///
///     parallel_for(samples, threads, [&](SharedNumbers numbers) {
///         Scratch scratch;
///         for (const auto b : numbers) values[b] = figure(b, scratch);
///     });
void parallel_for(std::size_t count, std::size_t threads, const std::function<void(SharedNumbers)>& worker);

/// The same for work that may be long; `what` says in words what takes the time (LongWork).
void parallel_for(const char* what, std::size_t count, std::size_t threads,
                  const std::function<void(SharedNumbers)>& worker);

/// Runs two tasks, one beside the other unless threads = 1, and waits for both. If both fail, the exception
/// of the first is thrown, whichever was earlier.
void run_both(std::size_t threads, const std::function<void()>& first, const std::function<void()>& second);

} // namespace unseen
