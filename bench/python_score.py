"""unseen.score on arrays in memory beside the five functions of scikit-learn that it replaces (AUC, average
precision, log loss, Brier score, confusion matrix): time, and peak memory beyond the arrays themselves.

Run it with the interpreter in which `tools/check-python` installs both: build/venv/bin/python
bench/python_score.py [--rows N] [--all]; with --all ours computes all default measures, with intervals.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"


ALL = "--all"


def arrays(rows, truth, scores):
    import numpy

    random = numpy.random.default_rng(1)
    p = random.uniform(size=rows)
    y = random.uniform(size=rows) < p
    return y.astype(truth), p.astype(scores)


def of_ours(y, p):
    import unseen

    measures = [] if ALL in sys.argv else ["roc_auc", "average_precision", "log_loss", "brier", "accuracy"]
    return lambda: unseen.score(y, p, measures=measures)["roc_auc"].value


def of_theirs(y, p):
    from sklearn import metrics as m

    return lambda: [m.roc_auc_score(y, p), m.average_precision_score(y, p), m.log_loss(y, p),
                    m.brier_score_loss(y, p), m.confusion_matrix(y, p >= 0.5)][0]


def child(side, rows, truth, scores):
    """The second of two calls, in its own process, so that its peak memory is known."""
    y, p = arrays(rows, truth, scores)
    call = of_ours(y, p) if side == "ours" else of_theirs(y, p)
    small = arrays(1000, truth, scores)
    (of_ours if side == "ours" else of_theirs)(*small)()  # imports are not measured
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # peak memory is counted from here on
    before = resident("VmRSS")
    call()  # a virtual machine may have to find the memory first, which can take as long as the call itself
    start, processor = time.perf_counter(), time.process_time()
    value = call()
    print(
        json.dumps(
            {"seconds": time.perf_counter() - start, "processor": time.process_time() - processor,
             "megabytes": resident("VmHWM") - before, "inputs": (y.nbytes + p.nbytes) / 1e6,
             "value": float(value)}))


def resident(name):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) / 1000 for line in file if line.startswith(name))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument(ALL, action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--child", nargs=3)
    options = parser.parse_args()
    if options.child:
        return child(options.child[0], options.rows, *options.child[1:])
    for truth, scores in (("int64", "float64"), ("bool", "float64"), ("int64", "float32")):
        found = {side: [] for side in ("ours", "theirs")}
        for _ in range(options.rounds):  # by turns
            for side, runs in found.items():
                words = [sys.executable, __file__, "--rows", str(options.rows), "--child", side, truth,
                         scores] + ([ALL] if options.all else [])
                runs.append(
                    json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout))
        best = {side: min(runs, key=lambda r: r["seconds"]) for side, runs in found.items()}
        assert abs(best["ours"]["value"] - best["theirs"]["value"]) < 1e-9
        print(f"{options.rows:,} rows, {truth} and {scores}: arrays {best['ours']['inputs']:.0f} MB")
        for side, run in best.items():
            print(
                f"  {side:<7} {run['seconds']:7.2f} s, {run['processor']:7.2f} s of processor, "
                f"{run['megabytes']:6.0f} MB above the arrays")
        print(f"  ratio   {best['theirs']['seconds'] / best['ours']['seconds']:7.1f}")


main()
