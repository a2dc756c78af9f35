#!/usr/bin/env python3
"""Writes many_values.txt: limits of means of many values from 0 to 1 by `end_dirichlet` (METHODS I.31), from
Lugannani and Rice's tail of a sum of gamma laws, with its saddlepoint and the limits by root finding (SciPy).

    tests/oracles/many_values.py > tests/oracles/many_values.txt
"""
import sys

import numpy as np
import scipy
from scipy import optimize, stats


def log_odds_below(size, w):
    """ln(P / (1 - P)) of P(sum of gamma laws of these sizes times w <= 0)."""
    s = optimize.brentq(lambda s: np.sum(size * w / (1 - s * w)), (1 - 1e-9) / w.min(), (1 - 1e-9) / w.max(),
                        xtol=1e-15, rtol=1e-15)
    r = np.sign(s) * np.sqrt(2 * np.sum(size * np.log1p(-s * w)))
    u = s * np.sqrt(np.sum(size * (w / (1 - s * w)) ** 2))
    above = stats.norm.sf(r) + stats.norm.pdf(r) * (1 / u - 1 / r)
    return np.log((1 - above) / above)


def lower_limit(values, low, d, outside):
    size = np.concatenate([[1 - d, d], np.ones(len(values))])
    at = np.concatenate([[low, values.max()], values])
    wanted = np.log(outside / 2 / (1 - outside / 2))
    error = values.std() / np.sqrt(len(values))
    return optimize.brentq(lambda c: log_odds_below(size, at - c) - wanted, values.mean() - 4 * error,
                           values.mean() - error / 2, xtol=1e-15, rtol=1e-15)


print(f"# Means of many values (METHODS I.31), written by many_values.py with Python "
      f"{sys.version.split()[0]}, numpy {np.__version__}, SciPy {scipy.__version__}")
print("# n lower upper: of ((i + 1/2) / n)^3, i < n, in 0..1, at 95 %, d = 1/3")
for n in (6000, 20000):
    values = ((np.arange(n) + 0.5) / n) ** 3
    limits = lower_limit(values, 0, 1 / 3, 0.05), -lower_limit(-values, -1, 1 / 3, 0.05)
    print(n, *(repr(float(x)) for x in limits))
