"""Tuning: its points and its honest figure are those that estimate() gives."""
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier

import unseen


def test_the_points_are_plain_learners_and_the_honest_figure_is_that_of_the_learner_that_tunes():
    X, y = load_iris(return_X_y=True)
    found = unseen.tune("knn", X, y, grid="k=1..9:4", inner="cv:folds=5", estimator="cv:folds=3")
    plain = unseen.estimate([f"knn:k={k}" for k in (1, 5, 9)], X, y, estimators=["cv:folds=5"])
    assert [p["values"] for p in found.points] == [{"k": "1"}, {"k": "5"}, {"k": "9"}]
    assert [p["value"] for p in found.points] == pytest.approx([e.value for e in plain], abs=1e-15)
    assert found.chosen["value"] == pytest.approx(min(p["value"] for p in found.points), rel=1e-12)
    tuned = unseen.estimate("tuned(knn:k=1..9:4):inner=(cv:folds=5)", X, y, estimators=["cv:folds=3"])[0]
    assert (found.estimate.value, found.estimate.interval) == (tuned.value, tuned.interval)


def test_several_learners_of_numbers_without_the_honest_figure():
    X, y = load_diabetes(return_X_y=True)
    found = unseen.tune(["ridge:lambda=0.1|1", "mean"], X, y, measure="mae", flat_only=True)
    assert [p["learner"].split(":")[0] for p in found.points] == ["ridge", "ridge", "mean"]
    assert found.estimate is None and found.bounds == [] and found.verdict["state"] == "none"


def test_a_bound_allows_for_the_choice():
    X, y = load_iris(return_X_y=True)
    found = unseen.tune("knn", X, y, grid="k=1..9:4", bounds=["r-cv"], flat_only=True)
    assert 0 < found.chosen["value"] < found.bounds[0].bound["upper"] < 1


@pytest.mark.parametrize("arguments, text", [
    (dict(learner=GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 3]})), "a search of scikit-learn"),
    (dict(learner=["knn", "tree"], grid="k=1..3"), "grid= is for one learner"),
    (dict(learner="knn", grid="k=1..3", tries=0), "tries=: 0 points cannot be tried"),
    (dict(learner="knn", grid="k=1..3", estimator="cv", flat_only=True), "which flat_only= leaves out"),
    (dict(learner="knn", grid="k=1..3", delta=0.1), "delta= is for bounds"),
])
def test_what_cannot_be_tuned_is_a_value_error(arguments, text):
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match=text):
        unseen.tune(X=X, y=y, **arguments)


def test_a_requirement_is_on_the_nested_figure():
    X = [[i % 7, i % 3] for i in range(60)]
    y = ["low" if i % 7 < 4 else "high" for i in range(60)]
    asked = {"estimator": "cv:folds=5,repeats=2", "require": ["accuracy >= 0.7"]}
    found = unseen.tune("knn:k=1..3", X, y, **asked)
    (requirement,) = found.verdict["requirements"]
    assert requirement["state"] == "shown" and requirement["value"] == 1.0 - found.estimate.value
    assert unseen.require(found) is found
    with pytest.raises(ValueError, match="flat_only"):
        unseen.tune("knn:k=1..3", X, y, flat_only=True, require=["accuracy >= 0.7"])
