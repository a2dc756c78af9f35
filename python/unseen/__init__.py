"""unseen: how wrong will a predictor be on data it has not seen, how sure is that, and is A really better
than B?

>>> import unseen
>>> unseen.score([1, 0, 1, 1], y_pred=[1, 0, 0, 1], measures=["accuracy"])["accuracy"].value
0.75
"""
from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _engine, metrics
from ._any_time import looked
from ._asked import Asked
from ._columns import NamedColumn, cells, check_rows, classes_of, feature_names, rows_of, text_of
from ._engine import LearnerError
from ._fields import options_of
from ._importance import Feature, learners_of, set_names, sets_of
from ._learners import rows_of_table
from ._machines import do_parts
from ._progress import Progress, Show, shown
from ._results import (BoundResult, CompareResult, CurveResult, Estimate, EstimateResult, Figure, Importance,
                       Interval, NotShown, Result, RunResult, ScoreResult, TuneResult, Warning)
from ._shards import state_of_files
from ._validation import (ClassificationReport, CrossValidation, classification_report, cross_validate,
                          given_plan)

__version__: str = _engine.version
__all__ = [
    "BoundResult", "ClassificationReport", "CompareResult", "CrossValidation", "CurveResult", "Estimate",
    "EstimateResult", "Figure", "Importance", "Interval", "LearnerError", "NotShown", "Progress", "Result",
    "RunResult", "ScoreResult", "TuneResult", "Warning", "bound", "classification_report", "compare",
    "cross_validate", "estimate", "importance", "learning_curve", "look", "metrics", "noise_curve", "report",
    "require", "run", "score", "score_files", "split", "tune",
]


def _score_columns(columns: list[NamedColumn], name: str, argument: str, scores: Any, y_true: Any,
                   labels: Sequence[Any] | None) -> list[str]:
    """Adds the columns of scores, and returns ``LABEL=COLUMN`` for each class; nothing if there is one
    column."""
    array: Any = np.asarray(scores) if np.ndim(scores) == 2 else np.empty(0)
    if array.ndim == 1 or array.shape[1] == 1:
        columns.append((name, cells(scores, argument)))
        return []
    if labels is None:
        labels = classes_of(y_true, array.shape[1])
    if len(labels) != array.shape[1]:
        raise ValueError(f"{argument} has {array.shape[1]} columns for {len(labels)} classes; name the "
                         "classes with labels=")
    columns += [(f"{name}_{text_of(label)}", cells(array[:, i], argument)) for i, label in enumerate(labels)]
    return [f"{text_of(label)}={name}_{text_of(label)}" for label in labels]


def _holds_labels(column: Any, y_true: Any) -> bool:
    """Whether every value of the column is one of the few values of the truth."""
    few = 1000
    values, truth = np.asarray(column), np.asarray(y_true)
    if values.ndim != 1 or truth.ndim != 1 or (values.dtype.kind in "biuf") != (truth.dtype.kind in "biuf"):
        return False
    try:
        classes = np.unique(truth)
        return len(classes) <= few and all(np.isin(part, classes).all() for part in (values[:few], values))
    except (TypeError, ValueError):  # values that have no order, or are lists
        return False


def _values_alone(values: Any, **others: Any) -> None:
    """Raises ValueError if values of items stand beside a truth or predictions."""
    given = [name for name, other in others.items() if other is not None]
    if values is not None and given:
        raise ValueError(f"values and {given[0]} exclude each other: values of items have no truth and no "
                         "predictions")


def _own_column(columns: list[NamedColumn], model: str, role: str, given: Any) -> str:
    """The column of a role that each model may have for itself, which is added; empty if nothing is given."""
    if given is None:
        return ""
    each = isinstance(given, Mapping) or hasattr(given, "columns")
    name = f"{role} of {model}" if each else role
    if name not in [known for known, _ in columns]:
        if each and model not in getattr(given, "columns", given):
            raise ValueError(f"{role}: there is nothing for model {model!r}")
        columns.append((name, cells(given[model] if each else given, name)))
    return name


