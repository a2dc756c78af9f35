"""Pictures of results by matplotlib, which is optional."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._results import (CompareResult, CurveResult, EstimateResult, Figure, Importance, Interval, Result,
                       RunResult, ScoreResult)


_CURVES = {"roc": ("fpr", "tpr"), "pr": ("recall", "precision"), "lift": ("share", "gain"),
           "reliability": ("mean_probability", "frequency"), "decision": ("threshold", "net_benefit"),
           "residuals": ("predicted", "residual")}


def _axes(ax: Any, lines: int = 0) -> Any:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError("plot() needs matplotlib: pip install matplotlib") from None
    return plt.subplots(figsize=(6.4, 1.2 + 0.3 * lines) if lines else None, layout="constrained")[1]


def forest(rows: Sequence[tuple[str, Figure]], title: str, ax: Any) -> Any:
    """Draws a point and an interval on each line, the first on top."""
    rows = [row for row in rows if row[1].value is not None]
    ax = _axes(ax, len(rows))
    for y, (_, figure) in enumerate(rows):
        if figure.interval is not None:
            ax.plot([figure.interval.lower, figure.interval.upper], [y, y], color="tab:blue")
        ax.plot([figure.value], [y], "o", color="tab:blue")
    ax.set_yticks(range(len(rows)), [name for name, _ in rows])
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xlabel(title)
    return ax


def curve(result: ScoreResult, kind: str, ax: Any) -> Any:
    """Draws a curve of ``score(..., curves=[kind])``, with one line for each class."""
    found = {one["name"]: one for one in result.to_dict().get("curves", [])}
    if kind not in found:
        raise ValueError(f"the result has no curve {kind!r}; expected unseen.score(..., curves=[{kind!r}])")
    if kind not in _CURVES:
        raise ValueError(f"there is no picture of the curve {kind!r}; expected one of {', '.join(_CURVES)}")
    ax = _axes(ax)
    x, y = _CURVES[kind]
    for series in found[kind]["series"]:
        ax.plot(series["values"][x], series["values"][y], "o" if kind == "residuals" else "-",
                label=series.get("class"))
    if kind in ("roc", "lift", "reliability"):
        ax.plot([0, 1], [0, 1], ":", color="gray")
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    if len(found[kind]["series"]) > 1:
        ax.legend()
    return ax


def curves(result: CurveResult, measure: str, ax: Any) -> Any:
    """Draws the errors of learners by the number of training rows, or by the share of noise."""
    ax = _axes(ax)
    for one in result.curves:
        if one["measure"] == measure:
            x = next(iter(one["points"][0]))
            ax.plot([p[x] for p in one["points"]], [p["value"] for p in one["points"]], "o-",
                    label=one["learner_name"])
            ax.set_xlabel(x)
    ax.set_ylabel(measure)
    ax.legend()
    return ax


def _estimates(found: Any, measure: str, prefix: str) -> list[tuple[str, Figure]]:
    ahead = len({e.horizon for e in found}) > 1
    return [(f"{prefix}{e.learner}, {e.estimator}" + (f", {e.horizon} ahead" if ahead else ""), e)
            for e in found if e.measure == measure]


def plot(result: Result, what: str | None, ax: Any) -> Any:
    """The axes of the picture of a result."""
    if isinstance(result, ScoreResult):
        if what is not None and what not in result.measures:
            return curve(result, what, ax)
        chosen = result.measures if what is None else {what: result[what]}
        return forest(list(chosen.items()), "value" if what is None else what, ax)
    if isinstance(result, EstimateResult):
        measure = what or result[0].measure
        rows = _estimates(result.estimates, measure, "")
        if not rows:
            raise ValueError(
                f"the result has no measure {measure!r}; it has "
                f"{', '.join(dict.fromkeys(e.measure for e in result.estimates))}")
        return curves(result, measure, ax) if isinstance(result, CurveResult) else forest(rows, measure, ax)
    if isinstance(result, RunResult):
        measure = what or result[next(iter(result))][0].measure
        return forest([row for data in result for row in _estimates(result[data], measure, f"{data}: ")],
                      measure, ax)
    if isinstance(result, Importance):
        return forest(list(result.items()), f"{result.measure} worse by", ax)
    if isinstance(result, CompareResult):
        tests = [c for c in result.comparisons if c["primary"]]
        measure = what or tests[0]["measure"]
        tests = [c for c in tests if c["measure"] == measure]
        if not tests:
            raise ValueError(f"the result does not compare by {measure!r}")
        rows = [(f"{c['a']} - {c['b']}", Figure(c["difference"], _limits(c), "", None)) for c in tests]
        return forest(rows, f"difference of {measure}", ax)
    raise ValueError(f"there is no picture of a {type(result).__name__}")


def _limits(comparison: dict[str, Any]) -> Interval | None:
    found = comparison.get("interval")
    return (None
            if found is None
            else Interval(found["lower"], found["upper"], found["level"], found.get("method", ""), "", ""))
