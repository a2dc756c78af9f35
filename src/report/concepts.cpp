#include "report/concepts.hpp"

namespace unseen {

std::span<const Concept> concepts()
{
    static const std::vector<Concept> table = {
        {"about",
         {},
         "what a figure and its interval estimate: the error of one fitted model, or the average error of "
         "models that are trained in this way on other samples of this size. The two are different "
         "questions, and an interval for one may be too short for the other",
         "\"a model trained on about 691 rows\": if you drew another 691 rows and trained again, this is the "
         "error that you could expect",
         "model, procedure, fold-models"},
        {"AUC",
         {"area under the curve", "area under the ROC curve"},
         "the probability that a model gives a row of the positive class a higher score than a row of the "
         "other class. 1 is a perfect order, 0.5 is what scores by chance give. It does not depend on a "
         "threshold, and says nothing about whether the scores are right as probabilities",
         "AUC 0.83: of 100 pairs of a sick and a healthy patient, the model ranks about 83 correctly",
         "roc_auc, threshold, calibration"},
        {"any time",
         {"any-time", "ladder", "e-process", "anytime", "sequential"},
         "limits that hold at every look at rows that are still being gathered, however many looks there "
         "are. "
         "Usual intervals and tests are for one look: whoever looks each night until something is shown "
         "finds "
         "a difference that is not there in a third of cases",
         "two equal models, looked at 100 times: McNemar's test calls one better in 10 to 37 % of cases, "
         "limits "
         "that hold at any time in about 1 %",
         "requirement, significance, confidence"},
        {"baseline",
         {"dummy", "no-information rate"},
         "what can be had without looking at the features: always the most frequent class, or always the "
         "mean. A model that is not better than that has learned nothing of use, however small its error "
         "looks",
         "with 5 % frauds, always saying \"no fraud\" has an error of only 0.05",
         "majority, mean, prevalence"},
        {"bias",
         {"biased"},
         "how far a figure is off on average, as opposed to its spread around that average",
         "the error on training rows has a bias: it is too small for nearly every learner",
         "resubstitution, overfitting"},
        {"bootstrap sample",
         {"resample with replacement"},
         "as many rows as there are, drawn from them with replacement: some come twice, about a third not at "
         "all",
         "of 1, 2, 3, 4 a bootstrap sample may be 2, 2, 4, 1",
         "bootstrap, bagging"},
        {"calibration",
         {"calibrated"},
         "whether predicted probabilities mean what they say: of the rows with probability 0.8, about 80 % "
         "should be positive. A model may rank well and still be badly calibrated",
         "a model says 0.9 for 100 rows, and 60 of them are positive: it is too sure of itself",
         "calibration_slope, calibration_intercept, brier, reliability"},
        {"cluster",
         {"clusters"},
         "rows that belong together and are therefore more alike than others, in the rows that are judged. "
         "They carry less information than as many independent rows, so that intervals must be wider",
         "ten images of each of 50 patients: 500 rows, but nearer to 50 than to 500 independent ones",
         "`group`, few_clusters"},
        {"confidence",
         {"confidence level", "level"},
         "how often intervals made in this way contain the true value. It is a property of the method, not "
         "the probability that this one interval is right",
         "of 100 intervals with 95 % confidence, about 95 contain the figure that they are about",
         "interval, `level`"},
        {"confusion matrix",
         {},
         "a table that counts how often rows of each true class were given each label",
         "of 50 sick patients 40 were found and 10 missed; of 100 healthy ones 5 were called sick",
         "recall, precision, f1"},
        {"cross-validation",
         {"cross validation", "k-fold", "folds", "fold"},
         "the rows are dealt into parts (folds). Each part is predicted by a model that was trained on all "
         "the others, so that every row is judged once by a model that has not seen it",
         "10 folds of 500 rows: ten models, each trained on 450 rows and tested on the other 50",
         "cv, loo, few_repeats"},
        {"group",
         {"groups"},
         "rows that must not be split between training and test rows, because they come from one source. If "
         "they are, the model is tested on sources that it knows, and its error looks too small",
         "several visits of one patient: use `group=patient`",
         "cluster, leak, `group`"},
        {"hold-out",
         {"test set", "training set", "train-test split"},
         "some of the rows are kept aside, and only the others train the model. Its error on the rows that "
         "were kept aside is an honest figure, if nothing was chosen by them",
         "1,000 rows: 667 train the model, 333 test it",
         "holdout, cv"},
        {"disagreement",
         {"expected disagreement", "rho"},
         "how often the model that is used says something else than the models whose errors were counted. It "
         "is seen on rows without labels, and carries the bound from these models over to that one. rho says "
         "how far the counted models agree with each other: 1, they always do; 0, they differ equally on "
         "all rows. The form `expected` needs no random draw and is tighter than `sampled` below about 0.45",
         "\"form expected, rho 0.3\": a row on which one of ten models differs counts for a tenth",
         "s-cv, s-bag, vote"},
        {"interval",
         {"confidence interval", "error bar"},
         "the values that the data do not contradict, around a figure. The more rows, the shorter",
         "error 0.20 (95 % interval 0.14 .. 0.27): the true error may well be 0.15 or 0.25",
         "confidence, sample size, about"},
        {"leak",
         {"leakage", "data leakage"},
         "information about the answer that reaches the model in training, but will not be there when it is "
         "used. The figures become too good, and nothing in them shows it",
         "a column \"date of discharge\" among the features of who will die; or copies of test rows among "
         "the "
         "training rows",
         "group, time_ignored"},
        {"multiple comparisons",
         {"multiple testing", "Holm", "adjusted p-value"},
         "with many tests, some find a difference by chance. Adjusted p-values allow for their number",
         "of 20 comparisons of equal models, about one has p < 0.05",
         "best_of_many, simultaneous, p-value"},
        {"optimism",
         {"optimistic"},
         "by how much a figure is too good on average, for instance because it is the best of several",
         "the best of 50 equally good models looks better than it is",
         "best_of_many, overfitting"},
        {"overfitting",
         {"overfit", "over-fitting"},
         "a model has learned the accidents of its training rows. Its error is small on them and larger on "
         "new rows; the same happens to choices that are made by the best of many figures",
         "1-nearest-neighbour has error 0 on its training rows and 0.3 on others",
         "resubstitution, best_of_many, tuned"},
        {"permutation importance",
         {"importance", "permuted", "feature importance"},
         "how much worse predictions become if a feature's cells are those of other rows: how much a model "
         "uses the feature, not what it would lose if it were trained without",
         "error 0.26 with blood pressure as it is and 0.31 with that of other patients: importance 0.05",
         "cv_paired, multiple comparisons"},
        {"p-value",
         {"p", "p value"},
         "how often a difference at least as large as this one would be seen if there were none in truth. A "
         "small one speaks against \"no difference\"; it is not the probability that there is none",
         "p = 0.03: two equally good models would differ this much in 3 of 100 such tests",
         "significance, multiple comparisons"},
        {"positive class",
         {"positive", "negative class"},
         "the class that a question with two classes is about: recall, precision and costs depend on which "
         "one it is",
         "sick, of sick and healthy: recall is then the share of the sick who were found",
         "`positive`, recall, precision"},
        {"power",
         {"statistical power"},
         "how often a test finds a difference that is there. It grows with the number of rows and with the "
         "difference",
         "with 100 rows a test may find a true difference of 0.05 in only 2 of 10 tries",
         "`unseen compare plan`, sample size"},
        {"prevalence",
         {"base rate", "class balance", "imbalance"},
         "the share of the rows that belong to the positive class. Precision and the error of the majority "
         "class depend on it, so figures from rows with another prevalence do not carry over",
         "33 sick patients of 100: prevalence 0.33",
         "baseline, positive class"},
        {"requirement",
         {"gate", "requirements"},
         "a figure that a model must reach, such as accuracy >= 0.9. It is shown to be met if even the "
         "cautious end of what the data allow reaches it, refuted if the other end does not, and else "
         "undecided: more rows are needed. An estimate that looks good enough shows nothing by itself",
         "95 of 100 right looks better than 0.9, but the accuracy may be 0.8977 (95 % confidence): "
         "undecided. 97 of 100 show it",
         "confidence, interval, sample size"},
        {"resampling",
         {"splits", "split"},
         "drawing training and test rows from the same rows again and again",
         "cross-validation, the bootstrap and random splits are kinds of resampling",
         "cv, bootstrap, holdout"},
        {"sample size",
         {"number of rows", "effective sample size", "n"},
         "how many independent rows there are. The width of an interval falls with its root: four times the "
         "rows halve it. Rows with weights, in clusters or copied count for less (effective sample size)",
         "20 errors in 100 rows give .13 .. .29, 200 errors in 1,000 rows .18 .. .23",
         "interval, power, cluster"},
        {"significance",
         {"significant", "significance level"},
         "a difference is called significant if its p-value is below a level that was set beforehand, "
         "usually 0.05. That does not say that it is large, and a difference that is not significant need "
         "not be zero",
         "error 0.2000 against 0.2010 may be significant with 10 million rows, and matter to nobody",
         "p-value, power"},
        {"threshold",
         {"cut", "cutoff"},
         "the score from which on a row is called positive. A lower one finds more positive rows and raises "
         "more false alarms. Measures of labels depend on it, measures of ranks such as the AUC do not",
         "at 0.5 the model finds 60 % of the frauds, at 0.1 it finds 90 % and accuses more customers",
         "`threshold`, AUC, prevalence"},
    };
    return table;
}

} // namespace unseen
