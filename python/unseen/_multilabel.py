"""Targets with several labels a row: matrices of 0 and 1, rows x labels, as scikit-learn has them.

A label is a class of its own against the rest. Averages are "micro" over all cells, "macro" over the labels,
"weighted" by the rows of each label, and "samples" over the rows, each judged by its own labels.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Averages = {None, "micro", "macro", "weighted", "samples"}


def is_matrix(values: Any) -> bool:
    """True for a matrix of labels, dense or sparse, with at least two columns."""
    shape = getattr(values, "shape", None)
    if shape is None and isinstance(values, (list, tuple)) and values and not np.isscalar(values[0]):
        sizes = {len(row) if isinstance(row, (list, tuple, np.ndarray)) else 0 for row in values}
        shape = (len(values), sizes.pop()) if len(sizes) == 1 else ()
    return shape is not None and len(shape) == 2 and shape[1] > 1


def matrix(values: Any, name: str) -> Numbers:
    """The matrix as numbers. Raises ValueError unless all cells are 0 or 1."""
    if not is_matrix(values):
        raise ValueError(
            "Classification metrics can't handle a mix of multilabel-indicator and other targets")
    dense = np.asarray(values.toarray() if hasattr(values, "toarray") else values)
    if dense.dtype.kind not in "iubf":
        raise ValueError(f"{name} is rows x labels; expected cells of 0 and 1")
    if np.isnan(dense).any():
        raise ValueError(f"Input {name} contains NaN.")
    if np.isinf(dense).any():
        raise ValueError(f"Input {name} contains infinity or a value too large for {dense.dtype}.")
    if not np.isin(dense, (0, 1)).all():
        raise ValueError(f"multiclass-multioutput format is not supported: {name} is rows x labels; "
                         "expected cells of 0 and 1")
    return dense.astype(np.float64)


def pair(y_true: Any, y_pred: Any) -> tuple[Numbers, Numbers] | None:
    """Truth and prediction of several labels a row, or None if neither is a matrix."""
    if not (is_matrix(y_true) or is_matrix(y_pred)):
        return None
    truth, predicted = matrix(y_true, "y_true"), matrix(y_pred, "y_pred")
    if len(truth) != len(predicted):
        raise ValueError(f"Found input variables with inconsistent numbers of samples: "
                         f"{[len(truth), len(predicted)]} (y_pred)")
    if truth.shape != predicted.shape:
        raise ValueError(f"y_true has {truth.shape[1]} labels and y_pred {predicted.shape[1]}")
    if len(truth) == 0:
        raise ValueError(
            "Found empty input array (e.g., `y_true` or `y_pred`) while a minimum of 1 sample is required.")
    return truth, predicted


def right_rows(truth: Numbers, predicted: Numbers, weights: Numbers | None) -> float:
    """The share of rows all of whose labels are right."""
    return float(np.average((truth == predicted).all(axis=1), weights=weights))


def wrong_cells(truth: Numbers, predicted: Numbers, weights: Numbers | None) -> float:
    """The share of labels that are wrong."""
    return float(np.average((truth != predicted).mean(axis=1), weights=weights))


def _columns(labels: Any, count: int) -> Any:
    if labels is None:
        return slice(None)
    chosen = np.asarray(labels)
    if chosen.size and chosen.max() >= count:
        raise ValueError("All labels must be in [0, n labels) for multilabel targets. "
                         f"Got {chosen.max()} > {count - 1}")
    if chosen.size and chosen.min() < 0:
        raise ValueError("All labels must be in [0, n labels) for multilabel targets. "
                         f"Got {chosen.min()} < 0")
    return chosen


def overlap(
    of_counts: Callable[[Numbers, Numbers, Numbers], tuple[Numbers, Numbers]], truth: Numbers,
    predicted: Numbers, labels: Any, average: str | None, weights: Numbers | None, missing: float,
) -> tuple[Any, bool]:
    """An average of a figure of labels that is a ratio, and whether some figure does not exist.

    of_counts: numerator and denominator, from the weights of the true positive, the predicted and the true
    cells. missing: the figure where the denominator is 0; NaN leaves it out.
    """
    if average not in Averages:
        raise ValueError(f"Target is multilabel-indicator but average={average!r}. Please choose another "
                         "average setting, one of [None, 'micro', 'macro', 'weighted', 'samples'].")
    chosen = _columns(labels, truth.shape[1])
    truth, predicted = truth[:, chosen], predicted[:, chosen]
    rows = np.ones(len(truth)) if weights is None else weights

    def count(cells: Numbers) -> Numbers:
        if average == "samples":
            return np.asarray(cells.sum(axis=1))
        of_labels = rows @ cells
        return np.asarray(of_labels.sum(keepdims=True) if average == "micro" else of_labels)

    support = count(truth)
    above, below = of_counts(count(truth * predicted), count(predicted), support)
    exists = below != 0
    figures = np.where(exists, above / np.where(exists, below, 1), missing)
    if average is None:
        return figures, not exists.all()
    shares = {"weighted": support, "samples": rows}.get(average, np.ones(len(figures)))
    kept = ~np.isnan(figures)
    if not kept.any():
        return float("nan"), not exists.all()
    if shares[kept].sum() == 0:
        shares = np.ones(len(figures))
    return float(np.average(figures[kept], weights=shares[kept])), not exists.all()


def ranked(
    figure: Callable[[Numbers, Numbers, Numbers | None], float], truth: Numbers, scores: Numbers,
    average: str | None, weights: Numbers | None,
) -> Any:
    """An average of a figure of ranks, from truth, scores and weights of one label."""
    if average not in Averages:
        raise ValueError(f"average={average!r}; expected None, 'micro', 'macro', 'weighted' or 'samples'")
    if scores.shape != truth.shape:
        raise ValueError(f"y_score has the shape {scores.shape}; expected {truth.shape}, as y_true")
    if average == "micro":
        cells = None if weights is None else np.repeat(weights, truth.shape[1])
        return figure(truth.ravel(), scores.ravel(), cells)
    if average == "samples":
        return float(np.average([figure(t, s, None) for t, s in zip(truth, scores)], weights=weights))
    shares = np.average(truth, axis=0, weights=weights) if average == "weighted" else None
    if shares is not None and not shares.any():
        return 0.0
    figures = np.array([figure(t, s, weights) for t, s in zip(truth.T, scores.T)])
    if average is None:
        return figures
    if shares is not None:  # a label that no row has counts nothing
        figures = np.where(shares > 0, figures, 0.0)
    return float(np.average(figures, weights=shares))
