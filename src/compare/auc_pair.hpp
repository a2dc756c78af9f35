// Private: two models' areas under a curve of their scores on the same rows: influences, the linear form of the permutation test, bootstrap and jackknife
// (METHODS E.13, I.4, I.9).
#pragma once

#include "draws/replicates.hpp"
#include "draws/units.hpp"
#include "rank/rank_figure.hpp"
#include "rank/sorted_rows.hpp"

#include "unseen/predictions/predictions.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen::compare::detail {

/// One model's scores for the positive class, sorted once.
struct RankedScores {
    SortedRows sorted;
    Ranking ranking;

    explicit RankedScores(const PredictionView& view) : sorted(view, view.positive), ranking(sorted.ranking(view.weight)) {}
    /// A number of each row from those of the blocks; 0 of rows without weight.
    std::vector<double> of_rows(std::span<const BlockValues> of_blocks, std::size_t rows) const;
};

/// Of each row how much it moves the figure of A less that of B: the derivative in its weight, times that.
std::vector<double> influence_differences(const PredictionView& rows, const RankedScores& a, const RankedScores& b,
                                          const RankFigure& figure);

/// c_i with 4 W+ W- (AUC_A* - AUC_B*) = sum s_i c_i when rows with s_i = -1 have their predictions swapped. Both models' scores are given as ranks on one
/// scale: midranks, or ranks of the scores of both together. Whole numbers for unweighted rows; then exact below 4e7 rows. O(n + ranks). METHODS I.9.
std::vector<double> swap_terms(const PredictionView& rows, std::span<const std::uint32_t> ranks_a,
                               std::span<const std::uint32_t> ranks_b);

/// AUC_A* - AUC_B* of `draws.count` row bootstraps, unweighted rows; stream (seed, interval, 0, replicate). A sample of one class has none.
/// O(n) each.
Replicates auc_replicates(std::size_t rows, const RankedScores& a, const RankedScores& b, const Draws& draws);

/// BCa's acceleration of AUC_A - AUC_B, unweighted rows, by leaving out each. `undefined_in_resamples` if one of a class is the only one. O(n).
Value auc_acceleration(std::size_t rows, const RankedScores& a, const RankedScores& b);

/// The figure of A less that of B when each unit is there so often; weights count. What the views show must stay. O(n).
OfCounts figure_difference(const PredictionView& a, const PredictionView& b, const Units& units, const RankFigure& figure);

} // namespace unseen::compare::detail
