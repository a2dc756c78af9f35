"""Prints any_time.txt with the same values by SciPy's root finder, from the definition of E in plain Python.

    python3 tests/oracles/any_time.py < tests/oracles/any_time.txt

E(m) = (1/12) sum_g prod_i (1 - r_g + r_g z_i / m), r_g = .003^(g / 11); the lower limit is the root of
E = 1 / alpha, the upper one that of the distances from the upper end (docs/METHODS.md I.40).
"""

import math
import sys

from scipy.optimize import brentq
from scipy.special import logsumexp

BETS = [0.003 ** (g / 11) for g in range(12)]


def log_e(counts, m):
    """counts: (z, how many); m: the mean against which is bet."""
    def fortune(r):
        factors = [(1 - r + r * z / m, n) for z, n in counts if n]
        if any(f <= 0 for f, _ in factors):
            return -math.inf
        return math.fsum(n * math.log(f) for f, n in factors)
    return float(logsumexp([fortune(r) for r in BETS])) - math.log(12)


def lower(counts, alpha):
    total = sum(n for _, n in counts)
    mean = math.fsum(z * n for z, n in counts) / total if total else 0.0
    if mean == 0:
        return 0.0
    return brentq(lambda m: log_e(counts, m) + math.log(alpha), 1e-9, mean, xtol=1e-15, rtol=1e-14)


def limits(values, counts, low, high, alpha):
    """Each with probability alpha."""
    return (low + lower([(x - low, n) for x, n in zip(values, counts)], alpha),
            high - lower([(high - x, n) for x, n in zip(values, counts)], alpha))


def main():
    for line in sys.stdin:
        words = line.split()
        if not words or words[0] == "#":
            print(line, end="")
        elif words[0] == "accuracy":
            right, rows, c = int(words[1]), int(words[2]), float(words[3])
            counts = (rows - right, right)
            found = [log_e([(0, counts[0]), (1, counts[1])], c),
                     log_e([(1, counts[0]), (0, counts[1])], 1 - c),
                     *limits((0, 1), counts, 0, 1, .05), *limits((0, 1), counts, 0, 1, .025)]
            print(*words[:4], *map(repr, found))
        elif words[0] == "pair":
            a, b, rows, d = int(words[1]), int(words[2]), int(words[3]), float(words[4])
            counts = (b, rows - a - b, a)
            up, down = [(0, b), (1, rows - a - b), (2, a)], [(2, b), (1, rows - a - b), (0, a)]
            found = [log_e(up, 1), log_e(down, 1), log_e(up, 1 - d), log_e(down, 1 + d),
                     *limits((-1, 0, 1), counts, -1, 1, .05), *limits((-1, 0, 1), counts, -1, 1, .025)]
            print(*words[:5], *map(repr, found))
        elif words[0] == "levels":
            values = [float(x) for x in words[1].split(",")]
            counts = [int(n) for n in words[2].split(",")]
            print(*words[:3], *map(repr, limits(values, counts, values[0], values[-1], .025)))


if __name__ == "__main__":
    main()
