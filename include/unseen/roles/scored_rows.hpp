// Predictions made elsewhere: the rows of a file with their truth, predicted label or value, scores and
// weight.
//
// Example:
//
//     const std::vector<Table> tables = {parse_table("truth,score\nyes,0.9\nno,0.2\n", "memory")};
//     const ScoredRows rows = make_scored_rows(tables);
//     assert(rows.design.task == ScoreTask::binary && rows.predicted.probabilities);
//     assert(rows.design.classes.name(rows.design.positive) == "yes");
//     assert(rows.view().score(0, rows.design.positive) == 0.9);
#pragma once

#include "unseen/base/digest.hpp"
#include "unseen/base/warning.hpp"
#include "unseen/data/table.hpp"
#include "unseen/predictions/row_design.hpp"
#include "unseen/roles/row_note.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The roles of the columns, and how to read them. If truth, predicted, score and scores are empty, they are
/// guessed from the usual names (`truth y_true target obs ...`, `predicted y_pred ...`, `score prob p ...`)
/// in any case; no other role is guessed.
struct ScoreRoles {
    std::string truth{};     ///< the true label or value; several targets with commas between them
    std::string predicted{}; ///< the predicted label or value; as many names as `truth`
    std::string score{};     ///< the score of the positive class; larger is more positive
    /// One column of scores for each class: names that are, or end in, the label of the class, or
    /// `LABEL=COLUMN`.
    std::vector<std::string> scores{};
    /// Instead of truth and predictions: the value that somebody gave each row, an item.
    std::string value{};
    /// The smallest and the largest value that is possible; empty: known by the name of the column. Infinite
    /// ends are open.
    std::vector<double> range{};
    bool higher_is_better = false; ///< of values; without either it is known by the name of the column
    bool lower_is_better = false;
    /// What a judge says of each item: a label or a number. Then few items need a human `value` or `truth`.
    std::string judged{};
    std::string about{}; ///< of judged items: `population` (or empty) or `finite`, exactly these items
    std::string
        labelled_by{}; ///< `judge`: a fixed number of items was drawn for humans from each value of the judge
    std::optional<double> missing_as{}; ///< the value of items that have none; else they are an error
    /// How many answers each item has, of which `value` counts those that are right; empty: `value` is the
    /// value itself.
    std::string trials{};
    std::string weight{}; ///< how much a row counts, >= 0
    std::string group{};  ///< set it if rows of one group depend on each other: groups are independent draws
    std::string by{};     ///< set it to get figures for each part of the rows as well, one for each value
    std::string split{};  ///< the fold of a row: it was predicted by the model trained without that fold
    std::string repeat{}; ///< the repeat of a repeated cross-validation, with `split`; or of an item, with
                          ///< `value` and `id`
    bool own_repeats = false; ///< repeats of an item are draws of its own, though items share their names
    std::optional<std::uint64_t> train_rows{}; ///< rows that the model of each fold was trained on, if not
                                               ///< all of the other folds; only with `split`
    std::string id{};         ///< the name of a row, the same in each repeat, and no other row's
    std::string row_number{}; ///< instead of `id`: a number; empty: found by the names that caret, tidymodels
                              ///< and mlr3 use
    bool out_of_fold = false; ///< set it for out-of-fold predictions with unknown folds
    bool drop_missing = false; ///< set it to leave out rows without a prediction, score, weight, cluster or
                               ///< fold; else they are an error
    /// `softmax` (a column of scores for each class) or `sigmoid` (one column): set it if the scores are
    /// logits.
    std::string link{};
    bool join = false;  ///< set it if tables look like predictions of two models but are parts of one
    std::string task{}; ///< binary, multiclass, ordinal, regression; empty: guessed from the truth
    /// The classes of an ordinal task, lowest first; empty: the order of the file, or of numbers.
    std::vector<std::string> order{};
    std::string positive{};            ///< the positive class; empty: positive_class() of the truth
    std::optional<double> threshold{}; ///< a row is predicted positive if its score is at least this
    bool labels_by_rule =
        false; ///< instead: leave the rows without labels, which a rule will make of the scores of all rows
};

/// The rows that one model predicted, owned.
struct ScoredRows {
    RowDesign design{};
    JudgedPredictions predicted{};
    std::vector<RowNote> notes{}; ///< what was guessed, for the user to see
    /// Rows that were left out, doubts about what the columns hold, and those of class_warnings().
    std::vector<Warning> warnings{};

    /// A view of these rows; it must not outlive them.
    PredictionView view() const { return view_of(design, predicted); }
    /// The number of rows.
    std::size_t size() const { return design.size(); }
};

/// The digest of the rows in their order, as they are judged: labels that a threshold made count as labels
/// that were read. Notes and warnings do not count.
Digest digest_of(const ScoredRows& rows);

/// The warnings `one_class` and `label_not_in_truth`, as far as they apply to these rows.
std::vector<Warning> class_warnings(const ScoredRows& rows);

/// The positions of the rows of each subgroup, ascending; empty without subgroups.
std::vector<std::vector<std::uint32_t>> rows_of_subgroups(const ScoredRows& rows);

/// A copy of the rows at these positions. The labels of folds, clusters and classes stay; subgroups, notes
/// and warnings do not.
ScoredRows select_rows(const ScoredRows& rows, std::span<const std::uint32_t> at);

/// Those of the columns `names` that make_scored_rows() would read, for ReadOptions::wanted. All of them if
/// the columns of scores can only be found by the names of the classes.
std::vector<std::string> columns_to_read(const std::vector<std::string>& names, const ScoreRoles& roles);

/// Makes rows of predictions from tables with the same columns, one below the other. Rows without a truth are
/// left out with a warning.
///
/// - Task: a numeric truth is taken as classes if scores, a positive class or a threshold are given, or if it
///   looks like classes (two values, or whole numbers from 0 to 19 or from 1 to 20) and the predictions do
///   too. Two classes are binary.
/// - True and False, in any case, are 1 and 0 if the truth spells them so, and the other way round.
/// - Classes: the labels of truth, predictions and score columns, in the order that the file declares, else
///   by value, else bytewise.
/// - Scores: if all lie in [0, 1] they are probabilities, and those of a row must sum to 1 within 0.005.
/// - Labels, if no column has them: the class with the largest score, the first of equal ones; with one score
///   a row, positive if it is at least the threshold, which is 0.5 for probabilities and has no default
///   otherwise.
/// - Values of items (ScoreRoles::value): no truth, no classes; their scale is stated or known by the name of
///   the column, and never guessed from them.
/// - Ordinal: predicted numbers are rounded to the nearest class, halves up, if the classes are numbers.
///
/// Throws InputError, with file and row where possible, for a column that does not exist, no predictions, a
/// missing prediction or score, a negative or missing weight, probabilities that do not sum to 1, more
/// classes than the task allows or than 4096, a single fold, an id twice in a repeat, and two tables with
/// common ids or, without ids, the same truths row by row (two models, not two parts).
ScoredRows make_scored_rows(std::span<const Table> tables, const ScoreRoles& roles = {});
/// The same with less memory: the columns of the tables become those of the result. `threads` 0: all cores;
/// the result does not depend on it.
ScoredRows make_scored_rows(std::vector<Table>&& tables, const ScoreRoles& roles = {},
                            std::size_t threads = 1);

} // namespace unseen
