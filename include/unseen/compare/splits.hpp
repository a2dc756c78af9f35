// Comparison of two learners by their scores on the same resampling splits of one data set.
//
// Example:
//
//     // 10-fold cross-validation of 100 rows: errors of learners A and B on each fold.
//     const std::vector<double> a{0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2};
//     const std::vector<double> b{0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2};
//     const auto answer =
//         compare::compare_splits({.a = a, .b = b}, {.train_rows = 90, .test_rows = 10}, Level(0.95));
//     const auto& test = compare::primary(answer);
//     // Differences are -0.1 and 0 in turn: mean -0.05, variance 0.025 / 9; t = mean / sqrt(variance (1/10 +
//     // 10/90)).
//     assert(test.test == "corrected_t");
//     assert(std::abs(test.statistic.number() + 0.05 / std::sqrt(0.025 / 9 * (0.1 + 1.0 / 9))) < 1e-12);
#pragma once

#include "unseen/compare/paired.hpp"

#include <cstdint>

namespace unseen::compare {

/// How the splits were made, and how large a difference matters.
struct SplitDesign {
    std::uint64_t train_rows = 0; ///< of one split; 0: unknown
    std::uint64_t test_rows = 0;  ///< of one split; 0: unknown
    std::uint64_t repeats =
        1;              ///< set it for repeated cross-validation; the scores are in the order of the repeats
    double rope = 0.01; ///< largest difference without practical meaning, in the units of the scores

    /// Whether the sizes of the splits are known, which the corrections for overlapping training rows need.
    bool sized() const { return train_rows > 0; }
};

/// Alpaydin's combined 5x2cv F test: sum p^2 / (2 sum s_i^2) ~ F(10, 5), where p are the ten differences and
/// s_i^2 is the sum of squares of replication i around its mean. If all s_i are 0, the statistic is infinite
/// and p = 0, with the warning `zero_variance`; if all differences are 0, p = 1. METHODS E.5 (Alpaydin 1999).
/// Throws InputError unless there are ten pairs.
Comparison cv5x2_f(const PairedScores& scores);

/// The Bayesian correlated t test: the posterior of the mean difference of J splits is a t with J - 1 df,
/// centred on the mean, with variance s^2 (1/J + rho/(1-rho)), rho = n2/(n1+n2), n1 training and n2 test
/// rows. It is a point mass for s = 0. METHODS E.12 (Benavoli, Corani, Demsar & Zaffalon 2017, JMLR 18:77).
Comparison bayes_correlated_t(const PairedScores& scores, const SplitDesign& design);

/// All tests of the design. The corrected resampled t is primary; it and the Bayesian one need the sizes of
/// the splits. Without these the paired t is primary. The paired t, Wilcoxon and sign tests assume
/// independent splits, but splits are not independent, so these tests have the warning `anti_conservative`.
/// Throws InputError unless both sizes are given or neither, rope >= 0 and `repeats` divides the number of
/// splits.
Answer compare_splits(const PairedScores& scores, const SplitDesign& design, Level level);

} // namespace unseen::compare
