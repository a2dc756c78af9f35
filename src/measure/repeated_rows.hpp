// Private: rankings of rows that count so and so often, of which a sort is made once.
#pragma once

#include "measure/row_order.hpp"

#include "unseen/measure/ranking.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// Rows that count alike, or pairs of a row and a class, of two groups, sorted once.
class RepeatedRows {
public:
    /// The rows of class `c` against all others, by their scores for it. `unit_of`: rows of one unit are repeated together, and times are those of
    /// units; empty: each row is one.
    RepeatedRows(const PredictionView& view, std::uint32_t c, std::span<const std::uint32_t> unit_of = {});
    /// The pairs of a row and a class, positive if it is the true one. Fewer than 2^32.
    explicit RepeatedRows(const PredictionView& view);

    /// The blocks that hold any, as Ranking::counts() has them, where row or unit i counts times[i] times; fewer than 2^32 items in all. O(items).
    void count(std::span<const std::uint32_t> times, std::vector<std::uint64_t>& counts) const;

    /// What ranking_of() makes of rows so often repeated. Of rows, not of pairs.
    Ranking ranking(std::span<const std::uint32_t> times) const;

private:
    struct Item {
        std::uint32_t unit;  ///< or row
        std::uint8_t shift;  ///< of a positive item 32
        std::uint8_t starts; ///< 1: its score is another one than that of the item before
    };

    /// Calls visit(k, count) for each block that holds any, k the position behind its last item.
    template <class Visit>
    void each_block(std::span<const std::uint32_t> times, Visit visit) const;

    std::vector<Item> items_;
    std::vector<std::uint64_t> scores_; ///< bits of those of the items, if they are rows
};

} // namespace unseen
