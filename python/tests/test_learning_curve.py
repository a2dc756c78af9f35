"""Learning curves equal a plain loop over scikit-learn's models on the same splits, and noise curves begin
with the errors of estimate()."""
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.linear_model import Ridge
from sklearn.metrics import root_mean_squared_error
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import unseen

CLASSES = [(load_iris, 15), (load_wine, 30), (load_breast_cancer, 40)]
LEARNERS = [("knn:k=5,scale=none", KNeighborsClassifier(5), 1e-12), ("naive-bayes", GaussianNB(), 0.02)]


@pytest.mark.parametrize("data, least", CLASSES)
@pytest.mark.parametrize("spec, model, tolerance", LEARNERS)
def test_errors_of_classes_are_those_of_a_loop(data, least, spec, model, tolerance):
    X, y = data(return_X_y=True)
    for size in (least, 2 * least, 100):
        plan = f"learning:train={size},folds=5,repeats=2"
        found = unseen.estimate(spec, X, y, estimators=[plan], measures=["error_rate"])[0]
        looped = [1 - model.fit(X[train], y[train]).score(X[test], y[test])
                  for train, test in unseen.split(y, plan)]
        assert found.per_split == pytest.approx(looped, abs=tolerance)
        assert all(len(train) == size for train, _ in unseen.split(y, plan))


def test_errors_of_numbers_are_those_of_a_loop():
    X, y = load_diabetes(return_X_y=True)
    for size in (20, 80, 320):
        plan = f"learning:train={size},folds=5,repeats=2"
        found = unseen.estimate("ridge:lambda=0.5", X, y, estimators=[plan], measures=["rmse"])[0]
        model = Ridge(0.5)
        looped = [root_mean_squared_error(y[test], model.fit(X[train], y[train]).predict(X[test]))
                  for train, test in unseen.split(y, plan)]
        assert found.per_split == pytest.approx(looped, rel=1e-9)


def test_the_points_of_a_curve_are_estimates_also_of_learners_in_python():
    X, y = load_wine(return_X_y=True)
    learners = {"near": "knn:k=5,scale=none", "theirs": KNeighborsClassifier(5)}
    plan = dict(sizes=[30, 60, 120], estimator="cv:folds=5,repeats=2", measures=["error_rate"])
    found = unseen.learning_curve(learners, X, y, **plan)
    points = unseen.estimate(learners, X, y, measures=["error_rate"], training_error=True, estimators=[
        f"learning:train={size},folds=5,repeats=2" for size in plan["sizes"]])
    assert [(e.learner, e.value, e.interval, e.training) for e in found] == [
        (e.learner, e.value, e.interval, e.training) for e in points]
    near, theirs = found.curves
    assert [p["value"] for p in near["points"]] == [e.value for e in points if e.learner == "near"]
    assert [p["training_rows"] for p in theirs["points"]] == plan["sizes"]
    assert [p["value"] for p in theirs["points"]] == [p["value"] for p in near["points"]]
    assert (found.pairs[0]["a"], found.pairs[0]["b"]) == ("near", "theirs")
    assert unseen.learning_curve(learners, X, y, processes=2, **plan).to_json() == found.to_json()


def test_a_noise_curve_begins_with_the_error_without_noise():
    X, y = load_iris(return_X_y=True)
    found = unseen.noise_curve(["knn", "tree"], X, y, estimator="cv:folds=5", shares=[0, 0.4])
    clean = unseen.estimate(["knn", "tree"], X, y, estimators=["cv:folds=5"])
    assert [curve["points"][0]["value"] for curve in found.curves] == [e.value for e in clean]
    assert all(curve["points"][1]["value"] > curve["points"][0]["value"] for curve in found.curves)


@pytest.mark.parametrize("call, text", [
    (lambda X, y: unseen.noise_curve(GaussianNB(), X, y), "are for learners that a spec makes"),
    (lambda X, y: unseen.learning_curve(GaussianNB(), X, y, times=True), "are measured for learners"),
    (lambda X, y: unseen.noise_curve("knn", X, y, shares=[0.2, 1.5]), "shares=: '1.5' is not valid"),
    (lambda X, y: unseen.learning_curve("knn", X, y, sizes=[20, 20]), "20"),
    (lambda X, y: unseen.learning_curve([], X, y), "no learner"),
])
def test_what_has_no_curve_is_a_value_error(call, text):
    with pytest.raises(ValueError, match=text):
        call(*load_iris(return_X_y=True))


def test_curves_are_drawn():
    pytest.importorskip("matplotlib").use("Agg")
    X, y = load_iris(return_X_y=True)
    found = unseen.noise_curve(["knn", "tree"], X, y, estimator="cv:folds=3", shares=[0, 0.3])
    axes = found.plot()
    assert axes.get_xlabel() == "share" and [line.get_label() for line in axes.lines] == ["knn", "tree"]
