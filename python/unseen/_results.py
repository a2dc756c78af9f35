"""Results: small values that print as the command line's tables do, and convert to dict, JSON and pandas."""
from __future__ import annotations

import copy
import csv
import html
import io
import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import _engine


@dataclass(frozen=True)
class Interval:
    """A confidence interval. ``target`` says what it estimates, and ``guarantee`` is exact, asymptotic or
    heuristic. One end is infinite if the figure has no value, such as a quotient over 0.

    >>> unseen.score([1, 0, 1, 1], y_pred=[1, 0, 0, 1])["accuracy"].interval.guarantee
    'exact'
    """

    lower: float
    upper: float
    level: float
    method: str
    target: str
    guarantee: str


@dataclass(frozen=True)
class Warning:
    """A doubt about a figure, with a stable code. ``unseen explain CODE`` says more.

    >>> unseen.score([1, 0, 1, 1], y_score=[0.9, 0.6, 0.8, 0.7]).warnings[-1].code
    'class_never_predicted'
    """

    code: str
    text: str


@dataclass(frozen=True)
class Figure:
    """A figure with its interval. ``value`` or ``interval`` is None where none exists, and ``reason`` says
    why.

    >>> accuracy = unseen.score([1, 0, 1, 1], y_pred=[1, 0, 0, 1])["accuracy"]
    >>> accuracy.value, float(accuracy), accuracy.target
    (0.75, 0.75, 'model')
    """

    value: float | None
    interval: Interval | None
    target: str
    reason: str | None

    def __float__(self) -> float:
        if self.value is None:
            raise ValueError(f"there is no value: {self.reason}")
        return self.value


def interval_of(found: dict[str, Any] | None) -> Interval | None:
    if found is None:
        return None
    lower, upper = found["lower"], found["upper"]  # null is infinite
    return Interval(-math.inf if lower is None else lower, math.inf if upper is None else upper,
                    *(found[key] for key in ("level", "method", "target", "guarantee")))


def _figure(found: dict[str, Any]) -> Figure:
    return Figure(found["value"], interval_of(found.get("interval")), found["target"], found.get("reason"))


def signed(figure: Figure, sign: float) -> Figure:
    """The figure, or with ``sign`` -1 its negative."""
    value = None if figure.value is None else sign * figure.value + 0.0  # no -0
    limits = figure.interval
    if limits is not None and sign < 0:
        limits = Interval(-limits.upper, -limits.lower, limits.level, limits.method, limits.target,
                          limits.guarantee)
    return Figure(value, limits, figure.target, figure.reason)


def _rows_of(name: str, value: str, figures: Mapping[str, Figure]) -> list[tuple[str, str, str]]:
    """Name, value and interval of each figure, below their titles."""
    levels = {f.interval.level for f in figures.values() if f.interval is not None}
    rows = [(name, value, f"{100 * levels.pop():g} % interval" if levels else "interval")]
    for one, figure in figures.items():
        limits = (f"none: {figure.reason or 'the engine knows none for these splits'}"
                  if figure.interval is None else
                  f"{figure.interval.lower:.4g} .. {figure.interval.upper:.4g}")
        rows.append((one, "-" if figure.value is None else f"{figure.value:.4g}", limits))
    return rows


def figures_as_text(name: str, value: str, figures: Mapping[str, Figure], below: str) -> str:
    """A table of figures with their intervals: the titles of its first columns, and a line below it."""
    rows = _rows_of(name, value, figures)
    names, values = (max(len(row[i]) for row in rows) for i in (0, 1))
    lines = [f"{one:<{names}}  {number:>{values}}  {limits}" for one, number, limits in rows]
    return "\n".join([*lines, below])


def figures_as_html(name: str, value: str, figures: Mapping[str, Figure], below: str) -> str:
    """The same as a table of HTML."""
    title, *rows = ([html.escape(cell) for cell in row] for row in _rows_of(name, value, figures))
    lines = "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in rows)
    return (f"<table><tr><th>{'</th><th>'.join(title)}</th></tr>{lines}</table>"
            f"<p>{html.escape(below)}</p>")


