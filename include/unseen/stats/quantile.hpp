// Sample quantiles.
#pragma once

#include <span>

namespace unseen {

/// Type-7 quantile (Hyndman & Fan 1996; the default of R and NumPy): h = (n-1)q, linear between neighbours.
/// `sorted` ascending, not empty; q in [0, 1]. Throws InputError otherwise.
double quantile(std::span<const double> sorted, double q);

} // namespace unseen
