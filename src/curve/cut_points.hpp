// Private: the cuts of a ranking that a curve may keep.
#pragma once

#include "unseen/rank/ranking.hpp"

#include <cstddef>
#include <vector>

namespace unseen {

/// The rows above a cut, and the areas behind it.
struct CutPoint {
    double score = 0.0; ///< the lowest that is labelled positive; of the first point, where none is, nothing
    double tp = 0.0;
    double fp = 0.0;
    double roc_area = 0.0; ///< under tp over fp, in rows squared, from the first cut that labels a row
    double pr_area = 0.0;  ///< under precision over tp, likewise
};

/// Cuts of a ranking, in order: all of them up to 2^16 distinct scores. Of more those before the first score, behind the first, behind the last, and as
/// many between as it takes that from one to the next each cell of the two by two table (tp, fp, fn, tn) changes by at most 2^-14 of what is
/// greater, or that there is no cut between. Areas are those of all cuts.
///
/// By so little no rate of the table moves by more than `largest_step`: MCC by 1.5 x 2^-14 to first order, the others by less than that (METHODS F.6).
struct CutPoints {
    static constexpr double largest_step = 1e-4;

    std::vector<CutPoint> points;
    std::size_t of_ranking = 0; ///< cuts that there are: one a distinct score of rows that count, and the first
    double positives = 0.0;
    double negatives = 0.0;

    bool all() const { return points.size() == of_ranking; }
};

/// One pass: O(distinct scores). Memory: 40 bytes a point; of n rows of equal weight there are at most 2^17 (1 + ln(n / 2^15)), and half as many as a rule.
CutPoints cut_points(const Ranking& ranking);

} // namespace unseen
