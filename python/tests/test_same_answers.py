"""The package and the command line give the same answer, byte for byte, in each format of the library."""
import pickle
import re
import subprocess

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier

import unseen
from unseen import _engine

X, y = load_iris(return_X_y=True, as_frame=True)
t = np.arange(80)
series = (50 + t + 10 * np.sin(t / 3)).round(2)
rng = np.random.default_rng(5)
truth = rng.integers(0, 2, 200)
score, other = (np.clip(weight * truth + (1 - weight) * rng.random(200), 0, 1).round(3)
                for weight in (0.5, 0.2))
EXPERIMENT = """estimators = ["cv:folds=3"]
[[data]]
path = "iris.csv"
[[learner]]
spec = "knn"
[[learner]]
spec = "tree"
"""
ALL_PAIRS = dict(learner={"near": "knn:k=3", "tree": "tree"}, X=X, y=y, estimators=["cv:folds=5,repeats=2"],
                 measures=["error_rate", "log_loss"])
HORIZONS = dict(learner=["ridge", "naive"], X=None, y=series, lags="1-3", horizon="1-3",
                estimators=["forward-growing:train=40"], measures=["mae"])
PAIRS_LINE = (
    "estimate iris.csv --learner near=knn:k=3 --learner tree --estimator cv:folds=5,repeats=2 --measure "
    "error_rate --measure log_loss")
HORIZONS_LINE = (
    "estimate series.csv --learner ridge --learner naive --lags 1-3 --horizon 1-3 --estimator "
    "forward-growing:train=40 --measure mae")
