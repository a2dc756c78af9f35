"""unseen.importance against a loop over the same folds, and on data whose answer is known."""
import json
import subprocess

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestRegressor
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import unseen

X, y = load_iris(return_X_y=True, as_frame=True)
rng = np.random.default_rng(3)
A = rng.normal(size=(300, 4))
b = 2 * A[:, 0] + A[:, 1] + rng.normal(size=300) / 2  # the other two say nothing
linear = make_pipeline(StandardScaler(), LogisticRegression())


def test_it_is_that_of_scikit_learn_on_the_same_folds():
    """The mean squared error of a permuted column: the same folds and models, other permutations. Theirs
    leave one of the 60 rows of a fold where it is, on average."""
    found = unseen.importance(LinearRegression(), A, b, measure="mse", estimator="cv:folds=5,repeats=5")
    theirs = np.zeros(4)
    splits = unseen.split(b, folds=5, repeats=5)
    for train, test in splits:
        model = LinearRegression().fit(A[train], b[train])
        found_there = permutation_importance(model, A[test], b[test], scoring="neg_mean_squared_error",
                                             n_repeats=20, random_state=1)
        theirs += found_there.importances_mean * 60 / 59 / len(splits)
    assert sorted(found) == ["x0", "x1", "x2", "x3"] and list(found)[:2] == ["x0", "x1"]
    for ours, expected in zip((found[f"x{i}"] for i in range(4)), theirs):
        assert ours.value == pytest.approx(expected, rel=0.1, abs=0.02)
        assert ours.interval.lower < expected < ours.interval.upper
    # twice the squared coefficient times the variance of the column
    assert found["x0"].interval.lower < 8 < found["x0"].interval.upper
    assert found["x1"].interval.lower > 0 and abs(found["x2"].value) < 0.02
    assert found.measure == "mse" and found.estimate.value == pytest.approx(0.25, abs=0.05)


def test_signs_and_names():
    better = unseen.importance(linear, X, y, measure="accuracy", estimator="cv:folds=5,repeats=2")
    worse = unseen.importance(linear, X, y, measure="error_rate", estimator="cv:folds=5,repeats=2")
    assert sorted(better) == sorted(X.columns)
    for name in better:
        assert better[name].value == pytest.approx(worse[name].value, abs=1e-12)
        assert better[name].value >= 0 or abs(better[name].value) < 0.02
    assert better["petal width (cm)"].interval.lower > 0
    assert better.verdict["leaders"] == [next(iter(better))] and "petal" in next(iter(better))
    assert str(better).startswith(better.verdict["sentences"][0]) and "<svg" in better._repr_html_()
    assert list(better.to_pandas()["feature"]) == list(better)
    assert "petal width (cm)" in better.to_html()


def test_columns_that_are_permuted_together():
    both = np.c_[A[:, :2], A[:, 0]]  # the first column twice
    call = dict(measure="mse", estimator="cv:folds=5,repeats=2")
    model = RandomForestRegressor(20, random_state=1)
    alone, together = (unseen.importance(model, both, b, features=f, **call) for f in (None, [[0, 2], 1]))
    assert list(together) == ["x0 + x2", "x1"]
    assert together["x0 + x2"].value > 1.5 * max(alone["x0"].value, alone["x2"].value)


def test_frames_specs_and_repeatability():
    call = dict(estimator="cv:folds=5", measure="error_rate")
    expected = unseen.importance(linear, X.to_numpy(), y, **call)
    for frame in (X, pl.from_pandas(X)):
        found = unseen.importance(linear, frame, y, **call)
        assert [found[name].value for name in X.columns] == [expected[f"x{i}"].value for i in range(4)]
    assert unseen.importance(linear, X.to_numpy(), y, threads=2, **call) == expected
    assert unseen.importance(linear, X.to_numpy(), y, seed=2, **call) != expected
    mixed = pd.DataFrame({"c": pd.Categorical(np.where(y > 0, "u", "v")), "n": rng.normal(size=150)})
    found = unseen.importance("tree", mixed, np.where(y > 0, "yes", "no"), **call)
    assert found["c"].value > 0.2 and found["n"].value == 0 and found["n"].interval is None
    assert found["n"].reason
    told = []
    unseen.importance("knn", X, y, features=["petal width (cm)"], progress=told.append, **call)
    assert told[-1].done == told[-1].total == 10
    for learner in (linear, "lda"):
        with pytest.raises(ValueError, match="no column 'petals'"):
            unseen.importance(learner, X, y, features=["petals"], **call)
    with pytest.raises(ValueError, match="7 of 4 columns"):
        unseen.importance(linear, X, y, features=[7], **call)


