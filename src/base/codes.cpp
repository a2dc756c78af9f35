#include "unseen/base/codes.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace unseen {

std::span<const Code> reason_codes()
{
    static const std::vector<Code> codes = {
        {"adjusted_only", "the test's p-values are adjusted for all pairs by their nature", "read p_value_adjusted"},
        {"all_tied", "all learners have equal scores on every data set", ""},
        {"bayesian", "the test gives posterior probabilities instead of a p-value", "read left, rope and right"},
        {"below_table", "the statistic is below the first line of the coarse table", "read confidence, which is exact for z"},
        {"biased", "the figure of so few rows of a class is too large by more than it varies",
         "judge more rows of the small classes, or take a measure that pools the classes"},
        {"biased_in_resamples", "drawn samples lie on one side of the figure, so that their limits would leave it out",
         "judge more rows, or ask for another `interval`"},
        {"bound_instead", "a bound stands for the interval", ""},
        {"class_without_rows", "a class that is only predicted has no recall to be uncertain about",
         "judge rows of every class, or keep the class out of the predictions"},
        {"clustered_folds", "no interval is implemented for clusters in the folds of one cross-validation",
         "repeat the cross-validation: corrected_t takes groups for the draws"},
        {"constant_truth", "all true values are equal", "judge rows whose true values differ, or take rmse or mae"},
        {"exact", "nothing was drawn: all permutations were counted", ""},
        {"failed_fits", "fits that the figure needs failed", "see the failures in the answer, and mend their cause"},
        {"infinite",
         "the figure or an end of its interval would be infinite: too few rows for this level, or numbers too large to be "
         "squared",
         "judge more rows, lower the level, or scale the numbers"},
        {"level_too_low", "the level leaves so much outside that an interval of equivalence, with twice as much, does not exist",
         "take a `level` above 0.5"},
        {"needs_exact_state", "a state of fixed size does not hold what this measure needs; an exact state does",
         "make the state without `cells`"},
        {"needs_rows", "the interval's method needs the rows, and a state of fixed size does not hold them",
         "make the state without `cells`, or ask for another `interval`"},
        {"no_control", "no learner was named as the control", "name one with `control`"},
        {"no_difference", "the test states no difference, or the difference that was planned for is 0", ""},
        {"no_direction", "the test has no one-sided form", "read p_value"},
        {"no_discordant_rows", "no row tells the two models apart", "judge more rows"},
        {"no_fold_information", "out-of-fold predictions whose folds are not known; `split` names their column",
         "keep the fold of each prediction when it is made, and name its column with `split`"},
        {"no_interval_for_design", "no interval is known to hold for this design",
         "take an estimator that has one: a test file, holdout or cv"},
        {"no_interval_for_test", "the test gives no interval", "read that of the primary test"},
        {"no_jackknife",
         "leaving out each of so many rows would cost more than the bootstrap: the limits are only bias corrected", ""},
        {"no_labels", "nothing says which rows are predicted positive; `threshold` makes labels of scores",
         "name the column of predicted labels with `predicted`, or give `threshold`"},
        {"no_lower_bound", "the inequality bounds the error from above only", "take another form or kind of bound"},
        {"no_out_of_bag_rows", "every bootstrap sample held every row", "draw more samples"},
        {"no_p_value", "the test gives no p-value", ""},
        {"no_rows", "there is no row to judge", ""},
        {"no_scores", "the measure needs a score for each class, and there are labels only",
         "name the columns of scores with `score` or `scores`"},
        {"no_statistic", "the test has no statistic", "read its p-value"},
        {"no_upper_bound", "the inequality bounds the error from below only", "take another form or kind of bound"},
        {"no_value", "there is no value, so no interval", "see the reason of the value"},
        {"no_variance_within_folds", "no variance within folds is known: a fold tests one row, or rows have weights",
         "take fewer folds, or wald_all_pairs"},
        {"not_a_mean_of_rows", "nested cross-validation is for means of row losses",
         "take error_rate, rmse or another mean of losses"},
        {"not_binary", "the measure is about two classes, and there are more",
         "take an average over classes, such as f1_macro or roc_auc_ovr"},
        {"not_classes", "the curve is drawn of classes, and the truth holds numbers", ""},
        {"not_many_data_sets", "the figure belongs to learners that are compared over many data sets", ""},
        {"not_ordered", "the measure counts steps between classes, and these are in no order that means something",
         "give it with `order`"},
        {"not_pooled", "ranks are pooled over folds only if the measure is asked for by name", "name the measure with `measure`"},
        {"not_probabilities", "the scores are no probabilities",
         "calibrate the scores, or take a measure of ranks such as roc_auc"},
        {"nothing_predicted", "no row is predicted as a class that the figure divides by; `zero_division` says what 0/0 is",
         "judge more rows, lower `threshold`, or settle 0/0 with `zero_division`"},
        {"of_row_values", "the test is about the rows' losses, not about the function of their mean that was asked for",
         "read the bootstrap, which is about the measure itself"},
        {"one_class", "the truth lacks a class that the figure compares or divides by", "judge rows of every class"},
        {"one_cluster", "one cluster shows no spread, so no interval", "judge rows of more clusters"},
        {"one_comparison", "there is nothing to adjust the p-value for", "read p_value"},
        {"one_data_set", "Iman and Davenport's F needs two data sets", "add data sets"},
        {"one_row", "one test row shows no spread, so no interval", "judge more rows"},
        {"one_row_splits", "the measure judges many rows at once, and each split tests one",
         "take fewer folds, as in cv:folds=10"},
        {"one_split", "one split shows no spread, so no interval", "take more splits or repeats"},
        {"one_unit", "a spread over clusters needs two", "judge rows of more clusters"},
        {"power_never_reached", "no difference or size that was tried gives this power",
         "lower the power, or plan for more rows"},
        {"rank_too_large", "the rank is so large that the lower limit would lie above the upper one", "take a smaller `rank`"},
        {"rows_unknown", "a difference of rates needs the number of rows", "give it with `rows`"},
        {"score_cells", "a state of fixed size knows limits of the value, not the order of rows inside its cells",
         "make the state without `cells` for the value itself and its interval"},
        {"several_targets", "the measure judges single numbers, and there are several a row",
         "take mean_distance or another measure of points"},
        {"too_few_rows", "too few rows, or rows of a class, for this method at this level",
         "judge more rows, or lower the level"},
        {"too_few_splits", "so few splits allow no order statistics at this level",
         "take more splits: 39 are the fewest for 95 % on both sides"},
        {"too_many_bins", "weighted or clustered rows lie in more than 200 bins, too many to say how these vary together",
         "take fewer bins"},
        {"too_many_pairs", "a ranking takes fewer than 2^32 pairs of a row and a class", "judge a part of the rows"},
        {"too_many_rows", "so many rows would take too long to draw or to count; `samples=N` draws fewer",
         "draw fewer `samples`, or judge a part of the rows"},
        {"undefined_in_resamples", "without some row the figure would not exist, so no interval",
         "judge more rows of the rare class"},
        {"undefined_in_splits", "the measure exists in fewer than two splits",
         "take fewer folds, so that each tests rows of every class"},
        {"zero_division", "the value is the one that `zero_division` sets for 0/0, not a figure of the rows", "judge more rows"},
        {"zero_variance", "no spread, so no interval",
         "all losses, or all splits' figures, are equal: judge more rows or splits"},
        {"zero_weight", "every row to judge has weight 0", "see the column named with `weight`"},
    };
    return codes;
}

