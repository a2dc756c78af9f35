// Private: figures at thresholds of a ranking, at a score or at a share of the rows (METHODS D.3).
#pragma once

#include "unseen/base/value.hpp"
#include "unseen/rank/ranking.hpp"

namespace unseen {

/// The precision where it equals the recall: at the threshold that predicts as many positives as there are. A
/// threshold within a block of ties takes the same share of its positives as of its rows, which is the
/// average over random orders. `one_class` without positives.
Value break_even(const Ranking& ranking);
/// The area under the precision-recall curve. Between two blocks the negatives grow in proportion to the
/// positives (Davis & Goadrich 2006). `one_class` without positives.
Value precision_recall_area(const Ranking& ranking);
/// The largest precision of a threshold with at least that recall. `one_class` without positives.
Value precision_at_recall(const Ranking& ranking, double recall);
/// The largest recall of a threshold with at least that precision, or 0 if no threshold has it. `one_class`
/// without positives.
Value recall_at_precision(const Ranking& ranking, double precision);
/// The share of the positives that is among the given share of rows with the best scores. Ties as in
/// break_even(). `one_class` without positives.
Value gain(const Ranking& ranking, double share);
/// gain() divided by the share: the positives found as a multiple of those expected by chance.
Value lift(const Ranking& ranking, double share);

} // namespace unseen
