// Private: the learners of one family in a run, made ready together, and the fits that they do.
#pragma once

#include "unseen/run/run.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <variant>
#include <vector>

namespace unseen {

/// What a fit gave, and how long it took.
struct Outcome {
    std::variant<Predictions, Failure> result;
    double seconds = 0.0; ///< when it was done
    bool reused = false;
};

/// The run was cancelled before a fit that was due; no error, so not derived from one.
struct Stopped {};

/// What a learner that draws does so from in a fit.
std::uint64_t drawn_seed(std::uint64_t run_seed, const std::string& spec, const Digest& training);

/// The same; 0 for one that draws nothing. `spec`: canonical.
std::uint64_t learner_seed(std::uint64_t run_seed, const Learner& learner, const std::string& spec, const Digest& training);

/// Learners that share prepared state. Safe to use from several threads.
class Family {
public:
    Family(const Dataset& data, const RunOptions& options) : data_(data), options_(options) {}

    void add(const Learner& learner, std::size_t position);
    bool is_of(const Learner& learner) const { return learners_.front()->family() == learner.family(); }
    std::size_t size() const { return learners_.size(); }
    /// Position of a member in the run's list of learners.
    std::size_t position(std::size_t member) const { return positions_[member]; }
    bool needs_multiset_key() const { return options_.store != nullptr || stochastic_; }

    /// Trains every member on `train` and predicts `rows`; one outcome a member. Prepares the shared state when the first fit is due.
    /// Exceptions of prepare() and of the store get out, whatever a fit throws becomes its Failure. Throws Stopped if a stop was
    /// requested and a fit would have to begin; the fits done until then are in the store.
    std::vector<Outcome> fit(const RowSet& train, std::span<const Row> rows, const Digest& multiset);
    /// Frees the shared state; the family is done.
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
    std::vector<std::uint64_t> series_; ///< of the members, in the store
    bool stochastic_ = false;
    std::mutex preparing_;
    std::atomic<bool> ready_ = false;
    std::unique_ptr<const Prepared> prepared_; ///< written under `preparing_` before `ready_` is set
};

} // namespace unseen
