// Private: rows, or pairs of a row and a class, by descending score.
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unseen {

/// Items with the best score first, equal scores together; rows of weight 0 are left out. -0.0 is 0.0.
struct RowOrder {
    std::vector<std::uint32_t> items;
    std::vector<std::uint32_t> ends; ///< where each block of equal scores ends

    std::size_t blocks() const { return ends.size(); }
    std::size_t begin_of(std::size_t block) const { return block == 0 ? 0 : ends[block - 1]; }
};

/// Rows by their scores for class `c`. O(rows) beyond the memory for 32 bytes a row.
RowOrder order_of_rows(const PredictionView& view, std::uint32_t c);

/// Pairs of a row and a class, row x classes + class, by the row's score for the class. Fewer than 2^32 pairs.
RowOrder order_of_pairs(const PredictionView& view);

} // namespace unseen
