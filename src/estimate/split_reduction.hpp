// Private: the reduction of every design in which a split is judged on its test rows.
#pragma once

#include "unseen/estimate/estimator.hpp"

namespace unseen {

/// Pools row values over splits for additive measures, averages the splits' figures for the others; where every split tests
/// one row, pools for these too. A measure that is no mean of row values has no figure there (`one_row_splits`); splits in which it
/// does not exist are left out of its mean and counted in the warning `undefined_in_folds`.
std::unique_ptr<Reduction> split_reduction(const ReductionOptions& options, const Design& design);

} // namespace unseen
