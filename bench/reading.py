"""`unseen data` of a CSV of 1,000,000 x 20 numbers, the whole command, beside pandas.read_csv; and how ours grows.

    PYTHON bench/reading.py [--rounds 3]

Two peers: reading alone, and reading with what `unseen data` tells of each feature, its missing and distinct values. pandas before 3
rounds numbers quickly by default and rightly with float_precision="round_trip", as we do always and pandas 3 does by default.
"""

from side_by_side import *

try:
    import pandas
except ImportError:
    pandas = None


def numbers(rows):
    """Made once: writing them takes longer than all that is measured."""
    path = DATA / f"numbers-{rows}x20.csv"
    if not path.exists():
        table = numpy.random.RandomState(1).normal(size=(rows, 20))
        table[:, 3] = numpy.floor(table[:, 3] * 1000)
        part = path.with_suffix(".part")
        numpy.savetxt(part, table, fmt="%.12g", delimiter=",", header=",".join(f"f{j}" for j in range(20)), comments="")
        part.rename(path)
    return path


def told(table):
    return {name: {"missing": int(table[name].isna().sum()), "values": int(table[name].nunique())} for name in table.columns[:-1]}


def main():
    args = arguments(__doc__, rounds=3).parse_args()
    if pandas is None:
        print("\nskipped reading: this interpreter has no pandas")
        return
    path = numbers(1_000_000)
    rightly = {} if int(pandas.__version__.split(".")[0]) >= 3 else {"float_precision": "round_trip"}
    quick, right, same, ours = by_turns(
        args.rounds,
        timed(lambda: pandas.read_csv(path).shape),
        timed(lambda: pandas.read_csv(path, **rightly).shape),
        timed(lambda: told(pandas.read_csv(path, **rightly))),
        lambda: unseen("data", path))
    title(f"reading 1,000,000 x 20 numbers, {path.stat().st_size / 1e6:.0f} MB")
    line(f"pandas {pandas.__version__} read_csv, as it is", quick.seconds)
    line(f"pandas {pandas.__version__} read_csv, rightly rounded", right.seconds)
    line(f"pandas {pandas.__version__} read_csv rightly rounded, isna, nunique", same.seconds)
    line("unseen data", ours.seconds,
         f"{ratio(quick.seconds, ours.seconds)}, {ratio(right.seconds, ours.seconds)}, {ratio(same.seconds, ours.seconds)}; "
         f"{ours.megabytes:.0f} MB")
    counts = {c["name"]: {"missing": c["missing"], "values": c["values"]} for c in ours.answer["columns"]}
    if counts != same.answer or (ours.answer["rows"], len(counts) + 1) != quick.answer:
        sys.exit("rows, columns, missing or distinct values differ from pandas'")
    print("  rows, columns, missing and distinct values of all features agree")
    for rows in (10_000, 100_000):
        path = numbers(rows)
        (ours,) = by_turns(args.rounds, lambda: unseen("data", path))
        line(f"unseen data, {rows:,} x 20", ours.seconds, f"{ours.megabytes:.0f} MB")


main()
