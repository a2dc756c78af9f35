// Comparison of many learners over many data sets (Demsar 2006, JMLR 7:1).
//
// Example:
//
//     compare::Results errors{.data_sets = {"d1", "d2", "d3", "d4", "d5", "d6"},
//                             .learners = {"tree", "knn"}};
//     for (int i = 1; i <= 6; ++i)
//         errors.scores.push_back({0.1, 0.1 + 0.01 * i}); // the tree has the lower error on all six
//     const auto answer = compare::compare_results(errors, {});
//     assert(compare::primary(answer).test == "wilcoxon_holm");
//     assert(std::abs(compare::primary(answer).p_value.number() - 2.0 / 64) <
//            1e-15); // all six differences have the same sign
//     const std::vector<double> p{0.01, 0.04, 0.03};
//     assert((compare::holm(p) == std::vector<double>{0.03, 0.06, 0.06}));
#pragma once

#include "unseen/compare/paired.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen::compare {

/// One score for each data set and learner.
struct Results {
    std::vector<std::string> data_sets{};
    std::vector<std::string> learners{};
    std::vector<std::vector<std::optional<double>>>
        scores{}; ///< [data set][learner]; empty: that learner has no score there
    Direction direction = Direction::lower_is_better;
};

/// Options of compare_results().
struct ResultsOptions {
    std::string control{}; ///< name a learner to compare all others with it alone, which has more power than
                           ///< all pairs; may be empty
    std::string measure{}; ///< the name of the scores, for texts and results; may be empty
    double rope = 0.01;    ///< largest difference without practical meaning, for the Bayesian tests: in the
                           ///< units of the scores
    Level level{0.95};
    std::uint64_t seed = 1; ///< of the draws of the Bayesian signed-rank test
    /// Tests that are given only by name: of learners on one data set cv_pooled, corrected_t, cv5x2_f,
    /// bayes_correlated_t; of more than twelve learners on many data sets bayes_sign, bayes_signed_rank.
    std::vector<std::string> tests{};
    std::uint64_t posterior_draws = 20000; ///< of that test; more make its Monte Carlo error smaller
};

/// The ranks of scores, 1 = best. Equal scores share their mean rank.
std::vector<double> midranks(std::span<const double> scores, Direction direction);

/// Holm's step-down adjustment of m p-values: the i-th smallest becomes max over j <= i of min(1, (m-j+1)
/// p_(j)). The result is in the order of the input. METHODS E.11.
std::vector<double> holm(std::span<const double> p_values);

/// For each component of a Dirichlet distribution the probability that it is the largest. A component with
/// parameter 0 never is. P_j = integral of gamma_pdf(t; a_j) prod_{i != j} gamma_cdf(t; a_i) dt, by the
/// trapezoidal rule in ln t. METHODS E.12. Throws InputError unless each parameter is 0 or at least 1/4, and
/// one is positive.
std::vector<double> dirichlet_largest(std::span<const double> parameters);

/// The Bayesian sign test: counts the differences below -rope, within it and above it, with one prior
/// observation within. METHODS E.12.
Comparison bayes_sign(const PairedScores& scores, double rope);

/// The Bayesian signed-rank test: the weights of the differences and of a pseudo-difference 0 are
/// Dirichlet(1, ..., 1, 1/2). Each posterior probability is the share of `draws` in which most weight of the
/// pair sums lies below -2 rope, within it, or above it. The figure `monte_carlo_error` is the largest of the
/// three standard errors. O(draws x pairs). METHODS E.12 (Benavoli, Corani, Demsar & Zaffalon 2017, JMLR
/// 18:77). Throws InputError as bayes_sign() does.
Comparison bayes_signed_rank(const PairedScores& scores, double rope, std::uint64_t seed,
                             std::uint64_t draws);

/// Compares the learners by all tests of METHODS E.9 to E.12:
///
/// - average ranks, and wins, ties and losses of each pair;
/// - Friedman's chi-square, with the correction for ties of R and SciPy (`friedman`) and without
///   (`friedman_uncorrected`), and Iman and Davenport's F, computed from the uncorrected one;
/// - for each pair Nemenyi's test, and Wilcoxon's test adjusted by Holm;
/// - for each learner against the control Bonferroni-Dunn's test and Holm's on ranks;
/// - for each pair the Bayesian sign and signed-rank tests.
///
/// Wilcoxon's test is primary for two learners, the F for more.
///
/// Assumes independent data sets. Data sets that lack a score are left out and listed. Edges: one data set
/// has no F (`one_data_set`); if all scores are tied, p = 1; if the ranks are the same on all data sets, F is
/// infinite and p = 0. Throws InputError for fewer than two learners, no complete data set, an unknown
/// control, scores that are not finite, or a data set that occurs twice.
Answer compare_results(const Results& results, const ResultsOptions& options);

} // namespace unseen::compare
