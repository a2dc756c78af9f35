#!/usr/bin/env python3
"""Writes tests/oracles/linear_models/<set>.txt: leave-one-out predictions of scikit-learn's linear models for
sets of data/.

    python3 tests/oracles/linear_models.py

It needs scikit-learn 1.2.2: newer versions divide the scatter by n, but MASS, the textbooks and we divide by
n - C or n_c - 1.

Each row is predicted by a model that is fitted again without it. Categories are one-hot coded by the other
rows: for lda and qda without the first, for ridge with all. `lda` is LinearDiscriminantAnalysis() (svd),
`qda` QuadraticDiscriminantAnalysis(), `prior.*` have fixed priors. A line: method, row, and the log posterior
of each class, or the predicted number, in 17 digits. `weighted` lines: fitted to all rows with sample_weight
1 + row % 4 (0 where row % 7 == 3).
"""
import sys
import warnings
from pathlib import Path

import numpy
import sklearn
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, Ridge

warnings.simplefilter("error")
root = Path(__file__).parents[2]


def read(path):
    """Cells as text and the class order: CSV with a header, or ARFF."""
    lines = [line.strip() for line in path.read_text().splitlines() if line.strip()
             and not line.startswith("%")]
    if path.suffix == ".csv":
        rows = [line.split(",") for line in lines[1:]]
        return rows, [] if is_number(rows[0][-1]) else sorted({row[-1] for row in rows})
    start = next(i for i, line in enumerate(lines) if line.lower().startswith("@data"))
    rows = [[cell.strip() for cell in line.split(",")] for line in lines[start + 1:]]
    last = [line for line in lines[:start] if line.lower().startswith("@attribute")][-1]
    declared = last[last.index("{") + 1:last.index("}")] if "{" in last else ""
    return rows, [label.strip() for label in declared.split(",")]


def is_number(cell):
    try:
        float(cell)
        return True
    except ValueError:
        return False


def coded(rows, train, first):
    """All rows as numbers; categories are those of `train`, from the second on unless `first`."""
    columns = []
    for j in range(len(rows[0]) - 1):
        cells = [row[j] for row in rows]
        if all(map(is_number, cells)):
            columns.append([float(cell) for cell in cells])
            continue
        kinds = sorted({cells[i] for i in train})[0 if first else 1:]
        columns += [[float(cell == kind) for cell in cells] for kind in kinds]
    return numpy.array(columns).T


def write(name, methods, step=1):
    """Every step-th row is predicted."""
    path = root / "data" / name
    rows, classes = read(path)
    y = (numpy.array([classes.index(row[-1]) for row in rows])
         if len(classes) > 1 else numpy.array([float(row[-1]) for row in rows]))
    n = len(rows)
    out = root / "tests" / "oracles" / "linear_models" / (path.stem + ".txt")
    with out.open("w") as file:
        print(f"# {name}; written by tests/oracles/linear_models.py", file=file)
        print(
            f"# python {sys.version.split()[0]}, scikit-learn {sklearn.__version__}, numpy "
            f"{numpy.__version__}", file=file)
        for method, (make, first) in methods.items():
            for i in range(0, n, step):
                train = numpy.delete(numpy.arange(n), i)
                x = coded(rows, train, first)
                model = make().fit(x[train], y[train])
                told = (model.predict_log_proba(x[i:i + 1])[0]
                        if len(classes) > 1 else model.predict(x[i:i + 1]))
                print(method, i, *(repr(float(value)) for value in told), file=file)
        for method, (make, first) in methods.items():
            if len(classes) > 1:
                continue
            x = coded(rows, range(n), first)
            weights = numpy.array([0.0 if i % 7 == 3 else 1.0 + i % 4 for i in range(n)])
            for i, value in list(enumerate(make().fit(x, y, sample_weight=weights).predict(x)))[::step]:
                print("weighted." + method, i, repr(float(value)), file=file)


def regressions():
    return {"linear": (LinearRegression, False), "ridge:lambda=1": (Ridge, True),
            "ridge:lambda=1000": (lambda: Ridge(alpha=1000.0), True)}


def discriminants(classes):
    priors = numpy.arange(1.0, classes + 1.0)
    priors /= priors.sum()
    return {"lda": (LinearDiscriminantAnalysis, False), "qda": (QuadraticDiscriminantAnalysis, False),
            "prior.lda": (lambda: LinearDiscriminantAnalysis(priors=priors), False),
            "prior.qda": (lambda: QuadraticDiscriminantAnalysis(priors=priors), False)}


write("iris.csv", discriminants(3), 3)
write("wine.csv", discriminants(3), 5)
write("diabetes.arff", discriminants(2), 11)
write("credit-g.arff", {"lda": (LinearDiscriminantAnalysis, False)}, 13)
write("cpu.arff", regressions(), 2)
write("diabetes-lars.csv", regressions(), 5)
