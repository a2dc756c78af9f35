"""Prints requirements.txt: proportions and pairs by SciPy, clusters unchanged.

    python3 tests/oracles/requirements.py < tests/oracles/requirements.txt

--one-sided prints how often one limit of a proportion at .05 misses at most, with d = 1/3 and with d = 0,
over the proportions .001 to .999 and 10 to 400 rows (docs/METHODS.md I.36).
"""

import math
import sys

import numpy
from scipy.optimize import brentq
from scipy.stats import beta, binom, norm


def proportion(right, rows, alpha):
    lower = beta.ppf(alpha, right, rows - right + 1) if right > 0 else 0.0
    upper = beta.ppf(1 - alpha, right + 1, rows - right) if right < rows else 1.0
    return lower, upper


def pair(only_a, only_b, rows, alpha):
    """Tango's (1998) score limits of the difference of two paired proportions."""
    def score(delta):
        b = (2 * rows - only_a + only_b) * delta - only_a - only_b
        c = -only_b * delta * (1 - delta)
        q = (math.sqrt(b * b - 8 * rows * c) - b) / (4 * rows)
        variance = rows * (2 * q + delta * (1 - delta))
        excess = only_a - only_b - rows * delta
        if variance > 0:
            return excess / math.sqrt(variance)
        return math.copysign(math.inf, excess) if excess else 0.0

    z = norm.ppf(1 - alpha)
    middle = (only_a - only_b) / rows
    return (brentq(lambda d: score(d) - z, -1 + 1e-12, middle, xtol=1e-15),
            brentq(lambda d: score(d) + z, middle, 1 - 1e-12, xtol=1e-15))


def states(sign, bound, lower, upper):
    if (lower >= bound) if sign == ">=" else (upper <= bound):
        return "shown"
    return "refuted" if ((upper < bound) if sign == ">=" else (lower > bound)) else "undecided"


def line(words, lower, upper, sign, bound, alpha, half):
    state = states(sign, bound, lower, upper)
    rows = ["-", "-"]
    if state == "undecided" and half is not None:
        z = norm.ppf(1 - alpha)
        rows = [repr(float(half)), repr(float(half * ((z + norm.ppf(0.8)) / z) ** 2))]
    return " ".join([*words, repr(float(lower)), repr(float(upper)), state, *rows])


def again(words):
    if words[0] == "proportion":
        right, rows, bound, alpha = int(words[1]), int(words[2]), float(words[4]), float(words[5])
        p, lower_upper = right / rows, proportion(right, rows, alpha)
        half = None
        if p != bound:
            side = 0 if p > bound else 1
            half = brentq(lambda m: proportion(p * m, m, alpha)[side] - bound, rows / 10, rows * 1e6)
        return line(words[:6], *lower_upper, words[3], bound, alpha, half)
    if words[0] == "pair":
        only_a, only_b, rows = (int(word) for word in words[1:4])
        margin, alpha = float(words[4]), float(words[5])
        limits = pair(only_a, only_b, rows, alpha)
        difference = (only_a - only_b) / rows
        half = None
        if difference != -margin:
            limit = limits[0] if difference > -margin else limits[1]
            half = rows * ((difference - limit) / (difference + margin)) ** 2
        return line(words[:6], *limits, ">=", -margin, alpha, half)
    return " ".join(words)


def missed(d):
    worst = 0.0
    for rows in (10, 20, 50, 100, 400):
        ones = numpy.arange(rows + 1)
        lower = beta.ppf(0.05, numpy.maximum(ones + d, 1e-300), rows - ones + 1 - d)
        lower[0] = 0.0
        for p in numpy.arange(1, 1000) / 1000:
            worst = max(worst, binom.pmf(ones, rows, p)[lower > p].sum())
    return worst


if "--one-sided" in sys.argv:
    print(f"d = 1/3: {missed(1 / 3):.3f}, d = 0: {missed(0):.3f}")
else:
    for text in sys.stdin.read().splitlines():
        print(text if text.startswith("#") else again(text.split()))
