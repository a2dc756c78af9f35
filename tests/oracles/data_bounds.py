#!/usr/bin/env python3
"""Writes tests/oracles/data_bounds.txt: bounds from data, computed without the project's code.

    python3 tests/oracles/data_bounds.py data > tests/oracles/data_bounds.txt      (needs mpmath)

Everything is implemented again from the documents: Philox4x64-10 and its streams (streams.py), hidden labels,
folds, bootstrap samples, progressive order, the majority class and the nearest neighbour, the counts, and the
limits with 40 digits from the formulas of the papers. A line: set, learner, bound, delta, seed, the counted
figures (errors, rows, and perhaps disagreements, their mean or the rows by the number of members that differ,
unlabelled), and the limits: upper, lower,
two-sided lower and upper; `-` where there is none.
"""
import csv
import functools
import math
import pathlib
import sys

from mpmath import e, exp, log, mp, mpf, sqrt

from streams import Stream

mp.dps = 40
SPLITS, BOOTSTRAP, DISAGREEMENT = 1, 2, 4


# Limits.

def tail(k, m, p):
    term = total = (1 - p)**m
    for i in range(k):
        term = term * p / (1 - p) * (m - i) / (i + 1)
        total += term
    return total


@functools.cache
def upper(k, m, delta):
    """max{q : P(Bin(m, q) <= k) >= delta} by bisection."""
    if k >= m:
        return mpf(1)
    low, high = mpf(k) / m, mpf(1)
    for _ in range(80):
        middle = (low + high) / 2
        if tail(k, m, middle) >= delta:
            low = middle
        else:
            high = middle
    return low


def kl_upper(q, epsilon):
    q = mpf(q)

    def kl(p):
        return (q * log(q / p) if q > 0 else 0) + ((1 - q) * log((1 - q) / (1 - p)) if q < 1 else 0)
    if q == 1:
        return mpf(1)
    low, high = q, mpf(1)
    for _ in range(80):
        middle = (low + high) / 2
        if kl(middle) <= epsilon:
            low = middle
        else:
            high = middle
    return low


def bets_upper(differing, delta):
    """The largest mean against which neither of the bets of METHODS C.7 wins 1 / delta on average."""
    n, k = sum(differing), len(differing) - 1
    wanted = log(1 / delta)

    def kl(q, m):
        return (q * log(q / m) if q > 0 else 0) + (1 - q) * log((1 - q) / (1 - m))

    def bisect(low, high, below):
        for _ in range(100):
            middle = (low + high) / 2
            low, high = (middle, high) if below(middle) else (low, middle)
        return low

    def capital(m):
        q = mpf(0) if -n * log(1 - m) <= wanted else bisect(mpf(0), m, lambda x: n * kl(x, m) > wanted)
        one = (m - q) / (m * (1 - m))
        two = min(mpf("1.7") * one, max(mpf("0.98") / (1 - m), one))
        product = lambda bet: math.prod((1 + bet * (m - mpf(i) / k))**c for i, c in enumerate(differing) if c)
        return (product(one) + product(two)) / 2
    mean = mpf(sum(i * c for i, c in enumerate(differing))) / (n * k)
    return mean if mean == 1 else bisect(mean, mpf(1), lambda m: capital(m) < 1 / delta)


def clip(x):
    return min(max(x, mpf(0)), mpf(1))


def members_upper(counts, delta):
    return sum(upper(k, m, delta / len(counts)) if m else mpf(1) for k, m in counts) / len(counts)


def members_lower(counts, delta):
    return sum(1 - upper(m - k, m, delta / len(counts)) if m else mpf(0) for k, m in counts) / len(counts)


