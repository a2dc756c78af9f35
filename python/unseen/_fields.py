"""The engine's tables of options: what functions take beside their data, and how the engine gets it."""
from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from . import _engine
from ._columns import NamedColumn, cells, text_of


class Field(NamedTuple):
    """A row of a table of the engine: a field of one of its structs."""

    name: str
    python: str
    kind: str
    form: str
    many: bool
    default: list[str]
    choices: str
    help: str
    commands: list[str]
    """The commands that have it; none: all."""
    refused: dict[str, str]
    """The commands that do not take it, and why."""
    place: int


class Call(NamedTuple):
    """What a function takes."""

    structs: tuple[str, ...]
    without: tuple[str, ...]
    """Fields that its other arguments give."""
    column: str = "{field.python}"
    """What the column of a role is called; empty if the arguments name columns of files."""
    command: str = ""

    def fields(self) -> list[Field]:
        """The fields that are arguments of the function."""
        rows = [Field(*row) for struct in self.structs for row in _engine.fields[struct]]
        return [field for field in rows
                if field.name not in self.without and self.command not in field.refused
                and (not field.commands or self.command in field.commands)]

    def argument(self, field: Field) -> str:
        """What the function calls a field."""
        return field.python if self.column else field.name

    def takes_range(self, field: Field) -> bool:
        """Whether the argument is several whole numbers, as a sequence or ``"1-12"``."""
        return field.kind == "range" and (field.form == "text" or self.command == "estimate")


_OF_X_AND_Y = ("target", "ignore", "categorical", "numeric", "id")
_ESTIMATE = ("Roles", "EstimateOptions", "RunOptions", "EstimateJob")
CALLS = {
    "score": Call(("ScoreRoles", "ScoreOptions"), ("truth", "predicted", "score", "scores", "value", "join")),
    "score_files": Call(("ScoreRoles", "ScoreOptions"),
                        ("value", "range", "higher_is_better", "lower_is_better", "judged", "about",
                         "labelled_by", "missing_as", "trials", "width", "join"),
                        column=""),
    "compare": Call(("ScoreRoles", "ModelsOptions"),
                    ("truth", "predicted", "score", "scores", "value", "judged", "trials", "id"),
                    command="compare models"),
    "estimate": Call(_ESTIMATE, _OF_X_AND_Y, column="{field.name} of rows", command="estimate"),
    "learning_curve": Call(("LearningCurveJob", *_ESTIMATE), _OF_X_AND_Y, column="{field.name} of rows",
                           command="curve"),
    "noise_curve": Call(("NoiseCurveJob", *_ESTIMATE), _OF_X_AND_Y, column="{field.name} of rows",
                        command="curve"),
    "importance": Call(("ImportanceJob", "Roles", "EstimateOptions", "RunOptions"),
                       (*_OF_X_AND_Y, "features"), column="{field.name} of rows", command="importance"),
    "tune": Call(("TuningGrid", "TuneOptions", "TuneJob", "Roles", "RunOptions"), (*_OF_X_AND_Y, "learners"),
                 column="{field.name} of rows", command="tune"),
    "split": Call(("Roles", "RunOptions"), (*_OF_X_AND_Y, "lags", "horizon", "known", "ordered", "positive",
                                       "threads"),
                  column="{field.name} of rows"),
}


def _whole(name: str, given: Any) -> str:
    """Whole numbers in the form that the engine reads: ``"1-12"``, or separated by commas."""
    listed = [given] if isinstance(given, str) or not np.iterable(given) else given
    text = ",".join(map(str, listed))
    if text == "":
        raise ValueError(f"{name}: there is none; expected whole numbers from 1 on, as in '1-12'")
    return text


def options_of(function: str, given: Mapping[str, Any], columns: list[NamedColumn]) -> dict[str, Any]:
    """The options that a call gives. Arrays are added to the columns, in an order that digests rely on."""
    call = CALLS[function]
    options: dict[str, Any] = {}
    for field in sorted(call.fields(), key=lambda field: field.place):
        argument = call.argument(field)
        value = given[argument]
        if value is None:
            continue
        if field.kind == "column" and call.column and not field.many:
            name = call.column.format(field=field)
            columns.append((name, cells(value, name, dates=True)))
            value = name
        elif call.takes_range(field):
            value = _whole(argument, value)
        elif field.kind == "label":
            value = [text_of(one) for one in value] if field.many else text_of(value)
        elif field.kind == "file":
            value = os.fspath(value)
        elif field.many:
            value = [value] if isinstance(value, str) else list(value)
        options[field.name] = value
    return options
