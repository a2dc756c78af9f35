// The distributions that intervals and tests need: quantiles and tails, each tail with its own relative accuracy.
#pragma once

#include "unseen/base/interval.hpp"

#include <cstdint>

namespace unseen {

/// Standard normal quantile, 0 < p < 1.
double normal_quantile(double p);

/// Quantile of Student's t with `df` > 0 degrees of freedom, 0 < p < 1.
double student_t_quantile(double p, double df);

/// P(Z > z) for a standard normal Z; infinite z allowed. Throws InputError for NaN, as all tails here.
double normal_tail(double z);

/// P(T > t) for Student's t with `df` > 0 degrees of freedom; infinite t allowed.
double student_t_tail(double t, double df);

/// P(T > t) for the noncentral t with `df` > 0 degrees of freedom and `noncentrality` finite; t finite. What a t test shows where the null is false.
double noncentral_t_tail(double t, double df, double noncentrality);
/// P(X > x) for chi-square with `df` > 0; 1 for x <= 0, 0 for infinite x.
double chi_squared_tail(double x, double df);

/// P(X > x) for Fisher's F with `df1`, `df2` > 0; 1 for x <= 0, 0 for infinite x.
double f_tail(double x, double df1, double df2);

/// Quantile of Fisher's F, 0 < p < 1.
double f_quantile(double p, double df1, double df2);

/// P(X > x) for noncentral F with noncentrality `lambda` >= 0.
double noncentral_f_tail(double x, double df1, double df2, double lambda);

/// P(X <= x) for the gamma distribution of scale 1 and `shape` > 0; 0 for x <= 0.
double gamma_cdf(double x, double shape);

/// P(range of `groups` independent standard normal values > q), the studentised range with infinitely many degrees of freedom:
/// groups * integral of phi(z) [Phi(z)^(groups-1) - (Phi(z) - Phi(z-q))^(groups-1)] dz by the trapezoidal rule, which converges
/// beyond all powers of the step for such integrands. 1 for q <= 0. Throws InputError unless groups >= 2.
double studentised_range_tail(double q, unsigned groups);

/// The q at which that tail is `outside`, by bisection; 0 < outside < 1. METHODS E.10.
double studentised_range_quantile(double outside, unsigned groups);

/// Limits of a proportion by inversion of the binomial tail (Clopper & Pearson 1934).
/// Two-sided, at `outside` = 1 - level, half on each side: lower = 0 for 0 errors, upper = 1 for errors = trials.
/// Throws InputError unless errors <= trials, trials >= 1 and 0 < outside < 1.
Limits clopper_pearson(std::uint64_t errors, std::uint64_t trials, double outside);

} // namespace unseen
