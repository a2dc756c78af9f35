#!/usr/bin/env python3
"""tests/oracles/score_measures.py > tests/oracles/score_measures.txt: measures of given predictions by
scikit-learn.

A case is a line `case NAME CLASSES` (0: numbers), its rows (`row TRUTH LABEL WEIGHT SCORES...`, or `row TRUTH
VALUE WEIGHT` for numbers; the positive class is the last), and a line `value SPEC NUMBER` for each measure
that scikit-learn defines there, or `value SPEC ZERO NUMBER` with zero_division = ZERO (null, 0 or 1; `none`:
it gives NaN). A row of points is `row TRUTH... VALUE... WEIGHT` in a case of CLASSES -2 (two targets). Lines
`roc THRESHOLD FPR TPR`, `pr THRESHOLD RECALL PRECISION` and `reliability MEAN FREQUENCY` are its curves of
two classes, every point of them. Scores are multiples of 2^-12 that sum to exactly 1, so that both programs
read the same numbers.
"""
import warnings

import numpy as np
import sklearn
from sklearn import metrics as m
from sklearn.calibration import calibration_curve

warnings.filterwarnings("ignore")
rng = np.random.default_rng(20)
print(f"# {__doc__.splitlines()[0]}")
print(f"# scikit-learn {sklearn.__version__}, NumPy {np.__version__}")


def scores_for(truth, classes, grid):
    """Multiples of 1/grid that sum to 1 and favour the true class."""
    raw = rng.dirichlet(np.ones(classes) * 0.7, len(truth))
    raw[np.arange(len(truth)), truth] += 0.4 * rng.random(len(truth))
    whole = np.floor(raw / raw.sum(1, keepdims=True) * grid).astype(int)
    for row in whole:
        row[rng.integers(classes)] += grid - row.sum()
    return whole / grid


def show(values):
    for spec, value in values.items():
        print("value", spec, repr(float(value)))


def zero_divisions(truth, label, w):
    """The figures that divide by counts that may be 0, by the three rules."""
    binary = {"precision": m.precision_score, "recall": m.recall_score, "f1": m.f1_score}
    for name, rule in (("null", np.nan), ("0", 0.0), ("1", 1.0)):
        found = {}
        for average in ("macro", "weighted"):
            for figure, f in binary.items():
                found[f"{figure}_{average}"] = f(truth, label, average=average, zero_division=rule, **w)
                alone = f(truth, label, average=None, labels=np.unique(truth), zero_division=rule, **w)
                if average == "weighted" and np.isnan(alone).all():  # it then averages classes without weight
                    found[f"{figure}_{average}"] = np.nan
        if max(np.max(truth), np.max(label)) < 2:
            for figure, f in binary.items():
                found[figure] = f(truth, label, zero_division=rule, **w)
            for figure, f in (("specificity", m.recall_score), ("npv", m.precision_score)):
                found[figure] = f(truth, label, pos_label=0, zero_division=rule, **w)
            if name != "null":
                found["jaccard"] = m.jaccard_score(truth, label, zero_division=rule, **w)
        for spec, value in found.items():
            print("value", spec, name, "none" if np.isnan(value) else repr(float(value)))


def cuts(truth, score, w):
    """The best precision of the cuts that reach a recall, and the best recall of those that reach a
    precision."""
    precision, recall, _ = m.precision_recall_curve(truth, score, **w)
    v = {}
    for least in (0.25, 0.5, 0.9, 1.0):
        v[f"precision_at_recall:r={least}"] = precision[recall >= least].max()
        v[f"recall_at_precision:p={least}"] = recall[precision >= least].max()
    return v


