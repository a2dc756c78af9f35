"""The grid k = 1..50 of nearest neighbours with 10x10 folds, 6435x36: one run of `unseen tune`, beside
scikit-learn.

    PYTHON bench/tune.py [--rounds 2] [--data satimage.csv]

There are two peers: the cheapest way with scikit-learn, one kneighbors() by brute force for each fold with
the largest k, from which NumPy counts the votes of every k; and GridSearchCV, which is the usual way, with
one k and scaled to fifty. Without --data random rows are used, with the size of satimage.
"""

import knn
from side_by_side import *

from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier

KS = range(1, 51)
INNER = "cv:folds=10,repeats=10"


def main():
    parser = arguments(__doc__, rounds=2)
    parser.add_argument("--data", help="a CSV file of numbers with the class in the last column")
    args = parser.parse_args()
    path, x, y = blobs(6435, 36, 6)
    if args.data:
        path = pathlib.Path(args.data)
        cells = numpy.genfromtxt(path, delimiter=",", skip_header=1, dtype=str)
        x, y = cells[:, :-1].astype(float), numpy.unique(cells[:, -1], return_inverse=True)[1]
    classes = len(set(y))
    folds = splits(path, INNER, len(y))
    knn.KS = KS
    search = GridSearchCV(KNeighborsClassifier(algorithm="brute"), {"n_neighbors": [5]}, cv=folds,
                          refit=False)
    grid, cheapest, ours = by_turns(
        args.rounds,
        timed(lambda: search.fit(x, y)),
        timed(lambda: knn.cheapest_folds(x, y, folds, classes, scaled=False)),
        lambda: unseen("tune", path, "--learner", "knn:scale=none", "--grid", "k=1..50", "--inner", INNER,
                       "--flat-only"))
    title(f"tune knn, k = 1..50, {len(y)}x{x.shape[1]}, 10x10-fold")
    line(f"{PEER} GridSearchCV, scaled from one k", grid.seconds * len(KS))
    line(f"{PEER} one kneighbors() a fold", cheapest.seconds)
    line("unseen tune --flat-only", ours.seconds,
         f"{ratio(cheapest.seconds, ours.seconds)} the cheapest, "
         f"{ratio(grid.seconds * len(KS), ours.seconds)} GridSearchCV, {ours.megabytes:.0f} MB")
    # Folds have sizes that differ by one row, and neighbours at equal distances may change places.
    agree("error rates", [point["value"] for point in ours.answer["surface"]], cheapest.answer, 5e-4)


main()