def _numbers(cells: list[str]) -> list[Any]:
    """The cells as numbers if all that are not empty are numbers, else as text."""
    for number in (int, float):
        try:
            return [number(cell) if cell else None for cell in cells]
        except ValueError:
            continue
    return [cell or None for cell in cells]


class Result:
    """An answer of the engine. ``str(result)`` is the table for people.

    It has a method for each format of the command line: ``to_json()``, ``to_csv()``, ``to_markdown()``,
    ``to_latex()`` and ``to_text()``.

    >>> found = unseen.score([1, 0, 1, 1], y_pred=[1, 0, 0, 1], measures="accuracy")
    >>> found.to_csv().splitlines()[0][:22], found.to_dict()["measures"]["accuracy"]["value"]
    ('measure,value,target,l', 0.75)
    """

    to_text: Callable[..., str]
    to_json: Callable[..., str]
    to_csv: Callable[..., str]
    to_markdown: Callable[..., str]
    to_latex: Callable[..., str]

    def __init__(self, made: _engine.Answer) -> None:
        self._made = made
        self._forms: dict[tuple[str, bool], str] = {}

    def _printed(self, form: str, python: bool = False) -> str:
        """The answer in this format. With ``python``, its texts name arguments as in Python."""
        if (form, python) not in self._forms:
            self._forms[form, python] = self._made.print(form, python)
        return self._forms[form, python]

    @property
    def _json_in_python(self) -> str:
        return self._printed("json", python=True)

    @cached_property
    def _answer(self) -> dict[str, Any]:
        return json.loads(self._json_in_python)  # type: ignore[no-any-return]

    @property
    def _text(self) -> str:
        return self._printed("text", python=True)

    @cached_property
    def _columns(self) -> list[tuple[str, bool]]:
        """The columns of the table for programs, and whether they hold names."""
        return self._made.columns()

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles keep all formats instead of the engine's object."""
        return {
            "_columns": self._columns,
            "_forms": {(name, python): self._printed(name, python) for name, _ in _engine.formats()
                       for python in (False, True)}}

    def to_dict(self) -> dict[str, Any]:
        """The answer as a dict, with the keys of the command line's JSON."""
        return copy.deepcopy(self._answer)

    @property
    def verdict(self) -> dict[str, Any] | None:
        """The answer to the question: its state, who leads, relations with their tests, and ``sentences``.

        Every format shows the same sentences first. None if the result does not answer a question.
        """
        return copy.deepcopy(self._answer.get("verdict"))

    def _table(self) -> dict[str, list[Any]]:
        """The columns of the table for programs: numbers, or text; None where there is nothing."""
        _, *rows = csv.reader(io.StringIO(self._printed("csv")))
        return {title: [cell or None for cell in cells] if names else _numbers(cells)
                for (title, names), *cells in zip(self._columns, *rows)}

    def to_pandas(self) -> Any:
        """The table as a pandas.DataFrame, with one row for each figure. Names and labels stay text."""
        import pandas

        return pandas.DataFrame(self._table())

    def to_polars(self) -> Any:
        """The table as a polars.DataFrame, with one row for each figure. Names and labels stay text."""
        import polars

        return polars.DataFrame(self._table())

    def to_arrow(self) -> Any:
        """The table as a pyarrow.Table, with one row for each figure. Names and labels stay text."""
        import pyarrow

        return pyarrow.table(self._table())

    def to_html(self) -> str:
        """A self-contained page with tables and pictures. :func:`unseen.report` writes one page for several
        results."""
        return _engine.page([self._json_in_python])

    def plot(self, what: str | None = None, *, ax: Any = None) -> Any:
        """A picture by matplotlib, as its axes: the values with their intervals, a line each. what: a
        measure, or of a score a curve that was asked for, as ``unseen.score(...,
        curves=["roc"]).plot("roc")``. ax: the axes to draw on."""
        from ._plots import plot

        return plot(self, what, ax)

    @property
    def warnings(self) -> list[Warning]:
        """The warnings about the answer as a whole; figures have their own."""
        return [Warning(w["code"], w["text"]) for w in self._answer.get("warnings", [])]

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        """The verdict, the main picture and, folded, the text, as notebooks show it."""
        text = f"<pre>{html.escape(self._text)}</pre>"
        sentences = [html.escape(sentence) for sentence in (self.verdict or {}).get("sentences", [])]
        if not sentences:
            return text
        return (f"<p><b>{sentences[0]}</b> {' '.join(sentences[1:])}</p>"
                f"{_engine.picture(self._json_in_python)}"
                f"<details><summary>Tables and warnings</summary>{text}</details>")


