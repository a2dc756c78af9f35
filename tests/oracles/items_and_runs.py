#!/usr/bin/env python3
"""Writes items_and_runs.txt: items crossed with runs, of which items may lack some, and clusters of items
(METHODS I.31), by regressions on all items and runs (numpy) and root finding (SciPy).

    tests/oracles/items_and_runs.py > tests/oracles/items_and_runs.txt
    tests/oracles/items_and_runs.py --coverage    # of normal items and runs, beside other rules
"""
import itertools
import sys

import numpy as np
import scipy
from scipy import optimize, special, stats


def squares_left(design, x):
    fitted = design @ np.linalg.lstsq(design, x, rcond=None)[0]
    return np.sum((x - fitted) ** 2), np.linalg.matrix_rank(design)


def crossed(items, cluster):
    """items: for each a list of (run, value)."""
    item = np.array([i for i, of_item in enumerate(items) for _ in of_item])
    run = np.array([r for of_item in items for r, _ in of_item])
    x = np.array([value for of_item in items for _, value in of_item])
    n = len(items)
    of_item = (item[:, None] == np.arange(n)).astype(float)
    of_run = (run[:, None] == np.unique(run)).astype(float)
    within, rank_items = squares_left(of_item, x)
    rest, rank = squares_left(np.hstack([of_item, of_run]), x)
    df_runs, df_rest = rank - rank_items, len(x) - rank
    ms_runs, ms_rest = (within - rest) / df_runs, rest / df_rest
    means = np.array([x[item == i].mean() for i in range(n)])
    weights = np.array([1 / np.sum(item == i) / n for i in item])
    share = np.sum((weights @ of_run) ** 2) * df_runs / (len(x) - n)
    sums = np.array([np.sum(means[cluster == g] - means.mean()) for g in np.unique(cluster)])
    units = len(sums)
    v_items = np.sum(sums ** 2) * units / (units - 1) / n ** 2

    def half(outside):
        t_items, t_runs = (stats.t.isf(outside / 2, df) ** 2 for df in (units - 1, df_runs))
        both = max(0, v_items - share * ms_rest) * t_items + share * ms_runs * t_runs
        return np.sqrt(max(t_items * v_items, both))

    mean = means.mean()
    p = optimize.brentq(lambda out: half(out) - abs(mean), 1e-12, 1 - 1e-12, xtol=1e-15) if mean else 1.0
    f = ms_runs / ms_rest
    return mean, f, stats.f.sf(f, df_runs, df_rest), p, half(.05)


def limits(mean, half, low, high):
    """On the logit scale of the share of a finite range."""
    if np.isinf(high - low):
        return mean - half, mean + half
    share = (mean - low) / (high - low)
    far = half / (high - low) / (share * (1 - share))
    return [low + (high - low) * special.expit(special.logit(share) + side * far) for side in (-1, 1)]


def table(text, lacking=()):
    return [[(r, float(value)) for r, value in enumerate(of_item.split(",")) if (i, r) not in lacking]
            for i, of_item in enumerate(text.split())]


def pseudo_values(of_item, k, right):
    """The jackknife's pseudo-values of the share of an item's k-subsets that are right."""
    def share(answers):
        return np.mean([right(subset) for subset in itertools.combinations(answers, k)])

    answers = [value for _, value in of_item]
    n = len(answers)
    return [(r, float(n * share(answers) - (n - 1) * share(answers[:i] + answers[i + 1:])))
            for i, (r, _) in enumerate(of_item)]


