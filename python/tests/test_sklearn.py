"""unseen.sklearn: every learner as a scikit-learn estimator."""
import os
import pickle
import signal
import subprocess
import threading
import time
import unittest

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier, VotingClassifier
from sklearn.feature_selection import RFE, SelectFromModel
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.multioutput import MultiOutputRegressor
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, LinearSVC, LinearSVR
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils.estimator_checks import estimator_checks_generator

import unseen
import unseen.sklearn as learners

X, y = load_iris(return_X_y=True, as_frame=True)
A, b = load_diabetes(return_X_y=True)

ALL = [getattr(learners, name) for name in ["Classifier", "Regressor", *learners.CLASSES]]

# Checks that cannot pass, and why.
BLIND = "does not look at the features, so that it is not as right as the check wants"
SINGULAR = "refuses training rows that do not settle its coefficients, such as fewer rows than columns"
FOLDS = "cuts distinct rows into folds, and equal rows may come into several"
FEW = "ten folds need ten rows, and the error says so in words of its own"
FEW_OF_FIVE = "five folds need five rows, and the error says so in words of its own"
DRAWS = "draws rows by their weights: the same in distribution, not for one seed"
EXPECTED = {
    "MajorityClassifier": {"check_classifiers_train": BLIND},
    "MeanRegressor": {"check_regressors_train": BLIND},
    "MedianRegressor": {"check_regressors_train": BLIND},
    "LinearRegressor": {"check_sample_weight_equivalence_on_dense_data": SINGULAR},
    "BaggingClassifier": {"check_sample_weight_equivalence_on_dense_data": DRAWS},
    "WeightedBaggingClassifier": {"check_sample_weight_equivalence_on_dense_data": DRAWS},
    "AdaboostClassifier": {"check_sample_weight_equivalence_on_dense_data": DRAWS},
    "RusboostClassifier": {"check_sample_weight_equivalence_on_dense_data": DRAWS},
    "BaggingRegressor": {"check_sample_weight_equivalence_on_dense_data": DRAWS},
    "CommitteeClassifier": {"check_sample_weight_equivalence_on_dense_data": FOLDS,
                            "check_fit2d_1sample": FEW, "check_classifiers_one_label_sample_weights": FEW},
    "CommitteeRegressor": {"check_sample_weight_equivalence_on_dense_data": FOLDS,
                           "check_fit2d_1sample": FEW},
    "CutClassifier": {"check_sample_weight_equivalence_on_dense_data": FOLDS,
                      "check_fit2d_1sample": FEW_OF_FIVE},
    "RandomForestClassifier": {"check_sample_weight_equivalence_on_dense_data": DRAWS},
    "RandomForestRegressor": {"check_sample_weight_equivalence_on_dense_data": DRAWS},
} | {
    name: {check: SINGULAR
           for check in ("check_sample_weights_shape", "check_sample_weights_not_overwritten",
                         "check_sample_weight_equivalence_on_dense_data")}
    for name in ("LdaClassifier", "QdaClassifier")
}


@pytest.mark.slow
@pytest.mark.parametrize("made", ALL, ids=lambda c: c.__name__)
def test_check_estimator(made):
    expected = EXPECTED.get(made.__name__, {})
    failed = {}
    for estimator, check in estimator_checks_generator(made(), legacy=True):
        name = getattr(check, "func", check).__name__
        try:
            check(estimator)
        except unittest.SkipTest:
            pass
        except Exception as error:
            failed[name] = f"{type(error).__name__}: {error}"
    assert failed.keys() == expected.keys(), "\n".join(f"{name}: {text[:500]}"
                                                       for name, text in failed.items())


def classes_of(parent):
    return [made for made in ALL if issubclass(made, parent)]


def test_every_learner_has_its_classes():
    assert set(EXPECTED) <= set(learners.CLASSES)
    told = subprocess.run(["unseen", "estimate", "--list", "learners"], capture_output=True, text=True,
                          check=True).stdout
    names = {line.split(":")[0].split("(")[0] for line in told.splitlines() if not line.startswith(" ")}
    made = {made()._spec().split(":")[0].split("(")[0] for made in ALL}
    # these have no default, a program, a range, a share, or need lags
    assert names - made == {"command", "tuned", "noisy", "naive", "seasonal-naive"}
    with pytest.raises(AttributeError, match="KnnClassifier"):
        learners.NearestClassifier
    assert "neighbours" in learners.KnnClassifier.__doc__


def classes_for(model):
    """Three classes, or two for a learner that takes only two."""
    return y if model.__sklearn_tags__().classifier_tags.multi_class else y.clip(upper=1)


