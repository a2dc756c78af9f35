// The last step of a binomial inversion in 106-bit arithmetic, for limits that are rounded outward.
#pragma once

#include "unseen/base/delta.hpp"

#include <cstdint>

namespace unseen::detail {

/// Which number is wanted, and the direction of rounding.
enum class LimitPart { p_up, complement_down };

/// The limit q with P(Bin(trials, q) <= errors) = delta rounded up, or 1 - q rounded down, to the
/// neighbouring double. `start` is that number with a relative error of at most about 1e-12. errors < trials.
/// O(deviation of the count) steps of about 100 ns, or, where the variance is large, an integral of fixed
/// cost.
double round_binomial_limit(std::uint64_t errors, std::uint64_t trials, Delta delta, double start,
                            LimitPart part);

/// From this variance on binomial_tail_integral() has all digits; sums of terms would take too long.
constexpr double large_variance = 1e8;

/// 1 / hazard = P(X <= k) / ((m-k) q P(X = k)) = the integral of exp(F(s) - F(0)) over s > 0, where F(s) is
/// the logarithm of q P(X = k) at the logit of q plus s: F(s) - F(0) = -lambda s - V sum_i g_i(q) s^i / i!,
/// with lambda = (m+1) q - (k+1), V = (m+1) q (1-q) >= large_variance and the derivatives g_i of the logistic
/// function divided by q (1-q). The first term that is left out is below 1e-20.
double binomial_tail_integral(double lambda, double variance, double q);

} // namespace unseen::detail
