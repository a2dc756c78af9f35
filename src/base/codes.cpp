#include "unseen/base/codes.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace unseen {

std::span<const Code> reason_codes()
{
    static const std::vector<Code> codes = {
        {"adjusted_only", "the test's p-values are already adjusted for all pairs", "read p_value_adjusted"},
        {"all_tied", "all learners have equal scores on every data set", ""},
        {"bayesian", "the test gives posterior probabilities instead of a p-value",
         "read left, rope and right"},
        {"below_table", "the statistic is below the first line of the coarse table",
         "read confidence, which is exact for z"},
        {"biased", "with so few rows of a class the bias of the figure exceeds its spread",
         "judge more rows of the small classes, or use a measure that pools the classes"},
        {"biased_in_resamples",
         "the resampled figures lie on one side of the figure, so that their interval would not contain it",
         "judge more rows, or ask for another `interval`"},
        {"bound_instead", "a bound is given instead of an interval", ""},
        {"class_without_rows", "a class that is only predicted has no recall, so its recall has no interval",
         "judge rows of every class, or keep the class out of the predictions"},
        {"clustered_folds", "no interval is implemented for clusters in the folds of one cross-validation",
         "repeat the cross-validation: corrected_t takes the groups as the independent draws"},
        {"constant_scores", "all scores are equal, so that they have no slope", "judge scores that differ"},
        {"constant_truth", "all true values are equal",
         "judge rows whose true values differ, or take rmse or mae"},
        {"exact", "nothing was drawn: all permutations were counted", ""},
        {"failed_fits", "fits that the figure needs failed",
         "see the failures in the answer, and remove their cause"},
        {"few_repetitions", "a spread over repetitions needs two with a figure",
         "take more repetitions or larger samples"},
        {"few_rows_above",
         "fewer than five rows lie above the threshold, too few for limits of a net benefit",
         "judge more rows"},
        {"few_sizes", "a learning curve of fewer than four sizes with all fits shows no law",
         "name more sizes"},
        {"incomplete_repeats",
         "a row was not tested once in every repeat, or rows of one group were in two folds of a repeat",
         "test every row in each repeat, and keep groups whole"},
        {"infinite",
         "the figure or an end of its interval would be infinite: too few rows for this level, or numbers "
         "too large to be "
         "squared",
         "judge more rows, lower the level, or scale the numbers"},
        {"level_too_low",
         "at this level the interval of an equivalence test, which leaves out twice 1 - level, does not "
         "exist",
         "take a `level` above 0.5"},
        {"needs_exact_state",
         "a state of fixed size does not hold what this measure needs; an exact state does",
         "make the state without `cells`"},
        {"needs_rows", "the interval's method needs the rows, and a state of fixed size does not hold them",
         "make the state without `cells`, or ask for another `interval`"},
        {"no_bias_correction",
         "the bias-corrected figure of a choice needs a measure that is a mean of row values, rows without "
         "weights, splits that "
         "test each row once a repeat, and figures of all points",
         "use the nested figure"},
        {"no_control", "no learner is named as the control", "name one with `control`"},
        {"no_difference", "the test states no difference, or the planned difference is 0", ""},
        {"no_direction", "the test has no one-sided form", "read p_value"},
        {"no_discordant_rows", "the two models are right and wrong on the same rows", "judge more rows"},
        {"no_fold_information",
         "the folds of the out-of-fold predictions are not known; `split` names their column",
         "store the fold with each prediction, and name its column with `split`"},
        {"no_interval_for_design", "no interval is known to hold for this design",
         "take an estimator that has one: a test file, holdout or cv"},
        {"no_interval_for_test", "the test gives no interval", "read the interval of the primary test"},
        {"no_jackknife", "there are too many rows for the jackknife: the limits are only bias corrected", ""},
        {"no_labels", "it is not known which rows are predicted positive; `threshold` makes labels of scores",
         "name the column of predicted labels with `predicted`, or give `threshold`"},
        {"no_lower_bound", "the inequality bounds the error from above only",
         "take another form or kind of bound"},
        {"no_out_of_bag_rows", "every bootstrap sample held every row", "draw more samples"},
        {"no_p_value", "the test gives no p-value", ""},
        {"no_power_law",
         "the fitted law lies outside of the interval of a figure: the curve has another form",
         "leave out the small sizes, and fit the rest"},
        {"no_row_ids", "rows of different repeats cannot be matched",
         "name the column of the rows' names with `id`"},
        {"no_rows", "there is no row to judge", ""},
        {"no_scores", "the measure needs a score for each class, and there are only labels",
         "name the columns of scores with `score` or `scores`"},
        {"no_statistic", "the test has no statistic", "read its p-value"},
        {"no_upper_bound", "the inequality bounds the error from below only",
         "take another form or kind of bound"},
        {"no_value", "the value does not exist, so it has no interval", "see the reason of the value"},
        {"no_variance_within_folds",
         "the variance within folds cannot be estimated: a fold tests one row, or rows have weights",
         "take fewer folds, or wald_all_pairs"},
        {"not_a_mean_of_rows", "nested cross-validation applies to means of row losses only",
         "use error_rate, rmse or another mean of losses"},
        {"not_an_error", "the law of learning curves is for errors, whose best value is 0",
         "use error_rate, log_loss, rmse or another error"},
        {"not_binary", "the measure is defined for two classes, and there are more",
         "use an average over classes, such as f1_macro or roc_auc_ovr"},
        {"not_classes", "the curve is defined for classes, and the truth is numeric", ""},
        {"not_for_estimator", "the estimator or bound cannot give this figure for these rows",
         "see the warning; use another estimator for it"},
        {"not_many_data_sets", "the figure exists only if learners are compared over many data sets", ""},
        {"not_nested", "no estimate was asked for that the choice took no part in", ""},
        {"not_numbers", "the curve is defined for one number a row, and the truth holds classes or points",
         ""},
        {"not_ordered",
         "the measure counts steps between classes, and the order of the classes has no meaning",
         "give the order with `order`"},
        {"not_pooled", "scores are ranked across folds only if the measure is requested by name",
         "name the measure with `measure`"},
        {"not_probabilities", "the scores are not probabilities",
         "calibrate the scores, or use a measure of ranks such as roc_auc"},
        {"not_tested", "no test compares these by such splits",
         "use an estimator such as cv, or compare the models' predictions on the same rows"},
        {"nothing_predicted",
         "no row is predicted as a class that the figure divides by; `zero_division` sets the value of 0/0",
         "judge more rows, lower `threshold`, or set 0/0 with `zero_division`"},
        {"of_row_values",
         "the test is about the rows' losses, not about the function of their mean that was asked for",
         "read the bootstrap, which is about the measure itself"},
        {"one_class", "the truth lacks a class that the figure compares or divides by",
         "judge rows of every class"},
        {"one_cluster", "one cluster shows no spread, so there is no interval",
         "judge rows of more clusters"},
        {"one_comparison", "there is nothing to adjust the p-value for", "read p_value"},
        {"one_data_set", "Iman and Davenport's F needs two data sets", "add data sets"},
        {"one_row", "one test row shows no spread, so there is no interval", "judge more rows"},
        {"one_row_splits", "the measure needs many rows at once, and each split tests one",
         "take fewer folds, as in cv:folds=10"},
        {"one_split", "one split shows no spread, so there is no interval", "take more splits or repeats"},
        {"one_unit", "a spread over clusters needs at least two clusters", "judge rows of more clusters"},
        {"power_never_reached", "none of the differences or sizes tried gives this power",
         "lower the power, or plan for more rows"},
        {"rank_too_large", "the rank is so large that the lower limit would lie above the upper one",
         "take a smaller `rank`"},
        {"rows_unknown", "a difference of rates needs the number of rows", "give the number with `rows`"},
        {"score_cells",
         "a state of fixed size gives limits of the value, because the order of the rows inside its cells is "
         "lost",
         "make the state without `cells` for the value itself and its interval"},
        {"several_targets", "the measure is defined for one number a row, and there are several",
         "use mean_distance or another measure of points"},
        {"shared_clusters",
         "clusters have rows in the group and outside it, so that the two figures are not independent",
         "compare groups of whole clusters"},
        {"too_few_rows", "too few rows, or rows of a class, for this method at this level",
         "judge more rows, or lower the level"},
        {"too_few_splits", "there are too few splits for order statistics at this level",
         "take more splits: 95 % needs at least 39 on two sides, 19 on one"},
        {"too_many_bins",
         "weighted or clustered rows lie in more than 200 bins, too many to estimate their covariance",
         "take fewer bins"},
        {"too_many_pairs", "a ranking needs fewer than 2^32 pairs of a row and a class",
         "judge a part of the rows"},
        {"too_many_rows",
         "there are too many rows to draw or count in reasonable time; `samples=N` draws fewer",
         "draw fewer `samples`, or judge a part of the rows"},
        {"undefined_in_resamples", "without some row the figure would not exist, so there is no interval",
         "judge more rows of the rare class"},
        {"undefined_in_splits", "the measure exists in fewer than two splits",
         "take fewer folds, so that each tests rows of every class"},
        {"zero_division", "the value is the one that `zero_division` sets for 0/0, not a figure of the rows",
         "judge more rows"},
        {"zero_variance",
         "all losses, the figures of all splits or those of nearly all samples are equal: there is no "
         "spread, so there is no "
         "interval",
         "judge more rows or splits"},
        {"zero_weight", "every row to judge has weight 0", "see the column named with `weight`"},
    };
    return codes;
}

