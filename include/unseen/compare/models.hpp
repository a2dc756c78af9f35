// Two or more models compared by their predictions for the same rows.
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/compare/counts.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/predictions/predictions.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen::compare {

/// What one model says about the rows. Views of the models that are compared have the same rows in the same order: equal truth, weights and classes.
struct ModelPredictions {
    std::string name;
    PredictionView view;
};

/// How the rows belong together. Empty lists: rows are independent draws, and each model was fitted once.
struct RowDesign {
    std::span<const std::uint32_t> cluster{}; ///< of each row; codes from 0 up. Rows of a cluster depend on each other
    std::span<const std::uint32_t>
        split{};                          ///< of each row; codes from 0 up. The models of a split were trained on the other rows
    std::span<const double> train_rows{}; ///< of each split; empty: all rows that are not in it
    bool time_ordered = false;            ///< rows are forecasts in the order of time, without gaps
    std::uint64_t horizon = 1;            ///< how many steps ahead they were made
};

struct ModelsOptions {
    std::vector<Measure>
        measures{}; ///< empty: accuracy where there are labels, roc_auc where there are scores of two classes; rmse and mae
    std::vector<std::string> names{}; ///< what the measures are called in the answer; empty: by their names
    Level level{0.95};
    std::optional<double> margin{}; ///< half the width within which models count as equivalent
    std::uint64_t seed = 1;
    std::size_t samples = 2000; ///< of the bootstrap
    std::size_t permutations =
        10000;               ///< where not all can be enumerated; a tenth of it where a measure must be evaluated anew for each
    std::size_t threads = 1; ///< 0: all; results are the same for any number
};

/// Tests of each pair of models by each measure, difference = A - B, one of them primary, the one that fits the design (docs/METHODS.md):
///
/// - with `split` the corrected resampled t over the splits' figures (target procedure); beside it paired t, Wilcoxon, sign, marked `anti_conservative`;
/// - with `time_ordered` Diebold-Mariano for means of losses;
/// - for proportions of right rows exact McNemar, with Tango's interval; beside it the other forms of McNemar's test;
/// - for AUC DeLong's z; with weights or clusters from summed influences, t with units - 1 df;
/// - for means of losses with weights or clusters the cluster-robust t;
/// - for all else the paired BCa interval, whose p-value is the level at which it ends at 0.
///
/// Beside them, where they apply: sign, Wilcoxon, paired t on row values, the paired permutation test and the BCa interval. If the test that fits has
/// no p-value, the permutation test is primary. With more than two models p-values are adjusted (Holm) over the pairs, for each test and measure by itself.
///
/// Figures of a primary test: `detectable_difference` where it is not significant (the difference shown with probability 0.8), and with a margin
/// `margin`, `p_noninferior`, `p_equivalent`, `tost_lower`, `tost_upper`. Equal predictions: p = 1, difference 0.
///
/// Assumes models fixed before the rows were seen; target model unless `split`. Throws InputError for fewer than two models, equal names, different truths,
/// classes or weights, no rows, or a margin not above 0. O(rows log rows) a pair and measure, and O(rows * (samples + permutations / 8)) for what is drawn.
Answer compare_models(std::span<const ModelPredictions> models, const RowDesign& design, const ModelsOptions& options);

} // namespace unseen::compare
