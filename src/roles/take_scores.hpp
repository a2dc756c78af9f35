// Private: which columns are the scores of classes, and what they hold.
#pragma once

#include "roles/kept_cells.hpp"

#include "unseen/roles/scored_rows.hpp"

#include <string>
#include <vector>

namespace unseen {

/// Fills the scores of rows whose classes are settled, with notes and warnings: those of the one column found, of the columns `named`, else of columns that are
/// called like the classes and hold probabilities; none if there are none. Returns why a column that may be a score was left out; empty if none was.
/// Columns that nobody needs any more are taken out of the tables. Throws InputError for a cell that is no number, for a class without a column and for
/// probabilities that do not sum to 1.
std::string take_scores(ScoredRows& rows, FoundRoles& found, JoinedTables& joined, KeptCells& cells,
                        std::vector<ClassScores> named);

} // namespace unseen
