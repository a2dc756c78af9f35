"""Reading files, beside pandas, SciPy and scikit-learn; and the growth of our times.

    PYTHON bench/reading.py [--rounds 3] [--most 1000000]

A CSV of 1,000,000 x 20 numbers: the whole command `unseen data` is compared with read_csv alone, and with
read_csv followed by counting the missing and distinct values of each feature, as `unseen data` does. The
library's reader, which `estimate` calls, is compared with read_csv alone, and the memory of the whole `unseen
estimate` with that of its columns. pandas before 3 by default rounds numbers fast but not always correctly;
with float_precision="round_trip" it rounds correctly, as we always do and pandas 3 does by default. ARFF and
svmlight files of 100,000 x 20 numbers: the library's reader is compared with scipy.io.arff.loadarff and
sklearn.datasets.load_svmlight_file. Growth is measured from 10,000 rows in steps of ten up to --most.
"""

import sklearn.datasets

from side_by_side import *

try:
    import pandas
except ImportError:
    pandas = None
try:
    import scipy
    import scipy.io.arff
except ImportError:
    scipy = None


def numbers(rows, form="csv"):
    """The files are made once, because writing them takes longer than all measurements."""
    path = DATA / f"numbers-{rows}x20.{form}"
    if path.exists():
        return path
    table = numpy.random.RandomState(1).normal(size=(rows, 20))
    table[:, 3] = numpy.floor(table[:, 3] * 1000)
    part = path.with_suffix(".part")
    names = [f"f{j}" for j in range(20)]
    if form == "svmlight":
        sklearn.datasets.dump_svmlight_file(table, table[:, 3], str(part), zero_based=False)
    else:
        arff = "@relation numbers\n" + "".join(f"@attribute {name} numeric\n" for name in names) + "@data"
        numpy.savetxt(part, table, fmt="%.12g", delimiter=",",
                      header=arff if form == "arff" else ",".join(names), comments="")
    part.rename(path)
    return path


def read_table(path, threads):
    """The library's reader: the shortest time of five, and the mean processor time of a read."""
    run = measured(BUILD / "bench/read_table", path, str(threads))
    return run._replace(seconds=float(run.answer), processor=run.processor / 5)


def beside_reader(args, name, form, load):
    """Our reader on one thread beside one that gives an array of the same cells."""
    path = numbers(100_000, form)
    theirs, ours, two = by_turns(args.rounds, timed(lambda: load(path)), lambda: read_table(path, 1),
                                 lambda: read_table(path, 2))
    title(f"{form} of 100,000 x 20 numbers, {path.stat().st_size / 1e6:.0f} MB")
    line(name, theirs.seconds)
    for threads, run in ((1, ours), (2, two)):
        line(f"ours, --threads {threads}", run.seconds,
             f"{ratio(theirs.seconds, run.seconds)} ({ratio(theirs.processor, run.processor)} by processor "
             "time)")
    told_of = unseen("data", path)
    least = [c["numbers"]["least"] for c in told_of.answer["columns"]]
    mean = [c["numbers"]["mean"] for c in told_of.answer["columns"]]
    agree("smallest numbers of the features", least, theirs.answer.min(axis=0)[: len(least)], 0.0)
    agree("means of the features", mean, theirs.answer.mean(axis=0)[: len(mean)], 1e-12)


def told(table):
    return {name: {"missing": int(table[name].isna().sum()), "values": int(table[name].nunique())}
            for name in table.columns[:-1]}


def main():
    parser = arguments(__doc__, rounds=3)
    parser.add_argument("--most", type=int, default=1_000_000, help="rows of the largest file")
    args = parser.parse_args()
    if pandas is None:
        print("\nskipped reading: this interpreter has no pandas")
        return
    path = numbers(1_000_000)
    rightly = {} if int(pandas.__version__.split(".")[0]) >= 3 else {"float_precision": "round_trip"}
    quick, right, same, one, two, reader, estimated = by_turns(
        args.rounds,
        timed(lambda: pandas.read_csv(path).shape),
        timed(lambda: pandas.read_csv(path, **rightly).shape),
        timed(lambda: told(pandas.read_csv(path, **rightly))),
        lambda: unseen("data", path),
        lambda: unseen("data", path, threads=2),
        lambda: read_table(path, 2),
        lambda: unseen("estimate", path, "--learner", "mean", "--estimator", "holdout", threads=2))
    title(f"reading 1,000,000 x 20 numbers, {path.stat().st_size / 1e6:.0f} MB")
    line(f"pandas {pandas.__version__} read_csv, as it is", quick.seconds)
    line(f"pandas {pandas.__version__} read_csv, rightly rounded", right.seconds)
    line(f"pandas {pandas.__version__} read_csv rightly rounded, isna, nunique", same.seconds)
    for threads, ours in ((1, one), (2, two)):
        line(f"unseen data, --threads {threads}", ours.seconds,
             f"{ratio(right.seconds, ours.seconds)}, with isna and nunique "
             f"{ratio(same.seconds, ours.seconds)} "
             f"({ratio(same.processor, ours.processor)} by processor time); {ours.megabytes:.0f} MB")
    columns = 1_000_000 * 20 * 8 / 2**20
    line("the library's reader, 2 threads", reader.seconds,
         f"{ratio(right.seconds, reader.seconds)} ({ratio(right.processor, reader.processor)} by processor "
         "time); "
         f"{reader.megabytes:.0f} MB, {reader.megabytes / columns:.2f} times its columns")
    line("unseen estimate --learner mean --estimator holdout", estimated.seconds,
         f"{estimated.megabytes:.0f} MB, {estimated.megabytes / columns:.2f} times its columns")
    counts = {c["name"]: {"missing": c["missing"], "values": c["values"]} for c in one.answer["columns"]}
    if counts != same.answer or (one.answer["rows"],
                                 len(counts) + 1) != quick.answer or one.answer != two.answer:
        sys.exit("rows, columns, missing or distinct values differ from pandas', or by the threads")
    print("  rows, columns, missing and distinct values of all features agree")

    beside_reader(args, f"scikit-learn {sklearn.__version__} load_svmlight_file", "svmlight",
                  lambda file: sklearn.datasets.load_svmlight_file(str(file), zero_based=False)[0].toarray())
    if scipy is not None:
        beside_reader(args, f"SciPy {scipy.__version__} loadarff", "arff",
                      lambda file: numpy.array(scipy.io.arff.loadarff(str(file))[0].tolist()))

    title("how it grows")
    rows = 10_000
    while rows <= args.most:
        path = numbers(rows)
        (ours,) = by_turns(args.rounds, lambda: unseen("data", path, threads=2))
        line(f"unseen data, {rows:,} x 20, 2 threads", ours.seconds,
             f"{1e9 * ours.seconds / rows / 20:.0f} ns a cell; {ours.megabytes:.0f} MB")
        rows *= 10


main()
