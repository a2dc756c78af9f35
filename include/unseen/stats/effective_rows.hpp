// The effective number of rows under weights.
//
// Example:
//
//     const std::vector<double> weights = {2.0, 2.0, 2.0, 0.0};
//     assert(effective_rows(weights).number() == 3.0);
#pragma once

#include "unseen/base/value.hpp"

#include <span>

namespace unseen {

/// The number of rows of equal weight whose mean has the same variance: (sum w)^2 / sum w^2 (Kish 1965), from
/// exact sums. Weights are >= 0. No value (`zero_weight`) if no weight is positive. O(weights).
Value effective_rows(std::span<const double> weights);

/// True if there are weights and all are equal and positive, so that they change no figure.
bool all_equal(std::span<const double> weights);

} // namespace unseen