LEARNERS = {"near": "knn:k=3", "tree": "tree"}
CALLS = [
    ("score predictions --truth y_true --score y_score --all", lambda: unseen.score(truth, score)),
    ("score predictions --truth y_true --score y_score --measure roc_auc --per-class",
     lambda: unseen.score(truth, score, measures=["roc_auc"], per_class=True)),
    ("compare models pair.csv --truth y_true --scores A=a,B=b --measure roc_auc",
     lambda: unseen.compare(truth, {"A": score, "B": other}, measures=["roc_auc"])),
    (PAIRS_LINE, lambda: unseen.estimate(**ALL_PAIRS, name="iris.csv")),
    (PAIRS_LINE + " --compare --level 0.9 --training-error",
     lambda: unseen.estimate(**ALL_PAIRS, compare=True, level=0.9, training_error=True, name="iris.csv")),
    (PAIRS_LINE + " --store line.db", lambda: unseen.estimate(**ALL_PAIRS, store="call.db", name="iris.csv")),
    (HORIZONS_LINE, lambda: unseen.estimate(**HORIZONS, name="series.csv")),
    (HORIZONS_LINE + " --compare", lambda: unseen.estimate(**HORIZONS, compare=True, name="series.csv")),
    ("curve learning iris.csv --learner near=knn:k=3 --learner tree --estimator cv:folds=3,repeats=2 "
     "--sizes 20,40,60,80 --level 0.9",
     lambda: unseen.learning_curve(LEARNERS, X, y, estimator="cv:folds=3,repeats=2", sizes=[20, 40, 60, 80],
                                   level=0.9, name="iris.csv")),
    ("curve learning series.csv --learner ridge --lags 1-3 --horizon 2 --estimator cv:folds=3 --sizes 10,20",
     lambda: unseen.learning_curve("ridge", None, series, lags="1-3", horizon=2, estimator="cv:folds=3",
                                   sizes=(10, 20), name="series.csv")),
    ("curve noise iris.csv --learner near=knn:k=3 --learner tree --estimator cv:folds=3 --shares 0,0.2 "
     "--kind attribute --where both --measure log_loss",
     lambda: unseen.noise_curve(LEARNERS, X, y, estimator="cv:folds=3", shares=[0, 0.2], kind="attribute",
                                where="both", measures=["log_loss"], name="iris.csv")),
    ("tune iris.csv --learner knn --grid k=1..9:4,weights=uniform|distance --inner cv:folds=3 --rule one-se "
     "--estimator cv:folds=3 --bound r-cv --delta 0.1",
     lambda: unseen.tune("knn", X, y, grid="k=1..9:4,weights=uniform|distance", inner="cv:folds=3",
                         rule="one-se", estimator="cv:folds=3", bounds=["r-cv"], delta=0.1, name="iris.csv")),
    ("tune series.csv --learner ridge:lambda=1|10 --learner mean --lags 1-3 --measure mae --flat-only",
     lambda: unseen.tune(["ridge:lambda=1|10", "mean"], None, series, lags="1-3", measure="mae",
                         flat_only=True, name="series.csv")),
    ("bound binomial --errors 3 --rows 100 --delta 0.05",
     lambda: unseen.bound("binomial", errors=3, rows=100, delta=0.05)),
    ("run e.toml --store run.db", lambda: unseen.run("e.toml", "runs.db")),
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    X.assign(y=y).to_csv("iris.csv", index=False)
    pd.DataFrame({"y": series}).to_csv("series.csv", index=False)
    pd.DataFrame({"y_true": truth, "y_score": score}).to_csv("predictions", index=False)
    pd.DataFrame({"y_true": truth, "a": score, "b": other}).to_csv("pair.csv", index=False)
    (tmp_path / "e.toml").write_text(EXPERIMENT)
    return tmp_path


def without_times(text):
    """The text without the last column of a table that ends in seconds."""
    end = re.compile(r"\s*(\||&)((?!\1).)*(\||\\\\)$")
    return ("\n".join(end.sub("", line) for line in text.split("\n"))
            if re.search(r"\bseconds( \|| \\\\)$", text, re.MULTILINE) else text)


def without_fit_commands(text):
    """The command line names the command that fits the chosen model of a file; the package has arrays."""
    text = re.sub(r'"fit_command": "[^"]*"', '"fit_command": null', text)
    text = re.sub(r',\n  "(fit|importance)_commands": \[.*?\n  \]', "", text, flags=re.DOTALL)
    return re.sub(r"\n[^\n]*(unseen fit |Commands that write the classifiers)[^\n]*", "", text)


@pytest.mark.parametrize("command, call", CALLS, ids=[command for command, _ in CALLS])
def test_every_format_is_that_of_the_command_line(folder, command, call):
    found = call()
    for form, _ in _engine.formats():
        line = ["unseen", *command.split(), "--format", form, "--quiet"]
        printed = subprocess.run(line, check=True, capture_output=True, text=True).stdout
        printed = without_times(without_fit_commands(printed))
        assert without_times(getattr(found, f"to_{form}")()) == printed, form


@pytest.mark.parametrize("options, line", [
    ({}, ""), (dict(split=np.arange(200) % 5), " --split split"), (dict(out_of_fold=True), " --out-of-fold")])
def test_curves_are_those_of_the_command_line(folder, options, line):
    columns = {name: values for name, values in options.items() if name == "split"}
    pd.DataFrame({"y_true": truth, "y_score": score, **columns}).to_csv("predictions", index=False)
    found = unseen.score(truth, score, curves=["roc", "reliability"], **options)
    command = "unseen score predictions --truth y_true --score y_score --all --curves roc,reliability" + line
    printed = subprocess.run([*command.split(), "--format", "json", "--quiet"], check=True,
                             capture_output=True, text=True).stdout
    assert found.to_json() == printed


def test_a_pickled_result_keeps_every_format():
    found = unseen.bound("binomial", errors=3, rows=100)
    again = pickle.loads(pickle.dumps(found))
    for form, _ in _engine.formats():
        assert getattr(again, f"to_{form}")() == getattr(found, f"to_{form}")()
    assert str(again) == str(found)


def test_every_format_has_a_method_with_its_help():
    for form, about in _engine.formats():
        method = getattr(unseen.Result, f"to_{form}")
        assert method.__name__ == f"to_{form}" and about in method.__doc__


def test_the_store_keeps_the_fits(folder):
    first = unseen.estimate(**ALL_PAIRS, store=folder / "s.db", name="iris.csv")
    listed = subprocess.run(["unseen", "store", "list", "s.db", "--format", "csv"], check=True,
                            capture_output=True, text=True).stdout
    assert "iris.csv" in listed and "near" in listed
    done = subprocess.run(
        ["unseen", "estimate", "iris.csv", "--learner", "near=knn:k=3", "--learner", "tree", "--estimator",
         "cv:folds=5,repeats=2", "--measure", "error_rate", "--measure", "log_loss", "--store", "s.db",
         "--format", "json", "--quiet"],
        check=True, capture_output=True, text=True).stdout
    again = subprocess.run(["unseen", "store", "list", "s.db", "--format", "csv"], check=True,
                           capture_output=True, text=True).stdout
    assert done == first.to_json() and again == listed  # nothing was fitted again


@pytest.mark.parametrize("arguments, text", [
    (dict(learner="knn", compare=True), "there is one learner; expected two or more"),
    (dict(learner=["knn", "tree"], estimators=["resubstitution"], compare=True),
     "no estimator has splits by which two learners are compared"),
    (dict(learner="knn", delta=0.1), "delta= is for bounds, and there is none"),
    (dict(learner="knn", unlabelled=X), "unlabelled= is for bounds, and there is none"),
])
def test_what_cannot_be_stored_or_compared_is_a_value_error(folder, arguments, text):
    with pytest.raises(ValueError, match=text):
        unseen.estimate(X=X, y=y, **arguments)
