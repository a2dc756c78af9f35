// The confusion matrix: how often each class was predicted as which class. Cells hold counts of rows, or sums
// of weights.
//
// Example:
//
//     const Labels classes({"cat", "dog"});
//     const std::vector<std::uint32_t> truth{0, 0, 0, 1};
//     const std::vector<std::uint32_t> predicted{0, 0, 1, 1};
//     PredictionView predictions;
//     predictions.classes = &classes;
//     predictions.true_label = truth;
//     predictions.label = predicted;
//     const Confusion confusion = confusion_of(predictions);
//     assert(confusion.at(0, 1) == 1); // one cat was taken for a dog
//     assert(confusion.truth(0) == 3 && confusion.predicted(1) == 2 && confusion.total() == 4);
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace unseen {

/// Row sums, column sums, diagonal and total of a confusion matrix. Averages over classes are computed from
/// them.
struct Margins {
    std::vector<double> truth{};     ///< row sums: how often each class is true
    std::vector<double> predicted{}; ///< column sums: how often each class is predicted
    std::vector<double> right{};     ///< the diagonal
    double total = 0.0;
};

/// A confusion matrix. Rows are the true class, columns the predicted class. A value type; memory
/// O(classes^2).
struct Confusion {
    std::size_t classes = 0;
    std::uint32_t positive = 0;  ///< the class that measures of one class against the other judge
    std::vector<double> cells{}; ///< row-major
    /// 1 for the classes that averages over classes include, which are those that occur as truth or
    /// prediction, as in scikit-learn. A bootstrap sample keeps the classes of the original rows.
    std::vector<std::uint8_t> counted{};
    /// The margins of the cells, if the code that changes cells keeps them up to date; otherwise margins_of()
    /// adds up all cells.
    std::optional<Margins> margins{};

    double at(std::size_t truth, std::size_t predicted) const { return cells[truth * classes + predicted]; }
    double& at(std::size_t truth, std::size_t predicted) { return cells[truth * classes + predicted]; }
    /// The sum of row c: how often class c is true.
    double truth(std::size_t c) const;
    /// The sum of column c: how often class c is predicted.
    double predicted(std::size_t c) const;
    double total() const;
};

/// The margins of the cells. O(classes^2).
Margins margins_of(const Confusion& confusion);

/// `ones` of `trials`: a count and its denominator. Both may be sums of weights.
struct Counts {
    double ones = 0.0;
    double trials = 0.0;
};

/// The confusion matrix of predictions that have labels. Each cell is an exact sum, rounded once. O(rows +
/// classes^2).
Confusion confusion_of(const PredictionView& predictions);

} // namespace unseen
