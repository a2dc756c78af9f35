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

enum class ScoreTask { binary, multiclass, regression };

/// The names that the command line and JSON use.
std::string name_of(ScoreTask task);

/// Which column plays which part. An empty name is guessed from the usual ones (`truth y_true target obs ...`, `predicted y_pred ...`,
/// `score prob p ...`), in any case of letters; weights are never guessed.
struct ScoreRoles {
    std::string truth{};
    std::string predicted{};
    std::string score{}; ///< of the positive class; larger is more positive
    /// One column a class: names that are, or end in, the class's label, or `LABEL=COLUMN`.
    std::vector<std::string> scores{};
    std::string weight{};
    std::string task{};                ///< binary, multiclass, regression; empty: by the truth
    std::string positive{};            ///< the positive class; empty: default_positive()
    std::optional<double> threshold{}; ///< a row is labelled positive if its score is at least this
};

/// The rows, owned. Fields are as those of PredictionView.
struct ScoredRows {
    ScoreTask task = ScoreTask::binary;
    Labels classes{};
    std::uint32_t positive = 0;
    bool probabilities = true;
    std::vector<std::uint32_t> row{};
    std::vector<std::uint32_t> true_label{};
    std::vector<std::uint32_t> label{};
    std::vector<double> scores{};
    std::vector<double> true_value{};
    std::vector<double> value{};
    std::vector<double> weight{};
    std::vector<std::string> notes{}; ///< what was guessed or settled, to be printed
    std::vector<Warning>
        warnings{}; ///< `missing_target`, `looks_out_of_fold`, `one_class`, `label_not_in_truth`, `class_never_predicted`

    /// Views these rows, which must stay where they are.
    PredictionView view() const;
    std::size_t size() const { return row.size(); }
};

/// The rows of the tables, one below the other; they must have the same columns. Rows without a truth are left out with a warning.
///
/// ScoreTask: numbers are classes if scores are given, or if they look like classes (two values, or at most 20 whole numbers from 0 or 1 up)
/// and so does what was predicted; two classes are binary. Classes: the labels of truth, predictions and score columns, in the file's
/// declared order, else numeric, else bytewise. Scores: if all lie in [0, 1] they are probabilities, and those of a row must sum to 1
/// (to 1e-8). Label, if no column has it: the largest score, the first of equal ones; of a single score, positive if it is at least the
/// threshold, which is 0.5 for probabilities and has no default otherwise.
///
/// Throws InputError, naming file and row where there is one: no such column, nothing predicted, a missing prediction or score, a negative or
/// missing weight, probabilities that do not sum to 1, more classes than the task allows, more than 4096 classes, two tables with the
/// same truths (two models, not two parts).
ScoredRows make_scored_rows(std::span<const Table> tables, const ScoreRoles& roles = {});

} // namespace unseen
