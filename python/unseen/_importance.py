"""Permutation importance: how much worse predictions become if a feature's cells are permuted among the rows
that a model is tested on."""
from __future__ import annotations

import threading
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import _engine
from ._asked import is_classifier
from ._columns import column_names
from ._learners import Array, Predict, Predicted, PythonLearner
from ._progress import Progress, Show, shown
from ._results import Estimate, Figure, figures_as_html, figures_as_text, interval_of, signed

Feature = str | int | Sequence[str | int]


class Importance(dict[str, Figure]):
    """The importance of each feature, with an interval over rows. ``str()`` and notebooks show the largest
    first.

    >>> X = [[i % 7, i % 3] for i in range(60)]
    >>> y = ["low" if i % 7 < 4 else "high" for i in range(60)]
    >>> print(str(unseen.importance("tree", X, y, estimator="cv:folds=5,repeats=5")).splitlines()[-1])
    How much worse error_rate becomes, which is 0 (cv:folds=5,repeats=5,stratify=yes).
    """

    measure: str
    estimate: Estimate
    """The learner's own figure, with the features as they are."""

    def _sorted(self) -> dict[str, Figure]:
        return dict(sorted(self.items(), key=lambda item: -(item[1].value or 0.0)))

    def _about(self) -> str:
        own = "none" if self.estimate.value is None else f"{self.estimate.value:.4g}"
        return f"How much worse {self.measure} becomes, which is {own} ({self.estimate.estimator})."

    def __repr__(self) -> str:
        return figures_as_text("feature", "importance", self._sorted(), self._about())

    def _repr_html_(self) -> str:
        """The same as a table, as notebooks show it."""
        return figures_as_html("feature", "importance", self._sorted(), self._about())


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
            self._order[count] = self._random.permutation(count)
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


def _difference(comparison: dict[str, Any], larger_is_better: bool) -> Figure:
    """How much worse the second of two is."""
    found = Figure(comparison["difference"], interval_of(comparison["interval"]), "procedure",
                   comparison.get("interval_reason") or comparison.get("reason"))
    return signed(found, 1.0 if larger_is_better else -1.0)


def _places(features: Sequence[Feature] | None, names: list[str]) -> dict[str, list[int]]:
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
        found[", ".join(names[one] for one in together)] = together
    return found


def _estimator_of(learner: Any, y: Any) -> Any:
    """An estimator of scikit-learn; a spec becomes one."""
    if not isinstance(learner, str):
        return learner
    from sklearn.utils.multiclass import type_of_target

    from .sklearn import Classifier, Regressor

    return Regressor(learner) if type_of_target(y).startswith("continuous") else Classifier(learner)


def importance(
    learner: Any,
    X: Any,
    y: Any,
    *,
    features: Sequence[Feature] | None = None,
    measure: str | None = None,
    estimator: str = "cv:folds=10,repeats=5",
    groups: Any = None,
    sample_weight: Any = None,
    positive: Any = None,
    progress: bool | Show = False,
    level: float = 0.95,
    seed: int = 1,
    threads: int = 1,
) -> Importance:
    """How much worse a learner's predictions become if a feature's cells are permuted among the test rows.

    Each model of a cross-validation is fitted once, and predicts its test rows with the features as they are
    and with each feature permuted. The importance is the difference of the figures, positive where the
    permuted feature is missed, with the interval of a comparison of both by the rows (cv_paired). It is about
    the learner and all the rows; features that say the same hide each other, so permute them together.

    learner: a scikit-learn estimator or pipeline, or a spec such as ``"tree"``. X: an array or a frame of
    pandas or polars, (rows, features); y: (rows,). features: names or positions of columns, or lists of those
    that are permuted together (default: each column). measure: by default error_rate for classes, rmse for
    numbers. estimator: a cross-validation; each repeat permutes once more. threads: several help only
    estimators that release Python's lock. The other arguments are those of :func:`unseen.estimate`.

    >>> X = [[i % 7, i % 3] for i in range(60)]
    >>> y = ["low" if i % 7 < 4 else "high" for i in range(60)]
    >>> found = importance("tree", X, y, estimator="cv:folds=5,repeats=5")
    >>> found["x1"].value, found["x0"].value > 0.3, found["x0"].interval.lower > 0.2
    (0.0, True, True)
    """
    from . import estimate

    model = _estimator_of(learner, y)
    if isinstance(X, list):
        X = np.asarray(X)
    names = [str(name) for name in column_names(X) or [f"x{i}" for i in range(np.shape(X)[1])]]
    places = _places(features, names)
    columns = {name: np.asarray(given) for name, given in
               (("sample_weight", sample_weight), ("groups", groups)) if given is not None}
    target = y.to_numpy() if hasattr(y, "to_numpy") else np.asarray(y)
    kept = _Kept(model, X, target, columns, seed)
    found = Importance()
    with shown(progress) as option:
        tell: Callable[..., Any] | None = option.get("progress")
        for number, (name, together) in enumerate(places.items()):
            def part(now: Progress, before: int = number) -> None:
                assert tell is not None
                tell(before + now.done / max(now.total, 1), len(places), now.failures, 0,
                     f"feature {before + 1} of {len(places)}: {now.text}")

            permuted = _Permuted(kept, X, target, together, seed)
            answer = estimate({"as it is": kept, "permuted": permuted}, X, y, estimators=[estimator],
                              measures=measure, groups=groups, sample_weight=sample_weight, positive=positive,
                              compare=True, level=level, seed=seed, threads=threads,
                              progress=part if tell is not None else False)
            found.measure, found.estimate = answer[0].measure, answer[0]
            classes = answer.to_dict()["response"]["type"] == "classes"
            found[name] = _difference(answer.comparisons[0],
                                      _engine.larger_is_better(answer[0].measure, classes))
    return found
