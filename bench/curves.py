"""The whole command `unseen score --curves roc,pr,reliability` for a CSV of labels and scores, beside
scikit-learn's three functions with the arrays in memory.

    PYTHON bench/curves.py [--rounds 3] [--rows 100000,1000000,10000000]

Our command reads the file, scores it by one measure, thins the curves and writes them. The areas under both
curves and the bins must agree, and each of our points must be one of theirs.
"""

from side_by_side import *

from score_files import scores, write
from sklearn import metrics
from sklearn.calibration import calibration_curve

FOLDER = DATA / "curves"


def theirs(y, score):
    return metrics.roc_curve(y, score,
                             drop_intermediate=False), metrics.precision_recall_curve(
                                 y, score), calibration_curve(y, score, n_bins=10)


def ours(path, threads, curves="roc,pr,reliability"):
    return unseen("score", path, "--measure", "error_rate", "--curves", curves, "--output-curves", FOLDER,
                  threads=threads)


def written(name):
    return numpy.genfromtxt(FOLDER / f"{name}.csv", delimiter=",", skip_header=1,
                            usecols=range(1, 4 if name != "reliability" else 6))


def area(x, y):
    return float(((x[1:] - x[:-1]) * (y[1:] + y[:-1])).sum() / 2)


def points_of(curve, thresholds, x, y):
    """Whether each point of our curve is one of theirs; thresholds ascend."""
    at = numpy.searchsorted(thresholds, curve[:, 0])
    return numpy.array_equal(thresholds[at],
                             curve[:, 0]) and max(abs(x[at] - curve[:, 1]).max(),
                                                  abs(y[at] - curve[:, 2]).max()) < 1e-14


def check(run, answer):
    (fpr, tpr, cut), (precision, recall, thresholds), (frequency, probability) = answer
    roc, pr, bins = written("roc"), written("pr"), written("reliability")
    if not points_of(roc, cut[::-1], fpr[::-1],
                     tpr[::-1]) or not points_of(pr, numpy.append(thresholds, numpy.inf), recall, precision):
        sys.exit("a point of ours is none of theirs")
    agree("areas under ROC and precision-recall curve",
          [area(roc[:, 1], roc[:, 2]), area(pr[:, 1], pr[:, 2])],
          [metrics.auc(fpr, tpr), area(recall[::-1], precision[::-1])], 1e-6 + 1e-12)
    agree("frequency and mean probability of the bins", bins[:, [4, 3]].T, [frequency, probability], 1e-12)
    return f"{len(roc)} and {len(pr)} points for {len(fpr):,}"


def main():
    parser = arguments(__doc__, rounds=3)
    parser.add_argument("--rows", default="100000,1000000,10000000")
    args = parser.parse_args()
    for rows in map(int, args.rows.split(",")):
        title(f"{rows:,} rows: ROC, precision-recall and reliability curve; seconds of processors")
        path = write(DATA / f"scores-{rows}.csv", rows, 1)
        arrays = scores(rows, 1)
        peer, one, two, every, without = by_turns(
            args.rounds,
            timed(lambda: theirs(*arrays)),
            lambda: ours(path, 1),
            lambda: ours(path, 2),
            lambda: ours(path, 1, "roc,pr,threshold,lift,reliability,histogram"),
            lambda: unseen("score", path, "--measure", "error_rate", threads=1),
            least="processor")
        line(f"{PEER}, arrays in memory", peer.processor)
        line("unseen score --curves, reading besides, 1 thread", one.processor,
             f"{ratio(peer.processor, one.processor)}; {one.megabytes:.0f} MB")
        line("the same, 2 threads", two.processor,
             f"{two.seconds:.2f} s of the clock; {two.megabytes:.0f} MB")
        line("all six curves, 1 thread", every.processor, f"{every.megabytes:.0f} MB")
        line("no curve, 1 thread", without.processor, f"{without.megabytes:.0f} MB")
        print(f"  {check(two, peer.answer)}")


main()
