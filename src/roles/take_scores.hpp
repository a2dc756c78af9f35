// Private: finds the columns of scores and reads them.
#pragma once

#include "roles/kept_cells.hpp"

#include "unseen/roles/scored_rows.hpp"

#include <string>
#include <vector>

namespace unseen {

/// Fills in the scores of rows whose classes are known, with notes and warnings: from the one column of
/// scores found, or from the columns `named`, or from columns that are named after the classes and hold
/// probabilities; else the rows have no scores. Returns why a column with a usual name of scores was left
/// out; empty if none was. Frees columns of the tables that are not used any more. Throws InputError for a
/// cell that is not a number, a class without a column, and probabilities that do not sum to 1. `link` is
/// that of ScoreRoles.
std::string take_scores(ScoredRows& rows, FoundRoles& found, JoinedTables& joined, KeptCells& cells,
                        std::vector<ClassScores> named, const std::string& link);

} // namespace unseen
