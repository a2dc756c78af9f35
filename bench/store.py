"""The cost of storing every fit: 100,000 fits of majority that are stored, beside scikit-learn, mlr and WEKA
without storing; the cost of a stored prediction; 1,000,000 stored fits.

    PYTHON bench/store.py [--rounds 3] [--few]

100 rows, 10-fold. scikit-learn does 1,000 of these fits and mlr 100, scaled linearly; WEKA does them all in
one virtual machine. A peer that is not installed is skipped, with the reason. All times are processor times,
the shortest of the rounds. --few leaves the 1,000,000 fits out.
"""

from side_by_side import *

import shutil

from sklearn.dummy import DummyClassifier
from sklearn.model_selection import cross_val_score

HERE = pathlib.Path(__file__).resolve().parent


def experiment(data, repeats):
    path = DATA / f"majority-{repeats}.toml"
    path.write_text(
        f'estimators = ["cv:folds=10,repeats={repeats}"]\n[[data]]\npath = "{data}"\n[[learner]]\nspec = '
        '"majority"\n')
    return path


def fresh(store):
    for end in ("", "-wal", "-shm", ".lock"):
        pathlib.Path(f"{store}{end}").unlink(missing_ok=True)
    return store


def megabytes(store):
    return store.stat().st_size / 2**20


def weka(path, x, y):
    """Two rounds of 100,000 fits of ZeroR in one virtual machine: lines of seconds and error rate."""
    command = weka_class("Majority")
    return (command
            if isinstance(command, str)
            else lambda: measured(*command, write_arff(DATA / "majority.arff", x, y), "10000"))


def mlr(path):
    if shutil.which("Rscript") is None:
        return "there is no Rscript"
    if subprocess.run(["Rscript", "-e", "library(mlr)"], capture_output=True).returncode != 0:
        return "R has no package mlr"
    return lambda: measured("Rscript", HERE / "majority_mlr.R", path, "10")


def peer(name, side, show):
    """Runs a peer, or prints why it is missing."""
    if isinstance(side, str):
        print(f"  {name}: skipped, {side}")
    else:
        show(side())


def many_fits(args):
    path, x, y = blobs(100, 1, 2)
    folds = splits(path, "cv:folds=10,repeats=100", len(y))
    store = DATA / "store.db"
    many = experiment(path, 10000)

    def stored(threads):
        return lambda: unseen("run", many, "--store", fresh(store), threads=threads)

    theirs, without, one, two, text = by_turns(
        args.rounds,
        timed(lambda: cross_val_score(DummyClassifier(strategy="most_frequent"), x, y, cv=folds)),
        lambda: estimate(path, "majority", "cv:folds=10,repeats=10000"),
        stored(1), stored(2),
        lambda: unseen("run", many, "--store", fresh(store), format="text"), least="processor")
    found = unseen("run", many, "--store", store)
    title("100,000 fits of majority, 100 rows, 10-fold; seconds of processors")
    ours = one.processor
    line(f"{PEER} cross_val_score, scaled, nothing stored", 100 * theirs.processor,
         ratio(100 * theirs.processor, ours))

    def show_weka(run):
        (cold, error), (warm, _) = (map(float, words.split()) for words in run.answer.splitlines())
        line("WEKA ZeroR, nothing stored", cold,
             f"{ratio(cold, ours)}; its thread alone, without start and compiler")
        line("  the second 100,000 in the same virtual machine", warm,
             f"{ratio(warm, ours)}; all of both {run.processor:.2f} s, {run.megabytes:.0f} MB")
        agree("WEKA's error rate and ours", values(without), [error], 0.02)  # other folds

    def show_mlr(run):
        seconds, error = map(float, run.answer.split())
        line("mlr featureless, 100 fits, scaled, nothing stored", 1000 * seconds, ratio(1000 * seconds, ours))
        agree("mlr's error rate and ours", values(without), [error], 0.05)

    peer("WEKA", weka(path, x, y), show_weka)
    peer("mlr", mlr(path), show_mlr)
    line("unseen estimate, nothing stored", without.processor, f"{without.megabytes:.1f} MB")
    line("unseen run --store", ours,
         f"{ours * 10:.2f} us a fit, of them {(ours - without.processor) * 10:.2f} us storing (at most 20 "
         "wanted), "
         f"{one.megabytes:.1f} MB, file {megabytes(store):.1f} MB; {one.seconds:.2f} s of the clock")
    line("  the table instead of JSON", text.processor, f"{text.megabytes:.1f} MB")
    line("unseen run --store --threads 2", two.processor, f"{two.seconds:.2f} s of the clock")
    line("the same again: every fit found", found.processor, f"{found.seconds:.2f} s of the clock")
    results = [run.answer["results"][0]["estimates"][0] for run in (one, two, found)]
    agree("error rates", [r["value"] for r in results] + [r["per_split"][0] for r in results],
          values(without) * 3 + [without.answer["estimates"][0]["per_split"][0]] * 3, 0.0)


