// Private: figures of a ranking (areas under the ROC and precision-recall curves) and the influence of each
// row on them (METHODS D.3, I.1, I.2).
#pragma once

#include "unseen/base/value.hpp"
#include "unseen/rank/ranking.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// One number for each positive row of a block of equal scores, and one for each negative row.
struct BlockValues {
    double positive = 0.0;
    double negative = 0.0;
};

/// A figure of a ranking, with what intervals need of it. Figures are compared by their address.
struct RankFigure {
    Value (*value)(const Ranking&);
    /// The figure of a ranking with these counts, in the form of Ranking::counts(); blocks may be empty.
    Value (*of_counts)(std::span<const std::uint64_t> counts);
    /// The influence of each row: the derivative in its weight. The influences times the weights sum to 0.
    /// Empty if the figure does not exist.
    std::vector<BlockValues> (*influences)(const Ranking&);
    /// For each row, the mean of the leave-one-out figures minus the figure without this row, for rows
    /// without weights and if these figures exist.
    std::vector<BlockValues> (*jackknife)(const Ranking&);
    /// The sum over rows of the figure without the row minus the figure of all rows, for rows without
    /// weights. A positive row is skipped if the figure without it does not exist. Null if the sum is 0 for
    /// every ranking.
    double (*sum_left_out)(const Ranking&);
    bool of_runs = false; ///< merging neighbouring blocks that hold rows of the same class only does not
                          ///< change the figure
};

/// auc(). Influences (V10 - A)/P and (V01 - A)/N, where V10 is the share of the negatives below a positive
/// row and V01 the share of the positives above a negative row, ties half (DeLong, DeLong & Clarke-Pearson
/// 1988). They are exactly 0 if all V of a class are equal. Jackknife (V10 - A)/(P - 1) and (V01 - A)/(N -
/// 1).
extern const RankFigure roc_area;
/// average_precision(). With T_b, F_b the positives and negatives down to block b, a_b the positives in it
/// and P all positives, the influence of a positive row in b is (T_b/(T_b+F_b) - AP)/P + (1/P) sum_{c>=b} a_c
/// F_c/(T_c+F_c)^2, that of a negative row -(1/P) sum_{c>=b} a_c T_c/(T_c+F_c)^2. The jackknife uses these
/// influences.
extern const RankFigure precision_area;

/// The area under the ROC curve: P(positive scores higher) + P(equal) / 2 over all pairs. Without weights it
/// is an integer of 64 bits, divided once. `one_class` if there is no pair. O(distinct scores).
Value auc(const Ranking& ranking);
/// 1 - auc(), counted separately, so that it is rounded once.
Value rank_loss(const Ranking& ranking);
/// The sum over blocks of (recall gained) x precision, without interpolation. `one_class` without positives.
Value average_precision(const Ranking& ranking);

/// The variance of the AUC, as a sum of one part for each class, and the class sizes.
struct AucVariance {
    double auc = 0.0;
    double of_positives = 0.0; ///< var(V10) / P
    double of_negatives = 0.0; ///< var(V01) / N
    double positives = 0.0;
    double negatives = 0.0;

    double variance() const { return of_positives + of_negatives; }
    double smaller_class() const { return positives < negatives ? positives : negatives; }
};

/// DeLong's variance. All rows of a block have the same placement, so one pass over the blocks gives both
/// parts (Sun & Xu 2014 use midranks). For rows without weights, at least two of each class.
AucVariance auc_variance(const Ranking& ranking);

/// The variance of the average precision `value`: n/(n-1) times the sum of the squared influences. For rows
/// without weights.
double precision_variance(const Ranking& ranking, double value);

} // namespace unseen