def score(
    y_true: Any = None,
    y_score: Any = None,
    y_pred: Any = None,
    *,
    values: Any = None,
    labels: Sequence[Any] | None = None,
    curves: Sequence[str] | None = None,
    any_time: str | os.PathLike[str] | None = None,
    progress: bool | Show = True,
    # Options of the engine:
    range: Sequence[float] | None = None,
    higher_is_better: bool = False,
    lower_is_better: bool = False,
    judged: Any = None,
    about: str | None = None,
    labelled_by: str | None = None,
    missing_as: float | None = None,
    trials: Any = None,
    sample_weight: Any = None,
    groups: Any = None,
    by: Any = None,
    split: Any = None,
    repeat: Any = None,
    own_repeats: bool = False,
    train_rows: int | None = None,
    link: str | None = None,
    drop_missing: bool = False,
    out_of_fold: bool = False,
    id: Any = None,
    task: str | None = None,
    order: Sequence[Any] | None = None,
    positive: Any = None,
    threshold: float | str | None = None,
    measures: Sequence[str] | None = None,
    per_class: bool = False,
    interval: str = "auto",
    level: float = 0.95,
    candidates: int = 1,
    require: Sequence[str] | None = None,
    require_level: float = 0.95,
    width: float | None = None,
    looks: int | None = None,
    look: int | None = None,
    seed: int = 1,
    samples: int = 2000,
    threads: int = 0,
) -> ScoreResult:
    """All measures of given predictions, each with an interval.

    Any array, list, series or column is accepted. Raises ValueError if the arguments do not fit together.

    y_true: true classes or numbers, (rows,). y_score: scores of the positive class, (rows,), or of all
    classes, (rows, classes), with columns in the order of ``labels`` (default: the sorted classes, as in
    scikit-learn). y_pred: predicted classes or numbers, (rows,). A second argument whose values are all
    classes of ``y_true`` is ``y_pred``, unless a measure, a threshold, a link, labels or curves are named.
    values: instead of all these, the values that items were given, (items,), with the range in which they can
    lie and their direction, unless the name of the series is that of a usual measure, such as ``dice``.
    judged: what a judge says of every item, a label or a number; then most of ``values``, or of ``y_true``,
    may be missing, and the mean is that of the human values, or labels, of all items.
    trials: how many answers each item has, of which ``values`` counts the right ones, with the measures
    ``"pass_at:k=5"`` (pass@5) and ``"pass_all:k=5"`` (pass^5).
    curves: the curves to keep for ``plot`` and ``to_dict``, such as ``["roc", "pr"]``. threshold may also be
    a rule that chooses on other rows: ``"youden"``, ``"cost:false_negative=5"``, ``"recall:at_least=0.9"``,
    ``"precision:at_least=0.9"``. any_time: a file, which need not exist yet, that counts the rows of each
    call: the limits of one figure hold at every look, however many there are (``require``). Without ``id``
    the rows begin with those that were counted; with it, they are new ones. progress: what takes time is
    shown if more than five seconds of it are left, as in :func:`unseen.estimate`.

    >>> accuracy = score([0, 0, 1, 1, 1, 0], y_pred=[0, 1, 1, 1, 0, 0])["accuracy"]
    >>> round(accuracy.value, 4), round(accuracy.interval.lower, 4), round(accuracy.interval.upper, 4)
    (0.6667, 0.2228, 0.9567)
    >>> mean = score(values=[0.2, 0.5, 0.9, 1, 0.7], range=(0, 1), higher_is_better=True)["mean"]
    >>> round(mean.value, 4), round(mean.interval.lower, 4), round(mean.interval.upper, 4)
    (0.66, 0.3323, 0.8757)
    >>> passed = score(values=[0, 1, 3, 5, 5], trials=[5] * 5, measures=["pass_at:k=2"])["pass_at:k=2"]
    >>> round(passed.value, 4)
    0.66
    >>> human = [1, 0, 1, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1] + [None] * 380
    >>> judge = [1, 0, 1, 1, 0, 1, 1, 1, 1, 0] * 40
    >>> found = score(values=human, judged=judge, range=(0, 1), higher_is_better=True)
    >>> round(found["mean"].value, 4), round(found.to_dict()["judged"]["help"], 2)
    (0.65, 1.42)

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for n in (50, 400):
    ...         look = score([1] * n, y_pred=[1] * n, require=["accuracy >= 0.9"], any_time=f"{folder}/S")
    >>> look.verdict["requirements"][0]["state"], look.to_dict()["any_time"]["looks"]
    ('shown', 2)

    Options:

    range: the smallest and the largest value that is possible, with ``value``: 0,1; inf for an open end
    higher_is_better: large values are good, with ``value``
    lower_is_better: small values are good, with ``value``
    judged: the column of what a judge says of every item, a label or a number, where few have a human
        ``value`` or ``truth``
    about: what the mean of judged items is about: items like these (population), or exactly these (finite);
        one of population, finite
    labelled_by: how the items for humans were chosen, with ``judged``: a fixed number for each value of the
        judge (default: a random draw of all); one of judge
    missing_as: the value of items without one, with ``value`` (default: they are an error)
    trials: the column of how many answers each item has, of which ``value`` counts the right ones
    sample_weight: the column of row weights
    groups: the column of groups of dependent rows: groups are independent draws
    by: a column whose values are subgroups, each judged alone too, with its gap to the other rows
    split: out-of-fold predictions: the column of folds; each was predicted by a model trained on the others
    repeat: the column of repeats of the cross-validation, with ``split`` (caret's Fold03.Rep1 names both); or
        of the repeats of an item, with ``value`` and ``id``
    own_repeats: with ``repeat`` of items: each item was repeated by itself, so that its first repeat has
        nothing in common with that of another item (default: repeats of one name may be a run, on which all
        its values depend)
    train_rows: rows that the model of each fold was trained on, with ``split`` (default: all rows of the
        other folds)
    link: how scores that are logits become probabilities; one of softmax, sigmoid
    drop_missing: leave out rows without a prediction or another needed cell, with a warning
    out_of_fold: out-of-fold predictions with unknown folds
    id: the column of row names: files with common names are two models
    task: the kind of truth; detected if not given; one of binary, multiclass, ordinal, regression
    order: the classes of an ordinal task, lowest first
    positive: the positive label (default: the one with a usual name such as 1, yes or true, else the rarer)
    threshold: a row is labelled positive if its score is at least this
    measures: each is a measure (default: the usual ones, in JSON and CSV all that apply)
    per_class: precision, recall and f1 of each class, with their averages, and its number of rows (support)
    interval: the method of the intervals for which it is valid, or auto
    level: confidence level of the intervals
    candidates: the number of models from which this one was chosen by its figures on these rows; with more
        than one, also show an interval that allows for the choice
    require: each is a requirement on a figure, such as 'accuracy >= 0.9': is it shown to be met?
    require_level: confidence of the one-sided limit by which a requirement is judged
    width: with ``judged``, a width of the interval: how many human labels give it (default: half of the
        present width)
    looks: how often requirements are judged while rows are gathered, planned beforehand (default: once)
    look: which of the planned looks this is, from 1 on
    seed: seed of all random choices
    samples: number of bootstrap samples
    threads: number of threads, 0 for all; results do not depend on it
    """
    given = dict(locals())
    _values_alone(values, y_true=y_true, y_score=y_score, y_pred=y_pred, labels=labels, curves=curves)
    if values is None and y_true is None:
        raise ValueError("expected y_true, or values of items")
    if values is None and y_score is None and y_pred is None and judged is None:
        raise ValueError("expected y_score, y_pred or both")
    plain = all(option is None for option in (values, judged, measures, threshold, link, curves, labels))
    if y_pred is None and plain:
        if _holds_labels(y_score, y_true):  # scikit-learn's order of arguments: (y_true, y_pred)
            y_score, y_pred = None, y_score
    columns: list[NamedColumn]
    options: dict[str, Any]
    if values is None:
        columns, options = [("y_true", cells(y_true, "y_true"))], {"truth": "y_true"}
    else:
        name = text_of(getattr(values, "name", None) or "values")
        columns, options = [(name, cells(values, "values"))], {"value": name}
    if curves is not None:
        options["curves"] = list(curves)
    if isinstance(threshold, str):
        options["threshold_rule"], given["threshold"] = threshold, None
    if y_score is not None:
        scores = _score_columns(columns, "y_score", "y_score", y_score, y_true, labels)
        options |= {"scores": scores} if scores else {"score": "y_score"}
    if y_pred is not None:
        columns.append(("y_pred", cells(y_pred, "y_pred")))
        options["predicted"] = "y_pred"
    options |= options_of("score", given, columns)
    check_rows(columns)
    if any_time is not None:
        if curves is not None:
            raise ValueError("any_time and curves exclude each other: looks at any time are at one figure")
        return ScoreResult(looked(any_time, lambda *state: _engine.score_any_time(columns, options, *state)))
    with shown(progress) as option:
        return ScoreResult(_engine.score(columns, options | option))


