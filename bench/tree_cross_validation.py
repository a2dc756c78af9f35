"""10x10-fold cross-validation of full trees: scikit-learn's cross_val_score and ours, with the same data, the
same folds and one thread each.

    cmake --preset bench -DUNSEEN_BUILD_CLI=OFF && cmake --build --preset bench
    PYTHON bench/tree_cross_validation.py [--program build/bench/bench/tree_cross_validation]
           [--rows 690] [--features 14] [--data FILE.csv] [--repeats 10] [--rounds 5]

The peer is the scikit-learn of the interpreter that runs this. Runs alternate, and the shortest times are
compared. --data takes a file with a header and numbers, with the class last; without it, two Gaussian blobs
with 5 % flipped labels are made. Trees are fully grown on both sides
(tree:criterion=gini,prune=none,min_rows=1). Fails if the mean accuracies differ by more than 0.01.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy
import sklearn
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.tree import DecisionTreeClassifier


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="build/bench/bench/tree_cross_validation")
    parser.add_argument("--rows", type=int, default=690)
    parser.add_argument("--features", type=int, default=14)
    parser.add_argument("--data")
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        plain = os.path.join(folder, "data.csv")
        if args.data:
            with open(args.data) as source, open(plain, "w") as target:
                target.writelines(source.readlines()[1:])
        else:
            subprocess.run([args.program, "--blobs", str(args.rows), str(args.features), "1", plain],
                           check=True)
        table = numpy.loadtxt(plain, delimiter=",")
        x, y = table[:, :-1], table[:, -1].astype(int)

        folds = numpy.zeros((len(y), args.repeats), dtype=int)
        splits = []
        for repeat in range(args.repeats):
            for fold, (train, test) in enumerate(
                    StratifiedKFold(10, shuffle=True, random_state=repeat).split(x, y)):
                folds[test, repeat] = fold
                splits.append((train, test))
        fold_file = os.path.join(folder, "folds.csv")
        numpy.savetxt(fold_file, folds, fmt="%d", delimiter=",")

        command = [args.program, plain, fold_file, "tree:criterion=gini,prune=none,min_rows=1", "1"]
        theirs, ours = [], []
        for _ in range(args.rounds):
            start = time.perf_counter()
            scores = cross_val_score(DecisionTreeClassifier(random_state=0), x, y, cv=splits, n_jobs=1)
            theirs.append(time.perf_counter() - start)
            answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            ours.append(answer["seconds"])

    print(f"{len(y)}x{x.shape[1]}, {args.repeats}x10-fold, full trees, one thread, least of {args.rounds}")
    print(f"scikit-learn {sklearn.__version__:8} {min(theirs):9.4f} s  accuracy {scores.mean():.4f}")
    print(
        f"unseen                {min(ours):9.4f} s  accuracy {answer['accuracy']:.4f}  leaves "
        f"{answer['leaves']:.1f}")
    print(f"ratio                 {min(theirs) / min(ours):9.1f}")
    if abs(scores.mean() - answer["accuracy"]) > 0.01:
        sys.exit("the mean accuracies differ by more than 0.01")


if __name__ == "__main__":
    main()
