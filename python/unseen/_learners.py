"""scikit-learn's estimators and pipelines, or anything with fit and predict, as learners of the engine."""
from __future__ import annotations

import copy
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

from ._columns import text_of

Predicted = Tuple["np.ndarray[Any, Any]", Optional["np.ndarray[Any, Any]"]]
Predict = Callable[["np.ndarray[Any, Any]"], Predicted]


def take_rows(table: Any, rows: "np.ndarray[Any, Any]") -> Any:
    """The rows of an array, a sparse matrix, a list, or a pandas, polars or Arrow table."""
    if hasattr(table, "iloc"):
        return table.iloc[rows]
    if hasattr(table, "take") and hasattr(table, "column_names"):  # Arrow
        return table.take(rows)
    if isinstance(table, list):
        return [table[r] for r in rows]
    return table[rows]


def _copy_of(estimator: Any, seed: int) -> Any:
    """An unfitted copy whose randomness is the fit's seed, wherever the user left it open."""
    try:
        from sklearn.base import clone
    except ImportError:
        return copy.deepcopy(estimator)
    own = clone(estimator, safe=False)
    if hasattr(own, "get_params"):
        parameters = own.get_params(deep=True)
        open_seeds = {k: seed % 2**32 for k, v in parameters.items() if k.split("__")[-1] == "random_state" and v is None}
        if open_seeds:
            own.set_params(**open_seeds)
    return own


class PythonLearner:
    """What the engine calls: trains a copy of ``estimator`` on rows of X and y, and returns a function that predicts rows."""

    def __init__(self, estimator: Any, X: Any, y: Any, classes: bool) -> None:
        if not hasattr(estimator, "fit") or not hasattr(estimator, "predict"):
            raise ValueError(f"{estimator!r} is not a learner; expected a spec such as 'knn:k=3', or an object with fit and predict")
        self._estimator, self._X, self._y, self._classes = estimator, X, y, classes

    def __call__(self, train: "np.ndarray[Any, Any]", seed: int, classes: List[str]) -> Predict:
        own = _copy_of(self._estimator, seed)
        own.fit(take_rows(self._X, train), take_rows(self._y, train))
        if not self._classes:
            return lambda rows: (np.ascontiguousarray(own.predict(take_rows(self._X, rows)), dtype=np.float64).ravel(), None)
        codes: Dict[str, int] = {label: code for code, label in enumerate(classes)}

        def predict(rows: "np.ndarray[Any, Any]") -> Predicted:
            chosen = take_rows(self._X, rows)
            found = np.asarray(own.predict(chosen)).ravel()
            labels = np.fromiter((codes[text_of(v)] for v in found), np.int64, len(found))
            if not hasattr(own, "predict_proba"):
                return labels, None
            known = [codes[text_of(c)] for c in own.classes_]
            scores = np.zeros((len(found), len(classes)))
            scores[:, known] = own.predict_proba(chosen)
            return labels, scores

        return predict
