// Predictions of several models for the same rows, made elsewhere: rows are matched, truths compared, classes
// unified.
//
// Example:
//
//     const Table table = parse_table("truth,m1,m2\na,a,b\nb,b,b\na,b,a\n", "memory");
//     const std::vector<ModelColumn> columns = {{"first", "m1"}, {"second", "m2"}};
//     const MatchedModels matched = match_columns(table, columns, {});
//     assert(matched.models.size() == 2 && matched.design.size() == 3);
//     assert(matched.models[1].label == (std::vector<std::uint32_t>{1, 1, 0}));
#pragma once

#include "unseen/roles/scored_rows.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The columns of a table with the predictions of one model: `column`, or `scores`.
struct ModelColumn {
    std::string name;                  ///< the name of the model
    std::string column;                ///< labels, scores of the positive class, or predicted numbers
    std::vector<std::string> scores{}; ///< one column of scores for each class, as in ScoreRoles::scores
    std::string judged{};              ///< what a judge says of this model's items; empty: ScoreRoles::judged
    std::string trials{};              ///< how many answers it gave to each item; empty: ScoreRoles::trials
};

/// The roles of the columns. The design of the rows is that of the first table.
struct MatchRoles {
    /// The roles in each table, as for one model. With `id` rows are matched by it (within each split, if
    /// splits are named), else by their order.
    ScoreRoles score{};
    std::string model{}; ///< of a table with a row for each item of each model: the column of models' names
    std::string time{};  ///< the rows must be in the order of this column, without gaps; empty: the rows are
                         ///< no time series
    std::uint64_t horizon = 1; ///< number of steps ahead that was forecast; only with `time`
};

/// Models that predicted the same rows.
struct MatchedModels {
    std::vector<std::string> names{};
    RowDesign design{}; ///< of the rows, for all models
    std::vector<JudgedPredictions> models{};
    std::vector<RowNote> notes{};
    std::vector<Warning> warnings{};

    /// The rows as model m predicted them, as if it were the only one. A copy.
    ScoredRows rows_of(std::size_t m) const { return {.design = design, .predicted = models[m]}; }
};

/// Matches one table for each model. With `id`, the rows of the later tables are put into the order of the
/// first; an id may occur once, or once in each repeat. Throws InputError, naming files and rows, as
/// make_scored_rows() does and for different numbers of rows, an id that is missing or occurs twice,
/// different truths, and times that do not ascend or leave gaps. O(rows) for each model.
MatchedModels match_models(std::span<const Table> tables, std::vector<std::string> names,
                           const MatchRoles& roles);

/// Matches models by a table with a row for each item of each model: MatchRoles::model names the models, in
/// the order of the file, ScoreRoles::id the items and ScoreRoles::value their values. The items are in the
/// order of the first model, which also gives their groups and weights. Throws InputError as match_models()
/// does.
MatchedModels match_long(const Table& table, const MatchRoles& roles);

/// Matches models whose predictions are columns of one table; where ScoreRoles::value has any text, the
/// columns hold values of items. Otherwise the columns are predicted numbers if the truth is numeric and does
/// not look like classes, or has more than two values and some column has others. Else a column holds labels
/// if it holds text or only labels of the truth, and scores of the positive class otherwise. Where a model
/// has scores of each class, the truth is classes. Other columns do not count as predictions. Throws as
/// match_models().
MatchedModels match_columns(const Table& table, std::span<const ModelColumn> columns,
                            const MatchRoles& roles);

} // namespace unseen
