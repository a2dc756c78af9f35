// Private: the learners of one family in a run, which are prepared together, and their fits.
#pragma once

#include "unseen/base/stop.hpp"
#include "unseen/run/run.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <variant>
#include <vector>

namespace unseen {

/// The result of a fit, and its time.
struct Outcome {
    std::variant<Predictions, Failure> result;
    double seconds = 0.0; ///< time of the fit, also if the store had it
    bool reused = false;
};

/// The seed of a fit; 0 for a learner that is not stochastic. `spec` is canonical.
std::uint64_t learner_seed(std::uint64_t run_seed, const Learner& learner, const std::string& spec,
                           const Digest& training);

/// The version under which a learner's fits on this dataset are kept. It covers groups or times if the
/// learner trains with them, because the dataset's learning digest does not.
int version_on(const Learner& learner, const Dataset& data);

/// Learners that share prepared state. Several threads may use it.
class Family {
public:
    Family(const Dataset& data, const RunOptions& options) : data_(data), options_(options) {}

    void add(const Learner& learner, std::size_t position);
    bool is_of(const Learner& learner) const { return learners_.front()->family() == learner.family(); }
    std::size_t size() const { return learners_.size(); }
    /// The members for which the store has fits of other versions.
    const std::vector<StaleFits>& stale() const { return stale_; }
    /// The position of a member in the list of learners of the run.
    std::size_t position(std::size_t member) const { return positions_[member]; }
    bool needs_multiset_key() const { return options_.store != nullptr || stochastic_; }

    /// Trains every member on `train` and predicts `rows`; returns one outcome for each member. Prepares the
    /// shared state before the first fit. Exceptions of prepare() and of the store are passed on; an
    /// exception of a fit becomes its Failure. Throws Stopped if a stop was requested and a fit would have to
    /// begin; earlier fits are in the store. `progress` receives the share of the fits not in the store that
    /// is done.
    std::vector<Outcome> fit(const RowSet& train, std::span<const Row> rows, const Digest& multiset,
                             const FitProgress& progress);
    /// Frees the shared state. No fit may follow.
    void release() { prepared_.reset(); }

private:
    void prepare();
    Outcome one(const Task& task, std::size_t member) const;
    std::vector<Outcome> together(const Task& task, std::span<const std::size_t> members) const;
    std::uint64_t seed_of(std::size_t member, const Digest& multiset) const;
    FitKey key_of(std::size_t member, const RowSet& train, const Digest& multiset) const;

    const Dataset& data_;
    const RunOptions& options_;
    std::vector<const Learner*> learners_;
    std::vector<Spec> specs_;
    std::vector<std::size_t> positions_;
    std::vector<int> versions_; ///< of the fits of each member
    std::vector<StaleFits> stale_;
    std::vector<std::uint64_t> series_; ///< the number of each member's series in the store
    bool stochastic_ = false;
    std::mutex preparing_;
    std::atomic<bool> ready_ = false;
    std::unique_ptr<const Prepared> prepared_; ///< written under `preparing_` before `ready_` is set
};

} // namespace unseen
