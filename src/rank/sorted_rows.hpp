// Private: rows of two groups in the order of their scores, sorted once, where rows are told apart: how often each counts, its weight, its rank and how
// much it moves a figure. Where they are not, Ranking holds what is left of them.
#pragma once

#include "rank/rank_figure.hpp"

#include "unseen/predictions/predictions.hpp"
#include "unseen/rank/ranking.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// Rows, or pairs of a row and a class, the best score first, equal scores together; rows of weight 0 are left out. -0.0 is 0.0. Fewer than 2^32 items.
class SortedRows {
public:
    /// The rows of class `c` against all others, by their scores for it. `unit_of`: rows of one unit count together, and are named by it; empty: each
    /// row for itself. O(rows), 32 bytes a row while it sorts.
    SortedRows(const PredictionView& view, std::uint32_t c, std::span<const std::uint32_t> unit_of = {});
    /// The pairs of a row and a class, positive if the class is the true one, by the row's score for it.
    static SortedRows of_pairs(const PredictionView& view);

    struct Item {
        std::uint32_t row;   ///< or unit
        std::uint8_t shift;  ///< of a positive item 32
        std::uint8_t starts; ///< 1: its score is another one than that of the item before

        bool positive() const { return shift != 0; }
    };
    /// Blocks of equal scores, those of ranking().
    std::size_t blocks() const { return ends_.size(); }
    std::span<const Item> block(std::size_t b) const
    {
        const std::size_t begin = b == 0 ? 0 : ends_[b - 1];
        return std::span(items_).subspan(begin, ends_[b] - begin);
    }

    /// Where rows have these weights, above 0; empty: all 1. What ranking_of() makes of them.
    Ranking ranking(std::span<const double> weights) const;
    /// Where row or unit i counts times[i] times: what ranking_of() makes of rows so often repeated.
    Ranking ranking_of_repeats(std::span<const std::uint32_t> times) const;
    /// Ranking::counts() of these. O(items).
    void count(std::span<const std::uint32_t> times, std::vector<std::uint64_t>& counts) const;

    /// Adds to each row how much it moves the figure where rows have these weights: the derivative in its weight, times that. False if the figure does
    /// not exist.
    bool add_influences(const RankFigure& figure, std::span<const double> weights, std::span<double> rows) const;
    /// Of each of `rows` rows: doubled midranks, 2 for the lowest score to 2n for the highest, where n of them are items; the k-th of untied ones has
    /// 2k. 0 of others. Fewer than 2^31 items.
    std::vector<std::uint32_t> doubled_midranks(std::size_t rows) const;

private:
    SortedRows() = default;
    struct Keyed;
    void sort(std::vector<Keyed>& items);

    /// Calls visit(block, count) for each block, the count as in Ranking::counts(), where row i counts times(i) times.
    template <class Times, class Visit>
    void each_count(Times times, Visit visit) const;
    template <class Times>
    Ranking counted(Times times) const;

    std::vector<Item> items_;
    std::vector<std::uint32_t> ends_;   ///< of the blocks
    std::vector<std::uint64_t> scores_; ///< bits of those of the blocks
};

} // namespace unseen
