"""Two AUCs on 10,000 rows: the paired permutation test with 10,000 permutations and the BCa interval with
2,000 samples, beside a loop over scikit-learn's roc_auc_score, one over NumPy ranks, and SciPy's bootstrap.

    PYTHON bench/compare_auc.py [--rounds 3] [--share 0.02]

The loops do `--share` of the permutations, samples and jackknife rows and are scaled linearly. Scores are
ranks on both sides, as in our tests.
"""

from side_by_side import *

from scipy import stats
from sklearn.metrics import roc_auc_score

ROWS, PERMUTATIONS, SAMPLES = 10_000, 10_000, 2_000


def scored_rows():
    """A file of labels and two models' scores: (file, y, a, b)."""
    random = numpy.random.RandomState(1)
    y = (random.uniform(size=ROWS) < 0.3).astype(int)
    common = random.normal(size=ROWS) + 1.4 * y
    a = common + random.normal(size=ROWS)
    b = common + random.normal(size=ROWS) + 0.01 * y  # hardly better
    path = DATA / f"two-models-{ROWS}.csv"
    with open(path, "w") as file:
        file.write("y,a,b\n")
        for row in zip(y.tolist(), a.tolist(), b.tolist()):
            file.write(",".join(map(repr, row)) + "\n")
    return path, y, a, b


def rank_auc(y, s):
    """AUC from ranks, in the shortest NumPy code that is correct without ties. The only ties are those of
    drawn rows, to which rankdata gives mean ranks."""
    positives = int(y.sum())
    return (stats.rankdata(s)[y == 1].sum() - positives * (positives + 1) / 2) / (
        positives * (len(y) - positives))


def permuted(auc, y, a, b, times):
    """The p-value of the swap test from this number of permutations."""
    random = numpy.random.RandomState(2)
    observed = abs(auc(y, a) - auc(y, b))
    extreme = 0
    for _ in range(times):
        swap = random.randint(2, size=ROWS) == 1
        extreme += abs(auc(y, numpy.where(swap, b, a)) - auc(y, numpy.where(swap, a, b))) >= observed - 1e-12
    return (1 + extreme) / (1 + times)


def resampled(auc, y, a, b, samples, left_out):
    """The bootstrap samples and the rows left out from which a BCa interval is computed."""
    random = numpy.random.RandomState(3)
    for _ in range(samples):
        rows = random.randint(ROWS, size=ROWS)
        auc(y[rows], a[rows]) - auc(y[rows], b[rows])
    for i in range(left_out):
        keep = numpy.arange(ROWS) != i
        auc(y[keep], a[keep]) - auc(y[keep], b[keep])


def main():
    parser = arguments(__doc__, rounds=3)
    parser.add_argument("--share", type=float, default=0.02, help="of the loops' work that is done")
    parser.add_argument("--scipy", action="store_true",
                        help="SciPy's whole bootstrap too: half a minute or more")
    args = parser.parse_args()
    path, y, a, b = scored_rows()
    ranks = stats.rankdata(a), stats.rankdata(b)
    few = round(PERMUTATIONS * args.share)

    def ours(*options):
        return lambda: unseen("compare", "models", path, "--truth", "y", "--scores", "A=a,B=b", "--measure",
                              "roc_auc", *options)

    loop, rank_loop, permutation, bootstrap_loop, rank_bootstrap_loop, bootstrap = by_turns(
        args.rounds,
        timed(lambda: permuted(roc_auc_score, y, *ranks, few)),
        timed(lambda: permuted(rank_auc, y, *ranks, few)),
        ours("--samples", "1"),
        timed(
            lambda: resampled(roc_auc_score, y, a, b, round(SAMPLES * args.share), round(ROWS * args.share))),
        timed(lambda: resampled(rank_auc, y, a, b, round(SAMPLES * args.share), round(ROWS * args.share))),
        ours("--permutations", "1"))

    def test(run, name):
        return next(c for c in run.answer["comparisons"] if c["test"] == name)

    title(
        f"paired permutation test of two AUCs, {ROWS} rows, {PERMUTATIONS} permutations (loops: {few}, "
        "scaled)")
    line(f"{PEER} roc_auc_score loop", loop.seconds / args.share)
    line("NumPy and SciPy rankdata loop", rank_loop.seconds / args.share)
    line("unseen compare models, whole command", permutation.seconds,
         f"{ratio(loop.seconds / args.share, permutation.seconds)} and "
         f"{ratio(rank_loop.seconds / args.share, permutation.seconds)}, {permutation.megabytes:.1f} MB")
    agree("AUC differences", test(permutation, "delong")["difference"],
          roc_auc_score(y, a) - roc_auc_score(y, b), 1e-12)
    p = test(permutation, "permutation")["p_value"]
    agree("p-values", p, loop.answer, 4 * (p * (1 - p) * (1 / few + 1 / PERMUTATIONS)) ** 0.5 + 2 / few)
    agree("p-values of the loops", rank_loop.answer, loop.answer, 0.0)

    title(
        f"BCa interval of the difference of two AUCs, {ROWS} rows, {SAMPLES} samples, jackknife (loops: "
        f"{args.share:g} of it, scaled)")
    line(f"{PEER} roc_auc_score loop", bootstrap_loop.seconds / args.share)
    line("NumPy and SciPy rankdata loop", rank_bootstrap_loop.seconds / args.share)
    line("unseen compare models, whole command", bootstrap.seconds,
         f"{ratio(bootstrap_loop.seconds / args.share, bootstrap.seconds)} and "
         f"{ratio(rank_bootstrap_loop.seconds / args.share, bootstrap.seconds)}, "
         f"{bootstrap.megabytes:.1f} MB")
    if args.scipy:
        whole = timed(
            lambda: stats.bootstrap((y, a, b), lambda y, a, b: roc_auc_score(y, a) - roc_auc_score(y, b),
                                    paired=True, vectorized=False, n_resamples=SAMPLES, method="BCa"))()
        line("SciPy bootstrap, BCa, whole", whole.seconds, ratio(whole.seconds, bootstrap.seconds))
        interval = test(bootstrap, "bootstrap")["interval"]
        theirs = whole.answer.confidence_interval
        agree("limits", [interval["lower"], interval["upper"]], list(theirs),
              0.1 * (theirs.high - theirs.low))


main()
