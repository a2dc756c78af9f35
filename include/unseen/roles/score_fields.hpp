// The table of the roles of predictions made elsewhere, for all fronts and for the states.
//
// Example:
//
//     const ScoreRoles roles{.truth = "y", .out_of_fold = true};
//     assert(given_fields(roles).back().info->option() == "--out-of-fold");
#pragma once

#include "unseen/base/field.hpp"
#include "unseen/roles/scored_rows.hpp"

namespace unseen {

template <>
inline constexpr auto field_table<ScoreRoles> = std::tuple{
    Field{&ScoreRoles::truth,
          {.name = "truth",
           .kind = FieldKind::column,
           .help = "the column of true labels or numbers; COL,COL for points",
           .python = "y_true",
           .in_state = 1}},
    Field{&ScoreRoles::predicted,
          {.name = "predicted",
           .kind = FieldKind::column,
           .help = "the column of predicted labels or numbers; as many as truths",
           .python = "y_pred",
           .remarks = {FieldRemark{.command = "compare models",
                                   .help = "the column of predicted labels or numbers in each file"}},
           .in_state = 1}},
    Field{&ScoreRoles::score,
          {.name = "score",
           .kind = FieldKind::column,
           .help = "the column of the positive class's scores; larger is more positive",
           .python = "y_score",
           .remarks = {FieldRemark{.command = "compare models",
                                   .help = "the column of scores of the positive class in each file"}},
           .in_state = 1}},
    Field{&ScoreRoles::scores,
          {.name = "scores",
           .kind = FieldKind::column,
           .help = "one column of scores for each class: names that end in the label, or LABEL=COLUMN",
           .remarks = {FieldRemark{.command = "compare models",
                                   .help = "NAME=COL,NAME=COL, the models' columns in one file"}},
           .in_state = 1}},
    Field{&ScoreRoles::value,
          {.name = "value",
           .alias = "values",
           .kind = FieldKind::column,
           .help = "the column of values that items were given, in place of truth and predictions",
           .python = "values",
           .remarks = {FieldRemark{.command = "compare models",
                                   .help = "NAME=COL,NAME=COL, the models' columns of values that items were "
                                           "given, or the column in each file"}}}},
    Field{&ScoreRoles::range,
          {.name = "range",
           .help = "the smallest and the largest value that is possible, with `value`: 0,1; inf for an open "
                   "end"}},
    Field{&ScoreRoles::higher_is_better,
          {.name = "higher_is_better", .help = "large values are good, with `value`"}},
    Field{&ScoreRoles::lower_is_better,
          {.name = "lower_is_better", .help = "small values are good, with `value`"}},
    Field{
        &ScoreRoles::judged,
        {.name = "judged",
         .kind = FieldKind::column,
         .help = "the column of what a judge says of every item, a label or a number, where few have a human "
                 "`value` or `truth`",
         .python = "judged",
         .remarks = {FieldRemark{.command = "compare models",
                                 .help = "NAME=COL,NAME=COL, what a judge says of each model's items, where "
                                         "few have a human `value`; or the column in each file"}}}},
    Field{&ScoreRoles::about,
          {.name = "about",
           .help = "what the mean of judged items is about: items like these (population), or exactly these "
                   "(finite)",
           .choices = "population|finite",
           .remarks = {FieldRemark{"compare models",
                                   "a comparison of judged items is about items like these"}}}},
    Field{&ScoreRoles::labelled_by,
          {.name = "labelled_by",
           .help = "how the items for humans were chosen, with `judged`: a fixed number for each value of "
                   "the judge "
                   "(default: a random draw of all)",
           .choices = "judge",
           .remarks = {FieldRemark{"compare models",
                                   "models are compared by labels of items that were drawn at random"}}}},
    Field{&ScoreRoles::missing_as,
          {.name = "missing_as",
           .help = "the value of items without one, with `value` (default: they are an error)"}},
    Field{&ScoreRoles::trials,
          {.name = "trials",
           .kind = FieldKind::column,
           .help = "the column of how many answers each item has, of which `value` counts the right ones",
           .python = "trials",
           .remarks = {FieldRemark{.command = "compare models",
                                   .help = "NAME=COL,NAME=COL, how many answers each model gave to an item, "
                                           "of which `value` counts the right ones; or the column of all"}}}},
    Field{&ScoreRoles::weight,
          {.name = "weight",
           .kind = FieldKind::column,
           .help = "the column of row weights",
           .python = "sample_weight",
           .in_state = 1}},
    Field{&ScoreRoles::group,
          {.name = "group",
           .alias = "cluster",
           .kind = FieldKind::column,
           .help = "the column of groups of dependent rows: groups are independent draws",
           .python = "groups",
           .in_state = 1}},
    Field{
        &ScoreRoles::by,
        {.name = "by",
         .kind = FieldKind::column,
         .help = "a column whose values are subgroups, each judged alone too, with its gap to the other rows",
         .remarks = {FieldRemark{"compare models", "models are compared on all rows together; for the "
                                                   "figures of each part use `unseen score`"}},
         .in_state = 1}},
    Field{&ScoreRoles::split,
          {.name = "split",
           .kind = FieldKind::column,
           .help = "out-of-fold predictions: the column of folds; each was predicted by a model trained on "
                   "the others",
           .in_state = 1}},
    Field{&ScoreRoles::repeat,
          {.name = "repeat",
           .kind = FieldKind::column,
           .help = "the column of repeats of the cross-validation, with `split` (caret's Fold03.Rep1 names "
                   "both); or of the repeats of an item, with `value` and `id`",
           .in_state = 1}},
    Field{
        &ScoreRoles::own_repeats,
        {.name = "own_repeats",
         .help =
             "with `repeat` of items: each item was repeated by itself, so that its first repeat has nothing "
             "in common with that of another item (default: repeats of one name may be a run, on which "
             "all its values depend)"}},
    Field{&ScoreRoles::train_rows,
          {.name = "train_rows",
           .help = "rows that the model of each fold was trained on, with `split` (default: all rows of the "
                   "other folds)",
           .in_state = 16}},
    Field{&ScoreRoles::link,
          {.name = "link",
           .kind = FieldKind::flags,
           .help = "how scores that are logits become probabilities",
           .choices = "softmax|sigmoid",
           .remarks = {FieldRemark{"compare models", "scores are compared by their order; to compare losses "
                                                     "of probabilities make the probabilities first"}},
           .in_state = 4}},
    Field{&ScoreRoles::drop_missing,
          {.name = "drop_missing",
           .help = "leave out rows without a prediction or another needed cell, with a warning",
           .remarks = {FieldRemark{"compare models",
                                   "models are compared on the same rows; leave the row out of every file"}},
           .in_state = 2}},
    Field{&ScoreRoles::out_of_fold,
          {.name = "out_of_fold",
           .help = "out-of-fold predictions with unknown folds",
           .remarks = {FieldRemark{"compare models",
                                   "a comparison needs the folds; name their column with `split`"}},
           .in_state = 1}},
    Field{&ScoreRoles::id,
          {.name = "id",
           .alias = "item",
           .kind = FieldKind::column,
           .help = "the column of row names: files with common names are two models",
           .remarks = {FieldRemark{.command = "compare models",
                                   .help = "match the rows of the files by this column, not by order"}},
           .in_state = 1}},
    Field{&ScoreRoles::join,
          {.name = "join",
           .help = "treat files that look like two models as parts of one",
           .remarks = {FieldRemark{"compare models", "each file has the predictions of one model"}}}},
    Field{&ScoreRoles::task,
          {.name = "task",
           .help = "the kind of truth; detected if not given",
           .choices = "binary|multiclass|ordinal|regression",
           .in_state = 1}},
    Field{&ScoreRoles::order,
          {.name = "order",
           .kind = FieldKind::label,
           .help = "the classes of an ordinal task, lowest first",
           .in_state = 1}},
    Field{&ScoreRoles::positive,
          {.name = "positive",
           .kind = FieldKind::label,
           .help = "the positive label (default: the one with a usual name such as 1, yes or true, else the "
                   "rarer)",
           .in_state = 1}},
    Field{&ScoreRoles::threshold,
          {.name = "threshold",
           .help = "a row is labelled positive if its score is at least this",
           .remarks = {FieldRemark{.command = "score",
                                   .help = "a row is labelled positive if its score is at least this number, "
                                           "or a cut that a rule chooses on other rows"}},
           .in_state = 1}},
    Inner{&ScoreRoles::row_number, &ScoreRoles::labels_by_rule},
};
static_assert(describes_all_fields<ScoreRoles>());

} // namespace unseen
