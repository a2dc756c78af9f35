// Private: the thresholds of a ranking from which a curve takes its points.
#pragma once

#include "unseen/rank/ranking.hpp"

#include <cstddef>
#include <vector>

namespace unseen {

/// The rows above a threshold, and the areas up to it.
struct ThresholdPoint {
    double score =
        0.0; ///< the lowest score that is labelled positive; unused for the first point, where no row is
    double tp = 0.0;
    double fp = 0.0;
    double roc_area =
        0.0;              ///< area of tp over fp, in rows squared, from the first threshold that labels a row
    double pr_area = 0.0; ///< area of precision over tp, likewise
};

/// Thresholds of a ranking, in order. Up to 2^16 distinct scores all thresholds are kept. Of more, it keeps
/// the thresholds before the first score, after the first and after the last, and enough between them: from
/// one kept threshold to the next, each cell of the confusion matrix (tp, fp, fn, tn) changes by at most
/// 2^-14 of its larger value, unless they are neighbours. Areas are those of all thresholds.
///
/// Between kept thresholds no rate moves by more than `largest_step`: the MCC by 1.5 x 2^-14 to first order,
/// all others by less (METHODS F.6).
struct ThresholdPoints {
    static constexpr double largest_step = 1e-4;

    std::vector<ThresholdPoint> points;
    std::size_t of_ranking =
        0; ///< number of all thresholds: one for each distinct score of rows with weight, and the first
    double positives = 0.0;
    double negatives = 0.0;

    bool all() const { return points.size() == of_ranking; }
};

/// Makes the thresholds in one pass. O(distinct scores) time, 40 bytes a point. For n rows without weights
/// there are at most 2^17 (1 + ln(n / 2^15)) points, and usually half of that.
ThresholdPoints threshold_points(const Ranking& ranking);

} // namespace unseen
