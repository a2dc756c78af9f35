"""What keeping every fit costs: 100,000 fits of majority with storing beside scikit-learn's loop without; 1,000,000 stored fits.

    PYTHON bench/store.py [--rounds 3] [--few]

100 rows, 10-fold. scikit-learn does 1,000 of these fits and is scaled linearly. --few leaves the 1,000,000 out.
"""

from side_by_side import *

from sklearn.dummy import DummyClassifier
from sklearn.model_selection import cross_val_score


def experiment(data, repeats):
    path = DATA / f"majority-{repeats}.toml"
    path.write_text(f'estimators = ["cv:folds=10,repeats={repeats}"]\n[[data]]\npath = "{data}"\n[[learner]]\nspec = "majority"\n')
    return path


def fresh(store):
    for end in ("", "-wal", "-shm", ".lock"):
        pathlib.Path(f"{store}{end}").unlink(missing_ok=True)
    return store


def megabytes(store):
    return store.stat().st_size / 2**20


def main():
    parser = arguments(__doc__, rounds=3)
    parser.add_argument("--few", action="store_true", help="without the 1,000,000 fits")
    args = parser.parse_args()
    path, x, y = blobs(100, 1, 2)
    folds = splits(path, "cv:folds=10,repeats=100", len(y))
    store = DATA / "store.db"
    many = experiment(path, 10000)

    def stored(threads):
        return lambda: unseen("run", many, "--store", fresh(store), threads=threads)

    theirs, without, one, two = by_turns(
        args.rounds,
        timed(lambda: cross_val_score(DummyClassifier(strategy="most_frequent"), x, y, cv=folds)),
        lambda: estimate(path, "majority", "cv:folds=10,repeats=10000"),
        stored(1), stored(2))
    found = unseen("run", many, "--store", store)
    title("100,000 fits of majority, 100 rows, 10-fold")
    line(f"{PEER} cross_val_score, scaled, nothing stored", 100 * theirs.seconds)
    line("unseen estimate, nothing stored", without.seconds, f"{without.megabytes:.1f} MB")
    line("unseen run --store", one.seconds, f"{one.seconds * 10:.2f} us a fit, of them {(one.seconds - without.seconds) * 10:.2f} us storing, "
         f"{ratio(100 * theirs.seconds, one.seconds)}, {one.megabytes:.1f} MB, file {megabytes(store):.1f} MB")
    line("unseen run --store --threads 2", two.seconds)
    line("the same again: every fit found", found.seconds)
    results = [run.answer["results"][0]["estimates"][0] for run in (one, two, found)]
    agree("error rates", [r["value"] for r in results] + [r["per_split"][0] for r in results],
          values(without) * 3 + [without.answer["estimates"][0]["per_split"][0]] * 3, 0.0)
    if args.few:
        return
    title("1,000,000 fits of majority")
    million = unseen("run", experiment(path, 100000), "--store", fresh(store))
    line("unseen run --store", million.seconds, f"{million.seconds:.2f} us a fit, {million.megabytes:.1f} MB, file {megabytes(store):.1f} MB")
    opened = unseen("store", "list", store)
    line("unseen store list: opened and summarised", opened.seconds, f"{opened.megabytes:.1f} MB")
    checked = unseen("store", "check", store)
    line("unseen store check: every byte read", checked.seconds, f"{checked.megabytes:.1f} MB")
    again = unseen("run", experiment(path, 100000), "--store", store)
    line("the estimate from the store, no fit", again.seconds, f"{again.megabytes:.1f} MB")
    assert opened.answer["series"][0]["fits"] == 1000000 == sum(s["fits"] for s in opened.answer["series"])
    fresh(store)


main()
