"""unseen: how wrong will a predictor be on data it has not seen, how sure is that, and is A really better than B?

>>> import unseen
>>> unseen.score([1, 0, 1, 1], y_pred=[1, 0, 0, 1], measures=["accuracy"])["accuracy"].value
0.75
"""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _engine
from ._columns import Cells, NamedColumn, cells, check_rows, frame_columns, text_of
from ._learners import PythonLearner
from ._results import BoundResult, CompareResult, Estimate, EstimateResult, Figure, Interval, Result, ScoreResult, Warning

__version__: str = _engine.version
__all__ = [
    "BoundResult", "CompareResult", "Estimate", "EstimateResult", "Figure", "Interval", "Result", "ScoreResult", "Warning",
    "bound", "compare", "estimate", "score", "split",
]


def _options(**given: Any) -> Dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _add(columns: List[NamedColumn], options: Dict[str, Any], role: str, name: str, values: Any) -> None:
    """Adds the column of a role, if it is given."""
    if values is not None:
        columns.append((name, cells(values, name)))
        options[role] = name


def _score_columns(columns: List[NamedColumn], options: Dict[str, Any], y_score: Any, labels: Optional[Sequence[Any]]) -> None:
    array: Any = np.asarray(y_score) if np.ndim(y_score) == 2 else np.empty(0)
    if array.ndim == 1 or array.shape[1] == 1:
        columns.append(("y_score", cells(y_score, "y_score")))
        options["score"] = "y_score"
        return
    if labels is None:
        truth: Cells = columns[0][1]
        labels = truth[0] if isinstance(truth, tuple) else [v for v in np.unique(truth) if v == v]
    if len(labels) != array.shape[1]:
        raise ValueError(f"y_score has {array.shape[1]} columns for {len(labels)} classes; name the classes with labels=")
    options["scores"] = []
    for i, label in enumerate(labels):
        columns.append((f"y_score_{text_of(label)}", cells(array[:, i], "y_score")))
        options["scores"].append(f"{text_of(label)}=y_score_{text_of(label)}")


def score(
    y_true: Any,
    y_score: Any = None,
    y_pred: Any = None,
    *,
    sample_weight: Any = None,
    groups: Any = None,
    by: Any = None,
    split: Any = None,
    repeat: Any = None,
    id: Any = None,
    labels: Optional[Sequence[Any]] = None,
    positive: Any = None,
    threshold: Optional[float] = None,
    task: Optional[str] = None,
    order: Optional[Sequence[Any]] = None,
    measures: Optional[Sequence[str]] = None,
    interval: str = "auto",
    level: float = 0.95,
    samples: int = 2000,
    seed: int = 1,
    threads: int = 0,
) -> ScoreResult:
    """All measures of given predictions, each with an interval.

    y_true: true classes or numbers. y_score: scores of the positive class, or rows x classes with columns in the order of ``labels``
    (default: the sorted classes, as scikit-learn has them). y_pred: predicted classes or numbers. groups: rows of one group depend on
    each other. by: figures of each part of the rows too. split, repeat, id: the fold, repeat and name of each row of out-of-fold
    predictions. Any array, list, series or column is taken. Raises ValueError for what does not fit.
    """
    if y_score is None and y_pred is None:
        raise ValueError("expected y_score, y_pred or both")
    options = _options(
        task=task, threshold=threshold, measures=None if measures is None else list(measures), interval=interval, level=level,
        samples=samples, seed=seed, threads=threads, positive=None if positive is None else text_of(positive),
        order=None if order is None else [text_of(c) for c in order],
    )
    columns: List[NamedColumn] = []
    _add(columns, options, "truth", "y_true", y_true)
    if y_score is not None:
        _score_columns(columns, options, y_score, labels)
    for role, name, values in (
        ("predicted", "y_pred", y_pred), ("weight", "sample_weight", sample_weight), ("cluster", "groups", groups), ("by", "by", by),
        ("split", "split", split), ("repeat", "repeat", repeat), ("id", "id", id),
    ):
        _add(columns, options, role, name, values)
    check_rows(columns)
    return ScoreResult(_engine.score(columns, options))


