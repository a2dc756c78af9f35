#!/usr/bin/env python3
"""bench/binomial_inversion.py PROGRAM [COUNT]: compares PROGRAM (build/bench/bench/binomial_inversion) with
SciPy's betaincinv.

Both invert the same binomial tails on one core each. Prints the microseconds per inversion, the ratio, and
the largest relative difference.
"""
import subprocess
import sys
import time

import numpy
import scipy
import scipy.special

program, count = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "200000"
print(subprocess.run([program, count], check=True, capture_output=True, text=True).stdout, end="")
table = numpy.loadtxt(
    subprocess.run([program, count, "--print"], check=True, capture_output=True,
                   text=True).stdout.splitlines())
errors, rows, delta, ours = table[table[:, 0] < table[:, 1]].T


def run(name, invert):
    least = 1e300
    for _ in range(3):
        begin = time.perf_counter()
        found = invert()
        least = min(least, time.perf_counter() - begin)
    worst = numpy.max(numpy.abs(found / ours - 1))
    print(f"{name:28} {1e6 * least / len(ours):8.3f} us  largest difference {worst:.1e}")


run(f"SciPy {scipy.__version__} betaincinv",
    lambda: scipy.special.betaincinv(errors + 1, rows - errors, 1 - delta))
if hasattr(scipy.special, "betainccinv"):
    run(f"SciPy {scipy.__version__} betainccinv",
        lambda: scipy.special.betainccinv(errors + 1, rows - errors, delta))
