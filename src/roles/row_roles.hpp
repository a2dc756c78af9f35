// Private: the folds, clusters, subgroups and ids of the rows of a file of predictions.
#pragma once

#include "roles/columns.hpp"
#include "roles/kept_cells.hpp"

namespace unseen {

/// Throws InputError if two parts share an id in one repeat or, without ids, have the same truths row by row:
/// then they are predictions of two models for the same rows, not parts of one file.
void refuse_two_models(const JoinedTables& joined, const FoundRoles& found);

/// Fills in the folds, clusters and subgroups of the kept rows, with their warnings. Throws InputError for a
/// missing cell, for a single fold and for an id that occurs twice in a repeat.
void take_row_roles(ScoredRows& rows, const JoinedTables& joined, const FoundRoles& found,
                    const KeptRows& kept);

/// Fills in the weights of the kept rows. Throws InputError for a weight that is missing, negative or too
/// large, and if no weight is positive.
void take_weights(ScoredRows& rows, const JoinedTables& joined, const FoundRoles& found, KeptCells& cells);

/// Notes the number of rows on which the model of each fold was trained. Throws InputError if the other folds
/// have fewer.
void limit_training_rows(ScoredRows& rows, std::uint64_t train_rows);

/// The number of clusters that occur in the rows; after select_rows() it may be smaller than the number of
/// `clusters`.
std::uint64_t clusters_that_occur(const RowDesign& rows);

/// The design without equal weights and without clusters of one row each. Neither changes a figure, but there
/// are better intervals and tests without them.
RowDesign without_needless_roles(RowDesign rows);

} // namespace unseen
