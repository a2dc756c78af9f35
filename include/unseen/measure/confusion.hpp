// The confusion matrix: how often each class was predicted as which. Counts, or sums of weights.
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unseen {

/// Rows are the truth, columns the prediction. A value type; memory classes^2.
struct Confusion {
    std::size_t classes = 0;
    std::uint32_t positive = 0;
    std::vector<double> cells{}; ///< row-major
    /// Which classes averages over classes are about: those that are true or predicted somewhere, as scikit-learn has it. It stays as
    /// it was when cells are drawn anew.
    std::vector<std::uint8_t> counted{};

    double at(std::size_t truth, std::size_t predicted) const { return cells[truth * classes + predicted]; }
    double& at(std::size_t truth, std::size_t predicted) { return cells[truth * classes + predicted]; }
    /// Sum of a class's row: how often it is true.
    double truth(std::size_t c) const;
    /// Sum of a class's column: how often it is predicted.
    double predicted(std::size_t c) const;
    double total() const;
};

/// So many of so many.
struct Counts {
    double ones = 0.0;
    double trials = 0.0;
};

/// The confusion matrix of predictions with labels; each cell an exact sum, rounded once. O(rows + classes^2).
Confusion confusion_of(const PredictionView& predictions);

} // namespace unseen
