#!/usr/bin/env python3
"""Writes two_proportions.txt: two independent proportions, by other methods than the library's. Needs only
Python.

The score statistic and its limits take the likelihood's maximum from the closed form of the cubic (Farrington
& Manning 1990, appendix), but the library from the slope. Boschloo's test sums the probabilities of all
tables on a grid of error rates. Fisher's two-sided p is summed over the tables.
"""
from math import acos, comb, copysign, cos, erfc, inf, pi, sqrt

CASES = [(0, 30, 50, 1000), (0, 100, 5, 100), (20, 100, 30, 100), (12, 150, 25, 160), (0, 40, 0, 60)]


def statistic(x1, n1, x2, n2, d):
    p1, p2 = x1 / n1, x2 / n2
    if d == 0:
        q1 = q2 = (x1 + x2) / (n1 + n2)
    else:
        t = n2 / n1
        a, b = 1 + t, -(1 + t + p1 + t * p2 + d * (t + 2))
        c, e = d * d + d * (2 * p1 + t + 1) + p1 + t * p2, -p1 * d * (1 + d)
        v = b**3 / (3 * a) ** 3 - b * c / (6 * a * a) + e / (2 * a)
        u = copysign(sqrt(max(0, b * b / (3 * a) ** 2 - c / (3 * a))), v)
        w = (pi + acos(max(-1, min(1, v / u**3 if u else 0)))) / 3
        q1 = min(1, max(0, 2 * u * cos(w) - b / (3 * a)))
        q2 = min(1, max(0, q1 - d))
    variance = (q1 * (1 - q1) / n1 + q2 * (1 - q2) / n2) * (n1 + n2) / (n1 + n2 - 1)
    gap = p1 - p2 - d
    return gap / sqrt(variance) if variance > 0 else (0.0 if gap == 0 else copysign(inf, gap))


def limit(case, z, low, high):
    for _ in range(200):
        middle = (low + high) / 2
        if statistic(*case, middle) > z:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def fisher_less(x1, n1, x2, n2):
    k = x1 + x2
    return sum(comb(n1, i) * comb(n2, k - i) for i in range(max(0, k - n2), x1 + 1)) / comb(n1 + n2, k)


def fisher(x1, n1, x2, n2):
    k = x1 + x2
    weight = [comb(n1, i) * comb(n2, k - i) for i in range(max(0, k - n2), min(n1, k) + 1)]
    seen = comb(n1, x1) * comb(n2, x2)
    return sum(w for w in weight if w <= seen) / sum(weight)


def masses(n, p):
    return [comb(n, k) * p**k * (1 - p) ** (n - k) if p**k > 0 else 0.0 for k in range(n + 1)]


def boschloo_less(x1, n1, x2, n2):
    seen = fisher_less(x1, n1, x2, n2) * (1 + 1e-7)
    # for each number of errors of A, the least number of errors of B that is as extreme; it grows with A's
    # number
    first, y = [], 0
    for x in range(n1 + 1):
        while y <= n2 and fisher_less(x, n1, y, n2) > seen:
            y += 1
        first.append(y)

    def share(p):
        of_b, tails = masses(n2, p), [0.0] * (n2 + 2)
        for k in range(n2, -1, -1):
            tails[k] = tails[k + 1] + of_b[k]
        return sum(m * tails[y] for m, y in zip(masses(n1, p), first))

    step, width = 0.001, 0.001
    best = max((share(i * step), i * step) for i in range(1001))
    for _ in range(4):  # finer grids about the best point
        width /= 10
        best = max((share(q), q) for q in (best[1] + j * width for j in range(-20, 21)) if 0 <= q <= 1)
    return min(1.0, best[0])


print("# errors rows errors rows z p lower upper boschloo fisher; from two_proportions.py")
for case in CASES:
    x1, n1, x2, n2 = case
    d, z = x1 / n1 - x2 / n2, statistic(*case, 0)
    critical = 1.959963984540054
    two_sided = min(1.0, 2 * min(boschloo_less(x1, n1, x2, n2), boschloo_less(x2, n2, x1, n1)))
    print(*case, z, erfc(abs(z) / sqrt(2)), limit(case, critical, -1, d), limit(case, -critical, d, 1),
          two_sided, fisher(*case))
