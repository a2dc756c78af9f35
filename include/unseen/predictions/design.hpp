// The design of a set of predictions: how the rows that were predicted relate to the rows that were trained on. It decides
// what a figure estimates and which interval is valid for it.
#pragma once

#include "unseen/base/target.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

namespace unseen {

/// Which rows a fit must predict.
enum class PredictedRows {
    test,       ///< the split's test rows
    labelled,   ///< every labelled row, those that were trained on too
    unlabelled, ///< the unlabelled rows of the run; nothing is known of their truth
};

/// The design of a plan's splits as a whole: what estimators, intervals and tables need to know of it. A plan says it of itself, so that no one
/// else knows plans by name.
struct Design {
    Target target = Target::procedure; ///< of the mean figure of the splits' test rows
    std::uint64_t splits = 0;          ///< in all, repeats included
    std::uint32_t repeats = 1;
    std::uint64_t rows = 0;     ///< labelled rows that the plan is about
    double training_rows = 0.0; ///< mean training size, with multiplicity; of random splits of groups the expected one
    std::uint64_t groups = 0;   ///< of rows that no split tears apart, and that are the independent draws; 0: the rows are

    bool each_row_once = false;  ///< the rows are cut into folds: a repeat tests each row once
    bool one_row_splits = false; ///< and every fold is one row
    bool random_splits = false;  ///< every split is drawn as any other is, whatever the others are
    bool halvings = false;       ///< repeat 0 is of all rows, 1 and 2 of the halves of a random halving, 3 and 4 of the next ...
    bool fold_pairs = false;     ///< a repeat is the folds, and every pair of them left out together: nested_folds()
    /// Why the test rows of all splits make no table in which each row is judged once a repeat by a model that did not see it. Empty: they do.
    std::string_view no_table{};

    /// The splits test one set of rows, with one model.
    bool one_test_set() const { return splits == 1 && target == Target::model; }
    /// Every split has a figure of its own, and the figures correlate because training rows are shared.
    bool correlated_splits() const { return random_splits || (each_row_once && !one_row_splits); }
};

/// The two folds that split `index` of a repeat of nested cross-validation leaves out: (f, f) for the first `folds` splits, then the
/// pairs (0, 1), (0, 2) ... (folds - 2, folds - 1).
std::pair<std::uint64_t, std::uint64_t> nested_folds(std::uint64_t index, std::uint64_t folds);

} // namespace unseen
