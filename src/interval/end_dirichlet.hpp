// Private: limits of the mean of values in a known range, by weights that are gamma laws (METHODS I.27).
#pragma once

#include "unseen/base/interval.hpp"

#include <span>
#include <vector>

namespace unseen {

/// Values in a range, or sums of them over independent clusters.
struct RangedValues {
    std::vector<double> sums;    ///< of values over a cluster; the value of a row
    std::vector<double> weights; ///< numbers of rows of the clusters; empty: 1 each
    double low = 0.0;
    double high = 1.0;
    bool largest_end = false; ///< rows have weights of their own: the largest one lies at the ends

    double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
    /// The mean of the rows' values.
    double mean() const;
    /// The weight of the terms at the ends: the mean weight of a cluster, or sum W^2 / sum W where clusters
    /// are uneven; with `largest_end` the largest weight.
    double end_weight() const;
};

/// True if the sizes of clusters vary so much that a few hold most rows: their coefficient of variation is
/// above 1.
bool uneven(std::span<const double> sizes);

/// The limits of the mean: `outside` / 2 quantiles of sum g S / sum g W, g a standard exponential for each
/// cluster, with two more terms. For the lower limit one of size Gamma(1 - d) lies at the lower end of the
/// range, and one of size Gamma(d) at the largest value; for the upper limit at the upper end and at the
/// smallest value. Their weight is end_weight(). For values at the two ends these are beta_limits() with the
/// same d. d = 1/3: `end_dirichlet`; d = 0: Gaffke's (2005) limits. No random numbers: the law of the sum by
/// a contour integral through its saddlepoint, from 5,000 distinct values on by Lugannani and Rice's formula.
/// O(distinct values) a step, some 15 steps. Not empty; all numbers finite.
Limits end_dirichlet_limits(const RangedValues& values, double d, double outside);

/// How exact a probability is: to 1e-12, or to a few hundredths of itself by Lugannani and Rice's formula, in
/// about a thirtieth of the time.
enum class Digits { all, few };

/// The probability that sum g S / sum g W with a term of size 1 at the lower end of the range is at most c,
/// low <= c: the p-value for "the mean is larger than c" (METHODS I.31 d) whose limits are those of d = 0.
/// For c = 0 and differences of values 0 and 1 it is that of McNemar's exact test.
double probability_below(const RangedValues& values, double c, Digits digits = Digits::all);

/// The values and the range with their signs changed.
RangedValues turned_round(RangedValues values);

} // namespace unseen