@pytest.mark.parametrize("made", classes_of(learners.Classifier), ids=lambda c: c.__name__)
def test_classifiers_are_the_engine_s_learners(made):
    """scikit-learn's cross-validation gives the engine's figure for each split."""
    model = made(random_state=0)
    names = np.array(["x", "y", "z"])[classes_for(model)]
    ours = unseen.estimate(model._spec(), X, names, estimators=["cv:folds=3"], measures=["accuracy"],
                           ordered=["x", "y", "z"] if "rounded" in model._spec() else None)
    theirs = cross_val_score(model, X, names, cv=unseen.split(names, folds=3), error_score="raise")
    # drawn by other seeds
    if any(part in model._spec() for part in ("bagging", "boost(", "committee(", "cut(", "forest")):
        assert theirs.mean() == pytest.approx(ours[0].value, abs=0.06)
    else:
        assert list(theirs) == pytest.approx(ours[0].per_split, abs=1e-12)


@pytest.mark.parametrize("made", classes_of(learners.Regressor), ids=lambda c: c.__name__)
def test_regressors_are_the_engine_s_learners(made):
    model = made(random_state=0)
    ours = unseen.estimate(model._spec(), A, b, estimators=["cv:folds=3"], measures=["r2"])
    theirs = cross_val_score(model, A, b, cv=unseen.split(b, folds=3), error_score="raise")
    tolerance = (dict(abs=0.1)
                 if any(part in model._spec() for part in ("bagging", "committee(", "forest"))
                 else dict(abs=1e-9))
    assert theirs.mean() == pytest.approx(np.mean(ours[0].per_split), **tolerance)


@pytest.mark.parametrize("made", ALL, ids=lambda c: c.__name__)
def test_pickles_clones_and_seeds(made):
    target = classes_for(made()) if issubclass(made, learners.Classifier) else b[:150]
    model = made(random_state=3).fit(X, target)
    again = pickle.loads(pickle.dumps(model))
    assert (again.predict(X) == model.predict(X)).all() and again.get_params() == model.get_params()
    assert (clone(model).fit(X, target).predict(X) == model.predict(X)).all()
    assert isinstance(str(model.model_), str)


def test_parameters_are_the_keys_of_the_spec():
    assert learners.KnnClassifier(k=3, scale="none",
                                  weights="distance")._spec() == "knn:k=3,scale=none,weights=distance"
    assert learners.TreeClassifier(raise_=False, prune=None)._spec() == "tree:raise=no,min_rows=2"
    assert learners.RidgeRegressor(lambda_=np.float64(1e-5))._spec() == "ridge:lambda=1e-05"
    assert learners.BaggingClassifier(base=learners.KnnClassifier(k=1),
                                      size=7)._spec().startswith("bagging(knn:k=1,")
    assert learners.VotingClassifier(bases=("tree", learners.KnnClassifier()))._spec().startswith(
        "voting(tree;knn:k=5,")
    with pytest.raises(TypeError, match="no parameter n_neighbors; it has k,"):
        learners.KnnClassifier(n_neighbors=3)
    with pytest.raises(ValueError, match="did you mean 'knn'"):
        learners.Classifier("knnn").fit(X, y)
    with pytest.raises(ValueError, match="0.5"):
        learners.KnnClassifier(k=0.5).fit(X, y)
    with pytest.raises(ValueError, match="is not a learner of unseen"):
        learners.BaggingClassifier(base=KNeighborsClassifier()).fit(X, y)


def test_grid_search_and_pipelines():
    grid = GridSearchCV(learners.KnnClassifier(), {"k": [1, 5, 30], "weights": ["uniform", "distance"]},
                        cv=unseen.split(y, folds=5), n_jobs=2).fit(X, y)
    theirs = GridSearchCV(learners.Classifier(),
                          {"spec": [f"knn:k={k},weights={w}" for k in (1, 5, 30)
                                    for w in ("uniform", "distance")]}, cv=unseen.split(y, folds=5)).fit(X, y)
    assert list(grid.cv_results_["mean_test_score"]) == list(theirs.cv_results_["mean_test_score"])
    nested = GridSearchCV(learners.ScaleClassifier(base=learners.KnnClassifier(scale="none")),
                          {"base__k": [1, 3], "by": ["standard", "minmax"]}, cv=3).fit(X, y)
    assert set(nested.best_params_) == {"base__k", "by"}
    piped = make_pipeline(learners.TreeClassifier()).fit(X, y)
    assert piped.predict_proba(X).shape == (150, 3)
    assert BaggingClassifier(learners.KnnClassifier(), n_estimators=3,
                             random_state=0).fit(X, y).score(X, y) > 0.9
    assert VotingClassifier([("a", learners.LdaClassifier()), ("b", learners.TreeClassifier())],
                            voting="soft").fit(X, y).score(X, y) > 0.9


