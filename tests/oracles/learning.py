#!/usr/bin/env python3
"""Writes tests/oracles/learning.txt: learning curves by a plain loop over scikit-learn's learners, five sets
of data/.

    build/venv/bin/python tests/oracles/learning.py > tests/oracles/learning.txt

Folds and orders of training rows are implemented again from METHODS A.3, A.4, F.1 and H. A line: the set, the
learner, the rows trained on, then the figure of each of three folds in two repeats: its wrong rows, or the
sum of its squared errors. Nearest neighbours must not be tied, or the program stops.
"""
import numpy as np
import sklearn
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from small_sets import read, require_no_ties
from streams import Stream

SPLITS, TRAINING_ORDER, SEED, FOLDS, REPEATS = 1, 11, 1, 3, 2


def dealt(codes, repeat):
    """The fold of each row: stratified by class, or blocks of the shuffled rows if there is only one code."""
    stream = Stream(SEED, SPLITS, repeat)
    order = []
    for code in sorted(set(codes)):
        order += stream.shuffle([r for r, c in enumerate(codes) if c == code])
    if len(set(codes)) > 1:
        places = [i % FOLDS for i in range(len(codes))]
    else:
        places = np.repeat(range(FOLDS),
                           [len(codes) // FOLDS + (f < len(codes) % FOLDS) for f in range(FOLDS)])
    folds = np.empty(len(codes), int)
    folds[order] = places
    return folds


LEARNERS = {"knn:k=5,scale=none": lambda: KNeighborsClassifier(5, algorithm="brute"),
            "naive-bayes": GaussianNB, "ridge": Ridge}
print(f"# tests/oracles/learning.py, scikit-learn {sklearn.__version__}")
for name, learners, sizes in (("wine.csv", ("knn:k=5,scale=none", "naive-bayes"), (40, 80, 118)),
                              ("iris.csv", ("naive-bayes",), (30, 60, 100)),
                              ("diabetes.arff", ("naive-bayes",), (20, 100, 512)),
                              ("diabetes-lars.csv", ("ridge",), (20, 80, 294)),
                              ("cpu.arff", ("ridge",), (20, 50, 139))):
    numbers = learners == ("ridge",)
    x, labels, classes = read(name)
    y = np.array([float(label) if numbers else classes.index(label) for label in labels])
    for learner in learners:
        for size in sizes:
            figures = []
            for split in range(FOLDS * REPEATS):
                folds = dealt([0] * len(y) if numbers else list(y), split // FOLDS)
                test = np.flatnonzero(folds == split % FOLDS)
                order = Stream(SEED, TRAINING_ORDER, split).shuffle(list(range(len(y))))
                train = sorted([r for r in order if folds[r] != split % FOLDS][:size])
                model = LEARNERS[learner]().fit(x[train], y[train])
                if learner.startswith("knn"):
                    require_no_ties(model, x[test], y[train], 5)
                errors = model.predict(x[test]) - y[test]
                figures.append(repr(float((errors**2).sum())) if numbers else str(int((errors != 0).sum())))
            print(name, learner, size, *figures)
