#!/usr/bin/python3
"""Makes boosted_trees.txt: XGBoost's Python package (Debian: python3-xgboost) on the same rows
(tests/learn/library_test.cpp).

    /usr/bin/python3 tests/oracles/boosted_trees.py > tests/oracles/boosted_trees.txt

`row`: x, z ("nan" where missing), a category of three, its class, a number. Then one line per case: the
classes (0: the number), rounds, depth, eta, and the predictions of all rows by the model of the even rows.
Rows are passed in the order of response and then of cells, missing ones first, as in our code, because sums
in single precision depend on the order.
"""
import random

import numpy as np
import xgboost

rng = random.Random(23)
rows = []
for i in range(90):
    c = rng.randrange(3)
    x = "nan" if rng.random() < 0.1 else round(rng.gauss(c, 1.2), 4)
    rows.append((x, round(rng.gauss(-c, 1.5), 4), rng.randrange(3), c, round(3 * c + rng.gauss(0, 1), 4)))
x = np.array([[float(r[0]), r[1], r[2] == 0, r[2] == 1, r[2] == 2] for r in rows], dtype=float)
print(f"# tests/oracles/boosted_trees.py, XGBoost {xgboost.__version__}")
for row in rows:
    print("row", *row)
for classes in (2, 3, 0):
    for rounds, depth, eta in ((10, 6, 0.3), (30, 2, 0.1)):
        y = np.array([r[4] if classes == 0 else min(r[3], classes - 1) for r in rows], dtype=float)
        train = list(range(0, len(rows), 2))
        train.sort(key=lambda i: (y[i], *np.where(np.isnan(x[i]), -np.inf, x[i])))
        params = {"tree_method": "hist", "max_depth": depth, "eta": eta, "nthread": 1,
                  "objective": {0: "reg:squarederror", 2: "binary:logistic", 3: "multi:softprob"}[classes]}
        if classes == 3:
            params["num_class"] = 3
        if classes == 0:
            params["base_score"] = float(np.mean(y[train]))
        model = xgboost.train(params, xgboost.DMatrix(x[train], y[train], nthread=1), rounds)
        p = model.predict(xgboost.DMatrix(x, nthread=1)).reshape(len(rows), -1)
        print("case", classes, rounds, depth, eta, *(repr(float(v)) for v in p.ravel()))
