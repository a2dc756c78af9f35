"""scikit-learn's cross_validate and classification_report with intervals, and its splitters as plans."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _engine
from ._columns import text_of
from ._learners import PythonLearner
from ._results import (EstimateResult, Figure, Interval, ScoreResult, figures_as_html, figures_as_text,
                       signed)

IndexPairs = list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]


def _positions(rows: Any) -> npt.NDArray[np.int64]:
    array = np.asarray(rows)
    return np.flatnonzero(array) if array.dtype == bool else np.ascontiguousarray(array, dtype=np.int64)


def _pairs(found: Iterable[Any]) -> IndexPairs:
    pairs = []
    for number, pair in enumerate(found):
        try:
            train, test = pair
        except (TypeError, ValueError):
            raise ValueError(f"cv: split {number} is no pair of index arrays (train, test)") from None
        pairs.append((_positions(train), _positions(test)))
    return pairs


def given_plan(cv: Any, X: Any, y: Any, groups: Any, classifier: bool) -> dict[str, Any]:
    """The options of a plan: its splits, its name, and whether they were drawn independently."""
    if isinstance(cv, Mapping) or isinstance(cv, str):
        raise ValueError(
            f"cv: {cv!r} is no plan; expected a splitter of scikit-learn, a number of folds, or pairs of "
            "index arrays (a spec goes to estimators=)")
    if hasattr(cv, "random_splits"):  # our own
        return {"plan": "splits", "splits": _pairs(cv.split(X, y)), "random": cv.random_splits}
    if not hasattr(cv, "split") and isinstance(cv, Iterable):
        return {"plan": "splits", "splits": _pairs(cv), "random": False}
    from sklearn.model_selection import BaseShuffleSplit, check_cv

    splitter = check_cv(cv, y, classifier=classifier)
    return {"plan": type(splitter).__name__, "splits": _pairs(splitter.split(X, y, groups)),
            "random": isinstance(splitter, BaseShuffleSplit)}


class _Fitted(PythonLearner):
    """Models that are already fitted, found by their training rows."""

    def __init__(self, models: list[Any], splits: IndexPairs, X: Any, y: Any) -> None:
        super().__init__(models[0], X, y)
        self._models = {np.sort(train).tobytes(): model for (train, _), model in zip(splits, models)}

    def fitted(self, train: npt.NDArray[Any], seed: int) -> Any:
        return self._models[train.tobytes()]


class CrossValidation(dict[str, Any]):
    """The dict of scikit-learn's ``cross_validate``, and ``figures["test_score"]``: the mean score with its
    interval, which ``str()`` and notebooks show.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = [[i % 7] for i in range(60)], [i % 7 < 4 for i in range(60)]
    >>> print(unseen.cross_validate(DecisionTreeClassifier(), X, y, cv=3))
    score       mean  95 % interval
    test_score     1  0.8954 .. 1
    Arrays of 3 splits: fit_time, score_time, test_score
    """

    figures: dict[str, Figure]
    estimates: EstimateResult | None
    """The engine's full answer for the splits; None if there is none, and each figure's reason then says
    why."""

    def _arrays(self) -> str:
        return f"Arrays of {len(self['fit_time'])} splits: {', '.join(self)}"

    def __repr__(self) -> str:
        return figures_as_text("score", "mean", self.figures, self._arrays())

    def _repr_html_(self) -> str:
        """The same as a table, as notebooks show it."""
        return figures_as_html("score", "mean", self.figures, self._arrays())


def _measures(scoring: Any, classifier: bool) -> list[str]:
    """The measures that scikit-learn's argument ``scoring`` may mean."""
    if scoring is None:
        return ["accuracy" if classifier else "r2"]
    values: dict[str, str] = {}
    if isinstance(scoring, str):
        names = [scoring, scoring.removeprefix("neg_")]
    else:
        names = [getattr(getattr(scoring, "_score_func", scoring), "__name__", "")]
        arguments = getattr(scoring, "_kwargs", {})
        base = names[0].removesuffix("_score")
        names += [f"{base}_{arguments[key]}" for key in ("average", "multi_class")
                  if isinstance(arguments.get(key), str)]
        if "beta" in arguments:
            names.append(base)
            values["beta"] = str(arguments["beta"])
    known = [_engine.measure_named(name, classifier, values) for name in names]
    return [name for name in known if name is not None]


