"""The measures of the engine with the names and signatures of sklearn.metrics, for code that already uses
these.

Arrays are judged in place, so large arrays take a fraction of scikit-learn's time. Sums are exact. Targets of
several labels a row are matrices of 0 and 1, rows x labels. Where a figure does not exist, the
functions return scikit-learn's value, with a warning. :func:`unseen.score` gives intervals.

>>> from unseen import metrics
>>> metrics.roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
0.75
"""
from __future__ import annotations

import functools
import itertools
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _engine, _multilabel

__all__ = [
    "UndefinedMetricWarning", "accuracy_score", "average_precision_score", "balanced_accuracy_score",
    "brier_score_loss", "cohen_kappa_score", "d2_tweedie_score", "explained_variance_score", "f1_score",
    "fbeta_score", "hamming_loss", "jaccard_score", "log_loss", "matthews_corrcoef", "max_error",
    "mean_absolute_error", "mean_absolute_percentage_error", "mean_gamma_deviance", "mean_pinball_loss",
    "mean_poisson_deviance", "mean_squared_error", "mean_squared_log_error", "mean_tweedie_deviance",
    "median_absolute_error", "precision_score", "r2_score", "recall_score", "roc_auc_score",
    "root_mean_squared_error", "root_mean_squared_log_error", "top_k_accuracy_score", "zero_one_loss",
]

Array = npt.NDArray[Any]
Codes = npt.NDArray[np.uint32]
Numbers = npt.NDArray[np.float64]


class UndefinedMetricWarning(UserWarning):
    """Warns that a figure does not exist, and that another value was returned in its place.

    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     value = roc_auc_score([1, 1], [0.2, 0.4])
    >>> value, issubclass(caught[0].category, UndefinedMetricWarning)
    (nan, True)
    """


def _category() -> type[Warning]:
    """Our warning. If scikit-learn is imported, it is also scikit-learn's, so that filters for that apply."""
    theirs = sys.modules.get("sklearn.exceptions")
    if theirs is None:
        return UndefinedMetricWarning
    if not hasattr(_category, "both"):
        members = {"__module__": __name__, "__doc__": UndefinedMetricWarning.__doc__}
        _category.both = type(  # type: ignore[attr-defined]
            "UndefinedMetricWarning", (UndefinedMetricWarning, theirs.UndefinedMetricWarning), members)
    return _category.both  # type: ignore[attr-defined, no-any-return]


_WORDS = {
    ("roc_auc",
     "one_class"): "Only one class is present in y_true. ROC AUC score is not defined in that case.",
    ("average_precision", "one_class"): "No positive class found in y_true.",
    ("r2", "one_row"): "R^2 score is not well-defined with less than two samples.",
    ("d2", "one_row"): "D^2 score is not well-defined with less than two samples.",
}


def _undefined(measure: str, reason: str, value: Any) -> Any:
    told = _WORDS.get((measure, reason), f"{measure} does not exist ({reason}).")
    warnings.warn(f"{told} {value} is returned", _category(), stacklevel=4)
    return value


def _labels(values: Any, name: str, beside: Array | None = None) -> Array:
    array = np.asarray(values)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1 or (array.dtype.kind == "O"
                           and any(isinstance(v, (list, tuple, set, np.ndarray)) for v in array)):
        raise ValueError(
            f"{name} has the shape {array.shape}; expected one label a row")
    if array.dtype.kind == "f":
        _finite(array, name)
        if (array != np.rint(array)).any():
            of = "continuous is not supported" if beside is None else (
                "Classification metrics can't handle a mix of "
                f"{'binary' if len(np.unique(beside)) < 3 else 'multiclass'} and continuous targets")
            raise ValueError(f"{of}: {name} holds continuous numbers; expected classes")
    return array


def _finite(array: Array, name: str) -> None:
    if np.isnan(array).any():
        raise ValueError(f"Input {name} contains NaN.")
    if np.isinf(array).any():
        raise ValueError(f"Input {name} contains infinity or a value too large for {array.dtype}.")