def score_files(
    paths: Sequence[str | os.PathLike[str]],
    *,
    cells: int = 0,
    client: Any = None,
    cluster: str = "",
    # Options of the engine:
    truth: str = "",
    predicted: str = "",
    score: str = "",
    scores: Sequence[str] | None = None,
    weight: str = "",
    group: str = "",
    by: str = "",
    split: str = "",
    repeat: str = "",
    own_repeats: bool = False,
    train_rows: int | None = None,
    link: str | None = None,
    drop_missing: bool = False,
    out_of_fold: bool = False,
    id: str = "",
    task: str | None = None,
    order: Sequence[Any] | None = None,
    positive: Any = None,
    threshold: float | None = None,
    measures: Sequence[str] | None = None,
    per_class: bool = False,
    interval: str = "auto",
    level: float = 0.95,
    candidates: int = 1,
    require: Sequence[str] | None = None,
    require_level: float = 0.95,
    looks: int | None = None,
    look: int | None = None,
    seed: int = 1,
    samples: int = 2000,
    threads: int = 0,
) -> ScoreResult:
    """All measures of predictions in several files (CSV, .npy, Parquet and others), judged as one file.

    Columns that are not named are found by their usual names, as in ``unseen score``. client: a
    concurrent.futures.Executor or dask.distributed.Client that reads each file; it must see the file under
    the same path. It returns a summary that grows with the number of distinct rows. cells: a power of two,
    such as 65536, gives the summary a fixed size; measures that depend on the order of rows then have limits
    instead of values. There are no intervals that draw single rows. cluster: the older name of ``group``.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     parts = [os.path.join(folder, name) for name in ("a.csv", "b.csv")]
    ...     for part in parts:
    ...         with open(part, "w") as file:
    ...             _ = file.write("truth,predicted\\nyes,yes\\nno,yes\\n")
    ...     found = score_files(parts, measures="accuracy")
    >>> found.rows, found["accuracy"].value
    (4, 0.5)

    Options:

    truth: the column of true labels or numbers; COL,COL for points
    predicted: the column of predicted labels or numbers; as many as truths
    score: the column of the positive class's scores; larger is more positive
    scores: one column of scores for each class: names that end in the label, or LABEL=COLUMN
    weight: the column of row weights
    group: the column of groups of dependent rows: groups are independent draws
    by: a column whose values are subgroups, each judged alone too, with its gap to the other rows
    split: out-of-fold predictions: the column of folds; each was predicted by a model trained on the others
    repeat: the column of repeats of the cross-validation, with ``split`` (caret's Fold03.Rep1 names both); or
        of the repeats of an item, with ``value`` and ``id``
    own_repeats: with ``repeat`` of items: each item was repeated by itself, so that its first repeat has
        nothing in common with that of another item (default: repeats of one name may be a run, on which all
        its values depend)
    train_rows: rows that the model of each fold was trained on, with ``split`` (default: all rows of the
        other folds)
    link: how scores that are logits become probabilities; one of softmax, sigmoid
    drop_missing: leave out rows without a prediction or another needed cell, with a warning
    out_of_fold: out-of-fold predictions with unknown folds
    id: the column of row names: files with common names are two models
    task: the kind of truth; detected if not given; one of binary, multiclass, ordinal, regression
    order: the classes of an ordinal task, lowest first
    positive: the positive label (default: the one with a usual name such as 1, yes or true, else the rarer)
    threshold: a row is labelled positive if its score is at least this
    measures: each is a measure (default: the usual ones, in JSON and CSV all that apply)
    per_class: precision, recall and f1 of each class, with their averages, and its number of rows (support)
    interval: the method of the intervals for which it is valid, or auto
    level: confidence level of the intervals
    candidates: the number of models from which this one was chosen by its figures on these rows; with more
        than one, also show an interval that allows for the choice
    require: each is a requirement on a figure, such as 'accuracy >= 0.9': is it shown to be met?
    require_level: confidence of the one-sided limit by which a requirement is judged
    looks: how often requirements are judged while rows are gathered, planned beforehand (default: once)
    look: which of the planned looks this is, from 1 on
    seed: seed of all random choices
    samples: number of bootstrap samples
    threads: number of threads, 0 for all; results do not depend on it
    """
    if group and cluster:
        raise ValueError("cluster is the older name of group; give one of them")
    options = options_of("score_files", {**locals(), "group": group or cluster}, [])
    files = [os.fspath(path) for path in paths]
    if not files:
        raise ValueError("no file; expected one or more")
    name = files[0] if len(files) == 1 else f"{files[0]} and {len(files) - 1} more"
    return ScoreResult(_engine.score_state(state_of_files(files, options, cells, client), options, name))


def compare(
    y_true: Any = None,
    predictions: Mapping[str, Any] | None = None,
    *,
    values: Any = None,
    judged: Any = None,
    trials: Any = None,
    labels: Sequence[Any] | None = None,
    measures: Sequence[str] | None = None,
    any_time: str | os.PathLike[str] | None = None,
    id: Any = None,
    progress: bool | Show = True,
    # Options of the engine:
    range: Sequence[float] | None = None,
    higher_is_better: bool = False,
    lower_is_better: bool = False,
    missing_as: float | None = None,
    sample_weight: Any = None,
    groups: Any = None,
    split: Any = None,
    repeat: Any = None,
    own_repeats: bool = False,
    train_rows: int | None = None,
    task: str | None = None,
    order: Sequence[Any] | None = None,
    positive: Any = None,
    threshold: float | None = None,
    level: float = 0.95,
    margin: float | None = None,
    seed: int = 1,
    samples: int = 2000,
    permutations: int = 10000,
    threads: int = 0,
    tests: Sequence[str] | None = None,
    require: Sequence[str] | None = None,
    require_level: float = 0.95,
    looks: int | None = None,
    look: int | None = None,
) -> CompareResult:
    """Compares two or more models by their predictions for the same rows: ``{"A": p, "B": q}``.

    Predictions are classes, scores of the positive class, scores of all classes (rows x classes, with columns
    in the order of ``labels``, by default the sorted classes), or numbers. The primary test is the one that
    fits the design. values: instead of truth and predictions, the values that the models' items were given:
    ``{"A": a, "B": b}`` or a frame with a column for each model. judged: what a judge says of each model's
    items, in the same form, or of the items for all models; then most of the values, or of ``y_true``, may be
    missing. trials: how many answers the items have, in the same form, of which ``values`` counts the right
    ones. measures: by default accuracy, and roc_auc of two classes with scores; for numbers rmse and mae;
    for values mean. any_time: as in :func:`unseen.score`, for two models. id: the names of the rows, with it,
    or of the items, with values and repeat.
    progress: as in :func:`unseen.score`.

    >>> truth = [0, 1, 1, 0, 1, 0, 1, 1]
    >>> result = compare(truth, {"A": [0, 1, 1, 0, 1, 0, 1, 0], "B": [1, 1, 0, 0, 1, 1, 1, 1]})
    >>> result.primary["test"], result.primary["p_value"]
    ('mcnemar_exact', 0.625)
    >>> items = {"A": [0.9, 0.8, 1, 0.7, 0.9, 0.6], "B": [0.3, 0.2, 0.6, 0.1, 0.5, 0]}
    >>> primary = compare(values=items, range=(0, 1), higher_is_better=True).primary
    >>> primary["test"], round(primary["p_value"], 4)
    ('gaffke', 0.1557)

    Options:

    range: the smallest and the largest value that is possible, with ``value``: 0,1; inf for an open end
    higher_is_better: large values are good, with ``value``
    lower_is_better: small values are good, with ``value``
    missing_as: the value of items without one, with ``value`` (default: they are an error)
    sample_weight: the column of row weights
    groups: the column of groups of dependent rows: groups are independent draws
    split: out-of-fold predictions: the column of folds; each was predicted by a model trained on the others
    repeat: the column of repeats of the cross-validation, with ``split`` (caret's Fold03.Rep1 names both); or
        of the repeats of an item, with ``value`` and ``id``
    own_repeats: with ``repeat`` of items: each item was repeated by itself, so that its first repeat has
        nothing in common with that of another item (default: repeats of one name may be a run, on which all
        its values depend)
    train_rows: rows that the model of each fold was trained on, with ``split`` (default: all rows of the
        other folds)
    task: the kind of truth; detected if not given; one of binary, multiclass, ordinal, regression
    order: the classes of an ordinal task, lowest first
    positive: the positive label (default: the one with a usual name such as 1, yes or true, else the rarer)
    threshold: a row is labelled positive if its score is at least this
    level: confidence level of the intervals
    margin: half the width within which two models count as equivalent
    seed: seed of all random choices
    samples: number of bootstrap samples
    permutations: number of random permutations, if there are too many for all
    threads: number of threads, 0 for all; results do not depend on it
    tests: further tests, which are shown only by name: bootstrap
    require: each is a requirement, such as 'A not worse than B by 0.02 in accuracy' or 'A better than B in
        accuracy': is it shown to be met?
    require_level: confidence of the one-sided limit by which a requirement is judged
    looks: how often requirements are judged while rows are gathered, planned beforehand (default: once)
    look: which of the planned looks this is, from 1 on
    """
    given = dict(locals())
    _values_alone(values, y_true=y_true, predictions=predictions, labels=labels)
    if values is not None:
        if not isinstance(values, Mapping) and not hasattr(values, "columns"):
            raise ValueError("values: expected a frame or a mapping with the values of each model")
        names = list(getattr(values, "columns", values))
        if len(set(names)) < len(names):
            raise ValueError("values: two models have the same name")
        predictions = {text_of(name): values[name] for name in names}
        indexes = [one.index for one in predictions.values()
                   if hasattr(getattr(one, "index", None), "equals")]
        if any(not indexes[0].equals(other) for other in indexes):
            raise ValueError("values: the series have different indexes; put them into one frame first")
    if predictions is None or (values is None and y_true is None):
        raise ValueError("expected y_true and predictions, or values of items")
    if len(predictions) < 2:
        raise ValueError(f"got {len(predictions)} model; expected two or more")
    columns: list[NamedColumn] = []
    options: dict[str, Any] = {"value": "values"}
    if values is None:
        columns, options = [("y_true", cells(y_true, "y_true"))], {"truth": "y_true"}
    models = []
    for name, of_model in predictions.items():
        column = f"predictions of {name}" if values is None else name
        plain = values is not None or judged is not None  # no scores of classes
        scores = [] if plain else _score_columns(columns, column, name, of_model, y_true, labels)
        if plain:
            columns.append((column, cells(of_model, name)))
        models.append((name, "" if scores else column, scores, _own_column(columns, name, "judged", judged),
                       _own_column(columns, name, "trials", trials)))
    options |= {role: column for role, column in zip(("judged", "trials"), models[0][3:]) if column}
    options |= options_of("compare", given, columns)
    if measures is not None:
        options["measures"] = [measures] if isinstance(measures, str) else list(measures)
    if id is not None:
        if any_time is None and (values is None or repeat is None):
            raise ValueError("id is for any_time, and for values with repeat; else rows are the same by "
                             "their order")
        columns.append(("ids of the rows", cells(id, "id")))
        options["id"] = "ids of the rows"
    check_rows(columns)
    if any_time is not None:
        if margin is not None or tests:
            raise ValueError("any_time has a test of its own; margin and tests are for a single look")
        return CompareResult(looked(any_time, lambda *state: _engine.compare_any_time(
            columns, models, options, *state)))
    with shown(progress) as option:
        return CompareResult(_engine.compare(columns, models, options | option))


