// Private: the difference of two models' areas under a curve on the same rows: influences, permutation test,
// bootstrap and jackknife (METHODS E.13, I.4, I.9).
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

    explicit RankedScores(const PredictionView& view)
        : sorted(view, view.positive),
          ranking(sorted.ranking(view.weight))
    {
    }
    /// Spreads the numbers of the blocks over the rows; rows of weight 0 get 0.
    std::vector<double> of_rows(std::span<const BlockValues> of_blocks, std::size_t rows) const;
};

/// The influence of each row on the figure of A minus that of B: the derivative in its weight, times the
/// weight.
std::vector<double> influence_differences(const PredictionView& rows, const RankedScores& a,
                                          const RankedScores& b, const RankFigure& figure);

/// The terms c_i with 4 W+ W- (AUC_A* - AUC_B*) = sum s_i c_i, where s_i = -1 swaps the predictions of row i.
/// Both models' scores are given as ranks on one scale: midranks, or ranks among the scores of both models.
/// Without weights the terms are whole numbers, exact below 4e7 rows. O(n + ranks). METHODS I.9.
std::vector<double> swap_terms(const PredictionView& rows, std::span<const std::uint32_t> ranks_a,
                               std::span<const std::uint32_t> ranks_b);

/// Bootstrap replicates of AUC_A - AUC_B for rows without weights; stream (seed, interval, 0, replicate).
/// Undefined in a sample of one class. O(n) each.
Replicates auc_replicates(std::size_t rows, const RankedScores& a, const RankedScores& b, const Draws& draws);

/// BCa's acceleration of AUC_A - AUC_B from the jackknife, for rows without weights. `undefined_in_resamples`
/// if a class has one row. O(n).
Value auc_acceleration(std::size_t rows, const RankedScores& a, const RankedScores& b);

/// The figure of A minus that of B as a function of how often each unit occurs; weights count. The views'
/// storage must outlive the result. O(n) per call.
OfCounts figure_difference(const PredictionView& a, const PredictionView& b, const Units& units,
                           const RankFigure& figure);

} // namespace unseen::compare::detail
