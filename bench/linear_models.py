"""lda by 10x10-fold cross-validation beside cross_val_score, and ridge leave-one-out beside refitting (200 of the fits, scaled) and RidgeCV.

    PYTHON bench/linear_models.py [--rounds 5]
"""

from side_by_side import *

from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge, RidgeCV
from sklearn.model_selection import cross_val_score

ESTIMATOR = "cv:folds=10,repeats=10"


def discriminants(rounds):
    for rows, features, classes in ((690, 14, 2), (6435, 36, 6), (48842, 14, 2)):
        path, x, y = blobs(rows, features, classes)
        folds = splits(path, ESTIMATOR, rows)
        theirs, ours, start = by_turns(
            rounds,
            timed(lambda: cross_val_score(LinearDiscriminantAnalysis(), x, y, cv=folds)),
            lambda: estimate(path, "lda", ESTIMATOR),
            lambda: estimate(path, "majority", "resubstitution"))
        title(f"lda {rows}x{features}, {classes} classes, 10x10-fold")
        line(f"{PEER} cross_val_score, data in memory", theirs.seconds)
        line("unseen estimate", ours.seconds, f"{ratio(theirs.seconds, ours.seconds)}, {ours.megabytes:.0f} MB")
        line("  of this start and reading", start.seconds)
        line("  without them", ours.seconds - start.seconds, ratio(theirs.seconds, ours.seconds - start.seconds))
        # scikit-learn after 1.2 divides the scatter by n, which moves a few rows next to the border.
        agree("error rates", values(ours), [pooled_error(theirs.answer, folds)], 1e-3)


def ridge(rounds):
    rows, features = 5000, 100
    random = numpy.random.RandomState(1)
    x = random.normal(size=(rows, features))
    y = x @ random.normal(size=features) + 3 * random.normal(size=rows)
    path = DATA / "ridge.csv"
    header = ",".join([f"f{j}" for j in range(features)] + ["y"])
    path.write_text(header + "\n" + "".join(",".join(map(repr, cells)) + f",{value!r}\n" for cells, value in zip(x.tolist(), y.tolist())))
    some = [(numpy.delete(numpy.arange(rows), i), numpy.array([i])) for i in range(200)]
    refits, gcv, ours, start = by_turns(
        rounds,
        timed(lambda: cross_val_score(Ridge(), x, y, cv=some, scoring="neg_mean_squared_error")),
        timed(lambda: RidgeCV(alphas=[1.0], store_cv_results=True).fit(x, y).cv_results_.mean() ** 0.5),
        lambda: estimate(path, "ridge", "loo"),
        lambda: estimate(path, "mean", "loo"))
    title(f"ridge {rows}x{features}, leave-one-out")
    line(f"{PEER} cross_val_score, 200 fits scaled to {rows}", refits.seconds * rows / 200)
    line("RidgeCV, one lambda", gcv.seconds)
    line("unseen estimate", ours.seconds, f"{ratio(refits.seconds * rows / 200, ours.seconds)}, {ours.megabytes:.0f} MB")
    line("  of this start, reading, and loo of the mean", start.seconds)
    own = ours.seconds - start.seconds
    line("  without them", own, f"{ratio(refits.seconds * rows / 200, own)} refitting, {ratio(gcv.seconds, own)} RidgeCV")
    agree("rmse", values(ours)[:1], [gcv.answer], 1e-9)


def main():
    args = arguments(__doc__, rounds=5).parse_args()
    discriminants(args.rounds)
    ridge(args.rounds)


main()