def look(
    any_time: str | os.PathLike[str],
    *,
    add: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    require: Sequence[str] | None = None,
    require_level: float = 0.95,
    level: float = 0.95,
) -> ScoreResult | CompareResult:
    """Looks once more at the rows that :func:`unseen.score` or :func:`unseen.compare` counted.

    any_time: the file that counts the rows; it need not exist yet if others are added. add: files that
    counted other rows by their ``id``, whose rows are added to it first. Raises ValueError if one of them
    followed another figure or counted a row that was counted already. require, require_level, level: as in
    the calls that counted.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for day in (0, 1):
    ...         ids = range(200 * day, 200 * (day + 1))
    ...         _ = score([1] * 200, y_pred=[1] * 200, id=ids, any_time=f"{folder}/{day}")
    ...     found = look(f"{folder}/both", add=[f"{folder}/0", f"{folder}/1"], require=["accuracy >= 0.9"])
    >>> found.to_dict()["any_time"]["rows"], found.verdict["requirements"][0]["state"]
    (400, 'shown')
    """
    options = {"require": [require] if isinstance(require, str) else list(require or []),
               "require_level": require_level, "level": level}
    files = [add] if isinstance(add, (str, os.PathLike)) else list(add)
    of_two = False

    def engine(state: bytes | None, source: str) -> tuple[_engine.Answer, bytes]:
        nonlocal of_two
        of_two, answer, after = _engine.look([os.fspath(file) for file in files], options, state, source)
        return answer, after

    answer = looked(any_time, engine)
    return CompareResult(answer) if of_two else ScoreResult(answer)


def require(
    what: Result | str | Sequence[str],
    *data: Any,
    undecided: str = "fail",
    **options: Any,
) -> Result:
    """Raises NotShown unless all requirements are shown to be met; else returns the result.

    For tests and pipelines: an estimate above a bound shows nothing by itself.

    what: a result whose function was called with ``require``; or requirements, and then data and options are
    those of :func:`unseen.score`, or of :func:`unseen.compare` for requirements such as ``"A not worse than B
    by 0.02 in accuracy"``. undecided: ``"pass"`` lets requirements pass about which the rows do not decide;
    figures that do not exist never pass.

    >>> truth = [1, 0] * 50
    >>> require("accuracy >= 0.9", truth, y_pred=truth)["accuracy"].value
    1
    >>> try:
    ...     require(["accuracy >= 0.99"], truth, y_pred=truth)
    ... except NotShown as error:
    ...     print(str(error)[:72])
    Whether the requirement accuracy >= 0.99 is met is not decided: accuracy
    """
    if undecided not in ("fail", "pass"):
        raise ValueError(f"undecided: {undecided!r} is not valid; expected 'fail' or 'pass'")
    if isinstance(what, Result):
        if data or options:
            raise ValueError("a result has its figures already; expected `require` in the call that made it, "
                             "or requirements and data here")
        result = what
    else:
        texts = [what] if isinstance(what, str) else list(what)
        pairs = any(_engine.compares_models(text) for text in texts)
        result = (compare if pairs else score)(*data, require=texts, **options)
    verdict = result.verdict or {}
    asked = verdict.get("requirements", [])
    if not asked:
        raise ValueError("there are no requirements; expected some, such as 'accuracy >= 0.9'")

    def passes(one: dict[str, Any]) -> bool:
        known = one.get("at_least", one.get("at_most")) is not None
        return one["state"] == "shown" or (one["state"] == "undecided" and undecided == "pass" and known)

    failed = [sentence for one, sentence in zip(asked, verdict["sentences"]) if not passes(one)]
    if failed:
        raise NotShown("\n".join(failed), result)
    return result