def test_knn_is_scikit_learn_s():
    ours = learners.KnnClassifier(k=7, scale="none", weights="distance").fit(X, y)
    theirs = KNeighborsClassifier(7, weights="distance").fit(X, y)
    rows = X + 0.01
    np.testing.assert_allclose(ours.predict_proba(rows), theirs.predict_proba(rows), atol=1e-9)


def test_classes_features_and_weights():
    names = np.array(["no", "yes", "perhaps"])[y]
    model = learners.NaiveBayesClassifier().fit(X, names, sample_weight=1 + np.arange(150) % 3)
    assert list(model.classes_) == ["no", "perhaps", "yes"] and model.n_features_in_ == 4
    assert list(model.feature_names_in_) == list(X.columns)
    repeated = np.repeat(np.arange(150), 1 + np.arange(150) % 3)
    same = learners.NaiveBayesClassifier().fit(X.iloc[repeated], names[repeated])
    np.testing.assert_allclose(model.predict_proba(X), same.predict_proba(X), atol=1e-9)
    with pytest.raises(ValueError, match="does not train with weights"):
        learners.Classifier("knn").fit(X, names, sample_weight=np.ones(150))
    with pytest.raises(TypeError, match="sample_weight"):
        learners.KnnClassifier().fit(X, names, sample_weight=np.ones(150))
    assert (
        np.argmax(model.predict_proba(X), axis=1) == np.searchsorted(model.classes_, model.predict(X))).all()
    assert not hasattr(learners.Regressor("mean"), "predict_proba")


def test_categories_and_gaps_in_frames():
    frame = X.assign(kind=pd.Categorical.from_codes(y, ["a", "b", "c"]),
                     text=np.where(y == 1, "one", "other"))
    model = learners.TreeClassifier().fit(frame, y)
    assert model.score(frame, y) == 1.0 and model.n_features_in_ == 6
    expected = model.predict_proba(frame)
    for form in (pl.from_pandas, pa.Table.from_pandas):
        np.testing.assert_array_equal(
            learners.TreeClassifier().fit(form(frame), y).predict_proba(form(frame)), expected)
    new = frame.iloc[:3].assign(kind=["b", "zzz", None])
    assert model.predict(new).shape == (3,)
    gaps = X.mask(np.arange(600).reshape(150, 4) % 11 == 0)
    assert learners.TreeClassifier().fit(gaps, y).score(gaps, y) > 0.9
    assert learners.ImputeClassifier(base="lda").fit(gaps, y).score(gaps, y) > 0.8
    with pytest.raises(ValueError, match="NaN"):
        learners.LdaClassifier().fit(gaps, y)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame.rename(columns={"kind": "sort"}))


def test_new_rows_do_not_depend_on_each_other():
    """A model predicts a single row as it does among others, whatever categories these have."""
    frame = X.assign(kind=np.array(["a", "b", "c"])[np.arange(150) % 3])
    for made in classes_of(learners.Classifier):
        # refuse categories, or have no scores
        if made in (learners.LdaClassifier, learners.QdaClassifier, learners.RoundedClassifier):
            continue
        model = made(random_state=1).fit(frame.iloc[::2], classes_for(made())[::2])
        rows = frame.iloc[1::2].assign(kind=np.array(["a", "new", "b"])[np.arange(75) % 3])
        alone = np.concatenate([model.predict_proba(rows.iloc[[i]]) for i in range(0, 75, 9)])
        np.testing.assert_array_equal(alone, model.predict_proba(rows)[::9], err_msg=made.__name__)


def test_a_model_keeps_its_own_rows():
    own = X.to_numpy().copy()
    model = learners.KnnClassifier(k=1).fit(own, y)
    before = model.predict(X.to_numpy())
    own[:] = 0
    assert (pickle.loads(pickle.dumps(model)).predict(X.to_numpy()) == before).all()


def test_columns_of_categories_stay_so():
    model = learners.TreeClassifier().fit(pd.DataFrame({"a": [True, False] * 20}), [1, 0] * 20)
    with pytest.raises(ValueError, match="columns of categories"):
        model.predict(pd.DataFrame({"a": [1.0, 0.0]}))


