// The design of a set of predictions: how the rows that were predicted relate to the rows that were trained on. It decides
// what a figure estimates and which interval is valid for it.
#pragma once

#include <cstdint>
#include <utility>

namespace unseen {

/// How splits come about.
enum class SplitKind {
    resubstitution, ///< tested on the training rows
    test_set,       ///< trained on all rows, tested on others that were set aside beforehand
    holdout,        ///< one or more random splits, each into a training and a test part
    folds,          ///< the rows are cut into folds, each tested once a repeat
    leave_one_out,  ///< folds of one row
    random,         ///< many independent random splits
    random_halves,  ///< random splits of all rows, then of the two halves of random halvings
    nested,         ///< folds, and every pair of folds left out together
    bootstrap,      ///< trained on rows drawn with replacement
    progressive,    ///< trained on the rows before the test rows, in one random order of all
    forward,        ///< trained on rows before the test rows, in the order of time
};

/// Which rows a fit must predict.
enum class PredictedRows {
    test,       ///< the split's test rows
    labelled,   ///< every labelled row, those that were trained on too
    unlabelled, ///< the unlabelled rows of the run; nothing is known of their truth
};

/// The design of a plan's splits as a whole.
struct Design {
    SplitKind kind = SplitKind::folds;
    std::uint64_t splits = 0; ///< in all, repeats included
    std::uint32_t repeats = 1;
    std::uint64_t rows = 0;     ///< labelled rows that the plan is about
    double training_rows = 0.0; ///< mean training size, with multiplicity; of random splits of groups the expected one
    std::uint64_t groups = 0;   ///< of rows that no split tears apart, and that are the independent draws; 0: the rows are
};

/// The two folds that split `index` of a repeat of nested cross-validation leaves out: (f, f) for the first `folds` splits, then the
/// pairs (0, 1), (0, 2) ... (folds - 2, folds - 1).
std::pair<std::uint64_t, std::uint64_t> nested_folds(std::uint64_t index, std::uint64_t folds);

} // namespace unseen
