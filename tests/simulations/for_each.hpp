// Runs a simulation on all processors.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace unseen {

/// Calls f(i) for i < n on all processors.
template <class F>
void for_each(std::size_t n, F f)
{
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < std::max(1u, std::thread::hardware_concurrency()); ++t)
        threads.emplace_back([&] {
            for (auto i = next++; i < n; i = next++) f(i);
        });
    for (auto& thread : threads) thread.join();
}

} // namespace unseen
