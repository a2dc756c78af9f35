#!/usr/bin/env python3
"""Writes tests/oracles/cut.txt: thresholds of out-of-fold scores of scikit-learn's models, and their
predictions for other rows.

    build/venv/bin/python tests/oracles/cut.py > tests/oracles/cut.txt

Rows r with r mod 3 != 0 of diabetes train; the fold of row r is r mod 5, as groups. Each cut is found by
trying all distinct scores, and one above them. Those of the index and the costs are
TunedThresholdClassifierCV's too, which is checked here: its scorer is given sums over the rows of a fold,
whose means over the folds order the cuts as the sums over all rows do. A line: learner, `weighted` if row r
weighs 1 + r mod 4 (else `equal`), the keys, the cut, and for each other row whether it is predicted positive.
"""
from pathlib import Path

import numpy as np
import pandas as pd
import sklearn
from sklearn.metrics import make_scorer
from sklearn.model_selection import PredefinedSplit, TunedThresholdClassifierCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

lines = (Path(__file__).parents[2] / "data" / "diabetes.arff").read_text().splitlines()
cells = [line.split(",") for line in lines[[line.lower().strip() for line in lines].index("@data") + 1:]
         if line.strip() and line[0] != "%"]
x = np.array([row[:-1] for row in cells], float)
y = np.array([row[-1].strip() == "tested_positive" for row in cells], int)
rows = np.arange(len(y))
train, test = rows[rows % 3 != 0], rows[rows % 3 == 0]
fold = train % 5
positives, negatives = y[train].sum(), (1 - y[train]).sum()


def sums(truth, predicted, of_positives, of_negatives):
    """A figure that is a sum over rows, with one value for a true positive and one for a false one."""
    return of_positives * (truth * predicted).sum() + of_negatives * ((1 - truth) * predicted).sum()


def best(scores, weight, keys):
    """The highest of the best cuts, and the number of best cuts."""
    truth, found = y[train], []
    p, n = (weight * truth).sum(), (weight * (1 - truth)).sum()
    for cut in [np.nextafter(scores.max(), np.inf), *sorted(set(scores), reverse=True)]:
        tp, fp = (weight * truth)[scores >= cut].sum(), (weight * (1 - truth))[scores >= cut].sum()
        precision = tp / (tp + fp) if tp + fp else None
        merit = {"youden": lambda: tp * n - fp * p,
                 "cost": lambda: -(
                     keys.get("false_positive", 1) * fp + keys.get("false_negative", 1) * (p - tp)),
                 "recall": lambda: precision if tp / p >= keys["at_least"] and precision is not None
                 else None,
                 "precision": lambda: tp if precision is not None and precision >= keys["at_least"]
                 else None}[keys["by"]]()
        if merit is not None:
            found.append((merit, cut))
    largest = max(merit for merit, _ in found)
    equal = [cut for merit, cut in found if merit == largest]
    return equal[0], len(equal)


print(f"# tests/oracles/cut.py, scikit-learn {sklearn.__version__}")
for learner, make, weighted in (("naive-bayes", GaussianNB, False), ("naive-bayes", GaussianNB, True),
                                ("knn:k=15,scale=none", lambda: KNeighborsClassifier(15), False)):
    weight = 1.0 + rows % 4 if weighted else np.ones(len(y))
    fit = lambda own: make().fit(x[own], y[own], **({"sample_weight": weight[own]} if weighted else {}))
    scores = np.empty(len(train))
    for f in range(5):
        scores[fold == f] = fit(train[fold != f]).predict_proba(x[train[fold == f]])[:, 1]
    of_test = fit(train).predict_proba(x[test])[:, 1]
    for keys in ({"by": "youden"}, {"by": "cost"}, {"by": "cost", "false_positive": 1, "false_negative": 5.5},
                 {"by": "cost", "false_positive": 7}, {"by": "recall", "at_least": 0.9},
                 {"by": "recall", "at_least": 0.5}, {"by": "precision", "at_least": 0.75},
                 {"by": "precision", "at_least": 0.6}):
        cut, equal = best(scores, weight[train], keys)
        predicted = (of_test >= cut).astype(int)
        if keys["by"] in ("youden", "cost") and equal == 1 and cut <= scores.max() and not weighted:
            gains = ((1 / positives, -1 / negatives)
                     if keys["by"] == "youden"
                     else (keys.get("false_negative", 1), -keys.get("false_positive", 1)))
            tuned = TunedThresholdClassifierCV(make(),
                                               scoring=make_scorer(
                                                   sums, of_positives=gains[0], of_negatives=gains[1]),
                                               cv=PredefinedSplit(fold),
                                               thresholds=np.unique(scores)).fit(x[train], y[train])
            assert tuned.best_threshold_ == cut and (tuned.predict(x[test]) == predicted).all(), (
                learner, keys)
            print("# the next is TunedThresholdClassifierCV's")
        print(learner, "weighted" if weighted else "equal", ",".join(f"{k}={v}" for k, v in keys.items()),
              repr(float(cut)), *predicted)
