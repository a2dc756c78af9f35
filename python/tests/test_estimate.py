"""unseen.estimate, split, compare and bound."""
import json
import signal
import subprocess
import threading
import os

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge, RidgeClassifier
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score, cross_validate
from sklearn.multioutput import MultiOutputRegressor
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC, SVC

import unseen

X, y = load_iris(return_X_y=True, as_frame=True)
CV = ["cv:folds=5,repeats=2"]


def test_json_is_that_of_the_command_line(tmp_path):
    X.assign(y=y).to_csv(tmp_path / "iris.csv", index=False)
    command = ["unseen", "estimate", str(tmp_path / "iris.csv"), "--learner", "knn:k=3", "--estimator", CV[0],
               "--format", "json", "--quiet"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert unseen.estimate("knn:k=3", X, y, estimators=CV, name=command[2]).to_json() == printed
    assert unseen.estimate("knn:k=3", pl.from_pandas(X), y.to_numpy(), estimators=CV,
                           name=command[2]).to_json() == printed


@pytest.mark.parametrize("horizon", [None, 2, "1-3"])
def test_forecasts_are_those_of_the_command_line(tmp_path, horizon):
    t = np.arange(80)
    series = 50 + t + 10 * np.sin(t / 3) + np.random.default_rng(1).normal(size=80)
    frame = pd.DataFrame({"month": t % 12, "rain": series**2})
    file = str(tmp_path / "series.csv")
    frame.assign(y=series, **{"time of rows": t}).to_csv(file, index=False)
    options = ["--target", "y", "--time", "time of rows", "--lags", "1-12", "--known", "month", "--format",
               "json", "--quiet"]
    command = ["unseen", "estimate", file, "--learner", "ridge", "--learner", "naive", "--estimator",
               "forward-fixed:train=30", *options]
    printed = subprocess.run(command + ([] if horizon is None else ["--horizon", str(horizon)]), check=True,
                             capture_output=True, text=True).stdout
    for lags, given in (("1-12", horizon), (range(1, 13), [1, 2, 3] if horizon == "1-3" else horizon)):
        found = unseen.estimate(["ridge", "naive"], frame, series, time=t, lags=lags, known=["month"],
                                horizon=given, estimators=["forward-fixed:train=30"], name=file)
        assert found.to_json() == printed
    horizons = [1, 2, 3] if horizon == "1-3" else [horizon or 1]
    assert [(e.horizon, e.learner, e.measure)
            for e in found] == [(h, l, m) for h in horizons for l in ("ridge", "naive")
                                for m in ("rmse", "mae")]
    assert len(found.better) == len(found.comparisons) == len(horizons) and len(found.to_pandas()) == len(
        found) == 4 * len(horizons)
    assert found.warnings == [] and ("rows ahead" in str(found)) == (horizon is not None)


def test_forecasts_of_estimators_in_python_have_their_lags_in_X():
    t = np.arange(60)
    series = np.cos(t / 4) * 10 + t
    two_ahead = np.column_stack([series[1:-2], series[:-3]])  # y(t-2), y(t-3)
    given = {"estimators": ["forward-growing:train=20"], "measures": ["mae"]}
    own = unseen.estimate(Ridge(1.0), two_ahead, series[3:], horizon=2, **given)
    made = unseen.estimate("ridge:lambda=1", None, series, lags="1-2", horizon=2, **given)
    assert own[0].value == pytest.approx(made[0].value,
                                         rel=1e-9) and own[0].fits == made[0].fits and own[0].horizon == 2


@pytest.mark.parametrize("options, text", [
    ({"learner": Ridge(), "lags": "1-3"},
     "an estimator in Python needs them as columns of X, with horizon= alone"),
    ({"lags": []}, "lags: there is none"), ({"lags": "1-"}, "lags=: '1-' is not valid"),
    ({"lags": "1-3", "horizon": "3-1"}, "horizon=: '3-1' is not valid"),
    ({"horizon": "1-2"}, "several horizons need features for each; expected lags= with them"),
    ({"lags": "1-3", "known": ["x9"]}, "no column 'x9'"),
    ({"lags": "1-3", "horizon": "1-40"}, "horizon 10: "),
    ({"lags": "1-3", "horizon": "1,2", "cv": 3}, "cv=: splits are of the rows of one horizon"),
    ({"known": ["x0"]}, "expected lags= with it"),
])
def test_forecasts_that_cannot_be_are_a_value_error(options, text):
    series = np.arange(40.0) ** 1.5
    with pytest.raises(ValueError) as error:
        unseen.estimate(options.get("learner", "mean"), series.reshape(-1, 1), series,
                        estimators=["forward-growing:train=20"],
                        **{k: v for k, v in options.items() if k != "learner"})
    assert text in str(error.value)


@pytest.mark.parametrize("model",
                         [LogisticRegression(max_iter=1000),
                          make_pipeline(StandardScaler(), KNeighborsClassifier(3))])
def test_scikit_learn_scores_are_those_of_cross_validate(model):
    splits = unseen.split(y, folds=5, repeats=2)
    found = unseen.estimate(model, X, y, estimators=CV, measures=["accuracy", "roc_auc_ovr"])
    theirs = cross_validate(model, X, y, cv=splits, scoring=["accuracy", "roc_auc_ovr"])
    assert found[0].per_split == pytest.approx(list(theirs["test_accuracy"]), abs=1e-12)
    assert found[1].per_split == pytest.approx(list(theirs["test_roc_auc_ovr"]), abs=1e-12)
    assert found[0].learner == type(model).__name__ and found[0].fits == 10


def test_training_scores_and_the_spread_of_repeats():
    model = LogisticRegression(max_iter=1000)
    splits = unseen.split(y, folds=5, repeats=2)
    found = unseen.estimate(model, X, y, estimators=CV, measures=["accuracy"], training_error=True)
    theirs = cross_validate(model, X, y, cv=splits, scoring="accuracy", return_train_score=True)
    assert found.to_dict()["estimates"][0]["training"]["per_split"] == pytest.approx(
        list(theirs["train_score"]), abs=1e-12)
    assert found[0].training == pytest.approx(np.mean(theirs["train_score"]), abs=1e-12)
    repeats = theirs["test_score"].reshape(2, 5).mean(axis=1)  # the folds have 30 rows each
    spread = found[0].repeat_spread
    assert [spread["least"], spread["most"]] == pytest.approx([repeats.min(), repeats.max()], abs=1e-12)
    assert spread["standard_deviation"] == pytest.approx(repeats.std(ddof=1), abs=1e-12)
    assert unseen.estimate(model, X, y, estimators=CV)[0].training is None


def test_ordered_classes_have_an_error_in_steps():
    names = np.array(["small", "medium", "large"])[y]
    model = KNeighborsClassifier(3)
    splits = unseen.split(y, folds=5, repeats=2)  # the codes of the classes, in their order
    found = unseen.estimate(model, X, names, estimators=CV, measures=["ordinal_mae"],
                            ordered=["small", "medium", "large"])
    steps = [abs(model.fit(X.iloc[train], y.iloc[train]).predict(X.iloc[test]) - y.iloc[test]).mean()
             for train, test in splits]
    assert found[0].value == pytest.approx(np.mean(steps), abs=1e-12)


def test_numbers_and_their_regressors():
    A, b = load_diabetes(return_X_y=True)
    found = unseen.estimate(Ridge(), A, b, estimators=["cv:folds=4"], measures=["mae"])
    theirs = cross_val_score(Ridge(), A, b, cv=unseen.split(b, folds=4), scoring="neg_mean_absolute_error")
    assert found[0].per_split == pytest.approx(list(-theirs), rel=1e-12)


def test_any_table_that_the_estimator_takes():
    model = LogisticRegression(max_iter=1000)
    arrays = unseen.estimate(model, X.to_numpy(), y, estimators=CV)
    assert unseen.estimate(model, X, y, estimators=CV).to_json() == arrays.to_json()
    found = unseen.estimate(model, sparse.csr_matrix(X.to_numpy()), y, estimators=CV, measures=["accuracy"])
    theirs = cross_val_score(model, sparse.csr_matrix(X.to_numpy()), y,
                             cv=unseen.split(y, folds=5, repeats=2))
    assert found[0].per_split == pytest.approx(list(theirs), abs=1e-12)
    texts = [f"row {i}" for i in range(150)]
    assert float(unseen.estimate(DummyClassifier(), texts, np.arange(150) % 3, estimators=CV)[0]) > 0.5


def test_a_test_set_of_any_table():
    model = KNeighborsClassifier(3)
    expected = model.fit(X.to_numpy()[::2], y[::2]).score(X.to_numpy()[1::2], y[1::2])
    for form in (lambda t: t, pd.DataFrame.to_numpy, lambda t: sparse.csr_matrix(t.to_numpy()),
                 pl.from_pandas, lambda t: t.values.tolist()):
        found = unseen.estimate(model, form(X.iloc[::2]), y[::2], test=(form(X.iloc[1::2]), y[1::2]),
                                estimators=["test"], measures=["accuracy"])
        assert float(found[0]) == expected


def test_learners_of_similar_names_share_nothing():
    said = {name: DummyClassifier(strategy="constant", constant=c)
            for name, c in (("a-b", 0), ("a 2db", 1), ("majority", 0))}
    found = unseen.estimate({**said, "own": "majority"}, X, np.minimum(y, 1),
                            estimators=["cv:folds=3,stratify=no"], measures=["accuracy"])
    shares = {e.learner: round(e.value, 3) for e in found.estimates}
    assert shares == {"a-b": 0.333, "a 2db": 0.667, "majority": 0.333, "own": 0.667}


def test_a_classifier_settles_that_numbers_are_classes():
    numbers = np.array([3, 7, 30])[y]
    found = unseen.estimate({"theirs": KNeighborsClassifier(1), "ours": "knn:k=1"}, X, numbers, estimators=CV,
                            measures=["accuracy"])
    assert found[0].value > 0.9 and found[1].value > 0.9


def test_several_learners_have_names():
    found = unseen.estimate({"forest": RandomForestClassifier(10), "nearest": "knn:k=1"}, X, y, estimators=CV)
    assert [e.learner for e in found.estimates][0] == "forest"
    again = unseen.estimate({"forest": RandomForestClassifier(10), "nearest": "knn:k=1"}, X, y, estimators=CV,
                            threads=1)
    assert again.to_json() == found.to_json()  # the seed of each fit becomes random_state
    two = unseen.estimate([DummyClassifier(), DummyClassifier(strategy="uniform", random_state=1)], X, y,
                          estimators=CV)
    assert [e.learner for e in two.estimates] == ["DummyClassifier 1", "DummyClassifier 2"]
    assert two[0].value != two[1].value


def test_learners_are_compared_as_the_command_line_does(tmp_path):
    X.assign(y=y).to_csv(tmp_path / "iris.csv", index=False)
    command = ["unseen", "estimate", str(tmp_path / "iris.csv"), "--learner", "near=knn:k=3", "--learner",
               "majority", "--estimator", CV[0], "--format", "json", "--quiet"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = unseen.estimate({"near": "knn:k=3", "majority": "majority"}, X, y, estimators=CV, name=command[2])
    assert found.to_json() == printed
    assert found.comparisons[0]["p_value"] < 1e-4 and found.better[0].startswith(
        "near has the lowest error_rate")
    assert found.verdict == json.loads(printed)["verdict"] and found.verdict["leaders"] == ["near"]


class Failing(DummyClassifier):
    def fit(self, X, y, sample_weight=None):
        if 7 not in X.index:
            raise RuntimeError("row 7 is needed")
        return super().fit(X, y)


def test_a_fit_that_raises_costs_itself():
    found = unseen.estimate(Failing(), X, y, estimators=["cv:folds=5"])
    assert found[0].failures == 1 and found[0].fits == 5
    assert any("row 7 is needed" in w.text for w in found[0].warnings)


def test_groups_weights_and_a_test_set():
    group = np.arange(150) // 5
    found = unseen.estimate("naive-bayes", X, y, groups=group, sample_weight=1 + group % 2,
                            estimators=["cv:folds=3"])
    assert found[0].value < 0.2
    train, test = X.iloc[::2], X.iloc[1::2]
    for learner in ("knn:k=3", make_pipeline(StandardScaler(), KNeighborsClassifier(3))):
        found = unseen.estimate(learner, train, y.iloc[::2], test=(test, y.iloc[1::2]), estimators=["test"],
                                measures=["accuracy"])
        if not isinstance(learner, str):
            assert float(found[0]) == learner.fit(train, y.iloc[::2]).score(test, y.iloc[1::2])
        assert found[0].target == "model" and found[0].interval.guarantee == "exact"


def test_unlabelled_rows_of_any_learner():
    """A learner in Python and the engine's own have the same folds and the same disagreement on unlabelled
    rows."""
    rng = np.random.default_rng(1)
    A = rng.normal(size=(900, 3))
    b = (A.sum(axis=1) > 0).astype(int)
    learners = {"theirs": KNeighborsClassifier(3), "ours": "knn:k=3,scale=none"}
    bounds = dict(bounds=["s-cv:folds=5"], estimators=["test"], measures=["accuracy"],
                  test=(A[800:], b[800:]))
    found = unseen.estimate(learners, A[:300], b[:300], unlabelled=A[300:800], **bounds)
    of = {(e.learner, e.bound is not None): e for e in found.estimates}
    assert of["theirs", True].bound == of["ours",
                                          True].bound and of["ours",
                                                             True].bound["inputs"]["unlabelled"] == 500
    assert of["theirs", False].value == of["ours",
                                           False].value == KNeighborsClassifier(3).fit(
                                               A[:300], b[:300]).score(A[800:], b[800:])
    some = np.where(np.arange(900) < 300, b, np.nan)
    missing = unseen.estimate(learners, A[:800], some[:800], unlabelled="missing", **bounds)
    assert [e.bound for e in missing.estimates] == [e.bound for e in found.estimates]
    with pytest.raises(ValueError, match="or 'missing'"):
        unseen.estimate("knn", A, b, unlabelled="0.1")


@pytest.mark.parametrize("arguments, text", [
    (dict(learner="knnn", X=X, y=y), "did you mean 'knn'"),
    (dict(learner=[], X=X, y=y), "no learner"),
    (dict(learner=object(), X=X, y=y), "is not a learner"),
    (dict(learner="knn", X=X.iloc[:9], y=y), "has 9 rows"),
    (dict(learner=LogisticRegression(), X=X.iloc[:9], y=y), "X has 9 rows and y has 150"),
    (dict(learner="knn", X=sparse.csr_matrix(X), y=y), "sparse"),
    (dict(learner="knn", X=X.assign(parts=[[1.0, 2.0]] * 150), y=y), "parts holds values of the type list"),
    (dict(learner="knn", X=X, y=y, estimators=["cv:fold=3"]), "did you mean 'folds'"),
    (dict(learner="knn", X=X.rename(columns={"petal width (cm)": "y"}), y=y), "rename it"),
])
def test_bad_input_is_a_value_error(arguments, text):
    with pytest.raises(ValueError, match=text):
        unseen.estimate(**arguments)


def test_ctrl_c_stops_a_long_run():
    # a job in the background begins with SIGINT ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        unseen.estimate("tree", X, y, estimators=["cv:folds=10,repeats=100000"])


def test_splits_are_a_cv_of_scikit_learn():
    splits = unseen.split(y, folds=5)
    assert len(
        splits) == 5 and splits.get_n_splits() == 5 and splits.spec == "cv:folds=5,repeats=1,stratify=yes"
    tested = np.sort(np.concatenate([test for _, test in splits]))
    assert (tested == np.arange(150)).all()
    for train, test in splits:
        assert not set(train) & set(test) and (np.bincount(y[test]) == 10).all()
    group = np.arange(150) // 5
    for train, test in unseen.split(y, folds=4, groups=group):
        assert not set(group[train]) & set(group[test])
    assert len(unseen.split(y, "lpo:p=2")) == 150 * 149 // 2
    with pytest.raises(IndexError):
        splits[5]
    with pytest.raises(ValueError, match="either a plan"):
        unseen.split(y, "loo", folds=3)


def test_compare():
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 2, 400)
    good, bad = np.clip(0.5 * truth + 0.5 * rng.random(400), 0, 1), rng.random(400)
    found = unseen.compare(truth, {"good": good, "bad": bad}, measures=["roc_auc"])
    assert found.primary["test"] == "delong" and found.primary["p_value"] < 1e-6
    assert found.primary["difference"] > 0.2
    with pytest.raises(ValueError, match="two or more"):
        unseen.compare(truth, {"good": good})


@pytest.mark.parametrize("role", ["sample_weight", "groups", "split"])
def test_compared_models_have_the_figures_of_score(role):
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 2, 120)
    models = {name: 0.3 * truth + 0.7 * rng.random(120) for name in "ab"}
    rows = {role: 1 + np.arange(120) // 4 % 10, "measures": ["roc_auc"]}
    for model in json.loads(unseen.compare(truth, models, **rows).to_json())["models"]:
        alone = json.loads(unseen.score(truth, models[model["name"]], **rows).to_json())
        figure = alone["measures"]["roc_auc"]
        assert model["measures"]["roc_auc"] == figure["value"]
        assert model["intervals"]["roc_auc"] == figure["interval"]


def test_bound():
    found = unseen.bound("binomial", errors=10, rows=100, delta=0.05)
    assert found.upper == pytest.approx(0.16371762327581, rel=1e-12)  # Clopper & Pearson
    with pytest.raises(ValueError, match="rows"):
        unseen.bound("binomial", errors=10)
    with pytest.raises(ValueError, match="did you mean 'errors'"):
        unseen.bound("binomial", error=0.1, rows=100)
    with pytest.raises(ValueError, match="errors: 'x' is not valid; expected a number"):
        unseen.bound("binomial", errors="x", rows=100)
    form = {"errors": 12, "rows": 100, "form": "fixed_lambda"}
    assert unseen.bound("progressive", lambda_=0.5, **form).upper != unseen.bound("progressive", **form).upper


def test_report(tmp_path):
    found = unseen.estimate({"a<b>": "knn", "majority": "majority"}, X, y, estimators=CV)
    unseen.report(found, unseen.score([1, 0, 1, 0], [0.9, 0.2, 0.4, 0.6]), output=tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    assert page.count('"command":') + page.count(
        '"command": ') >= 2 and "a\\u003cb>" in page and "Content-Security-Policy" in page
    assert found.to_html().startswith("<!")
    with pytest.raises(ValueError, match="no result"):
        unseen.report(output=tmp_path / "r.html")


def test_import_is_light():
    command = (
        "import sys, unseen; assert not {'sklearn', 'pandas', 'scipy'} & set(sys.modules), 'imported too "
        "much'")
    subprocess.run([os.sys.executable, "-c", command], check=True)


def test_several_targets_are_points():
    A, b = load_diabetes(return_X_y=True)
    rest, places = A[:, 4:], np.column_stack([b, A[:, 0]])
    splits = list(KFold(5, shuffle=True, random_state=1).split(rest))
    own = unseen.estimate(
        {"ours": "multi(ridge:lambda=1)", "theirs": MultiOutputRegressor(Ridge(alpha=1.0)),
         "one": Ridge(alpha=1.0)},
        rest, places, cv=splits, estimators=[], measures=["mean_distance"])
    by_hand = [
        np.linalg.norm(Ridge(alpha=1.0).fit(rest[train], places[train]).predict(rest[test]) - places[test],
                       axis=1).mean() for train, test in splits]
    for figure in own:
        assert figure.per_split == pytest.approx(by_hand, abs=1e-9)
    frame = pd.DataFrame(places, columns=["east", "north"])
    named = unseen.estimate("multi(ridge)", rest, frame, estimators=["cv:folds=3"])
    assert named.to_dict()["response"]["targets"] == ["east", "north"]
    with pytest.raises(ValueError, match="predicts one number a row, and there are 2 targets"):
        unseen.estimate("ridge", rest, places)
    with pytest.raises(ValueError, match="'east', the name of the target"):
        unseen.estimate("multi(ridge)", frame, frame)


def test_one_name_is_a_list_of_one():
    one = unseen.estimate("knn", X, y, estimators="loo", measures="error_rate")
    listed = unseen.estimate("knn", X, y, estimators=["loo"], measures=["error_rate"])
    assert one.to_dict() == listed.to_dict()
    assert list(unseen.score([0, 1, 1], [0.2, 0.6, 0.9], measures="brier").to_dict()["measures"]) == ["brier"]


@pytest.mark.parametrize("of", [lambda p: 2 * p, lambda p: np.log(p + 1e-9)], ids=["sums of 2", "margins"])
def test_scores_that_are_no_probabilities_fail(of):
    class Odd(KNeighborsClassifier):
        def predict_proba(self, X):
            return of(super().predict_proba(X))

    found = unseen.estimate(Odd(), X, y, estimators="holdout", measures="log_loss").estimates[0]
    assert (found.value, found.failures) == (None, 1)


@pytest.mark.parametrize("model", [SVC(), LinearSVC(), RidgeClassifier()], ids=lambda m: type(m).__name__)
def test_decision_values_serve_measures_of_ranks(model):
    """The area of each fold is scikit-learn's; measures of probabilities have no value, and say why."""
    A, b = load_breast_cancer(return_X_y=True)
    pipeline = make_pipeline(StandardScaler(), model)
    folds = StratifiedKFold(5, shuffle=True, random_state=1)
    of = {e.measure: e for e in unseen.estimate(pipeline, A, b, cv=folds,
                                                measures=["roc_auc", "log_loss", "error_rate"]).estimates}
    theirs = cross_val_score(pipeline, A, b, cv=folds, scoring="roc_auc")
    np.testing.assert_allclose(of["roc_auc"].per_split, theirs, rtol=1e-12)
    assert of["roc_auc"].interval.lower < of["roc_auc"].value < of["roc_auc"].interval.upper
    assert of["log_loss"].value is None and of["log_loss"].reason == "not_probabilities"
    figure = unseen.cross_validate(pipeline, A, b, cv=folds, scoring="roc_auc").figures["test_score"]
    assert figure.interval is not None


def test_decision_values_of_several_classes_and_of_pairs_of_them():
    folds = StratifiedKFold(5, shuffle=True, random_state=1)
    one, pairs = (unseen.estimate(SVC(decision_function_shape=shape), X, y, cv=folds,
                                  measures=["roc_auc_ovr", "error_rate"]).estimates
                  for shape in ("ovr", "ovo"))
    assert one[0].value > 0.95 and one[1].value == pairs[1].value
    four = unseen.estimate(SVC(decision_function_shape="ovo"), np.arange(80.0)[:, None] % 8,
                           np.arange(80) % 4, cv=folds, measures=["roc_auc_ovr"]).estimates[0]
    # Six pairs of four classes are no scores of them.
    assert (four.value, four.reason) == (None, "no_scores")
