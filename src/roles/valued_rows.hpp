// Private: rows that are items with a value that somebody gave them, without truth and predictions.
#pragma once

#include "roles/columns.hpp"

namespace unseen {

/// Throws InputError if `roles` names values of items and what predictions need as well, or what values need
/// and no values.
void refuse_other_roles(const ScoreRoles& roles);

/// Warns of columns that look like groups of items, or whose items repeat.
void warn_of_dependent_items(const Table& table, const FoundRoles& found, std::vector<Warning>& warnings);

/// Makes rows of items. Their range and direction are those of the roles, or known by the name of the column;
/// True and False, in any case, are 1 and 0. Throws InputError as make_scored_rows() does, and for a range or
/// a direction that is not known, an item without a value, and a value outside the range.
ScoredRows make_valued_rows(JoinedTables& joined, const ScoreRoles& roles);

} // namespace unseen
