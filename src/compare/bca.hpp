// Private: bootstrap replicates of a difference, and what BCa makes of them: limits and p-values against any null (METHODS C.15, E.15).
#pragma once

#include "compare/draws.hpp"

#include "unseen/base/value.hpp"

#include "stats/bootstrap_limits.hpp"

#include <functional>
#include <span>
#include <vector>

namespace unseen::compare::detail {

/// Replicates that exist, ascending, how many do not, and the acceleration.
struct BcaDifference {
    std::vector<double> sorted{};
    std::size_t undefined = 0;
    double value = 0.0;                               ///< of the difference itself
    Value acceleration = Value::none("no_jackknife"); ///< none: 0 is taken; the limits are then only bias corrected
    std::size_t drawn() const { return sorted.size() + undefined; }

    /// Share of replicates below `x`, ties half, so that exchanging A and B mirrors everything.
    double below(double x) const;
    /// The reason why there are no limits, or empty: `undefined_in_resamples` (more than 5 %), `zero_variance` (all replicates equal).
    std::string missing() const;
    Limits limits(double outside) const;
    /// The level at which the lower limit is `shift`: the p-value for "A - B > shift". At least 0.5 / (replicates + 1).
    double p_above(double shift) const;
    double p_below(double shift) const;
    double standard_deviation() const;
    /// The same of B - A.
    BcaDifference mirrored() const;
};

/// Sorts the replicates and takes the NaN ones out.
BcaDifference bca_difference(std::vector<double> replicates, double value, Value acceleration);

/// sum d^3 / (6 (sum d^2)^1.5), d = mean - value without a unit, each counted `times` (empty: once). 0 where all are equal. None (`undefined_in_resamples`) if one is NaN.
Value acceleration_of(std::span<const double> jackknife, std::span<const double> times = {});

/// A difference as a function of how often each unit (row or cluster) is there; NaN where it does not exist. Called from several threads at once.
using OfCounts = std::function<double(std::span<const std::uint32_t> counts)>;

/// The replicates of a bootstrap of `units`; stream (seed, interval, 0, replicate).
std::vector<double> replicates_of(std::size_t units, const OfCounts& difference, const Draws& draws);

/// The difference without each unit in turn.
std::vector<double> jackknife_of(std::size_t units, const OfCounts& difference, std::size_t threads);

} // namespace unseen::compare::detail
