#!/usr/bin/env python3
"""Makes group_folds.txt: scikit-learn's folds of groups, for comparison with ours
(tests/resample/groups_test.cpp).

size FOLDS : SIZES : FOLD OF EACH GROUP          GroupKFold; all sizes differ, because it orders equal ones
differently strata FOLDS CLASSES : COUNTS, GROUPS x CLASSES : FOLD OF EACH GROUP     StratifiedGroupKFold,
which has a different objective
"""
import random
import sys

import numpy as np
import sklearn
from sklearn.model_selection import GroupKFold, StratifiedGroupKFold


def folds_of(splitter, y, groups, n_groups):
    fold_of = [-1] * n_groups
    for fold, (_, test) in enumerate(splitter.split(np.zeros(len(y)), y, groups)):
        for g in set(groups[test].tolist()):
            fold_of[g] = fold
    return fold_of


def main():
    rng = random.Random(20)
    print(f"# tests/oracles/group_folds.py, scikit-learn {sklearn.__version__}")
    for _ in range(20):
        n_groups = rng.randint(5, 25)
        sizes = rng.sample(range(1, 60), n_groups)
        folds = rng.randint(2, min(6, n_groups))
        groups = np.repeat(np.arange(n_groups), sizes)
        fold_of = folds_of(GroupKFold(folds), np.zeros(len(groups)), groups, n_groups)
        print("size", folds, ":", *sizes, ":", *fold_of)
    for _ in range(30):
        n_groups = rng.randint(12, 40)
        classes = rng.randint(2, 4)
        folds = rng.randint(2, 5)
        counts = [[rng.randint(0, 9) if rng.random() < 0.6 else 0 for _ in range(classes)]
                  for _ in range(n_groups)]
        for g in range(n_groups):
            if sum(counts[g]) == 0:
                counts[g][0] = 1
        y = np.concatenate([np.repeat(np.arange(classes), c) for c in counts])
        groups = np.repeat(np.arange(n_groups), [sum(c) for c in counts])
        if min(np.bincount(y, minlength=classes)) < folds:
            continue
        fold_of = folds_of(StratifiedGroupKFold(folds), y, groups, n_groups)
        print("strata", folds, classes, ":", *[x for c in counts for x in c], ":", *fold_of)


if __name__ == "__main__":
    sys.exit(main())
