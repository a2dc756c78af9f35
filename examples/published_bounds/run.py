#!/usr/bin/python3
"""Compares the bounds of `unseen` with those that Kaariainen & Langford printed (ICML 2005, tables 1 and 2).

    run.py UNSEEN [DATA_FOLDER] [--sets australian,crx,...] [--seeds N]

UNSEEN is the program. DATA_FOLDER contains classification/australian.csv and so on (see README.md); by
default it is `data` in the folder that the environment variable UNSEEN_SHARED names, or in `shared` beside
the project. Prints a Markdown table, in percent: the figures of each set and bound for seed 1, the range of
the bound over seeds 1 to N, and the figures printed in 2005. Sets without a file are left out; exits with 77
if there are no files.
"""
import argparse
import csv
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

# The learners. `svm` is LIBSVM's, which minimises what SVMlight does.
LEARNERS = {"linear SVM": "svm:kernel=linear", "C4.5": "tree"}
BOUNDS = ["r-test:fraction=0.1", "r-bag:samples=10", "r-cv:folds=10",
          "s-test:fraction=0.1", "s-bag:samples=10", "s-cv:folds=10"]
NAMES = ["R-Test", "R-Bag", "R-CV", "S-Test", "S-Bag", "S-CV"]
CATEGORICAL = {
    "australian": "A1,A4,A5,A6,A8,A9,A11,A12",
    "census-income": "detailed_industry_recode,detailed_occupation_recode,own_business_or_self_employed,"
    "veterans_benefits,year",
}
IGNORE = {"census-income": "instance_weight"}

# Error and bound in percent, in the order of NAMES; of the last three only the bound was printed.
PRINTED = {
    "australian": ("linear SVM",
                   [(13.04, 31.12), (13.77, 23.29), (15.36, 32.30), (None, 45.16), (None, 38.64),
                    (None, 43.27)]),
    "fourclass": ("linear SVM",
                  [(19.54, 28.75), (15.40, 22.98), (19.77, 32.23), (None, 38.33), (None, 41.67),
                   (None, 43.46)]),
    "census-income": ("C4.5",
                      [(4.61, 4.93), (4.82, 5.03), (4.59, 5.01), (None, 5.80), (None, 7.12), (None, 5.84)]),
    "crx": ("C4.5",
            [(10.14, 25.40), (11.45, 24.83), (10.72, 33.48), (None, 36.93), (None, 47.03), (None, 47.38)]),
    "satimage": ("C4.5",
                 [(13.20, 16.50), (15.19, 17.68), (14.13, 18.72), (None, 32.31), (None, 37.95),
                  (None, 35.73)]),
}


def fourclass(source, target):
    """Converts LIBSVM's sparse lines to CSV; features that are left out are zero."""
    with open(source) as lines, open(target, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["x1", "x2", "class"])
        for line in lines:
            label, *cells = line.split()
            x = dict(cell.split(":") for cell in cells)
            writer.writerow([x.get("1", "0"), x.get("2", "0"), "c" + label])


def census(train, test, target):
    """Joins both published parts."""
    with open(target, "wb") as out:
        with gzip.open(train) as rows:
            out.write(rows.read())
        with gzip.open(test) as rows:
            rows.readline()
            out.write(rows.read())


def data_file(name, folder, scratch):
    """The set as a file that `unseen` reads, or None if it is missing."""
    parts = {"fourclass": ["fourclass_scale.libsvm"],
             "census-income": ["census-income-kdd-train.csv.gz", "census-income-kdd-test.csv.gz"]}.get(
                 name, [name + ".csv"])
    paths = [folder / "classification" / part for part in parts]
    if not all(path.exists() for path in paths):
        return None
    if name in ("fourclass", "census-income"):
        target = scratch / (name + ".csv")
        (fourclass if name == "fourclass" else census)(*paths, target)
        return target
    return paths[0]


def bounds(unseen, name, path, learner, seed):
    """The estimates of all bounds, in the order of BOUNDS."""
    command = [unseen, "estimate", path, "--learner", learner, "--delta", "0.01", "--unlabelled", "0.1",
               "--seed", str(seed), "--format", "json", "--quiet"]
    for bound in BOUNDS:
        command += ["--bound", bound]
    for flag, columns in (("--categorical", CATEGORICAL.get(name)), ("--ignore", IGNORE.get(name))):
        if columns:
            command += [flag, columns]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["estimates"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("unseen")
    shared = os.environ.get("UNSEEN_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("data_folder", type=pathlib.Path, nargs="?", default=pathlib.Path(shared) / "data")
    parser.add_argument("--sets", default=",".join(PRINTED))
    parser.add_argument("--seeds", type=int, default=10)
    options = parser.parse_args()
    print("| set | learner (2005) | bound | error | bound | over seeds | error 2005 | bound 2005 |\n"
          "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |")
    any_set = False
    percent = "{:.2f}".format
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.sets.split(","):
            path = data_file(name, options.data_folder, pathlib.Path(scratch))
            if path is None:
                print(f"{name}: not in {options.data_folder}", file=sys.stderr)
                continue
            any_set = True
            learner, printed = PRINTED[name]
            begin = time.monotonic()
            runs = [bounds(options.unseen, name, path, LEARNERS[learner], seed)
                    for seed in range(1, options.seeds + 1)]
            for i, (error, bound) in enumerate(printed):
                first = runs[0][i]
                limits = [100 * run[i]["bound"]["upper"] for run in runs]
                print(
                    f"| {name} | {LEARNERS[learner]} ({learner}) | {NAMES[i]} | "
                    f"{percent(100 * first['value'])} | {percent(limits[0])} | "
                    f"{percent(min(limits))} .. {percent(max(limits))} | "
                    f"{'-' if error is None else percent(error)} | {percent(bound)} |",
                    flush=True)
            print(f"{name}: {len(runs)} runs in {time.monotonic() - begin:.1f} s", file=sys.stderr)
    return 0 if any_set else 77


if __name__ == "__main__":
    sys.exit(main())
