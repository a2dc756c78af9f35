"""scikit-learn's estimators and pipelines, or anything with fit and predict, as learners of the engine."""
from __future__ import annotations

import contextlib
import copy
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._columns import text_of
from ._engine import LearnerError

Array = npt.NDArray[Any]
# Label codes, scores and whether these are probabilities; or numbers, None and True.
Predicted = tuple[Array, Array | None, bool]
Predict = Callable[[Array], Predicted]


def take_rows(table: Any, rows: Array) -> Any:
    """The rows of an array, a sparse matrix, a list, or a pandas, polars or Arrow table."""
    if hasattr(table, "iloc"):
        return table.iloc[rows]
    if hasattr(table, "take") and hasattr(table, "column_names"):  # Arrow
        return table.take(rows)
    if isinstance(table, list):
        return [table[r] for r in rows]
    return table[rows]


def rows_of_table(table: Any) -> int:
    if isinstance(table, dict):
        return len(next(iter(table.values()), ()))
    return int(table.shape[0] if hasattr(table, "shape") else len(table))


def _copy_of(estimator: Any, seed: int | None) -> Any:
    """An unfitted copy. With a seed it takes that wherever the user left ``random_state`` open."""
    try:
        from sklearn.base import clone
    except ImportError:
        return copy.deepcopy(estimator)
    own = clone(estimator, safe=False)
    if seed is not None and hasattr(own, "get_params"):
        parameters = own.get_params(deep=True)
        open_seeds = {k: seed % 2**32 for k, v in parameters.items() if k.split("__")[-1] == "random_state"
                      and v is None}
        if open_seeds:
            own.set_params(**open_seeds)
    return own


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Turns an exception of the user's code into one line: the error, and where it was raised."""
    try:
        yield
    except BaseException as error:
        lines = str(error).strip().splitlines()
        place = traceback.extract_tb(error.__traceback__)[-1]
        name = os.path.basename(place.filename)
        raise LearnerError(
            f"{type(error).__name__}: {lines[0] if lines else 'no message'} ({name}:{place.lineno}, in "
            f"{place.name})") from error


def _requested(estimator: Any, columns: Mapping[str, Array]) -> dict[str, Array]:
    """Those of the columns that the estimator asks for by scikit-learn's metadata routing."""
    if not columns or "sklearn" not in sys.modules:
        return {}
    from sklearn import get_config
    from sklearn.utils.metadata_routing import get_routing_for_object

    if not get_config().get("enable_metadata_routing"):
        return {}
    asked = get_routing_for_object(estimator).consumes("fit", list(columns))
    return {name: column for name, column in columns.items() if name in asked}


def key_of(*things: Any) -> int:
    """A number that tells these apart, the same in every process."""
    try:
        from joblib import hash as digest
    except ImportError:
        raise ValueError("store: estimators in Python are told apart by joblib, which is not installed; it "
                         "comes with scikit-learn") from None
    try:
        return 2 + int(digest(things), 16) % (2**31 - 2)
    except Exception as error:  # whatever pickle raises
        raise ValueError("store: the estimator or its data cannot be pickled, so that nothing tells its fits "
                         f"from others ({type(error).__name__}: {error})") from error


def _releases(estimator: Any) -> list[tuple[str, str]]:
    """The packages of an estimator and of its parts, with their versions."""
    parts = estimator.get_params(deep=True).values() if hasattr(estimator, "get_params") else ()
    names = {type(one).__module__.split(".")[0] for one in (estimator, *parts)}
    return sorted((name, str(getattr(sys.modules.get(name), "__version__", ""))) for name in names)