def _add_format(name: str, what: str) -> None:
    def form(self: Result) -> str:
        return self._printed(name)

    form.__name__, form.__qualname__ = f"to_{name}", f"Result.to_{name}"
    form.__doc__ = f"The same bytes as the command line with ``--format {name}``: {what}."
    setattr(Result, form.__name__, form)


for _name, _what in _engine.formats():
    _add_format(_name, _what)


class NotShown(AssertionError):
    """A requirement is refuted, or the rows do not decide about it; ``result`` is the whole answer.

    >>> issubclass(NotShown, AssertionError)
    True
    """

    def __init__(self, message: str, result: Result | None = None) -> None:
        super().__init__(message)
        self.result = result


class ScoreResult(Result):
    """The measures of given predictions: ``result["roc_auc"].interval``.

    >>> found = unseen.score([1, 0, 1, 1], y_pred=[1, 0, 0, 1], measures=["accuracy", "recall"])
    >>> found.rows, found.task, list(found), found["recall"].value == 2 / 3
    (4, 'binary', ['accuracy', 'recall'], True)
    """

    @property
    def rows(self) -> int:
        """The number of rows that were judged."""
        return int(self._answer["rows"])

    @property
    def task(self) -> str:
        """The kind of truth: binary, multiclass, ordinal or regression."""
        return str(self._answer["task"])

    @property
    def measures(self) -> dict[str, Figure]:
        """The figures by their names."""
        return {name: _figure(found) for name, found in self._answer["measures"].items()}

    @property
    def per_class(self) -> dict[str, dict[str, Figure]]:
        """With ``per_class=True``: the figures of each class against all others."""
        return {label: {name: _figure(f) for name, f in found["measures"].items()}
                for label, found in self._answer.get("per_class", {}).items()}

    @property
    def averages(self) -> dict[str, Figure]:
        """With ``per_class=True``: the averages of these figures, such as ``averages["f1_weighted"]``."""
        return {name: _figure(f) for found in self._answer.get("averages", {}).values()
                for name, f in found["measures"].items()}

    def __getitem__(self, measure: str) -> Figure:
        found = self._answer["measures"]
        if measure not in found:
            raise KeyError(f"{measure!r} was not computed; there are {', '.join(found)}")
        return _figure(found[measure])

    def __iter__(self) -> Iterator[str]:
        return iter(self._answer["measures"])


@dataclass(frozen=True)
class Estimate(Figure):
    """A learner's error under an estimator, by one measure.

    >>> one = unseen.estimate("knn:k=1", [[i % 7] for i in range(60)], ["a", "b", "b"] * 20,
    ...                       estimators=["cv:folds=5"]).estimates[0]
    >>> one.learner, one.estimator, one.measure, one.training_rows, one.fits, len(one.per_split)
    ('knn:k=1', 'cv:folds=5,repeats=1,stratify=yes', 'error_rate', 48, 5, 5)
    """

    learner: str
    estimator: str
    measure: str
    training_rows: float
    fits: int
    failures: int
    per_split: list[float | None]
    warnings: list[Warning]
    training: float | None = None
    """With ``training_error=True``: the mean figure of the splits' models on their own training rows."""
    repeat_spread: dict[str, float] | None = None
    """For a plan with repeats: how much the figures of the repeats differ."""
    bound: dict[str, Any] | None = None
    """For a bound: its limits on the true error, such as ``bound["upper"]``, with their target and
    assumptions."""
    horizon: int | None = None
    """For a forecast: how many rows ahead."""


