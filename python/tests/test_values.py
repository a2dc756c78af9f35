"""Values of items, in place of truth and predictions."""
import json
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest

import unseen

DICE = [0.2, 0.5, 0.9, 0.95, 1, 0.7, 0.4, 0]


def test_says_what_the_command_says(tmp_path):
    frame = pd.DataFrame({"item": np.arange(8), "dice": DICE})
    frame.to_csv(tmp_path / "items.csv", index=False)
    done = subprocess.run([sys.executable, "-m", "unseen", "score", tmp_path / "items.csv", "--value", "dice",
                           "--format", "json", "--quiet"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(unseen.score(values=frame["dice"]).to_json())


def test_takes_any_column_and_its_name():
    of_series = unseen.score(values=pl.Series("dice", DICE))["mean"]
    of_list = unseen.score(values=DICE, range=(0, 1), higher_is_better=True)["mean"]
    assert of_series.value == of_list.value and of_series.interval == of_list.interval
    assert of_list.interval.method == "end_dirichlet"
    right = unseen.score(values=np.array([True, True, False]), range=(0, 1), higher_is_better=True)["mean"]
    assert right.interval.method == "exact_binomial"


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, dict])
def test_compares_the_columns_of_a_frame(make):
    frame = make({"a": DICE, "b": [x / 2 for x in DICE]})
    compared = unseen.compare(values=frame, range=(0, 1), higher_is_better=True,
                              groups=[1, 1, 2, 2, 3, 3, 4, 4])
    assert compared.primary["test"] == "gaffke"
    assert compared.verdict["leaders"] == ["a"]


def test_says_what_is_missing():
    with pytest.raises(ValueError, match="whose scale is not known"):
        unseen.score(values=DICE)
    with pytest.raises(ValueError, match="exclude each other"):
        unseen.score(DICE, values=DICE)
    with pytest.raises(ValueError, match="expected one from 0 to 0.5"):
        unseen.score(values=DICE, range=(0, 0.5), higher_is_better=True)
    with pytest.raises(ValueError, match="expected y_true"):
        unseen.score()
    with pytest.raises(ValueError, match="there is no value"):
        unseen.score(values=[0.5, None], range=(0, 1), higher_is_better=True)
    filled = unseen.score(values=[0.5, None], range=(0, 1), higher_is_better=True, missing_as=0)
    assert filled["mean"].value == 0.25


def test_many_models_have_standings():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({f"m{j}": (rng.random(80) < 0.3 + 0.04 * j).astype(int) for j in range(14)})
    compared = unseen.compare(values=frame, range=(0, 1), higher_is_better=True)
    assert [one["rank"] for one in compared.standings] == sorted(one["rank"] for one in compared.standings)
    assert compared.standings[0]["model"] in compared.verdict["may_be_best"]
    assert compared.comparisons == []
    with pytest.raises(ValueError, match="standings"):
        compared.primary
    assert unseen.compare(values=frame, range=(0, 1), higher_is_better=True, tests=["bootstrap"],
                          samples=100).primary["test"] == "mcnemar_exact"


