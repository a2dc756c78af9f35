"""lda by 10x10-fold cross-validation beside cross_val_score; ridge leave-one-out beside refitting (200 of the
fits, scaled) and RidgeCV; and 100 lambdas of ridge by 10x10-fold cross-validation.

The grid of lambdas has three peers. The two cheapest ways with scikit-learn fit one Ridge for each fold, with
the response as 100 targets, each with its own penalty, by Cholesky of the Gram matrix or by one singular
value decomposition. The usual way is GridSearchCV, with two lambdas and scaled to 100.

    PYTHON bench/linear_models.py [--rounds 5]
"""

from side_by_side import *

from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge, RidgeCV
from sklearn.model_selection import GridSearchCV, cross_val_score

ESTIMATOR = "cv:folds=10,repeats=10"
LAMBDAS = numpy.arange(1.0, 101.0)


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
        line("unseen estimate", ours.seconds,
             f"{ratio(theirs.seconds, ours.seconds)}, {ours.megabytes:.0f} MB")
        line("  of this start and reading", start.seconds)
        line("  without them", ours.seconds - start.seconds,
             ratio(theirs.seconds, ours.seconds - start.seconds))
        # scikit-learn after 1.2 divides the scatter by n, which changes a few rows near the border.
        agree("error rates", values(ours), [pooled_error(theirs.answer, folds)], 1e-3)


def drawn(rows, features):
    """A linear response with noise: (file, x, y)."""
    random = numpy.random.RandomState(1)
    x = random.normal(size=(rows, features))
    y = x @ random.normal(size=features) + 3 * random.normal(size=rows)
    path = DATA / "ridge.csv"
    header = ",".join([f"f{j}" for j in range(features)] + ["y"])
    path.write_text(
        header + "\n"
        + "".join(",".join(map(repr, cells)) + f",{value!r}\n"
                  for cells, value in zip(x.tolist(), y.tolist())))
    return path, x, y


def ridge(rounds):
    rows, features = 5000, 100
    path, x, y = drawn(rows, features)
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
    line("unseen estimate", ours.seconds,
         f"{ratio(refits.seconds * rows / 200, ours.seconds)}, {ours.megabytes:.0f} MB")
    line("  of this start, reading, and loo of the mean", start.seconds)
    own = ours.seconds - start.seconds
    line("  without them", own,
         f"{ratio(refits.seconds * rows / 200, own)} refitting, {ratio(gcv.seconds, own)} RidgeCV")
    agree("rmse", values(ours)[:1], [gcv.answer], 1e-9)


def all_lambdas(x, y, folds, solver):
    """The rmse of each lambda, as the mean over folds. Each fold has one fit, with a target for each lambda;
    all targets are equal."""
    errors = []
    for train, test in folds:
        model = Ridge(alpha=LAMBDAS, solver=solver).fit(x[train], numpy.tile(y[train, None], len(LAMBDAS)))
        errors.append(((model.predict(x[test]) - y[test, None]) ** 2).mean(axis=0) ** 0.5)
    return numpy.mean(errors, axis=0)


def ridge_grid(rounds):
    rows, features = 5000, 100
    path, x, y = drawn(rows, features)
    folds = splits(path, ESTIMATOR, rows)
    search = GridSearchCV(Ridge(), {"alpha": LAMBDAS[:2]}, cv=folds, refit=False,
                          scoring="neg_root_mean_squared_error")
    grid, svd, cholesky, ours = by_turns(
        rounds,
        timed(lambda: search.fit(x, y)),
        timed(lambda: all_lambdas(x, y, folds, "svd")),
        timed(lambda: all_lambdas(x, y, folds, "cholesky")),
        lambda: unseen("tune", path, "--learner", "ridge", "--grid", "lambda=1..100", "--inner", ESTIMATOR,
                       "--flat-only"),
        least="processor")
    title(f"ridge {rows}x{features}, 100 lambdas, 10x10-fold, processor time")
    scaled = grid.processor * len(LAMBDAS) / 2
    line(f"{PEER} GridSearchCV, two lambdas scaled to 100", scaled)
    line("one Ridge a fold of 100 targets, svd", svd.processor)
    line("one Ridge a fold of 100 targets, cholesky", cholesky.processor)
    cheapest = min(svd.processor, cholesky.processor)
    line("unseen tune --flat-only", ours.processor,
         f"{ratio(cheapest, ours.processor)} the cheapest, {ratio(scaled, ours.processor)} GridSearchCV, "
         f"{ours.megabytes:.0f} MB")
    for peer in (svd, cholesky):
        agree("rmse", [point["value"] for point in ours.answer["surface"]], peer.answer, 1e-9)


def main():
    args = arguments(__doc__, rounds=5).parse_args()
    discriminants(args.rounds)
    ridge(args.rounds)
    ridge_grid(args.rounds)


main()
