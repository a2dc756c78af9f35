"""Estimators in Python that see permuted features, for permutation importance."""
from __future__ import annotations

import threading
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from ._asked import is_classifier
from ._learners import Array, Predict, Predicted, PythonLearner, key_of

Feature = str | int | Sequence[str | int]


def _kind(estimator: Any) -> str | None:
    """Whether the estimator is a classifier or a regressor, if it says so."""
    classifier = is_classifier([estimator])
    return None if classifier is None else "classifier" if classifier else "regressor"


class _Kept(PythonLearner):
    """Fits each training set once, and keeps its model and predictions."""

    def __init__(self, estimator: Any, X: Any, y: Any, columns: dict[str, Array], seed: int) -> None:
        super().__init__(estimator, X, y, columns=columns)
        self._seed = seed
        self._estimator_type = _kind(estimator)
        self._lock = threading.Lock()
        self._models: dict[bytes, Any] = {}
        self._predicted: dict[tuple[bytes, bytes], Predicted] = {}

    def key(self) -> int:
        return key_of(super().key(), self._seed)

    def fitted(self, train: Array, seed: int) -> Any:
        key = train.tobytes()
        with self._lock:
            if key not in self._models:
                self._models[key] = super().fitted(train, zlib.crc32(key, self._seed))
            return self._models[key]

    def __call__(self, train: Array, seed: int, classes: list[str]) -> Predict:
        ordinary = super().__call__(train, seed, classes)

        def predict(rows: Array) -> Predicted:
            key = train.tobytes(), rows.tobytes()
            if key not in self._predicted:
                self._predicted[key] = ordinary(rows)
            return self._predicted[key]

        return predict


class _Permuted(PythonLearner):
    """The models of another learner, which see some columns permuted among the rows that they predict."""

    def __init__(self, kept: _Kept, X: Any, y: Any, places: list[int], seed: int) -> None:
        super().__init__(kept._estimator, X, y)
        self._estimator_type = kept._estimator_type
        self._kept, self._places, self._seed = kept, places, seed

    def key(self) -> int:
        return key_of(self._kept.key(), self._places)

    def fitted(self, train: Array, seed: int) -> Any:
        random = np.random.default_rng([self._seed, zlib.crc32(train.tobytes()), *self._places])
        return _Disturbed(self._kept.fitted(train, seed), self._places, random)


class _Disturbed:
    """A model that sees permuted cells."""

    def __init__(self, model: Any, places: list[int], random: np.random.Generator) -> None:
        self._model, self._places, self._random = model, places, random
        self._order: dict[int, Array] = {}

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._model, name)
        if name not in ("predict", "predict_proba", "decision_function"):
            return found

        def of_permuted(rows: Any) -> Any:
            return found(self._permuted(rows))

        return of_permuted

    def _permuted(self, rows: Any) -> Any:
        count = len(rows)
        if count not in self._order:  # predict and predict_proba see the same rows
            rows_in_turn = self._random.permutation(count)
            self._order[count] = np.empty_like(rows_in_turn)
            self._order[count][rows_in_turn] = np.roll(rows_in_turn, 1)  # no row keeps its own cells
        order = self._order[count]
        if hasattr(rows, "with_columns"):  # polars
            return rows.with_columns([rows[:, place][order] for place in self._places])
        rows = rows.copy()
        for place in self._places:
            if hasattr(rows, "iloc"):
                rows.isetitem(place, rows.iloc[:, place].array.take(order))
            else:
                rows[:, place] = rows[order, place]
        return rows


def sets_of(features: Sequence[Feature] | None, names: list[str]) -> dict[str, list[int]]:
    """The columns of each feature, by the name that it is shown by."""
    def place(feature: str | int) -> int:
        if isinstance(feature, str):
            if feature not in names:
                raise ValueError(f"features: there is no column {feature!r}; there are {', '.join(names)}")
            return names.index(feature)
        if not 0 <= feature < len(names):
            raise ValueError(f"features: {feature} of {len(names)} columns; expected 0 to {len(names) - 1}")
        return int(feature)

    found = {}
    for feature in range(len(names)) if features is None else features:
        together = [place(one) for one in
                    ([feature] if isinstance(feature, (str, int, np.integer)) else feature)]
        found[" + ".join(names[one] for one in together)] = together
    return found


def learners_of(estimator: Any, X: Any, y: Any, sets: dict[str, list[int]], columns: dict[str, Array],
                seed: int) -> tuple[PythonLearner, list[tuple[str, PythonLearner]]]:
    """A learner that fits each training set once, and for each of the sets the one that sees its columns
    permuted. ``columns``: weights and groups, see :class:`PythonLearner`."""
    kept = _Kept(estimator, X, y, columns, seed)
    return kept, [(name, _Permuted(kept, X, y, places, seed)) for name, places in sets.items()]
