"""Shared by the benchmarks: data, our folds, our command with its time and memory, and runs that take turns.

Import it before numpy, because it limits the peer to one thread.
"""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import argparse
import collections
import json
import pathlib
import shutil
import subprocess
import sys
import time

import numpy
import sklearn

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/bench"
DATA = ROOT / "build/bench-data"
WEKA = pathlib.Path(os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar"))
PEER = f"scikit-learn {sklearn.__version__}"

Run = collections.namedtuple("Run", "seconds megabytes answer processor", defaults=[None])


def arguments(description, rounds):
    """The options of a benchmark; a further one is added before parse_args()."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--rounds", type=int, default=rounds,
                        help="runs of each side, by turns; the least time counts")
    DATA.mkdir(parents=True, exist_ok=True)
    return parser


def blobs(rows, features, classes):
    """A Gaussian cloud for each class, with 5 % of the labels replaced by random ones: (file, x, y). The same
    for every caller and version of numpy."""
    random = numpy.random.RandomState(1)
    y = random.randint(classes, size=rows)
    x = random.normal(size=(rows, features)) + random.normal(scale=0.5, size=(classes, features))[y]
    noisy = random.uniform(size=rows) < 0.05
    y[noisy] = random.randint(classes, size=noisy.sum())
    path = DATA / f"blobs-{rows}x{features}-{classes}.csv"
    with open(path, "w") as file:
        file.write(",".join(f"f{j}" for j in range(features)) + ",class\n")
        for cells, label in zip(x.tolist(), y):
            file.write(",".join(map(repr, cells)) + f",c{label}\n")
    return path, x, y


def write_arff(path, x, y):
    """The same data as blobs() writes, with numeric features, for WEKA."""
    labels = ",".join(f"c{label}" for label in sorted(set(y)))
    features = "".join(f"@attribute f{j} numeric\n" for j in range(x.shape[1]))
    rows = "".join(",".join(map(repr, cells)) + f",c{label}\n" for cells, label in zip(x.tolist(), y))
    path.write_text(f"@relation r\n{features}@attribute class {{{labels}}}\n@data\n{rows}")
    return path


def weka_class(name):
    """Compiles bench/NAME.java: the words of the command that runs it, or the reason why it cannot run."""
    for need in ("java", "javac"):
        if shutil.which(need) is None:
            return f"there is no {need}"
    if not WEKA.exists():
        return f"there is no {WEKA} (WEKA_JAR names another)"
    subprocess.run(["javac", "-cp", WEKA, "-d", DATA, ROOT / f"bench/{name}.java"], check=True)
    return ["java", "-cp", f"{WEKA}:{DATA}", name]


def splits(path, resample, rows):
    """Our plan in scikit-learn's form: (training rows, test rows) for each split; a row drawn twice occurs
    twice."""
    command = [BUILD / "apps/unseen/unseen", "split", path, "--resample", resample, "--quiet"]
    parts = collections.defaultdict(lambda: {"train": [], "test": []})
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        next(process.stdout)
        for line in process.stdout:
            split, _, _, role, row = line.split(",")
            parts[int(split)][role].append(int(row))
    assert process.returncode == 0 and all(max(p["test"]) < rows for p in parts.values())
    return [(numpy.array(parts[i]["train"]), numpy.array(parts[i]["test"])) for i in range(len(parts))]


def unseen(command, path, *options, threads=1, format="json"):
    """Our whole command: start, reading, fits, answer. The answer is that of --format json, or the text of
    another form."""
    words = [BUILD / "apps/unseen/unseen", command, path, *options, "--quiet", "--threads", str(threads)]
    run = measured(*words, "--format", format)
    return run._replace(answer=json.loads(run.answer)) if format == "json" else run


def measured(*words):
    """A whole command. The answer is what it prints."""
    done = subprocess.run([BUILD / "bench/measure", *words], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    seconds, kilobytes, processor = done.stderr.splitlines()[-1].split()
    return Run(float(seconds), float(kilobytes) / 1024, done.stdout, float(processor))


def estimate(path, learner, estimator, threads=1):
    """`unseen estimate` with one estimator and one learner, or a list of them."""
    learners = [learner] if isinstance(learner, str) else learner
    options = [word for name in learners for word in ("--learner", name)]
    return unseen("estimate", path, *options, "--estimator", estimator, threads=threads)


def values(run):
    """The figures of an answer, one for each learner."""
    return [e["value"] for e in run.answer["estimates"]]


def timed(function):
    """A function to run in turn: returns the seconds of a call in this process."""

    def call():
        start, processor = time.perf_counter(), time.process_time()
        answer = function()
        return Run(time.perf_counter() - start, None, answer, time.process_time() - processor)

    return call


def by_turns(rounds, *sides, least="seconds"):
    """Runs each side once in each round; gives the fastest run of each, or that with the least processor
    time."""
    best = [None] * len(sides)
    for _ in range(rounds):
        for i, side in enumerate(sides):
            run = side()
            if best[i] is None or getattr(run, least) < getattr(best[i], least):
                best[i] = run
    return best


def pooled_error(scores, folds):
    """Mean loss of all test rows, as we pool it, from the accuracies of the folds."""
    sizes = numpy.array([len(test) for _, test in folds])
    return float(((1 - numpy.asarray(scores)) * sizes).sum() / sizes.sum())


def title(text):
    print(f"\n{text}", flush=True)


def line(name, seconds, remark=""):
    print(f"  {name:<58} {seconds:10.4f} s  {remark}".rstrip(), flush=True)


def ratio(theirs, ours):
    return f"{theirs / ours:.1f} x" if theirs >= ours else f"{theirs / ours:.2f} x (slower)"


def agree(what, ours, theirs, tolerance):
    """Prints that the figures agree, and fails if they do not."""
    difference = float(numpy.max(numpy.abs(numpy.asarray(ours) - numpy.asarray(theirs))))
    if not difference <= tolerance:
        sys.exit(
            f"{what}: ours {ours}, theirs {theirs}: they differ by {difference:g}, more than {tolerance:g}")
    print(f"  {what} agree: largest difference {difference:.2g}, at most {tolerance:g} allowed", flush=True)
