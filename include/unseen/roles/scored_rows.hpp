// Predictions made elsewhere: rows of a file with their truth, predicted label or value, scores and weight.
#pragma once

#include "unseen/base/warning.hpp"
#include "unseen/data/table.hpp"
#include "unseen/predictions/predictions.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

enum class ScoreTask { binary, multiclass, ordinal, regression };

/// The names that the command line and JSON use.
std::string name_of(ScoreTask task);

/// Which column plays which part. An empty name is guessed from the usual ones (`truth y_true target obs ...`, `predicted y_pred ...`,
/// `score prob p ...`), in any case of letters; weights are never guessed.
struct ScoreRoles {
    std::string truth{};     ///< a name, or the names of several targets with commas between them
    std::string predicted{}; ///< as many
    std::string score{};     ///< of the positive class; larger is more positive
    /// One column a class: names that are, or end in, the class's label, or `LABEL=COLUMN`.
    std::vector<std::string> scores{};
    std::string weight{};
    std::string cluster{};             ///< rows of one cluster belong together: clusters are the independent draws
    std::string by{};                  ///< groups that are judged each for itself too
    std::string split{};               ///< each row was predicted by the model that was trained without the rows of its split
    std::string repeat{};              ///< of the cross-validation, if it was repeated; with `split`
    std::string id{};                  ///< the row's name
    bool out_of_fold = false;          ///< predicted so, but nobody knows which split a row was in
    bool join = false;                 ///< tables that look like two models are parts of one all the same
    std::string task{};                ///< binary, multiclass, ordinal, regression; empty: by the truth
    std::vector<std::string> order{};  ///< of the classes of an ordinal task, lowest first; empty: that of the file, of numbers
    std::string positive{};            ///< the positive class; empty: default_positive()
    std::optional<double> threshold{}; ///< a row is labelled positive if its score is at least this
};

/// One fold of a cross-validation.
struct ScoredFold {
    std::string repeat{}; ///< its labels in the file
    std::string split{};
    std::uint32_t repeat_number = 0; ///< from 0, in the order of the labels
    std::uint64_t train_rows = 0;    ///< of all rows of the file: those of the repeat's other folds
    std::uint64_t test_rows = 0;
};

/// The rows, owned. Fields are as those of PredictionView.
struct ScoredRows {
    ScoreTask task = ScoreTask::binary;
    Labels classes{};
    std::uint32_t positive = 0;
    bool probabilities = true;
    bool one_score = false; ///< of two classes, where a column of scores is that of the positive one
    std::vector<std::uint32_t> true_label{};
    std::vector<std::uint32_t> label{};
    std::vector<double> scores{};
    std::vector<double> true_value{};
    std::vector<double> value{};
    std::vector<double> weight{};
    bool ordered = false;
    std::size_t targets = 1;
    std::vector<ScoredFold> folds{};      ///< by repeat, then split; empty if the rows are one test set
    std::vector<std::uint32_t> fold{};    ///< the row's fold
    bool out_of_fold = false;             ///< several models predicted the rows, each those that it was not trained on
    Labels clusters{};                    ///< none: every row is drawn for itself
    std::vector<std::uint32_t> cluster{}; ///< the row's cluster
    Labels groups{};                      ///< of `by`
    std::vector<std::uint32_t> group{};   ///< the row's group
    std::vector<std::string> notes{};     ///< what was guessed or settled, to be printed
    std::vector<Warning>
        warnings{}; ///< of the rows: `missing_target`, `looks_out_of_fold`, `looks_like_scores`, `repeated_ids`, `rounded_probabilities`, `scores_of_predicted`, `unequal_repeats` and those of class_warnings()

    /// Views these rows, which must stay where they are.
    PredictionView view() const;
    std::size_t size() const { return task == ScoreTask::regression ? true_value.size() / targets : true_label.size(); }
};

/// `one_class`, `label_not_in_truth`, as they apply to these rows.
std::vector<Warning> class_warnings(const ScoredRows& rows);

/// The positions of each group's rows, ascending; nothing without groups.
std::vector<std::vector<std::uint32_t>> rows_of_groups(const ScoredRows& rows);

/// The rows at these positions as rows of their own; the labels of folds, clusters and classes stay. Without groups, notes and warnings.
ScoredRows select_rows(const ScoredRows& rows, std::span<const std::uint32_t> at);

/// Of the columns of a file those that make_scored_rows() would look at, for ReadOptions::wanted: the others need not be read. All of them if scores of
/// classes may have to be found by the names of the classes.
std::vector<std::string> columns_to_read(const std::vector<std::string>& names, const ScoreRoles& roles);

/// The rows of the tables, one below the other; they must have the same columns. Rows without a truth are left out with a warning.
///
/// ScoreTask: numbers are classes if scores, a positive class or a threshold are given, or if they look like classes (two values, or at most 20 whole numbers from 0 or 1 up)
/// and so does what was predicted; two classes are binary. Classes: the labels of truth, predictions and score columns, in the file's
/// declared order, else numeric, else bytewise. Scores: if all lie in [0, 1] they are probabilities, and those of a row must sum to 1
/// (to 0.005). Label, if no column has it: the largest score, the first of equal ones; of a single score, positive if it is at least the
/// threshold, which is 0.5 for probabilities and has no default otherwise. Ordinal: numbers predicted of classes that are numbers are rounded to
/// the nearest class, halves up.
///
/// Throws InputError, naming file and row where there is one: no such column, nothing predicted, a missing prediction or score, a negative or
/// missing weight, probabilities that do not sum to 1, more classes than the task allows, more than 4096 classes, one fold only, an id twice in a
/// repeat, two tables that share ids, or with no ids the same truths row by row (two models, not two parts).
ScoredRows make_scored_rows(std::span<const Table> tables, const ScoreRoles& roles = {});
/// The same, in less memory: the tables' numbers become those of the rows. `threads` 0: all; no result depends on it.
ScoredRows make_scored_rows(std::vector<Table>&& tables, const ScoreRoles& roles = {}, std::size_t threads = 1);

} // namespace unseen