def estimate(
    learner: Any,
    X: Any,
    y: Any,
    *,
    cv: Any = None,
    test: tuple[Any, Any] | None = None,
    unlabelled: Any = None,
    processes: int = 1,
    client: Any = None,
    progress: bool | Show = False,
    name: str = "data",
    # Options of the engine:
    groups: Any = None,
    sample_weight: Any = None,
    time: Any = None,
    lags: int | str | Sequence[int] | None = None,
    horizon: int | str | Sequence[int] | None = None,
    known: Sequence[str] | None = None,
    stratum: Any = None,
    ordered: Sequence[Any] | None = None,
    positive: Any = None,
    estimators: Sequence[str] | None = None,
    measures: Sequence[str] | None = None,
    interval: str = "auto",
    training_error: bool = False,
    describe_predictions: bool = False,
    bounds: Sequence[str] | None = None,
    delta: float | None = None,
    impute: str = "auto",
    level: float = 0.95,
    tests: Sequence[str] | None = None,
    seed: int = 1,
    threads: int = 0,
    store: str | os.PathLike[str] | None = None,
    require: Sequence[str] | None = None,
    require_level: float = 0.95,
    compare: bool = False,
) -> EstimateResult:
    """How wrong learners will be on new rows.

    A fit that raises is counted as failed; the others go on. Ctrl-C stops.

    learner: a spec such as ``"knn:k=3"``, a scikit-learn estimator or pipeline, a list of these, or a dict
    that names them. X: an array or a frame, (rows, features). y: classes or numbers, (rows,); several columns
    of numbers, (rows, targets), are points, for ``"multi(ridge)"`` and estimators that predict several
    targets. cv: your own splits, in addition to the
    estimators: a splitter of scikit-learn, a number of folds, or pairs (train, test) of index arrays.
    test: (X, y) of further rows, for the estimator ``"test"``. unlabelled: X of further rows, for bounds; or
    ``"missing"``: the rows whose y is missing. processes: the number of worker processes for the fits of
    learners in Python; 0 means one per core, and with 1 this process does them, one at a time. client: a
    dask.distributed.Client or concurrent.futures.Executor whose workers do these fits instead. Results depend
    on neither. progress: True shows a bar with the time that is left, by tqdm if it is installed; a function
    is called with each :class:`unseen.Progress`. name: the name of the data in the answer and in the store.

    ``lags="1-12"`` makes features of the last values of y. Columns of X are then features only if ``known``
    names them, and X may be None. With ``horizon`` alone the lags are columns of X, as estimators in Python
    need them. ``horizon="1-6"`` gives the errors of each horizon. ``store`` keeps the fits;
    those of estimators in Python by a digest of the estimator, its packages, X and y.

    >>> X = [[i % 7, i % 3] for i in range(60)]
    >>> y = ["low" if i % 7 < 4 else "high" for i in range(60)]
    >>> figure = estimate("tree", X, y, estimators=["cv:folds=5"]).estimates[0]
    >>> figure.measure, figure.value, round(figure.interval.upper, 4), figure.target
    ('error_rate', 0, 0.1046, 'procedure')

    Options:

    groups: the column of groups of dependent rows: every split keeps groups whole; @duplicates: equal rows
        are a group
    sample_weight: the column of weights: how much each row counts
    time: the column of times, for the plans that train on the past
    lags: make features of the target's last values, for forecasts in the order of ``time``, else of the file:
        1-12, or 1,2,12
    horizon: how many rows ahead the target is forecast (1, with ``lags``): nothing later is seen
    known: with ``lags``: columns known in advance, which stay features; the other columns are none
    stratum: the column to stratify by instead of the classes
    ordered: the classes from the lowest on, or @declared, for measures and learners of ordered classes
    positive: the positive of two classes, for measures and costs (default: the one with a usual name such as
        1, yes or true, else the rarer)
    estimators: each is an estimator (default: cv:folds=10,repeats=10, unless a bound is named)
    measures: each is a measure (default: error_rate for classes, rmse and mae for numbers)
    interval: the method of the intervals, or auto
    training_error: judge each split's model on its training rows as well, so that the optimism shows
    describe_predictions: add to JSON what a page shows of each learner's predictions: confusion matrix, ROC
        and calibration curves, residuals, and where it errs by the features' values
    bounds: each is a bound on the true error
    delta: the probability with which each side of a bound may fail (1 - level)
    impute: auto: a learner that cannot take missing cells gets them filled by the median or the most frequent
        category of the training rows of each fit; none: it refuses them (default: auto); one of auto, none
    level: confidence level of the intervals
    tests: further tests of two learners by cross-validation, which are given only by name and reject too
        often: cv_pooled, corrected_t, cv5x2_f, bayes_correlated_t
    seed: seed of all random choices
    threads: number of threads, 0 for all; results do not depend on it
    store: keep the fits in this file, and reuse the fits in it
    require: each is a requirement on the figure of the one learner by the first estimator, such as 'accuracy
        >= 0.8': is it shown to be met?
    require_level: confidence of the one-sided limit by which a requirement is judged
    compare: show the differences of all pairs of learners, with intervals and adjusted p-values; CSV has
        these alone
    """
    asked = Asked("estimate", learner, X, y, dict(locals()), unlabelled=unlabelled, test=test)
    options = asked.options
    if horizon is not None:
        options["horizons"] = options.pop("horizon")
    if cv is not None:
        options |= (cv if isinstance(cv, dict) and "plan" in cv
                    else given_plan(cv, asked.X, y, groups, asked.classes))
    with asked.running(progress, processes, client) as learners:
        return EstimateResult(
            _engine.estimate(asked.columns, asked.test, asked.unlabelled, learners, options))


def learning_curve(
    learner: Any,
    X: Any,
    y: Any,
    *,
    processes: int = 1,
    client: Any = None,
    progress: bool | Show = False,
    name: str = "data",
    # Options of the engine:
    estimator: str = "cv:folds=10,repeats=5",
    sizes: Sequence[int] | None = None,
    times: bool = False,
    groups: Any = None,
    sample_weight: Any = None,
    time: Any = None,
    lags: int | str | Sequence[int] | None = None,
    horizon: int | None = None,
    known: Sequence[str] | None = None,
    stratum: Any = None,
    ordered: Sequence[Any] | None = None,
    positive: Any = None,
    measures: Sequence[str] | None = None,
    impute: str = "auto",
    level: float = 0.95,
    seed: int = 1,
    threads: int = 0,
    store: str | os.PathLike[str] | None = None,
) -> CurveResult:
    """How the errors of learners depend on the number of training rows, and what more rows would bring.

    Learners, X, y, processes, client, progress and name are those of :func:`unseen.estimate`.

    >>> X = [[i % 7, i % 3] for i in range(60)]
    >>> y = ["low" if i % 7 < 4 else "high" for i in range(60)]
    >>> curve = learning_curve("knn", X, y, sizes=[10, 20, 40])
    >>> [e.training_rows for e in curve.estimates]
    [10, 20, 40]

    Options:

    estimator: the folds: cv with its keys
    sizes: numbers of training rows (default: eight, evenly on a logarithmic scale, up to the smallest
        training set)
    times: measure how long training and prediction take: those of the first repeat are done again, one by
        one; times differ from run to run
    groups: the column of groups of dependent rows: every split keeps groups whole; @duplicates: equal rows
        are a group
    sample_weight: the column of weights: how much each row counts
    time: the column of times, for the plans that train on the past
    lags: make features of the target's last values, for forecasts in the order of ``time``, else of the file:
        1-12, or 1,2,12
    horizon: how many rows ahead the target is forecast (1, with ``lags``): nothing later is seen
    known: with ``lags``: columns known in advance, which stay features; the other columns are none
    stratum: the column to stratify by instead of the classes
    ordered: the classes from the lowest on, or @declared, for measures and learners of ordered classes
    positive: the positive of two classes, for measures and costs (default: the one with a usual name such as
        1, yes or true, else the rarer)
    measures: each is a measure (default: error_rate for classes, rmse and mae for numbers)
    impute: auto: a learner that cannot take missing cells gets them filled by the median or the most frequent
        category of the training rows of each fit; none: it refuses them (default: auto); one of auto, none
    level: confidence level of the intervals
    seed: seed of all random choices
    threads: number of threads, 0 for all; results do not depend on it
    store: keep the fits in this file, and reuse the fits in it
    """
    asked = Asked("learning_curve", learner, X, y, dict(locals()))
    with asked.running(progress, processes, client) as learners:
        return CurveResult(_engine.learning_curve(asked.columns, learners, asked.options))


