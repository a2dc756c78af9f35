#!/usr/bin/python3
"""Writes neighbours.txt: limits of a binomial proportion rounded outward, with Python's decimal arithmetic of
60 digits.

Each line: errors trials delta upper lower. delta is the double itself (hexadecimal), upper the smallest
double whose lower tail is at most delta, lower the largest double whose upper tail is at most delta
(hexadecimal). The tails are summed term by term; the root is found by bisection on neighbouring doubles, so
the library's method is not used at all.
"""
import math
import random
from decimal import Decimal, getcontext

getcontext().prec = 60  # unary + rounds to them


def tail(k, m, q, c):
    """P(Bin(m, q) <= k), c = 1 - q."""
    term = c ** m
    total = term
    odds = q / c
    for i in range(k):
        term = term * (m - i) / (i + 1) * odds
        total += term
    return total


def first(good, low, high):
    """The smallest double in (low, high] that is good; good is monotone."""
    while True:
        middle = low + (high - low) / 2
        if middle in (low, high):
            return high
        low, high = (low, middle) if good(middle) else (middle, high)


def upper(k, m, delta):
    return (1.0
            if k == m
            else first(lambda q: q == 1.0 or tail(k, m, Decimal(q), 1 - Decimal(q)) <= +Decimal(delta), 0.0,
                       1.0))


def lower(k, m, delta):
    """P(X >= k) = P(m - X <= m - k) with 1 - q; the largest q that is good is the one below the smallest that
    is not."""
    if k == 0:
        return 0.0
    return math.nextafter(
        first(lambda q: tail(m - k, m, 1 - Decimal(q), Decimal(q)) > +Decimal(delta), 0.0, 1.0), 0.0)


def cases():
    for delta in (0.5, 0.05, 0.01, 1e-12, 1e-250):
        for k, m in ((0, 1), (1, 1), (0, 7), (1, 7), (6, 7), (7, 7), (3, 30), (192, 600), (599, 600)):
            yield k, m, delta
    draw = random.Random(20240601)
    for _ in range(150):
        m = int(math.exp(draw.uniform(0, math.log(400))))
        yield draw.randint(0, m), m, math.exp(draw.uniform(math.log(1e-12), math.log(0.5)))


if __name__ == "__main__":
    with open(__file__.replace(".py", ".txt"), "w") as file:
        file.write("# errors trials delta upper lower; by neighbours.py, Python 3.11 decimal, 60 digits\n")
        for k, m, delta in cases():
            file.write(f"{k} {m} {delta.hex()} {upper(k, m, delta).hex()} {lower(k, m, delta).hex()}\n")
