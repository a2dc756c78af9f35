// Private: two models' labels as counts of (truth, A's label, B's label). The bootstrap and the permutation
// test of any function of the confusion matrix then take time that does not grow with the rows (METHODS I.3,
// I.9).
#pragma once

#include "draws/bca.hpp"
#include "draws/permutation.hpp"

#include "unseen/measure/measure.hpp"

#include <vector>

namespace unseen::compare::detail {

/// The number of rows with one true label and two predicted labels.
struct LabelCell {
    std::uint32_t truth = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint64_t rows = 0;
};

struct LabelCells {
    std::vector<LabelCell> cells{}; ///< cells with rows, in ascending order
    Confusion a{};                  ///< confusion matrices of A and B
    Confusion b{};
};

/// Counts rows that have labels and no weights.
LabelCells label_cells(const PredictionView& a, const PredictionView& b);

/// Bootstraps the difference of a measure of the confusion matrix; stream (seed, interval, 0, replicate). The
/// acceleration is that of the row jackknife, which leaves out one row of each cell in turn. O(cells) per
/// replicate.
Bca bootstrap_labels(const Measure& measure, const LabelCells& labels, const Draws& draws);

/// The permutation test that swaps predictions within rows. Of the m rows of a true class to which the models
/// give the labels {p, q}, A gives p to Bin(m, 1/2). It enumerates all outcomes if they are few, else draws
/// `draws.count` of them, stream (seed, permutation, 0, outcome). Outcomes for which the measure does not
/// exist count as extreme.
SwapShares swap_cells(const Measure& measure, const LabelCells& labels, const Draws& draws);

} // namespace unseen::compare::detail
