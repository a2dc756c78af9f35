#!/usr/bin/env python3
"""Writes tests/oracles/committee.txt: the vote or mean of scikit-learn's models, one for each fold of some
training rows.

    build/venv/bin/python tests/oracles/committee.py > tests/oracles/committee.txt

Rows r with r mod 3 != 0 train; the fold of row r is r mod 10, as groups. A line: the set, the learner,
`weighted` if row r weighs 1 + r mod 4 (else `equal`), the error of the members on the rows of their folds
(share of wrong rows, or root mean squared error), then of each other row the votes for each class, or the
mean.
"""
from pathlib import Path

import numpy as np
import pandas as pd
import sklearn
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

root = Path(__file__).parents[2]
print(f"# tests/oracles/committee.py, scikit-learn {sklearn.__version__}")
for name, spec, make, weighted in (
        ("iris.csv", "naive-bayes", GaussianNB, False), ("iris.csv", "naive-bayes", GaussianNB, True),
        ("wine.csv", "naive-bayes", GaussianNB, False),
        ("wine.csv", "knn:k=1,scale=none", lambda: KNeighborsClassifier(1), False),
        ("diabetes-lars.csv", "ridge:lambda=10", lambda: Ridge(10), False)):
    table = pd.read_csv(root / "data" / name)
    x = table.iloc[:, :-1].to_numpy(float)
    y = table.iloc[:, -1].to_numpy()
    rows = np.arange(len(y))
    weight = 1.0 + rows % 4 if weighted else np.ones(len(y))
    train, test = rows[rows % 3 != 0], rows[rows % 3 == 0]
    classes = np.unique(y) if y.dtype == object or name == "wine.csv" else None
    said = np.zeros((len(test), len(classes)) if classes is not None else len(test))
    loss = 0.0
    for fold in range(10):
        own, left = train[train % 10 != fold], train[train % 10 == fold]
        model = make().fit(x[own], y[own], **({"sample_weight": weight[own]} if weighted else {}))
        predicted, of_fold = model.predict(x[test]), model.predict(x[left])
        if classes is None:
            said += predicted / 10
            loss += ((of_fold - y[left]) ** 2).sum()
        else:
            said += predicted[:, None] == classes
            loss += weight[left][of_fold != y[left]].sum()
    error = loss / weight[train].sum()
    print(name, spec, "weighted" if weighted else "equal",
          repr(float(error if classes is not None else np.sqrt(error))),
          *(repr(float(v)) if classes is None else int(v) for v in said.ravel()))