def curves(truth, score, weight):
    w = dict(sample_weight=weight)
    if 0 < truth.sum() < len(truth):
        fpr, tpr, at = m.roc_curve(truth, score, drop_intermediate=False, **w)
        for row in zip(at, fpr, tpr):
            print("roc", *(repr(float(x)) for x in row))
        precision, recall, at = m.precision_recall_curve(truth, score, **w)
        for row in zip(np.append(at, np.inf), recall, precision):
            print("pr", *(repr(float(x)) for x in row))
    if weight is None and len(np.unique(truth)) == 2:
        frequency, mean = calibration_curve(truth, score, n_bins=10)
        for row in zip(mean, frequency):
            print("reliability", *(repr(float(x)) for x in row))


def classes_case(name, truth, scores, weight=None, label=None):
    truth = np.asarray(truth)
    n, k = scores.shape
    label = scores.argmax(1) if label is None else np.asarray(label)
    print("case", name, k)
    for i in range(n):
        print("row", truth[i], label[i], 1 if weight is None else repr(float(weight[i])),
              *(f"{s:.17g}" for s in scores[i]))
    if weight is not None:  # rows of weight 0 do not count here; scikit-learn counts their classes as present
        truth, label, scores, weight = (x[weight > 0] for x in (truth, label, scores, weight))
    w = dict(sample_weight=weight)
    present = np.unique(truth)
    v = {"accuracy": m.accuracy_score(truth, label, **w),
         "balanced_accuracy": m.balanced_accuracy_score(truth, label, **w),
         "log_loss": m.log_loss(truth, scores, labels=range(k), **w)}
    if len(present) > 1 and len(np.unique(label)) > 1:
        v["mcc"] = m.matthews_corrcoef(truth, label, **w)
        v["kappa"] = m.cohen_kappa_score(truth, label, **w)
    for average in ("macro", "micro", "weighted"):
        for figure in ("precision", "recall", "f1"):
            v[f"{figure}_{average}"] = getattr(m,
                                               figure + "_score")(
                                                   truth, label, average=average, zero_division=0, **w)
    if k == 2:
        if (label == 1).any():
            v["precision"] = m.precision_score(truth, label, **w)
        if (truth == 1).any():
            v["recall"] = m.recall_score(truth, label, **w)
            v["f1"] = m.f1_score(truth, label, **w)
            v["fbeta:beta=0.5"] = m.fbeta_score(truth, label, beta=0.5, **w)
            v["jaccard"] = m.jaccard_score(truth, label, **w)
            v["average_precision"] = m.average_precision_score(truth, scores[:, 1], **w)
            v |= cuts(truth, scores[:, 1], w)
        if (truth == 0).any():
            v["specificity"] = m.recall_score(truth, label, pos_label=0, **w)
        if (label == 0).any():
            v["npv"] = m.precision_score(truth, label, pos_label=0, **w)
        if len(present) == 2:
            v["roc_auc"] = m.roc_auc_score(truth, scores[:, 1], **w)
        v["brier"] = m.brier_score_loss(truth, scores[:, 1], pos_label=1, **w)
    else:
        v["top_k:k=3"] = m.top_k_accuracy_score(truth, scores, k=3, labels=range(k), **w)
        v["brier"] = m.brier_score_loss(truth, scores, labels=range(k), **w)
        hot = np.eye(k, dtype=int)[truth]
        v["average_precision_micro"] = m.average_precision_score(hot, scores, average="micro", **w)
        v["average_precision_macro"] = m.average_precision_score(
            hot[:, present], scores[:, present], average="macro", **w)
        v["roc_auc_micro"] = m.roc_auc_score(hot, scores, average="micro", **w)
        if len(present) == k:
            v["roc_auc_ovr"] = m.roc_auc_score(truth, scores, multi_class="ovr", **w)
            if weight is None:
                v["roc_auc_ovo"] = m.roc_auc_score(truth, scores, multi_class="ovo")
    v["error_rate"] = m.zero_one_loss(truth, label, **w)
    v["ordinal_mae"] = m.mean_absolute_error(truth, label, **w)
    show(v)
    zero_divisions(truth, label, w)
    if k == 2:
        curves(truth, scores[:, 1], weight)


