"""Questions about learners on X and y, as the engine takes them."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ._columns import NamedColumn, check_rows, frame_columns, response_columns
from ._fields import options_of
from ._learners import PythonLearner, rows_of_table
from ._progress import Show, shown


def _named_learners(learner: Any) -> list[tuple[str, Any]]:
    if isinstance(learner, Mapping):
        return list(learner.items())
    listed = list(learner) if isinstance(learner, (list, tuple)) else [learner]
    names = [one if isinstance(one, str) else type(one).__name__ for one in listed]
    return [(name if names.count(name) == 1 else f"{name} {i + 1}", one)
            for i, (name, one) in enumerate(zip(names, listed))]


def is_classifier(learners: list[Any]) -> bool | None:
    """Whether scikit-learn's estimators say that they are classifiers; None if none says anything."""
    for one in learners:
        kind = getattr(one, "_estimator_type", None)
        if kind is None:
            try:
                from sklearn import base

                kind = ("classifier" if base.is_classifier(one) else
                        "regressor" if base.is_regressor(one) else None)
            except (ImportError, AttributeError):  # no scikit-learn, or no estimator of its kind
                continue
        if kind is not None:
            return bool(kind == "classifier")
    return None


class Asked:
    """A call of ``function`` with these arguments.

    learner, X, y, unlabelled and test are those of :func:`unseen.estimate`.
    """

    columns: list[NamedColumn]
    options: dict[str, Any]
    learners: list[tuple[str, Any]]

    def __init__(self, function: str, learner: Any, X: Any, y: Any, arguments: Mapping[str, Any], *,
                 unlabelled: Any = None, test: tuple[Any, Any] | None = None) -> None:
        learners = _named_learners(learner)
        if not learners:
            raise ValueError(
                "no learner; expected a spec such as 'knn:k=3', or an object with fit and predict")
        in_python = [one for _, one in learners if not isinstance(one, str)]
        lags = arguments["lags"] is not None
        if lags and in_python:
            raise ValueError(
                "lags are made for learners of unseen, such as 'ridge'; an estimator in Python needs them as "
                "columns of X, with horizon= alone")
        if X is None and lags:
            X = np.empty((len(y), 0))
        self.X = X
        classifier = is_classifier(in_python)
        self._needs_features = len(in_python) < len(learners)
        missing = isinstance(unlabelled, str)
        if missing and unlabelled != "missing":
            raise ValueError(f"unlabelled: {unlabelled!r}; expected a table of features, or 'missing'")
        without = None if missing else unlabelled

        response = response_columns(y)
        targets = [column for column, _ in response]
        self.columns = self._features(X)
        for column, _ in self.columns:
            if column in targets:
                raise ValueError(f"a column of X is called '{column}', the name of the target; rename it")
        self.columns += response
        self.options = options_of(function, arguments, self.columns)
        self.options |= {"name": arguments["name"], "target": ",".join(targets),
                         "missing_are_unlabelled": unlabelled is not None}
        if classifier is not None and not isinstance(response[-1][1], tuple):
            self.options["categorical" if classifier else "numeric"] = targets
        check_rows(self.columns)
        if rows_of_table(X) != len(y):
            raise ValueError(f"X has {rows_of_table(X)} rows and y has {len(y)}")
        self.classes = isinstance(response[0][1], tuple) if classifier is None else classifier
        target = y.to_numpy() if hasattr(y, "to_numpy") else np.asarray(y)
        further = [*([] if without is None else [without]), *([] if test is None else [test[0]])]
        columns = {name: np.asarray(arguments[name]) for name in ("sample_weight", "groups")
                   if arguments[name] is not None and not isinstance(arguments[name], str)}
        self.learners = [(given, one if isinstance(one, (str, PythonLearner)) else PythonLearner(
            one, X, target, further, columns)) for given, one in learners]
        if arguments.get("store") is not None:
            for _, one in self.learners:
                if not isinstance(one, str):
                    one.version = one.key()
        self.unlabelled = (None if without is None
                           else self._table(without, np.full(rows_of_table(without), np.nan)))
        self.test = None if test is None else self._table(*test)

    def _features(self, table: Any) -> list[NamedColumn]:
        return frame_columns(table) if self._needs_features else []

    def _table(self, features: Any, response: Any) -> list[NamedColumn]:
        return [*self._features(features), *response_columns(response)]

    @contextlib.contextmanager
    def running(self, progress: bool | Show, processes: int = 1,
                client: Any = None) -> Iterator[list[tuple[str, Any]]]:
        """Shows the progress, and gives the learners: those in Python are trained in this many worker
        processes, or by a client."""
        with shown(progress) as option, contextlib.ExitStack() as workers:
            self.options |= option
            if processes == 1 and client is None:
                yield self.learners
                return
            from ._processes import trained_by, trained_in

            yield workers.enter_context(trained_in(processes, self.learners, self.options) if client is None
                                        else trained_by(client, self.learners, self.options))
