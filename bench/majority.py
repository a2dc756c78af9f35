"""100,000 trivial fits, which show the cost of the engine, beside cross_val_score of scikit-learn's
DummyClassifier.

    PYTHON bench/majority.py [--rounds 5]

100 rows, 10-fold, 10,000 times. scikit-learn does 1,000 of these fits and is scaled linearly.
"""

from side_by_side import *

from sklearn.dummy import DummyClassifier
from sklearn.model_selection import cross_val_score

FEW = "cv:folds=10,repeats=100"
MANY = "cv:folds=10,repeats=10000"


def main():
    args = arguments(__doc__, rounds=5).parse_args()
    path, x, y = blobs(100, 1, 2)
    folds = splits(path, FEW, len(y))
    theirs, few, many, two = by_turns(
        args.rounds,
        timed(lambda: cross_val_score(DummyClassifier(strategy="most_frequent"), x, y, cv=folds)),
        lambda: estimate(path, "majority", FEW),
        lambda: estimate(path, "majority", MANY),
        lambda: estimate(path, "majority", MANY, threads=2))
    title("majority, 100 rows, 10-fold")
    line(f"{PEER} cross_val_score, 1,000 fits", theirs.seconds, f"{theirs.seconds * 1e3:.1f} us a fit")
    line("  scaled to 100,000 fits", 100 * theirs.seconds)
    line("unseen estimate, 1,000 fits", few.seconds, f"{few.megabytes:.1f} MB")
    line("unseen estimate, 100,000 fits", many.seconds,
         f"{many.seconds * 10:.2f} us a fit, {ratio(100 * theirs.seconds, many.seconds)}, "
         f"{many.megabytes:.1f} MB")
    line("unseen estimate, 100,000 fits, --threads 2", two.seconds, f"{two.megabytes:.1f} MB")
    agree("error rates of 1,000 fits", values(few), [pooled_error(theirs.answer, folds)], 1e-9)
    agree("error rates of 1 and 2 threads", values(many), values(two), 0.0)


main()
