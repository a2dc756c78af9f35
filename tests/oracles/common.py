"""What several scripts here need: the random streams of METHODS H by numpy's Philox, the sets of data/, and neighbours without ties."""
import csv
from pathlib import Path

import numpy as np

root = Path(__file__).parents[2]


class Stream:
    def __init__(self, seed, purpose, repetition=0, sub=0):
        counter = ((sub << 128) + (repetition << 64) - 1) % 2**256  # numpy counts before it draws
        self.next = np.random.Philox(key=seed + (purpose << 64), counter=counter).random_raw

    def below(self, n):
        while True:
            product = int(self.next()) * n
            if product % 2**64 >= (2**64 - n) % n:
                return product >> 64

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def read(name):
    lines = [line.strip() for line in (root / "data" / name).read_text().splitlines() if line.strip() and not line.startswith("%")]
    if name.endswith(".csv"):
        rows = list(csv.reader(lines))[1:]
        order = sorted({row[-1] for row in rows})
    else:
        start = next(i for i, line in enumerate(lines) if line.lower().startswith("@data")) + 1
        rows = [[cell.strip().strip("'") for cell in row] for row in csv.reader(lines[start:], quotechar="'")]
        declared = [line for line in lines[:start] if line.lower().startswith("@attribute")][-1]
        order = [label.strip().strip("'") for label in declared[declared.find("{") + 1:declared.find("}")].split(",")]
    x = np.array([[float(cell) for cell in row[:-1]] for row in rows])
    return x, [row[-1] for row in rows], order


def require_no_ties(model, x, y, k):
    distance, near = model.kneighbors(x, k + 1)
    for d, labels in zip(distance, y[near]):
        tied = d[k] - d[k - 1] < 1e-9 * d[k]
        assert not tied or len(set(labels[d >= d[k - 1] * (1 - 1e-9)])) == 1, "a tie"


assert Stream(42, 1).shuffle(list(range(10))) == [9, 0, 6, 7, 4, 2, 8, 5, 1, 3]  # METHODS H.3
assert Stream(42, 1, 1).shuffle(list(range(10))) == [2, 7, 9, 1, 3, 4, 0, 8, 6, 5]
