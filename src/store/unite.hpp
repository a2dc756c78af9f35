// Private: unites two results of one fit.
#pragma once

#include "unseen/data/row_set.hpp"
#include "unseen/predictions/predictions.hpp"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace unseen {

/// Predictions and their rows (ascending).
struct RowPredictions {
    std::vector<Row> rows;
    Predictions predictions;

    friend bool operator==(const RowPredictions&, const RowPredictions&) = default;
};

/// The predictions for the rows of both. Rows that are in both must agree: equal labels (unless the two best
/// scores are within 1e-9), numbers within 1e-9. If numbers differ in their last digits, the smaller one is
/// kept, so that the order has no effect. Throws StoreError, which begins with `fit`, otherwise.
RowPredictions unite(const RowPredictions& a, const RowPredictions& b, const std::string& fit);

} // namespace unseen
