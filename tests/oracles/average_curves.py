"""build/venv/bin/python tests/oracles/average_curves.py > average_curves.txt: averages of ROC and
precision-recall curves by scikit-learn and numpy.

As scikit-learn's examples plot_roc and plot_roc_crossval: micro is roc_curve of all raveled indicators; macro
and folds are means of numpy.interp of the curves, which takes the upper end of a step. Precision at a recall
is the step function whose area is average_precision_score. Scores have ties.
"""
import numpy as np
import sklearn
from sklearn.metrics import auc, average_precision_score, precision_recall_curve, roc_auc_score, roc_curve

print(
    f"# scikit-learn {sklearn.__version__}: by average_curves.py. rows: truth, then the scores of three "
    "classes; the fold is the row's number modulo 4")
n = 60
state = 12345
def draw():
    global state
    state = (state * 1103515245 + 12345) % 2**31
    return state / 2**31

truth = np.array([int(3 * draw()) for _ in range(n)])
raw = np.array([[1 + int(8 * draw()) + (5 if truth[i] == c else 0) for c in range(3)] for i in range(n)])
scores = raw / 2.0 # no probabilities; exact in binary
for t, s in zip(truth, scores):
    print("row", t, *s)
grid = np.arange(201) / 200
shown = list(range(0, 201, 10)) + [1, 3, 7]

def tpr_at(y, s):
    fpr, tpr, _ = roc_curve(y, s, drop_intermediate=False)
    return np.interp(grid, fpr, tpr)

def precision_at(y, s):
    precision, recall, _ = precision_recall_curve(y, s)
    # without the end point at precision 1; recall ascending
    precision, recall = precision[:-1][::-1], recall[:-1][::-1]
    at = np.array([precision[np.argmax(recall >= x)] for x in grid])
    assert abs(sum(np.diff(np.r_[0, recall]) * precision) - average_precision_score(y, s)) < 1e-12
    return at

one_hot = np.eye(3, dtype=int)[truth]
print("micro_auc", repr(float(auc(*roc_curve(one_hot.ravel(), scores.ravel())[:2]))),
      repr(float(roc_auc_score(one_hot.ravel(), scores.ravel()))))
fpr, tpr, cut = roc_curve(one_hot.ravel(), scores.ravel(), drop_intermediate=False)
for row in zip(cut[1:], fpr[1:], tpr[1:]):
    print("micro", *(repr(float(x)) for x in row))
for name, of in (("roc", tpr_at), ("pr", precision_at)):
    macro = np.mean([of(one_hot[:, c], scores[:, c]) for c in range(3)], axis=0)
    folds = [of(one_hot[f::4, 2], scores[f::4, 2]) for f in range(4)]
    for i in shown:
        print("mean", name, i, repr(float(macro[i])), repr(float(np.mean(folds, axis=0)[i])),
              repr(float(np.std(folds, axis=0, ddof=1)[i])))
