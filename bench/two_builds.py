"""Two builds of the library's reader by turns, to see whether a change costs time.

    PYTHON bench/two_builds.py BEFORE AFTER FILE [--pairs 15] [--threads 1]

BEFORE and AFTER are programs bench/read_table of two builds. Each pair runs both, in alternating order, and
gives a ratio of processor times and one of the shortest times of five reads. Printed are the median of the
ratios AFTER / BEFORE and its 95 % interval of order statistics, which needs no assumption about the noise of
the machine. It ends with 1 if the upper limit of the processor time is 1.05 or more.
"""

import argparse
import math
import os
import statistics
import subprocess
import sys


def run(program, file, threads):
    process = subprocess.Popen([program, file, str(threads)], stdout=subprocess.PIPE)
    seconds = float(process.stdout.read())
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{program} failed")
    return usage.ru_utime + usage.ru_stime, seconds


def interval(ratios):
    """The order statistics that enclose the median with at least 95 %, for any distribution."""
    ratios = sorted(ratios)
    n = len(ratios)
    left_out = 0
    below = 0.5**n  # P(fewer than left_out + 1 of n lie below the median)
    while left_out < n // 2 and below <= 0.025:
        left_out += 1
        below += math.comb(n, left_out) * 0.5**n
    if left_out == 0:
        sys.exit(f"{n} pairs are too few for a 95 % interval; expected at least 6")
    return ratios[left_out - 1], ratios[n - left_out]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("file")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    processor, shortest = [], []
    for pair in range(args.pairs):
        order = (args.before, args.after) if pair % 2 == 0 else (args.after, args.before)
        runs = {program: run(program, args.file, args.threads) for program in order}
        before, after = runs[args.before], runs[args.after]
        processor.append(after[0] / before[0])
        shortest.append(after[1] / before[1])
    for name, ratios in (("processor time", processor), ("shortest of five reads", shortest)):
        low, high = interval(ratios)
        print(f"{name}: {statistics.median(ratios):.3f} [{low:.3f}, {high:.3f}], {len(ratios)} pairs")
    sys.exit(1 if interval(processor)[1] >= 1.05 else 0)


main()
