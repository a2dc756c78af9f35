#!/usr/bin/env python3
"""Writes tests/oracles/several_targets.txt: scikit-learn's MultiOutputRegressor(Ridge) on sets of data/ with
several targets, five folds.

    build/venv/bin/python tests/oracles/several_targets.py > tests/oracles/several_targets.txt

Row r is tested in fold r mod 5. A line: the set, its targets, the columns left out, the penalty, then mean,
median and 0.8 quantile of the Euclidean distances of each fold; then mean and its standard deviation over all
rows.
"""
import csv
from pathlib import Path

import numpy as np
import sklearn
from sklearn.linear_model import Ridge
from sklearn.multioutput import MultiOutputRegressor

root = Path(__file__).parents[2]


def read(name):
    """The columns by name."""
    lines = [line.strip() for line in (root / "data" / name).read_text().splitlines() if line.strip()
             and not line.startswith("%")]
    if name.endswith(".csv"):
        header, *rows = csv.reader(lines)
    else:
        start = next(i for i, line in enumerate(lines) if line.lower().startswith("@data"))
        header = [line.split()[1] for line in lines[:start] if line.lower().startswith("@attribute")]
        rows = [line.split(",") for line in lines[start + 1:]]
    return {name: [row[j] for row in rows] for j, name in enumerate(header)}


def main():
    print("# written by tests/oracles/several_targets.py")
    print(f"# scikit-learn {sklearn.__version__}, numpy {np.__version__}")
    for name, targets, ignored, penalty in [("wine.csv", "alcohol,proline", "class", 1.0),
                                            ("wine.csv", "hue,ash,flavanoids", "class", 30.0),
                                            ("cpu.arff", "CHMIN,CHMAX", "-", 0.5),
                                            ("cpu.arff", "class", "-", 1.0)]:
        columns = read(name)
        y = np.array([[float(cell) for cell in columns[target]] for target in targets.split(",")]).T
        x = np.array(
            [[float(cell) for cell in cells] for column, cells in columns.items()
             if column not in targets.split(",") + [ignored]]).T
        fold = np.arange(len(y)) % 5
        distances = np.empty(len(y))
        for f in range(5):
            model = MultiOutputRegressor(Ridge(alpha=penalty)).fit(x[fold != f], y[fold != f])
            distances[fold == f] = np.sqrt(((model.predict(x[fold == f]) - y[fold == f]) ** 2).sum(axis=1))
        figures = []
        for f in range(5):
            own = distances[fold == f]
            figures += [own.mean(), np.median(own), np.quantile(own, 0.8)]
        print(name, targets, ignored, penalty,
              *(repr(float(figure)) for figure in [*figures, distances.mean(), distances.std(ddof=1)]))


main()