def noise_curve(
    learner: str | Sequence[str] | Mapping[str, str],
    X: Any,
    y: Any,
    *,
    progress: bool | Show = False,
    name: str = "data",
    # Options of the engine:
    estimator: str = "cv:folds=10,repeats=5",
    shares: Sequence[float] | None = None,
    kind: str | None = None,
    by: str | None = None,
    where: str | None = None,
    groups: Any = None,
    sample_weight: Any = None,
    time: Any = None,
    lags: int | str | Sequence[int] | None = None,
    horizon: int | None = None,
    known: Sequence[str] | None = None,
    stratum: Any = None,
    ordered: Sequence[Any] | None = None,
    positive: Any = None,
    measures: Sequence[str] | None = None,
    impute: str = "auto",
    level: float = 0.95,
    seed: int = 1,
    threads: int = 0,
    store: str | os.PathLike[str] | None = None,
) -> CurveResult:
    """How the errors of learners depend on the share of rows with a wrong class, or of wrong cells.

    learner: a spec such as ``"knn:k=3"``, a list of these, or a dict that names them. X, y, progress and name
    are those of :func:`unseen.estimate`.

    >>> X = [[i % 7, i % 3] for i in range(60)]
    >>> y = ["low" if i % 7 < 4 else "high" for i in range(60)]
    >>> len(noise_curve("knn", X, y, shares=[0, 0.2]).estimates)
    2

    Options:

    estimator: the splits
    shares: shares of noise, from 0 to 1 (default: 0,0.05,0.1,0.2,0.3,0.4)
    kind: class: rows get another class; attribute: cells get the value of another training row (default:
        class, and attribute where the target holds numbers); one of class, attribute
    by: class noise: all other classes equally often, or as often as the training rows have them (default:
        uniform); one of uniform, frequency
    where: attribute noise: in training rows, test rows or both (default: train); class noise is in training
        rows; one of train, test, both
    groups: the column of groups of dependent rows: every split keeps groups whole; @duplicates: equal rows
        are a group
    sample_weight: the column of weights: how much each row counts
    time: the column of times, for the plans that train on the past
    lags: make features of the target's last values, for forecasts in the order of ``time``, else of the file:
        1-12, or 1,2,12
    horizon: how many rows ahead the target is forecast (1, with ``lags``): nothing later is seen
    known: with ``lags``: columns known in advance, which stay features; the other columns are none
    stratum: the column to stratify by instead of the classes
    ordered: the classes from the lowest on, or @declared, for measures and learners of ordered classes
    positive: the positive of two classes, for measures and costs (default: the one with a usual name such as
        1, yes or true, else the rarer)
    measures: each is a measure (default: error_rate for classes, rmse and mae for numbers)
    impute: auto: a learner that cannot take missing cells gets them filled by the median or the most frequent
        category of the training rows of each fit; none: it refuses them (default: auto); one of auto, none
    level: confidence level of the intervals
    seed: seed of all random choices
    threads: number of threads, 0 for all; results do not depend on it
    store: keep the fits in this file, and reuse the fits in it
    """
    asked = Asked("noise_curve", learner, X, y, dict(locals()))
    with asked.running(progress) as learners:
        return CurveResult(_engine.noise_curve(asked.columns, learners, asked.options))


def importance(
    learner: Any,
    X: Any,
    y: Any,
    *,
    features: Sequence[Feature] | None = None,
    progress: bool | Show = False,
    name: str = "data",
    # Options of the engine:
    estimator: str = "cv:folds=10,repeats=5",
    measure: str | None = None,
    groups: Any = None,
    sample_weight: Any = None,
    time: Any = None,
    lags: int | str | Sequence[int] | None = None,
    horizon: int | None = None,
    known: Sequence[str] | None = None,
    stratum: Any = None,
    ordered: Sequence[Any] | None = None,
    positive: Any = None,
    impute: str = "auto",
    level: float = 0.95,
    seed: int = 1,
    threads: int = 0,
) -> Importance:
    """How much worse a learner's predictions become if the cells of a feature come from other rows.

    Each model of a cross-validation is fitted once, and predicts its test rows with the features as they are
    and with the cells of each feature from other rows (not of the same group, drawn by their weights). The
    importance is the difference of the figures, positive where the feature is missed, with the interval of a
    comparison of both by the rows (cv_paired). The intervals are about the model of all rows, and those of
    all features hold together. Features that say the same stand in for each other, so permute them together.

    learner: a scikit-learn estimator or pipeline, or a spec such as ``"tree"``. X: an array or a frame of
    pandas or polars, (rows, features); y: (rows,). features: names or positions of columns, or lists of those
    that are permuted together (default: each column). progress and name are those of :func:`unseen.estimate`.
    Several threads help estimators in Python only if they release Python's lock.

    >>> X = [[i % 7, i % 3] for i in range(60)]
    >>> y = ["low" if i % 7 < 4 else "high" for i in range(60)]
    >>> found = importance("tree", X, y, estimator="cv:folds=5,repeats=5")
    >>> found["x1"].value, found["x0"].value > 0.3, found["x0"].interval.lower > 0.2
    (0, True, True)

    Options:

    estimator: the splits; each repeat draws other rows' cells once more (default: cv:folds=10,repeats=5)
    measure: the measure that becomes worse (default: error_rate for classes, rmse for numbers)
    groups: the column of groups of dependent rows: every split keeps groups whole; @duplicates: equal rows
        are a group
    sample_weight: the column of weights: how much each row counts
    time: the column of times, for the plans that train on the past
    lags: make features of the target's last values, for forecasts in the order of ``time``, else of the file:
        1-12, or 1,2,12
    horizon: how many rows ahead the target is forecast (1, with ``lags``): nothing later is seen
    known: with ``lags``: columns known in advance, which stay features; the other columns are none
    stratum: the column to stratify by instead of the classes
    ordered: the classes from the lowest on, or @declared, for measures and learners of ordered classes
    positive: the positive of two classes, for measures and costs (default: the one with a usual name such as
        1, yes or true, else the rarer)
    impute: auto: a learner that cannot take missing cells gets them filled by the median or the most frequent
        category of the training rows of each fit; none: it refuses them (default: auto); one of auto, none
    level: confidence level of the intervals
    seed: seed of all random choices
    threads: number of threads, 0 for all; results do not depend on it
    """
    given = dict(locals())
    named: list[str] = []
    permuted: list[tuple[str, Any]] = []
    if lags is not None:
        named = [] if features is None else set_names(features)
    elif features is not None or not isinstance(learner, str):
        X = np.asarray(X) if isinstance(X, list) else X
        sets = sets_of(features, feature_names(X))
        named = list(sets)
        if not isinstance(learner, str):
            target = y.to_numpy() if hasattr(y, "to_numpy") else np.asarray(y)
            columns = {column: np.asarray(given[column]) for column in ("sample_weight", "groups")
                       if given[column] is not None and not isinstance(given[column], str)}
            kept, permuted = learners_of(learner, X, target, sets, columns, seed)
            learner = {type(learner).__name__: kept}
    asked = Asked("importance", learner, X, y, given)
    if named:
        asked.options["features"] = named
    with asked.running(progress) as learners:
        return Importance(_engine.importance(asked.columns, learners[0], permuted, asked.options))


