#!/usr/bin/env python3
"""Makes weighted_trees.txt: scikit-learn's trees fitted with sample_weight, and boosted with weights
(tests/learn/weights_test.cpp).

`row`: weight, three features, one of three classes, a number. Then one line per case: its name, and for each
row the probabilities of the classes (for boosted trees, the shares of the votes), or the number, from the
model of the rows whose weight is above 0. The script checks with other random states that chance breaks no
ties.
"""
import random

import numpy as np
import sklearn
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

rng = random.Random(11)
rows = []
for i in range(240):
    c = rng.randrange(3)
    w = 0.0 if i % 13 == 5 else round(rng.uniform(0.1, 4.0), 3)
    rows.append(
        (w, *(round(rng.gauss(s * c, 1.3), 5) for s in (1, -0.6, 0.3)), c, round(c * c + rng.gauss(0, 1), 5)))
x = np.array([r[1:4] for r in rows])
w, y, number = (np.array([r[i] for r in rows]) for i in (0, 4, 5))
kept = w > 0


def shares(model):
    """The shares of the votes."""
    sums = sum(v * (tree.predict(x)[:, None] == model.classes_)
               for v, tree in zip(model.estimator_weights_, model.estimators_))
    return sums / model.estimator_weights_.sum()


def stumps(state):
    return AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=25, random_state=state)


cases = [
    ("tree:criterion=gini,prune=none,min_rows=1,max_depth=3",
     lambda s: DecisionTreeClassifier(max_depth=3, random_state=s), y, "predict_proba"),
    ("tree:criterion=mse,prune=none,min_rows=1,max_depth=3",
     lambda s: DecisionTreeRegressor(max_depth=3, random_state=s), number, "predict"),
    ("adaboost(tree:criterion=gini,prune=none,min_rows=1,max_depth=1):by=weights,size=25", stumps, y, shares),
    ("adaboost(tree:criterion=gini,prune=none,min_rows=1,max_depth=1):by=weights,size=25", stumps,
     np.minimum(y, 1), shares),
    ("ls-boost:size=20,max_depth=2",
     lambda s: GradientBoostingRegressor(n_estimators=20, max_depth=2, random_state=s), number, "predict"),
]
print(f"# tests/oracles/weighted_trees.py, scikit-learn {sklearn.__version__}")
for row in rows:
    print("row", *row)
for name, make, target, said in cases:
    answers = []
    for state in range(5):
        model = make(state).fit(x[kept], target[kept], sample_weight=w[kept])
        answers.append(said(model) if callable(said) else getattr(model, said)(x))
        assert np.allclose(answers[0], answers[-1], atol=1e-9), name
    print(name, len(set(target)) if target is not number else 0,
          *(repr(float(v)) for v in answers[0].ravel()))
