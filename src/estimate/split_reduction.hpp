// Private: the reduction of all designs that judge each split on its test rows.
#pragma once

#include "unseen/estimate/estimator.hpp"

namespace unseen {

/// Additive measures are pooled over splits; others are the mean of the splits' figures. If every split tests
/// one row, means of row values are pooled too, and other measures have the reason `one_row_splits`. Splits
/// in which a measure does not exist are left out of its mean and counted in the warning
/// `undefined_in_folds`.
std::unique_ptr<Reduction> split_reduction(const ReductionOptions& options, const Design& design);

/// The estimator that judges each split of a plan in this way.
Estimator split_estimator(const Spec& plan);

} // namespace unseen
