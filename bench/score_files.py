"""The whole command `unseen score` for a CSV of 10^7 rows (y,score; 212 MB), beside pandas and scikit-learn;
reading alone; and the growth of our times.

    PYTHON bench/score_files.py [--rounds 5] [--rows 10000000] [--parts 20]

Five figures: area under the ROC curve, average precision, log loss, Brier score, confusion matrix at 1/2.
Ours also computes the intervals of the first four; the confusion matrix is part of every answer. --parts N: N
files with half the rows each by a state of fixed size, its memory, and whether its limits contain the exact
area (0: not run).
"""

from side_by_side import *

try:
    import pandas
except ImportError:
    pandas = None
from sklearn import metrics

FIGURES = ["roc_auc", "average_precision", "log_loss", "brier"]
MEASURES = [word for name in FIGURES for word in ("--measure", name)]


def scores(rows, seed):
    """Scores u are uniform, and rows are positive with probability u."""
    random = numpy.random.RandomState(seed)
    score = random.uniform(size=rows)
    return (random.uniform(size=rows) < score).astype(int), score


def write(path, rows, seed):
    """Writes all digits, as Python prints them. The file is made once."""
    if path.exists():
        return path
    part = path.with_suffix(".part")
    with open(part, "w") as file:
        file.write("y,score\n")
        y, score = scores(rows, seed)
        for begin in range(0, rows, 1_000_000):
            pairs = zip(y[begin:begin + 1_000_000].tolist(), score[begin:begin + 1_000_000].tolist())
            file.write("".join(f"{a},{b!r}\n" for a, b in pairs))
    part.rename(path)
    return path


def judged(y, score):
    label = score >= 0.5
    confusion = metrics.confusion_matrix(y, label)
    return [metrics.roc_auc_score(y, score), metrics.average_precision_score(y, score),
            metrics.log_loss(y, score), metrics.brier_score_loss(y, score)], confusion.tolist()


def theirs(path):
    table = pandas.read_csv(path)
    return judged(table.y.to_numpy(), table.score.to_numpy())


def check(run, figures, confusion):
    ours = [run.answer["measures"][name]["value"] for name in FIGURES]
    if not numpy.allclose(ours, figures, rtol=1e-12,
                          atol=0) or run.answer["confusion"]["matrix"] != confusion:
        sys.exit(f"figures differ: {ours} {figures} {run.answer['confusion']['matrix']} {confusion}")


def reading(path, threads):
    """The time of reading: the whole command with one mean over rows of two numbers."""
    return unseen("score", path, "--truth", "y", "--predicted", "score", "--task", "regression", "--measure",
                  "within:t=1", threads=threads)


def read_alone(path, threads):
    """The seconds of the library's reader, without a process and a measure."""
    done = subprocess.run([BUILD / "bench/read_table", path, str(threads)], capture_output=True, text=True,
                          check=True)
    return float(done.stdout)


def in_parts(n, rows):
    """One answer about n files, one after the other."""
    paths = [write(DATA / f"scores-part{i}-{rows}.csv", rows, 100 + i) for i in range(n)]
    run = unseen("score", paths[0], *paths[1:], "--cells", "65536", *MEASURES, threads=2)
    y, score = zip(*(scores(rows, 100 + i) for i in range(n)))
    positive = numpy.sort(numpy.concatenate([s[t == 1] for t, s in zip(y, score)]))
    negative = numpy.sort(numpy.concatenate([s[t == 0] for t, s in zip(y, score)]))
    below = sum(int(numpy.searchsorted(negative, part).sum()) for part in numpy.array_split(positive, 50))
    at_most = sum(int(numpy.searchsorted(negative, part, side="right").sum())
                  for part in numpy.array_split(positive, 50))
    exact = (below + at_most) / (2 * len(positive) * len(negative))
    limits = run.answer["measures"]["roc_auc"]["limits"]
    title(f"{n} files of {rows:,} rows by a state of 65,536 cells, two threads")
    line("unseen score --cells 65536", run.seconds,
         f"{run.megabytes:.0f} MB; area in [{limits['lower']:.12f}, {limits['upper']:.12f}], exactly "
         f"{exact:.12f}")
    if not limits["lower"] <= exact <= limits["upper"] or run.answer["rows"] != n * rows:
        sys.exit("the limits do not contain the exact area")
    for path in paths:
        path.unlink()


def main():
    parser = arguments(__doc__, rounds=5)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--parts", type=int, default=20)
    args = parser.parse_args()
    if pandas is None:
        print("\nskipped score_files: this interpreter has no pandas")
        return
    path = write(DATA / f"scores-{args.rows}.csv", args.rows, 1)
    figures, read, one, two, one_read, two_read = by_turns(
        args.rounds,
        timed(lambda: theirs(path)),
        timed(lambda: pandas.read_csv(path).shape),
        lambda: unseen("score", path, *MEASURES, threads=1),
        lambda: unseen("score", path, *MEASURES, threads=2),
        lambda: reading(path, 1),
        lambda: reading(path, 2))
    check(one, *figures.answer)
    check(two, *figures.answer)
    title(
        f"{args.rows:,} rows of label and score, {path.stat().st_size / 1e6:.0f} MB: AUC, average precision, "
        "log loss, Brier, confusion")
    line(f"pandas {pandas.__version__} read_csv, {PEER}", figures.seconds)
    line("unseen score, intervals besides, 1 thread", one.seconds,
         f"{ratio(figures.seconds, one.seconds)}; {one.megabytes:.0f} MB")
    line("unseen score, intervals besides, 2 threads", two.seconds,
         f"{ratio(figures.seconds, two.seconds)}; {two.megabytes:.0f} MB")
    line(f"pandas {pandas.__version__} read_csv alone", read.seconds)
    line("unseen, reading and one mean, 1 thread", one_read.seconds, ratio(read.seconds, one_read.seconds))
    line("unseen, reading and one mean, 2 threads", two_read.seconds, ratio(read.seconds, two_read.seconds))
    for threads in (1, 2):
        seconds = read_alone(path, threads)
        line(f"its reader alone, {threads} thread{'s' if threads > 1 else ''}", seconds,
             f"{path.stat().st_size / seconds / 1e9:.2f} GB/s; a correctly rounded parse: 1.9 a thread")
    print("  all five figures agree to 1e-12")
    for rows in (100_000, 1_000_000):
        small = write(DATA / f"scores-{rows}.csv", rows, 1)
        run, peer = by_turns(args.rounds, lambda: unseen("score", small, *MEASURES, threads=2),
                             timed(lambda: theirs(small)))
        check(run, *peer.answer)
        line(f"unseen score, {rows:,} rows, 2 threads", run.seconds,
             f"{ratio(peer.seconds, run.seconds)}; {run.megabytes:.0f} MB")
    if args.parts > 0:
        in_parts(args.parts, args.rows // 2)


if __name__ == "__main__":
    main()
