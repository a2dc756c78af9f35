"""Few human values and a judge of all items."""
import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import unseen

RNG = np.random.default_rng(5)
GOOD = RNG.random(300) < 0.7
JUDGE = np.where(RNG.random(300) < 0.15, ~GOOD, GOOD)
FEW = np.arange(300) % 5 == 0


def frame():
    return pd.DataFrame({"human": np.where(FEW, np.where(GOOD, "good", "bad"), None),
                         "judge": np.where(JUDGE, "good", "bad")})


def test_says_what_the_command_says(tmp_path):
    table = frame()
    table.rename(columns={"human": "y_true", "judge": "judged"}).to_csv(tmp_path / "labels.csv", index=False)
    done = subprocess.run([sys.executable, "-m", "unseen", "score", tmp_path / "labels.csv", "--truth",
                           "y_true", "--judged", "judged", "--positive", "good", "--format", "json",
                           "--quiet"], capture_output=True, text=True, check=True)
    found = unseen.score(table["human"], judged=table["judge"], positive="good")
    assert json.loads(done.stdout) == json.loads(found.to_json())
    assert found["mean"].interval.method == "judge_beta"
    judged = found.to_dict()["judged"]
    assert judged["items"] == 300 and found.rows == 60
    assert judged["help"] > 1.05 and judged["strata"][0]["judge"] == "bad"


def test_values_and_labels_are_the_same_shares():
    values = np.where(FEW, GOOD.astype(float), np.nan)
    of_values = unseen.score(values=values, judged=JUDGE.astype(int), range=(0, 1), higher_is_better=True)
    of_labels = unseen.score(frame()["human"], judged=frame()["judge"], positive="good")
    assert of_values["mean"].value == of_labels["mean"].value
    assert of_values["mean"].interval.lower == of_labels["mean"].interval.lower
    # By hand: the shares of good ones in the judge's strata, weighted by their sizes.
    means = [GOOD[FEW & (JUDGE == said)].mean() * (JUDGE == said).mean() for said in (False, True)]
    assert of_values["mean"].value == pytest.approx(sum(means), abs=1e-12)


def test_accuracy_of_predictions():
    predicted = np.where(RNG.random(300) < 0.8, GOOD, ~GOOD)
    human = [bool(g) if f else None for g, f in zip(GOOD, FEW)]
    found = unseen.score(human, y_pred=predicted, judged=JUDGE)
    same = JUDGE == predicted
    means = [(GOOD == predicted)[FEW & (same == s)].mean() * (same == s).mean() for s in (False, True)]
    assert found["mean"].value == pytest.approx(sum(means), abs=1e-12)


def test_two_models():
    marks = pd.DataFrame({"a": RNG.integers(1, 6, 300), "b": RNG.integers(1, 6, 300)}).astype(float)
    judged = marks + RNG.normal(size=(300, 2))
    marks[~FEW] = None
    compared = unseen.compare(values=marks, judged=judged, range=(1, 5), higher_is_better=True)
    assert compared.primary["test"] == "judge_beta"
    turned = unseen.compare(values=marks[["b", "a"]], judged=judged, range=(1, 5), higher_is_better=True)
    assert turned.primary["difference"] == -compared.primary["difference"]
    assert turned.primary["p_value"] == compared.primary["p_value"]
    with pytest.raises(ValueError, match="nothing for model 'b'"):
        unseen.compare(values=marks, judged={"a": judged["a"]}, range=(1, 5), higher_is_better=True)


def test_says_what_is_missing():
    with pytest.raises(ValueError, match="needs"):
        unseen.score([1, 0], [1, 0], about="finite")
    with pytest.raises(ValueError, match="must say something"):
        unseen.score(values=[1, None, 0], judged=[1, 0, None], range=(0, 1), higher_is_better=True)
    with pytest.raises(ValueError, match="no value in any row"):
        unseen.score(values=[np.nan, np.nan], judged=[1, 0], range=(0, 1), higher_is_better=True)
