#!/usr/bin/env python3
"""class_precision.py > class_precision.txt: limits of the mean over classes of the average precision (METHODS
I.2) with SciPy's beta law, influences as quotients of fractions, and the matrix of correlations."""
from fractions import Fraction

import numpy as np
from scipy.stats import beta

STEP = Fraction(1, 10**20)
LEVEL = 0.95


def precision(weights, positive, score):
    found, shown, total = Fraction(0), Fraction(0), Fraction(0)
    for threshold in sorted(set(score), reverse=True):
        tied = [i for i, s in enumerate(score) if s == threshold]
        gained = sum(weights[i] for i in tied if positive[i])
        found += gained
        shown += sum(weights[i] for i in tied)
        total += gained * found / shown
    return total / sum(w for w, p in zip(weights, positive) if p)


def left_out(positive, score):
    values = []
    for i, s in enumerate(score):
        if positive[i]:
            above = [j for j, t in enumerate(score) if t >= s and j != i]
            values.append(sum(positive[j] for j in above) / len(above) if above else 0.0)
    return np.mean(values)


def of_class(positive, score):
    n = len(score)
    ones = [Fraction(1)] * n
    a = precision(ones, positive, score)
    d = np.array([float((precision([*ones[:i], 1 + STEP, *ones[i + 1:]], positive, score) - a) / STEP)
                  for i in range(n)])
    d[np.abs(d) < 1e-15] = 0
    a, p, v = float(a), sum(positive), n / (n - 1) * np.sum(d * d)
    m = min(n, p * max(1, p * (1 - a) / 20))
    if v > 0:
        m = min(m, a * (1 - a) / v)
    k, tail = a * m, (1 - LEVEL) / 2
    low = beta.ppf(tail, k + 1 / 3, m - k + 2 / 3)
    high = beta.ppf(1 - tail, k + 2 / 3, m - k + 1 / 3) if a < 1 else 1.0
    return a, low, high, d, (a - left_out(positive, score)) / 2


def limits(truth, scores):
    classes = sorted(set(truth))
    parts = [of_class([t == c for t in truth], [row[c] for row in scores]) for c in classes]
    a, low, high, d, bias = (np.array(x) for x in zip(*parts))
    k = len(classes)
    lengths = np.sqrt((d * d).sum(axis=1))
    r = np.eye(k)
    for i in range(k):
        for j in range(k):
            if i != j and lengths[i] > 0 and lengths[j] > 0:
                r[i, j] = d[i] @ d[j] / (lengths[i] * lengths[j])
    below, above = a - low, high - a
    mean = a.mean()
    return (max(0, mean - bias.mean() - np.sqrt(below @ r @ below) / k),
            min(1, mean + np.sqrt(above @ r @ above) / k), mean)


def main():
    print("# Limits of the mean over classes of the average precision, level .95, by class_precision.py.")
    print("# lower upper value classes truth of the rows, then their scores for each class")
    draw = np.random.default_rng(5)
    for n, k, shift, digits in ((12, 3, 1, 6), (30, 3, 2, 1), (25, 5, 1, 6), (9, 3, 50, 6), (16, 4, 0, 1)):
        truth = [i % (k - (k == 5)) for i in range(n)]  # of five classes one has no rows
        scores = np.round(draw.normal(size=(n, k)) + shift * np.eye(k)[truth], digits)
        low, high, mean = limits(truth, scores.tolist())
        print(repr(float(low)), repr(float(high)), repr(float(mean)), k, *truth, *scores.ravel().tolist())


main()
