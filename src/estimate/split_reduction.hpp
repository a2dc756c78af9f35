// Private: the reduction of all designs that judge each split on its test rows.
#pragma once

#include "unseen/estimate/estimator.hpp"

namespace unseen {

/// Additive measures are pooled over splits; those of whole repeats are pooled over the splits of each repeat
/// and averaged over the repeats, unless Design::mean_of_folds; others are the mean of the splits' figures.
/// If every split tests one row, means of row values are pooled too, and ranks and other measures have the
/// reason `one_row_splits`. Splits or repeats in which a measure does not exist are left out of its mean and
/// counted in the warning `undefined_in_folds`.
std::unique_ptr<Reduction> split_reduction(const ReductionOptions& options, const Design& design);

/// The estimator that judges the splits of a plan in this way. `mean_of_folds`: as Design::mean_of_folds.
Estimator split_estimator(const Spec& plan, bool mean_of_folds = false);

} // namespace unseen
