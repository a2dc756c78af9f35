// Private: limits read off sorted bootstrap replicates.
#pragma once

#include <span>

namespace unseen {

/// A lower and an upper limit, before they are an interval.
struct Limits {
    double lower = 0.0;
    double upper = 1.0;
};

/// Quantile of `sorted` replicates by rank (B + 1) p, interpolated on the normal scale between neighbours (Davison & Hinkley 1997, eq. 5.8; R boot's
/// norm.inter); the first or the last replicate beyond the ends.
double bootstrap_quantile(std::span<const double> sorted, double p);

/// BCa (Efron 1987): levels Phi(z0 + (z0 + z) / (1 - a (z0 + z))), z0 = Phi^-1(`below`), the share of replicates below the value. The percentile
/// limits where `below` is 0 or 1: all replicates lie on one side of the value.
Limits bca_limits_at(std::span<const double> sorted, double below, double acceleration, double outside);

/// The same with the share of replicates strictly below `value`, as R's boot.
Limits bca_limits(std::span<const double> sorted, double value, double acceleration, double outside);

} // namespace unseen