def test_repeats_of_items_count_once():
    marks = [1, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 0]
    found = unseen.score(values=marks, range=(0, 1), higher_is_better=True, id=[i // 3 for i in range(12)],
                         repeat=range(12))  # names that no two items share: no runs
    assert found.rows == 4 and found["mean"].value == pytest.approx(7 / 12)
    repeated = found.to_dict()["repeated"]
    means = [2 / 3, 1, 1 / 3, 1 / 3]
    assert repeated["within"] == pytest.approx(np.mean([1 / 3, 0, 1 / 3, 1 / 3]))
    assert repeated["standard_error"] == pytest.approx(np.std(means, ddof=1) / 2)
    with pytest.raises(ValueError, match="needs `?id"):
        unseen.score(values=marks, range=(0, 1), higher_is_better=True, repeat=[1, 2, 3] * 4)


def test_counts_of_right_answers_are_those_of_repeats():
    right, trials = np.array([0, 1, 3, 5, 5, 2, 4, 0, 5, 5]), np.full(10, 5)
    measures = ["pass_at:k=2", "pass_all:k=2", "pass_at:k=5", "mean"]
    counted = unseen.score(values=right, trials=trials, measures=measures)
    marks = np.concatenate([[1] * c + [0] * (5 - c) for c in right])
    repeated = unseen.score(values=marks, range=(0, 1), higher_is_better=True, id=np.arange(50) // 5,
                            repeat=np.arange(50), measures=measures)
    for name in measures:
        assert counted[name].value == pytest.approx(repeated[name].value, abs=1e-15)
        assert counted[name].interval.lower == pytest.approx(repeated[name].interval.lower, abs=1e-12)
    assert counted["pass_at:k=2"].value == pytest.approx(0.7)
    assert counted.to_dict()["repeated"]["rows"] == 50
    few = unseen.score(values=[1, 2], trials=[2, 5], measures=["pass_at:k=3"])["pass_at:k=3"]
    assert few.value is None and few.reason == "too_few_repeats"
    with pytest.raises(ValueError, match="expected a whole number from 0 to 2"):
        unseen.score(values=[1, 3], trials=[2, 2])
    pair = unseen.compare(values={"a": right, "b": right - (right > 3)},
                          trials={"a": trials, "b": trials - 1}, measures=["pass_at:k=2"])
    assert pair.primary["test"] == "gaffke" and pair.primary["a"] == "a"


def test_runs_of_items_in_groups_and_runs_that_lack():
    rng = np.random.default_rng(5)
    item, run = (part.ravel() for part in np.indices((40, 4)))
    marks = rng.random(160) < 0.3 + 0.15 * run
    asked = {"range": (0, 1), "higher_is_better": True}
    keep = rng.random(160) < 0.8
    for groups, rows in ((None, slice(None)), (item // 4, slice(None)), (None, keep), (item // 4, keep)):
        found = unseen.score(values=marks[rows], id=item[rows], repeat=run[rows],
                             groups=None if groups is None else groups[rows], **asked)
        assert found["mean"].interval.method == "items_and_runs"
        repeated = found.to_dict()["repeated"]
        assert repeated["runs"] == 4 and (repeated["runs_f"] is None) == (groups is not None)


def test_pairs_rows_that_belong_together():
    with pytest.raises(ValueError, match="different indexes"):
        unseen.compare(values={"a": pd.Series([1, 0, 1]), "b": pd.Series([1, 0, 1], index=[2, 1, 0])},
                       range=(0, 1), higher_is_better=True)
    with pytest.raises(ValueError, match="frame or a mapping"):
        unseen.compare(values=np.ones((3, 2)), range=(0, 1), higher_is_better=True)


def test_two_models_by_repeats_of_items():
    runs = np.array([[int(c) for c in item] for item in "110 100 010 111 000 110 111 101".split()])
    item, run = (part.ravel() for part in np.indices(runs.shape))
    asked = {"range": (-np.inf, np.inf), "higher_is_better": True, "repeat": run, "id": item}
    found = unseen.compare(values={"A": runs.ravel(), "B": np.zeros(24)}, **asked)
    assert found.primary["test"] == "items_and_runs" and found.primary["runs"] == 3
    assert found.primary["p_value"] == pytest.approx(0.0385649, abs=1e-7)  # SciPy; METHODS I.31
    with pytest.raises(ValueError, match="values with repeat"):
        unseen.compare(values={"A": runs.ravel(), "B": np.zeros(24)}, id=item)


def test_repeats_may_be_draws_of_each_item():
    items = np.repeat(np.arange(9), 3)
    values = np.arange(27) ** 2 % 11 > 4
    common = np.tile(["a", "b", "c"], 9)
    how = {"values": values.astype(float), "range": (0, 1), "higher_is_better": True, "id": items}
    own = unseen.score(**how, repeat=common, own_repeats=True)["mean"]
    renamed = unseen.score(**how, repeat=[f"{i}{r}" for i, r in zip(items, common)])["mean"]
    assert own.interval == renamed.interval != unseen.score(**how, repeat=common)["mean"].interval
