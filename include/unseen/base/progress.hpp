// How far a run is; handed to the caller's callback.
#pragma once

#include <cstdint>
#include <functional>

namespace unseen {

/// Counts of fits: a learner under a split of a plan each. `done` includes failures and what was found in a store.
struct Progress {
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    std::uint64_t failures = 0;
    std::uint64_t found = 0; ///< in a store
};

/// Called from one thread at a time, at most a few times a second and once at the end.
using ProgressCallback = std::function<void(const Progress&)>;

} // namespace unseen