def _of_scores(key: str, scores: npt.NDArray[np.float64], candidates: list[str], found: EstimateResult | None,
               reason: str) -> Figure:
    """The figure of the measure whose values on the splits equal these scores, or their negatives."""
    for name in candidates if found is not None else ():
        assert found is not None
        for e in found.estimates:
            if e.measure != name:
                continue
            figures = e.per_split or [e.value]  # splits of one row have no separate figures
            ours = np.array([np.nan if v is None else v for v in figures])
            expected = scores if e.per_split else np.mean(scores, keepdims=True)
            for sign in (1.0, -1.0):
                if len(ours) == len(expected) and np.allclose(sign * ours, expected, rtol=1e-9, atol=1e-12,
                                                              equal_nan=True):
                    return (signed(e, sign)
                            if e.failures == 0 else Figure(None, None, e.target, "failed_fits"))
    mean = float(np.mean(scores)) if len(scores) else None
    return Figure(mean, None, "procedure",
                  reason
                  or ("no measure gives these scores" if candidates else "the engine has no such measure"))


def cross_validate(
    estimator: Any,
    X: Any,
    y: Any = None,
    *,
    groups: Any = None,
    scoring: Any = None,
    cv: Any = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    params: Mapping[str, Any] | None = None,
    pre_dispatch: Any = "2*n_jobs",
    return_train_score: bool = False,
    return_estimator: bool = False,
    return_indices: bool = False,
    error_score: Any = np.nan,
    level: float = 0.95,
    seed: int = 1,
) -> CrossValidation:
    """scikit-learn's ``cross_validate`` with its arguments, fits and dict of scores, and an interval for each
    score.

    ``result.figures["test_score"].interval`` is the interval, if the score is a measure of the engine. It
    comes from the same models, which predict their test rows once more. ``groups`` are treated as the
    independent draws. seed: for intervals that draw samples. X has the shape (rows, features), y and
    ``groups`` have (rows,).

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = [[i % 7] for i in range(60)], [i % 7 < 4 for i in range(60)]
    >>> found = cross_validate(DecisionTreeClassifier(), X, y, cv=3)
    >>> found["test_score"].tolist(), round(found.figures["test_score"].interval.lower, 4)
    ([1.0, 1.0, 1.0], 0.8954)
    """
    from sklearn import model_selection
    from sklearn.base import is_classifier

    from . import estimate

    if isinstance(estimator, str):
        raise ValueError(
            f"{estimator!r} is a spec; expected an estimator of scikit-learn, such as "
            f"unseen.sklearn.Classifier({estimator!r})")
    classifier = bool(is_classifier(estimator))
    cv = model_selection.check_cv(cv, y, classifier=classifier)
    plan = given_plan(cv, X, y, groups if groups is not None else (params or {}).get("groups"), classifier)
    theirs = model_selection.cross_validate(
        estimator, X, y, groups=groups, scoring=scoring, cv=plan["splits"], n_jobs=n_jobs, verbose=verbose,
        params=params, pre_dispatch=pre_dispatch, return_train_score=return_train_score,
        return_estimator=True, return_indices=return_indices, error_score=error_score)
    result = CrossValidation(theirs)
    models = result["estimator"] if return_estimator else result.pop("estimator")
    named = {"score": scoring} if scoring is None or isinstance(scoring, str) or callable(scoring) else \
        dict(scoring) if isinstance(scoring, Mapping) else {name: name for name in scoring}
    candidates = {f"test_{name}": _measures(scorer, classifier) for name, scorer in named.items()}
    measures = list(dict.fromkeys(name for listed in candidates.values() for name in listed))
    result.estimates, reason = None, "there is no target" if y is None else ""
    if measures and y is not None:
        try:
            learner = _Fitted(models, plan["splits"], X, y)
            result.estimates = estimate({type(estimator).__name__: learner}, X, y, measures=measures,
                                        groups=groups, level=level, seed=seed, cv=plan)
        except ValueError as error:
            reason = str(error)
    result.figures = {key: _of_scores(key, scores, candidates.get(key, []), result.estimates, reason)
                      for key, scores in theirs.items() if key.startswith("test_")}
    return result


