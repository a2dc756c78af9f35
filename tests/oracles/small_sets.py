"""The sets of data/, and neighbours without ties, for the scripts here."""
import csv
from pathlib import Path

import numpy as np

root = Path(__file__).parents[2]


def read(name):
    lines = [line.strip() for line in (root / "data" / name).read_text().splitlines() if line.strip()
             and not line.startswith("%")]
    if name.endswith(".csv"):
        rows = list(csv.reader(lines))[1:]
        order = sorted({row[-1] for row in rows})
    else:
        start = next(i for i, line in enumerate(lines) if line.lower().startswith("@data")) + 1
        rows = [[cell.strip().strip("'") for cell in row] for row in csv.reader(lines[start:], quotechar="'")]
        declared = [line for line in lines[:start] if line.lower().startswith("@attribute")][-1]
        order = [label.strip().strip("'")
                 for label in declared[declared.find("{") + 1:declared.find("}")].split(",")]
    x = np.array([[float(cell) for cell in row[:-1]] for row in rows])
    return x, [row[-1] for row in rows], order


def require_no_ties(model, x, y, k):
    distance, near = model.kneighbors(x, k + 1)
    for d, labels in zip(distance, y[near]):
        tied = d[k] - d[k - 1] < 1e-9 * d[k]
        assert not tied or len(set(labels[d >= d[k - 1] * (1 - 1e-9)])) == 1, "a tie"