std::span<const Code> warning_codes()
{
    static const std::vector<Code> codes = {
        {"anti_conservative",
         "the test takes splits as independent although their training sets overlap: it rejects too often",
         "use corrected_t"},
        {"auc_below_half", "the scores put more than half of the pairs of rows in the wrong order",
         "check whether the scores are those of the other class: `positive`"},
        {"auc_few_errors",
         "the rows of the smaller class times the share of pairs in the wrong order are fewer than 5: an "
         "interval "
         "from ranks may be too short",
         "ask for `interval=kl`, which is not too short; in a comparison read the permutation test"},
        {"auc_zero_variance",
         "all pairs are ordered alike: ranks show no spread, and the interval given is the distribution-free "
         "one",
         "judge more rows"},
        {"best_of_many", "the figure is the best of three or more learners, and therefore optimistic",
         "judge the chosen learner on rows that chose nothing, such as a test file that is used once"},
        {"class_absent_from_test", "the test part of a hold-out lacks a class",
         "test a larger part, or stratify"},
        {"class_absent_from_training", "the training part of a hold-out lacks a class",
         "train on a larger part, or stratify"},
        {"class_never_predicted",
         "a class is never predicted; its precision counts as 0 in averages over classes, or as "
         "`zero_division`",
         "set with `zero_division` how it counts"},
        {"class_of_one_group",
         "a class is in one group: when that group is tested, no training row has the class",
         "gather more groups of the class, or leave it out"},
        {"class_of_one_row", "a class has one row: when that row is tested, no training row has the class",
         "gather more rows of the class, or leave it out"},
        {"class_smaller_than_folds",
         "a class has fewer rows, or is in fewer groups, than there are folds; some folds lack it",
         "take fewer folds"},
        {"cluster_in_several_folds",
         "the models were trained on rows that depend on the rows they are tested on: the figures are too "
         "good",
         "keep clusters whole when you make folds"},
        {"cuts_as_given",
         "labels were made by cuts that were chosen on parts of the rows; figures of labels are about such "
         "cuts on average, and "
         "their "
         "intervals are too short about the cut of all rows",
         "judge the cut of all rows, as a number, on rows that had no part in its choice"},
        {"dependent_rows", "the test takes rows as independent although they are a time series",
         "use diebold_mariano"},
        {"dm_bartlett",
         "the autocovariances do not add up to a positive variance; Bartlett's weights were used",
         "judge a longer series"},
        {"empty_out_of_bag", "a bootstrap sample drew every row, so that it tests none", "gather more rows"},
        {"extreme_scores",
         "some scores are 0 or 1; where they are wrong the loss would be infinite: single rows decide the "
         "log loss, and the "
         "interval may be "
         "too short",
         "calibrate the scores, or use brier"},
        {"failed_fits",
         "some fits failed and are not in the figure: it is about the other splits, which may be easier",
         "see the failures in the answer, and remove their cause"},
        {"few_class_rows",
         "a class has fewer than 10 rows: intervals of averages of AUC or average precision over classes, "
         "from "
         "influences, may be too short",
         "judge more rows of the class, or ask for `interval=bca`"},
        {"few_clusters",
         "there are fewer than 10 clusters: intervals that take clusters as the independent draws are too "
         "short",
         "gather more clusters"},
        {"few_data_sets",
         "fewer than 6 data sets are compared: a real difference between learners may well not show",
         "add data sets"},
        {"few_discordant_rows",
         "the two models differ on so few rows that an approximation does not hold, or that the exact test "
         "cannot become significant",
         "judge more rows"},
        {"few_errors",
         "a cross-validation saw fewer than 5 errors, or fewer than 5 right rows: the error of the model of "
         "all rows may lie "
         "outside "
         "the interval",
         "gather more rows"},
        {"few_large_losses",
         "few rows carry most of the mean loss of a cross-validation: its interval may be too short",
         "judge more rows, or use a loss in which large errors count less, such as mae"},
        {"few_repeats",
         "too few repeats with different folds (fewer than 5, folds of one row or group each, or the same "
         "folds in every repeat) "
         "show "
         "too little of how much the models differ",
         "use cv with repeats=5 or more, and so few folds that repeats have different ones"},
        {"few_rows", "a cross-validation of fewer than 30 rows or groups: its interval may be too short",
         "gather more rows"},
        {"few_rows_in_bins",
         "a mean calibration error of fewer than 100 rows: chance makes even a calibrated model's figure "
         "large, and the interval "
         "may be too short",
         "judge more rows, or take brier"},
        {"groups_in_test",
         "test rows belong to groups that have training rows: the figures are too good for new groups",
         "test on groups that are not in the training rows"},
        {"interval_disagrees",
         "the exact test and the interval, which is an approximation, disagree at this level: no difference "
         "is claimed",
         "judge more rows"},
        {"interval_too_narrow",
         "the figures of the splits vary less than independent test rows would, as for a constant prediction "
         "on "
         "stratified folds: the corrected t interval is too narrow",
         "ask for another `interval`, or use a test file or holdout"},
        {"label_not_in_truth", "a predicted label never occurs in the truth",
         "check that labels are spelt alike in both columns"},
        {"learner_left_out", "a learner lacks figures that the comparison needs, and is left out of it",
         "see the reason; name a measure that all learners have, or mend the fits that failed"},
        {"looks_like_id",
         "a feature differs in nearly every row, or numbers the rows: most likely it identifies the row",
         "leave it out with `id` or `ignore`"},
        {"looks_like_scores",
         "the truth has two values, and the predictions are other numbers: they are judged as numbers",
         "if they are scores, name them with `score`"},
        {"looks_out_of_fold",
         "a column called fold, split or Resample, or with values Fold1, Fold2 ..., suggests that several "
         "models made "
         "the predictions, but figures and intervals are those for one model",
         "name the column with `split`"},
        {"may_undercover",
         "in simulations with known errors the interval covered less often than its level by more than two "
         "points",
         "see the table under Intervals; ask for an interval that covers there"},
        {"missing_prediction", "rows without a prediction were left out, as `drop_missing` asks",
         "find out why they have none: the figures say nothing about such rows"},
        {"missing_target", "rows without a response were left out", ""},
        {"naive_interval",
         "the interval takes splits as independent although they share rows: it is far too short",
         "use corrected_t"},
        {"no_cut",
         "no cut of the scores gave what was asked for: no precision as large, or training rows of one class",
         "ask for less, or take more rows of both classes"},
        {"no_inner_figure",
         "the learner tuned had no figure to choose by on any inner split, and took the first point of its "
         "grid",
         "choose by a measure that exists on small parts of the rows, such as error_rate, or take fewer "
         "inner folds"},
        {"no_row_ids",
         "rows of different repeats cannot be matched, so the interval comes from the splits' figures alone",
         "name the column of the rows' names with `id`"},
        {"no_training_figure",
         "the estimator does not judge splits of one size on their test rows, so that there is no figure of "
         "training rows to set "
         "beside",
         "ask with `training-error` for an estimator such as cv"},
        {"normal_few_errors",
         "there are fewer than 5 errors or fewer than 5 right rows: the normal approximation does not hold, "
         "and its limits lie "
         "too close to "
         "the observed rate; without any error they claim certainty",
         "take the form exact"},
        {"not_converged",
         "a solver stopped before it reached its tolerance: the model is not the one that the learner means",
         "scale the features, lower C, or raise the tolerance"},
        {"not_for_estimator",
         "an estimator or bound cannot give this figure for these rows; the others are not touched",
         "use another estimator for it"},
        {"numbers_as_classes",
         "a numeric target was taken as classes; the text of the warning gives the rule",
         "if it is a number, name it with `numeric`"},
        {"of_row_values",
         "the test is about the rows' losses, not about the function of their mean that was asked for",
         "read the bootstrap, which is about the measure itself"},
        {"one_class", "every row has the same class", "check that the target is the column that you mean"},
        {"one_split", "one split shows no spread: there is no posterior", "take more splits or repeats"},
        {"other_direction",
         "a significant test favours the model with the worse measure: it weighs rows differently and "
         "answers another "
         "question",
         "use the primary test"},
        {"pooled_scores",
         "ranks over the pooled rows of several models are biased, usually downwards, because a class that "
         "is rarer in "
         "the test rows of a fold is more frequent in its training rows",
         "use the mean of the folds"},
        {"poor_power_law",
         "the law fitted to a learning curve misses the mean of the splits' figures at a size by more than 3 "
         "standard errors of "
         "that mean: the curve has another form, and an extrapolation by the law means nothing",
         "leave out the small sizes, and fit the rest"},
        {"repeated_ids",
         "rows of one id, or of one rowIndex (caret), .row (tidymodels) or row_ids (mlr3), are not "
         "independent draws",
         "keep one row of each, or name their column with `group`"},
        {"rounded_probabilities",
         "probabilities of a row do not sum to 1 within 1e-6 (further off than 0.005 is an error); they are "
         "taken "
         "as they are, as scikit-learn does",
         "write them with more digits"},
        {"rows_never_out_of_bag", "rows that are in every bootstrap sample are not in B2",
         "draw more samples"},
        {"same_folds_in_repeats",
         "the sizes of the groups differ so much that every repeat of the cross-validation has the same "
         "folds: repeats "
         "add nothing, but corrected_t counts them as splits",
         "take repeats=1"},
        {"scores_at_cut",
         "some scores are exactly the cut of 1/2 and count as predicted positive, where scikit-learn's "
         "predict takes the other "
         "class",
         "set the cut with `threshold`, or name a column of labels with `predicted`"},
        {"scores_of_predicted",
         "no score is below 1/2, though both classes are predicted: most likely these are probabilities of "
         "the "
         "predicted class, but those of the positive class are expected",
         "name the column of the positive class's probability with `score`"},
        {"shared_rows",
         "rows of a test file, unlabelled rows, or rows that a stored model predicts, equal training rows "
         "more often than "
         "training rows equal each other: they are not new to the model, figures of them are too good, and "
         "limits from them "
         "are not exact",
         "leave the copies out, or train without them"},
        {"stratum_ignored", "a column to stratify by is named, and the plan does not balance it",
         "add stratify=yes to the plan's spec, or leave the column out"},
        {"test_rows_unused", "there is a test file, and no estimator tests on its rows",
         "name the estimator test, too"},
        {"time_ignored",
         "rows have a time, and the plan tests some with models trained on later rows: the figures are too "
         "good if the "
         "data drift",
         "use forward-growing or forward-fixed"},
        {"trained_without_weights",
         "rows have weights, and the learner cannot train with them: it is trained without weights and "
         "judged with "
         "weights",
         "use a learner that trains with weights, or an ensemble of such learners, or drop `weight`"},
        {"training_size_grows",
         "the training windows grow: the figure is a mean over models of many training sizes",
         "use forward-fixed for one size"},
        {"undefined_in_folds",
         "the measure does not exist in some splits; the figure is the mean of the others",
         "take fewer folds, or stratify"},
        {"unequal_repeats", "the repeats of a cross-validation do not test equally many rows",
         "check whether predictions are missing"},
        {"uneven_times", "the times of a series are not in equal steps, and lags count rows",
         "fill in the missing rows, or keep in mind that a lag counts rows, not time"},
        {"unstable_jackknife",
         "the lecture's form of the jackknife has a standard deviation near 1/2 for an error rate, however "
         "many rows there are",
         "use form=excess"},
        {"unstable_learner",
         "most of the interval's width comes from how much the models differ when other rows are trained on; "
         "the interval itself "
         "holds",
         "gather more rows, or take a learner whose models differ less, such as the average of many"},
        {"zero_variance",
         "all losses, figures of splits or differences are equal: they show no spread, so there is no "
         "interval and no t test",
         "judge more rows or splits"},
    };
    return codes;
}