class PythonLearner:
    """Called by the engine: trains a copy of ``estimator`` on rows of X and y, and returns a function that
    predicts rows.

    The rows to predict are those of X, followed by those of the tables ``further``. ``columns``: the weights
    and groups of the rows of X, for an estimator whose ``fit`` requests them.
    """

    def __init__(self, estimator: Any, X: Any, y: Any, further: Sequence[Any] = (),
                 columns: Mapping[str, Array] = {}) -> None:
        if not hasattr(estimator, "fit") or not hasattr(estimator, "predict"):
            raise ValueError(
                f"{estimator!r} is not a learner; expected a spec such as 'knn:k=3', or an object with fit "
                "and predict")
        self._estimator, self._X, self._y = estimator, X, y
        self._tables = [X, *further]
        self._starts = np.cumsum([0, len(y), *map(rows_of_table, further)])
        self._columns = _requested(estimator, columns)
        # scikit-learn's settings belong to a thread, and fits are done by others
        self._settings = sys.modules["sklearn"].get_config() if "sklearn" in sys.modules else {}

    version = 1
    """Of the predictions: fits in a store are told apart by it, see :meth:`key`."""

    def key(self) -> int:
        """A number for the estimator before its fit, its packages, X and y."""
        return key_of(_copy_of(self._estimator, None), _releases(self._estimator), self._tables, self._y,
                      self._columns, self._settings)

    @property
    def trains_with(self) -> list[str]:
        """The columns that go to ``fit``: sample_weight, groups."""
        return list(self._columns)

    def _in_settings(self) -> contextlib.AbstractContextManager[None]:
        if not self._settings:
            return contextlib.nullcontext()
        from sklearn import config_context

        return config_context(**self._settings)  # type: ignore[no-any-return]

    def fitted(self, train: Array, seed: int) -> Any:
        """The model of these rows of X and y."""
        own = _copy_of(self._estimator, seed)
        own.fit(take_rows(self._X, train), take_rows(self._y, train),
                **{name: column[train] for name, column in self._columns.items()})
        return own

    def __call__(self, train: Array, seed: int, classes: list[str]) -> Predict:
        with _told(), self._in_settings():
            own = self.fitted(train, seed)

        def predict(rows: Array) -> Predicted:
            parts = [(table, rows[(start <= rows) & (rows < end)] - start)
                     for table, start, end in zip(self._tables, self._starts, self._starts[1:])]
            with _told(), self._in_settings():
                found = [_predicted(own, take_rows(table, chosen), classes) for table, chosen in parts
                         if len(chosen)]
            scores = [s for _, s, _ in found if s is not None]
            return (np.concatenate([p for p, _, _ in found]), np.concatenate(scores) if scores else None,
                    all(are_probabilities for _, _, are_probabilities in found))

        return predict


def _predicted(model: Any, rows: Any, classes: list[str]) -> Predicted:
    """The predictions of a fitted model: numbers if there are no classes."""
    found = np.asarray(model.predict(rows)).ravel()
    if not classes:
        return np.asarray(found, dtype=np.float64), None, True
    codes = {label: code for code, label in enumerate(classes)}
    try:
        labels = np.fromiter((codes[text_of(v)] for v in found), np.int64, len(found))
    except KeyError as unknown:
        raise ValueError(f"predicted the class {unknown}; the data have {', '.join(classes)}") from None
    if hasattr(model, "predict_proba"):
        scores = np.zeros((len(found), len(classes)))
        scores[:, [codes[text_of(c)] for c in model.classes_]] = model.predict_proba(rows)
        return labels, scores, True
    if hasattr(model, "decision_function") and hasattr(model, "classes_"):
        values = np.asarray(model.decision_function(rows), dtype=np.float64)
        own = [codes[text_of(c)] for c in model.classes_]
        if values.ndim == 1 and len(own) == 2:
            values = np.stack([-values, values], axis=1)
        if values.shape == (len(found), len(own)):  # SVC with decision_function_shape="ovo" compares pairs
            scores = np.full((len(found), len(classes)), -np.abs(values).max(initial=0.0))
            scores[:, own] = values
            return labels, scores, False
    return labels, None, True
