#!/usr/bin/python3
"""tests/oracles/score_files.py PREDICTIONS > tests/oracles/score_files.txt: files of predictions judged by
scikit-learn and SciPy.

PREDICTIONS is the folder of two-class-example.csv, hpc-cv.csv, solubility-test.csv and asah.csv. It also
writes out_of_fold.csv to its own folder: out-of-fold predictions of scikit-learn's logistic regression, two
repeats of five stratified folds, with weights.

A line is `FILE ROLES MEASURE VALUE POOLED MEAN_OF_FOLDS SD LOWER UPPER`, `-` where there is none. ROLES is
key=value with commas between: truth, predicted, score, scores (all classes, `+` between), split, repeat,
weight, positive. Of folds: an additive measure is pooled, with the interval of Bayle et al. (2020) for one
repeat, and the corrected t over the folds for several; other measures are the mean of folds with the
corrected t.
"""
import csv
import os
import sys
import warnings

import numpy as np
import scipy.stats as st
import sklearn
from sklearn import metrics as m
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import RepeatedStratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

warnings.filterwarnings("ignore")
HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = sys.argv[1]
print("# " + __doc__.splitlines()[0])
print("# FILE ROLES MEASURE VALUE POOLED MEAN_OF_FOLDS SD LOWER UPPER")
print(
    f"# scikit-learn {sklearn.__version__}, NumPy {np.__version__}, SciPy {__import__('scipy').__version__}")


def columns(path):
    with open(path) as file:
        rows = list(csv.DictReader(file))
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def class_measures(labels, positive, has_scores, probabilities=True):
    """Name -> (function of truth, predicted, scores, weight; its row losses or None where it is no mean of
    rows)."""
    several = len(labels) > 2
    pos = list(labels).index(positive) if positive else None
    v = {}
    if probabilities:
        v["accuracy"] = (lambda t, p, s, w: m.accuracy_score(t, p, sample_weight=w), lambda t, p,
                         s: (t == p).astype(float))
        v["error_rate"] = (lambda t, p, s, w: m.zero_one_loss(t, p, sample_weight=w), lambda t, p,
                           s: (t != p).astype(float))
        v["balanced_accuracy"] = (lambda t, p, s, w: m.balanced_accuracy_score(t, p, sample_weight=w), None)
        v["mcc"] = (lambda t, p, s, w: m.matthews_corrcoef(t, p, sample_weight=w), None)
        v["kappa"] = (lambda t, p, s, w: m.cohen_kappa_score(t, p, sample_weight=w), None)
        if several:
            v["f1_macro"] = (lambda t, p, s, w: m.f1_score(t, p, average="macro", sample_weight=w), None)
            v["precision_weighted"] = (lambda t, p, s,
                                       w: m.precision_score(t, p, average="weighted", sample_weight=w), None)
        else:
            v["f1"] = (lambda t, p, s, w: m.f1_score(t, p, pos_label=positive, sample_weight=w), None)
            v["precision"] = (lambda t, p, s, w: m.precision_score(t, p, pos_label=positive, sample_weight=w),
                              None)
            v["recall"] = (lambda t, p, s, w: m.recall_score(t, p, pos_label=positive, sample_weight=w), None)
    if has_scores:
        if several:
            v["roc_auc_ovr"] = (lambda t, p, s,
                                w: m.roc_auc_score(t, s, multi_class="ovr", labels=labels, sample_weight=w),
                                None)
            if probabilities:
                v["roc_auc_ovo"] = (lambda t, p, s,
                                    w: m.roc_auc_score(t, s, multi_class="ovo", labels=labels), None)
        else:
            v["roc_auc"] = (lambda t, p, s, w: m.roc_auc_score(t == positive, s[:, pos], sample_weight=w),
                            None)
            v["average_precision"] = (lambda t, p, s,
                                      w: m.average_precision_score(t == positive, s[:, pos], sample_weight=w),
                                      None)
        if probabilities:
            codes = {label: c for c, label in enumerate(labels)}
            eps = np.finfo(float).eps
            v["log_loss"] = (lambda t, p, s, w: m.log_loss(t, s, labels=labels, sample_weight=w),
                             lambda t, p,
                             s: -np.log(np.clip(s[np.arange(len(t)), [codes[x] for x in t]], eps, 1)))
    return v


