// Private: predictions as compact columns of bytes (docs/STORE.md).
#pragma once

#include "store/unite.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace unseen {

/// The predictions of one fit, packed. A column is absent if the predictions do not have it. An absent label
/// column beside scores means that each label is the first class with the largest score.
struct PackedPredictions {
    std::string rows;
    std::optional<std::string> label{};
    std::optional<std::string> scores{};
    std::optional<std::string> value{};
    std::string complexity{}; ///< lines "name=number", and "=choice=figure" of a learner that chooses

    std::size_t bytes() const;
    friend bool operator==(const PackedPredictions&, const PackedPredictions&) = default;
};

/// Packs predictions. O(predictions), a few nanoseconds for each number.
PackedPredictions pack(std::span<const Row> rows, const Predictions& predictions);

/// The inverse of pack(), for a response of `classes` classes (0: numbers). Throws Damaged if the bytes are
/// not predictions of it. Memory: less than 100 bytes for each byte of `packed`, and 1 GB.
RowPredictions unpack(const PackedPredictions& packed, std::uint64_t classes);

} // namespace unseen
