// Private: whether one model's ROC or precision-recall curve lies nowhere below another's (METHODS I.8).
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/predictions/predictions.hpp"

namespace unseen::compare::detail {

/// The curves of two models' scores for the positive class on the same unweighted rows, both classes present.
/// ROC: polygons through the tie blocks, compared in integers. Precision-recall: at recall j/P the precision
/// of the first cut that finds j. O(n log n).
Dominance dominance_of(const PredictionView& a, const PredictionView& b, const std::string& name_a,
                       const std::string& name_b);

} // namespace unseen::compare::detail