def points_case(name, truth, value, weight=None):
    print("case", name, -2)
    for i in range(len(truth)):
        print("row", *(repr(float(x)) for x in (*truth[i], *value[i])),
              1 if weight is None else repr(float(weight[i])))
    distance = np.linalg.norm(truth - value, axis=1)
    v = {"mean_distance": np.average(distance, weights=weight),
         "within:t=2": np.average(distance <= 2, weights=weight)}
    if weight is None:
        v |= {"median_distance": np.median(distance), "quantile_distance:q=0.8": np.quantile(distance, 0.8)}
    show(v)


def numbers_case(name, truth, value, weight=None):
    print("case", name, 0)
    for i in range(len(truth)):
        print("row", repr(float(truth[i])), repr(float(value[i])),
              1 if weight is None else repr(float(weight[i])))
    w = dict(sample_weight=weight)
    v = {"mse": m.mean_squared_error(truth, value, **w), "mae": m.mean_absolute_error(truth, value, **w),
         "rmse": m.root_mean_squared_error(truth, value, **w),
         "pinball:q=0.5": m.mean_pinball_loss(truth, value, **w),
         "mape": m.mean_absolute_percentage_error(truth, value, **w),
         "pinball:q=0.9": m.mean_pinball_loss(truth, value, alpha=0.9, **w)}
    if len(np.unique(truth)) > 1:
        v["r2"] = m.r2_score(truth, value, **w)
    if weight is None:
        v["median_ae"] = m.median_absolute_error(truth, value)
        v["quantile_ae:q=0.8"] = np.quantile(np.abs(truth - value), 0.8)
    show(v)


def weights(n):
    return rng.integers(0, 9, n) / 4  # zero too


two = rng.integers(0, 2, 60)
classes_case("ties", two, scores_for(two, 2, 8))
classes_case("ties_weights", two, scores_for(two, 2, 8), weights(60))
classes_case("all_scores_equal", two, np.full((60, 2), 0.5))
classes_case("one_class_positive", np.ones(12, int), scores_for(np.ones(12, int), 2, 64))
classes_case("one_class_negative", np.zeros(12, int), scores_for(np.zeros(12, int), 2, 64))
classes_case("one_row", [1], np.array([[0.25, 0.75]]))
classes_case("rare", (np.arange(200) % 40 == 0).astype(int),
             scores_for((np.arange(200) % 40 == 0).astype(int), 2, 4096))
four = rng.integers(0, 4, 80)
classes_case("four", four, scores_for(four, 4, 16))
classes_case("four_weights", four, scores_for(four, 4, 4096), weights(80))
never = scores_for(four, 4, 64)
classes_case("four_never_predicted", four, never, label=np.minimum(never.argmax(1), 2))
fifty = np.concatenate([np.arange(50), rng.integers(0, 50, 70)])
classes_case("fifty", fifty, scores_for(fifty, 50, 4096))
y = rng.normal(3, 2, 50)
numbers_case("numbers", y, y + rng.normal(0, 1, 50))
numbers_case("numbers_weights", y, y + rng.normal(0, 1, 50), weights(50))
numbers_case("numbers_ties", np.round(y), np.round(y + rng.normal(0, 1, 50)))
numbers_case("one_number", np.array([2.5]), np.array([3.0]))
fifty_ties = rng.integers(0, 50, 150)
classes_case("fifty_ties_weights", fifty_ties, scores_for(fifty_ties, 50, 64), weights(150))
two_many = rng.integers(0, 2, 300)
classes_case("many_ties", two_many, scores_for(two_many, 2, 4))
classes_case("one_row_negative", [0], np.array([[0.25, 0.75]]))
three = rng.integers(0, 3, 30)
classes_case("three_all_scores_equal", three, np.tile([0.25, 0.5, 0.25], (30, 1)))
points = rng.normal(0, 2, (40, 2))
points_case("points", points, points + rng.normal(0, 2, (40, 2)))
points_case("points_weights", points, np.round(points), weights(40))
points_case("one_point", np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]))
