// Private: limits of a ratio of sums over independent units, which are clusters or weighted rows (METHODS
// I.28).
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/base/level.hpp"
#include "unseen/base/maybe.hpp"

#include <vector>

namespace unseen {

/// Weighted sums of the row values over units, and sums of the weights.
struct UnitTotals {
    std::vector<double> sums{};
    std::vector<double> weights{};
    double rows = 0.0;    ///< number of rows
    double squares = 0.0; ///< sum of the squares of their weights
};

/// The largest share of the weight that one unit may have; beyond, the spread says nothing.
inline constexpr double most_of_one_unit = 0.9;

/// The variance of a ratio of sums over independent units, sum u^2 / (1 - p) / (sum W)^2, with u = S - theta
/// W and p = W / sum W (CR2), and its degrees of freedom by Satterthwaite, rows of a unit taken for one.
struct RatioSpread {
    double theta = 0.0;
    double variance = 0.0;
    double df = 0.0;
    double skewness = 0.0; ///< of u
    double size = 0.0;     ///< mean of u W in units of sd(u) mean(W)
    double most = 0.0;     ///< the largest p
    double of_units = 0.0; ///< 1 / sum p^2
};

RatioSpread spread_of(const UnitTotals& totals);

/// Hall's transformed t: theta - sqrt(V) T(+-t) with a = (g / 3 - kappa) / sqrt(G) and b = g / (6 sqrt(G)), g
/// the skewness and kappa the `size` of RatioSpread, because the sizes of units may go with their errors. No
/// spread: `zero_variance`; a unit with more than nine tenths of the weight: `too_few_clusters`.
Maybe<Limits> hall_limits(const UnitTotals& totals, Level level);

/// Beta limits with d = 1/3 of a proportion of n_eff rows, n_eff = min(theta (1 - theta) / V, Kish's number
/// of rows) (t_{n-1} / t_df)^2; where theta is 0 or 1 the number of units of equal weight.
Maybe<Limits> korn_graubard_limits(const UnitTotals& totals, Level level);

/// Limits of the difference a - b of two proportions whose rows come from the same units; a unit has weight 0
/// on a side where it has no rows, and each unit stands at the same place in both. The limits of each side
/// are korn_graubard_limits() with G - 1 degrees of freedom and an n_eff of at least 1; they are joined with
/// the correlation r in -.95 .. .95 of the units' parts of the two (METHODS D.7, `mover_r`; Zou & Donner
/// 2008). A unit with more than nine tenths of the weight of a side: `too_few_clusters`.
Maybe<Limits> shared_units_limits(const UnitTotals& a, const UnitTotals& b, Level level);

} // namespace unseen