def compare(
    y_true: Any,
    predictions: Mapping[str, Any],
    *,
    sample_weight: Any = None,
    groups: Any = None,
    split: Any = None,
    repeat: Any = None,
    positive: Any = None,
    threshold: Optional[float] = None,
    task: Optional[str] = None,
    measures: Optional[Sequence[str]] = None,
    margin: Optional[float] = None,
    level: float = 0.95,
    samples: Optional[int] = None,
    seed: int = 1,
    threads: int = 0,
) -> CompareResult:
    """Two or more models by their predictions for the same rows: ``{"A": predictions, "B": predictions}``.

    Predictions are classes, scores of the positive class, or numbers. The primary test is the one that fits the design.
    """
    if len(predictions) < 2:
        raise ValueError(f"got {len(predictions)} model; expected two or more")
    options = _options(
        task=task, threshold=threshold, measures=None if measures is None else list(measures), margin=margin, level=level,
        samples=samples, seed=seed, threads=threads, positive=None if positive is None else text_of(positive),
    )
    columns: List[NamedColumn] = []
    _add(columns, options, "truth", "y_true", y_true)
    for name, values in predictions.items():
        columns.append((f"predictions of {name}", cells(values, name)))
    for role, name, values in (
        ("weight", "sample_weight", sample_weight), ("cluster", "groups", groups), ("split", "split", split), ("repeat", "repeat", repeat),
    ):
        _add(columns, options, role, name, values)
    check_rows(columns)
    return CompareResult(_engine.compare(columns, [(name, f"predictions of {name}") for name in predictions], options))


def _named_learners(learner: Any) -> List[Tuple[str, Any]]:
    if isinstance(learner, Mapping):
        return list(learner.items())
    listed = list(learner) if isinstance(learner, (list, tuple)) else [learner]
    names = [one if isinstance(one, str) else type(one).__name__ for one in listed]
    return [(name if names.count(name) == 1 else f"{name} {i + 1}", one) for i, (name, one) in enumerate(zip(names, listed))]


def _is_classifier(learners: List[Tuple[str, Any]]) -> Optional[bool]:
    """What the Python learners say of themselves; None if none does."""
    for _, one in learners:
        if isinstance(one, str):
            continue
        kind = getattr(one, "_estimator_type", None)
        if kind is None:
            try:
                from sklearn.base import is_classifier, is_regressor

                kind = "classifier" if is_classifier(one) else "regressor" if is_regressor(one) else None
            except (ImportError, AttributeError):  # no scikit-learn, or no estimator of its kind
                continue
        if kind is not None:
            return bool(kind == "classifier")
    return None


def estimate(
    learner: Any,
    X: Any,
    y: Any,
    *,
    estimators: Optional[Sequence[str]] = None,
    measures: Optional[Sequence[str]] = None,
    bounds: Optional[Sequence[str]] = None,
    test: Optional[Tuple[Any, Any]] = None,
    sample_weight: Any = None,
    groups: Any = None,
    stratum: Any = None,
    time: Any = None,
    interval: str = "auto",
    level: float = 0.95,
    delta: Optional[float] = None,
    seed: int = 1,
    threads: int = 0,
    name: str = "data",
) -> EstimateResult:
    """How wrong learners will be on new rows.

    learner: a spec such as ``"knn:k=3"``, a scikit-learn estimator or pipeline, a list of these, or a dict that names them. X: an
    array or a frame; y: classes or numbers. estimators: specs such as ``"cv:folds=10,repeats=10"`` (the default) or ``"bootstrap"``.
    test: (X, y) of further rows, for the estimator ``"test"``. A fit that raises is counted as failed; the others go on. Ctrl-C stops. name: what
    the answer calls the data.
    """
    learners = _named_learners(learner)
    if not learners:
        raise ValueError("no learner; expected a spec such as 'knn:k=3', or an object with fit and predict")
    options = _options(
        estimators=None if estimators is None else list(estimators), measures=None if measures is None else list(measures),
        bounds=None if bounds is None else list(bounds), interval=interval, level=level, delta=delta, seed=seed, threads=threads,
        name=name,
    )
    needs_features = any(isinstance(one, str) for _, one in learners)

    def table(features: Any, response: Any) -> List[NamedColumn]:
        return [*(frame_columns(features) if needs_features else []), ("y", cells(response, "y"))]

    columns = table(X, y)
    for name, _ in columns[:-1]:
        if name == "y":
            raise ValueError("a column of X is called 'y', the name of the target; rename it")
    options["target"] = "y"
    if not needs_features and not isinstance(columns[-1][1], tuple):
        classifier = _is_classifier(learners)
        if classifier is not None:
            options["categorical" if classifier else "numeric"] = ["y"]
    for role, name, values in (("weight", "weight of rows", sample_weight), ("group", "group of rows", groups),
                               ("stratum", "stratum of rows", stratum), ("time", "time of rows", time)):
        _add(columns, options, role, name, values)
    check_rows(columns)
    rows = X.shape[0] if hasattr(X, "shape") else len(X)
    if rows != len(y) and not needs_features:
        raise ValueError(f"X has {rows} rows and y has {len(y)}")
    rows_X, rows_y = _with_test(X, y, test)
    classes = isinstance(columns[-1][1], tuple) or options.get("categorical") is not None
    made = [(name, one if isinstance(one, str) else PythonLearner(one, rows_X, rows_y, classes)) for name, one in learners]
    test_columns = None if test is None else table(*test)
    return EstimateResult(_engine.estimate(columns, test_columns, made, options))


