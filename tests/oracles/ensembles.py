#!/usr/bin/env python3
"""Makes ensembles.txt: scikit-learn's forests and boosted models on public data (tests/learn/forest_test.cpp,
boosting_test.cpp).

    build/bench-peers/bin/python tests/oracles/ensembles.py ../shared/data > tests/oracles/ensembles.txt

Fold f of five tests the rows whose number in the file is f modulo 5. A line `forest` or `mart` has the set,
the kind of learner, the number of seeds, and the mean and standard deviation over the seeds of the error
rate, or of the root mean squared error, over all rows. Forests try the root of the number of features,
rounded down, or a third of it, like ours by default (min_samples_leaf is 1, because it counts a row that is
drawn twice once, and ours counts it twice). A line `ensemble` has the whole spec; for the two ensembles that
scikit-learn lacks, their definition is written out here over its trees. A line `adaboost` has the set, the
number of members and then, for each row, the shares of the votes for each class: weights in Gaussian naive
Bayes, trained on all rows.
"""
import csv
import pathlib
import sys

import numpy as np
import sklearn
from sklearn.ensemble import (
    AdaBoostClassifier, BaggingClassifier, BaggingRegressor, GradientBoostingClassifier,
    GradientBoostingRegressor, RandomForestClassifier, RandomForestRegressor,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

FOLDER = pathlib.Path(sys.argv[1])
CLASSES = ["iris.csv", "wine.csv", "glass.arff", "diabetes.arff", "sonar.csv", "vehicle.csv",
           "ionosphere.arff"]
NUMBERS = ["diabetes-lars.csv", "concrete.csv", "airfoil.csv"]
SEEDS = 20


def table(path):
    """Features and response, which is last."""
    with open(path) as file:
        lines = [line.strip() for line in file]
    if path.suffix == ".arff":
        lines = lines[[line.lower() for line in lines].index("@data"):]
        lines = [line for line in lines if line and not line.startswith("%")]
    rows = list(csv.reader(line for line in lines[1:] if line))
    x = np.array([[float(cell) for cell in row[:-1]] for row in rows])
    return x, np.array([row[-1].strip() for row in rows])


def error(make, x, y):
    """The error over all rows, from the models of the five folds."""
    fold = np.arange(len(y)) % 5
    p = np.empty(len(y), dtype=y.dtype)
    for f in range(5):
        p[fold == f] = make().fit(x[fold != f], y[fold != f]).predict(x[fold == f])
    return np.mean(p != y) if y.dtype.kind == "U" else np.sqrt(np.mean((p - y) ** 2))


class Voting:
    """Models that vote with weights; draw(x, y, random) draws, trains and yields them."""

    def __init__(self, draw, seed):
        self.draw, self.random = draw, np.random.RandomState(seed)

    def fit(self, x, y):
        self.classes, self.members = np.unique(y), list(self.draw(x, y, self.random))
        return self

    def predict(self, x):
        votes = sum(weight * (model.predict(x)[:, None] == self.classes) for weight, model in self.members)
        return self.classes[votes.argmax(axis=1)]


def drawn_tree(x, y, rows, random, depth=None):
    return DecisionTreeClassifier(max_depth=depth, random_state=random.randint(2**31)).fit(x[rows], y[rows])


def weighted_bagging(x, y, random):
    for _ in range(50):
        rows = random.randint(len(y), size=len(y))
        left_out = np.setdiff1d(np.arange(len(y)), rows)
        tree = drawn_tree(x, y, rows, random)
        yield np.mean(tree.predict(x[left_out]) == y[left_out]), tree


def boosting_by_resampling(x, y, random):
    weights = np.full(len(y), 1 / len(y))
    for _ in range(30):
        for _ in range(11):  # a model without a vote is drawn again, up to ten times
            tree = drawn_tree(x, y, random.choice(len(y), len(y), p=weights), random, depth=2)
            missed = tree.predict(x) != y
            e = weights[missed].sum()
            if 0 < e < 0.5:
                break
            weights[:] = 1 / len(y)
        else:
            return
        yield np.log((1 - e) / e), tree
        weights[~missed] *= e / (1 - e)
        weights /= weights.sum()


class Jittered(AdaBoostClassifier):
    """A tree that chooses at random among equally good cuts.

    scikit-learn leaves the choice to the rounding of weights, and ours takes the first.
    """

    def __init__(self, seed):
        super().__init__(DecisionTreeClassifier(max_depth=2), n_estimators=30, random_state=seed)
        self.seed = seed

    def fit(self, x, y):
        return super().fit(x, y, 1 + 1e-9 * np.random.RandomState(self.seed).rand(len(y)))


def line(kind, name, keys, make, x, y, seeds=SEEDS):
    errors = [error(lambda: make(seed), x, y) for seed in range(seeds)]
    print(kind, name, keys, seeds, repr(float(np.mean(errors))), repr(float(np.std(errors, ddof=1))),
          flush=True)


print(f"# tests/oracles/ensembles.py, scikit-learn {sklearn.__version__}")
for name in CLASSES:
    x, y = table(FOLDER / "classification" / name)
    line("forest", name, "size=100", lambda seed: RandomForestClassifier(100, random_state=seed), x, y)
    for depth in (1, 3):
        line("mart", name, f"size=30,max_depth={depth}", lambda seed: GradientBoostingClassifier(
            n_estimators=30, max_depth=depth, random_state=seed), x, y, 5)
for name in NUMBERS:
    x, y = table(FOLDER / "regression" / name)
    y = y.astype(float)
    line("forest", name, "size=100,min_rows=1", lambda seed: RandomForestRegressor(
        100, max_features=max(1, x.shape[1] // 3), random_state=seed), x, y)
    for loss, ours in (("squared_error", "squared"), ("absolute_error", "lad")):
        line("mart", name, f"size=100,loss={ours}", lambda seed: GradientBoostingRegressor(
            n_estimators=100, loss=loss, random_state=seed), x, y, 5)
for name in CLASSES:
    x, y = table(FOLDER / "classification" / name)
    full, small = ("tree:criterion=gini,prune=none,min_rows=1",
                   "tree:criterion=gini,prune=none,min_rows=1,max_depth=2")
    line("ensemble", name, f"bagging({full}):size=50",
         lambda seed: BaggingClassifier(DecisionTreeClassifier(), 50, random_state=seed), x, y)
    line("ensemble", name, f"weighted-bagging({full}):size=50", lambda seed: Voting(weighted_bagging, seed),
         x, y)
    line("ensemble", name, f"adaboost({small}):size=30", lambda seed: Voting(boosting_by_resampling, seed), x,
         y)
    line("ensemble", name, f"adaboost({small}):size=30,by=weights", lambda seed: Jittered(seed), x, y)
# airfoil is a grid of few values, where the order of columns, which breaks ties in ours, changes the error by
# 3 %
for name in NUMBERS[:2]:
    x, y = table(FOLDER / "regression" / name)
    line("ensemble", name, "bagging(tree:criterion=mse,prune=none,min_rows=1):size=50",
         lambda seed: BaggingRegressor(
        n_estimators=50, random_state=seed), x, y.astype(float))
for name in ("iris.csv", "wine.csv"):
    x, y = table(FOLDER / "classification" / name)
    model = AdaBoostClassifier(GaussianNB(), n_estimators=8).fit(x, y)
    votes = sum(weight * (each.predict(x)[:, None] == model.classes_)
                for weight, each in zip(model.estimator_weights_, model.estimators_))
    shares = votes / model.estimator_weights_.sum()
    print("adaboost", name, len(model.estimators_), *(repr(float(v)) for v in shares.ravel()))