def many_predictions(args):
    """400 fits that predict 10,000 rows each: the cost of storing, per prediction."""
    title("400 fits that predict 10,000 rows each; what storing adds to a prediction (10 ns wanted)")
    store = DATA / "store.db"
    plan = "cv:folds=2,repeats=200,stratify=no"
    for classes in (2, 3):
        path, _, _ = blobs(20000, 1, classes)
        for learner, what in (("majority", "one row of scores for all"),
                              ("tree:max_depth=4", "some distinct rows of scores"),
                              ("naive-bayes", "other scores for each row")):
            without, with_store = by_turns(args.rounds, lambda: estimate(path, learner, plan),
                                           lambda: unseen("estimate", path, "--learner", learner,
                                                          "--estimator", plan, "--store", fresh(store)),
                                           least="processor")
            agree("error rates", values(with_store), values(without), 0.0)
            predictions = 20000 * 200
            line(f"{learner}, {classes} classes", with_store.processor - without.processor,
                 f"{(with_store.processor - without.processor) / predictions * 1e9:.1f} ns and "
                 f"{store.stat().st_size / predictions:.1f} bytes a prediction, "
                 f"{what}")


def million(args):
    path, _, _ = blobs(100, 1, 2)
    store = DATA / "store.db"
    many = experiment(path, 100000)
    title("1,000,000 fits of majority; seconds of processors")
    run = unseen("run", many, "--store", fresh(store), format="text")
    line("unseen run --store", run.processor,
         f"{run.processor:.2f} us a fit, {run.megabytes:.1f} MB, file {megabytes(store):.1f} MB; "
         f"{run.seconds:.1f} s of the clock")
    again = unseen("run", many, "--store", store, format="text")
    line("its table from the store, no fit", again.processor, f"{again.megabytes:.1f} MB")
    again = unseen("run", many, "--store", store)
    line("the same with every split's figure, JSON", again.processor, f"{again.megabytes:.1f} MB")
    opened = unseen("store", "list", store)
    line("unseen store list: opened and summarised", opened.processor, f"{opened.megabytes:.1f} MB")
    assert opened.answer["series"][0]["fits"] == 1000000 == sum(s["fits"] for s in opened.answer["series"])
    checked = unseen("store", "check", store)
    line("unseen store check: every byte read", checked.processor, f"{checked.megabytes:.1f} MB")
    assert checked.answer["faults"] == []
    scored = unseen("score", store, "--estimator", "cv", "--measure", "error_rate")
    line("unseen score: 10,000,000 predictions out of it", scored.processor, f"{scored.megabytes:.1f} MB")
    agree("error rates", [scored.answer["measures"]["error_rate"]["value"]],
          [again.answer["results"][0]["estimates"][0]["value"]], 1e-12)
    fresh(store)


def main():
    parser = arguments(__doc__, rounds=3)
    parser.add_argument("--few", action="store_true", help="without the 1,000,000 fits")
    args = parser.parse_args()
    many_fits(args)
    many_predictions(args)
    if not args.few:
        million(args)


main()
