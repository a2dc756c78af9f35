// Private: the reduction of nested cross-validation (METHODS C.14; Bates, Hastie & Tibshirani 2024, JASA
// 119:1434).
#pragma once

#include "unseen/estimate/estimator.hpp"

namespace unseen {

/// Gives the inner cross-validation error, corrected for training on one fold less. The standard error comes
/// from the differences between the inner error and the error on the fold left out. For means of row losses;
/// other measures have the reason `not_a_mean_of_rows`. If a fit fails, its outer folds are left out. O(rows)
/// memory.
std::unique_ptr<Reduction> nested_reduction(const ReductionOptions& options, const Design& design);

/// The Estimator::refusal of nested cross-validation.
std::optional<Refusal> nested_refusal(const Measure& measure, bool weighted);

} // namespace unseen
