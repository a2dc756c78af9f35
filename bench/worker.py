"""scikit-learn through the worker of `command`, beside cross_val_score with joblib: what a fit in another process costs.

    PYTHON bench/worker.py [--rounds 3]

150 rows, 4 features, 10-fold, 100 times, one core: `unseen` and its worker share it. The estimators are those of examples/workers/learners.py; scikit-learn gets the
same folds. A fit through the worker gives labels and probabilities, cross_val_score asks for labels only.
"""

from side_by_side import *

import importlib.util
import os

from sklearn.model_selection import cross_val_score

WORKERS = ROOT / "examples/workers"
RESAMPLE = "cv:folds=10,repeats=100"
FITS = 1000


def on_cores(n, function):
    """The function, run by this process and its children on the first n of its cores."""

    def call():
        all_cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, sorted(all_cores)[:n])
        try:
            return function()
        finally:
            os.sched_setaffinity(0, all_cores)

    return call


def main():
    args = arguments(__doc__, rounds=3).parse_args()
    spec = importlib.util.spec_from_file_location("learners", WORKERS / "learners.py")
    learners = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learners)
    path, x, y = blobs(150, 4, 3)
    folds = splits(path, RESAMPLE, len(y))
    for name in ("majority", "naive_bayes", "scaled_logistic"):
        make = getattr(learners, name)
        learner = f'command:worker="{sys.executable} {WORKERS}/worker.py {WORKERS}/learners.py:{name}"'
        theirs, ours, joblib, two = by_turns(
            args.rounds,
            on_cores(1, timed(lambda: cross_val_score(make(), x, y, cv=folds))),
            on_cores(1, lambda: estimate(path, learner, RESAMPLE)),
            timed(lambda: cross_val_score(make(), x, y, cv=folds, n_jobs=2)),
            lambda: estimate(path, learner, RESAMPLE, threads=2))
        # Start of Python, imports and all: a run of one fit.
        (start,) = by_turns(args.rounds, on_cores(1, lambda: estimate(path, learner, "holdout")))
        rate = (FITS - 1) / (ours.seconds - start.seconds)
        title(f"{name}, 150x4, {FITS} fits")
        line(f"{PEER} cross_val_score, one core", theirs.seconds, f"{FITS / theirs.seconds:.0f} fits a second")
        line("unseen estimate, worker, one core", ours.seconds, f"{rate:.0f} fits a second after the start, {ratio(theirs.seconds, ours.seconds)}")
        line("  of this, start and imports of the worker", start.seconds)
        line(f"{PEER} cross_val_score, joblib, n_jobs=2", joblib.seconds, f"{FITS / joblib.seconds:.0f} fits a second")
        line("unseen estimate, workers, --threads 2", two.seconds, f"{FITS / two.seconds:.0f} fits a second, start included, {ratio(joblib.seconds, two.seconds)}")
        agree("error rates", values(ours), [pooled_error(theirs.answer, folds)], 1e-12)
        agree("error rates of 1 and 2 threads", values(ours), values(two), 0.0)


main()
