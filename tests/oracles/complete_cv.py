"""Prints complete_cv.txt: enumerates all training sets of the small set in fractions, and keeps the values of
n40 and n200.

    python3 tests/oracles/complete_cv.py < tests/oracles/complete_cv.txt
"""

import itertools
import sys
from fractions import Fraction


def enumerated(rows, classes, m, k):
    wrong = tests = 0
    for train in itertools.combinations(range(len(rows)), m):
        for i in set(range(len(rows))) - set(train):
            square = lambda j: sum((a - b) ** 2 for a, b in zip(rows[i][0], rows[j][0]))
            near = sorted(train, key=lambda j: (square(j), j))[:k]
            votes = [sum(rows[j][1][classes == 3] == c for j in near) for c in range(classes)]
            wrong += votes.index(max(votes)) != rows[i][1][classes == 3]
            tests += 1
    return Fraction(wrong, tests)


rows = []
for line in sys.stdin.read().splitlines():
    words = line.split()
    if words[:2] == ["row", "small"]:
        rows.append(([Fraction(w) for w in words[2:4]], [int(w) for w in words[4:]]))
    if words[:2] == ["value", "small"]:
        line = " ".join(words[:5] + [repr(float(enumerated(rows, *map(int, words[2:5]))))])
    print(line)
