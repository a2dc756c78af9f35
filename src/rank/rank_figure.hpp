// Private: figures of merit of two groups of rows in the order of their scores: the areas under the ROC and the precision-recall curve, and how
// much each row moves them (METHODS D.3, I.1, I.2).
#pragma once

#include "unseen/base/value.hpp"
#include "unseen/rank/ranking.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// A number of each positive row of a block of equal scores, and one of each negative row.
struct BlockValues {
    double positive = 0.0;
    double negative = 0.0;
};

/// A figure, as a value: two are the same if they are one object.
struct RankFigure {
    Value (*value)(const Ranking&);
    /// The same of the ranking with these counts, in the form of Ranking::counts(); blocks may be empty.
    Value (*of_counts)(std::span<const std::uint64_t> counts);
    /// The derivative in the weight of a row. Times the weights they sum to 0. None where the figure does not exist.
    std::vector<BlockValues> (*influences)(const Ranking&);
    /// How far the figure without a row lies below that of all on average: of rows that count alike, where the figure without one exists.
    std::vector<BlockValues> (*jackknife)(const Ranking&);
    /// The sum over rows that count alike of the figure without the row, less that of all. A positive row without which there is no figure is passed
    /// over. Null if the sum is 0 for every ranking.
    double (*sum_left_out)(const Ranking&);
    bool of_runs = false; ///< it stays as it is where neighbouring blocks that hold rows of one group alone become one
};

/// auc(). Influences (V10 - A)/P and (V01 - A)/N, V10 the share of the negatives below, V01 that of the positives above, ties half (DeLong, DeLong &
/// Clarke-Pearson 1988); where all V of a group are equal they are exactly 0. Jackknife (V10 - A)/(P - 1) and (V01 - A)/(N - 1).
extern const RankFigure roc_area;
/// average_precision(). With T_b, F_b the positives and negatives down to block b, a_b the positives in it and P all of them the influence of a
/// positive row in b is (T_b/(T_b+F_b) - AP)/P + (1/P) sum_{c>=b} a_c F_c/(T_c+F_c)^2, of a negative one -(1/P) sum_{c>=b} a_c T_c/(T_c+F_c)^2. They
/// stand for the jackknife.
extern const RankFigure precision_area;

/// P(positive scores higher) + P(equal) / 2 over pairs: of rows that count alike an integer of 64 bits, divided once. `one_class` if
/// there is no pair. O(distinct scores).
Value auc(const Ranking& ranking);
/// 1 - auc, counted for itself, so that both are rounded once.
Value rank_loss(const Ranking& ranking);
/// sum over blocks of (recall gained) x precision: no interpolation. `one_class` without positives.
Value average_precision(const Ranking& ranking);

/// The weight of the negative rows below a positive one, and of the positive rows above a negative one, ties half.
std::vector<BlockValues> placements(const Ranking& ranking);

/// The variance of the AUC as the sum of the parts of both classes, and the class sizes.
struct AucVariance {
    double auc = 0.0;
    double of_positives = 0.0; ///< var(V10) / P
    double of_negatives = 0.0; ///< var(V01) / N
    double positives = 0.0;
    double negatives = 0.0;

    double variance() const { return of_positives + of_negatives; }
    double smaller_class() const { return positives < negatives ? positives : negatives; }
};

/// All rows of a block have the same placement, so one pass over the sorted blocks gives both variances (Sun & Xu 2014 by midranks). Rows count
/// alike, at least two of each class.
AucVariance auc_variance(const Ranking& ranking);

/// n/(n-1) times the sum over rows of the squared influences; `value` is the average precision. Rows count alike.
double precision_variance(const Ranking& ranking, double value);

} // namespace unseen