def tune(
    learner: str | Sequence[str],
    X: Any,
    y: Any,
    *,
    unlabelled: Any = None,
    progress: bool | Show = False,
    name: str = "data",
    # Options of the engine:
    grid: str | None = None,
    inner: str | None = None,
    measure: str | None = None,
    rule: str | None = None,
    race: str | None = None,
    tries: int | None = None,
    estimator: str | None = None,
    bounds: Sequence[str] | None = None,
    delta: float | None = None,
    impute: str = "auto",
    level: float = 0.95,
    require: Sequence[str] | None = None,
    require_level: float = 0.95,
    flat_only: bool = False,
    store: str | os.PathLike[str] | None = None,
    groups: Any = None,
    sample_weight: Any = None,
    time: Any = None,
    lags: int | str | Sequence[int] | None = None,
    horizon: int | None = None,
    known: Sequence[str] | None = None,
    stratum: Any = None,
    ordered: Sequence[Any] | None = None,
    positive: Any = None,
    seed: int = 1,
    threads: int = 0,
) -> TuneResult:
    """Tries keys of learners, chooses, and tells how good the choice really is.

    learner: a spec, or several to choose among. Keys may be ranges and lists: ``"tree:max_depth=1..5"``.
    Searches of scikit-learn are learners for :func:`unseen.estimate`. X, y, unlabelled, progress and name are
    those of that function.

    >>> X = [[i % 7, i % 3] for i in range(60)]
    >>> y = ["low" if i % 7 < 4 else "high" for i in range(60)]
    >>> tune("knn:k=1..3", X, y, flat_only=True).chosen["point"]
    'k=1'

    Options:

    grid: keys of the one learner with ranges and lists: k=1..30,weights=uniform|distance
    inner: the splits on which the points are judged (default: cv:folds=5)
    measure: the measure to choose by, and to judge by (default: error_rate for classes, rmse for numbers)
    rule: the best point, or the first within one standard error of it (default: best); one of best, one-se
    race: in the nested fits points leave before they were tried on all inner splits: the worse half after 1,
        2, 4 ... of them, or what is worse than the best by a paired t-test; one of halving, paired
    tries: try N random grid points instead of all
    estimator: the estimator of the honest figure; each of its fits chooses again (default:
        cv:folds=10,repeats=5)
    bounds: each is a bound on the true error
    delta: the probability with which each side of a bound may fail (1 - level)
    impute: auto: a learner that cannot take missing cells gets them filled by the median or the most frequent
        category of the training rows of each fit; none: it refuses them (default: auto); one of auto, none
    level: confidence level of the intervals
    require: each is a requirement on the nested figure of the learner that chooses, such as 'accuracy >=
        0.8': is it shown to be met?
    require_level: confidence of the one-sided limit by which a requirement is judged
    flat_only: leave out the nested estimate, which takes most of the time
    store: keep the fits in this file, and reuse the fits in it
    groups: the column of groups of dependent rows: every split keeps groups whole; @duplicates: equal rows
        are a group
    sample_weight: the column of weights: how much each row counts
    time: the column of times, for the plans that train on the past
    lags: make features of the target's last values, for forecasts in the order of ``time``, else of the file:
        1-12, or 1,2,12
    horizon: how many rows ahead the target is forecast (1, with ``lags``): nothing later is seen
    known: with ``lags``: columns known in advance, which stay features; the other columns are none
    stratum: the column to stratify by instead of the classes
    ordered: the classes from the lowest on, or @declared, for measures and learners of ordered classes
    positive: the positive of two classes, for measures and costs (default: the one with a usual name such as
        1, yes or true, else the rarer)
    seed: seed of all random choices
    threads: number of threads, 0 for all; results do not depend on it
    """
    asked = Asked("tune", learner, X, y, dict(locals()), unlabelled=unlabelled)
    asked.options["learners"] = [one for _, one in asked.learners]
    if not all(isinstance(one, str) for one in asked.options["learners"]):
        raise ValueError(
            "tune() tries specs such as 'knn:k=1..9'; a search of scikit-learn is a learner for estimate()")
    with asked.running(progress):
        return TuneResult(_engine.tune(asked.columns, asked.unlabelled, asked.options))


def run(
    experiment: str | os.PathLike[str],
    store: str | os.PathLike[str],
    *,
    seed: int | None = None,
    threads: int = 0,
    client: Any = None,
    parts: int | None = None,
    progress: bool | Show = False,
) -> RunResult:
    """Runs an experiment file (learners x data sets x estimators) and keeps its fits in the file ``store``.

    When called again, it only does the missing fits.

    client: a concurrent.futures.Executor or dask.distributed.Client whose processes or machines do the fits.
    They must see the data files under the same paths. parts: the number of parts into which the work is
    divided, by default parts of about one second. Only this process writes the store. progress: as in
    :func:`unseen.estimate`; with a client, of the parts.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     data, experiment = os.path.join(folder, "d.csv"), os.path.join(folder, "e.toml")
    ...     with open(data, "w") as file:
    ...         _ = file.write("x,y\\n" + "1,a\\n2,b\\n" * 20)
    ...     with open(experiment, "w") as file:
    ...         _ = file.write("estimators = ['cv:folds=5']\\n[[data]]\\npath = 'd.csv'\\n"
    ...                        "[[learner]]\\nspec = 'tree'\\n")
    ...     found = run(experiment, os.path.join(folder, "fits.db"))
    >>> list(found), found["d.csv"][0].value
    (['d.csv'], 0)
    """
    described = _engine.read_experiment(os.fspath(experiment), seed)
    if client is not None:
        if not hasattr(client, "submit"):
            raise ValueError(
                f"client: {client!r} has no submit(); expected a concurrent.futures.Executor or "
                "dask.distributed.Client")
        with shown(progress) as option:
            do_parts(described, os.fspath(store), client, parts, option.get("progress"))
    with shown(progress if client is None else False) as option:
        return RunResult(_engine.run(described, os.fspath(store), threads, 1, 1, option.get("progress")))


