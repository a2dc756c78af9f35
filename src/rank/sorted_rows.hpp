// Private: rows of two classes in the order of their scores, sorted once. Unlike a Ranking it knows single
// rows: how often each counts, its weight, its rank and its influence on a figure.
#pragma once

#include "rank/rank_figure.hpp"

#include "unseen/predictions/predictions.hpp"
#include "unseen/rank/ranking.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// Items in descending order of their scores, in blocks of equal scores. An item is a row, or a pair of a row
/// and a class. Rows of weight 0 are left out. -0.0 equals 0.0. Fewer than 2^32 items.
class SortedRows {
public:
    /// Sorts the rows of class `c` and all others by their scores for `c`. With `unit_of`, an item has the
    /// number of its unit instead of its row. O(rows) time, 32 bytes a row of working memory.
    SortedRows(const PredictionView& view, std::uint32_t c, std::span<const std::uint32_t> unit_of = {});
    /// Sorts all pairs of a row and a class by the row's score for the class. A pair is positive if the class
    /// is the true one.
    static SortedRows of_pairs(const PredictionView& view);

    struct Item {
        std::uint32_t row;   ///< or its unit
        std::uint8_t shift;  ///< 32 for a positive item, else 0
        std::uint8_t starts; ///< 1: the item begins a block

        bool positive() const { return shift != 0; }
    };
    /// The number of blocks, which are those of ranking().
    std::size_t blocks() const { return ends_.size(); }
    std::span<const Item> block(std::size_t b) const
    {
        const std::size_t begin = b == 0 ? 0 : ends_[b - 1];
        return std::span(items_).subspan(begin, ends_[b] - begin);
    }

    /// The ranking if the rows have these weights, above 0 (empty: all 1). Equals ranking_of().
    Ranking ranking(std::span<const double> weights) const;
    /// The ranking if row or unit i counts times[i] times. Equals ranking_of() for the repeated rows.
    Ranking ranking_of_repeats(std::span<const std::uint32_t> times) const;
    /// Writes the Ranking::counts() of that ranking. O(items).
    void count(std::span<const std::uint32_t> times, std::vector<std::uint64_t>& counts) const;

    /// Adds to each element of `rows` the influence of that row on the figure: the derivative in the row's
    /// weight, times the weight. Returns false if the figure does not exist.
    bool add_influences(const RankFigure& figure, std::span<const double> weights,
                        std::span<double> rows) const;
    /// The doubled midrank of each of `rows` rows: from 2 for the lowest score to 2n for the highest of n
    /// items, 2k for the k-th if it is not tied, 0 for a row that is not an item. Fewer than 2^31 items.
    std::vector<std::uint32_t> doubled_midranks(std::size_t rows) const;

private:
    SortedRows() = default;
    struct Keyed;
    void sort(std::vector<Keyed>& items);

    /// Calls visit(block, count) for each block if row i counts times(i) times; count is as in
    /// Ranking::counts().
    template <class Times, class Visit>
    void each_count(Times times, Visit visit) const;
    template <class Times>
    Ranking counted(Times times) const;

    std::vector<Item> items_;
    std::vector<std::uint32_t> ends_;   ///< the end of each block in items_
    std::vector<std::uint64_t> scores_; ///< the bits of each block's score
};

} // namespace unseen
