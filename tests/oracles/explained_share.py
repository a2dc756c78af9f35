#!/usr/bin/env python3
"""tests/oracles/explained_share.py: r2 and its limits (METHODS I.35, log_ratio) by NumPy and SciPy.

Compares the lines `r2` of calibration_limits.txt, and prints how often the limits cover in 120 worlds if the
degrees of freedom have another floor: from these worlds the floor of 3 was chosen.
"""
import pathlib

import numpy as np
from scipy import stats

FLOORS = {"none": lambda n: 0, "2": lambda n: 2, "3": lambda n: 3, "5": lambda n: 5, "n/4": lambda n: n / 4,
          "n - 1": lambda n: n - 1}


def ratio(s, w):
    """theta, its variance (CR2) and degrees of freedom, of sums over the units in the last axis."""
    total = w.sum(-1, keepdims=True)
    theta = s.sum(-1) / total[..., 0]
    p = w / total
    u = s - theta[..., None] * w
    variance = (u**2 / (1 - p)).sum(-1) / total[..., 0] ** 2
    # of I - H with the working variance W: entries m_gh = k - c_g p_g - c_h p_h, m_gg = c_g - 2 c_g p_g + k
    c = 1 / (1 - p)
    x = c * p
    k = (p * x).sum(-1)[..., None]
    m = c - 2 * x + k
    w2, w2x, w2xx = (p**2).sum(-1), (p**2 * x).sum(-1), (p**2 * x**2).sum(-1)
    k = k[..., 0]
    pairs = k**2 * w2**2 + 2 * w2 * w2xx + 2 * w2x**2 - 4 * k * w2 * w2x
    own = (p**4 * (k[..., None] - 2 * x) ** 2).sum(-1)
    df = (p**2 * m).sum(-1) ** 2 / (pairs - own + (p**4 * m**2).sum(-1))
    return theta, variance, df


def limits(theta, variance, df):
    half = stats.t.ppf(0.975, df) * np.sqrt(variance) / theta
    return 1 - theta * np.exp(half), 1 - theta * np.exp(-half)


def compare():
    table = pathlib.Path(__file__).with_name("calibration_limits.txt").read_text(encoding="utf-8")
    for line in table.splitlines():
        name, parameter, value, lower, upper, *rows = line.split()
        if parameter != "r2":
            continue
        cells = np.array([[float(x) for x in row.split(":")] for row in rows])
        p, y = cells[:, 0], cells[:, 1]
        clusters = cells[:, 2] if cells.shape[1] > 2 else np.arange(len(y))
        units = [clusters == c for c in np.unique(clusters)]
        s = np.array([((y - p)[u] ** 2).sum() for u in units])
        w = np.array([((y - y.mean())[u] ** 2).sum() for u in units])
        theta, variance, df = ratio(s, w)
        found = limits(theta, variance, max(df, 3) if cells.shape[1] == 2 else df)
        np.testing.assert_allclose([1 - theta, *found], [float(value), float(lower), float(upper)], rtol=1e-9)
        print("equal:", name)


def simulate():
    r = np.random.default_rng(11)
    truths = [lambda s: r.lognormal(0, 0.8, s), lambda s: r.random(s), lambda s: r.gamma(0.7, 1, s),
              lambda s: r.standard_t(5, s),
              lambda s: np.where(r.random(s) < 0.2, 3.0, 0.0) + 0.3 * r.normal(size=s)]
    errors = [lambda y: r.normal(size=y.shape), lambda y: r.laplace(size=y.shape) / 1.4,
              lambda y: r.normal(size=y.shape) * (0.3 + np.abs(y)), lambda y: r.standard_t(5, y.shape) * 0.77]
    covered = {floor: [] for floor in FLOORS}
    for truth in truths:
        for error in errors:
            for scale in (0.3, 0.9):
                scale *= truth(10**6).std()
                many = truth(2 * 10**6)
                true = 1 - ((error(many) * scale) ** 2).mean() / many.var()
                for n in (25, 80, 300):
                    y = truth((600, n))
                    theta, variance, df = ratio((error(y) * scale) ** 2, (y - y.mean(1, keepdims=True)) ** 2)
                    for floor, least in FLOORS.items():
                        lower, upper = limits(theta, variance, np.maximum(df, least(n)))
                        covered[floor].append(100 * ((lower <= true) & (true <= upper)).mean())
    for floor, of_worlds in covered.items():
        print(f"floor {floor}: {len(of_worlds)} worlds, {sum(c < 92.5 for c in of_worlds)} below 92.5, "
              f"least {min(of_worlds):.1f}, mean {np.mean(of_worlds):.1f}")


if __name__ == "__main__":
    compare()
    simulate()
