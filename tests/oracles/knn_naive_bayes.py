#!/usr/bin/python3
"""Writes tests/oracles/knn_naive_bayes/<set>.txt: predictions of scikit-learn's k-nearest neighbours and
Gaussian naive Bayes.

    /usr/bin/python3 tests/oracles/knn_naive_bayes.py DATA_FOLDER

DATA_FOLDER holds classification/iris.csv and so on (public sets, the files named below). Large sets are
thinned to every m-th row, m = ceil(rows / most_rows), which the header of each table states.

A table: `#` comment lines, a line of column names, then a line for each row: the features, the class code,
and for each method the code predicted, or `-` where it depends on a tie: of distance between the k-th
neighbour and the next (relative difference of squared distances below 1e-9), of votes, or (naive Bayes) of
the two best log posteriors (difference below 1e-7).
    knnK.SCALE.loo     knn with K neighbours, leave-one-out: model and scaler are refitted without the row
    knnK.SCALE.all     the same, trained on all rows (resubstitution)
    nb.loo, nb.all     GaussianNB likewise
`posterior` lines at the end: method, row, and predict_log_proba of each class in 17 digits. `errors` lines:
method, rows that are not tied, and how many of those are wrong.
"""
import csv
import math
import sys
import warnings
from pathlib import Path

import numpy
import sklearn
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

warnings.simplefilter("error")
neighbours = (1, 3, 5, 10)
most_cells = 5200
sets = ("iris.csv", "wine.csv", "glass.arff", "diabetes.arff", "wdbc.csv", "sonar.csv", "banknote.csv",
        "phoneme.csv", "vehicle.csv")


def read(path):
    """Feature names, features as text, labels as text: numeric files only, the label last."""
    lines = [line for line in path.read_text().splitlines() if line.strip() and not line.startswith("%")]
    if path.suffix == ".arff":
        names = [line.split("'")[1] if "'" in line else line.split()[1] for line in lines
                 if line.lower().startswith("@attribute")]
        start = next(i for i, line in enumerate(lines) if line.lower().startswith("@data")) + 1
        rows = [[cell.strip().strip("'") for cell in line.split(",")] for line in lines[start:]]
    else:
        rows = list(csv.reader(lines))
        names, rows = rows[0], rows[1:]
    return names, [row[:-1] for row in rows], [row[-1] for row in rows]


def knn_predictions(x, y, k, scaled, loo):
    result = []
    n = len(y)
    for i in range(n):
        train = numpy.delete(numpy.arange(n), i) if loo else numpy.arange(n)
        classifier = KNeighborsClassifier(n_neighbors=k, algorithm="brute")
        model = make_pipeline(StandardScaler(), classifier) if scaled else make_pipeline(classifier)
        model.fit(x[train], y[train])
        label = model.predict(x[i:i + 1])[0]
        a = model[:-1].transform(x[train]) if scaled else x[train]
        b = model[:-1].transform(x[i:i + 1]) if scaled else x[i:i + 1]
        squares = numpy.sort(((a - b) ** 2).sum(axis=1))
        votes = numpy.sort(model.predict_proba(x[i:i + 1])[0])
        tied = squares[k] - squares[k - 1] <= 1e-9 * squares[k] or votes[-1] == votes[-2]
        result.append(None if tied else int(label))
    return result


def bayes_predictions(x, y, loo):
    labels, posteriors = [], []
    classes = numpy.unique(y)
    n = len(y)
    for i in range(n):
        train = numpy.delete(numpy.arange(n), i) if loo else numpy.arange(n)
        model = GaussianNB().fit(x[train], y[train])
        assert (model.classes_ == classes).all()
        logs = model.predict_log_proba(x[i:i + 1])[0]
        best = numpy.sort(logs)
        labels.append(None if best[-1] - best[-2] < 1e-7 else int(model.predict(x[i:i + 1])[0]))
        posteriors.append(logs)
    return labels, posteriors


def write(path, target):
    names, cells, labels = read(path)
    # The number of rows that keeps the table small; whole sets if they are small enough.
    most_rows = min(300, max(100, most_cells // len(names)))
    step = math.ceil(len(labels) / most_rows)
    cells, labels = cells[::step], labels[::step]
    x = numpy.array([[float(cell) for cell in row] for row in cells])
    order = sorted(set(labels))
    y = numpy.array([order.index(label) for label in labels])
    columns, posteriors = {}, {}
    for scale in ("none", "standard"):
        for k in neighbours:
            columns[f"knn{k}.{scale}.loo"] = knn_predictions(x, y, k, scale == "standard", True)
            columns[f"knn{k}.{scale}.all"] = knn_predictions(x, y, k, scale == "standard", False)
    for method, loo in (("nb.loo", True), ("nb.all", False)):
        columns[method], posteriors[method] = bayes_predictions(x, y, loo)
    out = [
        f"# {path.name}, every {step}. row from the first; classes: "
        f"{' '.join(label.replace(' ', '_') for label in order)}",
        f"# python {sys.version.split()[0]}, scikit-learn {sklearn.__version__}, numpy {numpy.__version__}",
        "# /usr/bin/python3 tests/oracles/knn_naive_bayes.py DATA_FOLDER (see there for the columns)",
        " ".join([f"x{j}" for j in range(x.shape[1])] + ["class"] + list(columns))]
    for i in range(len(y)):
        expected = ["-" if column[i] is None else str(column[i]) for column in columns.values()]
        out.append(" ".join([repr(float(v)).removesuffix(".0") for v in x[i]] + [str(y[i])] + expected))
    for method, column in columns.items():
        clear = [i for i in range(len(y)) if column[i] is not None]
        out.append(f"errors {method} {len(clear)} {sum(column[i] != y[i] for i in clear)}")
    for method, logs in posteriors.items():
        for i in range(0, len(y), 29):
            out.append(f"posterior {method} {i} " + " ".join(f"{v:.17g}" for v in logs[i]))
    target.write_text("\n".join(out) + "\n")
    print(path.name, x.shape, target.stat().st_size)


def main():
    folder = Path(sys.argv[1]) / "classification"
    target = Path(__file__).parent / "knn_naive_bayes"
    target.mkdir(exist_ok=True)
    for name in sets:
        write(folder / name, target / (name.split(".")[0] + ".txt"))


if __name__ == "__main__":
    main()
