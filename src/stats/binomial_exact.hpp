// The last step of a binomial inversion in 106-bit arithmetic, for limits that are rounded outward.
#pragma once

#include "unseen/base/delta.hpp"

#include <cstdint>

namespace unseen::detail {

/// Which number is wanted, and the direction of rounding.
enum class LimitPart { p_up, complement_down };

/// The limit q with P(Bin(trials, q) <= errors) = delta rounded up, or 1 - q rounded down, to the neighbouring double. `start` is that
/// number with a relative error of at most about 1e-12. errors < trials. At most O(sqrt(trials)) steps of about 20 ns.
double round_binomial_limit(std::uint64_t errors, std::uint64_t trials, Delta delta, double start, LimitPart part);

} // namespace unseen::detail
