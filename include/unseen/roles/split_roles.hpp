// The roles of the columns in a table of predictions for the splits of a plan.
//
// Example:
//
//     const Design ten_fold{.splits = 10, .rows = 150, .training_rows = 135, .each_row_once = true};
//     const ScoreRoles roles = roles_of_splits({}, ten_fold, "cv:folds=10", false, Labels());
//     assert(roles.truth == "truth" && roles.split == "split");
#pragma once

#include "unseen/predictions/design.hpp"
#include "unseen/roles/scored_rows.hpp"

#include <string>

namespace unseen {

/// Fills in the empty fields of `roles` for a table with the columns `repeat` and `split` (if there are
/// several splits), `row`, `truth`, `predicted` and score_LABEL for each class in `scored`. Rows of one test
/// set are judged as one test set; folds as out-of-fold predictions; rows that several models predicted once
/// each are judged as out-of-fold predictions with unknown folds. `numbers`: the truth is numeric. `plan` is
/// the name of the plan in messages.
///
/// Throws InputError for other designs: a model's figures on its training rows do not estimate its error on
/// new rows, and rows that several splits test would count several times.
ScoreRoles roles_of_splits(ScoreRoles roles, const Design& design, const std::string& plan, bool numbers,
                           const Labels& scored);

} // namespace unseen
