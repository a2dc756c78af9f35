// Private: what a test can tell beside its p-value: one-sided p-values against a shifted null, limits at any level, and the standard error that a design
// of this size has. Equivalence and the smallest difference shown are computed from these alone.
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/compare/comparison.hpp"
#include "unseen/compare/paired.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

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

/// A test's only result, without more.
inline std::vector<Inference> alone(Comparison comparison) { return {{.comparison = std::move(comparison)}}; }

inline double as_probability(double p) { return std::clamp(p, 0.0, 1.0); }

/// A - B, or why one of them does not exist.
inline Value difference_of(const Value& a, const Value& b) { return !a ? a : !b ? b : Value(a.number() - b.number()); }

/// A result of `test` about A and B, with the mean of these differences.
Comparison of_differences(const std::string& test, std::span<const double> differences);

/// Takes statistic, p-values and interval away, for a reason; but where A and B do not differ at all p is 1, one-sided 1/2.
void take_away(Comparison& comparison, const std::string& reason, bool equal = false);

/// What a spread of 0 is warned of.
extern const Warning zero_variance;

/// Marked as one that takes splits for independent.
Comparison with_optimism(Comparison test_of_splits);

/// The statistic t = difference / error with `df` degrees of freedom (infinite: normal): p-values, limits and what could have been shown.
/// error > 0. `higher`: a larger measure is better.
Inference from_error(Comparison comparison, double difference, double error, double df, bool higher, double outside);

/// paired_t() with what belongs to it.
Inference paired_t_inference(const PairedScores& scores, double overlap, Level level);
/// diebold_mariano() likewise.
Inference diebold_mariano_inference(const PairedScores& losses, std::uint64_t horizon, Level level);

/// The noncentrality at which a two-sided t test with `df` rejects with probability `power` (METHODS I.7).
double detectable_noncentrality(double df, double outside, double power);

/// Two one-sided tests against +-margin (Schuirmann 1987): figures `margin`, `p_noninferior` ("A is not worse than B by the margin"),
/// `p_equivalent`, and `tost_lower`, `tost_upper`, the limits with 2 * outside outside. METHODS I.6. Throws InputError unless margin > 0.
void add_equivalence(Inference& inference, double margin, bool higher, double outside);

/// The probability with which a difference is to be shown where we say how large it must be.
inline constexpr double usual_power = 0.8;

} // namespace unseen::compare::detail
