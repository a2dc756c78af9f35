"""Awkward input costs a figure, with its reason, and never the answer."""
import itertools
import math

import numpy as np
import pandas as pd
import pytest

import unseen

SIZES = (1, 2, 10, 60)


def scores_of(kind, y, rng):
    rows = len(y)
    right = np.where(rng.random(rows) < 0.9, y, 1 - y)
    return {
        "certain": right.astype(float),
        "often certain": np.where(rng.random(rows) < 0.5, right, rng.random(rows)),
        "three values": rng.choice([0.0, 0.5, 1.0], rows),
        "constant": np.full(rows, 0.3),
        "nearly constant": 0.5 + 1e-16 * rng.integers(0, 3, rows),
        "tiny": 10.0 ** -rng.integers(0, 320, rows),
        "one certain": np.where(np.arange(rows) == 0, 1.0, 0.2 + 0.1 * rng.random(rows)),
        "always wrong": 1.0 - y,
        "margins": rng.normal(0, 1e3, rows),
        "huge": rng.normal(0, 1e307, rows),
        "denormal": rng.random(rows) * 5e-324,
        "with missing cells": np.where(np.arange(rows) % 5 == 4, np.nan, rng.random(rows)),
    }[kind]


KINDS = ("certain", "often certain", "three values", "constant", "nearly constant", "tiny", "one certain",
         "always wrong", "margins", "huge", "denormal", "with missing cells")


def two_classes(rows, rng):
    y = rng.integers(0, 2, rows)
    if rows > 1:
        y[:2] = 0, 1
    return y


def check(result):
    for figure in result.measures.values():
        assert figure.reason if figure.value is None else math.isfinite(figure.value)
    assert any(figure.value is not None for figure in result.measures.values()) or result.rows < 3


@pytest.mark.parametrize(("kind", "rows"), [*itertools.product(KINDS, SIZES)])
def test_every_measure_of_two_classes(kind, rows):
    rng = np.random.default_rng(rows)
    y = two_classes(rows, rng)
    check(unseen.score(y, scores_of(kind, y, rng), task="binary", drop_missing=True, samples=50))


@pytest.mark.parametrize(("kind", "rows"), [*itertools.product(KINDS, SIZES)])
def test_every_measure_of_weighted_rows(kind, rows):
    rng = np.random.default_rng(rows)
    y = two_classes(rows, rng)
    weight = rng.choice([0.0, 1e-100, 1.0, 1e100], rows)
    weight[:1] = 1.0
    check(unseen.score(y, scores_of(kind, y, rng), sample_weight=weight, task="binary", drop_missing=True,
                      samples=50))


@pytest.mark.parametrize(("kind", "rows"), [*itertools.product(KINDS[:7], SIZES)])
def test_every_measure_of_numbers(kind, rows):
    rng = np.random.default_rng(rows)
    y = rng.integers(0, 2, rows) * 10.0 ** rng.integers(-300, 300, rows)
    check(unseen.score(y, y_pred=scores_of(kind, y > 0, rng), task="regression", samples=50))


def test_slope_of_certain_probabilities():
    # Two values of the probability: the line goes through the log odds of the positive rows at each.
    y = np.array([0] * 9 + [1] * 1 + [0] * 2 + [1] * 18)
    p = np.array([0.0] * 10 + [1.0] * 20)
    logit = math.log1p(-2.0 ** -52) - math.log(2.0 ** -52)
    found = unseen.score(y, p, measures=["calibration_slope"])
    assert found["calibration_slope"].value == pytest.approx(2 * math.log(9) / (2 * logit), rel=1e-9)


ORDERS = {
    "numbers": lambda codes: np.array([1, 2, 10])[codes],
    "objects": lambda codes: np.array([1, 2, 10], dtype=object)[codes],
    "categories of numbers": lambda codes: pd.Series(np.array([1, 2, 10])[codes]).astype("category"),
    "categorical": lambda codes: pd.Categorical(np.array([1, 2, 10])[codes]),
    "ordered categories": lambda codes: pd.Series(pd.Categorical.from_codes(
        np.array([1, 2, 0])[codes], ["mid", "high", "low"], ordered=True)),
    "large numbers": lambda codes: np.array([2**53 + 1, 2**53 + 9, 10 * 2**53])[codes],
    "text": lambda codes: np.array(["1", "10", "2"])[codes],
}


@pytest.mark.parametrize("form", ORDERS)
def test_columns_of_scores_have_the_order_of_scikit_learn(form):
    codes = np.random.default_rng(1).integers(0, 3, 60)
    y = ORDERS[form](codes)
    order = np.unique(np.asarray(y))  # scikit-learn's classes_
    scores = 0.05 + 0.85 * (np.asarray(y)[:, None] == order[None, :])
    assert unseen.score(y, scores)["accuracy"].value == 1.0


def test_a_declared_class_without_rows_keeps_its_column():
    y = pd.Series(pd.Categorical([1, 10, 10, 1], categories=[10, 2, 1]))
    scores = np.array([[0.8, 0.1, 0.1], [0.1, 0.1, 0.8], [0.1, 0.1, 0.8], [0.8, 0.1, 0.1]])
    assert unseen.score(y, scores)["accuracy"].value == 1.0


def test_names_in_tables_stay_text():
    by = ["01", "1", "None", "NA", "1e3"] * 40
    rng = np.random.default_rng(2)
    y = rng.choice(["1", "2"], 200)
    found = unseen.score(y, y_pred=rng.choice(["1", "2"], 200), by=by, measures=["accuracy"])
    frame = found.to_pandas()
    assert set(frame["group"].dropna()) == {"01", "1", "None", "NA", "1e3"}
    accuracy = [figure["measures"]["accuracy"]["value"] for figure in found.to_dict()["subgroups"].values()]
    assert list(frame["value"])[1:] == accuracy and frame["rows"].dtype.kind == "i"
    groups = found.to_arrow()["group"].to_pylist()
    assert found.to_polars()["group"].to_list() == groups and groups[1:] == list(frame["group"])[1:]


def test_tables_have_the_figures_of_classes():
    y = np.array(["1", "2", "03"] * 20)
    found = unseen.score(y, y_pred=np.roll(y, 1), measures=["accuracy", "recall_macro"], per_class=True)
    frame = found.to_pandas().set_index(["class", "measure"])
    for label, figures in found.per_class.items():
        for name, figure in figures.items():
            assert frame.loc[(label, name), "value"] == figure.value
    for name, figure in found.averages.items():
        assert frame.xs(name, level="measure")["value"].iloc[0] == figure.value