class ClassificationReport(dict[str, Any]):
    """The dict of scikit-learn's ``classification_report``, with ``intervals["setosa"]["precision"]``.

    An interval that does not exist is None.

    >>> report = classification_report([0, 0, 1, 1], [0, 1, 1, 1], output_dict=True)
    >>> report["0"]["recall"], round(report.intervals["0"]["recall"].upper, 4)
    (0.5, 0.9874)
    """

    intervals: dict[str, Any]


_FIGURES = {"precision": "precision", "recall": "recall", "f1-score": "f1"}
_AVERAGES = ("micro", "macro", "weighted")


def _interval_of(figure: Figure | None, value: float) -> Interval | None:
    """The interval of a figure, if the figure has this value."""
    return (figure.interval
            if figure is not None and figure.value is not None and abs(figure.value - value) < 1e-9 else None)


def _intervals(report: dict[str, Any], names: dict[str, str], found: ScoreResult) -> dict[str, Any]:
    intervals: dict[str, Any] = {}
    for row, figures in report.items():
        if row == "accuracy":
            intervals[row] = _interval_of(found["accuracy"], figures)
            continue
        average = row.removesuffix(" avg")
        for name, measure in _FIGURES.items():
            figure = (found.averages.get(f"{measure}_{average}")
                      if average in _AVERAGES and average != row
                      else found.per_class.get(names[row], {}).get(measure))
            intervals.setdefault(row, {})[name] = _interval_of(figure, figures[name])
    return intervals


def _text(report: ClassificationReport, digits: int) -> str:
    """scikit-learn's table, each figure with its interval."""
    between = 2 * digits + 8  # [0.12, 0.34]
    width = max(len("weighted avg"), digits, *(len(row) for row in report))

    def cell(value: float, interval: Interval | None) -> str:
        limits = "" if interval is None else f"[{interval.lower:.{digits}f}, {interval.upper:.{digits}f}]"
        return f" {value:>9.{digits}f} {limits:<{between}}"

    lines = [
        " " * width + " " + "".join(f" {name:>9} {'':{between}}" for name in _FIGURES) + f" {'support':>9}",
        ""]

    def rows(support: float) -> str:
        return f" {int(support) if float(support).is_integer() else support:>9}"

    total = report["weighted avg"]["support"]
    for row, figures in report.items():
        if row in ("accuracy", "micro avg") or (row == "macro avg" and lines[-1]
                                                and not {"accuracy", "micro avg"} & set(report)):
            lines.append("")
        if row == "accuracy":
            body = " " * 2 * (11 + between) + cell(figures, report.intervals[row]) + rows(total)
        else:
            body = "".join(cell(figures[name], report.intervals[row][name])
                           for name in _FIGURES) + rows(figures["support"])
        lines.append(f"{row:>{width}} " + body)
    return "\n".join(lines) + "\n"


def classification_report(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    target_names: Any = None,
    sample_weight: Any = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: Any = "warn",
    groups: Any = None,
    level: float = 0.95,
    seed: int = 1,
) -> Any:
    """scikit-learn's ``classification_report`` with an interval after each figure.

    It returns a text, or with ``output_dict=True`` scikit-learn's dict, whose attribute ``intervals`` has the
    same keys. A figure that only exists because of ``zero_division`` has no interval. groups: rows of one
    group depend on each other. All arrays have the shape (rows,).

    >>> print(classification_report([0, 0, 1, 1], [0, 1, 1, 1]).splitlines()[2])
               0       1.00 [0.03, 1.00]      0.50 [0.01, 0.99]      0.67 [0.02, 0.99]         2
    """
    from sklearn import metrics
    from sklearn.utils.multiclass import unique_labels

    from . import score

    report = ClassificationReport(metrics.classification_report(
        y_true, y_pred, labels=labels, target_names=target_names, sample_weight=sample_weight, digits=digits,
        output_dict=True, zero_division=zero_division))
    shown = unique_labels(y_true, y_pred) if labels is None else labels
    names = dict(zip(map(str, shown) if target_names is None else target_names, map(text_of, shown)))
    found = score(y_true, y_pred=y_pred, sample_weight=sample_weight, groups=groups, task="multiclass",
                  per_class=True, level=level, seed=seed)
    report.intervals = _intervals(report, names, found)
    return report if output_dict else _text(report, digits)