std::span<const Code> warning_codes()
{
    static const std::vector<Code> codes = {
        {"anti_conservative", "the test takes splits for independent whose training sets overlap: it rejects too often",
         "go by corrected_t"},
        {"auc_below_half", "the scores order the rows the wrong way round",
         "see whether they are those of the other class: `positive`"},
        {"auc_few_errors",
         "the rows of the smaller class times the share of pairs in the wrong order are fewer than 5: an interval "
         "from ranks may be too short",
         "ask for `interval=kl`, which is not; beside a comparison read the permutation test"},
        {"auc_zero_variance", "all pairs are ordered alike: ranks show no spread, and the interval is the distribution-free one",
         "judge more rows"},
        {"class_absent_from_test", "the test part of a hold-out lacks a class", "test a larger part, or stratify"},
        {"class_absent_from_training", "the training part of a hold-out lacks a class", "train on a larger part, or stratify"},
        {"class_never_predicted",
         "a class is never predicted; its precision counts 0 in averages over classes, or as "
         "`zero_division` says",
         "settle with `zero_division` how it counts"},
        {"class_of_one_group", "a class is in one group: when that is tested, no training row has the class",
         "gather more groups of the class, or leave it out"},
        {"class_of_one_row", "a class has one row: when that is tested, no training row has the class",
         "gather more rows of the class, or leave it out"},
        {"class_smaller_than_folds", "a class has fewer rows, or is in fewer groups, than there are folds; some folds lack it",
         "take fewer folds"},
        {"cluster_in_several_folds",
         "the models were trained on rows that depend on those they are judged by: the figures are too good",
         "keep clusters whole when you make folds"},
        {"dependent_rows", "the test takes rows for independent that are in the order of time", "go by diebold_mariano"},
        {"dm_bartlett", "the autocovariances add up to no variance; Bartlett's weights were used", "judge a longer series"},
        {"empty_out_of_bag", "a bootstrap sample held every row and tested none", "gather more rows"},
        {"failed_fits",
         "some fits failed and are not in the figure: it is about the splits that worked, which may be the easier ones",
         "see the failures in the answer, and mend their cause"},
        {"few_class_rows",
         "a class has fewer than 10 rows: intervals of averages of AUC or average precision over classes, from "
         "influences, may be too short",
         "judge more rows of the class, or ask for `interval=bca`"},
        {"few_clusters", "fewer than 10 clusters: intervals that take them for the independent draws are too short",
         "gather more clusters"},
        {"few_discordant_rows",
         "hardly a row tells the two models apart: an approximation does not hold there, or the exact test "
         "cannot become significant whatever those rows say",
         "judge more rows"},
        {"groups_in_test",
         "rows of the test file are of groups that were trained on: figures of them are too good for new groups",
         "test on groups that are not in the training rows"},
        {"interval_too_narrow",
         "the splits' figures vary less than the number of rows allows for, as those of a constant prediction on "
         "stratified folds do: the corrected t interval is too narrow there",
         "ask for another `interval`, or take a test file or holdout"},
        {"label_not_in_truth", "a label is predicted that is never true", "see whether labels are spelt alike in both columns"},
        {"looks_like_id",
         "a feature has another value in nearly every row, or counts the rows: most likely it is the name of the row",
         "leave it out with `id` or `ignore`"},
        {"looks_like_scores", "the truth has two values, and the predictions are other numbers: they are judged as numbers",
         "if they are scores, name them with `score`"},
        {"looks_out_of_fold",
         "a column called fold, split or Resample, or one that holds Fold1, Fold2 ..., says that several models made "
         "the predictions, and figures and intervals are for those of one",
         "name the column with `split`"},
        {"may_undercover", "in simulations with known errors the method covered more than two points less often than it says",
         "see the table under Intervals; ask for an interval that holds there"},
        {"missing_target", "rows without a response were left out", ""},
        {"naive_interval", "the interval takes splits for independent that share their rows: it is far too short",
         "go by corrected_t"},
        {"numbers_as_classes", "a numeric target was taken as classes, by the rule that is printed with it",
         "if it is a number, name it with `numeric`"},
        {"of_row_values", "the test is about the rows' losses, not about the function of their mean that was asked for",
         "read the bootstrap, which is about the measure itself"},
        {"one_class", "every row has the same class", "see whether the target is the column that you mean"},
        {"one_split", "a spread needs two splits: there is no posterior", "take more splits or repeats"},
        {"other_direction",
         "a significant test speaks for the model with the worse measure: it weighs rows differently and answers another "
         "question",
         "go by the primary test"},
        {"pooled_scores",
         "ranks over the pooled rows of several models are biased, downwards as a rule, because a fold's training rows "
         "hold more of what its test rows hold less of",
         "go by the mean of the folds"},
        {"repeated_ids",
         "rows of one id, or of one rowIndex (caret), .row (tidymodels) or row_ids (mlr3), are not independent draws",
         "keep one of them, or keep them together with `cluster`"},
        {"rounded_probabilities",
         "probabilities of a row do not sum to 1 within 1e-6 (further off than 0.005 is an error); they are taken "
         "as they are, as scikit-learn does",
         "write them with more digits"},
        {"rows_never_out_of_bag", "rows that every bootstrap sample held are not in B2", "draw more samples"},
        {"same_folds_in_repeats",
         "groups are of so different sizes that every repeat of the cross-validation deals them alike: repeats add "
         "nothing, and corrected_t counts them for splits",
         "take repeats=1"},
        {"scores_of_predicted",
         "no score is below 1/2, though both classes are predicted: most likely these are probabilities of the "
         "predicted class, where that of the positive one is expected",
         "name the column of the positive class's probability with `score`"},
        {"time_ignored", "rows have a time, and the plan tests some by models of later ones: too good where the data drift",
         "take forward-growing or forward-fixed"},
        {"trained_without_weights",
         "rows have weights, and the learner cannot train with them: it fits the rows as they are, and is judged "
         "by the weighted ones",
         "take a learner that trains with weights, or drop `weight`"},
        {"training_size_grows", "windows of a growing past: the figure is a mean over models of many training sizes",
         "take forward-fixed for one size"},
        {"undefined_in_folds", "the measure does not exist in some splits; the figure is the mean of the others",
         "take fewer folds, or stratify"},
        {"unequal_repeats", "the repeats of a cross-validation do not test equally many rows",
         "see whether predictions are missing"},
        {"zero_variance",
         "all losses, splits' figures or differences are equal: their spread says nothing, there is no interval, and a "
         "p-value claims too much",
         "judge more rows or splits"},
    };
    return codes;
}

