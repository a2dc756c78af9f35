// Comparison of two or more models by their predictions for the same rows.
//
// Example:
//
//     const Labels classes({"no", "yes"});
//     const std::vector<std::uint32_t> truth{0, 0, 0, 1, 1, 1};
//     const std::vector<std::uint32_t> wrong{1, 1, 1, 0, 0, 0};
//     PredictionView a;
//     a.classes = &classes;
//     a.positive = 1;
//     a.true_label = truth;
//     a.label = truth; // A is right on all six rows, B on none
//     PredictionView b = a;
//     b.label = wrong;
//     const auto answer =
//         compare::compare_models(std::vector<compare::ModelPredictions>{{"A", a}, {"B", b}}, {}, {});
//     assert(std::abs(compare::primary(answer).p_value.number() - 2.0 / 64) <
//            1e-15); // exact McNemar: 2 / 2^6
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/compare/counts.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/predictions/row_design.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen::compare {

/// The predictions of one model. All models that are compared predict the same rows in the same order, with
/// equal truth, weights and classes.
struct ModelPredictions {
    std::string name;
    PredictionView view;
};

/// What is compared, and how.
struct ModelsOptions {
    std::vector<Measure> measures{};  ///< empty: for classes accuracy (with labels) and roc_auc (with scores,
                                      ///< two classes); for numbers rmse and mae
    std::vector<std::string> names{}; ///< names of the measures in the answer; empty: their own names
    Level level{0.95};
    std::optional<double>
        margin{}; ///< set it to test equivalence: models count as equivalent if they differ by less
    std::uint64_t seed = 1;
    std::size_t samples =
        2000; ///< bootstrap samples; more make the limits of an interval vary less with the seed
    std::size_t permutations = 10000; ///< random permutations, if there are too many for all; a tenth of this
                                      ///< if each must evaluate the measure again
    std::size_t threads = 1;          ///< 0: all; results do not depend on it
    std::vector<std::string> tests{}; ///< tests that are given only by name: bootstrap
    /// Requirements such as "A not worse than B by 0.02 in accuracy", which compare_matched() judges.
    std::vector<std::string> requirements{};
    Level require_level{0.95};            ///< of the one-sided limit that shows or refutes a requirement
    std::optional<std::uint64_t> looks{}; ///< the planned number of looks at the requirements, if several
    std::optional<std::uint64_t> look{};  ///< the number of this one, from 1
};

/// Tests each pair of models by each measure; difference = A - B. Of `design`, clusters, folds and the order
/// of time say how the rows depend on each other; the truth and the weights are those of the views. The test
/// that suits the design is primary (docs/METHODS.md):
///
/// - with folds the corrected resampled t over the splits' figures (estimand procedure), beside paired t,
///   Wilcoxon and sign tests with the warning `anti_conservative`;
/// - with `time_ordered` the Diebold-Mariano test for means of losses;
/// - for proportions of right rows the exact McNemar test with Tango's interval, beside the other forms of
///   McNemar's test;
/// - for the AUC DeLong's z; with weights or clusters a t of the summed influences with units - 1 df;
/// - for means of values in a range of the measure's own Gaffke's test, inverted for its interval (METHODS
/// I.31);
/// - for other means of losses with weights or clusters the cluster-robust t;
/// - for all else the permutation test. For means of row values of independent rows its interval is the test
///   inverted; elsewhere it has no interval of its own, and the BCa interval stands there
///   (`not_of_the_test`): if the two disagree, nothing is claimed.
///
/// More than twelve models that are compared by such means alone have Answer::standings in place of
/// comparisons, unless a margin or a test is named. Measures of values of items are made by make_measure()
/// with the design.
///
/// Where they apply, sign, Wilcoxon, paired t and paired permutation test are given as well, and the
/// bootstrap test by name. If the suitable test has no p-value, the permutation test is primary. For more
/// than two models, p-values are adjusted over the m pairs (Holm), separately for each test and measure. The
/// interval of the pair that is rejected at step t has the level 1 - (1 - level) / (m - t + 1), that of a
/// pair that is not rejected the level of the first step that rejects none: so test and interval agree.
///
/// A primary test that is not significant has the figure `detectable_difference`, which the test would show
/// with probability 0.8. With a margin it has `margin`, `p_noninferior`, `p_equivalent`, `tost_lower` and
/// `tost_upper`. Equal predictions have p = 1 and difference 0.
///
/// Assumes that the models were fixed before the rows were seen. Estimand: model, or procedure with folds.
/// Throws InputError for fewer than two models, equal names, different truths, classes or weights, no rows,
/// or a margin that is not above 0. O(rows log rows) per pair and measure, and O(rows * (samples +
/// permutations / 8)) for random draws.
Answer compare_models(std::span<const ModelPredictions> models, const RowDesign& design,
                      const ModelsOptions& options);

} // namespace unseen::compare
