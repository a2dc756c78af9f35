// The engine: does every unique fit once, on all cores, and hands predictions to sinks in plan order.
#pragma once

#include "unseen/base/progress.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/resample/plan.hpp"
#include "unseen/store/store.hpp"

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace unseen {

/// A plan whose fits are wanted, and which rows each must predict.
struct RunRequest {
    Plan plan;
    PredictedRows rows = PredictedRows::test;
    std::vector<Row> unlabelled{}; ///< which, ascending, where `rows` says unlabelled
};

/// One of several runs that share the fits of one job: fits are dealt by their training multiset, so that equal ones meet.
struct Shard {
    std::uint64_t index = 1; ///< 1 to count
    std::uint64_t count = 1;

    /// Whether fits on this training multiset of this dataset belong to it.
    bool holds(const Digest& data, const Digest& training) const;
};

struct RunOptions {
    std::uint64_t seed = 1;
    std::size_t threads = 0;                           ///< 0: all
    std::size_t window_bytes = std::size_t{256} << 20; ///< predictions that wait for their turn to be handed out
    double seconds_per_fit = 0.0;                      ///< a fit that takes longer is lost (`timeout`); 0: no limit
    Budget budget{};                                   ///< shared state of one learner
    std::stop_token stop{};                            ///< when it is requested, no further fit begins
    ProgressCallback progress{};
    Store* store = nullptr;   ///< asked before a fit, told after it; null: none
    std::string data_name{};  ///< what the store is to call the dataset
    bool stored_only = false; ///< a fit that is not in the store is an InputError
    Shard shard{};            ///< splits of other shards are passed over; the sinks do not see them
};

struct RunReport {
    std::uint64_t fits = 0;     ///< done, failures included
    std::uint64_t reused = 0;   ///< found in the store, failures included
    std::uint64_t failures = 0; ///< of both
    bool stopped = false;       ///< cancelled before all was done
};

/// Runs every learner under every request. sinks[l][r] takes the predictions of learner l for request r; each sink is called in
/// plan order, by one thread at a time.
///
/// Fits are shared: plans of equal spec count as one, and at each split number equal training multisets of different plans are
/// fitted once, for the union of the rows asked. Learners of one family share their prepared state. The predictions that a
/// sink sees are a function of (data, spec, seed, training multiset, row) alone.
///
/// A learner that throws, returns NaN or the wrong shape, or takes too long costs that fit: its sinks get a Failure. An exception of prepare()
/// or of a sink ends the run and is thrown.
///
/// Memory: the dataset, one learner's prepared state, O(rows) a thread, and at most window_bytes of waiting predictions.
RunReport run(const Dataset& data, std::span<const Learner* const> learners, std::span<const RunRequest> requests,
              const std::vector<std::vector<Sink*>>& sinks, const RunOptions& options);

} // namespace unseen
