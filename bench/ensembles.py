"""random-forest, bagging of trees and gradient boosting beside scikit-learn's, on satimage (6435 x 36, six
classes; ../shared or UNSEEN_SHARED) or, without it, on a cloud of its size.

    PYTHON bench/ensembles.py [--rounds 2] [--estimator cv:folds=3]

Our time is that of the whole command, which also gives the out-of-bag error of the forest; theirs is that of
cross_val_score alone, with the same folds. Processor times are compared. Forests and bagged trees draw
different samples, so that error rates agree within 0.01; boosted trees are the same except for ties.
"""

from side_by_side import *

import csv

from sklearn.ensemble import BaggingClassifier, GradientBoostingClassifier, RandomForestClassifier
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier


def satimage():
    path = pathlib.Path(
        os.environ.get("UNSEEN_SHARED", ROOT.parent / "shared")) / "data/classification/satimage.csv"
    if not path.exists():
        return blobs(6435, 36, 6)
    with open(path) as file:
        rows = list(csv.reader(file))[1:]
    return path, numpy.array([[float(cell) for cell in row[:-1]] for row in rows]), numpy.array(
        [row[-1] for row in rows])


def main():
    parser = arguments(__doc__, rounds=2)
    parser.add_argument("--estimator", default="cv:folds=3", help="our plan")
    args = parser.parse_args()
    path, x, y = satimage()
    folds = splits(path, args.estimator, len(y))
    title(f"{path.name} {x.shape[0]}x{x.shape[1]}, {args.estimator}, 100 trees; processor time")
    full = DecisionTreeClassifier(min_samples_leaf=1)
    for learner, model, tolerance in (
            ("random-forest", RandomForestClassifier(100), 0.01),
            ("bagging(tree:criterion=gini,prune=none,min_rows=1):size=100", BaggingClassifier(full, 100),
             0.01),
            ("bagging(tree):size=100", BaggingClassifier(full, 100), 0.02),
            ("ls-boost:size=20", GradientBoostingClassifier(n_estimators=20), 0.005)):
        theirs, ours = by_turns(args.rounds, timed(lambda: cross_val_score(model, x, y, cv=folds)),
                                lambda: estimate(path, learner, args.estimator), least="processor")
        line(f"{PEER} {type(model).__name__}", theirs.processor)
        line(f"unseen {learner}", ours.processor,
             f"{ratio(theirs.processor, ours.processor)}, {ours.megabytes:.0f} MB")
        agree("error rates", values(ours), [pooled_error(theirs.answer, folds)], tolerance)


if __name__ == "__main__":
    main()
