"""The learners of the engine as scikit-learn estimators.

:class:`Classifier` and :class:`Regressor` train the learner that a spec names. In addition, every learner has
its own class, whose parameters are the keys of its spec (``unseen estimate --list learners``); ``CLASSES``
has their names. A key that is a reserved word of Python gets a trailing ``_``.

>>> from unseen.sklearn import Classifier, KnnClassifier
>>> KnnClassifier(k=1).fit([[1.0], [2.0], [3.0]], ["a", "b", "b"]).predict([[1.4]]).tolist()
['a']
>>> Classifier("knn:k=1").fit([[1.0], [2.0], [3.0]], ["a", "b", "b"]).predict([[1.6]]).tolist()
['b']

Columns of text or categories in a frame count as categories. An estimator keeps its training rows: a copy
that was pickled, or sent to another process, trains again when it is first used, and is then the same model.
"""
from __future__ import annotations

import inspect
import keyword
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import check_random_state
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import (
    _check_feature_names, _check_n_features, _check_sample_weight, check_array, check_consistent_length,
    check_is_fitted, column_or_1d, validate_data,
)

from . import _engine
from ._columns import NamedColumn, cells, column_names, frame_columns

_BASE = "tree"  # the default base of a learner of learners


class FittedModel:
    """The model that an estimator learned.

    It is pickled as its training rows, from which the engine makes the same model again. ``str(model)``
    prints it, if the learner has a readable form.

    >>> fitted = Regressor("linear").fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0])
    >>> print(fitted.model_)
    y =
      1
      2 * x0
    <BLANKLINE>
    """

    def __init__(self, columns: list[NamedColumn], options: dict[str, Any], spec: str, seed: int) -> None:
        # the caller may change the originals
        own = [(name, (cells[0], cells[1].copy()) if isinstance(cells, tuple) else cells.copy())
               for name, cells in columns]
        self._made_of = (own, options, spec, seed)
        self._made: _engine.FittedLearner | None = _engine.FittedLearner(*self._made_of)

    def __getstate__(self) -> dict[str, Any]:
        return {"_made_of": self._made_of, "_made": None}

    def _model(self) -> _engine.FittedLearner:
        if self._made is None:
            self._made = _engine.FittedLearner(*self._made_of)
        return self._made

    def predict(self, columns: list[NamedColumn]) -> tuple[npt.NDArray[Any], npt.NDArray[np.float64] | None]:
        """Codes of classes and their scores, or numbers and None."""
        return self._model().predict(columns)

    def decisions(self, columns: list[NamedColumn]) -> npt.NDArray[np.float64]:
        """The decision values, one after the other; none if the model has none."""
        return self._model().decisions(columns)

    def linear(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None:
        """The coefficients, one after the other, and the intercepts; None if the model has none."""
        return self._model().linear()

    def importances(self) -> npt.NDArray[np.float64]:
        """The importances of the features; none if the model has none."""
        return self._model().importances()

    def __str__(self) -> str:
        return self._model().text()


def _has_categories(X: Any) -> bool:
    """True for a frame with a column that does not hold numbers."""
    names = column_names(X)
    return names is not None and any(isinstance(cells(X[name], str(name)), tuple) for name in names)


def _text_of(value: Any) -> str:
    """The value of a key as it is written in a spec."""
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    text = str(value)
    if any(c in text for c in ",;)\"") and not text.startswith("("):
        text = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return text


def to_spec(learner: Any) -> str:
    """The spec of an estimator of this module; a spec is returned unchanged. Raises ValueError for anything
    else.

    >>> to_spec(KnnClassifier(k=3))[:7]
    'knn:k=3'
    """
    if isinstance(learner, str):
        return learner
    if isinstance(learner, _Learner):
        return learner._spec()
    raise ValueError(
        f"{learner!r} is not a learner of unseen; expected a spec such as 'knn:k=3', or an estimator of "
        "unseen.sklearn")


class _Learner(BaseEstimator):  # type: ignore[misc]
    """The common base of classifiers and regressors."""

    _numbers: bool  # predicts numbers; else classes

    def _spec(self) -> str:
        return to_spec(self.spec)

    def _can(self, what: str, unknown: bool = False) -> bool:
        """Whether the learner has an ability.

        The abilities are "scores", "weights" (trains with them), "gaps" (takes missing cells),
        "several_classes" (more than two), "several_targets", "decisions", "linear" and "importances" (what
        its models have). `unknown` is the answer for a spec that names no learner.
        """
        found = _engine.abilities(self._spec(), self._numbers)
        return unknown if found is None else found[what]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self._can("gaps")
        tags.target_tags.multi_output = self._can("several_targets")
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def _features(self, X: Any, reset: bool) -> list[NamedColumn]:
        """The columns. The columns of categories must be the same as in ``fit``."""
        columns = self._columns(X, reset)
        categories = [name for name, column in columns if isinstance(column, tuple)]
        if reset:
            self._categories = categories
        elif categories != self._categories:
            raise ValueError(
                f"columns of categories: {categories}; expected those of fit: {self._categories}")
        return columns

    def _columns(self, X: Any, reset: bool) -> list[NamedColumn]:
        if _has_categories(X):
            _check_feature_names(self, X, reset=reset)
            _check_n_features(self, X, reset=reset)
            return frame_columns(X)
        finite = "allow-nan" if self._can("gaps") else True
        X = validate_data(self, X, reset=reset, dtype=np.float64, ensure_all_finite=finite)
        names = getattr(self, "feature_names_in_", [f"x{i}" for i in range(X.shape[1])])
        return [(str(name), X[:, i]) for i, name in enumerate(names)]

    def _check_given(self, y: Any, sample_weight: Any) -> None:
        if sample_weight is not None and not self._can("weights"):
            raise ValueError(f"'{self._spec()}' does not train with weights")
        if y is None:
            raise ValueError(
                f"this {'regressor' if self._numbers else 'classifier'} requires y to be passed, but the "
                "target y is None")

    def _fit(self, X: Any, targets: Sequence[Any], sample_weight: Any, ordered: Sequence[str] = ()) -> Any:
        """Trains on the columns ``X`` and the cells of each target; classes have the order ``ordered``."""
        columns = self._features(X, reset=True)
        name = "y"
        while any(other.startswith(name) for other, _ in columns):
            name += "_"
        names = [name] if len(targets) == 1 else [f"{name}{i}" for i in range(len(targets))]
        options: dict[str, Any] = {"target": ",".join(names),
                                   "numeric" if self._numbers else "categorical": names}
        if len(ordered) > 1:
            options["ordered"] = list(ordered)
        columns += zip(names, targets)
        if sample_weight is not None:
            weights = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
            if not (weights > 0).any():
                raise ValueError("sample_weight is 0 for every row")
            name += " weight"
            columns = [(n, _rows(column, weights > 0)) for n, column in [*columns, (name, weights)]]
            options["weight"] = name
        seed = int(check_random_state(self.random_state).randint(np.iinfo(np.int32).max))
        try:
            self.model_ = FittedModel(columns, options, self._spec(), seed)
        except _engine.LearnerError as error:  # the learner cannot learn from these rows
            raise ValueError(str(error)) from None
        return self

    def _linear(self, name: str) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """The coefficients, outputs x features, and the intercepts."""
        check_is_fitted(self, msg=f"This %(name)s instance is not fitted yet, so it has no {name}.")
        found = self.model_.linear()
        if found is None:
            raise AttributeError(f"'{self._spec()}' has no {name} here: it is no linear function of the "
                                 "columns of X")
        return found[0].reshape(len(found[1]), -1), found[1]

    @property
    def feature_importances_(self) -> npt.NDArray[np.float64]:
        """How much the splits by each column of X lowered the impurity of the training rows, (features,):
        shares with the sum 1. Of trees, forests and boosted trees."""
        check_is_fitted(self, msg="This %(name)s instance is not fitted yet, so it has no importances.")
        if not self._can("importances"):
            raise AttributeError(f"'{self._spec()}' has no feature_importances_: its models have no splits")
        return self.model_.importances()

    def _predicted(self, X: Any) -> tuple[npt.NDArray[Any], npt.NDArray[np.float64] | None]:
        check_is_fitted(self)
        return self.model_.predict(self._features(X, reset=False))


def _rows(column: Any, chosen: npt.NDArray[np.bool_]) -> Any:
    return (column[0], column[1][chosen]) if isinstance(column, tuple) else column[chosen]


def _gives_scores(learner: _Learner) -> bool:
    return learner._can("scores")


def _gives_decisions(learner: _Learner) -> bool:
    return learner._can("decisions")


class Classifier(ClassifierMixin, _Learner):  # type: ignore[misc]
    """A learner of the engine as a classifier. Learners for ordered classes take the order of ``classes_``.

    spec: such as ``"knn:k=3"`` or ``"bagging(tree):size=50"``. random_state: for learners that draw random
    numbers.

    >>> X, y = [[0.0, 1.0], [1.0, 1.0], [4.0, 0.0], [5.0, 1.0]], ["a", "a", "b", "b"]
    >>> fitted = Classifier("knn:k=1").fit(X, y)
    >>> fitted.predict([[4.5, 0.5]]).tolist(), fitted.predict_proba(X).shape
    (['b'], (4, 2))
    """

    _numbers = False

    def __init__(self, spec: str = _BASE, random_state: Any = None) -> None:
        self.spec = spec
        self.random_state = random_state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = self._can("several_classes", unknown=True)
        return tags

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """X: (rows, features), numbers or a frame. y: classes, (rows,). sample_weight: how much each row
        counts, (rows,), for learners that train with weights; others raise ValueError."""
        self._check_given(y, sample_weight)
        check_classification_targets(y)
        y = column_or_1d(y, warn=True)
        check_consistent_length(X, y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) > 2 and not self._can("several_classes", unknown=True):
            raise ValueError(
                f"Only binary classification is supported. The type of the target is {type_of_target(y)}.")
        labels = [str(i) for i in range(len(self.classes_))]  # in the order of classes_
        return self._fit(X, [(labels, codes.astype(np.int32))], sample_weight, labels)

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each row, (rows,)."""
        codes, _ = self._predicted(X)
        return self.classes_[codes]  # type: ignore[no-any-return]

    @available_if(_gives_scores)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """The scores of the classes, (rows, classes), in the order of ``classes_``. Scores of margin machines
        are not calibrated."""
        codes, scores = self._predicted(X)
        assert scores is not None
        return scores.reshape(len(codes), len(self.classes_))

    @available_if(_gives_decisions)  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> npt.NDArray[np.float64]:
        """The decision values, (rows, classes), the largest of which names the class; for two classes
        (rows,), above 0 for the second."""
        check_is_fitted(self)
        values: npt.NDArray[np.float64] = self.model_.decisions(self._features(X, reset=False))
        if len(self.classes_) == 1:
            raise ValueError("the training rows have one class, so there are no decision values")
        return values if len(self.classes_) == 2 else values.reshape(-1, len(self.classes_))

    @property
    def coef_(self) -> npt.NDArray[np.float64]:
        """Of linear models and columns of numbers: ``decision_function(X)`` is ``X @ coef_.T + intercept_``;
        (1, features) for two classes, else (classes, features)."""
        return self._linear("coef_")[0]

    @property
    def intercept_(self) -> npt.NDArray[np.float64]:
        """Of linear models: (1,) for two classes, else (classes,)."""
        return self._linear("intercept_")[1]


class Regressor(RegressorMixin, _Learner):  # type: ignore[misc]
    """A learner of the engine as a regressor.

    spec: such as ``"ridge:lambda=0.1"``; ``"multi(ridge)"`` predicts several targets. random_state: for
    learners that draw random numbers.

    >>> Regressor("linear").fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0]).predict([[4.0]]).round(9).tolist()
    [9.0]
    """

    _numbers = True

    def __init__(self, spec: str = "ridge", random_state: Any = None) -> None:
        self.spec = spec
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """X: (rows, features), numbers or a frame. y: numbers, (rows,) or (rows, targets). sample_weight: how
        much each row counts, (rows,), for learners that train with weights; others raise ValueError."""
        self._check_given(y, sample_weight)
        several = self._can("several_targets") and np.asarray(y).ndim == 2
        y = check_array(y, dtype=np.float64) if several else column_or_1d(y, warn=True, dtype=np.float64)
        check_consistent_length(X, y)
        if not np.isfinite(y).all():
            raise ValueError("Input y contains NaN or infinity")
        self._targets = y.shape[1:]
        return self._fit(X, list(np.ascontiguousarray(np.atleast_2d(y.T))), sample_weight)

    def predict(self, X: Any) -> npt.NDArray[np.float64]:
        """The number of each row, (rows,), or numbers, (rows, targets)."""
        values, _ = self._predicted(X)
        return values.reshape(-1, *self._targets)

    @property
    def coef_(self) -> npt.NDArray[np.float64]:
        """Of linear models and columns of numbers, (features,): ``predict(X)`` is ``X @ coef_ +
        intercept_``."""
        return self._linear("coef_")[0].ravel()

    @property
    def intercept_(self) -> float:
        """Of linear models, a number."""
        return float(self._linear("intercept_")[1][0])


_TYPES: Mapping[str, Any] = {"integer": int, "real": float, "flag": "yes".__eq__, "text": str}


def _parameters(keys: list[_engine.Key], fewest: int, most: int) -> tuple[dict[str, str],
                                                                          list[inspect.Parameter]]:
    """The keys of a learner by the names of their parameters, and all parameters. None leaves a key to the
    engine."""
    own: dict[str, str] = {}
    defaults: dict[str, Any] = {}
    if most == 1:
        defaults["base"] = _BASE
    elif most > 1:
        defaults["bases"] = (_BASE,) * fewest
    for key, kind, fallback, _, settled in keys:
        name = key.replace("-", "_") + ("_" if keyword.iskeyword(key) else "")
        own[name] = key
        defaults[name] = _TYPES[kind](fallback) if settled and fallback else None
    defaults["random_state"] = None
    return own, [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
                 for name, default in defaults.items()]


def _class_of(learner: str, about: str, own: dict[str, str], parameters: list[inspect.Parameter],
              parent: type, name: str) -> type:
    def __init__(self: Any, **given: Any) -> None:
        for parameter in parameters:
            setattr(self, parameter.name, given.pop(parameter.name, parameter.default))
        if given:
            raise TypeError(
                f"{name} has no parameter {', '.join(given)}; it has {', '.join(p.name for p in parameters)}")

    __init__.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD), *parameters])

    def _spec(self: Any) -> str:
        bases: Sequence[Any] = [self.base] if hasattr(self, "base") else getattr(self, "bases", ())
        values = [f"{key}={_text_of(getattr(self, name))}" for name, key in own.items()
                  if getattr(self, name) is not None]
        brackets = f"({';'.join(map(to_spec, bases))})" if bases else ""
        return learner + brackets + (":" + ",".join(values) if values else "")

    def fit(self: Any, X: Any, y: Any) -> Any:
        return parent.fit(self, X, y)  # type: ignore[attr-defined]

    members: dict[str, Any] = {"__init__": __init__, "_spec": _spec, "__module__": __name__,
                               "__qualname__": name, "__doc__": about}
    made: Any = type(name, (parent,), members)
    if not made()._can("weights"):
        made.fit = fit  # scikit-learn looks for sample_weight in the signature
    return made  # type: ignore[no-any-return]


_EXAMPLE = """
    >>> X, y = [[i % 5, i % 3] for i in range(30)], [{response} for i in range(30)]
    >>> {name}().fit(X, y).predict(X).shape
    (30,)
"""


def _make_classes() -> list[str]:
    names = []
    for learner, help, keys, fewest, most in _engine.learners():
        own, parameters = _parameters(keys, fewest, most)
        for parent in (Classifier, Regressor):
            name = "".join(part.capitalize() for part in learner.split("-")) + parent.__name__
            about = f"{learner}: {help}.\n\n" + "".join(f"    {n}: {key[3]}\n" for n, key in zip(own, keys))
            about += _EXAMPLE.format(name=name, response="float(i)" if parent is Regressor else "i % 5 < 2")
            made: Any = _class_of(learner, about, own, parameters, parent, name)
            if _engine.abilities(made()._spec(), parent._numbers) is not None:
                globals()[name] = made
                names.append(name)
    return names


CLASSES: list[str] = _make_classes()
"""The names of the classes of learners. A learner that cannot be made from its defaults has no class."""

__all__ = ["CLASSES", "Classifier", "FittedModel", "Regressor", "to_spec", *CLASSES]


def __getattr__(name: str) -> Any:
    raise AttributeError(
        f"unseen.sklearn has no class {name!r}; it has {', '.join(['Classifier', 'Regressor', *CLASSES])}")