def test_groups_are_the_draws():
    groups = np.arange(300) // 10
    call = dict(measure="mse", estimator="cv:folds=5,repeats=2")
    assert unseen.importance(LinearRegression(), A, b, groups=groups, **call)["x0"].interval != \
        unseen.importance(LinearRegression(), A, b, **call)["x0"].interval


def test_the_command_says_the_same(tmp_path):
    """The JSON of a spec in Python, on the file of the same cells."""
    frame = X.assign(species=y.map({0: "setosa", 1: "versicolor", 2: "virginica"}))
    frame.to_csv(tmp_path / "iris.csv", index=False)
    done = subprocess.run(["unseen", "importance", tmp_path / "iris.csv", "--learner", "knn", "--estimator",
                           "cv:folds=5,repeats=2", "--format", "json", "--quiet"], capture_output=True,
                          check=True)
    ours = unseen.importance("knn", X, frame["species"], estimator="cv:folds=5,repeats=2").to_dict()
    assert json.loads(done.stdout)["importances"] == ours["importances"]


def test_rows_of_a_group_give_each_other_no_cells():
    """A feature of the group, of which folds hold few groups, has its importance: twice the square of its
    coefficient."""
    sites = np.repeat(np.arange(60), 5)
    age = rng.normal(size=60)[sites]
    target = age + rng.normal(size=300) / 5
    features = np.c_[age, rng.normal(size=300)]
    for learner in (LinearRegression(), "linear"):
        found = unseen.importance(learner, features, target, groups=sites, measure="mse",
                                  estimator="cv:folds=30,repeats=5")
        # four standard errors of 1,500 squares of normal differences
        assert found["x0"].value == pytest.approx(2 * np.var(age) * 60 / 59, rel=0.15)


def test_weights_draw_the_cells():
    """Whole weights are copies of a row."""
    x = rng.integers(0, 2, 200)
    weights, target = np.where(x == 1, 9, 1), x + rng.normal(size=200) / 50
    for learner in (LinearRegression(), "linear"):
        found = unseen.importance(learner, np.c_[x, rng.normal(size=200)], target, sample_weight=weights,
                                  measure="mse", estimator="cv:folds=5,repeats=10")
        share = weights[x == 1].sum() / weights.sum()
        # three standard errors of 2,000 draws of a share of about .18
        assert found["x0"].value == pytest.approx(2 * share * (1 - share), rel=0.15)


@pytest.mark.parametrize("features, text", [
    ([], "there is none"), ([["x0", "x0"]], "names a column twice"), (["x0", 0], "names a column twice"),
    ([[]], "is empty"), ([True], "is no column"), ([1.0], "is no column"), ([None], "is no column")])
def test_features_that_cannot_be_permuted_are_refused(features, text):
    for learner in (LinearRegression(), "linear"):
        with pytest.raises(ValueError, match=text):
            unseen.importance(learner, A, b, features=features)


def test_other_tables_and_arguments():
    sparse = scipy.sparse.csr_matrix(np.where(A > 0.5, A, 0))
    call = dict(estimator="cv:folds=5", measure="mse", features=["x0"])
    there = unseen.importance(LinearRegression(), sparse, b, **call)["x0"].value
    dense = unseen.importance(LinearRegression(), sparse.toarray(), b, **call)
    assert there == pytest.approx(dense["x0"].value)
    series = np.sin(np.arange(120) / 5)
    lagged = unseen.importance("ridge", None, series, lags="1-3", features=[["y(t-1)", "y(t-2)"]],
                               estimator="forward-growing:train=60,horizon=12")
    assert list(lagged) == ["y(t-1) + y(t-2)"]
    with pytest.raises(ValueError, match="no feature 'zz'"):
        unseen.importance("ridge", None, series, lags="1-3", features=["zz"])
    with pytest.raises(ValueError, match="threads=: -1 has the wrong type"):
        unseen.importance("ridge", A, b, threads=-1)
    one = unseen.importance("linear", A, b, features="x0", estimator="cv:folds=5")
    assert list(one) == ["x0"] and one["x0"].target == "model" and one.plot().get_xlabel() == "rmse worse by"
