// Quantiles of the distributions that intervals need.
#pragma once

#include <cstdint>

namespace unseen {

/// Standard normal quantile, 0 < p < 1.
double normal_quantile(double p);

/// Quantile of Student's t with `df` > 0 degrees of freedom, 0 < p < 1.
double student_t_quantile(double p, double df);

/// Limits of a proportion by inversion of the binomial tail (Clopper & Pearson 1934).
struct BinomialLimits {
    double lower;
    double upper;
};

/// Two-sided limits at `outside` = 1 - level, half on each side: lower = 0 for 0 errors, upper = 1 for errors = trials.
/// Throws InputError unless errors <= trials, trials >= 1 and 0 < outside < 1.
BinomialLimits clopper_pearson(std::uint64_t errors, std::uint64_t trials, double outside);

} // namespace unseen
