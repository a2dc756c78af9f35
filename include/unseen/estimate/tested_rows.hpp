// The predictions for test rows, kept to compare two models on the same rows, or to describe them.
//
// Example:
//
//     const TestedRows rows{.design = {.classes = Labels({"no", "yes"}), .true_label = {1, 0}},
//                           .model = {.label = {1, 1}}};
//     assert(view_of(rows.design, rows.model).size() == 2);
#pragma once

#include "unseen/predictions/row_design.hpp"

namespace unseen {

/// Test rows, and what is predicted for them by models that were not trained on them: one model, or those of
/// the folds of a cross-validation.
struct TestedRows {
    RowDesign design{};
    JudgedPredictions model{};
    std::vector<std::uint32_t> row{}; ///< their numbers in the dataset
};

} // namespace unseen