std::span<const Code> failure_codes()
{
    static const std::vector<Code> codes = {
        {"crashed", "a signal ended the program, or it is not known how it ended",
         "see the last lines of its standard error in the message"},
        {"exit_code", "the program ended with an exit code other than 0",
         "see the last lines of its standard error in the message"},
        {"io", "the program could not be started, or a file could not be written",
         "see the path and the system's message"},
        {"nan", "a predicted value or score is not a finite number", "correct the learner or its input"},
        {"threw", "the learner threw an exception, or a worker answered FAIL", "see the message"},
        {"timeout", "the fit took longer than its limit", "raise the limit, or make the fit cheaper"},
        {"wrong_shape",
         "the answer does not have the requested form: a number of predictions, classes or lines is wrong",
         "see docs/WORKER.md for what a program must answer"},
    };
    return codes;
}

const Code* find_code(std::span<const Code> codes, std::string_view name)
{
    const auto at = std::lower_bound(codes.begin(), codes.end(), name,
                                     [](const Code& code, std::string_view n) { return code.name < n; });
    return at != codes.end() && at->name == name ? &*at : nullptr;
}

const Code& known_code(std::span<const Code> codes, std::string_view name)
{
    if (const auto* code = find_code(codes, name)) return *code;
    throw std::logic_error("'" + std::string(name) + "' is not in the table of codes (src/base/codes.cpp)");
}

} // namespace unseen
