#!/usr/bin/python3
"""Intervals of a cross-validation by the formulas of METHODS I.20, over pairs of rows, with SciPy's
quantiles: writes cross_validation.txt.

    tests/oracles/cross_validation.py > tests/oracles/cross_validation.txt
"""
import itertools
import math
import random

from scipy.stats import t as student

LEVELS = (0.95, 0.9)


def covariance(losses, folds, weights, groups):
    """c: over all folds and pairs of rows of different groups the mean product of the deviations from the
    rows' means, and n_pairs."""
    repeats, n = len(losses), len(losses[0])
    mean = [sum(l[i] for l in losses) / repeats for i in range(n)]
    numerator = pairs = 0.0
    unit_pairs = 0
    for l, f in zip(losses, folds):
        for i, j in itertools.permutations(range(n), 2):
            if f[i] == f[j] and groups[i] != groups[j]:
                numerator += weights[i] * (l[i] - mean[i]) * weights[j] * (l[j] - mean[j])
                pairs += weights[i] * weights[j]
        fold_of = {g: k for g, k in zip(groups, f)}
        unit_pairs += sum(fold_of[g] == fold_of[h] for g, h in itertools.permutations(fold_of, 2))
    units = len(set(groups))
    q = unit_pairs / (repeats * units * (units - 1))
    f = 1 - 2 / repeats + (1 + (repeats - 1) * q) / repeats**2
    partitions = {frozenset(frozenset(i for i in range(n) if f[i] == fold) for fold in f) for f in folds}
    if len(partitions) == 1 or pairs == 0:  # the data do not show how much models differ
        return None
    return max(0.0, numerator / (pairs * f))


def spread(losses, folds, weights, groups, plain):
    repeats, n, units = len(losses), len(losses[0]), len(set(groups))
    total = sum(weights)
    theta = sum(w * v for l in losses for w, v in zip(weights, l)) / (repeats * total)
    if plain:
        variance = sum((v - theta) ** 2 for l in losses for v in l) / (repeats * n) / n
    else:
        variance = 0.0
        for l in losses:
            for g in set(groups):
                z = sum(w * (v - theta) for w, v, h in zip(weights, l, groups) if h == g)
                variance += z * z / total**2
        variance *= units / (units - 1) / repeats
    return theta, variance, covariance(losses, folds, weights, groups)


def interval(kind, losses, folds, weights, groups, level):
    plain = weights is None and groups is None
    repeats, n, k = len(losses), len(losses[0]), len(set(folds[0]))
    weights = weights or [1.0] * n
    groups = groups or list(range(n))
    units = len(set(groups))
    theta, variance, c = spread(losses, folds, weights, groups, plain)
    factor = 1.75 if c is None else 1.4
    c = c or 0.0
    kappa = 0.18 * k * k / (k - 1)
    t = float(student.ppf(1 - (1 - level) / 2, units - 1))
    if kind == "log":
        half = t * math.sqrt(factor * variance + kappa * c) / theta
        return theta, c, theta * math.exp(-half), theta * math.exp(half)
    p = (n * theta + 2) / (n + 4)
    clustering = n * variance / (theta * (1 - theta)) if 0 < theta < 1 else n / units
    m = n / (factor * clustering + kappa * n * c / (p * (1 - p)))
    middle = (theta + t * t / (2 * m)) / (1 + t * t / m)
    half = t / (1 + t * t / m) * math.sqrt(theta * (1 - theta) / m + t * t / (4 * m * m))
    return theta, c, middle - half, middle + half


