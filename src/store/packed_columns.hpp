// Private: predictions as compact columns of bytes (docs/STORE.md).
#pragma once

#include "store/unite.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace unseen {

/// What one fit predicted, packed. An absent column is a column that the predictions do not have; an absent label column beside scores
/// means that each label is the first class of largest score.
struct PackedPredictions {
    std::string rows;
    std::optional<std::string> label{};
    std::optional<std::string> scores{};
    std::optional<std::string> value{};
    std::string complexity{}; ///< lines "name=number"
    std::int64_t check = 0;   ///< digest of the columns

    std::size_t bytes() const;
    /// What `check` must be.
    std::int64_t digest() const;
};

/// O(predictions); a few nanoseconds a number.
PackedPredictions pack(std::span<const Row> rows, const Predictions& predictions);

/// The inverse. Throws StoreError if the bytes are no predictions.
RowPredictions unpack(const PackedPredictions& packed);

} // namespace unseen
