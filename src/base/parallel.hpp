// Private: the one way in which the library uses several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace unseen {

/// Runs `worker(0) .. worker(n-1)` on n threads (the caller's own for n = 1) and waits for all. The first exception that a
/// worker threw is thrown again. Work is shared out by the workers themselves, through an atomic index of the caller's.
void run_workers(std::size_t n, const std::function<void(std::size_t)>& worker);

/// The number of threads for a request of `wanted` (0: all that the process may use).
std::size_t thread_count(std::size_t wanted);

} // namespace unseen
