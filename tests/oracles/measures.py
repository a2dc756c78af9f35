#!/usr/bin/python3
"""Writes tests/oracles/measures.txt: /usr/bin/python3 tests/oracles/measures.py > tests/oracles/measures.txt
(scikit-learn 1.2.1)"""
import numpy as np
import sklearn
from sklearn.metrics import (accuracy_score, brier_score_loss, log_loss, mean_absolute_error,
                             mean_squared_error)

random = np.random.RandomState(7)


def line(*parts):
    print(
        " ".join(f"{x:.17g}" if isinstance(x, float) else str(x) for part in parts
                 for x in np.ravel(part).tolist()))


def classes(y, scores):
    y, scores = np.array(y), np.array(scores, dtype=float)
    n, k = scores.shape
    label = scores.argmax(axis=1)
    if k == 2:
        brier = brier_score_loss(y, scores[:, 1], pos_label=1)
    else:  # scikit-learn 1.2 has the binary one only; the sum over classes is k times the mean over all cells
        brier = k * mean_squared_error(np.eye(k)[y], scores)
    line("classes", n, k, y, label, scores, accuracy_score(y, label), log_loss(y, scores, labels=range(k)),
         brier)


def numbers(y, value):
    y, value = np.array(y, dtype=float), np.array(value, dtype=float)
    mse = mean_squared_error(y, value)
    line("numbers", len(y), y, value, mse, mean_squared_error(y, value, squared=False),
         mean_absolute_error(y, value))


print(
    "# Measures by scikit-learn " + sklearn.__version__
    + ", written by measures.py. 17 digits. One case a line:")
print("# classes ROWS CLASSES truth.. label.. scores (row by row).. accuracy log_loss brier")
print("# numbers ROWS truth.. prediction.. mse rmse mae")
classes([1], [[0.25, 0.75]])
classes([0], [[0.25, 0.75]])
classes([1, 1, 1], [[0.25, 0.75], [0.5, 0.5], [0.875, 0.125]])  # one class in the truth, a tie in the scores
classes([0, 1, 1, 0], [[1, 0], [0, 1], [1, 0], [0, 1]])  # certain, and wrong half of the time: clipped
classes([0, 1, 0, 1, 1], [[0.5, 0.5]] * 5)
classes([2], [[0.2, 0.3, 0.5]])
classes([0, 0, 0], [[0.2, 0.3, 0.5], [0, 0, 1], [1, 0, 0]])
classes([0, 1, 2, 2], [[1 / 3, 1 / 3, 1 / 3]] * 4)
for n, k in ((12, 2), (20, 2), (15, 3), (25, 3), (10, 4)):
    classes(random.randint(k, size=n), random.dirichlet(np.ones(k), size=n))
numbers([3.5], [3.5])
numbers([3.5], [-1.25])
numbers([3, -0.5, 2, 7, 4.2, 5.5], [2.5, 0, 2.1, 7.8, 3.6, 5.4])
numbers([1, 1, 1, 2], [1, 1, 2, 2])
numbers([1e9 + 1, 1e9 + 2, 1e9 + 4], [1e9 + 2, 1e9 + 2, 1e9 + 2])
numbers([1e-9, -1e-9], [0, 0])
for n in (10, 30):
    numbers(random.normal(size=n), random.normal(size=n))