def _estimate(e: dict[str, Any], horizon: int | None = None) -> Estimate:
    return Estimate(
        e["value"], interval_of(e["interval"]), e["target"], e.get("reason"), e["learner_name"],
        e["estimator"], e["measure"], e["training_rows"], e["fits"], e["failures"], e["per_split"],
        [Warning(w["code"], w["text"]) for w in e["warnings"]], e.get("training", {}).get("value"),
        e.get("repeat_spread"), e.get("bound"), horizon,
    )


class EstimateResult(Result):
    """One estimate for each learner, estimator and measure, and for each of several horizons:
    ``result[0].value``.

    >>> X, y = [[i % 7, i % 3] for i in range(60)], ["a" if i % 7 < 4 else "b" for i in range(60)]
    >>> found = unseen.estimate(["tree", "majority"], X, y, compare=True)
    >>> len(found), found[0].value, found.comparisons[0]["test"], found.better[0][:30]
    (2, 0, 'cv_paired', 'tree has the lowest error_rate')
    """

    @property
    def _parts(self) -> list[dict[str, Any]]:
        """The answer, or the answers for several horizons."""
        found: list[dict[str, Any]] = self._answer.get("horizons", [self._answer])
        return found

    @property
    def estimates(self) -> list[Estimate]:
        """All estimates, in the order of the learners."""
        return [_estimate(e, part.get("horizon")) for part in self._parts for e in part["estimates"]]

    @property
    def warnings(self) -> list[Warning]:
        """The warnings about the answer as a whole; of several horizons, those of all."""
        return list(
            dict.fromkeys(Warning(w["code"], w["text"]) for part in self._parts for w in part["warnings"]))

    @property
    def comparisons(self) -> list[dict[str, Any]]:
        """The pairs of learners, compared by the rows of a cross-validation (cv_paired), else by splits;
        p-values are adjusted over pairs."""
        horizon = ("horizon",) if "horizons" in self._answer else ()
        return [{**{key: part[key] for key in horizon}, **copy.deepcopy(c)} for part in self._parts
                for c in part.get("comparisons", [])]

    @property
    def better(self) -> list[str]:
        """Which learner is better: a sentence for each estimator and measure, and for each of several
        horizons."""
        several = "horizons" in self._answer
        return [(f"horizon {part['horizon']}: " if several else "") + one["text"] for part in self._parts
                for one in part.get("shown", [])]

    def __getitem__(self, index: int) -> Estimate:
        return self.estimates[index]

    def __len__(self) -> int:
        return len(self.estimates)


class CurveResult(EstimateResult):
    """Curves of errors: ``result.curves[0]["points"]``. Each point is also one of the estimates.

    >>> X, y = [[i % 7, i % 3] for i in range(60)], ["a" if i % 7 < 4 else "b" for i in range(60)]
    >>> found = unseen.learning_curve(["knn", "tree"], X, y, sizes=[10, 20, 40])
    >>> len(found), [len(one["points"]) for one in found.curves], len(found.pairs)
    (6, [3, 3], 1)
    """

    @property
    def curves(self) -> list[dict[str, Any]]:
        """A curve for each learner and measure: its ``points``, and of a learning curve the fitted ``law``
        and the ``forecast``: limits of the error with 2, 4 and 8 times the rows."""
        kind = "learning_curves" if "learning_curves" in self._answer else "noise_curves"
        return copy.deepcopy(self._answer[kind])

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """Which of two learners is better at which points, and where their curves cross."""
        return copy.deepcopy(self._answer["pairs"])


class TuneResult(Result):
    """The points of a grid and the choice among them: ``result.chosen["learner"]``.

    >>> X, y = [[i % 7, i % 3] for i in range(60)], ["a" if i % 7 < 4 else "b" for i in range(60)]
    >>> found = unseen.tune("knn:k=1..3", X, y, estimator="cv:folds=5")
    >>> len(found.points), found.chosen["point"], found.estimate.value
    (3, 'k=1', 0.05)
    """

    @property
    def points(self) -> list[dict[str, Any]]:
        """All points of the grid, with their figures on the splits of all rows."""
        return copy.deepcopy(self._answer["surface"])

    @property
    def chosen(self) -> dict[str, Any]:
        """The chosen point. Its ``value`` is the best of many, and too good."""
        return copy.deepcopy(self._answer["chosen"])

    @property
    def estimate(self) -> Estimate | None:
        """How wrong a learner is that chooses and then trains: the honest figure. None with ``flat_only``."""
        nested = self._answer["nested"]
        return None if nested is None else _estimate(nested)

    @property
    def bounds(self) -> list[Estimate]:
        """Bounds on the error of the chosen point, which allow for the choice."""
        return [_estimate(e) for e in self._answer["bounds"]]


