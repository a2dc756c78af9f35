#!/usr/bin/env python3
"""Writes tests/oracles/decision_curve.txt: net benefits at some thresholds with their limits, as weighted
means of values of rows.

    tests/oracles/decision_curve.py > tests/oracles/decision_curve.txt

A line `row`: weight, truth, probability. Then lines with: whether rows have their weights, the threshold,
the net benefit, the net benefit of acting on all rows, the limits. Those of weighted rows come from
statsmodels' regression of the rows' values on a constant, with HC1 errors, which are robust against weights,
and Student's t. Those of the others are `mover_benefit` (METHODS I.35), by SciPy's beta law.
"""
import numpy as np
import statsmodels
import statsmodels.api as sm
from scipy.stats import beta

n = 60


def mover_benefit(tp, fp, odds, outside):
    def limits(k):
        return (beta.ppf(outside / 2, k + 1 / 3, n - k + 2 / 3) if k > 0 else 0.0,
                beta.ppf(1 - outside / 2, k + 2 / 3, n - k + 1 / 3) if k < n else 1.0)

    p, q = tp / n, fp / n
    r = -np.sqrt(p * q / ((1 - p) * (1 - q))) if p > 0 and q > 0 else 0.0
    (p_low, p_high), (q_low, q_high) = limits(tp), limits(fp)
    return [p - odds * q + sign * np.sqrt(a**2 + (odds * b)**2 - 2 * r * odds * a * b)
            for sign, a, b in ((-1, p - p_low, q_high - q), (1, p_high - p, q - q_low))]


state = 2006
def draw():
    global state
    state = (state * 1103515245 + 12345) % 2**31
    return state / 2**31

probability = np.array([int(50 * draw()) / 50 for _ in range(n)])  # ties, and rows that lie at thresholds
truth = np.array([int(draw() < 0.2 + 0.6 * p) for p in probability])
weight = np.array([0.5 * (1 + i % 5) for i in range(n)])
print(f"# tests/oracles/decision_curve.py, statsmodels {statsmodels.__version__}")
for row in zip(weight, truth, probability):
    print("row", *(repr(float(v)) for v in row))
for weighted in (False, True):
    w = weight if weighted else np.ones(n)
    for step in range(0, 20):
        t = step / 20
        values = np.where(truth == 1, 1.0, -t / (1 - t))
        made = sm.WLS(np.where(probability >= t, values, 0.0), np.ones(n),
                      weights=w).fit(cov_type="HC1", use_t=True)
        above = truth[probability >= t]
        limits = (made.conf_int(0.1)[0]
                  if weighted else mover_benefit((above == 1).sum(), (above == 0).sum(), t / (1 - t), 0.1))
        print(int(weighted), t,
              *(repr(float(v)) for v in (made.params[0], (w * values).sum() / w.sum(), *limits)))