std::span<const Code> failure_codes()
{
    static const std::vector<Code> codes = {
        {"crashed", "a signal ended the program, or how it ended is not known",
         "see the last lines of its standard error in the message"},
        {"exit_code", "the program ended with an exit code other than 0",
         "see the last lines of its standard error in the message"},
        {"io", "the program could not be started, or a file not be written", "see the path and the system's message"},
        {"nan", "a predicted value or score is not a finite number", "mend the learner, or what it is given"},
        {"threw", "the learner threw an exception, or a worker answered FAIL", "see the message"},
        {"timeout", "the fit took longer than its limit", "raise the limit, or make the fit cheaper"},
        {"wrong_shape",
         "the answer does not have the form that was asked for: a number of predictions, classes or lines is wrong",
         "see docs/WORKER.md for what a program must answer"},
    };
    return codes;
}

const Code* find_code(std::span<const Code> codes, std::string_view name)
{
    const auto at =
        std::lower_bound(codes.begin(), codes.end(), name, [](const Code& code, std::string_view n) { return code.name < n; });
    return at != codes.end() && at->name == name ? &*at : nullptr;
}

const Code& known_code(std::span<const Code> codes, std::string_view name)
{
    if (const auto* code = find_code(codes, name)) return *code;
    throw std::logic_error("'" + std::string(name) + "' is not in the table of codes (src/base/codes.cpp)");
}

} // namespace unseen
