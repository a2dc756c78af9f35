"""scikit-learn through the worker of `command`, beside cross_val_score alone and with joblib: the cost of a
fit in another process.

    PYTHON bench/worker.py [--rounds 3] [majority naive_bayes scaled_logistic]

150 rows, 4 features, 10-fold: fits of the estimators of examples/workers/learners.py. scikit-learn gets the
same folds. `unseen` and its worker share one core. Processor times are those of all processes; they do not
grow when others use the machine. A fit through the worker gives labels and probabilities; cross_val_score
requests labels only.
"""

from side_by_side import *

import importlib.util
import resource

from sklearn.model_selection import cross_val_score

WORKERS = ROOT / "examples/workers"
FEW = "cv:folds=10,repeats=10"
MANY = "cv:folds=10,repeats=300"
FEWER_FITS, FITS = 100, 3000

Cost = collections.namedtuple("Cost", "seconds processor answer")


def processor_seconds():
    """The processor seconds of this process and of all children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def on_one_core(function):
    """Runs the function on one core, with all child processes; gives its result and its processor seconds."""

    def call():
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(cores)})
        before = processor_seconds()
        try:
            run = function()
        finally:
            os.sched_setaffinity(0, cores)
        return Cost(run.seconds, processor_seconds() - before, run.answer)

    return call


def cost_line(name, cost, fits, remark=""):
    line(name, cost.seconds,
         f"{cost.processor:.4f} s of processor, {fits / cost.processor:.0f} fits a processor second{remark}")


def main():
    parser = arguments(__doc__, rounds=3)
    parser.add_argument("learners", nargs="*", default=["majority", "naive_bayes", "scaled_logistic"])
    args = parser.parse_args()
    spec = importlib.util.spec_from_file_location("learners", WORKERS / "learners.py")
    learners = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learners)
    path, x, y = blobs(150, 4, 3)
    folds = splits(path, FEW, len(y))
    for name in args.learners:
        make = getattr(learners, name)
        learner = f'command:worker="{sys.executable} {WORKERS}/worker.py {WORKERS}/learners.py:{name}"'
        theirs, few, many, joblib, two = by_turns(
            args.rounds,
            on_one_core(timed(lambda: cross_val_score(make(), x, y, cv=folds))),
            on_one_core(lambda: estimate(path, learner, FEW)),
            on_one_core(lambda: estimate(path, learner, MANY)),
            timed(lambda: cross_val_score(make(), x, y, cv=folds * (FITS // FEWER_FITS), n_jobs=2)),
            lambda: estimate(path, learner, MANY, threads=2))
        title(f"{name}, 150x4")
        cost_line(f"{PEER} cross_val_score, one core", theirs, FEWER_FITS)
        cost_line("unseen estimate, worker, one core, 3,000 fits", many, FITS)
        cost_line("  100 fits, start and imports of the worker included", few, FEWER_FITS)
        rest = Cost(many.seconds - few.seconds, many.processor - few.processor, None)
        per_fit = theirs.processor / FEWER_FITS / rest.processor * (FITS - FEWER_FITS)
        cost_line("  the further 2,900", rest, FITS - FEWER_FITS, f", {per_fit:.2f} x")
        line(f"{PEER} cross_val_score, joblib, n_jobs=2, 3,000 fits", joblib.seconds,
             f"{FITS / joblib.seconds:.0f} fits a second")
        line("unseen estimate, workers, --threads 2, 3,000 fits", two.seconds,
             f"{FITS / two.seconds:.0f} fits a second, {ratio(joblib.seconds, two.seconds)}")
        agree("error rates", values(few), [pooled_error(theirs.answer, folds)], 1e-12)
        agree("error rates of 1 and 2 threads", values(many), values(two), 0.0)


main()
