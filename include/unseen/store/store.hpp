// Where finished fits are kept, so that no fit is done twice.
#pragma once

#include "unseen/base/digest.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/predictions/predictions.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

namespace unseen {

/// A learner on a dataset: what many fits have in common.
struct FitSeries {
    std::string data_name; ///< for readers; the digest is what counts
    Dataset data;
    Spec learner; ///< canonical
    int version = 1;
};

/// One fit of a series.
struct FitKey {
    Digest digest;                   ///< fit_digest() of all that the fit is a function of
    std::uint64_t series = 0;        ///< what Store::series() said
    Digest training{};               ///< key of the training multiset
    std::uint64_t training_rows = 0; ///< with multiplicity
    std::uint64_t seed = 0;          ///< 0 for a learner that draws nothing
};

/// The key under which a fit is kept: data, canonical spec, implementation version, training multiset, and the seed if the learner is
/// stochastic (else 0).
Digest fit_digest(const Digest& data, const std::string& learner, int version, const Digest& training, std::uint64_t seed);

/// What came of a fit, and how long it took (outside every comparison).
struct StoredFit {
    std::variant<Predictions, Failure> result;
    double seconds = 0.0;
};

/// Keeps fits under their key. Implementations are safe to use from several threads.
class Store {
public:
    virtual ~Store() = default;
    /// The number of a series, for its keys; the same for the same series.
    virtual std::uint64_t series(const FitSeries& series) = 0;
    /// Notes that fits of this plan are being asked for.
    virtual void plan(const Dataset& data, const Spec& plan, std::uint64_t seed, std::uint64_t splits) = 0;
    /// The predictions of fit `key` for `rows`, in their order, if every one of them is there; or the failure that it ended in.
    virtual std::optional<StoredFit> find(const FitKey& key, std::span<const Row> rows) const = 0;
    /// Keeps the predictions of `rows` (ascending), beside those of other rows that are there, or the failure if there are no predictions.
    /// Predictions of the same row must agree: equal labels, figures within 1e-9. Throws StoreError that names the fit if they do not; a store
    /// that writes later may throw it from a later call.
    virtual void put(const FitKey& key, std::span<const Row> rows, const StoredFit& fit) = 0;
    /// Returns once everything put before is kept for good. Throws StoreError if it cannot be.
    virtual void flush() = 0;
};

/// A store in memory: holds the predictions of all fits, for as long as it lives.
std::unique_ptr<Store> make_memory_store();

} // namespace unseen