def _numbers(values: Any, name: str) -> Numbers:
    if np.iscomplexobj(values):
        raise ValueError(f"Complex data not supported ({name})")
    array = np.ascontiguousarray(values, dtype=np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        total = array.sum()  # the sum is finite only if all numbers are, and cheaper than a look at each
    if not np.isfinite(total):
        _finite(array, name)
    return array


def _weights(values: Any, rows: int) -> Numbers | None:
    if values is None:
        return None
    weights = _numbers(np.full(rows, values) if np.ndim(values) == 0 else values, "sample_weight")
    if weights.ndim != 1:
        raise ValueError("Sample weights must be 1D array or scalar")
    _same_length(rows, "sample_weight", weights)
    if (weights < 0).any():
        raise ValueError("sample_weight has negative weights")
    return weights


def _same_length(rows: int, name: str, values: Any) -> None:
    if len(values) != rows:
        given = [rows, len(values)] if name != "sample_weight" else [rows, rows, len(values)]
        raise ValueError(f"Found input variables with inconsistent numbers of samples: {given} ({name})")
    if rows == 0:
        raise ValueError(
            "Found empty input array (e.g., `y_true` or `y_pred`) while a minimum of 1 sample is required.")


def _coded(*columns: Array, known: Sequence[Any] | None = None) -> tuple[Array, list[Codes]]:
    """The sorted classes of all columns (or the classes ``known``), and each column as their codes."""
    if any(column.dtype.kind in "OUS" for column in columns) and not all(column.dtype.kind in "OUS"
                                                                         for column in columns):
        raise ValueError("Mix of label input types (string and number)")
    if known is None and all(column.dtype.kind in "iub" for column in columns):
        lowest = min(int(column.min()) for column in columns)
        span = max(int(column.max()) for column in columns) - lowest + 1
        if span <= 1 << 16:  # a table of all whole numbers in the range is cheaper than sorting
            offsets = [np.subtract(column, lowest, dtype=np.intp, casting="unsafe") if lowest else column
                       for column in columns]
            present = np.sum([np.bincount(offset, minlength=span) for offset in offsets], axis=0) > 0
            if present.all():
                return np.arange(lowest, lowest + span), [np.ascontiguousarray(offset, dtype=np.uint32)
                                                          for offset in offsets]
            table = (np.cumsum(present) - 1).astype(np.uint32)
            return np.flatnonzero(present) + lowest, [table[offset] for offset in offsets]
    classes = np.unique(np.concatenate(columns)) if known is None else np.asarray(known)
    found = []
    for column in columns:
        codes = np.searchsorted(classes, column).astype(np.uint32)
        if (np.take(classes, codes, mode="clip") != column).any():
            raise ValueError("y_true contains labels that are not in labels")
        found.append(codes)
    return classes, found


def _predicted(y_true: Any, y_pred: Any, sample_weight: Any) -> tuple[Array, Codes, Codes, Numbers | None]:
    truth = _labels(y_true, "y_true")
    predicted = _labels(y_pred, "y_pred", truth)
    _same_length(len(truth), "y_pred", predicted)
    classes, (true_codes, codes) = _coded(truth, predicted)
    return classes, true_codes, codes, _weights(sample_weight, len(truth))


def _rows_of(pair: tuple[Numbers, Numbers] | None, sample_weight: Any) -> Numbers | None:
    """The weights of the rows of two matrices of labels."""
    return None if pair is None else _weights(sample_weight, len(pair[0]))


def _of_labels(measure: str, y_true: Any, y_pred: Any, sample_weight: Any, otherwise: float) -> float:
    classes, truth, predicted, weights = _predicted(y_true, y_pred, sample_weight)
    value, reason = _engine.figure_of_classes(measure, max(2, len(classes)), 1, truth, predicted, None, False,
                                              weights)
    return float(_undefined(measure, reason, otherwise)) if value is None else value


def _rows_or_share(share: float, y_true: Any, sample_weight: Any, normalize: bool) -> float:
    if normalize:
        return share
    rows = y_true.shape[0] if hasattr(y_true, "shape") else len(y_true)
    total = share * (rows if sample_weight is None else float(np.sum(sample_weight)))
    return float(round(total)) if sample_weight is None else total


def accuracy_score(y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None) -> float:
    """The share of rows that are predicted right; without ``normalize`` their number.

    y_true, y_pred: labels, one for each row, or rows x labels, of which all must be right. sample_weight: a
    weight for each row.

    >>> accuracy_score(["a", "b", "b", "a"], ["a", "b", "a", "a"])
    0.75
    """
    several = _multilabel.pair(y_true, y_pred)
    share = (_of_labels("accuracy", y_true, y_pred, sample_weight, np.nan) if several is None else
             _multilabel.right_rows(*several, _rows_of(several, sample_weight)))
    return _rows_or_share(share, y_true, sample_weight, normalize)


def zero_one_loss(y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None) -> float:
    """The share of rows that are predicted wrong; without ``normalize`` their number.

    y_true, y_pred: labels, one for each row, or rows x labels, of which all must be right. sample_weight: a
    weight for each row.

    >>> zero_one_loss([1, 0, 1, 1], [1, 1, 1, 1], normalize=False)
    1.0
    """
    several = _multilabel.pair(y_true, y_pred)
    share = (_of_labels("error_rate", y_true, y_pred, sample_weight, np.nan) if several is None else
             1 - _multilabel.right_rows(*several, _rows_of(several, sample_weight)))
    return _rows_or_share(share, y_true, sample_weight, normalize)


def hamming_loss(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """The share of labels that are wrong, which for one label a row is :func:`zero_one_loss`.

    y_true, y_pred: labels, one for each row, or rows x labels. sample_weight: a weight for each row.

    >>> hamming_loss([1, 2, 3, 4], [2, 2, 3, 4])
    0.25
    >>> hamming_loss([[0, 1], [1, 1]], [[0, 0], [1, 1]])
    0.25
    """
    several = _multilabel.pair(y_true, y_pred)
    if several is not None:
        return _multilabel.wrong_cells(*several, _rows_of(several, sample_weight))
    return _of_labels("error_rate", y_true, y_pred, sample_weight, np.nan)


def balanced_accuracy_score(y_true: Any, y_pred: Any, *, sample_weight: Any = None,
                            adjusted: bool = False) -> float:
    """The mean over the classes of ``y_true`` of the share of their rows that are predicted right.

    y_true, y_pred: labels, one for each row. sample_weight: a weight for each row. adjusted: 0 for
    guessing, 1 at best.

    >>> balanced_accuracy_score([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 0])
    0.625
    """
    score = _of_labels("balanced_accuracy", y_true, y_pred, sample_weight, np.nan)
    if not np.isin(np.unique(np.asarray(y_pred)), np.asarray(y_true)).all():
        warnings.warn("y_pred contains classes not in y_true", UserWarning, stacklevel=2)
    if not adjusted:
        return score
    chance = 1 / len(np.unique(np.asarray(y_true)))
    return (score - chance) / (1 - chance) if chance < 1 else np.nan


def matthews_corrcoef(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """Matthews's correlation of truth and prediction, from -1 to 1, for any number of classes; 0 where it
    does not exist, with a warning.

    y_true, y_pred: labels, one for each row. sample_weight: a weight for each row.

    >>> round(matthews_corrcoef([1, 1, 1, 0], [1, 0, 1, 1]), 4)
    -0.3333
    """
    return _of_labels("mcc", y_true, y_pred, sample_weight, 0.0)


def cohen_kappa_score(
    y1: Any, y2: Any, *, labels: Any = None, weights: str | None = None, sample_weight: Any = None,
    replace_undefined_by: float = np.nan
) -> float:
    """Cohen's kappa, the agreement of two raters beyond chance.

    y1, y2: labels, one for each row. labels: the classes in their order; rows of other classes are left
    out. weights: None, or "linear" or "quadratic" for ordered classes. sample_weight: a weight for each
    row.

    >>> cohen_kappa_score([1, 1, 2, 2], [1, 1, 2, 1])
    0.5
    """
    if weights not in (None, "linear", "quadratic"):
        raise ValueError(f"weights={weights!r}; expected None, 'linear' or 'quadratic'")
    first, second = _labels(y1, "y1"), _labels(y2, "y2")
    _same_length(len(first), "y2", second)
    if labels is not None and not np.isin(first, labels).any():
        raise ValueError("At least one label in `labels` must be present in `y1`")
    kept = (np.ones(len(first), dtype=bool)
            if labels is None else np.isin(first, labels) & np.isin(second, labels))
    if labels is not None:
        order = {label: i for i, label in enumerate(labels)}
        first, second = (np.array([order[v] for v in column[kept]], dtype=np.int64)
                         for column in (first, second))
    if not kept.any():
        return float(_undefined("kappa", "no_rows", replace_undefined_by))
    classes, codes = _coded(first, second, known=None if labels is None else range(len(labels)))
    row_weights = _weights(sample_weight, len(kept))
    measure = "kappa" if weights is None else f"{weights}_kappa"
    value, reason = _engine.figure_of_classes(
        measure, max(2, len(classes)), 1, codes[0], codes[1], None, False,
        None if row_weights is None else row_weights[kept])
    return float(_undefined(measure, reason, replace_undefined_by)) if value is None else value


def _averaged(
    measure: str, y_true: Any, y_pred: Any, labels: Any, pos_label: Any, average: str | None,
    sample_weight: Any, zero_division: Any
) -> Any:
    replaced = 0.0 if zero_division == "warn" else float(zero_division)
    several = _multilabel.pair(y_true, y_pred)
    if several is not None:
        value, missing = _multilabel.overlap(functools.partial(_overlap, measure), *several, labels,
                                             average, _rows_of(several, sample_weight), replaced)
    else:
        value, missing = _averaged_classes(measure, y_true, y_pred, labels, pos_label, average,
                                           sample_weight, replaced)
    if missing and zero_division == "warn":
        _ill_defined(measure, average)
    return value


def _averaged_classes(
    measure: str, y_true: Any, y_pred: Any, labels: Any, pos_label: Any, average: str | None,
    sample_weight: Any, replaced: float
) -> tuple[Any, bool]:
    classes, truth, predicted, weights = _predicted(y_true, y_pred, sample_weight)
    if average == "samples":
        raise ValueError("Samplewise metrics are not available outside of multilabel classification. See the "
                         "accuracy_score which differs from this function.")
    if average not in (None, "binary", "micro", "macro", "weighted"):
        raise ValueError(f"average={average!r}; expected None, 'binary', 'micro', 'macro' or 'weighted'")
    if average == "binary":
        if len(classes) > 2:
            raise ValueError(
                "Target is multiclass but average='binary'. Please choose another average setting, "
                             "one of [None, 'micro', 'macro', 'weighted'].")
        if len(classes) == 2 and pos_label not in classes:
            raise ValueError(
                f"pos_label={pos_label} is not a valid label. It should be one of {np.asarray(classes)}")
        wanted = [pos_label]
    else:
        wanted = list(classes) if labels is None else list(labels)
    codes = {label: code for code, label in enumerate(classes.tolist())}
    absent = len(classes)  # for all classes that do not occur
    chosen = [codes.get(label.item() if isinstance(label, np.generic) else label, absent) for label in wanted]
    found, support = _engine.figures_of_labels(measure, absent + 1, truth, predicted, weights, chosen,
                                               average == "micro")
    missing = any(value is None for value, _ in found)
    values = np.array([replaced if value is None else value for value, _ in found])
    if average is None:
        return values, missing
    kept = ~np.isnan(values)
    if average == "weighted":
        of_rows = np.array(support)[kept]
        value = float(np.average(values[kept], weights=of_rows)) if of_rows.sum() > 0 else replaced
        return value, missing
    return (float(values[kept].mean()) if kept.any() else float("nan")), missing


def _ill_defined(measure: str, average: str | None) -> None:
    """Warns, as scikit-learn does, that a figure has nothing to divide by."""
    name = {"precision": "Precision", "recall": "Recall", "jaccard": "Jaccard"}.get(measure, "F-score")
    lacks = {"precision": "predicted", "recall": "true", "jaccard": "true or predicted"}.get(
        measure, "true nor predicted")
    where = {"binary": f"due to no {lacks} samples", "micro": f"due to no {lacks} samples",
             "samples": f"in samples with no {lacks} labels"}.get(
                 average or "", f"in labels with no {lacks} samples")
    warnings.warn(f"{name} is ill-defined and being set to 0.0 {where}. Use `zero_division` parameter to "
                  "control this behavior.", _category(), stacklevel=4)


def _overlap(measure: str, found: Numbers, predicted: Numbers,
             of_label: Numbers) -> tuple[Numbers, Numbers]:
    """Numerator and denominator of a figure of labels."""
    if measure in ("precision", "recall"):
        return found, predicted if measure == "precision" else of_label
    if measure == "jaccard":
        return found, predicted + of_label - found
    square = 1.0 if measure == "f1" else float(measure.partition("=")[2]) ** 2
    return (1 + square) * found, square * of_label + predicted


def precision_score(
    y_true: Any, y_pred: Any, *, labels: Any = None, pos_label: Any = 1, average: str | None = "binary",
    sample_weight: Any = None, zero_division: Any = "warn",
) -> Any:
    """Of the rows that are predicted to be of a class, the share that are.

    y_true, y_pred: labels, one for each row, or rows x labels. labels: the classes that count; a class may
    be missing from the data. pos_label: the positive class of ``average="binary"``. average: "binary",
    "micro", "macro", "weighted", "samples" for several labels a row, or None for an array with a figure for
    each class. zero_division: the value where a figure does not exist.

    >>> precision_score([0, 1, 1, 0, 1], [0, 1, 1, 1, 0])
    0.6666666666666666
    >>> precision_score(["a", "b", "c"], ["a", "b", "b"], average=None, zero_division=0).tolist()
    [1.0, 0.5, 0.0]
    """
    return _averaged("precision", y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)


def recall_score(
    y_true: Any, y_pred: Any, *, labels: Any = None, pos_label: Any = 1, average: str | None = "binary",
    sample_weight: Any = None, zero_division: Any = "warn",
) -> Any:
    """Of the rows of a class, the share that are predicted to be of it.

    As for :func:`precision_score`.

    >>> recall_score([0, 1, 1, 0, 1, 1], [0, 1, 1, 1, 0, 1])
    0.75
    """
    return _averaged("recall", y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)


def f1_score(
    y_true: Any, y_pred: Any, *, labels: Any = None, pos_label: Any = 1, average: str | None = "binary",
    sample_weight: Any = None, zero_division: Any = "warn",
) -> Any:
    """The harmonic mean of precision and recall, 2 TP / (2 TP + FP + FN).

    As for :func:`precision_score`.

    >>> f1_score([0, 1, 1, 0, 1, 1], [0, 1, 1, 1, 0, 1])
    0.75
    """
    return _averaged("f1", y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)


def fbeta_score(
    y_true: Any, y_pred: Any, *, beta: float, labels: Any = None, pos_label: Any = 1,
    average: str | None = "binary", sample_weight: Any = None, zero_division: Any = "warn",
) -> Any:
    """The weighted harmonic mean of precision and recall; recall counts ``beta`` squared times as much.

    As for :func:`precision_score`.

    >>> round(fbeta_score([0, 1, 1, 0, 1], [0, 1, 0, 1, 0], beta=2), 4)
    0.3571
    """
    if beta < 0:
        raise ValueError(f"beta={beta} must be at least 0")
    # its limits
    measure = "precision" if beta == 0 else "recall" if beta == np.inf else f"fbeta:beta={beta!r}"
    return _averaged(measure, y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)


def jaccard_score(
    y_true: Any, y_pred: Any, *, labels: Any = None, pos_label: Any = 1, average: str | None = "binary",
    sample_weight: Any = None, zero_division: Any = "warn",
) -> Any:
    """The rows of a class that are found, as a share of those that are of it or predicted to be, TP / (TP
    + FP + FN).

    As for :func:`precision_score`.

    >>> jaccard_score([0, 1, 1, 0, 1], [0, 1, 1, 1, 0])
    0.5
    """
    return _averaged("jaccard", y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)


def _of_ranks(measure: str, truth: Codes, scores: Numbers, weights: Numbers | None,
              otherwise: float) -> float:
    value, reason = _engine.figure_of_classes(measure, 2, 1, truth, None, np.ascontiguousarray(scores), False,
                                              weights)
    return float(_undefined(measure, reason, otherwise)) if value is None else value


def _of_class_ranks(
    measure: str, classes: Array, truth: Codes, scores: Numbers, weights: Numbers | None, average: str | None,
    otherwise: float
) -> Any:
    """The figure of each class against all others, or an average of them."""
    if average == "micro":
        each = np.arange(len(classes), dtype=np.uint32)
        stacked = None if weights is None else np.repeat(weights, len(classes))
        return _of_ranks(measure, (truth[:, None] == each).astype(np.uint32).ravel(), scores.ravel(), stacked,
                         otherwise)
    if average not in (None, "macro", "weighted"):
        raise ValueError(f"average={average!r}; expected None, 'micro', 'macro' or 'weighted'")
    against = [(truth == c).astype(np.uint32) for c in range(len(classes))]
    values = np.array(
        [_of_ranks(measure, one, scores[:, c], weights, otherwise) for c, one in enumerate(against)])
    if average is None:
        return values
    shares = None if average == "macro" else [np.average(one, weights=weights) for one in against]
    return float(np.average(values, weights=shares))


def _ranked_labels(measure: str, y_true: Any, y_score: Any, average: str | None, sample_weight: Any,
                   otherwise: float, max_fpr: float | None = None) -> Any:
    truth, scores = _multilabel.matrix(y_true, "y_true"), _numbers(y_score, "y_score")
    _same_length(len(truth), "y_score", scores)

    def figure(of_label: Numbers, of_scores: Numbers, weights: Numbers | None) -> float:
        codes = np.ascontiguousarray(of_label, dtype=np.uint32)
        if max_fpr not in (None, 1.0):
            return _partial_area(codes, of_scores, weights, max_fpr)
        return _of_ranks(measure, codes, of_scores, weights, otherwise)

    return _multilabel.ranked(figure, truth, scores, average, _weights(sample_weight, len(truth)))


def _class_scores(truth: Array, scores: Numbers, labels: Any) -> tuple[Array, Codes]:
    if labels is not None:
        if list(labels) != sorted(set(labels)):
            raise ValueError("labels must be ordered and unique")
    classes, (codes,) = _coded(truth, known=labels)
    if scores.ndim != 2 or scores.shape[1] != len(classes):
        raise ValueError(
            f"y_score has the shape {scores.shape} for {len(classes)} classes; give labels= where y_true "
            "lacks some")
    return classes, codes


def _of_pairs(codes: Codes, scores: Numbers) -> float:
    """The AUC of each pair of the classes that occur, weighted by the rows of both."""
    areas, shares = [], []
    for a, b in itertools.combinations(np.unique(codes), 2):
        rows = (codes == a) | (codes == b)
        both = [_of_ranks("roc_auc", (codes[rows] == c).astype(np.uint32), scores[rows, c], None, np.nan)
                for c in (a, b)]
        areas.append(sum(both) / 2)
        shares.append(rows.mean())
    return float(np.average(areas, weights=shares))


def _partial_area(truth: Codes, scores: Numbers, weights: Numbers | None, most: float) -> float:
    """The area under the ROC curve up to the false positive rate ``most``, rescaled as McClish (1989)
    does.
    """
    if len(np.unique(truth)) < 2:
        return float(_undefined("roc_auc", "one_class", np.nan))
    order = np.argsort(-scores, kind="stable")
    rows = np.ones(len(truth)) if weights is None else weights
    last = np.append(np.flatnonzero(np.diff(scores[order])), len(truth) - 1)
    rate = [np.append(0.0, np.cumsum((rows * (truth == of))[order])[last]) for of in (0, 1)]
    false, true = (rates / rates[-1] for rates in rate)
    kept = int(np.searchsorted(false, most, "right"))
    x = np.append(false[:kept], most)
    y = np.append(true[:kept], np.interp(most, false, true))
    chance = most ** 2 / 2
    area = np.sum(np.diff(x) * (y[1:] + y[:-1]) / 2)
    return float(0.5 * (1 + (area - chance) / (most - chance)))


def roc_auc_score(
    y_true: Any, y_score: Any, *, average: str | None = "macro", sample_weight: Any = None,
    max_fpr: float | None = None, multi_class: str = "raise", labels: Any = None,
) -> Any:
    """The area under the ROC curve: the probability that a row of the positive class has the higher
    score; a tie counts as one half.

    y_true: labels, one for each row. y_score: scores, larger for the second class; rows x classes in
    sorted order for more than two classes, which ``multi_class`` compares each with the rest ("ovr") or
    in pairs ("ovo"), averaged as ``average`` says. max_fpr: the area up to this false positive rate,
    rescaled so that 0.5 is chance and 1 the best (McClish 1989), for two classes without weights. labels:
    all classes, if ``y_true`` lacks some. sample_weight: a weight for each row.

    >>> roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    if max_fpr is not None and not 0 < max_fpr <= 1:
        raise ValueError(f"max_fpr={max_fpr} must lie between 0 and 1")
    if _multilabel.is_matrix(y_true):
        return _ranked_labels("roc_auc", y_true, y_score, average, sample_weight, np.nan, max_fpr)
    truth, scores = _labels(y_true, "y_true"), _numbers(y_score, "y_score")
    _same_length(len(truth), "y_score", scores)
    weights = _weights(sample_weight, len(truth))
    if scores.ndim == 1 or scores.shape[1] == 1:
        classes, (codes,) = _coded(truth)
        if len(classes) > 2:
            raise ValueError(
                f"y_score has the shape {scores.shape} for {len(classes)} classes; expected one column a "
                "class")
        if max_fpr not in (None, 1.0):
            return _partial_area(codes, scores.ravel(), weights, max_fpr)
        return _of_ranks("roc_auc", codes, scores.ravel(), weights, np.nan)
    if max_fpr not in (None, 1.0):
        raise ValueError("max_fpr is for two classes")
    if multi_class not in ("ovr", "ovo"):
        raise ValueError("multi_class must be in ('ovo', 'ovr')")
    if not np.allclose(1, scores.sum(axis=1)):
        raise ValueError(
            "Target scores need to be probabilities for multiclass roc_auc, i.e. they should sum up to 1.0 "
            "over classes")
    classes, codes = _class_scores(truth, scores, labels)
    if multi_class == "ovr":
        return _of_class_ranks("roc_auc", classes, codes, scores, weights, average, np.nan)
    if weights is not None:
        raise ValueError(
            "sample_weight is not supported for multiclass one-vs-one ROC AUC, 'sample_weight' must be None "
            "in this case")
    if average == "weighted":
        return _of_pairs(codes, scores)
    if average is None:
        raise NotImplementedError("average=None is not implemented for multi_class='ovo'.")
    if average != "macro":
        raise ValueError(
            f"average={average!r}; expected 'macro' or 'weighted' for multiclass one-vs-one ROC AUC")
    value, reason = _engine.figure_of_classes("roc_auc_ovo", len(classes), 1, codes, None, scores, True, None)
    return _undefined("roc_auc_ovo", reason, np.nan) if value is None else value


def average_precision_score(
    y_true: Any, y_score: Any, *, average: str | None = "macro", pos_label: Any = 1, sample_weight: Any = None
) -> Any:
    """The area under the curve of precision and recall, as a sum of steps; ties are taken together.

    y_true: labels, one for each row. y_score: scores, larger for the class ``pos_label``; rows x classes
    for more than two classes, averaged as ``average`` says. sample_weight: a weight for each row.

    >>> round(average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    """
    if _multilabel.is_matrix(y_true):
        _multilabel.matrix(y_true, "y_true")
        if pos_label != 1:
            raise ValueError("Parameter pos_label is fixed to 1 for multilabel-indicator y_true. Do not set "
                             "pos_label or set pos_label to 1.")
        return _ranked_labels("average_precision", y_true, y_score, average, sample_weight, 0.0)
    truth, scores = _labels(y_true, "y_true"), _numbers(y_score, "y_score")
    _same_length(len(truth), "y_score", scores)
    weights = _weights(sample_weight, len(truth))
    classes, (codes,) = _coded(truth)
    if scores.ndim == 1 or scores.shape[1] == 1:
        if len(classes) > 2:
            raise ValueError(
                f"y_score has the shape {scores.shape} for {len(classes)} classes; expected one column a "
                "class")
        if len(classes) == 2 and pos_label not in classes:
            raise ValueError(
                f"pos_label={pos_label} is not a valid label. It should be one of {np.asarray(classes)}")
        return _of_ranks("average_precision", (truth == pos_label).astype(np.uint32), scores.ravel(), weights,
                         0.0)
    if pos_label != 1:
        raise ValueError(
            "Parameter pos_label is fixed to 1 for multiclass y_true. Do not set pos_label or set pos_label "
            "to 1.")
    classes, codes = _class_scores(truth, scores, None)
    if average == "samples":
        each = np.arange(len(classes), dtype=np.uint32)
        return _ranked_labels("average_precision", codes[:, None] == each, scores, average, sample_weight,
                              0.0)
    return _of_class_ranks("average_precision", classes, codes, scores, weights, average, 0.0)


def _probabilities(y_true: Any, y_proba: Any, labels: Any, pos_label: Any = None,
                   lone_label: Any = None) -> tuple[int, Codes, Numbers]:
    """The number of classes, their codes, and a column of probabilities for each class.

    For two classes there is only the column of the positive class, which has the code 1. If only one
    class occurs, ``lone_label`` is the positive one.
    """
    truth, scores = _labels(y_true, "y_true"), _numbers(y_proba, "y_proba")
    _same_length(len(truth), "y_proba", scores)
    if labels is not None and list(labels) != sorted(labels):
        warnings.warn(
            f"Labels passed were {list(labels)}. But this function assumes labels are ordered "
            "lexicographically. Pass the ordered "
                      f"labels={sorted(labels)} and ensure that the columns of y_prob correspond to this "
            "ordering.", UserWarning, stacklevel=3)
    if ((scores < 0) | (scores > 1)).any():
        raise ValueError("y_proba has values below 0 or above 1; expected probabilities")
    if scores.ndim == 2 and scores.shape[1] > 1:
        if not np.allclose(1, scores.sum(axis=1), rtol=np.sqrt(np.finfo(np.float64).eps)):
            warnings.warn("The y_prob values do not sum to one. Make sure to pass probabilities.",
                          UserWarning, stacklevel=3)
        classes, codes = _class_scores(truth, scores, None if labels is None else sorted(labels))
        return len(classes), codes, scores
    classes, (codes,) = _coded(truth, known=None if labels is None else sorted(labels))
    if len(classes) > 2:
        raise ValueError(
            "The type of the target inferred from y_true is multiclass but should be binary according to the "
            f"shape of y_prob. It has one column for {len(classes)} classes; expected one column per class")
    if pos_label is None and len(classes) == 1 and labels is None:
        pos_label = lone_label
    if pos_label is not None:
        if len(classes) == 2 and pos_label not in classes:
            raise ValueError(
                f"pos_label={pos_label} is not a valid label. It should be one of {np.asarray(classes)}")
        codes = (truth == pos_label).astype(np.uint32)
    elif len(classes) == 1:
        if labels is None:
            raise ValueError(
                f"y_true contains only one label ({classes[0]}). Please provide the true labels explicitly.")
        raise ValueError("The labels array needs to contain at least two labels")
    return 2, codes, scores.ravel()


def _label_probabilities(y_true: Any, y_proba: Any) -> tuple[Numbers, Numbers]:
    """Several labels a row, and a probability for each."""
    truth, scores = _multilabel.matrix(y_true, "y_true"), _numbers(y_proba, "y_proba")
    _same_length(len(truth), "y_proba", scores)
    if scores.shape != truth.shape:
        raise ValueError(f"y_proba has the shape {scores.shape}; expected {truth.shape}, as y_true")
    if ((scores < 0) | (scores > 1)).any():
        raise ValueError("y_proba has values below 0 or above 1; expected probabilities")
    return truth, scores


def log_loss(y_true: Any, y_proba: Any, *, normalize: bool = True, sample_weight: Any = None,
             labels: Any = None) -> float:
    """The mean of -ln p, p the predicted probability of the row's class; without ``normalize`` the sum.

    y_true: labels, one for each row. y_proba: probabilities, of the second class or rows x classes in
    sorted order. labels: all classes, if ``y_true`` lacks some. sample_weight: a weight for each row.

    >>> round(log_loss(["ham", "spam", "ham"], [[0.9, 0.1], [0.2, 0.8], [0.7, 0.3]]), 4)
    0.2284
    """
    if _multilabel.is_matrix(y_true):
        truth, scores = _label_probabilities(y_true, y_proba)
        least = np.finfo(np.asarray(y_proba).dtype).eps
        losses = -(truth * np.log(np.clip(scores, least, 1 - least))).sum(axis=1)
        weights = _weights(sample_weight, len(truth))
        return float(np.average(losses, weights=weights) if normalize else np.dot(
            losses, np.ones(len(losses)) if weights is None else weights))
    classes, codes, scores = _probabilities(y_true, y_proba, labels)
    weights = _weights(sample_weight, len(codes))
    value, reason = _engine.figure_of_classes("log_loss", classes, 1, codes, None, scores, True, weights)
    if value is None:
        return float(_undefined("log_loss", reason, np.nan))
    return value if normalize else value * (len(codes) if weights is None else float(weights.sum()))


def brier_score_loss(
    y_true: Any, y_proba: Any, *, sample_weight: Any = None, pos_label: Any = None, labels: Any = None,
    scale_by_half: Any = "auto"
) -> float:
    """The mean squared distance of probabilities from what happened.

    y_true: labels, one for each row. y_proba: probabilities, of the class ``pos_label`` or rows x classes
    in sorted order. scale_by_half: the half of the sum over classes; "auto": for two classes. labels: all
    classes, if ``y_true`` lacks some. sample_weight: a weight for each row.

    >>> round(brier_score_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.0375
    """
    if pos_label is None and labels is None and np.ndim(y_proba) == 1 and np.asarray(
            y_true).dtype.kind in "OUS":
        found = ", ".join(map(repr, np.unique(y_true).tolist()))
        raise ValueError(
            f"y_true takes value in {{{found}}} and pos_label is not specified: either make y_true take "
            "value "
                         "in {0, 1} or {-1, 1} or pass pos_label explicitly.")
    if _multilabel.is_matrix(y_true):
        truth, scores = _label_probabilities(y_true, y_proba)
        distance = float(np.average(((truth - scores) ** 2).sum(axis=1),
                                    weights=_weights(sample_weight, len(truth))))
        half = truth.shape[1] < 3 if scale_by_half == "auto" else scale_by_half
        return distance / 2 if half else distance
    classes, codes, scores = _probabilities(y_true, y_proba, labels, pos_label, lone_label=1)
    value, reason = _engine.figure_of_classes("brier", classes, 1, codes, None, scores, True,
                                              _weights(sample_weight, len(codes)))
    if value is None:
        return float(_undefined("brier", reason, np.nan))
    halved = classes == 2  # for two classes, the engine's figure covers the positive class alone
    return (value
            if halved == (halved if scale_by_half == "auto" else scale_by_half)
            else value * (2 if halved else 0.5))


def top_k_accuracy_score(
    y_true: Any, y_score: Any, *, k: int = 2, normalize: bool = True, sample_weight: Any = None,
    labels: Any = None
) -> float:
    """The share of rows whose class is among the ``k`` with the highest scores; without ``normalize``
    their number. Among classes with equal scores, the last class comes first, as in scikit-learn.

    y_true: labels, one for each row. y_score: rows x classes in sorted order. labels: all classes, if
    ``y_true`` lacks some. sample_weight: a weight for each row.

    >>> top_k_accuracy_score([0, 1, 2], [[0.5, 0.2, 0.3], [0.3, 0.4, 0.3], [0.7, 0.2, 0.1]], k=2)
    0.6666666666666666
    """
    truth, scores = _labels(y_true, "y_true"), _numbers(y_score, "y_score")
    _same_length(len(truth), "y_score", scores)
    if scores.ndim == 1:
        classes, (codes,) = _coded(truth, known=labels)
        cut = 0.5 if ((scores >= 0) & (scores <= 1)).all() else 0.0
        scores = np.column_stack([scores <= cut, scores > cut]).astype(np.float64)
    else:
        classes, codes = _class_scores(truth, scores, labels)
    weights = _weights(sample_weight, len(truth))
    if k >= scores.shape[1]:
        warnings.warn(
            f"'k' ({k}) greater than or equal to 'n_classes' ({scores.shape[1]}) will result in a perfect "
            "score and is therefore meaningless.",
                      _category(), stacklevel=2)
    value, reason = _engine.figure_of_classes(f"top_k:k={k}", scores.shape[1], 1, codes, None,
                                              np.ascontiguousarray(scores), False, weights)
    if value is None:
        return float(_undefined("top_k", reason, np.nan))
    return _rows_or_share(value, truth, weights, normalize)


def _columns_of(y_true: Any, y_pred: Any) -> tuple[Numbers, Numbers]:
    """Both as rows x outputs."""
    truth, predicted = _numbers(y_true, "y_true"), _numbers(y_pred, "y_pred")
    _same_length(len(truth), "y_pred", predicted)
    truth, predicted = (column[:, None] if column.ndim == 1 else column for column in (truth, predicted))
    if truth.shape != predicted.shape:
        raise ValueError(
            f"y_true and y_pred have different number of output ({truth.shape[1]}!={predicted.shape[1]})")
    return truth, predicted


def _over_outputs(values: list[Any], multioutput: Any) -> Any:
    if isinstance(multioutput, str) and multioutput not in ("raw_values", "uniform_average"):
        raise ValueError(f"multioutput={multioutput!r}; expected 'raw_values', 'uniform_average' or weights")
    if isinstance(multioutput, str) and multioutput == "raw_values":
        return np.array(values)
    return float(np.average(values, weights=None if isinstance(multioutput, str) else multioutput))


def _of_numbers(measure: str, y_true: Any, y_pred: Any, sample_weight: Any, multioutput: Any) -> Any:
    truth, predicted = _columns_of(y_true, y_pred)
    weights = _weights(sample_weight, len(truth))
    values = []
    for one, other in zip(truth.T, predicted.T):
        value, reason = _engine.figure_of_numbers(measure, np.ascontiguousarray(one),
                                                  np.ascontiguousarray(other), weights)
        values.append(_undefined(measure, reason, np.nan) if value is None else value)
    return _over_outputs(values, multioutput)


def mean_squared_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None,
                       multioutput: Any = "uniform_average") -> Any:
    """The mean of the squared errors.

    y_true, y_pred: numbers, one for each row, or rows x outputs. sample_weight: a weight for each row.
    multioutput: "uniform_average", "raw_values" for an array with a figure for each output, or weights of
    the outputs.

    >>> mean_squared_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.375
    """
    return _of_numbers("mse", y_true, y_pred, sample_weight, multioutput)


def root_mean_squared_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None,
                            multioutput: Any = "uniform_average") -> Any:
    """The root of the mean of the squared errors, in the unit of the truth.

    As for :func:`mean_squared_error`.

    >>> root_mean_squared_error([1, 2, 3], [1, 2, 6]) == 3 ** 0.5
    True
    """
    return _of_numbers("rmse", y_true, y_pred, sample_weight, multioutput)


def mean_absolute_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None,
                        multioutput: Any = "uniform_average") -> Any:
    """The mean of the absolute errors.

    As for :func:`mean_squared_error`.

    >>> mean_absolute_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.5
    """
    return _of_numbers("mae", y_true, y_pred, sample_weight, multioutput)


def median_absolute_error(y_true: Any, y_pred: Any, *, multioutput: Any = "uniform_average",
                          sample_weight: Any = None) -> Any:
    """The median of the absolute errors; with whole weights that of rows that are repeated.

    As for :func:`mean_squared_error`.

    >>> median_absolute_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.5
    """
    return _of_numbers("median_ae", y_true, y_pred, sample_weight, multioutput)


def mean_absolute_percentage_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None,
                                   multioutput: Any = "uniform_average") -> Any:
    """The mean of the absolute errors as shares of the truth (1 is 100 %); a truth of 0 counts as the
    smallest difference from 1 that a double has.

    As for :func:`mean_squared_error`.

    >>> mean_absolute_percentage_error([2, 4], [3, 4])
    0.25
    """
    return _of_numbers("mape", y_true, y_pred, sample_weight, multioutput)


def mean_pinball_loss(
    y_true: Any, y_pred: Any, *, sample_weight: Any = None, alpha: float = 0.5,
    multioutput: Any = "uniform_average"
) -> Any:
    """The mean of the pinball losses, for predictions of the quantile ``alpha``.

    As for :func:`mean_squared_error`.

    >>> round(mean_pinball_loss([1, 2, 3], [0, 2, 4], alpha=0.9), 4)
    0.3333
    """
    return _of_numbers(f"pinball:q={alpha!r}", y_true, y_pred, sample_weight, multioutput)


def _r2(truth: Numbers, predicted: Numbers, weights: Numbers | None, force_finite: bool) -> float:
    value, reason = _engine.figure_of_numbers("r2", np.ascontiguousarray(truth),
                                              np.ascontiguousarray(predicted), weights)
    if value is not None:
        return value
    if reason != "constant_truth" or len(truth) < 2:
        return float(_undefined("r2", reason, np.nan))
    right = bool((truth == predicted).all())
    return float(right) if force_finite else np.nan if right else -np.inf


def r2_score(
    y_true: Any, y_pred: Any, *, sample_weight: Any = None, multioutput: Any = "uniform_average",
    force_finite: bool = True
) -> Any:
    """1 - the squared errors as a share of those of the mean of the truth: 1 at best, 0 for the mean,
    negative for worse.

    As for :func:`mean_squared_error`; the ``multioutput`` "variance_weighted" averages the outputs by their
    variances. For a constant truth it is 1 if every prediction is right, else 0; without ``force_finite``
    NaN or minus infinity.

    >>> round(r2_score([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]), 4)
    0.9486
    """
    truth, predicted = _columns_of(y_true, y_pred)
    weights = _weights(sample_weight, len(truth))
    if len(truth) < 2:
        return float(_undefined("r2", "one_row", np.nan))
    values = [_r2(one, other, weights, force_finite) for one, other in zip(truth.T, predicted.T)]
    if isinstance(multioutput, str) and multioutput == "variance_weighted":
        centre = np.average(truth, axis=0, weights=weights)
        spread = np.average((truth - centre) ** 2, axis=0, weights=weights)
        return _over_outputs(values, spread if spread.any() else "uniform_average")
    return _over_outputs(values, multioutput)


def explained_variance_score(
    y_true: Any, y_pred: Any, *, sample_weight: Any = None, multioutput: Any = "uniform_average",
    force_finite: bool = True
) -> Any:
    """:func:`r2_score` of predictions whose mean error has been taken away.

    As for :func:`r2_score`.

    >>> round(explained_variance_score([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]), 4)
    0.9572
    """
    truth, predicted = _columns_of(y_true, y_pred)
    weights = _weights(sample_weight, len(truth))
    if len(truth) < 2:  # nothing is left of the one error
        return _over_outputs([1.0 if force_finite else np.nan] * truth.shape[1], multioutput)
    return r2_score(truth, predicted + np.average(truth - predicted, axis=0, weights=weights),
                    sample_weight=sample_weight, multioutput=multioutput, force_finite=force_finite)


def max_error(y_true: Any, y_pred: Any) -> float:
    """The largest absolute error.

    y_true, y_pred: numbers, one for each row.

    >>> max_error([3, 2, 7, 1], [4, 2, 7, 1])
    1.0
    """
    truth, predicted = _columns_of(y_true, y_pred)
    if truth.shape[1] > 1:
        raise ValueError("Multioutput not supported in max_error")
    return float(np.abs(truth - predicted).max())


def mean_squared_log_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None,
                           multioutput: Any = "uniform_average") -> Any:
    """:func:`mean_squared_error` of ln(1 + y), for numbers above -1.

    As for :func:`mean_squared_error`.

    >>> round(mean_squared_log_error([3, 5, 2.5, 7], [2.5, 5, 4, 8]), 4)
    0.0397
    """
    return mean_squared_error(*_logarithms(y_true, y_pred), sample_weight=sample_weight,
                              multioutput=multioutput)


def root_mean_squared_log_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None,
                                multioutput: Any = "uniform_average") -> Any:
    """The root of :func:`mean_squared_log_error`.

    As for :func:`mean_squared_error`.

    >>> round(root_mean_squared_log_error([3, 5, 2.5, 7], [2.5, 5, 4, 8]), 4)
    0.1993
    """
    return root_mean_squared_error(*_logarithms(y_true, y_pred), sample_weight=sample_weight,
                                   multioutput=multioutput)


def _logarithms(y_true: Any, y_pred: Any) -> tuple[Numbers, Numbers]:
    truth, predicted = _columns_of(y_true, y_pred)
    if (truth <= -1).any() or (predicted <= -1).any():
        raise ValueError("Mean Squared Logarithmic Error cannot be used when targets contain values less "
                         "than or equal to -1.")
    return np.log1p(truth), np.log1p(predicted)


def mean_tweedie_deviance(y_true: Any, y_pred: Any, *, sample_weight: Any = None, power: float = 0) -> float:
    """The mean deviance of Tweedie's family: 0 the squared error, 1 Poisson's, 2 that of gamma, 3 that of
    inverse Gaussian distributions.

    y_true, y_pred: numbers, one for each row, in the range that the power demands. sample_weight: a
    weight for each row.

    >>> round(mean_tweedie_deviance([2, 0, 1, 4], [0.5, 0.5, 2., 2.], power=1), 4)
    1.426
    """
    if 0 < power < 1:
        raise ValueError(f"power={power} must be 0 or less, or 1 or more")
    truth, predicted = (column.ravel() for column in _single_output(y_true, y_pred))
    said = f"Mean Tweedie deviance error with power={power} can only be used on "
    if power < 0 and (predicted <= 0).any():
        raise ValueError(said + "strictly positive y_pred.")
    if 1 <= power < 2 and ((truth < 0).any() or (predicted <= 0).any()):
        raise ValueError(said + "non-negative y and strictly positive y_pred.")
    if power >= 2 and ((truth <= 0).any() or (predicted <= 0).any()):
        raise ValueError(said + "strictly positive y and y_pred.")
    if power == 0:
        deviance = (truth - predicted) ** 2
    elif power == 1:
        logarithm = np.log(np.where(truth > 0, truth, predicted) / predicted)
        deviance = 2 * (truth * logarithm - truth + predicted)
    elif power == 2:
        deviance = 2 * (np.log(predicted / truth) + truth / predicted - 1)
    else:
        deviance = 2 * (np.maximum(truth, 0) ** (2 - power) / ((1 - power) * (2 - power))
                        - truth * predicted ** (1 - power) / (1 - power)
                        + predicted ** (2 - power) / (2 - power))
    return float(np.average(deviance, weights=_weights(sample_weight, len(truth))))


def mean_poisson_deviance(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """:func:`mean_tweedie_deviance` of power 1, for counts.

    >>> round(mean_poisson_deviance([2, 0, 1, 4], [0.5, 0.5, 2., 2.]), 4)
    1.426
    """
    return mean_tweedie_deviance(y_true, y_pred, sample_weight=sample_weight, power=1)


def mean_gamma_deviance(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """:func:`mean_tweedie_deviance` of power 2, for positive numbers.

    >>> round(mean_gamma_deviance([2, 0.5, 1, 4], [0.5, 0.5, 2., 2.]), 4)
    1.0569
    """
    return mean_tweedie_deviance(y_true, y_pred, sample_weight=sample_weight, power=2)


def d2_tweedie_score(y_true: Any, y_pred: Any, *, sample_weight: Any = None, power: float = 0) -> float:
    """1 - :func:`mean_tweedie_deviance` as a share of that of the mean of the truth.

    >>> round(d2_tweedie_score([0.5, 1, 2.5, 7], [1, 1, 5, 3.5], power=1), 4)
    0.4879
    """
    truth = _single_output(y_true, y_pred)[0].ravel()
    if len(truth) < 2:
        return float(_undefined("d2", "one_row", np.nan))
    mean = np.average(truth, weights=_weights(sample_weight, len(truth)))
    return 1 - (mean_tweedie_deviance(y_true, y_pred, sample_weight=sample_weight, power=power)
                / mean_tweedie_deviance(truth, np.full(len(truth), mean), sample_weight=sample_weight,
                                        power=power))


def _single_output(y_true: Any, y_pred: Any) -> tuple[Numbers, Numbers]:
    truth, predicted = _columns_of(y_true, y_pred)
    if truth.shape[1] > 1:
        raise ValueError("Multioutput not supported in mean_tweedie_deviance")
    return truth, predicted
