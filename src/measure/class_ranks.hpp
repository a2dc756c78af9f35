// Private: measures of how scores order the rows of several classes, each composed of a figure of two classes
// (METHODS D.3, I.2, I.4).
#pragma once

#include "rank/rank_figure.hpp"

#include "unseen/measure/measure.hpp"

namespace unseen {

/// The mean over classes of the figure of the class against all others. Classes without rows are skipped.
OfRows mean_over_classes(const RankFigure& figure);

/// The figure of all pairs of a row and a class. Each pair is ranked like a row and is positive if the class
/// is the true one. The number of pairs must be below 2^32 (`too_many_pairs`). Memory: 4 bytes per pair in
/// addition to the ranking, 12 with weights.
OfRows over_all_pairs(const RankFigure& figure);

/// The mean over pairs of classes of [A(i|j) + A(j|i)] / 2, A(i|j) the AUC of the rows of class i against
/// those of class j by their scores for i (Hand & Till 2001). Pairs with a class without rows are skipped.
OfRows one_versus_one();

} // namespace unseen