def test_several_targets_are_those_of_scikit_learn():
    places = np.column_stack([b, A[:, 0] - A[:, 3]])
    rest = A[:, 4:]
    ours = learners.MultiRegressor(base="ridge:lambda=1").fit(rest, places)
    theirs = MultiOutputRegressor(Ridge(alpha=1.0)).fit(rest, places)
    assert ours.predict(rest) == pytest.approx(theirs.predict(rest), abs=1e-9)
    assert (pickle.loads(pickle.dumps(ours)).predict(rest) == ours.predict(rest)).all()
    frame = pd.DataFrame(places, columns=["east", "north"])
    assert (
        learners.Regressor("multi(ridge:lambda=1)").fit(rest, frame).predict(rest)
        == ours.predict(rest)).all()
    with pytest.raises(ValueError, match="y should be a 1d array"):
        learners.KnnRegressor().fit(rest, places)
    with pytest.raises(ValueError, match="Input contains NaN"):
        learners.MultiRegressor().fit(rest, np.where(places > 200, np.nan, places))


def two_or_three_classes():
    data, target = X.to_numpy(), np.array(["a", "b", "c"])[y]
    return [(data, target), (data[50:], target[50:])]


def matching_pairs():
    """Estimators of ours and of scikit-learn that learn the same model."""
    exact = {"tol": 1e-10}
    pairs = [(learners.LinearRegressor(), LinearRegression(), [(A, b)]),
             (learners.RidgeRegressor(lambda_=0.5), Ridge(alpha=0.5), [(A, b)]),
             (learners.LogisticClassifier(scale="none", C=2, tolerance=1e-10),
              OneVsRestClassifier(LogisticRegression(solver="liblinear", C=2, **exact)),
              two_or_three_classes()),
             (learners.LinearSvmClassifier(scale="none", tolerance=1e-10),
              LinearSVC(dual=False, **exact), two_or_three_classes()),
             (learners.LinearSvmRegressor(scale="none", tolerance=1e-10, epsilon=0.1, C=10),
              LinearSVR(loss="squared_epsilon_insensitive", dual=False, epsilon=0.1, C=10, **exact),
              [(A, b)])]
    return [(ours, theirs, *data) for ours, theirs, listed in pairs for data in listed]


@pytest.mark.parametrize("ours, theirs, data, target", matching_pairs(), ids=lambda v: type(v).__name__[:12])
def test_linear_models_are_those_of_scikit_learn(ours, theirs, data, target):
    ours.fit(data, target)
    theirs.fit(data, target)
    if hasattr(theirs, "estimators_"):
        coef = np.vstack([one.coef_ for one in theirs.estimators_])
        intercept = np.concatenate([one.intercept_ for one in theirs.estimators_])
    else:
        coef, intercept = theirs.coef_, theirs.intercept_
        if isinstance(ours, learners.Regressor):
            intercept = float(np.ravel(intercept)[0])
    assert ours.coef_.shape == coef.shape and np.shape(ours.intercept_) == np.shape(intercept)
    size = np.abs(coef).max()
    np.testing.assert_allclose(ours.coef_, coef, rtol=1e-6, atol=1e-6 * size)
    np.testing.assert_allclose(ours.intercept_, intercept, rtol=1e-6, atol=1e-6 * size)


LINEAR = [learners.LinearRegressor(), learners.RidgeRegressor(), learners.LdaClassifier(),
          learners.LogisticClassifier(), learners.LinearSvmClassifier(scale="minmax"),
          learners.LinearSvmRegressor(), learners.Regressor("scale(ridge)"),
          learners.Classifier("tuned(logistic):C=0.1|1"), learners.Regressor("impute(linear)")]


@pytest.mark.parametrize("model", LINEAR, ids=lambda m: m._spec())
def test_linear_models_predict_by_their_coefficients(model):
    if isinstance(model, learners.Regressor):
        fitted = clone(model).fit(A, b)
        values = A @ fitted.coef_ + fitted.intercept_
        np.testing.assert_allclose(fitted.predict(A), values, rtol=0, atol=1e-9 * np.abs(values).max())
        assert fitted.coef_.shape == (A.shape[1],) and isinstance(fitted.intercept_, float)
        return
    for data, target in two_or_three_classes():
        fitted = clone(model).fit(data, target)
        values = data @ fitted.coef_.T + fitted.intercept_
        outputs = 3 if len(fitted.classes_) == 3 else 1
        assert fitted.coef_.shape == (outputs, 4) and fitted.intercept_.shape == (outputs,)
        np.testing.assert_allclose(fitted.decision_function(data), values if outputs == 3 else values[:, 0],
                                   rtol=0, atol=1e-9 * np.abs(values).max())


