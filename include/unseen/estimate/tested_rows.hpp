// The predictions for one test set, kept to compare two models on the same rows.
//
// Example:
//
//     const TestedRows rows{.design = {.classes = Labels({"no", "yes"}), .true_label = {1, 0}},
//                           .model = {.label = {1, 1}}};
//     assert(view_of(rows.design, rows.model).size() == 2);
#pragma once

#include "unseen/predictions/row_design.hpp"

namespace unseen {

/// The rows of a test set, and what one model predicts for them.
struct TestedRows {
    RowDesign design{};
    JudgedPredictions model{};
};

} // namespace unseen
