#!/usr/bin/env python3
"""Writes tests/oracles/forecast_models.txt: forecasts of ridge regression on the lags of a series, in a plain
loop with numpy.

    build/venv/bin/python tests/oracles/forecast_models.py > tests/oracles/forecast_models.txt

The model is trained on every month of data/airline.csv that has its lags; the lags of month t are y[t -
horizon - lag + 1]. It forecasts these months, and the months after the last that have their lags. With
`known` the number of the month in its year is a further feature. A line: lags, horizon, known or -, the row,
from 0, and the forecast.
"""
import csv
from pathlib import Path

import numpy as np

rows = list(csv.reader(open(Path(__file__).parents[2] / "data/airline.csv")))[1:]
y = [float(row[1]) for row in rows]
penalty = 10.0


def features(t, lags, horizon, known):
    return [y[t - horizon - lag + 1] for lag in lags] + ([t % 12 + 1] if known else [])


print(f"# tests/oracles/forecast_models.py, numpy {np.__version__}")
for text, lags, horizon in (("1-12", range(1, 13), 1), ("1-12", range(1, 13), 3), ("1,2,12", (1, 2, 12), 6),
                            ("3,12", (3, 12), 2)):
    for known in (False, True):
        first = max(lags) + horizon - 1
        X = np.array([features(t, lags, horizon, known) for t in range(first, len(y))])
        z = np.array(y[first:])
        X0, z0 = X.mean(axis=0), z.mean()
        b = np.linalg.solve((X - X0).T @ (X - X0) + penalty * np.eye(X.shape[1]), (X - X0).T @ (z - z0))
        for t in range(first, len(y) + min(lags) + horizon - 1):
            if t < first + 3 or t >= len(y) - 3:
                forecast = float(z0 + (np.array(features(t, lags, horizon, known)) - X0) @ b)
                print(text, horizon, "known" if known else "-", t, repr(forecast))
