"""Full trees by our whole command, 10x10-fold, beside scikit-learn's cross_val_score on the same folds; and
the growth of our times.

    PYTHON bench/tree_command.py [--rounds 5]

tree_cross_validation.py measures the library alone. The command adds start, reading, plan, engine, estimates
and answer.
"""

from side_by_side import *

from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier

LEARNER = "tree:criterion=gini,prune=none,min_rows=1"
ESTIMATOR = "cv:folds=10,repeats=10"


def main():
    args = arguments(__doc__, rounds=5).parse_args()
    path, x, y = blobs(690, 14, 2)
    folds = splits(path, ESTIMATOR, len(y))
    theirs, ours, start = by_turns(
        args.rounds,
        timed(lambda: cross_val_score(DecisionTreeClassifier(random_state=0), x, y, cv=folds)),
        lambda: estimate(path, LEARNER, ESTIMATOR),
        lambda: estimate(path, "majority", "resubstitution"))
    title("tree 690x14, 10x10-fold, full trees, the whole command")
    line(f"{PEER} cross_val_score", theirs.seconds)
    line("unseen estimate", ours.seconds, f"{ratio(theirs.seconds, ours.seconds)}, {ours.megabytes:.0f} MB")
    line("  of this start and reading", start.seconds)
    # Ties between splits are broken by a rule here and at random there.
    agree("error rates", values(ours), [pooled_error(theirs.answer, folds)], 0.01)
    for rows in (2760, 11040):
        path, x, y = blobs(rows, 14, 2)
        (ours,) = by_turns(2, lambda: estimate(path, LEARNER, ESTIMATOR))
        line(f"unseen estimate {rows}x14", ours.seconds)


main()