def _with_test(X: Any, y: Any, test: Optional[Tuple[Any, Any]]) -> Tuple[Any, Any]:
    """The rows of X and y, and after them those of the test data: by these positions the engine asks for rows."""
    y = y.to_numpy() if hasattr(y, "to_numpy") else np.asarray(y)
    if test is None:
        return X, y
    further, truth = test
    truth = truth.to_numpy() if hasattr(truth, "to_numpy") else np.asarray(truth)
    if hasattr(X, "iloc"):
        import pandas

        return pandas.concat([X, further], ignore_index=True), np.concatenate([y, truth])
    if isinstance(X, list):
        return [*X, *further], np.concatenate([y, truth])
    return np.concatenate([np.asarray(X), np.asarray(further)]), np.concatenate([y, truth])


class Splits:
    """A resampling plan: iterates over pairs of index arrays (train, test), and is taken as ``cv=`` by scikit-learn."""

    def __init__(self, made: Any) -> None:
        self._made = made

    @property
    def spec(self) -> str:
        """The plan with every default written out."""
        return str(self._made.spec)

    @property
    def warnings(self) -> List[str]:
        return list(self._made.warnings)

    def __len__(self) -> int:
        return len(self._made)

    def __getitem__(self, index: int) -> Tuple["np.ndarray[Any, Any]", "np.ndarray[Any, Any]"]:
        if not -len(self) <= index < len(self):
            raise IndexError(f"split {index} of {len(self)}")
        _, _, train, test = self._made.at(index % len(self))
        return np.array(train, dtype=np.intp), np.array(test, dtype=np.intp)

    def __iter__(self) -> Iterator[Tuple["np.ndarray[Any, Any]", "np.ndarray[Any, Any]"]]:
        return (self[i] for i in range(len(self)))

    def split(self, X: Any = None, y: Any = None, groups: Any = None) -> Iterator[Tuple[Any, Any]]:
        """scikit-learn's form; the arguments are not used, because the rows are known."""
        return iter(self)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        return len(self)


def split(
    y: Any,
    plan: Optional[str] = None,
    *,
    folds: Optional[int] = None,
    repeats: Optional[int] = None,
    groups: Any = None,
    stratum: Any = None,
    time: Any = None,
    seed: int = 1,
) -> Splits:
    """The splits of a plan: ``split(y, folds=5)``, ``split(y, "holdout:fraction=0.2")``. Stratified by class unless the plan says no."""
    if plan is not None and (folds is not None or repeats is not None):
        raise ValueError("expected either a plan or folds= and repeats=")
    spec = plan if plan is not None else f"cv:folds={10 if folds is None else folds},repeats={1 if repeats is None else repeats}"
    columns: List[NamedColumn] = [("y", cells(y, "y"))]
    options: Dict[str, Any] = {"target": "y"}
    for role, name, values in (("group", "group of rows", groups), ("stratum", "stratum of rows", stratum), ("time", "time of rows", time)):
        _add(columns, options, role, name, values)
    check_rows(columns)
    return Splits(_engine.Splits(columns, options, spec, seed))


def bound(kind: str, *, form: str = "", delta: Optional[float] = None, **inputs: Union[float, Sequence[float]]) -> BoundResult:
    """A finite-sample bound from counts: ``bound("binomial", errors=3, rows=100)``. The kinds are those of ``unseen bound --help``."""
    given = {name: [float(v) for v in np.atleast_1d(np.asarray(values))] for name, values in inputs.items()}
    return BoundResult(_engine.bound(kind, given, form, delta))
