"""Stands in for svm_learn and svm_classify, with their command lines: learn TRAIN MODEL, classify TEST MODEL
PREDICTIONS.

The decision value is the difference of the squared distances to the means of both classes, with each feature
divided by its range.
"""
import json
import sys


def read(path):
    for line in open(path):
        label, *cells = line.split()
        yield float(label), {int(index): float(x) for index, x in (cell.split(":") for cell in cells)}


if sys.argv[1] == "learn":
    sums, counts, largest = {1.0: {}, -1.0: {}}, {1.0: 0, -1.0: 0}, {}
    for label, row in read(sys.argv[2]):
        counts[label] += 1
        for index, x in row.items():
            sums[label][index] = sums[label].get(index, 0.0) + x
            largest[index] = max(largest.get(index, 1e-9), abs(x))
    means = [{i: s / counts[label] for i, s in sums[label].items()} for label in (1.0, -1.0)]
    json.dump([means, largest], open(sys.argv[3], "w"))
else:
    means, largest = json.load(open(sys.argv[3]))
    with open(sys.argv[4], "w") as out:
        for label, row in read(sys.argv[2]):
            assert label == 0, "the rows to predict tell their labels"
            near = [sum(((row.get(int(i), 0.0) - mean.get(i, 0.0)) / r) ** 2 for i, r in largest.items())
                    for mean in means]
            out.write(f"{near[1] - near[0]:.8g}\n")
