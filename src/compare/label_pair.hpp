// Private: two models' labels as counts of (truth, A's label, B's label): the bootstrap and the permutation test of any function of the confusion
// matrix, in time that does not grow with the rows (METHODS I.3, I.9).
#pragma once

#include "draws/bca.hpp"
#include "draws/permutation.hpp"

#include "unseen/measure/measure.hpp"

#include <vector>

namespace unseen::compare::detail {

/// Rows of one truth and two labels.
struct LabelCell {
    std::uint32_t truth = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint64_t rows = 0;
};

struct LabelCells {
    std::vector<LabelCell> cells{}; ///< those that occur, in ascending order
    Confusion a{};                  ///< of each model
    Confusion b{};
};

/// Unweighted rows with labels.
LabelCells label_cells(const PredictionView& a, const PredictionView& b);

/// The difference of a measure of the cells when the cells are drawn anew; stream (seed, interval, 0, replicate). Acceleration by leaving out one row of
/// each cell, which is the row jackknife. O(cells) a replicate.
Bca bootstrap_labels(const Measure& measure, const LabelCells& labels, const Draws& draws);

/// Swaps predictions within rows: of the m rows of a truth on which the models say {p, q}, the number on which A says p is Bin(m, 1/2). All outcomes
/// where there are not too many, else `draws.count` of them, stream (seed, permutation, 0, outcome). Outcomes for which the measure does not exist count as
/// extreme.
SwapShares swap_cells(const Measure& measure, const LabelCells& labels, const Draws& draws);

} // namespace unseen::compare::detail
