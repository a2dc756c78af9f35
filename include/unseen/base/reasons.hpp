// The reasons why a figure or an interval does not exist. Each is a constant, so that a misspelling does not
// compile; reason_codes() (codes.hpp) lists them all.
//
// Example:
//
//     const Value undefined = Value::none(reasons::one_class);
//     assert(undefined.reason() == reasons::one_class && undefined.reason().name == "one_class");
//     assert(find_reason("one_class") == &reasons::one_class);
#pragma once

#include "unseen/base/code.hpp"

namespace unseen {

/// Why a figure or an interval does not exist (Value).
struct Reason : Code {
    using Code::Code;
};

/// All of them, in the order of their names. A new one is also listed in src/base/codes.cpp.
namespace reasons {

inline constexpr Reason adjusted_only{
    "adjusted_only", "the test's p-values are already adjusted for all pairs", "read p_value_adjusted"};
inline constexpr Reason all_tied{"all_tied", "all learners have equal scores on every data set"};
inline constexpr Reason bayesian{"bayesian", "the test gives posterior probabilities instead of a p-value",
                                 "read left, rope and right"};
inline constexpr Reason below_table{"below_table",
                                    "the statistic is below the first line of the coarse table",
                                    "read confidence, which is exact for z"};
inline constexpr Reason biased{
    "biased", "with so few rows of a class the bias of the figure exceeds its spread",
    "judge more rows of the small classes, or use a measure that pools the classes"};
inline constexpr Reason biased_in_resamples{
    "biased_in_resamples",
    "the resampled figures lie on one side of the figure, so that their interval would not contain it",
    "judge more rows, or ask for another `interval`"};
inline constexpr Reason bound_instead{"bound_instead", "a bound is given instead of an interval"};
inline constexpr Reason changed_over_time{
    "changed_over_time", "limits of earlier looks exclude those of this one: the figure has changed",
    "count the rows from the change on in a new state"};
inline constexpr Reason class_without_rows{
    "class_without_rows", "a class that is only predicted has no recall, so its recall has no interval",
    "judge rows of every class, or keep the class out of the predictions"};
inline constexpr Reason clustered_folds{
    "clustered_folds", "no interval is implemented for clusters in the folds of one cross-validation",
    "repeat the cross-validation: corrected_t takes the groups as the independent draws"};
inline constexpr Reason clusters_decide{"clusters_decide",
                                        "with clusters, more labels in the same clusters hardly help: what "
                                        "counts is how many of them are labelled",
                                        "label more clusters"};
inline constexpr Reason constant_scores{"constant_scores", "all scores are equal, so that they have no slope",
                                        "judge scores that differ"};
inline constexpr Reason constant_truth{"constant_truth", "all true values are equal",
                                       "judge rows whose true values differ, or take rmse or mae"};
inline constexpr Reason counted_on_training_rows{
    "counted_on_training_rows",
    "the bound rests on rows that took part in training, whose errors are no estimate",
    "read the bound; an estimator or a test file gives an estimate"};
inline constexpr Reason exact{"exact", "nothing was drawn: all permutations were counted"};
inline constexpr Reason failed_fits{"failed_fits", "fits that the figure needs failed",
                                    "see the failures in the answer, and remove their cause"};
inline constexpr Reason few_repetitions{"few_repetitions",
                                        "a spread over repetitions needs two with a figure",
                                        "take more repetitions or larger samples"};
inline constexpr Reason few_rows_above{
    "few_rows_above", "fewer than five rows lie above the threshold, too few for limits of a net benefit",
    "judge more rows"};
inline constexpr Reason few_sizes{"few_sizes",
                                  "a learning curve of fewer than four sizes with all fits, or of sizes "
                                  "within a factor of four, shows no law",
                                  "name more sizes"};
inline constexpr Reason incomplete_repeats{
    "incomplete_repeats",
    "a row was not tested once in every repeat, or rows of one group were in two folds of a repeat",
    "test every row in each repeat, and keep groups whole"};
inline constexpr Reason infinite{"infinite",
                                 "the figure or an end of its interval would be infinite: a cut of the "
                                 "probabilities separates the classes, there are too few rows for "
                                 "this level, or numbers are too large to be squared",
                                 "judge more rows, lower the level, or scale the numbers"};
inline constexpr Reason leave_one_out{"leave_one_out", "no test of two learners by leave-one-out is known to "
                                                       "hold its level; cv with 10 folds, repeated, has one"};
inline constexpr Reason level_too_low{
    "level_too_low",
    "at this level the interval of an equivalence test, which leaves out twice 1 - level, does not exist",
    "take a `level` above 0.5"};
inline constexpr Reason needs_exact_state{
    "needs_exact_state", "a state of fixed size does not hold what this measure needs; an exact state does",
    "make the state without `cells`"};
inline constexpr Reason needs_rows{
    "needs_rows", "the interval's method needs the rows, and a state of fixed size does not hold them",
    "make the state without `cells`, or ask for another `interval`"};
inline constexpr Reason no_bias_correction{
    "no_bias_correction",
    "the bias-corrected figure of a choice needs a measure that is a mean of row values, rows without "
    "weights, splits that test each row once a repeat, and figures of all points",
    "use the nested figure"};
inline constexpr Reason no_control{"no_control", "no learner is named as the control",
                                   "name one with `control`"};
inline constexpr Reason no_convergence{
    "no_convergence",
    "the iteration that computes the figure broke down, because nearly all probabilities are 0 or 1",
    "judge probabilities that are less extreme"};
inline constexpr Reason no_difference{"no_difference",
                                      "the test states no difference, or the planned difference is 0"};
inline constexpr Reason no_direction{"no_direction", "the test has no one-sided form", "read p_value"};
inline constexpr Reason no_discordant_rows{
    "no_discordant_rows", "the two models are right and wrong on the same rows", "judge more rows"};
inline constexpr Reason no_errors{
    "no_errors", "there are no errors, so that nothing says how they would become fewer", "judge more rows"};
inline constexpr Reason no_fold_information{
    "no_fold_information",
    "the folds of the out-of-fold predictions are not known; `split` names their column",
    "store the fold with each prediction, and name its column with `split`"};
inline constexpr Reason no_free_support_vector{
    "no_free_support_vector",
    "no support vector lies on the margin, where alpha is below C: xi-alpha can miss errors of leave-one-out",
    "use loo, or a larger C"};
inline constexpr Reason no_interval_for_design{"no_interval_for_design",
                                               "no interval is known to hold for this design",
                                               "take an estimator that has one: a test file, holdout or cv"};
inline constexpr Reason no_interval_for_test{"no_interval_for_test", "the test gives no interval",
                                             "read the interval of the primary test"};
inline constexpr Reason no_jackknife{
    "no_jackknife", "there are too many rows for the jackknife: the limits are only bias corrected"};
inline constexpr Reason no_known_level{
    "no_known_level", "no test of two learners by this measure is known to hold its level on one data set",
    "compare them by a mean of row losses, such as error_rate, or by several data sets"};
inline constexpr Reason no_labels{
    "no_labels", "it is not known which rows are predicted positive; `threshold` makes labels of scores",
    "name the column of predicted labels with `predicted`, or give `threshold`"};
inline constexpr Reason no_lower_bound{"no_lower_bound", "the inequality bounds the error from above only",
                                       "take another form or kind of bound"};
inline constexpr Reason no_out_of_bag_rows{"no_out_of_bag_rows", "every bootstrap sample held every row",
                                           "draw more samples"};
inline constexpr Reason no_p_value{"no_p_value", "the test gives no p-value"};
inline constexpr Reason no_power_law{
    "no_power_law", "the fitted law lies outside of the interval of a figure: the curve has another form",
    "leave out the small sizes, and fit the rest"};
inline constexpr Reason no_row_ids{"no_row_ids", "rows of different repeats cannot be matched",
                                   "name the column of the rows' names with `id`"};
inline constexpr Reason no_rows{"no_rows", "there is no row to judge"};
inline constexpr Reason no_scores{"no_scores",
                                  "the measure needs a score for each class, and there are only labels",
                                  "name the columns of scores with `score` or `scores`"};
inline constexpr Reason no_statistic{"no_statistic", "the test has no statistic", "read its p-value"};
inline constexpr Reason no_upper_bound{"no_upper_bound", "the inequality bounds the error from below only",
                                       "take another form or kind of bound"};
inline constexpr Reason no_value{"no_value", "the value does not exist, so it has no interval",
                                 "see the reason of the value"};
inline constexpr Reason no_variance_within_folds{
    "no_variance_within_folds",
    "the variance within folds cannot be estimated: a fold tests one row, or rows have weights",
    "take fewer folds, or wald_all_pairs"};
inline constexpr Reason no_visible_fall{"no_visible_fall",
                                        "the error does not visibly fall with the number of rows: it may be "
                                        "at its floor, or on a plateau before it "
                                        "falls",
                                        "add repeats, or smaller sizes"};
inline constexpr Reason not_a_mean_of_rows{"not_a_mean_of_rows",
                                           "nested cross-validation applies to means of row losses only",
                                           "use error_rate, rmse or another mean of losses"};
inline constexpr Reason not_an_error{"not_an_error",
                                     "the law of learning curves is for errors, whose best value is 0",
                                     "use error_rate, log_loss, rmse or another error"};
inline constexpr Reason not_binary{"not_binary", "the measure is defined for two classes, and there are more",
                                   "use an average over classes, such as f1_macro or roc_auc_ovr"};
inline constexpr Reason not_classes{"not_classes",
                                    "the curve is defined for classes, and the truth is numeric"};
inline constexpr Reason not_for_estimator{"not_for_estimator",
                                          "the estimator or bound cannot give this figure for these rows",
                                          "see the warning; use another estimator for it"};
inline constexpr Reason not_many_data_sets{
    "not_many_data_sets", "the figure exists only if learners are compared over many data sets"};
inline constexpr Reason not_nested{"not_nested", "no estimate was asked for that the choice took no part in"};
inline constexpr Reason not_numbers{
    "not_numbers", "the curve is defined for one number a row, and the truth holds classes or points"};
inline constexpr Reason not_ordered{
    "not_ordered", "the measure counts steps between classes, and the order of the classes has no meaning",
    "give the order with `order`"};
inline constexpr Reason not_pooled{"not_pooled",
                                   "scores are ranked across folds only if the measure is requested by name",
                                   "name the measure with `measure`"};
inline constexpr Reason not_probabilities{"not_probabilities", "the scores are not probabilities",
                                          "calibrate the scores, or use a measure of ranks such as roc_auc"};
inline constexpr Reason not_tested{
    "not_tested", "no test compares these by such splits",
    "use an estimator such as cv, or compare the models' predictions on the same rows"};
inline constexpr Reason nothing_predicted{
    "nothing_predicted", "no row is predicted as a class that the figure divides by",
    "judge more rows, lower `threshold`, or set 0/0 with the `zero_division` of `unseen score`"};
inline constexpr Reason of_row_values{
    "of_row_values",
    "the test is about the rows' losses, not about the function of their mean that was asked for",
    "read the bootstrap, which is about the measure itself"};
inline constexpr Reason one_class{"one_class",
                                  "the truth lacks a class that the figure compares or divides by",
                                  "judge rows of every class"};
inline constexpr Reason one_cluster{"one_cluster", "one cluster shows no spread, so there is no interval",
                                    "judge rows of more clusters"};
inline constexpr Reason one_comparison{"one_comparison", "there is nothing to adjust the p-value for",
                                       "read p_value"};
inline constexpr Reason one_data_set{"one_data_set", "Iman and Davenport's F needs two data sets",
                                     "add data sets"};
inline constexpr Reason one_repeat{"one_repeat",
                                   "no item was judged twice, so that nothing shows how it varies",
                                   "Judge the items again, and name the column of repeats."};
inline constexpr Reason one_row{"one_row", "one test row shows no spread, so there is no interval",
                                "judge more rows"};
inline constexpr Reason one_row_splits{"one_row_splits",
                                       "the measure needs many rows at once, and each split tests one",
                                       "take fewer folds, as in cv:folds=10"};
inline constexpr Reason one_split{"one_split", "one split shows no spread, so there is no interval",
                                  "take more splits or repeats"};
inline constexpr Reason one_unit{"one_unit", "a spread over clusters needs at least two clusters",
                                 "judge rows of more clusters"};
inline constexpr Reason power_never_reached{"power_never_reached",
                                            "none of the differences or sizes tried gives this power",
                                            "lower the power, or plan for more rows"};
inline constexpr Reason rank_too_large{
    "rank_too_large", "the rank is so large that the lower limit would lie above the upper one",
    "take a smaller `rank`"};
inline constexpr Reason rows_unknown{"rows_unknown", "a difference of rates needs the number of rows",
                                     "give the number with `rows`"};
inline constexpr Reason score_cells{
    "score_cells",
    "a state of fixed size gives limits of the value, because the order of the rows inside its cells is lost",
    "make the state without `cells` for the value itself and its interval"};
inline constexpr Reason several_targets{"several_targets",
                                        "the measure is defined for one number a row, and there are several",
                                        "use mean_distance or another measure of points"};
inline constexpr Reason shared_clusters{
    "shared_clusters",
    "clusters have rows in the group and outside it, so that the two figures are not independent; limits of "
    "such gaps are known for shares of rows only",
    "compare groups of whole clusters, or by error_rate"};
inline constexpr Reason too_few_clusters{"too_few_clusters",
                                         "one cluster or row has more than nine tenths of the weight",
                                         "gather more clusters, or judge the large one by itself"};
inline constexpr Reason too_few_repeats{"too_few_repeats",
                                        "an item has fewer answers than the measure draws from it",
                                        "draw fewer answers, or give every item more of them"};
inline constexpr Reason too_few_rows{"too_few_rows",
                                     "too few rows, or rows of a class, for this method at this level",
                                     "judge more rows, or lower the level"};
inline constexpr Reason too_few_splits{"too_few_splits",
                                       "there are too few splits for order statistics at this level",
                                       "take more splits: 95 % needs at least 39 on two sides, 19 on one"};
inline constexpr Reason too_many_bins{
    "too_many_bins",
    "weighted or clustered rows lie in more than 200 bins, too many to estimate their covariance",
    "take fewer bins"};
inline constexpr Reason too_many_folds{
    "too_many_folds",
    "no test of two learners by more than 10 folds is known to hold its level; cv with 10 folds has one"};
inline constexpr Reason too_many_pairs{"too_many_pairs",
                                       "a ranking needs fewer than 2^32 pairs of a row and a class",
                                       "judge a part of the rows"};
inline constexpr Reason too_many_rows{"too_many_rows",
                                      "there are too many rows to draw or count in reasonable time",
                                      "draw fewer `samples`, or judge a part of the rows"};
inline constexpr Reason undefined_in_resamples{
    "undefined_in_resamples", "without some row the figure would not exist, so there is no interval",
    "judge more rows of the rare class"};
inline constexpr Reason undefined_in_splits{"undefined_in_splits",
                                            "the measure exists in fewer than two splits",
                                            "take fewer folds, so that each tests rows of every class"};
inline constexpr Reason unlabelled_stratum{
    "unlabelled_stratum",
    "no item of some value of the judge has a human label, so that nothing is known of such items",
    "label two or more items of each value of the judge"};
inline constexpr Reason width_never_reached{
    "width_never_reached", "even a label for every item would leave the interval wider",
    "have the judge say something of more items, and label more of them"};
inline constexpr Reason zero_division{
    "zero_division", "the value is the one that `zero_division` sets for 0/0, not a figure of the rows",
    "judge more rows"};
inline constexpr Reason zero_variance{"zero_variance",
                                      "all losses, the figures of all splits or those of nearly all samples "
                                      "are equal: there is no spread, so there is no interval",
                                      "judge more rows or splits"};
inline constexpr Reason zero_weight{"zero_weight", "every row to judge has weight 0",
                                    "see the column named with `weight`"};

} // namespace reasons

} // namespace unseen
