"""unseen.score gives the command line's figures and scikit-learn's values, for input of every kind."""
import html
import json
import os
import pickle
import signal
import subprocess
import threading
import time

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn import metrics

import unseen
from unseen._any_time import looked


@pytest.fixture
def rows():
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 300)
    s = np.round(np.clip(0.3 * y + 0.7 * rng.random(300), 0, 1), 3)
    return y, s


def command_line(tmp_path, frame, *arguments):
    frame.to_csv(tmp_path / "rows.csv", index=False)
    command = ["unseen", "score", str(tmp_path / "rows.csv"), "--format", "json", "--quiet", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_json_is_that_of_the_command_line(rows, tmp_path):
    y, s = rows
    group = np.arange(300) % 40
    fold = np.arange(300) % 5
    frame = pd.DataFrame({"y_true": y, "y_score": s, "groups": group, "split": fold})
    assert unseen.score(y, s).to_json() == command_line(tmp_path, frame[["y_true", "y_score"]])
    assert unseen.score(y, s, groups=group).to_json() == command_line(
        tmp_path, frame[["y_true", "y_score", "groups"]], "--truth", "y_true", "--score", "y_score",
        "--group", "groups")
    assert unseen.score(y, s, split=fold, level=0.9, seed=7).to_json() == command_line(
        tmp_path, frame[["y_true", "y_score", "split"]], "--truth", "y_true", "--score", "y_score", "--split",
        "split", "--level", "0.9", "--seed", "7")


def test_values_are_those_of_scikit_learn(rows):
    y, s = rows
    w = 1 + np.arange(300) % 3
    plain, weighted = unseen.score(y, s), unseen.score(y, s, sample_weight=w)
    for name, of_scores in (("roc_auc", metrics.roc_auc_score),
                            ("average_precision", metrics.average_precision_score),
                            ("log_loss", metrics.log_loss), ("brier", metrics.brier_score_loss)):
        assert float(plain[name]) == pytest.approx(of_scores(y, s), abs=1e-12)
        assert float(weighted[name]) == pytest.approx(of_scores(y, s, sample_weight=w), abs=1e-12)
    for name, of_labels in (("accuracy", metrics.accuracy_score), ("f1", metrics.f1_score),
                            ("mcc", metrics.matthews_corrcoef)):
        assert float(plain[name]) == pytest.approx(of_labels(y, s >= 0.5), abs=1e-12)
    ratios = metrics.class_likelihood_ratios(y, s >= 0.5)
    for name, ratio in zip(("positive_likelihood_ratio", "negative_likelihood_ratio"), ratios):
        assert float(plain[name]) == pytest.approx(ratio, abs=1e-12)
    for figures, weight in ((plain, None), (weighted, w)):
        assert float(figures["scaled_brier"]) == pytest.approx(
            metrics.r2_score(y, s, sample_weight=weight), abs=1e-12)
        assert float(figures["oe_ratio"]) == pytest.approx(
            np.average(y, weights=weight) / np.average(s, weights=weight), abs=1e-12)
    assert plain["accuracy"].interval.lower < float(plain["accuracy"]) < plain["accuracy"].interval.upper


@pytest.mark.parametrize("form", [list, tuple, pd.Series, pl.Series, pa.array, lambda v: np.repeat(v, 2)[::2],
                                  lambda v: pd.Series(v, index=range(1000, 1300)),
                                  lambda v: np.asarray(v).reshape(-1, 1)])
def test_any_column_will_do(rows, form):
    y, s = rows
    assert unseen.score(form(y), form(s)).to_json() == unseen.score(y, s).to_json()


def test_read_only_and_nullable_columns(rows):
    y, s = rows
    s.flags.writeable = False
    assert unseen.score(pd.array(y, dtype="Int64"),
                        pd.array(s, dtype="Float64")).to_json() == unseen.score(y, s).to_json()


def test_text_and_categories_are_labels():
    y = ["cat", "dog", "dog", "cow", None, "cat"] * 10
    p = ["cat", "dog", "cow", "cow", "cat", "dog"] * 10
    found = unseen.score(y, y_pred=p, measures=["accuracy"])
    assert found.task == "multiclass" and found.rows == 50
    assert float(found["accuracy"]) == pytest.approx(0.6)
    assert [w.code for w in found.warnings] == ["missing_target"]
    assert unseen.score(pd.Categorical(y), y_pred=pd.Categorical(p),
                        measures=["accuracy"]).to_json() == found.to_json()


def test_scores_of_several_classes(rows):
    rng = np.random.default_rng(1)
    y = np.array(["a", "b", "c"])[rng.integers(0, 3, 200)]
    p = rng.dirichlet([1, 1, 1], 200)
    found = unseen.score(y, p, measures=["roc_auc_ovr", "log_loss"])
    assert float(found["roc_auc_ovr"]) == pytest.approx(metrics.roc_auc_score(y, p, multi_class="ovr"),
                                                        abs=1e-12)
    assert float(found["log_loss"]) == pytest.approx(metrics.log_loss(y, p), abs=1e-12)
    other = unseen.score(y, p[:, ::-1], labels=["c", "b", "a"], measures=["roc_auc_ovr", "log_loss"])
    assert other.to_json() == found.to_json()


def test_numbers(rows):
    rng = np.random.default_rng(2)
    y = rng.normal(size=100)
    found = unseen.score(y, y_pred=y + 0.1 * rng.normal(size=100))
    assert found.task == "regression" and found["rmse"].interval.method


@pytest.mark.parametrize("arguments, text", [
    (dict(y_true=[1, 0, 1], y_score=[0.1, 0.2]), "y_true has 3 rows and y_score has 2"),
    (dict(y_true=[1, 0, 1]), "expected y_score, y_pred or both"),
    (dict(y_true=[1, 0, 1], y_pred=[1, 0, 1], measures=["acuracy"]), "did you mean 'accuracy'"),
    (dict(y_true=[1, 0, 1], y_score=[[0.1, 0.2, 0.7]] * 3), "y_score has 3 columns for 2 classes"),
    (dict(y_true=[1, 0, 1, 0], y_score=[0.1, float("nan"), 0.3, 0.2]), "score"),
    (dict(y_true=[1j, 0, 1], y_pred=[1, 0, 1]), "complex"),
    (dict(y_true=np.zeros((3, 2)), y_pred=[1, 0, 1]), "one value a row"),
    (dict(y_true=["a", "b", "a"], y_score=pd.Series([[0.1, 0.9]] * 3)), "y_score holds values of the type"),
    (dict(y_true=[], y_pred=[]), "no row|no rows|has no"),
])
def test_bad_input_is_a_value_error(arguments, text):
    with pytest.raises(ValueError, match=text):
        unseen.score(**arguments)


def test_texts_name_arguments_as_python_does(rows):
    found = unseen.score([1, 0, 1, 0] * 5, [0.9, 0.5, 0.8, 0.1] * 5)
    told = next(w.text for w in found.warnings if w.code == "scores_at_cut")
    assert "threshold=" in told and "--" not in told
    assert "--threshold" in found.to_json() and "threshold=" in str(found)


def test_labels_by_a_cut_that_is_chosen_on_other_folds():
    found = unseen.score(
        [1, 0, 1, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.2], split=["a", "a", "b", "b", "b", "a"],
        threshold="youden", measures=["recall"]
    ).to_dict()
    assert found["threshold"] == {"rule": "youden", "on_all_rows": 0.6, "lowest": 0.6, "highest": 0.9,
                                  "parts": 2, "dealt": False}
    assert found["measures"]["recall"]["pooled"] == 1 / 3
    with pytest.raises(ValueError, match="did you mean 'youden'"):
        unseen.score([1, 0], [0.9, 0.1], threshold="yuoden")


def test_requirements_are_judged():
    y = np.ones(100, int)
    found = unseen.score(y, y_pred=np.r_[np.ones(97, int), np.zeros(3, int)], task="binary", positive=1,
                         measures=["recall"], require=["recall >= 0.9", "recall >= 0.95", "recall >= 0.995"])
    shown, undecided, refuted = found.verdict["requirements"]
    assert [one["state"] for one in found.verdict["requirements"]] == ["shown", "undecided", "refuted"]
    assert shown["at_least"] == pytest.approx(0.92428920625017, abs=1e-12) and shown["level"] == 0.95
    assert undecided["decides_half"] < undecided["decides_most"] and refuted["at_most"] < 0.995
    assert found.verdict["state"] == "refuted" and "recall >= 0.9 is shown to be met" in str(found)
    worse = np.r_[np.ones(97, int), np.zeros(3, int)]
    pair = unseen.compare(y, {"A": worse, "B": y}, task="binary", positive=1,
                          require=["B not worse than A by 0.01 in accuracy"])
    assert [one["state"] for one in pair.verdict["requirements"]] == ["shown"]
    with pytest.raises(ValueError, match="expected a measure, >= or <=, and a number"):
        unseen.score(y, y_pred=y, require=["recall"])
    look = unseen.score(y, y_pred=worse, require=["recall >= 0.9"], looks=5, look=2)
    assert look.verdict["requirements"][0]["look"]["number"] == 2
    assert look.verdict["requirements"][0]["level"] == pytest.approx(0.9975)
    with pytest.raises(ValueError, match="expected also looks="):
        unseen.score(y, y_pred=worse, require=["recall >= 0.9"], look=2)


def test_looks_at_any_time(tmp_path):
    state = tmp_path / "S.state"
    y = np.tile([1, 0], 500)
    p = np.where(np.arange(1000) % 20 == 0, 1 - y, y)
    asked = {"require": ["accuracy >= 0.9"], "any_time": state}
    first = unseen.score(y[:100], y_pred=p[:100], **asked)
    assert first.verdict["requirements"][0]["state"] == "undecided"
    assert first["accuracy"].interval.method == "ladder"
    second = unseen.score(y[:600], y_pred=p[:600], **asked).to_dict()
    assert second["any_time"]["looks"] == 2 and second["any_time"]["new_rows"] == 500
    assert second["verdict"]["requirements"][0]["state"] == "shown"
    before = state.read_bytes()
    with pytest.raises(ValueError, match="do not begin with them"):
        unseen.score(y[1:700], y_pred=p[1:700], **asked)
    with pytest.raises(ValueError, match="exclude each other"):
        unseen.score(y, y_pred=p, curves=["roc"], **asked)
    assert state.read_bytes() == before and os.listdir(tmp_path) == ["S.state"]
    both = tmp_path / "both.state"
    for part in (slice(0, 500), slice(500, 1000)):
        pair = unseen.compare(y[part], {"A": y[part], "B": p[part]}, id=np.arange(1000)[part], any_time=both)
    assert pair.primary["test"] == "ladder" and pair.to_dict()["any_time"]["rows"] == 1000
    with pytest.raises(ValueError, match="was counted before"):
        unseen.compare(y[:5], {"A": y[:5], "B": p[:5]}, id=np.arange(5), any_time=both)


def test_looks_at_states_that_are_added(tmp_path):
    y = np.tile([1, 0], 500)
    p = np.where(np.arange(1000) % 20 == 0, 1 - y, y)
    models, ids = {"A": y, "B": p}, np.arange(1000)
    halves = slice(0, 500), slice(500, 1000)
    for name, rows in (("0", halves[0]), ("1", halves[1]), ("all", slice(0, 1000))):
        unseen.score(y[rows], y_pred=p[rows], id=ids[rows], any_time=tmp_path / name)
        unseen.compare(y[rows], {"A": y[rows], "B": p[rows]}, id=ids[rows], any_time=tmp_path / f"two {name}")
    added = unseen.look(tmp_path / "sum", add=[tmp_path / "0", tmp_path / "1"], require=["accuracy >= 0.9"])
    whole = unseen.look(tmp_path / "all", require="accuracy >= 0.9")
    assert added["accuracy"].interval == whole["accuracy"].interval
    assert added.to_dict()["any_time"]["rows"] == 1000 and added.to_dict()["any_time"]["looks"] == 1
    assert whole.to_dict()["any_time"]["looks"] == 1  # at the same rows
    assert whole.verdict["requirements"][0]["state"] == "shown"
    pair = unseen.look(tmp_path / "two sum", add=[tmp_path / "two 0", tmp_path / "two 1"])
    assert isinstance(pair, unseen.CompareResult) and pair.to_dict()["any_time"]["rows"] == 1000
    before = (tmp_path / "sum").read_bytes()
    for add, message in (["0"], "a row counts once"), (["two 0"], "judged alike"):
        with pytest.raises(ValueError, match=message):
            unseen.look(tmp_path / "sum", add=[tmp_path / name for name in add])
    with pytest.raises(OSError, match="missing: cannot be read: there is no such file"):
        unseen.look(tmp_path / "sum", add=str(tmp_path / "missing"))
    assert (tmp_path / "sum").read_bytes() == before
    with pytest.raises(ValueError, match="there is no state"):
        unseen.look(tmp_path / "new")


def test_the_verdict_names_subgroups_that_are_worse():
    truth = ["yes", "no"] * 200
    predicted = [*truth[:200], *["no"] * 200]
    found = unseen.score(truth, y_pred=predicted, by=["here"] * 200 + ["there"] * 200, measures=["accuracy"])
    states = {gap["a"]: gap["state"] for gap in found.verdict["gaps"]}
    assert states == {"here": "shown", "there": "refuted"}
    assert any("'there' is shown to be worse than the other rows" in line
               for line in found.verdict["sentences"])


def test_a_better_model_can_be_required():
    truth = ["yes", "no"] * 100
    models = {"A": truth, "B": [*truth[:150], *["no"] * 50]}
    unseen.require("A better than B in accuracy", truth, models)
    with pytest.raises(unseen.NotShown, match="is shown not to be met"):
        unseen.require("B better than A in accuracy", truth, models)


def test_require_raises_unless_it_is_shown():
    y = np.tile([1, 0], 50)
    p = np.where(np.arange(100) < 5, 1 - y, y)
    assert unseen.require("accuracy >= 0.85", y, y_pred=p)["accuracy"].value == 0.95
    with pytest.raises(unseen.NotShown, match="is met is not decided") as undecided:
        unseen.require(["accuracy >= 0.85", "accuracy >= 0.94"], y, y_pred=p)
    assert undecided.value.result["accuracy"].value == 0.95 and "0.85" not in str(undecided.value)
    unseen.require("accuracy >= 0.94", y, y_pred=p, undecided="pass")
    with pytest.raises(unseen.NotShown, match="is shown not to be met"):
        unseen.require("accuracy >= 0.99", y, y_pred=p, undecided="pass")
    with pytest.raises(unseen.NotShown, match="no_scores"):  # a figure that does not exist
        unseen.require("roc_auc >= 0.5", y, y_pred=p, undecided="pass")
    unseen.require("A not worse than B by 0.02 in accuracy", y, {"A": y, "B": p})
    unseen.require(unseen.score(y, y_pred=p, require=["accuracy >= 0.85"]))
    with pytest.raises(ValueError, match="there are no requirements"):
        unseen.require(unseen.score(y, y_pred=p))
    with pytest.raises(ValueError, match="expected 'fail' or 'pass'"):
        unseen.require("accuracy >= 0.85", y, y_pred=p, undecided="maybe")
    rows = np.c_[np.arange(60) % 2, np.zeros(60)]
    found = unseen.estimate("knn", rows, rows[:, 0].astype(int).astype(str), require=["accuracy >= 0.5"])
    assert unseen.require(found) is found


def test_result_converts(rows):
    y, s = rows
    found = unseen.score(y, s, measures=["accuracy", "roc_auc"])
    theirs = json.loads(found.to_json())
    assert theirs.keys() == found.to_dict().keys() and theirs["measures"] == found.to_dict()["measures"]
    assert list(found) == ["accuracy", "roc_auc"]
    assert list(found.to_pandas()["measure"]) == ["accuracy", "roc_auc"]
    shown = found._repr_html_()
    assert "<pre>" in shown and "roc_auc" in str(found)
    sentences = found.verdict["sentences"]
    assert shown.startswith(f"<p><b>{html.escape(sentences[0])}</b>") and "<svg" in shown
    assert all(html.escape(sentence) in shown for sentence in sentences)
    again = pickle.loads(pickle.dumps(found))
    assert again.to_json() == found.to_json() and str(again) == str(found) and list(again) == list(found)
    with pytest.raises(KeyError, match="not computed"):
        found["f1"]


def test_categories_are_those_of_their_texts():
    p = np.linspace(0, 1, 10)
    texts = ["a", "b"] * 5
    expected = unseen.score(texts, np.c_[1 - p, p])["roc_auc"].value
    for order in (["b", "a"], ["a", "b", "never"]):
        assert unseen.score(pd.Series(pd.Categorical(texts, categories=order)),
                            np.c_[1 - p, p])["roc_auc"].value == expected


def test_large_numbers_name_different_groups():
    rows = unseen.score([0, 1] * 50, np.linspace(0, 1, 100), groups=np.arange(2**53, 2**53 + 100)).to_dict()
    small = unseen.score([0, 1] * 50, np.linspace(0, 1, 100), groups=np.arange(100)).to_dict()
    assert rows["measures"]["roc_auc"]["interval"] == small["measures"]["roc_auc"]["interval"]


    objects = np.array([2**53 + i for i in range(100)], dtype=object)
    named = unseen.score([0, 1] * 50, np.linspace(0, 1, 100), groups=objects).to_dict()
    assert named["measures"]["roc_auc"]["interval"] == small["measures"]["roc_auc"]["interval"]


@pytest.mark.parametrize("call", [
    lambda y, s: unseen.score(y, s, groups=np.arange(300) // 4, samples=10**7),
    lambda y,
    s: unseen.compare(y, {"a": s, "b": s[::-1]}, groups=np.arange(300) // 4, measures=["log_loss"],
                      tests=["bootstrap"], samples=10**7),
], ids=["score", "compare"])
def test_ctrl_c_ends_the_drawing_of_samples(call, rows):
    # a job in the background begins with SIGINT ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        call(*rows)
    assert time.monotonic() - begin < 10


@pytest.mark.parametrize("truth, labels", [
    ([0, 1, 1, 0, 1, 0, 1, 1], [0, 1, 0, 0, 1, 1, 1, 1]),
    ([0.0, 1.0, 1.0, 0.0, 1.0], [0, 1, 0, 0, 1]),
    ([True, False, True, True], [True, True, True, False]),
    (["a", "b", "c", "a"], ["a", "a", "c", "b"]),
])
def test_labels_in_the_order_of_scikit_learn_are_labels(truth, labels):
    assert unseen.score(truth, labels).to_dict() == unseen.score(truth, y_pred=labels).to_dict()


def test_scores_stay_scores():
    truth, scores = [0, 1, 1, 0], [0, 1, 0, 1]
    assert unseen.score(truth, scores, measures=["roc_auc"])["roc_auc"].value == 0.5
    assert unseen.score(truth, [0.0, 0.9, 1.0, 0.5]).to_dict()["task"] == "binary"


def test_models_are_compared_by_scores_of_each_class():
    rng = np.random.default_rng(3)
    truth = rng.choice(["low", "mid", "high"], 200)
    classes = np.unique(truth)
    good, bad = (rng.dirichlet(np.ones(3), 200) + more * (truth[:, None] == classes) for more in (0.6, 0.2))
    good, bad = (p / p.sum(axis=1, keepdims=True) for p in (good, bad))
    labels = classes[bad.argmax(axis=1)]
    measures = ["accuracy", "log_loss"]
    found = unseen.compare(truth, {"good": good, "bad": bad}, measures=measures)
    for model, scores in zip(found.to_dict()["models"], (good, bad)):
        alone = unseen.score(truth, scores, measures=measures)
        assert all(model["measures"][name] == alone[name].value for name in measures)
    assert found.primary["a"] == "good" and found.primary["difference"] > 0
    turned = unseen.compare(truth, {"good": good[:, ::-1], "bad": bad[:, ::-1]}, measures=measures,
                            labels=classes[::-1])
    assert turned.comparisons == found.comparisons
    mixed = unseen.compare(truth, {"good": good, "bad": labels})
    assert mixed.primary["difference"] == found.primary["difference"]
    coded = np.searchsorted(classes, truth)  # numbers with scores of each class are classes
    assert unseen.compare(coded, {"good": good, "bad": bad}).primary["p_value"] == found.primary["p_value"]
    two = unseen.compare(truth == "low", {"a": np.c_[1 - good[:, 1], good[:, 1]], "b": bad[:, 1]})
    one = unseen.compare(truth == "low", {"a": good[:, 1], "b": bad[:, 1]})
    assert two.comparisons == one.comparisons
    with pytest.raises(ValueError, match="bad has 2 columns for 3 classes"):
        unseen.compare(truth, {"good": good, "bad": bad[:, :2]})


def test_of_two_looks_at_once_one_fails(tmp_path):
    state = tmp_path / "S"

    def look(before, name):
        state.write_bytes(b"that of another run")
        return None, b"that of this run"

    with pytest.raises(OSError, match="another run has changed this state"):
        looked(state, look)
    assert state.read_bytes() == b"that of another run" and os.listdir(tmp_path) == ["S"]


def test_empty_texts_are_missing_as_in_a_file():
    for truth in (["1", "", "0", "1"], np.array(["1", "", "0", "1"])):
        assert unseen.score(truth, y_pred=["1", "1", "0", "1"], drop_missing=True).rows == 3
