"""Estimators in Python that see permuted features, for permutation importance."""
from __future__ import annotations

import threading
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from ._asked import is_classifier
from ._learners import Array, Predict, Predicted, PythonLearner, _predicted, _told, take_rows

Feature = str | int | Sequence[str | int]


def _kind(estimator: Any) -> str | None:
    """Whether the estimator is a classifier or a regressor, if it says so."""
    classifier = is_classifier([estimator])
    return None if classifier is None else "classifier" if classifier else "regressor"


class _Kept(PythonLearner):
    """Fits each training set once, and keeps its model."""

    def __init__(self, estimator: Any, X: Any, y: Any, columns: dict[str, Array], seed: int) -> None:
        super().__init__(estimator, X, y, columns=columns)
        self._seed = seed
        self._estimator_type = _kind(estimator)
        self._lock = threading.Lock()
        self._models: dict[bytes, Any] = {}

    def fitted(self, train: Array, seed: int) -> Any:
        key = train.tobytes()
        with self._lock:
            if key not in self._models:
                self._models[key] = super().fitted(train, zlib.crc32(key, self._seed))
            return self._models[key]


class _Permuted(PythonLearner):
    """The models of another learner, which see some columns of other rows: drawn by their weights, and not of
    the row's group."""

    def __init__(self, kept: _Kept, X: Any, y: Any, places: list[int], columns: dict[str, Array],
                 seed: int) -> None:
        super().__init__(kept._estimator, X, y)
        self._estimator_type = kept._estimator_type
        self._kept, self._places, self._seed = kept, places, seed
        groups, weights = columns.get("groups"), columns.get("sample_weight")
        self._groups = np.arange(len(y)) if groups is None else np.unique(groups, return_inverse=True)[1]
        self._chances = None if weights is None else np.asarray(weights, dtype=float) / np.sum(weights)

    def _donors(self, train: Array) -> Array:
        """For each row the one whose cells it gets."""
        count = len(self._groups)
        random = np.random.default_rng([self._seed, zlib.crc32(train.tobytes()), *self._places])
        donors, own = np.arange(count), np.arange(count)
        for _ in range(1000):
            if len(own) == 0:
                break
            donors[own] = random.choice(count, len(own), p=self._chances)
            own = own[self._groups[donors[own]] == self._groups[own]]
        donors[own] = own
        return donors

    def __call__(self, train: Array, seed: int, classes: list[str]) -> Predict:
        with _told(), self._in_settings():
            model = self._kept.fitted(train, seed)
        donors = self._donors(train)

        def predict(rows: Array) -> Predicted:
            with _told(), self._in_settings():
                cells = _replaced(take_rows(self._X, rows), take_rows(self._X, donors[rows]), self._places)
                return _predicted(model, cells, classes)

        return predict


def _replaced(rows: Any, others: Any, places: list[int]) -> Any:
    """The rows with the columns at these places of the others."""
    if hasattr(rows, "with_columns"):  # polars
        return rows.with_columns([others[:, place] for place in places])
    if hasattr(rows, "tolil"):  # a sparse matrix
        mixed, columns = rows.tolil(), others.tocsc()
        mixed[:, places] = columns[:, places]
        return mixed.asformat(rows.format)
    rows = rows.copy()
    for place in places:
        if hasattr(rows, "iloc"):
            rows.isetitem(place, others.iloc[:, place].array)
        else:
            rows[:, place] = others[:, place]
    return rows


def set_names(features: Sequence[Feature]) -> list[str]:
    """The names of features that the engine makes, such as lags."""
    found = []
    for one in _listed(features):
        if isinstance(one, (int, np.integer)):
            raise ValueError(f"features: {one} is the position of a column, and lags are features of their "
                             "own; expected names such as 'y(t-1)'")
        found.append(one if isinstance(one, str) else " + ".join(map(str, one)))
    return found


def _listed(features: Sequence[Feature]) -> list[Feature]:
    listed: list[Feature] = [features] if isinstance(features, str) else list(features)
    if not listed:
        raise ValueError("features: there is none; expected names or positions of columns, or lists of those")
    return listed


def sets_of(features: Sequence[Feature] | None, names: list[str]) -> dict[str, list[int]]:
    """The columns of each feature, by the name that it is shown by."""
    def place(feature: Any) -> int:
        if isinstance(feature, str):
            if feature not in names:
                raise ValueError(f"features: there is no column {feature!r}; there are {', '.join(names)}")
            return names.index(feature)
        if isinstance(feature, bool) or not isinstance(feature, (int, np.integer)):
            raise ValueError(f"features: {feature!r} is no column; expected names or positions of columns, "
                             "or lists of those")
        if not 0 <= feature < len(names):
            raise ValueError(f"features: {feature} of {len(names)} columns; expected 0 to {len(names) - 1}")
        return int(feature)

    found: dict[str, list[int]] = {}
    for feature in range(len(names)) if features is None else _listed(features):
        parts = feature if isinstance(feature, (list, tuple)) else [feature]
        together = [place(one) for one in parts]
        name = " + ".join(names[one] for one in together)
        if len(set(together)) < len(together) or not together or name in found:
            raise ValueError(f"features: {feature!r} is empty, or names a column twice")
        found[name] = together
    return found


def learners_of(estimator: Any, X: Any, y: Any, sets: dict[str, list[int]], columns: dict[str, Array],
                seed: int) -> tuple[PythonLearner, list[tuple[str, PythonLearner]]]:
    """A learner that fits each training set once, and for each of the sets the one that sees its columns of
    other rows. ``columns``: weights and groups, see :class:`PythonLearner`."""
    kept = _Kept(estimator, X, y, columns, seed)
    return kept, [(name, _Permuted(kept, X, y, places, columns, seed)) for name, places in sets.items()]
