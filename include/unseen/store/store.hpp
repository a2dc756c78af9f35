// The interface that keeps finished fits, so that no fit is done twice.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto majority = make_learner(Spec("majority"), ResponseType::classes);
//     const std::vector<const Learner*> learners = {majority.get()};
//     const auto store = make_memory_store();
//     const EstimateOptions options{.estimators = {Spec::parse("cv:folds=5")},
//                                   .run = {.store = store.get()}};
//     assert(estimate(iris, learners, options).run.fits == 5);
//     assert(estimate(iris, learners, options).run.fits == 0); // all five were in the store
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

/// A learner on a dataset, which many fits have in common.
struct FitSeries {
    std::string data_name; ///< for readers; the digest of `data` identifies it
    Dataset data;
    Spec learner; ///< canonical spec
    int version = 1;
    std::string learner_name{}; ///< for readers; empty: the spec
};

/// One fit of a series.
struct FitKey {
    Digest digest;                   ///< fit_digest() of everything that the fit depends on
    std::uint64_t series = 0;        ///< the number that Store::series() returned
    Digest training{};               ///< key of the training multiset
    std::uint64_t training_rows = 0; ///< with multiplicity
    std::uint64_t seed = 0;          ///< 0 for a learner that is not stochastic
};

/// The key under which a fit is kept: data, canonical spec, implementation version, training multiset, and
/// the seed if the learner is stochastic (else 0).
Digest fit_digest(const Digest& data, const std::string& learner, int version, const Digest& training,
                  std::uint64_t seed);

/// The seed of the fits of a stochastic learner.
std::uint64_t drawn_seed(std::uint64_t run_seed, const std::string& learner, const Digest& training);

/// The result of a fit, and its time, which is never compared.
struct StoredFit {
    std::variant<Predictions, Failure> result;
    double seconds = 0.0;
};

/// The stored fits of a series under another version of its learner, such as a program that has changed
/// since.
struct OtherVersion {
    int version = 1; ///< the largest; versions of programs are digests, so that it need not be the newest
    std::uint64_t fits = 0; ///< of all other versions
};

/// Keeps fits under their keys. Several threads may use an implementation at once.
class Store {
public:
    virtual ~Store() = default;
    /// The number of a series, for FitKey; equal series have equal numbers.
    virtual std::uint64_t series(const FitSeries& series) = 0;
    /// The fits of the series under other versions, which find() does not return; nothing if there are none,
    /// or if the store is read for an experiment that used this version.
    virtual std::optional<OtherVersion> other_version(const FitSeries&) const { return std::nullopt; }
    /// Records that the fits of this plan were requested. It is called again with the keys of the training
    /// multisets of all its splits, when these are known.
    virtual void plan(const Dataset& data, const Spec& plan, std::uint64_t seed, std::uint64_t splits,
                      std::span<const Digest> training) = 0;
    /// The predictions of fit `key` for `rows`, in their order, or the failure of the fit. std::nullopt if
    /// the store lacks some of the rows.
    virtual std::optional<StoredFit> find(const FitKey& key, std::span<const Row> rows) const = 0;
    /// Keeps the predictions for `rows` (ascending) in addition to those for other rows; keeps a failure only
    /// if there are no predictions. Predictions for the same row must agree: equal labels, numbers within
    /// 1e-9. Throws StoreError that names the fit if they do not; a store that writes later may throw it from
    /// a later call.
    virtual void put(const FitKey& key, std::span<const Row> rows, const StoredFit& fit) = 0;
    /// Returns when everything that was put is stored durably. Throws StoreError if that is impossible.
    virtual void flush() = 0;
};

/// Makes a store in memory, which holds the predictions of all fits until it is destroyed.
std::unique_ptr<Store> make_memory_store();

} // namespace unseen
