// Private: what a test of one pair by one measure can tell beside its p-value: one-sided p-values against a shifted null, limits at any level, and the
// standard error that a design of this size has. Equivalence and the smallest difference shown are computed from these alone.
#pragma once

#include "unseen/compare/comparison.hpp"

#include "stats/bootstrap_limits.hpp"

#include <functional>
#include <optional>

namespace unseen::compare::detail {

/// A test with what belongs to it. The functions are null where the test cannot tell.
struct Inference {
    Comparison comparison{};
    std::function<double(double)> above{};  ///< p-value for "A - B > shift"
    std::function<double(double)> below{};  ///< p-value for "A - B < shift"
    std::function<Limits(double)> limits{}; ///< of A - B, with this much outside
    std::function<Value(double)>
        detectable{}; ///< the difference that a two-sided test shows with this power, `outside` settled already
};

/// The statistic t = difference / error with `df` degrees of freedom (infinite: normal): p-values, limits and what could have been shown.
/// error > 0. `higher`: a larger measure is better.
Inference from_error(Comparison comparison, double difference, double error, double df, bool higher, double outside);

/// The noncentrality at which a two-sided t test with `df` rejects with probability `power` (METHODS I.7).
double detectable_noncentrality(double df, double outside, double power);

/// Two one-sided tests against +-margin (Schuirmann 1987): figures `margin`, `p_noninferior` ("A is not worse than B by the margin"),
/// `p_equivalent`, and `tost_lower`, `tost_upper`, the limits with 2 * outside outside. METHODS I.6. Throws InputError unless margin > 0.
void add_equivalence(Inference& inference, double margin, bool higher, double outside);

/// The probability with which a difference is to be shown where we say how large it must be.
inline constexpr double usual_power = 0.8;

} // namespace unseen::compare::detail
