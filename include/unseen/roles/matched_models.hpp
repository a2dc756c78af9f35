// Predictions of several models for the same rows, made elsewhere: rows matched, truths held against each other, classes settled together.
#pragma once

#include "unseen/roles/scored_rows.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// A column of one table that holds what a model says.
struct ModelColumn {
    std::string name;   ///< of the model
    std::string column; ///< labels, scores of the positive class, or predicted numbers
};

/// Which columns play which part. Weights, clusters, splits and repeats are taken from the first table.
struct MatchRoles {
    ScoreRoles
        score{}; ///< of each table, as for one model; with `id` rows are matched by it (in each split, if splits are named), else by their order
    std::string time{}; ///< rows must be in the order of this column, without gaps; empty: they are not in time
};

/// Models with equal truth, classes and weights, row by row; clusters and folds are those of the first.
struct MatchedModels {
    std::vector<std::string> names{};
    std::vector<ScoredRows> models{};
    std::vector<std::string> notes{};
    std::vector<Warning> warnings{};
};

/// One table a model. With `id`, rows of the later tables are put into the order of the first; an id may stand once, or once in each repeat. Throws InputError that
/// names files and rows: as make_scored_rows(), different numbers of rows, an id that is missing or stands twice, different truths, times that do not ascend
/// or leave gaps.
MatchedModels match_models(std::span<const Table> tables, std::vector<std::string> names, const MatchRoles& roles);

/// All models in one table. The columns hold predicted numbers if the truth is numbers that do not look like classes, or more than two that not all columns keep
/// to; else a column holds labels if it holds text or only labels of the truth, and scores of the positive class otherwise. Other columns say nothing about the models. Throws as above.
MatchedModels match_columns(const Table& table, std::span<const ModelColumn> columns, const MatchRoles& roles);

} // namespace unseen
