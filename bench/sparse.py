"""Sparse rows: svmlight files of many features, beside scikit-learn on a CSR matrix; and the growth of
reading times.

    PYTHON bench/sparse.py [--rounds 1] [--rows 100000] [--features 1000000] [--cells 100]
           [--xgboost-rounds 10]

Features are drawn with probabilities that fall as in texts; the label depends on the first thousand. There
are two folds, so that each learner has two fits. Our time is that of the whole command, theirs that of
load_svmlight_file and cross_val_score with the same folds. Linear models use LIBLINEAR on both sides, with
the primal solver of logistic regression; so does LinearSVC with dual=False. They stop at different moments,
so that a few rows in a thousand may differ; on a file of 2,000 rows and features, with a small tolerance,
none does. Naive Bayes has no sparse Gaussian peer, so that GaussianNB gets columns. Our command with all
learners at once, on two threads, shows its time and peak memory.
"""

from side_by_side import *

from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC


def sparse_file(rows, features, cells):
    path = DATA / f"sparse-{rows}x{features}-{cells}.svm"
    if path.exists():
        return path
    random = numpy.random.RandomState(1)
    effect = numpy.where(numpy.arange(1000) < min(1000, features), random.normal(size=1000), 1e-9)
    part = path.with_suffix(".part")
    with open(part, "w") as file:
        for _ in range(rows):
            places = numpy.unique((features * random.uniform(size=cells) ** 3).astype(int))
            values = numpy.round(random.uniform(0.05, 1, size=len(places)), 4)
            near = places < 1000
            label = 1 if effect[places[near]] @ values[near] + random.normal() > 0 else -1
            file.write(
                f"{label} " + " ".join(f"{j + 1}:{x:g}" for j, x in zip(places.tolist(), values.tolist()))
                + "\n")
    part.rename(path)
    return path


def beside(args, path, plan, learner, model, tolerance, dense=False):
    folds = splits(path, plan, args.rows)

    def theirs():
        x, y = load_svmlight_file(str(path))
        return cross_val_score(model, x.toarray() if dense else x, y, cv=folds)

    their, our = by_turns(args.rounds, timed(theirs), lambda: estimate(path, learner, plan))
    line(f"{PEER} {type(model).__name__}, and reading", their.processor)
    line(f"unseen {learner}", our.processor,
         f"{ratio(their.processor, our.processor)}, {our.megabytes:.0f} MB")
    agree("error rates", values(our), [pooled_error(their.answer, folds)], tolerance)


def main():
    parser = arguments(__doc__, rounds=1)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--features", type=int, default=1_000_000)
    parser.add_argument("--cells", type=int, default=100, help="cells drawn a row")
    parser.add_argument("--xgboost-rounds", type=int, default=10)
    args = parser.parse_args()
    plan = "cv:folds=2"
    path = sparse_file(args.rows, args.features, args.cells)
    title(f"{path.name}, {path.stat().st_size / 1e6:.0f} MB, {plan}; processor time, one thread")
    for learner, model in (("linear-svm:scale=none", LinearSVC(dual=False)),
                           ("logistic:scale=none", LogisticRegression(solver="liblinear"))):
        beside(args, path, plan, learner, model, 1e-3)
    learners = ["linear-svm:scale=none", "logistic:scale=none", "naive-bayes",
                f"xgboost:zeros=missing,rounds={args.xgboost_rounds}", "majority"]
    for learner in learners[2:] + [learners]:
        for threads in (1, 2) if learner is learners else (1,):
            run = estimate(path, learner, plan, threads)
            line(f"unseen {learner if isinstance(learner, str) else 'all five'}, {threads} threads",
                 run.seconds, f"{run.megabytes:.0f} MB, error rates {values(run)}")
    args.rows, args.features = 2000, 2000
    small = sparse_file(2000, 2000, 50)
    title(f"{small.name}, {plan}")
    beside(args, small, plan, "naive-bayes", GaussianNB(), 1e-9, dense=True)
    beside(args, small, plan, "linear-svm:scale=none,tolerance=1e-9", LinearSVC(dual=False, tol=1e-9), 1e-9)
    beside(args, small, plan, "logistic:scale=none,tolerance=1e-9",
           LogisticRegression(solver="liblinear", tol=1e-9), 1e-9)
    title("unseen data: reading and totals, one thread")
    for rows in (10_000, 100_000, 500_000):
        grown = sparse_file(rows, 1_000_000, 20)
        run = unseen("data", grown)
        line(f"{rows} x 1000000, 20 cells a row, {grown.stat().st_size / 1e6:.0f} MB", run.seconds,
             f"{run.megabytes:.0f} MB")


if __name__ == "__main__":
    main()
