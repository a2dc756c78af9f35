// Private: the reduction of nested cross-validation (METHODS C.14; Bates, Hastie & Tibshirani 2024, JASA 119:1434).
#pragma once

#include "unseen/estimate/estimator.hpp"

namespace unseen {

/// The inner cross-validation error, corrected for training on a fold less, with a standard error from how far inner
/// cross-validations miss the error on the fold that they did not see. For means of row losses; other measures have the reason
/// `not_a_mean_of_rows`. A failed fit costs the outer folds that it belongs to. O(rows) memory.
std::unique_ptr<Reduction> nested_reduction(const ReductionOptions& options, const Design& design);

} // namespace unseen
