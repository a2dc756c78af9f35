// The roles of the columns of predictions that come from the splits of a plan.
#pragma once

#include "unseen/predictions/design.hpp"
#include "unseen/roles/scored_rows.hpp"

#include <string>

namespace unseen {

/// Fills in what is empty for a table with columns `repeat`, `split` (of several splits), `row`, `truth`, `predicted` and, for the classes that have
/// scores, score_LABEL. One test set is judged as such; folds, as out-of-fold predictions; each row once by one of several models, as those without
/// known folds. `plan` is what messages call it.
///
/// Throws InputError for other designs: rows that a model was trained on say nothing of new ones, and of splits whose test rows overlap each row
/// would count several times.
ScoreRoles roles_of_splits(ScoreRoles roles, const Design& design, const std::string& plan, bool numbers, const Labels& scored);

} // namespace unseen
