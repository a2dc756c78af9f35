// Sample quantiles.
//
// Example:
//
//     const std::vector<double> sorted = {1.0, 2.0, 3.0, 4.0};
//     assert(quantile(sorted, 0.5) == 2.5 && quantile(sorted, 0.25) == 1.75);
#pragma once

#include <span>

namespace unseen {

/// The type-7 quantile (Hyndman & Fan 1996; the default of R and NumPy): linear between the neighbours of
/// position (n - 1) q, counted from 0. `sorted` is ascending. Throws InputError unless it has a number and 0
/// <= q <= 1. O(1).
double quantile(std::span<const double> sorted, double q);

} // namespace unseen
