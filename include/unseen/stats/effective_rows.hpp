// How many rows weighted ones are worth.
#pragma once

#include "unseen/base/value.hpp"

#include <span>

namespace unseen {

/// So many rows of equal weight would vary as much: (sum w)^2 / sum w^2 (Kish 1965), exact sums. No value where no weight is positive (`zero_weight`).
Value effective_rows(std::span<const double> weights);

} // namespace unseen
