// The confusion matrix: how often each class was predicted as which. Counts, or sums of weights.
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace unseen {

/// Sums of the rows, the columns and all of a confusion matrix, and its diagonal: what averages over classes are made of.
struct Margins {
    std::vector<double> truth{};
    std::vector<double> predicted{};
    std::vector<double> right{};
    double total = 0.0;
};

/// Rows are the truth, columns the prediction. A value type; memory classes^2.
struct Confusion {
    std::size_t classes = 0;
    std::uint32_t positive = 0;
    std::vector<double> cells{}; ///< row-major
    /// Which classes averages over classes are about: those that are true or predicted somewhere, as scikit-learn has it. It stays as
    /// it was when cells are drawn anew.
    std::vector<std::uint8_t> counted{};
    /// Those of these cells, where somebody keeps them up to date because few cells change at a time. Else who needs them adds up all cells.
    std::optional<Margins> margins{};

    double at(std::size_t truth, std::size_t predicted) const { return cells[truth * classes + predicted]; }
    double& at(std::size_t truth, std::size_t predicted) { return cells[truth * classes + predicted]; }
    /// Sum of a class's row: how often it is true.
    double truth(std::size_t c) const;
    /// Sum of a class's column: how often it is predicted.
    double predicted(std::size_t c) const;
    double total() const;
};

/// O(classes^2).
Margins margins_of(const Confusion& confusion);

/// So many of so many.
struct Counts {
    double ones = 0.0;
    double trials = 0.0;
};

/// The confusion matrix of predictions with labels; each cell an exact sum, rounded once. O(rows + classes^2).
Confusion confusion_of(const PredictionView& predictions);

} // namespace unseen
