// The design of a set of predictions: how the predicted rows relate to the training rows. The design decides
// what a figure estimates and which interval is valid for it.
//
// Example:
//
//     const Design two_fold{.splits = 2, .rows = 100, .training_rows = 50, .each_row_once = true};
//     assert(two_fold.correlated_splits() && !two_fold.one_test_set());
//     assert(nested_folds(3, 3) ==
//            std::pair(std::uint64_t{0}, std::uint64_t{1})); // the first split after those of the 3 folds
#pragma once

#include "unseen/base/estimand.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

namespace unseen {

/// Which rows a fit must predict.
enum class PredictedRows {
    test,       ///< the split's test rows
    labelled,   ///< all labelled rows, also those that were trained on
    unlabelled, ///< the unlabelled rows of the run, whose truth is unknown
};

/// The facts about all splits of a plan that estimators, intervals and tables need. Each plan fills them in,
/// so that no other code depends on the names of plans.
struct Design {
    Estimand estimand = Estimand::procedure; ///< the estimand of the mean figure on the splits' test rows
    std::uint64_t splits = 0;                ///< number of splits of all repeats
    std::uint32_t repeats = 1;
    std::uint64_t rows = 0; ///< number of labelled rows that the plan splits
    double training_rows =
        0.0; ///< mean training size, with multiplicity; expected size for random splits of groups
    std::uint64_t groups =
        0; ///< number of groups, which no split divides; they are the independent draws. 0: the rows are

    bool each_row_once = false; ///< the rows are cut into folds: each repeat tests each row once
    bool fewer_rows = false; ///< the models are trained on fewer rows than the folds leave: the figure is not
                             ///< that of the model of all rows
    bool one_row_splits = false; ///< the folds have one row each
    /// Measures of whole repeats are averaged over the folds instead, as the caller asks.
    bool mean_of_folds = false;
    bool random_splits = false; ///< the splits are drawn independently from one distribution
    bool halvings = false; ///< repeat 0 uses all rows, repeats 1 and 2 the halves of a random halving, 3 and
                           ///< 4 of the next ...
    /// For windows in time: two windows this many places apart share no row between the end of their training
    /// rows and their last test row. 0 if the splits are not windows.
    std::uint64_t window_overlap = 0;
    bool fold_pairs = false; ///< a repeat leaves out each fold, then each pair of folds: nested_folds()
    /// The reason why the test rows of all splits cannot form a table in which each repeat predicts each row
    /// once, by a model that was not trained on it. Empty if they can.
    std::string_view no_table{};

    /// True if one model is tested on one set of rows.
    bool one_test_set() const { return splits == 1 && estimand == Estimand::model; }
    /// True if all rows of a repeat are judged together by measures that ask for it.
    bool judges_repeats() const { return each_row_once && splits > 1 && !mean_of_folds && !fold_pairs; }
    /// True if every split has its own figure, and these figures are correlated because the splits share
    /// training rows.
    bool correlated_splits() const { return random_splits || (each_row_once && !one_row_splits); }
};

/// The two folds that split `index` of a repeat of nested cross-validation leaves out: (f, f) for the first
/// `folds` splits, then the pairs (0, 1), (0, 2) ... (folds - 2, folds - 1). O(folds).
std::pair<std::uint64_t, std::uint64_t> nested_folds(std::uint64_t index, std::uint64_t folds);

} // namespace unseen
