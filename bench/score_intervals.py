"""Intervals of the AUC of scores in memory: 2,000 bootstrap samples of 10,000 rows (percentile beside a
scikit-learn loop and pROC, BCa beside scipy.stats.bootstrap), and DeLong of 1,000,000 rows beside pROC. Ours
uses two threads. The peers run fewer samples where stated, and are scaled. --without-r leaves pROC out.
"""

import json
import subprocess

from side_by_side import BUILD, DATA, PEER, agree, arguments, by_turns, line, ratio, timed, title, Run

import numpy
import scipy.stats
import sklearn
import sklearn.metrics
import sklearn.utils

LOOP, BCA, PROC = 200, 100, 200  # samples that the peers draw of the 2,000


def input_files(rows):
    """Normal scores, whose class means differ by a standard deviation; a third of the rows is positive."""
    paths = [DATA / f"score-intervals-{rows}.{end}" for end in ("scores", "labels", "csv")]
    random = numpy.random.default_rng(2)
    labels = (random.uniform(size=rows) < 1 / 3).astype(numpy.uint32)
    scores = random.normal(size=rows) + labels
    scores.tofile(paths[0])
    labels.tofile(paths[1])
    numpy.savetxt(paths[2], numpy.column_stack([labels, scores]), delimiter=",", header="y,p", comments="",
                  fmt=["%d", "%.17g"])
    return paths, labels.astype(numpy.int64), scores


def ours(paths, method, threads=2):
    def call():
        words = [BUILD / "bench/score_memory", *paths[:2], "--threads", str(threads), "--runs", "3",
                 "--interval", method]
        answer = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
        return Run(answer["seconds"], None, answer)

    return call


def loop(y, p):
    """sklearn.utils.resample and roc_auc_score, LOOP samples, scaled to 2,000."""
    def call():
        values = []
        for seed in range(LOOP):
            a, b = sklearn.utils.resample(y, p, random_state=seed)
            values.append(sklearn.metrics.roc_auc_score(a, b))
        return values

    return call


def scipy_bca(y, p):
    def call():
        result = scipy.stats.bootstrap((y, p), sklearn.metrics.roc_auc_score, paired=True, vectorized=False,
                                       n_resamples=BCA, method="BCa", batch=10, random_state=1)
        return result.confidence_interval

    return call


PROGRAM = """
suppressMessages(library(pROC))
a <- commandArgs(trailingOnly = TRUE)
d <- read.csv(a[1])
r <- roc(d$y, d$p, levels = c(0, 1), direction = "<")
delong <- function() ci.auc(roc(d$y, d$p, levels = c(0, 1), direction = "<"), method = "delong")
bootstrap <- function() ci.auc(r, method = "bootstrap", boot.n = as.integer(a[2]), boot.stratified = FALSE,
                               progress = "none")
t <- system.time(i <- if (a[2] == "delong") delong() else bootstrap())
cat(t[["elapsed"]], sprintf("%.17g", c(i[1], i[3])), "\\n")
"""


def proc(path, samples):
    def call():
        done = subprocess.run(["Rscript", "-e", PROGRAM, path, str(samples)], capture_output=True, text=True,
                              check=True)
        seconds, lower, upper = map(float, done.stdout.split())
        return Run(seconds, None, {"lower": lower, "upper": upper})

    return call


def main():
    parser = arguments(__doc__.splitlines()[0], rounds=3)
    parser.add_argument("--without-r", action="store_true")
    options = parser.parse_args()
    paths, y, p = input_files(10_000)
    spread = 0.1 * (lambda i: i["upper"] - i["lower"])(ours(paths, "delong")().answer)

    title("Bootstrap interval of the AUC, 10,000 rows, 2,000 samples")
    mine, theirs = by_turns(options.rounds, ours(paths, "percentile"), timed(loop(y, p)))
    seconds = theirs.seconds * 2000 / LOOP
    line(f"{PEER}, resample and roc_auc_score", seconds, f"{LOOP} samples, scaled")
    line("ours, percentile, 2 threads", mine.seconds, f"ratio {ratio(seconds, mine.seconds)}")
    low, high = numpy.quantile(theirs.answer, [0.025, 0.975])
    agree("ends", [mine.answer["lower"], mine.answer["upper"]], [low, high], 3 * spread)
    if not options.without_r:
        theirs, mine = by_turns(1, proc(paths[2], PROC), ours(paths, "percentile"))
        line("pROC, ci.auc bootstrap", theirs.seconds * 2000 / PROC,
             f"{PROC} samples, scaled; ratio {ratio(theirs.seconds * 2000 / PROC, mine.seconds)}")
    mine, theirs = by_turns(1, ours(paths, "bca"), timed(scipy_bca(y, p)))
    # BCa of scipy: n values of the jackknife, and the samples.
    seconds = theirs.seconds * (10_000 + 2000) / (10_000 + BCA)
    line("scipy.stats.bootstrap, BCa", seconds, f"{BCA} samples and the jackknife, scaled")
    line("ours, bca, 2 threads", mine.seconds, f"ratio {ratio(seconds, mine.seconds)}")
    agree("ends", [mine.answer["lower"], mine.answer["upper"]], list(theirs.answer), 4 * spread)

    if options.without_r:
        return
    title("DeLong's interval, 1,000,000 rows")
    paths, _, _ = input_files(1_000_000)
    theirs, mine, single = by_turns(options.rounds, proc(paths[2], "delong"), ours(paths, "delong"),
                                    ours(paths, "delong", 1))
    line("pROC, roc and ci.auc", theirs.seconds)
    line("ours, 2 threads", mine.seconds, f"ratio {ratio(theirs.seconds, mine.seconds)}")
    line("ours, 1 thread", single.seconds, f"ratio {ratio(theirs.seconds, single.seconds)}")
    agree("ends", [mine.answer["lower"], mine.answer["upper"]],
          [theirs.answer["lower"], theirs.answer["upper"]], 1e-12)


main()
