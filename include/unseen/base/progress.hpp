// The progress of a run, as the caller's callback gets it.
//
// Example:
//
//     const ProgressCallback print = [](const Progress& p) { std::cout << p.done << " of " << p.total << " fits\n"; };
//     print({.done = 30, .total = 100});
#pragma once

#include <cstdint>
#include <functional>

namespace unseen {

/// Counts of fits; a fit is one learner on one split of a plan. `done` includes `failures` and `found`.
struct Progress {
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    std::uint64_t failures = 0;
    std::uint64_t found = 0; ///< read from a store instead of fitted
};

/// The run calls it from one thread at a time, at most a few times a second and once at the end.
using ProgressCallback = std::function<void(const Progress&)>;

} // namespace unseen
