#!/usr/bin/python3
"""Writes large.txt: limits of a binomial proportion for up to 2^53 rows, rounded outward, with mpmath and 50
digits.

Lines as in neighbours.txt. The tail is P(Bin(m, q) <= k) = (m-k) C(m, k) times the integral of u^(m-k-1)
(1-u)^k from 0 to 1-q, by Gauss-Legendre quadrature; the root is found by bisection on neighbouring doubles.
"""
import math

from mpmath import exp, log, loggamma, mp, mpf, quad, sqrt

mp.dps = 50


def tail(k, m, q, c):
    """P(Bin(m, q) <= k), c = 1 - q, for limits near the mean."""
    constant = log(m - k) + loggamma(mpf(m + 1)) - loggamma(mpf(k + 1)) - loggamma(mpf(m - k + 1))
    width = sqrt(mpf(k) * (m - k) / m) / m
    ends = [c - i * width for i in (24, 12, 6, 3, 0)]
    return quad(lambda u: exp(constant + (m - k - 1) * log(u) + k * log(1 - u)), ends)


def first(good, low, high):
    """The smallest double in (low, high] that is good; good is monotone."""
    while True:
        middle = low + (high - low) / 2
        if middle in (low, high):
            return high
        low, high = (low, middle) if good(middle) else (middle, high)


def around(k, m):
    deviation = math.sqrt(k * (m - k) / m) / m
    return k / m - 9 * deviation, k / m + 9 * deviation


def upper(k, m, delta):
    return first(lambda q: tail(k, m, mpf(q), 1 - mpf(q)) <= mpf(delta), *around(k, m))


def lower(k, m, delta):
    return math.nextafter(first(lambda q: tail(m - k, m, 1 - mpf(q), mpf(q)) > mpf(delta), *around(k, m)),
                          0.0)


if __name__ == "__main__":
    with open(__file__.replace(".py", ".txt"), "w") as file:
        file.write("# errors trials delta upper lower; by large.py, mpmath, 50 digits\n")
        for k, m in ((3 * 10**14, 10**15), (10**15 - 3 * 10**8, 10**15), (2**52 + 1, 2**53), (10**9, 10**12)):
            for delta in (0.5, 0.3, 0.05):
                file.write(f"{k} {m} {delta.hex()} {upper(k, m, delta).hex()} {lower(k, m, delta).hex()}\n")
