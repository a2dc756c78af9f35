// The distributions that intervals and tests need: quantiles, and tails with full relative accuracy.
//
// Example:
//
//     assert(std::abs(normal_quantile(0.975) - 1.959963984540054) < 1e-14);
//     assert(std::abs(student_t_quantile(0.975, 1.0) - 12.706204736174698) < 1e-12); // Cauchy: tan(0.475 pi)
//     assert(clopper_pearson(0, 10, 0.05).lower == 0.0);
#pragma once

#include "unseen/base/interval.hpp"

#include <cstdint>
#include <vector>

namespace unseen {

/// Standard normal quantile. Throws InputError unless 0 < p < 1, as all quantiles here.
double normal_quantile(double p);

/// Quantile of Student's t with `df` > 0 degrees of freedom, 0 < p < 1.
double student_t_quantile(double p, double df);

/// P(Z > z) for a standard normal Z; z may be infinite. Throws InputError for NaN and for parameters outside
/// their range, as all tails here.
double normal_tail(double z);

/// P(T > t) for Student's t with `df` > 0 degrees of freedom; t may be infinite.
double student_t_tail(double t, double df);

/// P(T > t) for the noncentral t with `df` > 0 degrees of freedom; t and `noncentrality` finite. This is the
/// distribution of the t statistic if the null hypothesis is false, from which power is computed.
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

/// P(X <= x) for the beta distribution with parameters a, b > 0; 0 for x <= 0, 1 for x >= 1.
double beta_cdf(double x, double a, double b);

/// Quantile of the beta distribution with parameters a, b > 0, 0 < p < 1.
double beta_quantile(double p, double a, double b);

/// The range of `groups` independent standard normal values, the studentised range with infinitely many
/// degrees of freedom: P(range > q) = groups * integral of phi(z) [Phi(z)^(groups-1) - (Phi(z) -
/// Phi(z-q))^(groups-1)] dz by the trapezoidal rule, which converges beyond all powers of the step for such
/// integrands. What does not depend on q is computed once. METHODS E.10.
class StudentisedRange {
public:
    /// Throws InputError unless groups >= 2.
    explicit StudentisedRange(unsigned groups);
    /// P(range > q); 1 for q <= 0.
    double tail(double q) const;
    /// The q at which tail() is `outside`, by bisection. Throws InputError unless 0 < outside < 1.
    double quantile(double outside) const;

private:
    /// A point z = i step of the integral.
    struct Node {
        double below;   ///< Phi(z)
        double part;    ///< Phi(z)^(groups-1)
        double density; ///< phi(z), apart from a constant
    };
    double groups_;
    double step_;
    int first_ = 0; ///< i of the first node; before it Phi(z)^(groups-1) is 0
    std::vector<Node> nodes_{};
};

/// Limits of a proportion by inversion of the binomial tail (Clopper & Pearson 1934).
/// Two-sided, at `outside` = 1 - level, with half of it on each side. lower = 0 if errors = 0, upper = 1 if
/// errors = trials. Throws InputError unless errors <= trials, trials >= 1 and 0 < outside < 1.
Limits clopper_pearson(std::uint64_t errors, std::uint64_t trials, double outside);

} // namespace unseen
