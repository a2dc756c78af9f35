#!/usr/bin/env python3
"""Writes tests/oracles/forecasts.txt: a plain loop over the origins of forecasts of two series, with
scikit-learn's learners.

    build/venv/bin/python tests/oracles/forecasts.py ../shared/data/timeseries/sunspots-monthly.csv \
        > tests/oracles/forecasts.txt

At the origin o the values y[0..o] are known. The model is trained on the pairs of a target s <= o - delay and
the lags that were known at s - horizon; it forecasts y[o + horizon], and the targets up to `tested` - 1 rows
later from the lags known at their own origins. The first origin has `train` pairs, the next is `step` rows
later; a growing window keeps all pairs, a fixed one the last `train`. A line: the series, lags, horizon, the
window, train, delay, tested and step, the learner, the number of windows, the mean absolute and the mean
squared error over all forecasts, and against the naive forecast the statistic of Diebold and Mariano with
Harvey, Leybourne and Newbold's correction, of the windows' mean absolute errors ("-": there is none).
"""
import csv
import sys
from pathlib import Path

import numpy as np
import sklearn
from sklearn.linear_model import LinearRegression, Ridge

root = Path(__file__).parents[2]


def series(path):
    return np.array([float(row[-1]) for row in list(csv.reader(open(path)))[1:]])


def known_lags(y, target, horizon, lags):
    origin = target - horizon
    return [y[origin - lag + 1] for lag in lags]


def naive(y, origin, target, season):
    while target > origin:
        target -= season
    return y[target]


def windows(y, lags, horizon, kind, train, delay, tested, step):
    first = max(lags) + horizon - 1  # the first target with all lags
    last_trained = first + train - 1
    while last_trained + delay + horizon + tested - 1 < len(y):
        begin = first if kind == "growing" else last_trained - train + 1
        origin = last_trained + delay
        yield range(begin, last_trained + 1), range(origin + horizon, origin + horizon + tested)
        last_trained += step


def forecasts(y, learner, lags, horizon, trained, tested):
    if "naive" in learner:
        season = int(learner.split("=")[1]) if "=" in learner else 1
        return [naive(y, t - horizon, t, season) for t in tested]
    model = {"linear": LinearRegression(), "ridge:lambda=100": Ridge(100)}[learner]
    model.fit([known_lags(y, s, horizon, lags) for s in trained], [y[s] for s in trained])
    return model.predict([known_lags(y, t, horizon, lags) for t in tested])


def diebold_mariano(d, splits):
    """The autocovariances of windows count that share a row between the last trained and the last tested
    one."""
    spans = [set(range(max(a) + 1, max(b) + 1)) for a, b in splits]
    n, h = len(d), sum(bool(spans[0] & span) for span in spans)
    if h >= n or not d.any():
        return "-"
    dev = d - d.mean()
    gamma = [(dev[k:] * dev[:n - k]).sum() / n for k in range(h)]
    v = (gamma[0] + 2 * sum(gamma[1:])) / n
    if v <= 0:
        v = (gamma[0] + 2 * sum((1 - k / h) * gamma[k] for k in range(1, h))) / n
    return repr(float(d.mean() / np.sqrt(v) * np.sqrt((n + 1 - 2 * h + h * (h - 1) / n) / n)))


print(f"# tests/oracles/forecasts.py, scikit-learn {sklearn.__version__}")
cases = [  # lags, horizon, train, delay, tested, step
    ("airline", "1-12", 1, 60, 0, 1, 1), ("airline", "1-12", 3, 60, 0, 1, 1),
    ("airline", "1-12", 6, 48, 2, 3, 5), ("airline", "1-12", 12, 60, 1, 1, 1),
    ("airline", "1,2,12", 1, 24, 0, 12, 12), ("airline", "1-13", 14, 40, 0, 2, 3),
    ("sunspots", "1-24", 1, 1200, 0, 1, 40), ("sunspots", "1,2,12,132", 6, 1200, 3, 12, 25)]
files = {"airline": root / "data/airline.csv", "sunspots": sys.argv[1]}
for name, text, horizon, train, delay, tested, step in cases:
    y = series(files[name])
    lags = [lag for part in text.split(",")
            for lag in range(int(part.split("-")[0]), int(part.split("-")[-1]) + 1)]
    for kind in ("growing", "fixed"):
        for learner in ("linear", "ridge:lambda=100", "naive", "seasonal-naive:season=12"):
            if (-horizon) % 12 + 1 not in lags and "season" in learner:
                continue  # the last value of the season is none of the lags
            splits = list(windows(y, lags, horizon, kind, train, delay, tested, step))
            errors, naives = ([forecasts(y, one, lags, horizon, a, b) - y[list(b)] for a, b in splits]
                              for one in (learner, "naive"))
            dm = diebold_mariano(np.abs(errors).mean(axis=1) - np.abs(naives).mean(axis=1), splits)
            errors = np.concatenate(errors)
            print(name, text, horizon, kind, train, delay, tested, step, learner, len(splits),
                  repr(float(np.mean(np.abs(errors)))), repr(float(np.mean(errors**2))), dm)