def area(labels, scores, folds, level):
    """cv_logit: the mean of the folds' areas, DeLong's variance and the covariance of the rows'
    influences."""
    repeats, n, k = len(scores), len(labels), len(set(folds[0]))
    above = lambda s, i, j: 1.0 if s[i] > s[j] else 0.5 if s[i] == s[j] else 0.0
    figures, influences, delong = [], [], 0.0
    for s, f in zip(scores, folds):
        for fold in set(f):
            pos = [i for i in range(n) if f[i] == fold and labels[i]]
            neg = [i for i in range(n) if f[i] == fold and not labels[i]]
            figures.append(sum(above(s, i, j) for i in pos for j in neg) / (len(pos) * len(neg)))
        pos = [i for i in range(n) if labels[i]]
        neg = [i for i in range(n) if not labels[i]]
        v10 = {i: sum(above(s, i, j) for j in neg) / len(neg) for i in pos}
        v01 = {j: sum(above(s, i, j) for i in pos) / len(pos) for j in neg}
        a = sum(v10.values()) / len(pos)
        delong += sum((v - a) ** 2 for v in v10.values()) / (len(pos) - 1) / len(pos)
        delong += sum((v - a) ** 2 for v in v01.values()) / (len(neg) - 1) / len(neg)
        influences.append(
            [n / len(pos) * (v10[i] - a) if labels[i] else n / len(neg) * (v01[i] - a) for i in range(n)])
    c = covariance(influences, folds, [1.0] * n, list(range(n)))
    a = sum(figures) / len(figures)
    smaller = min(len(pos), len(neg))
    variance = (1.75 if c is None else 1.4) * delong / repeats + 0.09 * k * k / (k - 1) * (c or 0.0)
    variance = max(variance, a * (1 - a) / min(n, 4 * smaller))
    half = float(student.ppf(1 - (1 - level) / 2, smaller - 1)) * math.sqrt(variance) / (a * (1 - a))
    expit = lambda x: 1 / (1 + math.exp(-x))
    logit = math.log(a / (1 - a))
    return a, c or 0.0, expit(logit - half), expit(logit + half)


def dealt(rng, units, k):
    folds = [i % k for i in range(units)]
    rng.shuffle(folds)
    return folds


def main():
    rng = random.Random(20)
    print(
        "# Written by cross_validation.py. case KIND LEVEL VALUE COVARIANCE LOWER UPPER, then its rows: "
        "repeat by repeat.")

    def write(kind, level, answer, **columns):
        print("case", kind, level, *map(repr, answer))
        for name, rows in columns.items():
            for row in rows if isinstance(rows[0], list) else [rows]:
                print(name, *row)

    for n, k, repeats, grouped, weighted in itertools.product((12, 30), (3, 5), (1, 2, 6), (False, True),
                                                              (False, True)):
        groups = [i // 2 for i in range(n)] if grouped else None
        weights = [rng.choice([0.5, 1, 2, 3]) for _ in range(n)] if weighted else None
        hard = [rng.random() for _ in range(n)]
        folds = []
        for _ in range(repeats):
            of_unit = dealt(rng, n // 2 if grouped else n, k)
            folds.append([of_unit[i // 2] if grouped else of_unit[i] for i in range(n)])
        columns = {"folds": folds}
        if weights:
            columns["weights"] = weights
        if groups:
            columns["groups"] = groups
        models = [{f: 0.3 * rng.random() for f in range(k)} for _ in range(repeats)]
        errors = [[int(hard[i] * 0.7 + m[f[i]] > 0.5) for i in range(n)] for f, m in zip(folds, models)]
        level = rng.choice(LEVELS)
        write("wilson", level, interval("wilson", errors, folds, weights, groups, level), losses=errors,
              **columns)
        losses = [[round(abs(hard[i] + m[f[i]] + 0.1 * rng.gauss(0, 1)), 3) for i in range(n)]
                  for f, m in zip(folds, models)]
        write("log", level, interval("log", losses, folds, weights, groups, level), losses=losses, **columns)
        if not grouped and not weighted and n >= 4 * k:
            labels = [i % 2 for i in range(n)]
            # both classes in each
            folds = [[f[i // 2] for i in range(n)] for f in (dealt(rng, n // 2, k) for _ in range(repeats))]
            scores = [
                [round(
                    0.2 * labels[i] + rng.random() + hard[i] / 2 + (1 if labels[i] else -1) * m[f[i]]
                    + 0.1 * rng.random(), 2) for i in range(n)] for f, m in zip(folds, models)]
            write("logit", level, area(labels, scores, folds, level), scores=scores, folds=folds,
                  labels=labels)
    none = [[0] * 12 for _ in range(3)]
    folds = [dealt(rng, 12, 3) for _ in range(3)]
    write("wilson", 0.95, interval("wilson", none, folds, None, None, 0.95), losses=none, folds=folds)


if __name__ == "__main__":
    main()
