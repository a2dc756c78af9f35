// Tests on paired differences: sign, Wilcoxon's signed ranks, Student's t.
#pragma once

#include "unseen/base/direction.hpp"
#include "unseen/compare/comparison.hpp"

#include <cstdint>
#include <span>

namespace unseen::compare {

/// Two scores of a split, a data set or a row; equal lengths.
struct PairedScores {
    std::span<const double> a;
    std::span<const double> b;
    Direction direction = Direction::lower_is_better;
};

/// A - B. Differences of at most 1e-12 of the largest are 0, since 0.3 - 0.1 - 0.2 is not. Throws InputError unless the lengths are
/// equal and at least 1 and all numbers are finite, with finite differences.
std::vector<double> differences(const PairedScores& scores);

/// Sign test: equal pairs are dropped, the rest is Bin(n', 1/2). p = 1 without differing pairs. Exact. METHODS E.7.
Comparison sign_test(const PairedScores& scores);

/// Wilcoxon's signed ranks: midranks of the sizes of the differences, equal pairs dropped, sizes equal up to 1e-12 tied. Statistic
/// min(W+, W-), figures `w_plus`, `w_minus`. Up to 60 pairs p is exact, ties included, by counting sign patterns (doubled ranks are
/// integers); above, the normal approximation with variance [n(n+1)(2n+1) - sum(t^3-t)/2]/24 and no continuity correction.
/// Assumes independent pairs whose differences are symmetric under the null. p = 1 without differing pairs. METHODS E.8.
Comparison wilcoxon(const PairedScores& scores);

/// Student's t of the mean difference with variance s^2 (1/J + `overlap`), J - 1 df; interval mean +- t se. overlap = 0 is the plain paired
/// test, overlap = test rows / training rows the corrected resampled one (Nadeau & Bengio 2003). METHODS E.3, E.4.
///
/// Edges: one pair: no statistic (`one_split`); s <= 1e-12 max|d|: p = 1 for mean 0, else the statistic is infinite and p = 0, warned of as
/// `zero_variance`, without an interval. Throws InputError unless overlap >= 0.
Comparison paired_t(const PairedScores& scores, double overlap, Level level);

/// Diebold & Mariano's test (1995, JBES 13:253) of equal mean loss of two forecasts made `horizon` steps ahead, losses in time order, with the correction
/// of Harvey, Leybourne & Newbold (1997, Int. J. Forecast. 13:281): t = mean / sqrt(V) * sqrt((n + 1 - 2h + h(h-1)/n) / n), n - 1 df,
/// V = (gamma_0 + 2 sum_{k<h} gamma_k) / n with gamma_k the autocovariances of A - B. For h = 1 the paired t. Interval of the mean difference; target model.
///
/// Assumes a stationary difference of losses. Where V <= 0 the lags are weighted 1 - k/h (Bartlett), warned of as `dm_bartlett`. Edges: as paired_t;
/// InputError unless 1 <= horizon <= n. METHODS I.5.
Comparison diebold_mariano(const PairedScores& losses, std::uint64_t horizon, Level level);

} // namespace unseen::compare
