// The engine: does every distinct fit once, on all cores, and passes predictions to sinks in plan order.
//
// Example:
//
//     struct Count final : Sink {
//         std::size_t rows = 0;
//         void take(const SplitInfo&, const PredictionView& view) override { rows += view.size(); }
//         void take(const SplitInfo&, const Failure&) override {}
//     } count;
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto tree = make_learner(Spec("tree"), ResponseType::classes);
//     const std::vector<const Learner*> learners = {tree.get()};
//     const std::vector<RunRequest> requests = {{make_plan(Spec::parse("cv:folds=10"), iris, 1)}};
//     run(iris, learners, requests, {{&count}}, {});
//     assert(count.rows == 150);
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

/// A plan whose fits are to be done, and the rows that each fit must predict.
struct RunRequest {
    Plan plan;
    PredictedRows rows = PredictedRows::test;
    std::vector<Row> unlabelled{}; ///< ascending; only for PredictedRows::unlabelled
};

/// One of several runs that divide the fits of one job. Fits are assigned by their training multiset, so
/// equal ones are in the same shard.
struct Shard {
    std::uint64_t index = 1; ///< 1 .. count
    std::uint64_t count = 1; ///< number of shards; more than 1 to divide a job among machines or processes

    /// True if fits on this training multiset of this dataset belong to the shard.
    bool holds(const Digest& data, const Digest& training) const;
};

/// The index, from 1, of the shard that holds fits on this training multiset of this dataset.
std::uint64_t shard_index(const Digest& data, const Digest& training, std::uint64_t count);

/// How to run. Only `seed` and `seconds_per_fit` can change results.
struct RunOptions {
    std::uint64_t seed = 1;  ///< of every random choice; another seed gives other splits
    std::size_t threads = 0; ///< 0: all cores; fewer if other work needs them or fits need much memory
    /// Memory for predictions that wait for their turn in plan order. With more memory, threads wait less
    /// behind a slow fit. Change it if predictions are large or fits take very different times.
    std::size_t window_bytes = std::size_t{256} << 20;
    double seconds_per_fit =
        0.0;                ///< a longer fit fails (`timeout`); 0: no limit. Set it if a learner may hang
    Budget budget{};        ///< memory for the shared state of one learner
    std::stop_token stop{}; ///< request a stop to begin no further fit
    ProgressCallback progress{};
    Store* store = nullptr;  ///< fits are read from it and put into it; null: every fit is done
    std::string data_name{}; ///< the name of the dataset in the store
    std::vector<std::string> learner_names{}; ///< the names of the learners in the store; empty: their specs
    /// Throws InputError instead of doing a fit that the store lacks. If a program has changed, the fits of
    /// its earlier version are used.
    bool stored_only = false;
    Shard shard{}; ///< splits of other shards are skipped; the sinks do not get them
};

/// Stored fits of a learner from before its program changed.
struct StaleFits {
    std::string learner; ///< its name
    std::uint64_t fits = 0;
};

/// What run() did.
struct RunReport {
    std::uint64_t fits = 0;     ///< fits done, with failures
    std::uint64_t reused = 0;   ///< fits read from the store, with failures
    std::uint64_t failures = 0; ///< failures among both
    bool stopped = false;       ///< stopped before all fits were done
    /// Learners for which the store has fits of other versions. These are used only if `stored_only` is set.
    std::vector<StaleFits> stale{};
};

/// Runs every learner under every request. sinks[l][r] receives the predictions of learner l for request r,
/// in plan order, from one thread at a time.
///
/// Fits are shared: plans with equal specs count as one, and equal training multisets of different plans at
/// one split number are fitted once, for the union of the requested rows. Learners of one family share their
/// prepared state. The predictions that a sink receives depend only on data, spec, seed, training multiset
/// and row.
///
/// If a learner throws, returns NaN or the wrong shape, or takes too long, the sinks of that fit receive a
/// Failure, and the run continues. An exception of prepare() or of a sink ends the run and is rethrown.
///
/// Memory: the dataset, the prepared state of one learner, O(rows) for each thread, and at most window_bytes
/// of waiting predictions.
RunReport run(const Dataset& data, std::span<const Learner* const> learners,
              std::span<const RunRequest> requests, const std::vector<std::vector<Sink*>>& sinks,
              const RunOptions& options);

} // namespace unseen
