#!/usr/bin/env python3
"""Makes calibrated.txt: scikit-learn's CalibratedClassifierCV (method="sigmoid", ensemble=False) around its
LIBLINEAR and LIBSVM (tests/learn/library_test.cpp).

`row`: x, z, a category, its classes (two, three). The even rows train. One line per case: its name, and the
probabilities of the classes for each odd row. The folds are ours: the training rows, in the order of response
and columns, go to five folds in turn. The scaling is learned separately in each fold.
"""
import random
import warnings

import numpy as np
import sklearn
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC

warnings.simplefilter("ignore", FutureWarning)
rng = random.Random(29)
rows = []
for i in range(240):
    c = rng.randrange(3)
    rows.append(
        (round(rng.gauss(c, 1), 4), round(rng.gauss(-30 * c, 40), 3), rng.choice("pqr"[: 2 + (c > 0)]),
         min(c, 1), c))
x = np.array([[*r[:2], *(float(r[2] == label) for label in "pqr")] for r in rows])
train = np.arange(len(rows)) % 2 == 0
two, three = (np.array([r[i] for r in rows]) for i in (3, 4))

hinge = dict(loss="squared_hinge", dual=False, tol=1e-8, max_iter=100000)
cases = [
    ("linear-svm:tolerance=1e-8", LinearSVC(**hinge), two),
    ("linear-svm:tolerance=1e-8,C=0.1", LinearSVC(C=0.1, **hinge), three),
    ("svm:tolerance=1e-6,gamma=0.2", SVC(gamma=0.2, tol=1e-6), two),
    ("svm:tolerance=1e-6,gamma=0.2,C=5", SVC(gamma=0.2, C=5, tol=1e-6), three),
]
print(f"# tests/oracles/calibrated.py, scikit-learn {sklearn.__version__}")
for row in rows:
    print("row", *row)
for name, learner, y in cases:
    order = sorted(np.flatnonzero(train), key=lambda i: (y[i], *x[i]))
    fold = np.arange(len(order)) % 5
    folds = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(5)]
    scaled = make_pipeline(
        ColumnTransformer([("numbers", StandardScaler(), [0, 1])], remainder="passthrough"), learner)
    model = CalibratedClassifierCV(scaled, method="sigmoid", ensemble=False, cv=folds).fit(x[order], y[order])
    print(name, *(repr(float(v)) for v in model.predict_proba(x[~train]).ravel()))
