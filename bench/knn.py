"""k nearest neighbours on 6435x36, every k from 1 to 30: 10x10-fold without and with scaling, leave-one-out,
and growth in rows, beside scikit-learn.

    PYTHON bench/knn.py [--rounds 2]

There are two peers: cross_val_score for one k, which is the usual way; and the cheapest way with
scikit-learn, one kneighbors() by brute force for each fold with the largest k, from which NumPy counts the
votes of every k. cross_val_score of leave-one-out does 100 of its fits and is scaled.
"""

from side_by_side import *

from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors

ESTIMATOR = "cv:folds=10,repeats=10"
KS = range(1, 31)
LEARNERS = [f"knn:k={k},scale=none" for k in KS]
SCALED = [f"knn:k={k}" for k in KS]


def errors_of_lists(labels, truth, classes):
    """The number of wrong votes for each k, from the labels of the neighbours in order. Ties of votes go to
    the first class, as on both sides."""
    votes = numpy.cumsum(labels[:, :, None] == numpy.arange(classes), axis=1)
    return numpy.array([(votes[:, k - 1].argmax(axis=1) != truth).sum() for k in KS])


def cheapest_folds(x, y, folds, classes, scaled):
    wrong = 0
    for train, test in folds:
        factors = 1 / x[train].std(axis=0) if scaled else 1.0
        brute = NearestNeighbors(n_neighbors=max(KS), algorithm="brute").fit(x[train] * factors)
        near = brute.kneighbors(x[test] * factors, return_distance=False)
        wrong = wrong + errors_of_lists(y[train][near], y[test], classes)
    return wrong / sum(len(test) for _, test in folds)


def cheapest_leave_one_out(x, y, classes):
    """kneighbors() without rows leaves each row out of its own neighbours."""
    near = NearestNeighbors(n_neighbors=max(KS), algorithm="brute").fit(x).kneighbors(return_distance=False)
    return errors_of_lists(y[near], y, classes) / len(y)


def main():
    args = arguments(__doc__, rounds=2).parse_args()
    rows, features, classes = 6435, 36, 6
    path, x, y = blobs(rows, features, classes)
    folds = splits(path, ESTIMATOR, rows)
    model = KNeighborsClassifier(5, algorithm="brute")
    one, cheapest, cheapest_scaled, ours_one, ours, ours_scaled = by_turns(
        args.rounds,
        timed(lambda: cross_val_score(model, x, y, cv=folds)),
        timed(lambda: cheapest_folds(x, y, folds, classes, scaled=False)),
        timed(lambda: cheapest_folds(x, y, folds, classes, scaled=True)),
        lambda: estimate(path, LEARNERS[4], ESTIMATOR),
        lambda: estimate(path, LEARNERS, ESTIMATOR),
        lambda: estimate(path, SCALED, ESTIMATOR))
    title(f"knn {rows}x{features}, {classes} classes, 10x10-fold")
    line(f"{PEER} cross_val_score, k = 5", one.seconds)
    line("unseen estimate, k = 5", ours_one.seconds,
         f"{ratio(one.seconds, ours_one.seconds)}, {ours_one.megabytes:.0f} MB")
    for name, theirs, own in (("", cheapest, ours), (", scaled", cheapest_scaled, ours_scaled)):
        line(f"{PEER} one kneighbors() a fold, k = 1..30{name}", theirs.seconds)
        line(f"unseen estimate, k = 1..30{name}", own.seconds,
             f"{ratio(theirs.seconds, own.seconds)} the cheapest, {own.megabytes:.0f} MB")
        line("  beside one cross_val_score a k", one.seconds * len(KS),
             ratio(one.seconds * len(KS), own.seconds))
        # Distances by dot products differ in the last bits, so that neighbours at equal distances may change
        # places.
        agree("error rates", values(own), theirs.answer, 2e-4)
    agree("error rates of k = 5", values(ours_one), [pooled_error(one.answer, folds)], 2e-4)

    some = [(numpy.delete(numpy.arange(rows), r), numpy.array([r]))
            for r in range(0, rows, rows // 100)][:100]
    one, cheapest, ours = by_turns(
        args.rounds,
        timed(lambda: cross_val_score(model, x, y, cv=some)),
        timed(lambda: cheapest_leave_one_out(x, y, classes)),
        lambda: estimate(path, LEARNERS, "loo"))
    title(f"knn {rows}x{features}, {classes} classes, leave-one-out")
    line(f"{PEER} cross_val_score, k = 5, scaled from 100 fits", one.seconds * rows / 100)
    line(f"{PEER} one kneighbors(), k = 1..30", cheapest.seconds)
    line("unseen estimate, k = 1..30", ours.seconds, f"{ratio(cheapest.seconds, ours.seconds)} the cheapest")
    agree("error rates", values(ours), cheapest.answer, 2e-4)
    for rows in (1600, 3200, 6400, 12800):
        path, x, y = blobs(rows, features, classes)
        cheapest, ours = by_turns(args.rounds, timed(lambda: cheapest_leave_one_out(x, y, classes)),
                                  lambda: estimate(path, LEARNERS, "loo"))
        line(f"unseen estimate, {rows} rows", ours.seconds,
             f"{ratio(cheapest.seconds, ours.seconds)}, {ours.megabytes:.0f} MB")


if __name__ == "__main__":
    main()