@pytest.mark.parametrize("model", [learners.LdaClassifier(), learners.QdaClassifier(),
                                   learners.Classifier("ls-boost:size=20")], ids=lambda m: m._spec())
def test_decision_values_are_logarithms_of_odds(model):
    for data, target in two_or_three_classes():
        fitted = clone(model).fit(data, target)
        values, shares = fitted.decision_function(data), fitted.predict_proba(data)
        if values.ndim == 1:
            values = np.c_[np.zeros(len(values)), values]
        shifted = np.exp(values - values.max(axis=1, keepdims=True))
        np.testing.assert_allclose(shifted / shifted.sum(axis=1, keepdims=True), shares, atol=1e-12)


def test_decision_values_of_machines_are_those_of_scikit_learn():
    for data, target in two_or_three_classes():
        ours = learners.SvmClassifier(scale="none", gamma=0.3, tolerance=1e-9).fit(data, target)
        theirs = SVC(gamma=0.3, tol=1e-9).fit(data, target)
        ours, theirs = ours.decision_function(data), theirs.decision_function(data)
        if ours.ndim == 2:  # theirs are less by 1/3
            ours, theirs = (v - v.mean(axis=1, keepdims=True) for v in (ours, theirs))
        np.testing.assert_allclose(ours, theirs, atol=1e-6)


def test_importances_of_trees_are_those_of_scikit_learn():
    rng = np.random.default_rng(5)
    data = rng.normal(size=(3000, 5))  # with this many rows no two splits are equally good
    response = data[:, 0] * 3 + data[:, 2] ** 2 + rng.normal(size=3000)
    target = np.digitize(response, [-1, 2])
    limits = {"min_samples_leaf": 50, "min_samples_split": 100, "max_depth": 4}
    ours = learners.TreeClassifier(criterion="gini", prune="none", min_rows=50, max_depth=4).fit(data, target)
    theirs = DecisionTreeClassifier(**limits).fit(data, target)
    np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, atol=1e-12)
    ours = learners.TreeRegressor(prune="none", min_rows=50, max_depth=4).fit(data, response)
    theirs = DecisionTreeRegressor(**limits).fit(data, response)
    np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, atol=1e-9)
    ours = learners.RandomForestClassifier(random_state=1).fit(data, target)
    theirs = RandomForestClassifier(random_state=1, max_features=2).fit(data, target)
    np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, atol=0.05)
    for made in (learners.TreeClassifier(), learners.Classifier("ls-boost:size=9")):
        found = made.fit(data, target).feature_importances_
        assert found.sum() == pytest.approx(1) and found.argmax() == 0 and found.min() >= 0


def test_estimators_have_what_their_models_have():
    frame = pd.DataFrame({"x": X.iloc[:, 0], "c": ["u", "v", "w"] * 50})
    tree, nearest = learners.TreeClassifier().fit(X, y), learners.KnnClassifier().fit(X, y)
    mixed = learners.RidgeRegressor().fit(frame, y)
    for model, there, missing in ((tree, "feature_importances_", "coef_"),
                                  (nearest, "predict_proba", "coef_"),
                                  (nearest, "predict", "feature_importances_"), (mixed, "predict", "coef_"),
                                  (learners.LdaClassifier().fit(frame, y), "decision_function", "intercept_"),
                                  (nearest, "predict", "decision_function"),
                                  (learners.RidgeRegressor(), "fit", "coef_"),
                                  (learners.SvmClassifier(calibrate=True), "fit", "decision_function")):
        assert hasattr(model, there) and not hasattr(model, missing), (model, missing)
    kept = SelectFromModel(learners.RandomForestClassifier(random_state=1)).fit(X, y).get_support()
    assert kept[2] and kept[3] and not kept[1]
    assert RFE(learners.LogisticClassifier(), n_features_to_select=2).fit(X, y).support_.sum() == 2
    again = pickle.loads(pickle.dumps(learners.LogisticClassifier().fit(X, y)))
    assert again.coef_.shape == (3, 4) and again.decision_function(X).shape == (150, 3)


@pytest.mark.parametrize("model, training, rows", [(learners.KnnClassifier(), 60_000, 60_000),
                                                   (learners.SvmClassifier(), 2_000, 500_000)],
                         ids=lambda v: str(v)[:3])
def test_ctrl_c_ends_predictions(model, training, rows):
    data = np.random.default_rng(1).normal(size=(max(training, rows), 20))
    model = clone(model).fit(data[:training], np.random.default_rng(2).integers(0, 2, training))
    # a job in the background begins with SIGINT ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        model.predict(data[:rows])
    assert time.monotonic() - begin < 8
