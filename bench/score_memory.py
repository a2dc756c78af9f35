"""Five measures of scores in memory: AUC, average precision, log loss, Brier score and confusion matrix
together, beside scikit-learn's five functions and a lean NumPy version that sorts once. Ours uses two
threads.

--rows N: the number of rows (default 10,000,000). --growth: only ours, from 10^5 rows up to --rows.
--without-peer: only ours.
"""

import json
import subprocess
import time

from side_by_side import BUILD, DATA, PEER, agree, arguments, by_turns, line, ratio, timed, title, Run

import numpy
import sklearn.metrics as m


def input_files(rows):
    """A score u ~ U(0, 1) that is positive with probability u: files and arrays."""
    paths = DATA / f"score-memory-{rows}.scores", DATA / f"score-memory-{rows}.labels"
    random = numpy.random.default_rng(1)
    scores = random.uniform(size=rows)
    labels = (random.uniform(size=rows) < scores).astype(numpy.uint32)
    scores.tofile(paths[0])
    labels.tofile(paths[1])
    return paths, scores, labels


def ours(paths, threads, runs=3):
    def call():
        words = [BUILD / "bench/score_memory", *paths, "--threads", str(threads), "--runs", str(runs)]
        answer = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
        return Run(answer["seconds"], answer["megabytes"], answer)

    return call


def figures(auc, precision, log_loss, brier, confusion):
    return {"roc_auc": auc, "average_precision": precision, "log_loss": log_loss, "brier": brier,
            "confusion": [int(c) for c in numpy.ravel(confusion)]}


def scikit_learn(y, p):
    return figures(m.roc_auc_score(y, p), m.average_precision_score(y, p), m.log_loss(y, p),
                   m.brier_score_loss(y, p), m.confusion_matrix(y, p >= 0.5))


def lean(y, p):
    """One sort for both areas; the rest by vector arithmetic."""
    order = numpy.argsort(-p)
    s, t = p[order], y[order].astype(numpy.float64)
    last = numpy.append(numpy.nonzero(numpy.diff(s))[0], len(s) - 1)
    tp = numpy.cumsum(t)[last]
    fp = 1 + last - tp
    steps = numpy.diff(tp, prepend=0)
    auc = (numpy.diff(fp, prepend=0) * (tp - steps / 2)).sum() / (tp[-1] * fp[-1])
    precision = (steps * tp / (tp + fp)).sum() / tp[-1]
    log_loss = -numpy.log(numpy.where(y == 1, p, 1 - p)).mean()
    brier = ((p - y) ** 2).mean()
    return figures(auc, precision, log_loss, brier, numpy.bincount(2 * y + (p >= 0.5), minlength=4))


def with_processor_time(function):
    """Its answer, with the processor time of the call."""

    def call():
        start = time.process_time()
        answer = function()
        return {**answer, "processor": time.process_time() - start}

    return call


def compare(mine, theirs, tolerance):
    for name in ("roc_auc", "average_precision", "log_loss", "brier"):
        agree(name, mine[name], theirs[name], tolerance)
    agree("confusion", mine["confusion"], theirs["confusion"], 0)


def processor(run):
    return f"{run.answer['processor']:.3f} s of processor time"


def main():
    parser = arguments(__doc__.splitlines()[0], rounds=3)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--without-peer", action="store_true")
    options = parser.parse_args()
    if options.growth:
        title("How ours grows, 2 threads")
        rows = 100_000
        while rows <= options.rows:
            paths, _, _ = input_files(rows)
            run = ours(paths, 2)()
            line(f"{rows:,} rows", run.seconds, f"{run.megabytes:.0f} MB beyond the input")
            rows *= 10
        return
    title(f"AUC, average precision, log loss, Brier, confusion: {options.rows:,} rows in memory")
    paths, scores, labels = input_files(options.rows)
    two, one = ours(paths, 2), ours(paths, 1)
    if options.without_peer:
        mine, single = by_turns(options.rounds, two, one)
    else:
        y = labels.astype(numpy.int64)
        theirs, numpys, mine, single = by_turns(options.rounds,
                                                timed(with_processor_time(lambda: scikit_learn(y, scores))),
                                                timed(with_processor_time(lambda: lean(y, scores))), two, one)
        line(f"{PEER}, its five functions", theirs.seconds, processor(theirs))
        line("NumPy, one sort", numpys.seconds, processor(numpys))
        compare(mine.answer, theirs.answer, 1e-9)
        compare(mine.answer, numpys.answer, 1e-9)
    line("ours, 2 threads", mine.seconds, f"{processor(mine)}, {mine.megabytes:.0f} MB beyond the input")
    line("ours, 1 thread", single.seconds, f"{processor(single)}, {single.megabytes:.0f} MB beyond the input")
    assert {k: v for k, v in mine.answer.items() if k not in ("seconds", "processor", "megabytes")} == \
           {k: v for k, v in single.answer.items()
            if k not in ("seconds", "processor", "megabytes")}, "threads change the figures"
    if not options.without_peer:
        print(
            f"  ratio to scikit-learn {ratio(theirs.seconds, mine.seconds)}, to NumPy "
            f"{ratio(numpys.seconds, mine.seconds)}; of "
            f"processor time, 1 thread, {ratio(theirs.answer['processor'], single.answer['processor'])} and "
            f"{ratio(numpys.answer['processor'], single.answer['processor'])}")


main()
