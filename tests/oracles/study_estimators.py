#!/usr/bin/env python3
"""Writes tests/oracles/study_estimators.txt: estimators of the error against the truth, by scikit-learn.

    build/venv/bin/python tests/oracles/study_estimators.py > tests/oracles/study_estimators.txt

Row i of the population is (37 i^2 mod 1009, 53 i^3 mod 983) with the class of CLASSES[i - 1]. A sample has 6
rows; its model is judged on the other 4. All 210 samples are equally likely. A line: learner, estimator, and
over the samples the mean of the models' errors and their standard deviation (divisor: samples), then of the
estimate the mean, the standard deviation, the root mean squared distance from the error of the model, and
that from the mean of these errors. Hold-outs and folds of 2 rows are random, so they have only the mean: the
mean error of models of 4 rows on 2 others.
"""
from itertools import combinations

import numpy as np
import sklearn
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

CLASSES = "0010111001"
i = np.arange(1, 11)
x = np.column_stack([37 * i**2 % 1009, 53 * i**3 % 983]).astype(float)
y = np.array([int(c) for c in CLASSES])
rows = set(range(10))
distances = sorted(((x[a] - x[b]) ** 2).sum() for a, b in combinations(range(10), 2))
assert len(set(distances)) == len(distances)  # no tie


def wrong(learner, train, test):
    train, test = list(train), list(test)
    return np.mean(learner.fit(x[train], y[train]).predict(x[test]) != y[test])


print(f"# scikit-learn {sklearn.__version__}; tests/oracles/study_estimators.py")
for name, learner in (("knn:k=1,scale=none", KNeighborsClassifier(1)),
                      ("knn:k=3,scale=none", KNeighborsClassifier(3)), ("naive-bayes", GaussianNB())):
    samples = [set(s) for s in combinations(range(10), 6)]
    truth = np.array([wrong(learner, s, rows - s) for s in samples])
    for estimator, figures in (("resubstitution", [wrong(learner, s, s) for s in samples]),
                               ("loo",
                                [np.mean([wrong(learner, s - {r}, {r}) for r in s]) for s in samples])):
        v = np.array(figures)
        print(name, estimator, truth.mean(), truth.std(), v.mean(), v.std(),
              np.sqrt(np.mean((v - truth) ** 2)), np.sqrt(np.mean((v - truth.mean()) ** 2)))
    smaller = np.mean([wrong(learner, t, rows - set(t)) for t in combinations(range(10), 4)])
    for estimator in ("holdout:fraction=0.3333,stratify=no", "cv:folds=3,stratify=no"):
        print(name, estimator, truth.mean(), truth.std(), smaller)