def number_measures():
    return {"mse": (lambda t, p, s, w: m.mean_squared_error(t, p), None),
            "mae": (lambda t, p, s, w: m.mean_absolute_error(t, p), None),
            "rmse": (lambda t, p, s, w: m.root_mean_squared_error(t, p), None),
            "r2": (lambda t, p, s, w: m.r2_score(t, p), None),
            "mape": (lambda t, p, s, w: m.mean_absolute_percentage_error(t, p), None),
            "median_ae": (lambda t, p, s, w: m.median_absolute_error(t, p), None)}


def line(file, roles, name, *numbers):
    print(file, roles, name, *("-" if x is None else repr(float(x)) for x in numbers))


def judge(file, roles, measures, t, p, s, w=None, fold=None, repeat=None):
    for name, (figure, losses) in measures.items():
        if w is not None and name == "roc_auc_ovo":
            continue
        pooled = figure(t, p, s, w)
        if fold is None:
            line(file, roles, name, pooled, None, None, None, None, None)
            continue
        keys = sorted(set(zip(repeat, fold)))
        values, ratios = [], []
        for key in keys:
            at = (repeat == key[0]) & (fold == key[1])
            values.append(figure(t[at], p[at], None if s is None else s[at], None if w is None else w[at]))
            ratios.append(at.sum() / ((repeat == key[0]).sum() - at.sum()))
        mean, sd, j = np.mean(values), np.std(values, ddof=1), len(values)
        centre = pooled if losses else mean
        if losses and len(set(repeat)) == 1:
            rows = losses(t, p, s)
            half = st.norm.ppf(.975) * np.sqrt(np.mean((rows - rows.mean()) ** 2) / len(rows))
        else:
            half = st.t.ppf(.975, j - 1) * sd * np.sqrt(1 / j + np.mean(ratios))
        line(file, roles, name, centre, pooled, mean, sd, centre - half, centre + half)


def scores_of(c, names):
    return np.column_stack([c[name].astype(float) for name in names])


c = columns(f"{FOLDER}/two-class-example.csv")
judge("two-class-example.csv", "truth=truth,predicted=predicted,scores=Class1+Class2",
      class_measures(["Class1", "Class2"], "Class2", True), c["truth"], c["predicted"],
      scores_of(c, ["Class1", "Class2"]))
c = columns(f"{FOLDER}/hpc-cv.csv")
four = ["F", "L", "M", "VF"]
measures = class_measures(four, None, True)
judge("hpc-cv.csv", "truth=obs,predicted=pred,scores=F+L+M+VF", measures, c["obs"], c["pred"],
      scores_of(c, four))
judge("hpc-cv.csv", "truth=obs,predicted=pred,scores=F+L+M+VF,split=Resample", measures, c["obs"], c["pred"],
      scores_of(c, four), fold=c["Resample"], repeat=np.ones(len(c["obs"]), int))
c = columns(f"{FOLDER}/solubility-test.csv")
judge("solubility-test.csv", "truth=solubility,predicted=prediction", number_measures(),
      c["solubility"].astype(float), c["prediction"].astype(float), None)
c = columns(f"{FOLDER}/asah.csv")
for score in ("wfns", "s100b", "ndka"):
    s = c[score].astype(float)
    judge("asah.csv", f"truth=outcome,score={score}", class_measures(["Good", "Poor"], "Poor", True, False),
          c["outcome"], None, np.column_stack([-s, s]))

# Out of fold: every third row of scikit-learn's breast cancer data, with labels flipped with probability 1/8,
# so that there are errors.
rng = np.random.default_rng(12)
x, y = load_breast_cancer(return_X_y=True)
x, y = x[::3, :4], y[::3]
y = np.where(rng.random(len(y)) < 0.125, 1 - y, y)
weight = rng.integers(1, 9, len(y)) / 4
rows = []
for i, (train, test) in enumerate(
        RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=3).split(x, y)):
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(x[train], y[train])
    for row, probability in zip(test, model.predict_proba(x[test])[:, 1]):
        rows.append((f"r{row}", y[row], f"{probability:.4f}", 1 + i % 5, 1 + i // 5, weight[row]))
with open(f"{HERE}/out_of_fold.csv", "w") as file:
    file.write("id,y,p,fold,repeat,w\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
c = columns(f"{HERE}/out_of_fold.csv")
s = c["p"].astype(float)
s = np.column_stack([1 - s, s])
label = np.where(s[:, 1] >= 0.5, "1", "0")
weight = c["w"].astype(float)
for roles, w in (("", None), (",weight=w", weight)):
    judge("out_of_fold.csv", "truth=y,score=p,split=fold,repeat=repeat" + roles,
          class_measures(["0", "1"], "1", True), c["y"], label, s, w, fold=c["fold"].astype(int),
          repeat=c["repeat"].astype(int))
