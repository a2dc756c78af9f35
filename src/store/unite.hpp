// Private: two answers to one fit become one.
#pragma once

#include "unseen/data/row_set.hpp"
#include "unseen/predictions/predictions.hpp"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace unseen {

/// Predictions with the rows (ascending) that they are about.
struct RowPredictions {
    std::vector<Row> rows;
    Predictions predictions;

    friend bool operator==(const RowPredictions&, const RowPredictions&) = default;
};

/// The predictions of all rows of both. Rows that are in both must agree: equal labels (unless the two best scores are within 1e-9), figures
/// within 1e-9; of figures that differ in their last digits the smaller are kept, so that the order of uniting does not show.
/// Throws StoreError beginning with `fit` otherwise.
RowPredictions unite(const RowPredictions& a, const RowPredictions& b, const std::string& fit);

} // namespace unseen
