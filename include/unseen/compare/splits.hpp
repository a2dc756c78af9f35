// Two learners compared by their scores on the same resampling splits.
#pragma once

#include "unseen/compare/paired.hpp"

#include <cstdint>

namespace unseen::compare {

/// How the splits were made, and how large a difference matters.
struct SplitDesign {
    std::uint64_t train_rows = 0;
    std::uint64_t test_rows = 0;
    std::uint64_t repeats = 1; ///< r of r x k folds; the scores stand repeat by repeat
    double rope = 0.01;        ///< half the width of the region of practical equivalence
};

/// Alpaydin's combined 5x2cv F test: sum p^2 / (2 sum s_i^2) ~ F(10, 5), p the ten differences, s_i^2 the sum of squares of replication i
/// around its mean. Statistic infinite and p = 0 where all s_i are 0 (warned of as `zero_variance`), p = 1 if all differences are 0. METHODS E.5
/// (Alpaydin 1999). Throws InputError unless there are ten pairs.
Comparison cv5x2_f(const PairedScores& scores);

/// Bayesian correlated t: the mean difference is t with J - 1 df, centre mean, variance s^2 (1/J + rho/(1-rho)), rho = n2/(n1+n2).
/// A point mass for s = 0. METHODS E.12 (Benavoli, Corani, Demsar & Zaffalon 2017, JMLR 18:77).
Comparison bayes_correlated_t(const PairedScores& scores, const SplitDesign& design);

/// All tests of the design; the corrected resampled t is primary. The paired t, Wilcoxon and sign tests take the splits for
/// independent, which they are not: each is marked `anti_conservative`. Throws InputError unless train_rows and test_rows are at least 1,
/// rope >= 0, and repeats divides the number of splits.
Answer compare_splits(const PairedScores& scores, const SplitDesign& design, Level level);

} // namespace unseen::compare
