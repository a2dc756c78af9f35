"""RBF support vector machines beside scikit-learn's, on satimage (6435 x 36, six classes; ../shared or
UNSEEN_SHARED) or, without it, on a cloud of its size.

    PYTHON bench/machines.py [--rounds 1] [--estimator cv:folds=10]

Our time is that of the whole command, theirs that of cross_val_score of SVC alone on the same folds;
processor times are compared. With `scale=none` all fits share the kernels of all pairs of rows; otherwise the
features are scaled by the training rows of each fit, and nothing can be shared.
"""

from side_by_side import *

from ensembles import satimage
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC


def main():
    parser = arguments(__doc__, rounds=1)
    parser.add_argument("--estimator", default="cv:folds=10", help="our plan")
    args = parser.parse_args()
    path, x, y = satimage()
    folds = splits(path, args.estimator, len(y))
    title(f"{path.name} {x.shape[0]}x{x.shape[1]}, {args.estimator}; processor time")
    for learner, model in (("svm:scale=none,gamma=1e-4", SVC(gamma=1e-4)),
                           ("svm", make_pipeline(StandardScaler(), SVC(gamma=1 / x.shape[1])))):
        theirs, ours = by_turns(args.rounds, timed(lambda: cross_val_score(model, x, y, cv=folds)),
                                lambda: estimate(path, learner, args.estimator), least="processor")
        line(f"{PEER} SVC", theirs.processor)
        line(f"unseen {learner}", ours.processor,
             f"{ratio(theirs.processor, ours.processor)}, {ours.megabytes:.0f} MB")
        agree("error rates", values(ours), [pooled_error(theirs.answer, folds)], 0.001)


if __name__ == "__main__":
    main()