class Importance(Result, Mapping[str, Figure]):
    """The importance of each feature with its interval, the most important first:
    ``result["age"].interval``.

    >>> X = [[i % 7, i % 3] for i in range(60)]
    >>> y = ["low" if i % 7 < 4 else "high" for i in range(60)]
    >>> found = unseen.importance("tree", X, y, estimator="cv:folds=5,repeats=5")
    >>> list(found), found.measure, found.estimate.value
    (['x0', 'x1'], 'error_rate', 0)
    """

    @property
    def measure(self) -> str:
        """The measure that becomes worse."""
        return str(self._answer["measure"])

    @property
    def estimate(self) -> Estimate:
        """The learner's own figure, with the features as they are."""
        return _estimate(self._answer["figure"])

    def __getitem__(self, feature: str) -> Figure:
        for one in self._answer["importances"]:
            if one["feature"] == feature:
                return Figure(one["value"], interval_of(one["interval"]), "model", one.get("reason"))
        raise KeyError(f"{feature!r} was not permuted; there are {', '.join(self)}")

    def __iter__(self) -> Iterator[str]:
        return (one["feature"] for one in self._answer["importances"])

    def __len__(self) -> int:
        return len(self._answer["importances"])


class RunResult(Result):
    """The estimates of each data set of an experiment: ``result["iris.csv"][0].value``. :func:`unseen.run`
    has an example."""

    def __getitem__(self, data: str) -> list[Estimate]:
        found = {one["data"]: one["estimates"] for one in self._answer["results"]}
        if data not in found:
            raise KeyError(f"{data!r} is not in the experiment; there are {', '.join(found)}")
        return [_estimate(e) for e in found[data]]

    def __iter__(self) -> Iterator[str]:
        return (one["data"] for one in self._answer["results"])

    def __len__(self) -> int:
        return len(self._answer["results"])


class CompareResult(Result):
    """Tests of A against B: ``result.primary`` is the one that fits the design. Of more than twelve models:
    ``result.standings``.

    >>> found = unseen.compare([0, 1, 1, 0], {"A": [0, 1, 1, 0], "B": [1, 1, 0, 0]})
    >>> found.primary["difference"], found.primary["p_value"], len(found.comparisons) > 1
    (0.5, 0.5, True)
    """

    @property
    def comparisons(self) -> list[dict[str, Any]]:
        """All tests as dicts, with the keys of the command line's JSON."""
        found: list[dict[str, Any]] = self.to_dict()["comparisons"]
        return found

    @property
    def primary(self) -> dict[str, Any]:
        """The test that fits the design, of the first pair and measure."""
        if not self.comparisons:
            raise ValueError("many models are compared by their standings; tests= asks for pairs")
        return next(c for c in self.comparisons if c["primary"])

    @property
    def standings(self) -> list[dict[str, Any]]:
        """Of more than twelve models, by the first measure: where they stand, best first."""
        found: list[dict[str, Any]] = self.to_dict().get("standings", [{"models": []}])[0]["models"]
        return found


class BoundResult(Result):
    """A finite-sample bound: ``result.upper``.

    >>> found = unseen.bound("binomial", errors=3, rows=100)
    >>> round(found.lower, 4), round(found.upper, 4)
    (0.0082, 0.0757)
    """

    @property
    def upper(self) -> float | None:
        """The upper bound; None if only the other side is bounded."""
        found: float | None = self._answer["upper"]
        return found

    @property
    def lower(self) -> float | None:
        """The lower bound; None if only the other side is bounded."""
        found: float | None = self._answer["lower"]
        return found
