"""10x10-fold cross-validation of Gaussian naive Bayes beside scikit-learn's cross_val_score, with the same
folds and three sizes.

    PYTHON bench/naive_bayes.py [--rounds 5]
"""

from side_by_side import *

from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB

ESTIMATOR = "cv:folds=10,repeats=10"


def main():
    args = arguments(__doc__, rounds=5).parse_args()
    for rows, features, classes in ((690, 14, 2), (6435, 36, 6), (48842, 14, 2)):
        path, x, y = blobs(rows, features, classes)
        folds = splits(path, ESTIMATOR, rows)
        theirs, ours, start = by_turns(
            args.rounds,
            timed(lambda: cross_val_score(GaussianNB(), x, y, cv=folds)),
            lambda: estimate(path, "naive-bayes", ESTIMATOR),
            lambda: estimate(path, "majority", "resubstitution"))
        title(f"naive-bayes {rows}x{features}, {classes} classes, 10x10-fold")
        line(f"{PEER} cross_val_score, data in memory", theirs.seconds)
        line("unseen estimate", ours.seconds,
             f"{ratio(theirs.seconds, ours.seconds)}, {ours.megabytes:.0f} MB")
        line("  of this start and reading", start.seconds)
        agree("error rates", values(ours), [pooled_error(theirs.answer, folds)], 1e-9)


main()
