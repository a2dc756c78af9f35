// What warnings are about. Each code is a constant, so that a misspelling does not compile; warning_codes()
// (codes.hpp) lists them all.
//
// Example:
//
//     const Warning warning(warnings::few_rows, "there are 20 rows");
//     assert(warning.is(warnings::few_rows) && warning.code == "few_rows");
#pragma once

#include "unseen/base/code.hpp"

namespace unseen {

/// What a warning is about (Warning).
struct WarningCode : Code {
    using Code::Code;
};

/// All of them, in the order of their names. A new one is also listed in src/base/codes.cpp.
namespace warnings {

inline constexpr WarningCode another_scale{"another_scale",
                                           "predicted numbers follow the truth, or its opposite, and yet err "
                                           "more than its mean: most likely they have "
                                           "other units, are logarithms, or have another sign",
                                           "bring both columns to one scale"};
inline constexpr WarningCode anti_conservative{
    "anti_conservative",
    "the test takes splits, or models of overlapping training sets, as more independent than they are: it "
    "rejects too often",
    "use cv_paired: estimate the learners by cv with at most 10 folds"};
inline constexpr WarningCode auc_below_half{
    "auc_below_half", "the scores put more than half of the pairs of rows in the wrong order",
    "check whether the scores are those of the other class: `positive`"};
inline constexpr WarningCode auc_few_errors{
    "auc_few_errors",
    "nearly all pairs of rows are in the right order, as if fewer than 5 rows of the smaller class were "
    "misplaced: an interval from ranks may be too short",
    "ask for `interval=kl`, which is not too short; in a comparison read the permutation test"};
inline constexpr WarningCode auc_zero_variance{
    "auc_zero_variance",
    "all positive rows have higher scores than all negative ones, or all lower, or all equal: the rows do "
    "not "
    "show how much the figure varies, and the interval is one that holds for any scores",
    "judge more rows"};
inline constexpr WarningCode best_of_many{
    "best_of_many", "the figure is the best of several learners, and therefore optimistic",
    "judge the chosen learner on rows that chose nothing, such as a test file that is used once"};
inline constexpr WarningCode categories_spelt_twice{
    "categories_spelt_twice",
    "categories of a feature differ only by case, outer "
    "blanks or a short form: most likely they are one, and learners take "
    "them for different ones",
    "spell each category alike in all rows"};
inline constexpr WarningCode changed_over_time{
    "changed_over_time",
    "limits that hold at any time exclude each other: the figure has changed since earlier looks, or rows "
    "were "
    "not counted as they came, and a requirement is not decided by them",
    "find out what changed, and count the rows from then on in a new state"};
inline constexpr WarningCode class_absent_from_test{
    "class_absent_from_test", "the test part of a hold-out lacks a class", "test a larger part, or stratify"};
inline constexpr WarningCode class_absent_from_training{
    "class_absent_from_training",
    "the training rows of some splits lack a class, so that no model of theirs can predict it",
    "train on larger parts, stratify, or leave the class out"};
inline constexpr WarningCode class_never_predicted{
    "class_never_predicted",
    "a class is never predicted; its precision counts as 0 in averages over classes, or as `zero_division`",
    "set with `zero_division` how it counts"};
inline constexpr WarningCode class_of_one_group{
    "class_of_one_group", "a class is in one group: when that group is tested, no training row has the class",
    "gather more groups of the class, or leave it out"};
inline constexpr WarningCode class_of_one_row{
    "class_of_one_row", "a class has one row: when that row is tested, no training row has the class",
    "gather more rows of the class, or leave it out"};
inline constexpr WarningCode class_smaller_than_folds{
    "class_smaller_than_folds",
    "a class has fewer rows, or is in fewer groups, than there are folds; some folds lack it",
    "take fewer folds"};
inline constexpr WarningCode classes_spelt_twice{
    "classes_spelt_twice",
    "two classes differ only by case, outer blanks or a short form: most likely they are one class, and "
    "every confusion of "
    "them counts as an error",
    "spell each class alike in all rows"};
inline constexpr WarningCode clipped_rows{
    "clipped_rows",
    "the loss of some rows would be infinite or undefined, such as a percentage of a truth of 0, and a bound "
    "stands in its place: these rows decide the figure",
    "read the figure without them, or take a measure without such a bound"};
inline constexpr WarningCode cluster_in_several_folds{
    "cluster_in_several_folds",
    "the models were trained on rows that depend on the rows they are tested on: the figures are too good",
    "keep clusters whole when you make folds"};
inline constexpr WarningCode constant_features{
    "constant_features", "features have one value in all rows, or none: no learner can use them",
    "leave them out with `ignore`, and find out whether a filter or a join emptied them"};
inline constexpr WarningCode counts_possible_errors{
    "counts_possible_errors",
    "the figure counts every row that may be an error: it is a bound on leave-one-out, not an estimate, and "
    "does not compare learners",
    "use loo or cv for the error itself"};
inline constexpr WarningCode cuts_as_given{
    "cuts_as_given",
    "each part of the rows has a cut of its own, which the other parts chose: intervals leave out that other "
    "samples would choose other cuts, and are too short for the one cut that all rows choose",
    "judge the cut of all rows, as a number, on rows that had no part in its choice"};
inline constexpr WarningCode data_sets_left_out{
    "data_sets_left_out", "data sets that lack the score of a learner take no part in the comparison",
    "fill in the scores, or leave out the learner"};
inline constexpr WarningCode dependent_rows{
    "dependent_rows", "the test takes rows as independent although they are a time series",
    "use diebold_mariano"};
inline constexpr WarningCode digits_lost{"digits_lost",
                                         "a column of numbers has different cells that are one number, such "
                                         "as 007 and 7, or whole numbers of more "
                                         "than 15 digits",
                                         "declare it `categorical` if its cells are names"};
inline constexpr WarningCode dm_bartlett{
    "dm_bartlett", "the autocovariances do not add up to a positive variance; Bartlett's weights were used",
    "judge a longer series"};
inline constexpr WarningCode duplicate_rows{
    "duplicate_rows",
    "rows equal other rows in every column, more often than chance explains, and splits test copies of their "
    "training rows: the figures are too good, and intervals and tests take the copies for new rows",
    "keep equal rows on one side of each split with `group=@duplicates`, or leave the copies out"};
inline constexpr WarningCode empty_out_of_bag{
    "empty_out_of_bag", "a bootstrap sample drew every row, so that it tests none", "gather more rows"};
inline constexpr WarningCode extreme_scores{
    "extreme_scores",
    "some scores are 0 or 1; where they are wrong the loss would be infinite: single rows decide the log "
    "loss, and the interval may be too short",
    "calibrate the scores, or use brier"};
inline constexpr WarningCode failed_fits{
    "failed_fits",
    "some fits failed and are not in the figure: it is about the other splits, which may be easier",
    "see the failures in the answer, and remove their cause"};
inline constexpr WarningCode feature_gives_target{
    "feature_gives_target",
    "one feature alone gives the target of nearly every row: most likely it was made from the target, or is "
    "known only after it",
    "leave it out with `ignore` unless it is known when a model is used"};
inline constexpr WarningCode few_class_rows{
    "few_class_rows",
    "a class has very few rows (below 10 for averages of AUC or average precision over classes, for "
    "calibration lines and for pooled rows of a cross-validation, below 5 for other averages): their "
    "intervals may be too short, or "
    "wide",
    "judge more rows of the class"};
inline constexpr WarningCode few_clusters{
    "few_clusters",
    "there are fewer than 10 clusters: intervals that take clusters as the independent draws are too short",
    "gather more clusters"};
inline constexpr WarningCode few_data_sets{
    "few_data_sets",
    "fewer than 6 data sets are compared: a real difference between learners may well not show",
    "add data sets"};
inline constexpr WarningCode few_discordant_rows{
    "few_discordant_rows",
    "the two models differ on so few rows that an approximation does not hold, or that the exact test cannot "
    "become significant",
    "judge more rows"};
inline constexpr WarningCode few_distinct_scores{
    "few_distinct_scores",
    "the log loss has few distinct values, and one of them is rare: on other rows a loss that none of these "
    "has may decide the figure, which an interval from these losses alone does not allow for",
    "take the default interval of a test set, judge more rows, or use brier"};
inline constexpr WarningCode few_errors{
    "few_errors",
    "a cross-validation saw fewer than 5 errors, or fewer than 5 right rows: the error of the model of all "
    "rows may lie outside the interval",
    "gather more rows"};
inline constexpr WarningCode few_free_support_vectors{
    "few_free_support_vectors",
    "fewer than 3 support vectors lie on the margin, where alpha is below C: the threshold of a machine that "
    "was trained without one of them may move, and xi-alpha may miss errors of leave-one-out",
    "use loo, or a larger C"};
inline constexpr WarningCode few_labels{
    "few_labels", "fewer than 20 items have a human label: such intervals were not simulated",
    "label more items"};
inline constexpr WarningCode few_large_losses{
    "few_large_losses",
    "few rows carry most of the mean loss, or of its spread: its interval may be too short",
    "judge more rows, or use a loss in which large errors count less, such as mae"};
inline constexpr WarningCode few_repeats{
    "few_repeats",
    "too few repeats with different folds (fewer than 5, folds of one row or group each, or the same folds "
    "in every repeat) show too little of how much the models differ",
    "use cv with repeats=5 or more, and so few folds that repeats have different ones"};
inline constexpr WarningCode few_rows{
    "few_rows", "a cross-validation of fewer than 30 rows or groups: its interval may be too short",
    "gather more rows"};
inline constexpr WarningCode few_rows_in_bins{
    "few_rows_in_bins",
    "a mean calibration error of fewer than 100 rows: chance makes even a calibrated model's figure large, "
    "and the interval may be too short",
    "judge more rows, or take brier"};
inline constexpr WarningCode few_runs{
    "few_runs", "items were judged in fewer than four runs, which say little about how runs vary",
    "run all items more often; if repeats have nothing in common from item to item, `own_repeats` says that"};
inline constexpr WarningCode free_text{
    "free_text",
    "a feature holds texts of several words, nearly all different: learners take them for categories",
    "make features of the texts first, such as counts of their words, or leave the column out with `ignore`"};
inline constexpr WarningCode groups_in_test{
    "groups_in_test",
    "test rows belong to groups that have training rows: the figures are too good for new groups",
    "test on groups that are not in the training rows"};
inline constexpr WarningCode groups_of_one_row{
    "groups_of_one_row", "every row has its own group: the groups keep no rows together",
    "name with `group` the column that the rows of one patient, machine or the like share, or leave it out"};
inline constexpr WarningCode interval_disagrees{"interval_disagrees",
                                                "the exact test and the interval, which is an approximation, "
                                                "disagree at this level: no difference is claimed",
                                                "judge more rows"};
inline constexpr WarningCode interval_too_narrow{
    "interval_too_narrow",
    "the figures of the splits vary less than independent test rows would, as for a constant prediction on "
    "stratified folds: the corrected t interval is too narrow",
    "ask for another `interval`, or use a test file or holdout"};
inline constexpr WarningCode judge_unused{
    "judge_unused",
    "the judge says the same of all labelled items, or of nearly all: the figure rests on the labels alone",
    "label more items, some of each value of the judge"};
inline constexpr WarningCode label_not_in_truth{"label_not_in_truth",
                                                "a predicted label never occurs in the truth",
                                                "check that labels are spelt alike in both columns"};
inline constexpr WarningCode labels_against_scores{
    "labels_against_scores",
    "rows that are labelled positive have smaller scores than the others: the labels, or the scores, are "
    "most likely those of the other class",
    "name the positive class with `positive`, or the column of its scores with `score`"};
inline constexpr WarningCode labels_like_ids{
    "labels_like_ids",
    "a column of labels differs in nearly every row: most likely it numbers or names the rows",
    "name the right column with `truth` or `predicted`"};
inline constexpr WarningCode labels_not_random{
    "labels_not_random",
    "the items with a human label are no random draw of all, by what the judge says of them: somebody chose "
    "them, and a choice that goes with the truth biases the figure, which the judge corrects only in part",
    "label items that are drawn at random; if each value of the judge had its own random draw, say so with "
    "`labelled_by=judge`"};
inline constexpr WarningCode labels_permuted{
    "labels_permuted",
    "most rows of a class have the label of another one, class by class: most likely names of classes are "
    "exchanged in one of the columns",
    "name the classes alike in both columns"};
inline constexpr WarningCode labels_shifted{"labels_shifted",
                                            "predicted whole numbers meet the truth far more often with 1 "
                                            "added or taken away: most likely one of the "
                                            "two columns counts the classes from 0 and the other from 1",
                                            "number the classes alike in both columns"};
inline constexpr WarningCode learner_left_out{
    "learner_left_out", "a learner lacks figures that the comparison needs, and is left out of it",
    "see the reason; name a measure that all learners have, or mend the fits that failed"};
inline constexpr WarningCode looks_like_groups{
    "looks_like_groups",
    "rows with one value of a feature resemble each other more than rows with neighbouring values do: most "
    "likely the value names a patient, a machine or the like, whose rows depend on each other",
    "name it with `group`, so that every split keeps its rows together"};
inline constexpr WarningCode looks_like_id{
    "looks_like_id",
    "a feature differs in nearly every row, or numbers the rows: most likely it identifies the row",
    "leave it out with `id` or `ignore`"};
inline constexpr WarningCode looks_like_missing{"looks_like_missing",
                                                "numbers such as -999 or 9999 are far from all others: "
                                                "most likely they stand for missing cells",
                                                "name them with `missing`, so that the cells are missing"};
inline constexpr WarningCode looks_like_role{
    "looks_like_role",
    "a feature has the usual name of a fold, a part or a weight of rows, which new rows do not have",
    "leave it out with `ignore`, or give it its role"};
inline constexpr WarningCode looks_like_scores{
    "looks_like_scores",
    "the truth has two values, and the predictions are other numbers: they are judged as numbers",
    "if they are scores, name them with `score`"};
inline constexpr WarningCode looks_like_summary{"looks_like_summary",
                                                "a row at the end of the file is called `Total`, `Average` "
                                                "or the like: most likely it sums up the others",
                                                "judge a copy of the file without it"};
inline constexpr WarningCode looks_like_time{
    "looks_like_time",
    "a feature holds dates or times, and no column is named as the time: models are tested on rows older "
    "than "
    "their training rows",
    "name it with `time` and use forward-growing, or leave it out with `ignore`"};
inline constexpr WarningCode looks_out_of_fold{
    "looks_out_of_fold",
    "a column called fold, split or Resample, or with values Fold1, Fold2 ..., suggests that several models "
    "made the predictions, but figures and intervals are those for one model",
    "name the column with `split`"};
inline constexpr WarningCode may_undercover{
    "may_undercover",
    "in simulations with known errors the interval covered less often than its level by more than two points",
    "see the table under Intervals; ask for an interval that covers there"};
inline constexpr WarningCode mean_of_folds{
    "mean_of_folds",
    "the figure is the mean of the folds' figures, as `cv:aggregation=mean` asks: by this measure it is far "
    "off where folds hold few rows of a class, or few rows",
    "leave out `cv:aggregation=mean`: the rows of each repeat are then judged together"};
inline constexpr WarningCode missing_cells_filled{
    "missing_cells_filled",
    "features have missing cells, and a learner cannot take them: each of its fits fills them by the median "
    "or "
    "the most frequent category of its training rows",
    "fill them yourself, name a learner that takes them, or refuse them with `impute=none`"};
inline constexpr WarningCode missing_prediction{
    "missing_prediction", "rows without a prediction were left out, as `drop_missing` asks",
    "find out why they have none: the figures say nothing about such rows"};
inline constexpr WarningCode missing_target{"missing_target", "rows without a response were left out"};
inline constexpr WarningCode naive_interval{
    "naive_interval",
    "the interval takes splits as independent although they share rows: it is far too short",
    "use corrected_t"};
inline constexpr WarningCode near_chance{
    "near_chance",
    "the predictions may be no better than chance: how many rows a model calls positive then differs from "
    "data set to data set, which one data set does not show, and the interval may be too short",
    "read kappa or balanced_accuracy, whose intervals hold there"};
inline constexpr WarningCode no_cut{
    "no_cut",
    "no cut of the scores gave what was asked for: no precision as large, or training rows of one class",
    "ask for less, or take more rows of both classes"};
inline constexpr WarningCode no_inner_figure{
    "no_inner_figure",
    "the learner tuned had no figure to choose by on any inner split, and took the first point of its grid",
    "choose by a measure that exists on small parts of the rows, such as error_rate, or take fewer inner "
    "folds"};
inline constexpr WarningCode no_row_ids{
    "no_row_ids",
    "rows of different repeats cannot be matched, so the interval comes from the splits' figures alone",
    "name the column of the rows' names with `id`"};
inline constexpr WarningCode no_training_figure{
    "no_training_figure",
    "the estimator does not judge splits of one size on their test rows, so that there is no figure of "
    "training rows to set beside",
    "ask with `training-error` for an estimator such as cv"};
inline constexpr WarningCode no_wrong_prediction{
    "no_wrong_prediction", "every prediction equals its truth: most likely one column is made of the other",
    "check which columns are the truth and the prediction"};
inline constexpr WarningCode normal_few_errors{
    "normal_few_errors",
    "there are fewer than 5 errors or fewer than 5 right rows: the normal approximation does not hold, and "
    "its limits lie too close to the observed rate; without any error they claim certainty",
    "take the form exact"};
inline constexpr WarningCode not_converged{
    "not_converged",
    "a solver stopped before it reached its tolerance: the model is not the one that the learner means",
    "scale the features, lower C, or raise the tolerance"};
inline constexpr WarningCode not_for_estimator{
    "not_for_estimator",
    "an estimator or bound cannot give this figure for these rows; the others are not touched",
    "use another estimator for it"};
inline constexpr WarningCode numbers_as_classes{
    "numbers_as_classes", "a numeric target was taken as classes; the text of the warning gives the rule",
    "if it is a number, name it with `numeric`"};
inline constexpr WarningCode odd_cells{
    "odd_cells",
    "a few cells of a column of numbers are texts, so that the whole column is taken for categories",
    "name the texts with `missing`, mend the cells, or declare the column `categorical`"};
inline constexpr WarningCode of_row_values{
    "of_row_values",
    "the test is about the rows' losses, not about the function of their mean that was asked for",
    "read the bootstrap, which is about the measure itself"};
inline constexpr WarningCode one_class{"one_class", "every row has the same class",
                                       "check that the target is the column that you mean"};
inline constexpr WarningCode one_split{"one_split", "one split shows no spread: there is no posterior",
                                       "take more splits or repeats"};
inline constexpr WarningCode other_direction{"other_direction",
                                             "a significant test favours the model with the worse measure: "
                                             "it weighs rows differently and answers another question",
                                             "use the primary test"};
inline constexpr WarningCode overlapping_windows{
    "overlapping_windows",
    "forecasts from several origins overlap, so that their rows are not independent draws, and there is no "
    "interval",
    "keep one forecast for each time, or name with `group` what is independent, such as the series"};
inline constexpr WarningCode partly_labelled_groups{
    "partly_labelled_groups",
    "some groups have items with and without a human label: the interval was simulated for groups that are "
    "labelled as a whole",
    "label all items of a group or none"};
inline constexpr WarningCode pooled_scores{
    "pooled_scores",
    "ranks over the pooled rows of several models are biased, usually downwards, because a class that is "
    "rarer in the test rows of a fold is more frequent in its training rows",
    "use the mean of the folds"};
inline constexpr WarningCode poor_power_law{
    "poor_power_law",
    "the law fitted to a learning curve misses the mean of the splits' figures at a size by more than 3 "
    "standard errors of that mean: the curve has another form, and an extrapolation by the law means nothing",
    "leave out the small sizes, and fit the rest"};
inline constexpr WarningCode positive_class_guessed{"positive_class_guessed",
                                                    "neither class has a usual name of a positive class, "
                                                    "such as yes, 1 or true, and figures or costs depend on "
                                                    "which one is positive: the rarer class is taken",
                                                    "name it with `positive`"};
inline constexpr WarningCode positive_rarely_found{
    "positive_rarely_found",
    "a cross-validation finds fewer than 2 positive rows: the interval is about the procedure, and the model "
    "of all rows may find none",
    "gather more positive rows, or lower the threshold"};
inline constexpr WarningCode predicted_outside_classes{
    "predicted_outside_classes",
    "predicted whole numbers lie outside the ordered classes, and count as the nearest class: most likely "
    "they number the classes from another start",
    "number the predictions as the truth does"};
inline constexpr WarningCode repeated_ids{"repeated_ids",
                                          "rows of one id, or of one rowIndex (caret), .row (tidymodels) or "
                                          "row_ids (mlr3), are not independent draws",
                                          "keep one row of each, or name their column with `group`"};
inline constexpr WarningCode roles_look_swapped{
    "roles_look_swapped",
    "the truth has many values from 0 to 1 and the prediction has two, or each has the usual name of the "
    "other: "
    "most likely they are swapped",
    "exchange the columns that `truth` and `predicted` or `score` name"};
inline constexpr WarningCode rounded_probabilities{"rounded_probabilities",
                                                   "probabilities of a row do not sum to 1 within 0.001 "
                                                   "(further off than 0.005 is an error); they are taken "
                                                   "as they are, as scikit-learn does",
                                                   "write them with more digits"};
inline constexpr WarningCode rows_never_out_of_bag{
    "rows_never_out_of_bag", "rows that are in every bootstrap sample are not in B2", "draw more samples"};
inline constexpr WarningCode runs_not_counted{
    "runs_not_counted",
    "items share the names of their repeats, which may be runs on which all values depend, and the interval "
    "takes them as independent: it is too short if runs differ",
    "read the mean, whose interval counts runs; if repeats have nothing in common from item to item, "
    "`own_repeats` says that"};
inline constexpr WarningCode same_folds_in_repeats{
    "same_folds_in_repeats",
    "the sizes of the groups differ so much that every repeat of the cross-validation has the same folds: "
    "repeats add nothing, but corrected_t counts them as splits",
    "take repeats=1"};
inline constexpr WarningCode scaled_on_training_rows{
    "scaled_on_training_rows",
    "the features were scaled by all rows, also by those that a figure counts as left out, but the proof of "
    "its bound assumes a scale that does not depend on these rows",
    "scale the features by other rows, and give the learner scale=none"};
inline constexpr WarningCode scores_as_percentages{
    "scores_as_percentages",
    "the scores are numbers from 0 to 100, which look like percentages: they are ranked, but no figure of "
    "probabilities exists",
    "divide them by 100"};
inline constexpr WarningCode scores_at_cut{
    "scores_at_cut",
    "some scores are exactly the cut of 1/2 and count as predicted positive, where scikit-learn's predict "
    "takes the other class",
    "set the cut with `threshold`, or name a column of labels with `predicted`"};
inline constexpr WarningCode scores_of_predicted{
    "scores_of_predicted",
    "no score is below 1/2, though both classes are predicted: most likely these are probabilities of the "
    "predicted class, but those of the positive class are expected",
    "name the column of the positive class's probability with `score`"};
inline constexpr WarningCode scores_permuted{"scores_permuted",
                                             "rows of some classes have their largest scores in the columns "
                                             "of other classes: most likely the columns of "
                                             "scores are named in another order than they are written",
                                             "name each class's column with `scores=CLASS=COLUMN`"};
inline constexpr WarningCode shared_rows{
    "shared_rows",
    "rows of a test file, unlabelled rows, or rows that a stored model predicts, equal training rows more "
    "often than training rows equal each other: they are not new to the model, figures of them are too good, "
    "and limits from them are not exact",
    "leave the copies out, or train without them"};
inline constexpr WarningCode shorter_with_clusters{
    "shorter_with_clusters",
    "the interval by clusters is shorter than that of independent rows: with few clusters mostly chance "
    "makes them agree, unless their rows compensate for each other",
    "gather more clusters; where rows are independent draws, leave out the clusters"};
inline constexpr WarningCode stratum_ignored{
    "stratum_ignored", "a column to stratify by is named, and the plan does not balance it",
    "add stratify=yes to the plan's spec, or leave the column out"};
inline constexpr WarningCode sums_not_one{"sums_not_one",
                                          "the scores of a row lie in [0, 1], but do not sum to 1: they are "
                                          "taken for scores, not for probabilities",
                                          "find out whether a class or a column is missing"};
inline constexpr WarningCode test_rows_elsewhere{
    "test_rows_elsewhere",
    "no test row has a value of a feature in the range of the training rows, or one of their categories: the "
    "test "
    "file may have other units or spellings, or come from elsewhere",
    "give both files the same units and spellings"};
inline constexpr WarningCode test_rows_unused{"test_rows_unused",
                                              "there is a test file, and no estimator tests on its rows",
                                              "name the estimator test, too"};
inline constexpr WarningCode threshold_outside_scores{
    "threshold_outside_scores", "the threshold is outside the range of the scores: all rows have one label",
    "give a threshold within their range"};
inline constexpr WarningCode time_ignored{"time_ignored",
                                          "rows have a time, and the plan tests some with models trained on "
                                          "later rows: the figures are too good if the data drift",
                                          "use forward-growing or forward-fixed"};
inline constexpr WarningCode trained_without_weights{
    "trained_without_weights",
    "rows have weights, and the learner cannot train with them: it is trained without weights and judged "
    "with weights",
    "use a learner that trains with weights, or an ensemble of such learners, or drop `weight`"};
inline constexpr WarningCode training_size_grows{
    "training_size_grows",
    "the training windows grow: the figure is a mean over models of many training sizes",
    "use forward-fixed for one size"};
inline constexpr WarningCode undefined_in_folds{
    "undefined_in_folds",
    "the measure does not exist in some splits or repeats; the figure is the mean of the others",
    "take fewer folds, or stratify"};
inline constexpr WarningCode unequal_repeats{
    "unequal_repeats", "the repeats of a cross-validation do not test equally many rows",
    "check whether predictions are missing"};
inline constexpr WarningCode uneven_clusters{"uneven_clusters",
                                             "a few clusters hold most of the rows: the interval is made "
                                             "wider, and no interval holds if such clusters "
                                             "differ from the others",
                                             "gather more clusters, or judge the large ones by themselves"};
inline constexpr WarningCode uneven_times{
    "uneven_times", "the times of a series are not in equal steps, and lags count rows",
    "fill in the missing rows, or keep in mind that a lag counts rows, not time"};
inline constexpr WarningCode units_decide{
    "units_decide", "the unit of a feature or of the target leaves the learner hardly anything to fit",
    "give the feature or the target a unit in which it is neither tiny nor huge, or scale features: "
    "scale(SPEC)"};
inline constexpr WarningCode unstable_jackknife{
    "unstable_jackknife",
    "the lecture's form of the jackknife has a standard deviation near 1/2 for an error rate, however many "
    "rows there are",
    "use form=excess"};
inline constexpr WarningCode unstable_learner{
    "unstable_learner",
    "most of the interval's width comes from how much the models differ when other rows are trained on",
    "gather more rows, or take a learner whose models differ less, such as the average of many"};
inline constexpr WarningCode wide_forecast{
    "wide_forecast",
    "the limits of the error with more training rows hold both half of the forecast and half more than it",
    "add rows or repeats"};
inline constexpr WarningCode zero_variance{"zero_variance",
                                           "all losses, figures of splits or differences are equal: they "
                                           "show no spread, so there is no interval and no t test",
                                           "judge more rows or splits"};

} // namespace warnings

} // namespace unseen