def coverage(draws=200_000):
    """Shares of draws that each rule covers, from mean squares of their laws (chi-square), in units of the
    residual: E MS_I = a, E MS_R = b. Prints the least and the mean over a and b, and widths."""
    random = np.random.default_rng(3)
    print("items,runs,rule,covered least,covered mean,below 92.5,width where runs are alike,width")
    for n, r in ((30, 2), (30, 3), (200, 3), (200, 5), (1000, 10)):
        found = {name: [] for name in ("items_and_runs", "satterthwaite", "items")}
        for a in (1, 1.5, 4, 20):
            for b in (1, 2, 4, 10, 40, 200):
                df = n - 1, r - 1, (n - 1) * (r - 1)
                items, runs, rest = (mean * random.chisquare(d, draws) / d for mean, d in zip((a, b, 1), df))
                error = np.abs(random.standard_normal(draws)) * np.sqrt(a + b - 1)
                t_items, t_runs = (stats.t.isf(.025, d) ** 2 for d in df[:2])
                both = np.maximum(items + runs - rest, items)
                parts = items ** 2 / df[0] + runs ** 2 / df[1] + rest ** 2 / df[2]
                joined = np.maximum(1, both ** 2 / parts)
                halves = {"items_and_runs": np.sqrt(np.maximum(
                              t_items * items, t_items * np.maximum(0, items - rest) + t_runs * runs)),
                          "satterthwaite": stats.t.isf(.025, np.where(runs > rest, joined, df[0]))
                                           * np.sqrt(both),
                          "items": np.sqrt(t_items * items)}
                for name, half in halves.items():
                    found[name].append((100 * np.mean(error <= half),
                                        half.mean() / (1.96 * np.sqrt(a + b - 1)), b == 1))
        for name, worlds in found.items():
            covered = [one[0] for one in worlds]
            alike = [width for _, width, alike in worlds if alike]
            print(n, r, name, f"{min(covered):.1f}", f"{np.mean(covered):.1f}",
                  sum(c < 92.5 for c in covered), f"{np.mean(alike):.2f}",
                  f"{np.mean([width for _, width, _ in worlds]):.2f}", sep=",")


def main():
    if sys.argv[1:] == ["--coverage"]:
        coverage()
        return
    print(f"# Items and runs (METHODS I.31), written by items_and_runs.py with Python "
          f"{sys.version.split()[0]}, numpy {np.__version__}, SciPy {scipy.__version__}")
    print("# low high mean f p_runs p half lower upper clusters RUN:VALUE,RUN:VALUE...: of each item; "
          "p against 0")
    plain = "1,1,0 1,0,0 0,1,0 1,1,1 0,0,0 1,1,0 1,1,1 1,0,1"
    marks = "4,5,3,4 3,3,3,4 5,5,4,5 2,4,1,3 4,4,2,4 5,3,2,5 1,2,1,1"
    random = np.random.default_rng(41)
    sparse = []
    for _ in range(24):
        item = random.normal(.3, 1)
        sparse.append([(int(r), round(item + .4 * (r % 3 - 1) + random.normal(0, .5), 3))
                       for r in sorted(random.choice(6, 2 + random.integers(3), replace=False))])
    two_parts = [[(r + (0 if i < 5 else 3), round(float(random.normal(.2 * r, 1)), 3)) for r in range(3)]
                 for i in range(11)]
    worlds = [(0, 1, table(plain), None), (-np.inf, np.inf, table(plain), None),
              (0, 1, table(plain, {(7, 2)}), None), (0, 1, table(plain, {(7, 2), (0, 0), (3, 1)}), None),
              (1, 5, table(marks), None), (1, 5, table(marks), [0, 0, 1, 2, 2, 3, 4]),
              (1, 5, table(marks, {(1, 3), (4, 0), (4, 1)}), [0, 0, 1, 2, 2, 3, 4]),
              (-np.inf, np.inf, sparse, None), (-np.inf, np.inf, sparse, [i // 2 for i in range(24)]),
              (-np.inf, np.inf, two_parts, None)]
    draws = [[(r, float(r < c)) for r in range(5)] for c in (0, 1, 3, 5, 5, 2, 4, 0, 5, 5)]
    worlds += [(0, 1, draws, None),
               (0, 1, [pseudo_values(of_item, 2, any) for of_item in draws], None),
               (0, 1, [pseudo_values(of_item, 2, all) for of_item in draws], None)]
    for low, high, items, cluster in worlds:
        figures = crossed(items, np.array(cluster if cluster else range(len(items))))
        figures += tuple(limits(figures[0], figures[-1], low, high))
        print(low, high, *(repr(float(x)) for x in figures),
              ",".join(map(str, cluster)) if cluster else "-",
              *(",".join(f"{r}:{value}" for r, value in of_item) for of_item in items))


main()
