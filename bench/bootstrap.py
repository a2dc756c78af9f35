""".632+ of full trees, 200 bootstrap samples, 690x14, beside a loop of scikit-learn fits on the same samples,
and beside R's ipred.

    PYTHON bench/bootstrap.py [--rounds 3] [--without-r]

The loop applies the rules of Efron and Tibshirani (1997) to error rates, in NumPy. ipred draws its own
samples and grows rpart's trees (xval = 0, cp = 0, minsplit = 2), so its figure agrees only roughly.
"""

from side_by_side import *

import shutil

from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

ESTIMATOR = "bootstrap:samples=200"
LEARNER = "tree:criterion=gini,prune=none,min_rows=1"


def loop(model, x, y, samples):
    """.632+ of the error rate; the out-of-bag error is averaged within each row first."""
    wrong, times_out = numpy.zeros(len(y)), numpy.zeros(len(y))
    for train, test in samples:
        wrong[test] += model.fit(x[train], y[train]).predict(x[test]) != y[test]
        times_out[test] += 1
    out = (wrong[times_out > 0] / times_out[times_out > 0]).mean()
    label = model.fit(x, y).predict(x)
    training = (label != y).mean()
    no_information = sum((y == c).mean() * (label != c).mean() for c in numpy.unique(y))
    clipped = min(out, no_information)
    overfitting = ((clipped - training) / (no_information - training)
                   if clipped > training < no_information else 0.0)
    plus = (clipped - training) * 0.368 * 0.632 * overfitting / (1 - 0.368 * overfitting)
    return 0.368 * training + 0.632 * out + plus


def ipred(path):
    """(seconds, figure, versions) of R's ipred::errorest, or the reason if it cannot run."""
    if shutil.which("Rscript") is None:
        return "Rscript is not installed (Debian: r-base-core)"
    done = subprocess.run(["Rscript", ROOT / "bench/bootstrap.R", path], capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr.strip().splitlines()[-1]
    seconds, value, versions = done.stdout.split(" ", 2)
    return float(seconds), float(value), versions.strip()


def main():
    parser = arguments(__doc__, rounds=3)
    parser.add_argument("--without-r", action="store_true")
    args = parser.parse_args()
    path, x, y = blobs(690, 14, 2)
    samples = splits(path, ESTIMATOR, len(y))
    theirs, ours, bayes = by_turns(
        args.rounds,
        timed(lambda: loop(DecisionTreeClassifier(random_state=0), x, y, samples)),
        lambda: estimate(path, LEARNER, ESTIMATOR),
        lambda: estimate(path, "naive-bayes", ESTIMATOR))
    title("tree 690x14, full trees, .632+ of 200 bootstrap samples")
    line(f"{PEER} fits on our samples, rule in NumPy", theirs.seconds)
    line("unseen estimate", ours.seconds, f"{ratio(theirs.seconds, ours.seconds)}, {ours.megabytes:.0f} MB")
    # Ties between splits are broken by a rule here and at random there.
    agree(".632+ of trees", values(ours), [theirs.answer], 0.01)
    agree(".632+ of naive Bayes on the same samples", values(bayes), [loop(GaussianNB(), x, y, samples)],
          1e-9)
    if args.without_r:
        return
    answer = ipred(path)
    if isinstance(answer, str):
        print(f"  skipped ipred: {answer}")
        return
    seconds, value, versions = answer
    ours = estimate(path, LEARNER, ESTIMATOR)
    line(f"ipred::errorest ({versions})", seconds, f"{ratio(seconds, ours.seconds)}, one run")
    agree(".632+ of ipred's own samples", values(ours), [value], 0.03)


main()
