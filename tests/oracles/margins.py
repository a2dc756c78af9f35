#!/usr/bin/env python3
"""Makes margins.txt: scikit-learn's LIBLINEAR and LIBSVM on half of the rows, tested on the others
(tests/learn/library_test.cpp).

`row`: x, z, a category, its classes (two, three) and a number. The even rows train. One line per case: its
name, and the predictions for the odd rows: for classes the label and the decision values of each row (one
value for two classes, one per class for three), for numbers the prediction. Columns are one-hot and scaled by
the training rows where the case says so. LinearSVC, LogisticRegression and SVC have the options that equal
our defaults.
"""
import random
import warnings

import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, SVR, LinearSVC, LinearSVR

warnings.simplefilter("ignore", FutureWarning)
rng = random.Random(23)
rows = []
for i in range(160):
    c = rng.randrange(3)
    rows.append(
        (round(rng.gauss(c, 1), 4), round(rng.gauss(-30 * c, 40), 3), rng.choice("pqr"[: 2 + (c > 0)]),
         min(c, 1), c, round(2 * c + rng.gauss(0, 1), 4)))
numbers = np.array([r[:2] for r in rows])
onehot = np.array([[float(r[2] == label) for label in "pqr"] for r in rows])
train = np.arange(len(rows)) % 2 == 0
scaled = np.hstack([StandardScaler().fit(numbers[train]).transform(numbers), onehot])
plain = np.hstack([numbers / [1, 1], onehot])
two, three, number = (np.array([r[i] for r in rows]) for i in (3, 4, 5))


def canonical(x, y):
    """The order of training rows that depends on their content alone: by response, then by columns."""
    order = sorted(np.flatnonzero(train), key=lambda i: (y[i], *x[i]))
    return x[order], y[order]


logistic = dict(solver="liblinear", tol=1e-8, intercept_scaling=1)
hinge = dict(loss="squared_hinge", dual=False, tol=1e-8, max_iter=100000)
machine = dict(tol=1e-6, break_ties=True)
cases = [
    ("logistic:tolerance=1e-8", LogisticRegression(**logistic), scaled, two),
    ("logistic:tolerance=1e-8,C=0.05,scale=none", LogisticRegression(C=0.05, **logistic), plain, two),
    ("logistic:tolerance=1e-8,C=3", OneVsRestClassifier(LogisticRegression(C=3, **logistic)), scaled, three),
    ("linear-svm:tolerance=1e-8", LinearSVC(**hinge), scaled, two),
    ("linear-svm:tolerance=1e-8,C=0.1", LinearSVC(C=0.1, **hinge), scaled, three),
    ("linear-svm:tolerance=1e-8,epsilon=0.3",
     LinearSVR(loss="squared_epsilon_insensitive", dual=False, epsilon=0.3, tol=1e-8, max_iter=100000),
     scaled, number),
    ("svm:tolerance=1e-6,gamma=0.2", SVC(gamma=0.2, **machine), scaled, two),
    ("svm:tolerance=1e-6,C=5", SVC(C=5, gamma=0.2, decision_function_shape="ovr", **machine), scaled, three),
    ("svm:tolerance=1e-6,kernel=linear", SVC(kernel="linear", **machine), scaled, three),
    ("svm:tolerance=1e-6,kernel=polynomial,degree=2,coef0=1,gamma=0.3",
     SVC(kernel="poly", degree=2, coef0=1, gamma=0.3, **machine), scaled, three),
    ("svm:tolerance=1e-6,gamma=0.0003,scale=none", SVC(gamma=0.0003, **machine), plain, two),
    ("svm:tolerance=1e-6,C=2,epsilon=0.2,gamma=0.1", SVR(C=2, epsilon=0.2, gamma=0.1, tol=1e-6), scaled,
     number),
]
print(f"# tests/oracles/margins.py, scikit-learn {sklearn.__version__}")
for row in rows:
    print("row", *row)
for name, learner, x, y in cases:
    learner.fit(*canonical(x, y))
    test = x[~train]
    said = [learner.predict(test)]
    if y is not number:
        said += list(np.atleast_2d(learner.decision_function(test).T))
    print(name, *(repr(float(v)) for row in zip(*said) for v in row))
