// Private: limits and p-values from bootstrap replicates, plain or bias corrected and accelerated (METHODS C.15, E.15).
#pragma once

#include "draws/replicates.hpp"

#include "unseen/base/interval.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <optional>
#include <span>
#include <string>

namespace unseen {

/// Quantile of `sorted` replicates by rank (B + 1) p, interpolated on the normal scale between neighbours (Davison & Hinkley 1997, eq. 5.8; R boot's
/// norm.inter); the first or the last replicate beyond the ends.
double bootstrap_quantile(std::span<const double> sorted, double p);

/// The quantiles that leave half of `outside` out at each end.
Limits percentile_limits(std::span<const double> sorted, double outside);

/// BCa (Efron 1987): levels Phi(z0 + (z0 + z) / (1 - a (z0 + z))), z0 = Phi^-1(`below`), the share of replicates below the value. The percentile
/// limits where `below` is 0 or 1: all replicates lie on one side of the value.
Limits bca_limits_at(std::span<const double> sorted, double below, double acceleration, double outside);

/// The same with the share of replicates strictly below `value`, as R's boot.
Limits bca_limits(std::span<const double> sorted, double value, double acceleration, double outside);

/// Limits of a figure, or why there are none.
struct DrawnLimits {
    Limits limits{};
    std::string missing{};
};

/// BCa limits where the acceleration is known, else percentiles. None where the replicates give none (Replicates::missing()), and `biased_in_resamples` if
/// they leave the value out: noise moves such a figure one way only, in the samples as in the value itself.
DrawnLimits drawn_limits(const Replicates& replicates, double value, std::optional<double> acceleration, double outside);

/// BCa's acceleration sum t d^3 / (6 (sum t d^2)^1.5), d how far a jackknife value lies below their mean, t how many there are of it.
class Acceleration {
public:
    void add(double times, double below_mean);
    /// `zero_variance` if all d are 0.
    Value value() const;

private:
    ExactSum squares_;
    ExactSum cubes_;
};

/// That of jackknife values, each there so many `times` (empty: once). `undefined_in_resamples` if one does not exist, `zero_variance` if all are equal.
Value acceleration_of(std::span<const Value> jackknife, std::span<const std::uint64_t> times = {});

/// A figure with its replicates: what BCa makes of it, limits and p-values against any null. Exchanging A and B of a difference mirrors everything.
struct Bca {
    Replicates replicates{};
    double value = 0.0;
    Value acceleration = Value::none("no_jackknife"); ///< none: 0 is taken; the limits are then only bias corrected

    /// Share of replicates below `x`, ties half.
    double below(double x) const;
    Limits limits(double outside) const;
    /// The level at which the lower limit is `shift`: the p-value for "figure > shift". At least 0.5 / (replicates + 1).
    double p_above(double shift) const;
    double p_below(double shift) const { return 1.0 - p_above(shift); }
    double standard_deviation() const;
    /// The same of the negative figure.
    Bca mirrored() const;
};

/// The figure of samples of as many units as there are, and, of up to 2000 units, without each in turn; `value` is that of all.
Bca bootstrap_units(std::size_t units, const OfCounts& figure, double value, const Draws& draws);

/// A figure of rows of which only the cells that they are in matter, from how many are in each. Each thread works with a copy.
using OfCells = std::function<Value(std::span<const std::uint64_t> rows)>;

/// Draws the rows of the cells anew. The figure of all rows exists. The acceleration is that of the row jackknife: one row of each cell is left out. O(cells)
/// a replicate.
Bca bootstrap_cells(std::span<const std::uint64_t> rows, const OfCells& figure, const Draws& draws);

} // namespace unseen
