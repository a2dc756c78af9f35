// Where finished fits are kept, so that no fit is done twice.
#pragma once

#include "unseen/base/digest.hpp"
#include "unseen/data/row_set.hpp"
#include "unseen/predictions/predictions.hpp"

#include <memory>
#include <optional>
#include <span>

namespace unseen {

/// Keeps the predictions of fits under their key: data digest, canonical spec, implementation version, training multiset, and the
/// seed if the learner is stochastic. Implementations are safe to use from several threads.
class Store {
public:
    virtual ~Store() = default;
    /// The predictions of fit `key` for `rows`, in their order, if every one of them is there.
    virtual std::optional<Predictions> find(const Digest& key, std::span<const Row> rows) const = 0;
    /// Keeps the predictions of `rows` (ascending). What was there for the key is replaced.
    virtual void put(const Digest& key, std::span<const Row> rows, const Predictions& predictions) = 0;
};

/// A store in memory: holds the predictions of all fits, for as long as it lives.
std::unique_ptr<Store> make_memory_store();

} // namespace unseen
