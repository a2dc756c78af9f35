// Private: two-sided limits before they are an interval, and how methods make them.
#pragma once

#include <span>

namespace unseen {

struct Limits {
    double lower = 0.0;
    double upper = 1.0;
};

/// expit(logit(centre) -+ half), 0 < centre < 1.
Limits on_logit_scale(double centre, double half);

/// Wilson's limits of a proportion, `ones` of `trials` > 0, with normal quantile z.
Limits wilson(double ones, double trials, double z);

/// Quantile of `sorted` replicates by rank (B + 1) p, interpolated on the normal scale between neighbours (Davison & Hinkley 1997, eq. 5.8; R boot's
/// norm.inter); the first or the last replicate beyond the ends.
double bootstrap_quantile(std::span<const double> sorted, double p);

/// BCa (Efron 1987): levels Phi(z0 + (z0 + z) / (1 - a (z0 + z))), z0 = Phi^-1(share of replicates below the value). The percentile limits
/// where all replicates lie on one side of the value.
Limits bca_limits(std::span<const double> sorted, double value, double acceleration, double outside);

} // namespace unseen
