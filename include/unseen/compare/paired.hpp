// Tests of paired differences: sign test, Wilcoxon's signed-rank test, Student's t.
//
// Example:
//
//     const std::vector<double> a{1, 2, 3, 4, 5, 6},
//         b{2, 4, 6, 8, 10, 12}; // A has the lower error in all six pairs
//     assert(std::abs(compare::sign_test({.a = a, .b = b}).p_value.number() - 2.0 / 64) < 1e-15);
//     assert(std::abs(compare::wilcoxon({.a = a, .b = b}).p_value.number() - 2.0 / 64) < 1e-15);
//     const auto t = compare::paired_t({.a = a, .b = b}, 0.0, Level(0.95));
//     assert(std::abs(t.difference.number() + 3.5) < 1e-15 && t.df.front() == 5);
#pragma once

#include "unseen/base/direction.hpp"
#include "unseen/compare/comparison.hpp"

#include <cstdint>
#include <span>

namespace unseen::compare {

/// One pair of scores for each split, data set or row. The lists have equal lengths.
struct PairedScores {
    std::span<const double> a;
    std::span<const double> b;
    Direction direction = Direction::lower_is_better;
};

/// The differences A - B. What may be rounding error becomes 0 (METHODS E.4), however large the largest is.
/// Throws InputError unless the lengths are equal and at least 1, and all numbers and differences are finite.
std::vector<double> differences(const PairedScores& scores);

/// The exact sign test. Equal pairs are dropped; of the other n' pairs, the number in which A is better is
/// Bin(n', 1/2). p = 1 if all pairs are equal. METHODS E.7.
Comparison sign_test(const PairedScores& scores);

/// Wilcoxon's signed-rank test. Equal pairs are dropped; the absolute differences get midranks, where a
/// relative 1e-12 counts as a tie. Statistic min(W+, W-), figures `w_plus`, `w_minus`. For up to 60 pairs p
/// is exact, also with ties, because all sign patterns are counted (doubled ranks are integers). For more
/// pairs p is the normal approximation with variance [n(n+1)(2n+1) - sum(t^3-t)/2]/24, without continuity
/// correction. Assumes independent pairs whose differences are symmetric under the null. p = 1 if all pairs
/// are equal. METHODS E.8.
Comparison wilcoxon(const PairedScores& scores);

/// Student's t test of the mean of J differences with variance s^2 (1/J + `overlap`) and J - 1 df; interval
/// mean +- t se. overlap = 0 is the plain paired test. overlap = test rows / training rows is the corrected
/// resampled test (Nadeau & Bengio 2003): use it for splits of the same data. METHODS E.3, E.4.
///
/// Edges: for one pair there is no statistic (`one_split`). For s <= 1e-12 max|d| there is no interval; p = 1
/// if the mean is 0, else the statistic is infinite and p = 0, with the warning `zero_variance`. Throws
/// InputError unless overlap >= 0.
Comparison paired_t(const PairedScores& scores, double overlap, Level level);

/// Diebold and Mariano's test (1995, JBES 13:253) of equal mean loss of two forecasts made `horizon` steps
/// ahead. Losses are in the order of time. With the correction of Harvey, Leybourne & Newbold (1997, Int. J.
/// Forecast. 13:281): t = mean / sqrt(V) * sqrt((n + 1 - 2h + h(h-1)/n) / n), n - 1 df, V = (gamma_0 + 2
/// sum_{k<h} gamma_k) / n with gamma_k the autocovariances of A - B. For h = 1 it is the paired t. The
/// interval is of the mean difference; target model.
///
/// Assumes that the difference of the losses is stationary. If V <= 0, the lags are weighted 1 - k/h
/// (Bartlett), with the warning `dm_bartlett`. Edges as in paired_t(). Throws InputError unless 1 <= horizon
/// <= n. METHODS I.5.
Comparison diebold_mariano(const PairedScores& losses, std::uint64_t horizon, Level level);

} // namespace unseen::compare
