#!/usr/bin/env python3
"""Makes tuned.txt: scikit-learn's GridSearchCV, tested on outer folds, with the same inner folds
(tests/learn/tuned_test.cpp).

`row`: the cells of a row: x, z, its fold, its class, a number. The outer folds are those of the column; the
inner folds of a training set are its other folds. One line per learner and outer fold: its name, the fold,
the index of the best point of the grid, its mean inner score, and the predictions of the rows of the fold, in
their order.
"""
import random

import numpy as np
import sklearn
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, LeaveOneGroupOut, ParameterGrid
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeRegressor

rng = random.Random(17)
rows = []
for i in range(100):
    c = rng.randrange(3)
    rows.append(
        (round(rng.gauss(c, 1.2), 4), round(rng.gauss(-c, 1.5), 4), rng.randrange(5), c,
         round(c + rng.gauss(0, 1), 4)))
x = np.array([r[:2] for r in rows])
fold, label, number = (np.array([r[i] for r in rows]) for i in (2, 3, 4))

cases = {
    "knn": (KNeighborsClassifier(algorithm="brute"),
            {"n_neighbors": range(1, 16), "weights": ["uniform", "distance"]}, label, "accuracy"),
    "ridge": (Ridge(), {"alpha": [2.0**e for e in range(-5, 12, 2)]}, number, "neg_root_mean_squared_error"),
    "depth": (DecisionTreeRegressor(random_state=0), {"max_depth": [1, 2, 3, 4]}, number,
              "neg_mean_absolute_error"),
}
print(f"# tests/oracles/tuned.py, scikit-learn {sklearn.__version__}")
for row in rows:
    print("row", *row)
for name, (learner, grid, y, scoring) in cases.items():
    points = list(ParameterGrid(grid))
    for f in range(5):
        train, test = fold != f, fold == f
        search = GridSearchCV(learner, grid, scoring=scoring, cv=LeaveOneGroupOut())
        search.fit(x[train], y[train], groups=fold[train])
        print(name, f, search.best_index_, repr(float(search.best_score_)),
              *(repr(float(v)) for v in search.predict(x[test])))
        assert points[search.best_index_] == search.best_params_
