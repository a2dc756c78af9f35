// Private: the reduction of every design in which a split is judged on its test rows.
#pragma once

#include "unseen/estimate/estimator.hpp"

namespace unseen {

/// Pools row values over splits for additive measures, averages the splits' figures for the others; where every split tests
/// one row, pools for these too.
std::unique_ptr<Reduction> split_reduction(const ReductionOptions& options, const Design& design);

/// What the figure of such a design estimates.
Target target_of(const Design& design);

} // namespace unseen
