#!/usr/bin/env python3
"""Makes weighted_naive_bayes.txt: scikit-learn's GaussianNB fitted with sample_weight
(tests/learn/weights_test.cpp).

One line per row: weight, two features, class, and the three probabilities of the model of all rows.
scikit-learn adds 1e-9 of the unweighted variance, and ours of the weighted one, so the last digits may
differ.
"""
import random

import numpy as np
import sklearn
from sklearn.naive_bayes import GaussianNB

rng = random.Random(7)
rows = []
for i in range(60):
    c = rng.randrange(3)
    w = 0.0 if i % 13 == 5 else round(rng.uniform(0.1, 4.0), 3)
    rows.append((w, round(rng.gauss(c, 1), 4), round(rng.gauss(-2 * c, 1.5), 4), c))
x = np.array([[r[1], r[2]] for r in rows])
w = np.array([r[0] for r in rows])
y = np.array([r[3] for r in rows])
kept = w > 0
p = GaussianNB().fit(x[kept], y[kept], sample_weight=w[kept]).predict_proba(x)
print(f"# tests/oracles/weighted_naive_bayes.py, scikit-learn {sklearn.__version__}")
for row, probabilities in zip(rows, p):
    print(*row, *(repr(float(v)) for v in probabilities))