def report(*results: Result, output: str | os.PathLike[str]) -> None:
    """Writes results as one HTML file with tables and pictures, which needs no other file and no network.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     page = os.path.join(folder, "report.html")
    ...     report(score([1, 0, 1, 1], y_pred=[1, 0, 0, 1]), output=page)
    ...     os.path.getsize(page) > 10000
    True
    """
    if not results:
        raise ValueError("no result; expected one or more, as unseen.report(scores, output='report.html')")
    page = _engine.page([result._json_in_python for result in results])
    with open(output, "w", encoding="utf-8") as file:
        file.write(page)


class Splits:
    """A resampling plan, which iterates over pairs of index arrays (train, test) and serves as ``cv=``."""

    def __init__(self, columns: list[NamedColumn], options: dict[str, Any], spec: str, seed: int,
                 rows: int) -> None:
        self._made_of = (columns, options, spec, seed)
        self._made = _engine.Splits(*self._made_of)
        self._rows = rows

    def __reduce__(self) -> tuple[Any, ...]:
        return Splits, (*self._made_of, self._rows)

    @property
    def rows(self) -> int:
        """The number of rows that are split."""
        return self._rows

    @property
    def spec(self) -> str:
        """The plan with every default written out."""
        return self._made.spec

    @property
    def warnings(self) -> list[str]:
        return self._made.warnings

    @property
    def random_splits(self) -> bool:
        """Whether the splits were drawn independently from one distribution; otherwise they are folds, or
        another kind."""
        return self._made.random_splits

    def __len__(self) -> int:
        return len(self._made)

    def __getitem__(self, index: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        if not -len(self) <= index < len(self):
            raise IndexError(f"split {index} of {len(self)}")
        return self._made.at(index % len(self))

    def __iter__(self) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
        return (self[i] for i in range(len(self)))

    def split(self, X: Any = None, y: Any = None, groups: Any = None) -> Iterator[tuple[Any, Any]]:
        """scikit-learn's form. The rows are known, so the arguments only need to have as many."""
        for given in (X, y, groups):
            rows = self._rows if given is None else rows_of_table(given)
            if rows != self._rows:
                raise ValueError(f"cv: these are splits of {self._rows} rows, and there are {rows}; "
                                 "expected unseen.split(y) of the same rows")
        return iter(self)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        return len(self)


def split(
    y: Any,
    plan: str | None = None,
    *,
    folds: int | None = None,
    repeats: int | None = None,
    # Options of the engine:
    groups: Any = None,
    sample_weight: Any = None,
    time: Any = None,
    stratum: Any = None,
    seed: int = 1,
) -> Splits:
    """The splits of a plan: ``split(y, folds=5)``, ``split(y, "holdout:fraction=0.2")``.

    They are stratified by class unless the plan says ``stratify=no``.

    >>> [(len(train), len(test)) for train, test in split(["a", "b"] * 10, folds=5)]
    [(16, 4), (16, 4), (16, 4), (16, 4), (16, 4)]

    Options:

    groups: the column of groups of dependent rows: every split keeps groups whole; @duplicates: equal rows
        are a group
    sample_weight: the column of weights: how much each row counts
    time: the column of times, for the plans that train on the past
    stratum: the column to stratify by instead of the classes
    seed: seed of all random choices
    """
    given = dict(locals())
    if plan is not None and (folds is not None or repeats is not None):
        raise ValueError("expected either a plan or folds= and repeats=")
    spec = (plan
            if plan is not None
            else f"cv:folds={10 if folds is None else folds},repeats={1 if repeats is None else repeats}")
    columns: list[NamedColumn] = [("y", cells(y, "y"))]
    options = {"target": "y", **options_of("split", given, columns)}
    check_rows(columns)
    return Splits(columns, options, spec, seed, rows_of(columns[0][1]))


def bound(
    kind: str,
    *,
    form: str = "",
    delta: float | None = None,
    # Options of the engine:
    errors: float | Sequence[float] | None = None,
    rows: float | Sequence[float] | None = None,
    candidates: float | None = None,
    weights: float | Sequence[float] | None = None,
    budgets: float | Sequence[float] | None = None,
    disagreements: float | Sequence[float] | None = None,
    mean_disagreement: float | None = None,
    differing: float | Sequence[float] | None = None,
    unlabelled: float | None = None,
    lambda_: float | None = None,
    error: float | None = None,
    kl: float | None = None,
    priors: float | None = None,
    prior: float | None = None,
    mistakes: float | None = None,
    kept: float | None = None,
    values: float | Sequence[float] | None = None,
    rank: float | None = None,
) -> BoundResult:
    """A finite-sample bound from counts: ``bound("binomial", errors=3, rows=100)``.

    kind: one of those below, with the inputs that it takes; ``unseen bound KIND --help`` explains them. form:
    the inequality (default: that of the kind). delta: the probability with which each side may fail (0.05).
    Raises ValueError for an input that is missing, impossible, or of another kind.

    >>> round(bound("binomial", errors=3, rows=100).upper, 4)
    0.0757

    Options:

    binomial: one model, on test rows that were not used to train it; errors, rows, candidates
    averaged: the classifier that draws a member for each query: R-Test, R-CV, R-Bag; errors, rows,
        candidates, weights, budgets
    semi-supervised: the classifier trained on all labelled rows, with unlabelled rows: S-Test, S-CV, S-Bag;
        errors, rows, candidates, disagreements, mean_disagreement, differing, unlabelled
    voting: the members' plurality vote: twice the bound on a random member, or with unlabelled rows; errors,
        rows, candidates, disagreements, mean_disagreement, differing, unlabelled
    progressive: the classifier that draws one of the models of progressive validation for each query; errors,
        rows, candidates, lambda_
    pac-bayes: a classifier that draws from a posterior for each query, on its own training rows; error, rows,
        kl, priors, candidates
    occam: the best of several candidates, on the rows by which it was chosen; errors, rows, candidates,
        prior, mistakes
    compression: a classifier that can be rebuilt from a few of its training rows; errors, rows, kept,
        candidates
    order-statistics: the error on one further random split of the same data; values, rank
    """
    inputs = {name: value for name, value in locals().items()
              if name not in ("kind", "form", "delta") and value is not None}
    given = {}
    for name, numbers in inputs.items():
        try:
            given[name.rstrip("_")] = np.atleast_1d(np.asarray(numbers, dtype=float)).ravel().tolist()
        except (TypeError, ValueError) as error:
            raise ValueError(f"{name}: {numbers!r} is not valid; expected a number, or several") from error
    return BoundResult(_engine.bound(kind, given, form, delta))
