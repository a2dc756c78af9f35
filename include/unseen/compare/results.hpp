// Many learners compared over many data sets (Demsar 2006, JMLR 7:1).
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
    std::vector<std::vector<std::optional<double>>> scores{}; ///< one row a data set, one entry a learner
    Direction direction = Direction::lower_is_better;
};

/// What may be chosen.
struct ResultsOptions {
    std::string control{}; ///< a learner, or empty
    double rope = 0.01;    ///< of the Bayesian tests
    Level level{0.95};
    std::uint64_t seed = 1; ///< of the Bayesian signed-rank test's draws
    std::uint64_t posterior_draws = 20000;
};

/// Ranks of one row, 1 = best, equal scores share their mean rank.
std::vector<double> midranks(std::span<const double> scores, Direction direction);

/// Holm's step-down adjustment: sorted ascending, max over j <= i of min(1, (m-j+1) p_(j)), in the order given. METHODS E.11.
std::vector<double> holm(std::span<const double> p_values);

/// P(component is the largest) of a Dirichlet distribution, one for each component; a component with parameter 0 is never the largest.
/// P_j = integral of gamma_pdf(t; a_j) prod_{i != j} gamma_cdf(t; a_i) dt, by the trapezoidal rule in ln t. METHODS E.12. Throws InputError
/// unless all parameters are 0 or at least 1/4, and one is positive.
std::vector<double> dirichlet_largest(std::span<const double> parameters);

/// Bayesian sign test: counts of differences below -rope, within, above, with a prior of one on the rope. METHODS E.12.
Comparison bayes_sign(const PairedScores& scores, double rope);

/// Bayesian signed-rank test: the weights of the differences and of a pseudo-difference 0 are Dirichlet(1, ..., 1, 1/2); the share of `draws` in
/// which most of the weight of pair sums is below -2 rope, within, above. Figure `monte_carlo_error` is the largest standard error of the
/// three. O(draws x pairs). METHODS E.12 (Benavoli, Corani, Demsar & Zaffalon 2017, JMLR 18:77). Throws InputError as bayes_sign() does.
Comparison bayes_signed_rank(const PairedScores& scores, double rope, std::uint64_t seed, std::uint64_t draws);

/// Average ranks; Friedman's chi-square, corrected for ties as R and SciPy do (`friedman`) and not (`friedman_uncorrected`); Iman and
/// Davenport's F from the latter, primary; Nemenyi's and Wilcoxon's pairs, the latter adjusted by Holm; against a control Bonferroni-Dunn
/// and Holm on ranks; wins, ties and losses; the Bayesian sign and signed-rank tests. Of two learners Wilcoxon's test is primary, the F else.
/// METHODS E.9 to E.12.
///
/// Assumes independent data sets. Data sets that lack a score are left out and named. Edges: one data set: no F (`one_data_set`); all
/// scores tied: p = 1; ranks the same on all data sets: F infinite, p = 0. Throws InputError for fewer than two learners, no complete data
/// set, a control that is no learner, scores that are not finite, and a data set that occurs twice.
Answer compare_results(const Results& results, const ResultsOptions& options);

} // namespace unseen::compare
