"""unseen.metrics beside sklearn.metrics: each function on the same arrays, with 10^7 rows and with few rows.

Run it with the interpreter in which `tools/check-python` installs both: build/venv/bin/python
bench/python_metrics.py [--rows N].
"""

from side_by_side import PEER, agree, arguments, by_turns, line, ratio, timed, title

import numpy
import sklearn.metrics

import unseen.metrics


def main():
    parser = arguments(__doc__.splitlines()[0], rounds=3)
    parser.add_argument("--rows", type=int, default=10_000_000)
    options = parser.parse_args()
    random = numpy.random.default_rng(0)
    for rows in (100, 10_000, options.rows):
        title(f"{rows:,} rows in memory, {PEER}")
        scores = random.uniform(size=rows)
        truth = (random.uniform(size=rows) < scores).astype(numpy.int64)
        labels = (scores >= 0.5).astype(numpy.int64)
        for name, given in (("roc_auc_score", scores), ("average_precision_score", scores),
                            ("log_loss", scores), ("brier_score_loss", scores), ("f1_score", labels),
                            ("accuracy_score", labels), ("mean_absolute_error", scores),
                            ("r2_score", scores)):
            ours, theirs = by_turns(options.rounds if rows > 10_000 else 100, *(
                timed(lambda module=module: getattr(module, name)(truth, given))
                for module in (unseen.metrics, sklearn.metrics)))
            agree(name, ours.answer, theirs.answer, 1e-12)
            line(name, ours.seconds,
                 f"{PEER} {theirs.seconds:.6f} s, ratio {ratio(theirs.seconds, ours.seconds)}")


main()
