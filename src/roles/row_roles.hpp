// Private: what cuts, groups and names the rows of a file of predictions.
#pragma once

#include "roles/columns.hpp"

namespace unseen {

/// Throws InputError if two parts share an id in one repeat, or, where there are no ids, hold the same truths row by row: these are two models'
/// predictions of the same rows, and no parts of one.
void refuse_two_models(const JoinedTables& joined, const FoundRoles& found);

/// Fills folds, clusters and groups of the rows that were kept, with their warnings. Throws InputError for a missing cell, for one fold only and for
/// an id that is twice in a repeat.
void take_row_roles(ScoredRows& rows, const JoinedTables& joined, const FoundRoles& found, const KeptRows& kept);

/// How many clusters the rows are of; of a group of rows not all that are in `clusters`.
std::uint64_t clusters_that_occur(const ScoredRows& rows);

} // namespace unseen
