"""`unseen score` with all usual measures and an interval of each, for data whose intervals need bootstrap
samples: rows with weights, rows in clusters, and 100 classes with a score each. The whole command on two
threads is compared with a loop that draws rows with sklearn.utils.resample and calls some of scikit-learn's
functions.

    PYTHON bench/score_drawn.py [--rounds 2] [--rows 1000000]

The loop draws SAMPLES instead of our 2,000 samples and is scaled. It computes six measures, or three for 100
classes; we compute 22 and 25. We draw no samples for areas of weighted or clustered rows and of 100 classes,
because those intervals come from the rows' influences. The values must agree.
"""

from side_by_side import *

from score_files import scores
from sklearn import metrics
from sklearn.preprocessing import label_binarize
from sklearn.utils import resample

SAMPLES = 2


def two_classes(y, p, weight):
    label = p >= 0.5
    return {"f1": metrics.f1_score(y, label, sample_weight=weight),
            "mcc": metrics.matthews_corrcoef(y, label, sample_weight=weight),
            "roc_auc": metrics.roc_auc_score(y, p, sample_weight=weight),
            "average_precision": metrics.average_precision_score(y, p, sample_weight=weight),
            "log_loss": metrics.log_loss(y, p, sample_weight=weight),
            "brier": metrics.brier_score_loss(y, p, sample_weight=weight)}


def many_classes(y, p):
    classes = numpy.arange(p.shape[1])
    return {"roc_auc_ovr": metrics.roc_auc_score(y, p, multi_class="ovr", labels=classes),
            "average_precision_macro": metrics.average_precision_score(label_binarize(y, classes=classes), p),
            "log_loss": metrics.log_loss(y, p, labels=classes)}


def loop(judge, *arrays, cluster=None):
    """Draws SAMPLES samples of rows, or of clusters with all their rows, and gives the figures of all
    rows."""
    def call():
        for seed in range(SAMPLES):
            if cluster is None:
                judge(*resample(*arrays, random_state=seed))
                continue
            order = numpy.argsort(cluster, kind="stable")
            begins = numpy.searchsorted(cluster[order], numpy.arange(cluster.max() + 2))
            drawn = numpy.random.RandomState(seed).randint(cluster.max() + 1, size=cluster.max() + 1)
            rows = numpy.concatenate([order[begins[c]:begins[c + 1]] for c in drawn])
            judge(*(array[rows] for array in arrays))
        return judge(*arrays)

    return timed(call)


def beside(rounds, what, path, options, peer):
    theirs, ours = by_turns(rounds, peer, lambda: unseen("score", path, *options, threads=2),
                            least="processor")
    measures = ours.answer["measures"]
    title(f"{what}; seconds of processors")
    line(f"{PEER}, {len(theirs.answer)} measures, {SAMPLES} of 2,000 samples, scaled",
         theirs.processor / SAMPLES * 2000)
    line(f"unseen score, {len(measures)} measures and their intervals", ours.processor,
         f"{ratio(theirs.processor / SAMPLES * 2000, ours.processor)}; {ours.megabytes:.0f} MB")
    agree("values", [measures[name]["value"] for name in theirs.answer], list(theirs.answer.values()), 1e-12)


def main():
    parser = arguments(__doc__, rounds=2)
    parser.add_argument("--rows", type=int, default=1_000_000)
    args = parser.parse_args()
    n = args.rows
    y, p = scores(n, 3)
    random = numpy.random.RandomState(4)
    weight = numpy.round(3 * random.uniform(size=n), 3)
    cluster = random.randint(5000, size=n)
    path = DATA / f"score-drawn-{n}.csv"
    with open(path, "w") as file:
        file.write("y,score,weight,site\n")
        file.writelines(f"{a},{b!r},{w!r},{c}\n"
                        for a, b, w, c in zip(y.tolist(), p.tolist(), weight.tolist(), cluster.tolist()))
    roles = ("--truth", "y", "--score", "score")
    beside(args.rounds, f"{n:,} rows with weights", path, (*roles, "--weight", "weight"),
           loop(two_classes, y, p, weight))
    beside(args.rounds, f"{n:,} rows in 5,000 clusters", path, (*roles, "--group", "site"),
           loop(two_classes, y, p, numpy.ones(n), cluster=cluster))

    rows, classes = 3000, 100
    truth = random.randint(classes, size=rows)
    odds = random.uniform(size=(rows, classes)) ** 2
    odds[numpy.arange(rows), truth] += 0.8
    share = odds / odds.sum(axis=1, keepdims=True)
    path = DATA / "score-drawn-classes.csv"
    with open(path, "w") as file:
        file.write("y," + ",".join(f"p{c}" for c in range(classes)) + "\n")
        file.writelines(f"{t}," + ",".join(map(repr, cells)) + "\n"
                        for t, cells in zip(truth.tolist(), share.tolist()))
    named = [word for c in range(classes) for word in ("--scores", f"{c}=p{c}")]
    beside(args.rounds, f"{rows:,} rows of {classes} classes, a score each", path,
           ("--truth", "y", "--task", "multiclass", *named), loop(many_classes, truth, share))


main()
