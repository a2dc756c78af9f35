// Private: what is found when a ranking is cut off at a score or at a share of its rows (METHODS D.3).
#pragma once

#include "unseen/base/value.hpp"
#include "unseen/rank/ranking.hpp"

namespace unseen {

/// Where precision and recall are equal: precision at the cut behind as many rows as there are positives. A cut within a block of ties takes
/// the same share of its positives as of its rows, as a random order of them does on average. `one_class` without positives.
Value break_even(const Ranking& ranking);
/// Area under the precision-recall curve, the negatives growing evenly with the positives between two blocks (Davis & Goadrich 2006).
/// `one_class` without positives.
Value precision_recall_area(const Ranking& ranking);
/// The largest precision of the cuts with at least that recall. `one_class` without positives.
Value precision_at_recall(const Ranking& ranking, double recall);
/// The largest recall of the cuts with at least that precision, 0 if there is none. `one_class` without positives.
Value recall_at_precision(const Ranking& ranking, double precision);
/// Share of the positives among the best share of all rows; ties as in break_even(). `one_class` without positives.
Value gain(const Ranking& ranking, double share);
/// gain() over the share: how many times more positives than rows drawn blindly would hold.
Value lift(const Ranking& ranking, double share);

} // namespace unseen