def disagreement_upper(form, figure, rows, delta):
    if form == "sampled":
        return upper(figure, rows, delta)
    if form == "per_member":
        return sum(upper(k, rows, delta / len(figure)) for k in figure) / len(figure)
    if form == "expected":
        return bets_upper(figure, delta)
    if form == "median":
        differ, members = sum(i * c for i, c in enumerate(figure)), len(figure) - 1
        return upper(-(-differ // members), rows, delta / 2)
    differ, cells = figure  # the mean share as a fraction
    mean = mpf(differ) / cells
    if form == "expected_kl":
        return kl_upper(mean, log(1 / delta) / rows)
    return upper(min(-(-differ * rows // cells), rows), rows, delta / e)


def limits(upper_at, lower_at, delta):
    delta = mpf(delta)
    return [clip(upper_at(delta)), clip(lower_at(delta)) if lower_at else None,
            clip(lower_at(delta / 2)) if lower_at else None, clip(upper_at(delta / 2))]


# Learners: functions of training rows (with repetitions) and rows to predict, which return labels.

def majority(x, y, train, rows):
    counts = [sum(1 for r in train if y[r] == c) for c in range(max(y) + 1)]
    return [counts.index(max(counts))] * len(rows)


def nearest(x, y, train, rows):
    known = sorted(set(train))
    return [y[min(known, key=lambda t: (sum((a - b)**2 for a, b in zip(x[t], x[r])), t))] for r in rows]


# Data.

def read(path):
    if path.suffix == ".csv":
        rows = list(csv.reader(open(path)))[1:]
        names = sorted({row[-1] for row in rows})
    else:
        lines = [line.strip() for line in open(path) if line.strip() and not line.startswith("%")]
        start = next(i for i, line in enumerate(lines) if line.lower() == "@data")
        declared = [line for line in lines[:start] if line.lower().startswith("@attribute")][-1]
        names = [name.strip().strip("'\"")
                 for name in declared[declared.index("{") + 1:declared.index("}")].split(",")]
        rows = [[cell.strip().strip("'\"") for cell in line.split(",")] for line in lines[start + 1:]]
    return [[float(cell) for cell in row[:-1]] for row in rows], [names.index(row[-1]) for row in rows]


def hide(n, share, seed):
    rows = Stream(seed, DISAGREEMENT, 0, 1).shuffle(list(range(n)))
    return sorted(rows[:math.floor(n * share + 0.5)])


# Plans: (training rows, test rows) of each split.

def cv(n, folds, seed):
    order = Stream(seed, SPLITS).shuffle(list(range(n)))
    splits, at = [], 0
    for f in range(folds):
        size = n // folds + (f < n % folds)
        test = order[at:at + size]
        splits.append((sorted(set(range(n)) - set(test)), test))
        at += size
    return splits


def holdout(n, fraction, seed):
    order = Stream(seed, SPLITS).shuffle(list(range(n)))
    size = math.floor(n * fraction + 0.5)
    return [(order[size:], order[:size])]


def bootstrap(n, samples, seed):
    splits = []
    for b in range(samples):
        stream = Stream(seed, BOOTSTRAP, b)
        train = [stream.below(n) for _ in range(n)]
        splits.append((train, sorted(set(range(n)) - set(train))))
    return splits


def progressive(n, fraction, step, seed):
    order = Stream(seed, SPLITS).shuffle(list(range(n)))
    first = n - math.floor(n * fraction + 0.5)
    return [(order[:at], order[at:at + step]) for at in range(first, n, step)]


class Fits:
    """The predictions of a plan's members for their test rows and the unlabelled rows, and those of the model
    of all labelled rows for the latter."""

    def __init__(self, learner, x, y, hidden, splits):
        labelled = [r for r in range(len(y)) if r not in set(hidden)]

        def rows(numbers):
            return [labelled[i] for i in numbers]
        self.counts = []
        self.said = []
        for train, test in splits:
            labels = learner(x, y, rows(train), rows(test) + hidden)
            truth = [y[r] for r in rows(test)]
            self.counts.append((sum(a != b for a, b in zip(labels, truth)), len(test)))
            self.said.append(labels[len(test):])
        self.deployed = learner(x, y, labelled, hidden)
        self.vote = []
        for votes in zip(*self.said):
            counts = [votes.count(c) for c in range(max(y) + 1)]
            self.vote.append(counts.index(max(counts)))

    def disagreement(self, form, reference, seed):
        if form == "sampled":
            drawn = [Stream(seed, DISAGREEMENT, j).below(len(self.said)) for j in range(len(reference))]
            return sum(self.said[i][j] != reference[j] for j, i in enumerate(drawn))
        if form in ("expected", "median"):
            differ = [sum(said != label for said in row) for row, label in zip(zip(*self.said), reference)]
            return [differ.count(i) for i in range(len(self.said) + 1)]
        each = [sum(a != b for a, b in zip(labels, reference)) for labels in self.said]
        return each if form == "per_member" else (sum(each), len(self.said) * len(reference))


def number(x):
    return "-" if x is None else mp.nstr(x, 18)


def main():
    folder = pathlib.Path(sys.argv[1])
    print("# " + __doc__.split("\n")[0])
    print(
        "# set learner bound delta seed errors rows disagreements mean differing unlabelled upper lower "
        "two_lower two_upper")
    for name in ("iris.csv", "glass.arff"):
        x, y = read(folder / name)
        for learner_name, learner in (("majority", majority), ("knn:k=1,scale=none", nearest)):
            for delta, seed in (("0.05", 1), ("0.01", 7)):
                hidden = hide(len(y), 0.2, seed)
                n, u, d = len(y) - len(hidden), len(hidden), mpf(delta)

                def write(bound, errors, rows, found, disagreements="-", mean="-", differing="-",
                          unlabelled="-"):
                    print(name, learner_name, bound, delta, seed, errors, rows, disagreements, mean,
                          differing, unlabelled, *map(number, found), flush=True)

                plans = {"test:fraction=0.25": holdout(n, 0.25, seed), "cv:folds=5": cv(n, 5, seed),
                         "bag:samples=4": bootstrap(n, 4, seed)}
                for plan, splits in plans.items():
                    fits = Fits(learner, x, y, hidden, splits)
                    errors = ",".join(str(k) for k, _ in fits.counts)
                    rows = ",".join(str(m) for _, m in fits.counts)
                    write("r-" + plan, errors, rows, limits(lambda t: members_upper(fits.counts, t),
                                                            lambda t: members_lower(fits.counts, t), d))
                    rate = sum(mpf(k) / m for k, m in fits.counts) / len(fits.counts)
                    least = min(m for _, m in fits.counts)
                    half = lambda t: sqrt(log(1 / t) / (2 * least))
                    write("r-" + plan + ",form=hoeffding", errors, rows,
                          limits(lambda t: rate + half(t), lambda t: rate - half(t), d))
                    epsilon = lambda t: log(2 * sqrt(mpf(least)) / t) / least
                    write("r-" + plan + ",form=kl", errors, rows,
                          limits(lambda t: kl_upper(rate, epsilon(t)),
                                 lambda t: 1 - kl_upper(1 - rate, epsilon(t)), d))

                    def semi(bound, form, reference):
                        figure = fits.disagreement(form, reference, seed)
                        if form == "sampled":
                            shown = (figure, "-", "-")
                        elif form == "per_member":
                            shown = (",".join(map(str, figure)), "-", "-")
                        elif form in ("expected", "median"):
                            shown = ("-", "-", ",".join(map(str, figure)))
                        else:
                            shown = ("-", repr(figure[0] / figure[1]), "-")
                        write(bound, errors, rows,
                              limits(
                                  lambda t: members_upper(fits.counts, t / 2)
                                  + disagreement_upper(form, figure, u, t / 2),
                                  lambda t: members_lower(fits.counts,
                                                          t / 2) - disagreement_upper(form, figure, u, t / 2),
                                  d),
                              *shown, u)
                    for form in ("expected", "median", "expected_kl", "sampled", "expected_bentkus",
                                 "per_member"):
                        semi("s-" + plan + ",disagreement=" + form, form, fits.deployed)
                    if not plan.startswith("test"):
                        kind, size = plan.split(":")
                        vote = f"vote:members={kind},{size}"
                        write(vote, errors, rows,
                              limits(lambda t: 2 * members_upper(fits.counts, t), None, d))
                        for form in ("expected", "expected_kl"):
                            semi(vote + ",form=" + form, form, fits.vote)
                fits = Fits(learner, x, y, hidden, progressive(n, 0.3, 4, seed))
                k, m = (sum(part) for part in zip(*fits.counts))
                wide = lambda t: sqrt(log(1 / t) / (2 * m))
                write("progressive:fraction=0.3,step=4", k, m,
                      limits(lambda t: mpf(k) / m + wide(t), lambda t: mpf(k) / m - wide(t), d))
                fixed = lambda wrong, t: (1 - exp(-(wrong + log(1 / t)) / m)) / (1 - exp(mpf(-1)))
                write("progressive:fraction=0.3,step=4,form=fixed_lambda", k, m,
                      limits(lambda t: fixed(k, t), lambda t: 1 - clip(fixed(m - k, t)), d))


if __name__ == "__main__":
    main()
