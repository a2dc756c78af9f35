#!/usr/bin/env python3
"""Writes tests/oracles/noise.txt: a plain loop over scikit-learn's learners with noisy training rows, five
sets of data/.

    build/venv/bin/python tests/oracles/noise.py > tests/oracles/noise.txt

The streams are those of METHODS H (streams.py); the noise is implemented again from METHODS G.17. Row r is
tested in fold r mod 5. A line: the set, the learner, kind, share, draw, and by (classes) or where (cells) of
the noise, then the figure of each fold: its wrong rows, or the sum of its squared errors. Nearest neighbours
must not be tied, or the program stops.
"""
import numpy as np
import sklearn
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from small_sets import read, require_no_ties
from streams import Stream

NOISE = 6


def noisy_rows(n, share, draw, repetition):
    stream = Stream(draw, NOISE, repetition)
    order = stream.shuffle(list(range(n)))
    return [(r, (stream.next() >> 11) * 2.0**-53) for r in order[:int(np.floor(share * n + 0.5))]]


def noisy_classes(y, classes, train, share, draw, by):
    chances = [sum(y[train] == c) if by == "frequency" else int(c in y) for c in range(classes)]
    noisy = y.copy()
    for r, u in noisy_rows(len(y), share, draw, 0):
        others = [c for c in range(classes) if c != y[r]]
        cumulative = np.cumsum([chances[c] for c in others])
        noisy[r] = others[int(np.searchsorted(cumulative, u * cumulative[-1], side="right"))]
    return noisy


def noisy_cells(x, train, share, draw):
    noisy = x.copy()
    for j in range(x.shape[1]):
        for r, u in noisy_rows(len(x), share, draw, j + 1):
            noisy[r, j] = x[train[int(u * len(train))], j]
    return noisy


learners = {"knn:k=5,scale=none": lambda: KNeighborsClassifier(5, algorithm="brute"),
            "naive-bayes": GaussianNB, "ridge": Ridge}
print(f"# tests/oracles/noise.py, scikit-learn {sklearn.__version__}")
for name, names in (("wine.csv", ("knn:k=5,scale=none", "naive-bayes")), ("glass.arff", ("naive-bayes",)),
                    ("diabetes.arff", ("naive-bayes",)), ("diabetes-lars.csv", ("ridge",)),
                    ("cpu.arff", ("ridge",))):
    x, target, order = read(name)
    numbers = names == ("ridge",)
    y = np.array([float(t) for t in target] if numbers else [order.index(t) for t in target])
    kinds = [("attribute", where)
             for where in ("train", "test", "both")] + [("class", by) for by in ("uniform", "frequency")
                                                        if not numbers]
    for learner in names:
        for kind, how in kinds:
            for share, draw in ((0.1, 1), (0.35, 1), (1, 7)):
                figures = []
                for fold in range(5):
                    train = np.array([r for r in range(len(y)) if r % 5 != fold])
                    test = np.arange(fold, len(y), 5)
                    cells = noisy_cells(x, train, share, draw) if kind == "attribute" else x
                    labels = noisy_classes(y, len(order), train, share, draw, how) if kind == "class" else y
                    seen = cells if how != "test" else x
                    asked = cells if how in ("test", "both") else x
                    model = learners[learner]().fit(seen[train], labels[train])
                    if learner.startswith("knn"):
                        require_no_ties(model, asked[test], labels[train], 5)
                    said = model.predict(asked[test])
                    figures.append(repr(float(((said - y[test])**2).sum())) if numbers
                                   else str(int((said != y[test]).sum())))
                print(name, learner, kind, share, draw, how, *figures)
