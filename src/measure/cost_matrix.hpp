// Private: costs of predicting one class for another, read from a file.
#pragma once

#include "unseen/base/labels.hpp"

#include <string>
#include <vector>

namespace unseen {

/// A cost for each pair of labels; rows are the truth. A value type.
class CostMatrix {
public:
    /// Every wrong prediction costs 1.
    CostMatrix() = default;
    /// Reads a CSV file: the first line holds the predicted labels after one cell of any content, each
    /// further line a true label and its costs, finite numbers. Throws IoError if it cannot be read,
    /// InputError `FILE:LINE:COLUMN: ...` for its content.
    static CostMatrix read(const std::string& path);

    /// The costs for these classes, row-major by the codes of truth and prediction. Throws InputError, naming
    /// the class, if a class has no costs.
    std::vector<double> costs_of(const Labels& classes) const;
    /// Smallest and largest cost.
    double lowest() const;
    double highest() const;

private:
    std::string source_; ///< empty: every wrong prediction costs 1
    Labels truth_;
    Labels predicted_;
    std::vector<double> costs_;
};

} // namespace unseen
