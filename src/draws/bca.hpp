// Private: limits and p-values from bootstrap replicates, plain or bias corrected and accelerated (METHODS
// C.15, E.15).
#pragma once

#include "draws/replicates.hpp"

#include "unseen/base/interval.hpp"
#include "unseen/base/maybe.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <optional>
#include <span>
#include <string>

namespace unseen {

/// The p-quantile of B `sorted` replicates: rank (B + 1) p, interpolated on the normal scale between
/// neighbours (Davison & Hinkley 1997, eq. 5.8; R boot's norm.inter). Beyond the ends it is the first or the
/// last replicate.
double bootstrap_quantile(std::span<const double> sorted, double p);

/// The quantiles that cut off half of `outside` at each end.
Limits percentile_limits(std::span<const double> sorted, double outside);

/// BCa limits (Efron 1987): quantiles at the levels Phi(z0 + (z0 + z) / (1 - a (z0 + z))), z0 =
/// Phi^-1(`below`), where `below` is the share of replicates below the value. If it is 0 or 1, all replicates
/// lie on one side of the value and the limits are the percentile limits.
Limits bca_limits_at(std::span<const double> sorted, double below, double acceleration, double outside);

/// The same with the share of replicates strictly below `value`, as in R's boot.
Limits bca_limits(std::span<const double> sorted, double value, double acceleration, double outside);

/// BCa limits if the acceleration is known, else percentile limits. Without limits the reason is
/// Replicates::missing(), or `biased_in_resamples` if the value lies outside them: noise then shifts the
/// figure in one direction, in the samples and in the value itself.
Maybe<Limits> drawn_limits(const Replicates& replicates, double value, std::optional<double> acceleration,
                           double outside);

/// BCa's acceleration, sum t d^3 / (6 (sum t d^2)^1.5), where d is the mean jackknife value minus a jackknife
/// value, and t its multiplicity.
class Acceleration {
public:
    void add(double times, double below_mean);
    /// The acceleration; `zero_variance` if all d are 0.
    Value value() const;

private:
    ExactSum squares_;
    ExactSum cubes_;
};

/// The acceleration of jackknife values with multiplicities `times` (empty: 1 each). `undefined_in_resamples`
/// if a value does not exist, `zero_variance` if all are equal.
Value acceleration_of(std::span<const Value> jackknife, std::span<const std::uint64_t> times = {});

/// A figure with its bootstrap replicates, for BCa limits and for p-values against any null. For a
/// difference, exchanging A and B mirrors all results.
struct Bca {
    Replicates replicates{};
    double value = 0.0;
    Value acceleration = Value::none(
        reasons::no_jackknife); ///< without a value 0 is used, and the limits are only bias corrected

    /// The share of replicates below `x`; ties count half.
    double below(double x) const;
    Limits limits(double outside) const;
    /// The p-value for "figure > shift": 1 minus the one-sided level at which the lower limit is `shift`. At
    /// least 0.5 / (replicates + 1).
    double p_above(double shift) const;
    double p_below(double shift) const { return 1.0 - p_above(shift); }
    double standard_deviation() const;
    /// The same for minus the figure.
    Bca mirrored() const;
};

/// Bootstraps units: each sample has as many units as there are. For up to 2000 units the jackknife gives the
/// acceleration. `value` is the figure of all units.
Bca bootstrap_units(std::size_t units, const OfCounts& figure, double value, const Draws& draws);

/// A figure that depends only on the number of rows in each cell. Each thread calls a copy of its own.
using OfCells = std::function<Value(std::span<const std::uint64_t> rows)>;

/// Bootstraps the rows of cells (multinomial draws). The figure of all rows must exist. The acceleration is
/// that of the row jackknife, which leaves out one row of each cell in turn. O(cells) a replicate.
Bca bootstrap_cells(std::span<const std::uint64_t> rows, const OfCells& figure, const Draws& draws);

} // namespace unseen
