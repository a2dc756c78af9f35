"""unseen.cross_validate and classification_report against scikit-learn's, and its splitters as plans of
estimate."""
import pickle
import re

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics, model_selection
from sklearn.cluster import KMeans
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics import f1_score, fbeta_score, log_loss, make_scorer
from sklearn.model_selection import (
    GroupKFold, KFold, LeaveOneOut, PredefinedSplit, RepeatedStratifiedKFold, ShuffleSplit, StratifiedKFold,
    TimeSeriesSplit,
)
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import unseen

X, y = load_iris(return_X_y=True, as_frame=True)
A, b = load_diabetes(return_X_y=True)
C, c = load_breast_cancer(return_X_y=True)
nearest = make_pipeline(StandardScaler(), KNeighborsClassifier(3))

SPLITTERS = [KFold(5, shuffle=True, random_state=1), StratifiedKFold(5),
             RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=1),
             ShuffleSplit(7, test_size=0.2, random_state=1), LeaveOneOut(),
             PredefinedSplit(np.arange(150) % 4), 4, None]


@pytest.mark.parametrize("cv", SPLITTERS, ids=lambda s: type(s).__name__)
def test_scores_are_those_of_scikit_learn(cv):
    theirs = model_selection.cross_validate(nearest, X, y, cv=cv, scoring=["accuracy", "neg_log_loss"],
                                            return_train_score=True, return_indices=True)
    ours = unseen.cross_validate(nearest, X, y, cv=cv, scoring=["accuracy", "neg_log_loss"],
                                 return_train_score=True, return_indices=True)
    assert isinstance(ours, dict) and list(ours) == list(theirs)
    for key in ("test_accuracy", "test_neg_log_loss", "train_accuracy"):
        np.testing.assert_array_equal(ours[key], theirs[key])
    accuracy, loss = ours.figures["test_accuracy"], ours.figures["test_neg_log_loss"]
    assert accuracy.interval.lower <= accuracy.value <= accuracy.interval.upper
    # folds of unequal size count by their rows
    assert accuracy.value == pytest.approx(theirs["test_accuracy"].mean(), abs=0.01)
    if not np.isnan(theirs["test_neg_log_loss"]).any():  # scikit-learn has no loss of a single row
        assert loss.value < 0 and loss.interval.lower <= loss.value <= loss.interval.upper


def test_intervals_are_those_of_estimate():
    splits = unseen.split(y, folds=5, repeats=2)
    ours = unseen.cross_validate(nearest, X, y, cv=splits)
    expected = unseen.estimate(nearest, X, y, estimators=["cv:folds=5,repeats=2"], measures=["accuracy"])[0]
    assert ours.figures["test_score"].interval == expected.interval and ours.figures[
        "test_score"].value == expected.value


def test_scorers_of_every_kind():
    scoring = {"f2": make_scorer(fbeta_score, beta=2.0), "auc": "roc_auc",
               "loss": make_scorer(log_loss, response_method="predict_proba", greater_is_better=False),
               "own": lambda model, X, y: 0.5, "f1": "f1"}
    def mean(y_true, y_pred):  # a name of ours, for values of items
        return float(np.mean(y_true == y_pred))

    scoring["mean"] = make_scorer(mean)
    model = make_pipeline(StandardScaler(), LogisticRegression())
    ours = unseen.cross_validate(model, C, c, scoring=scoring)
    theirs = model_selection.cross_validate(model, C, c, scoring=scoring)
    assert list(ours) == list(theirs)
    for name in scoring:
        np.testing.assert_array_equal(ours[f"test_{name}"], theirs[f"test_{name}"])
    assert all(ours.figures[f"test_{name}"].interval for name in ("auc", "loss"))
    assert ours.figures["test_loss"].value < 0
    for name in ("own", "mean"):
        assert ours.figures[f"test_{name}"].interval is None
        assert "no such measure" in ours.figures[f"test_{name}"].reason
    assert "no such measure" not in (ours.figures["test_f2"].reason or "")
    assert "estimator" not in ours and ours.estimates is not None


@pytest.mark.parametrize("estimator, X, target, reason", [
    (KMeans(2, n_init=1, random_state=0), A, None, "no target"),
    (Ridge(), A, np.column_stack([b, b]), "2 targets"),
])
def test_what_has_no_interval_has_their_scores(estimator, X, target, reason):
    ours = unseen.cross_validate(estimator, X, target)
    np.testing.assert_array_equal(ours["test_score"],
                                  model_selection.cross_validate(estimator, X, target)["test_score"])
    assert ours.figures["test_score"].interval is None and reason in ours.figures["test_score"].reason


@pytest.mark.parametrize("scorer",
                         ["f1_macro", "f1_weighted", "roc_auc_ovr", "matthews_corrcoef", "balanced_accuracy",
                          make_scorer(f1_score, average="macro")])
def test_scores_of_several_classes(scorer):
    assert unseen.cross_validate(nearest, X, y, scoring=scorer).figures["test_score"].interval is not None


def test_any_table():
    texts = [f"word{i % 3} other" for i in range(150)]
    model = make_pipeline(CountVectorizer(), LogisticRegression())
    assert unseen.cross_validate(model, texts, np.arange(150) % 3).figures["test_score"].interval.lower > 0.9


def test_regression_and_n_jobs():
    ours = unseen.cross_validate(Ridge(), A, b, cv=5, n_jobs=2, return_estimator=True)
    np.testing.assert_array_equal(ours["test_score"],
                                  model_selection.cross_validate(Ridge(), A, b, cv=5)["test_score"])
    assert len(ours["estimator"]) == 5 and ours.figures["test_score"].target == "procedure"


def test_groups_are_the_draws():
    group = np.arange(150) // 5
    ours = unseen.cross_validate(nearest, X, y, cv=GroupKFold(5), groups=group)
    assert ours.figures["test_score"].interval is not None
    rows = unseen.cross_validate(nearest, X, y, cv=list(GroupKFold(5).split(X, y, group)))
    assert ours.figures["test_score"].interval != rows.figures["test_score"].interval
    torn = unseen.cross_validate(nearest, X, y, cv=KFold(5, shuffle=True, random_state=0), groups=group)
    assert torn.figures["test_score"].interval is None and "keep groups whole" in torn.figures[
        "test_score"].reason


def test_fits_that_fail_are_told():
    class Failing(KNeighborsClassifier):
        def fit(self, X, y):
            if len(X) < 120 or X.iloc[0, 0] != 5.1:
                raise RuntimeError("no")
            return super().fit(X, y)

    with pytest.warns(Warning, match="fits failed"):
        ours = unseen.cross_validate(Failing(), X, y, cv=StratifiedKFold(5))
    assert np.isnan(ours["test_score"]).any() and ours.estimates[0].failures > 0
    assert "failed_fits" in [w.code for w in ours.estimates[0].warnings]


@pytest.mark.parametrize("cv", [s for s in SPLITTERS if s is not None], ids=lambda s: type(s).__name__)
def test_splitters_are_plans_of_estimate(cv):
    found = unseen.estimate({"near": nearest, "ours": "majority"}, X, y, cv=cv, measures=["accuracy"])
    scores = model_selection.cross_val_score(nearest, X, y, cv=cv)
    if len(scores) < 150:  # leave-one-out has one figure
        assert found[0].per_split == pytest.approx(list(scores), abs=1e-12)
    else:
        assert found[0].value == pytest.approx(scores.mean(), abs=1e-12)
    assert found[0].interval is not None and found[0].fits == len(scores)
    assert found[0].estimator == (type(cv).__name__ if not isinstance(cv, int) else "StratifiedKFold")
    assert found.comparisons or len(scores) == 150


def test_splits_in_time_have_no_interval():
    found = unseen.estimate(nearest, X, y, cv=TimeSeriesSplit(4), measures=["accuracy"])
    assert found[0].interval is None and len(found[0].per_split) == 4


def test_pairs_are_a_plan_beside_the_estimators():
    pairs = list(StratifiedKFold(5).split(X, y))
    found = unseen.estimate("knn:k=3", X, y, cv=(pair for pair in pairs), estimators=["cv:folds=3"],
                            measures=["accuracy"])
    assert [e.estimator.split(",")[0] for e in found.estimates] == ["cv:folds=3", "splits"]
    own = unseen.split(y, folds=5, seed=3)
    expected = unseen.estimate("knn:k=3", X, y, estimators=["cv:folds=5"], seed=3, measures=["accuracy"])[0]
    again = unseen.estimate("knn:k=3", X, y, cv=own, seed=3, measures=["accuracy"])[0]
    assert (again.value, again.interval) == (expected.value, expected.interval)
    masks = [(np.isin(np.arange(150), train), np.isin(np.arange(150), test)) for train, test in pairs]
    assert unseen.estimate("knn:k=3", X, y,
                           cv=masks)[0].value == unseen.estimate("knn:k=3", X, y, cv=pairs)[0].value
    one = unseen.estimate("knn:k=3", X, y, cv=pairs[:1])[0]
    assert one.target == "model" and one.interval.guarantee == "exact"


def test_rows_without_a_label_are_not_split():
    labels = y.astype("Int64").copy()
    labels[149] = None
    pairs = list(KFold(4, shuffle=True, random_state=0).split(X.iloc[:149]))
    assert unseen.estimate("knn:k=3", X, labels, cv=pairs)[0].fits == 4
    with pytest.raises(ValueError, match="row 149, whose response is missing"):
        unseen.estimate("knn:k=3", X, labels, cv=[([0, 60, 120], [149])])


@pytest.mark.parametrize("cv, text", [
    ([([0, 1, 60], [1, 2])], "trains on row 1, which it tests"),
    ([([0, 1], [2, 2])], "tests row 2 twice"),
    ([([0, 1], [150])], "row 150 of 150"),
    ([([0, 1], [-1])], "row -1"),
    ([([], [1])], "no training rows"),
    ([([1], [])], "no test rows"),
    ([], "no splits"),
    ([1, 2], "no pair of index arrays"),
    ("cv", "is no plan"),
])
def test_bad_splits_are_a_value_error(cv, text):
    with pytest.raises(ValueError, match=text):
        unseen.estimate("knn", X, y, cv=cv)


@pytest.mark.parametrize("given", [(X, y), (X.to_numpy(), y.to_numpy())], ids=["frame", "array"])
def test_splits_of_other_data_are_refused(given):
    splits = unseen.split(y[:100], folds=5)
    text = "splits of 100 rows, and there are 150; expected unseen.split"
    with pytest.raises(ValueError, match=text):
        model_selection.cross_val_score(nearest, *given, cv=splits)
    with pytest.raises(ValueError, match=text):
        unseen.cross_validate(nearest, *given, cv=splits)
    with pytest.raises(ValueError, match=text):
        unseen.estimate("knn", *given, cv=splits)
    assert splits.rows == 100
    assert len(list(splits.split(given[0][:100], given[1][:100]))) == 5


def predictions(classes=3, rows=200, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, rows)
    return truth, np.where(rng.random(rows) < 0.7, truth, rng.integers(0, classes, rows))


@pytest.mark.parametrize("given",
                         [{}, {"target_names": ["one", "two", "three"]}, {"labels": [0, 2]}, {"digits": 3},
                          {"sample_weight": 1 + np.arange(200) % 3},
                                   {"zero_division": 0}])
def test_report_is_that_of_scikit_learn(given):
    truth, predicted = predictions()
    theirs = metrics.classification_report(truth, predicted, output_dict=True, **given)
    ours = unseen.classification_report(truth, predicted, output_dict=True, **given)
    assert ours == theirs and pd.DataFrame(ours).equals(pd.DataFrame(theirs))
    assert ours.intervals.keys() == theirs.keys()
    for row, figures in theirs.items():
        for name in ("precision", "recall", "f1-score") if row != "accuracy" else ():
            interval = ours.intervals[row][name]
            if interval is not None:
                assert interval.lower <= figures[name] <= interval.upper
            else:
                assert "labels" in given and row.endswith("avg")


def test_text_of_the_report():
    truth, predicted = predictions()
    theirs = metrics.classification_report(truth, predicted).splitlines()
    ours = unseen.classification_report(truth, predicted).splitlines()
    assert len(ours) == len(theirs)
    for line, other in zip(ours[2:], theirs[2:]):
        assert re.sub(r"\[.*?\]", "", line).split() == other.split()
    recall = unseen.score(truth, y_pred=predicted, per_class=True).per_class["1"]["recall"].interval
    assert f"[{recall.lower:.2f}, {recall.upper:.2f}]" in ours[3]
    assert len({len(line) for line in ours if line}) <= 2  # the header ends with the title


def test_report_of_labels_of_all_kinds():
    truth, predicted = predictions(2)
    for labels in (np.array(["no", "yes"]), np.array([False, True]), np.array([1.0, 2.0])):
        theirs = metrics.classification_report(labels[truth], labels[predicted], output_dict=True)
        ours = unseen.classification_report(labels[truth], labels[predicted], output_dict=True)
        assert ours == theirs and all(ours.intervals[str(label)]["recall"] for label in labels)
    never = unseen.classification_report([0, 0, 1, 1], [0, 0, 0, 0], output_dict=True, zero_division=0)
    assert never.intervals["1"]["precision"] is None and never["1"]["precision"] == 0.0
    grouped = unseen.classification_report(truth, predicted, groups=np.arange(200) // 10, output_dict=True)
    assert grouped.intervals["accuracy"] != unseen.classification_report(
        truth, predicted, output_dict=True).intervals["accuracy"]


def test_cross_validation_shows_its_intervals():
    scoring = {"accuracy": "accuracy", "own": lambda model, X, y: 0.5}
    found = unseen.cross_validate(nearest, X, y, cv=5, scoring=scoring, level=0.9)
    interval = found.figures["test_accuracy"].interval
    title, accuracy, own, arrays = str(found).splitlines()
    assert title.split() == "score mean 90 % interval".split()
    assert accuracy.split() == ["test_accuracy", f"{found.figures['test_accuracy'].value:.4g}",
                                f"{interval.lower:.4g}", "..", f"{interval.upper:.4g}"]
    assert own.startswith("test_own") and "none: " + found.figures["test_own"].reason in own
    assert arrays == "Arrays of 5 splits: fit_time, score_time, test_accuracy, test_own"
    shown = found._repr_html_()
    assert f"<td>{interval.lower:.4g} .. {interval.upper:.4g}</td>" in shown and shown.count("<tr>") == 3
    assert str(pickle.loads(pickle.dumps(found))) == str(found)
    assert list(pd.DataFrame(found)) == ["fit_time", "score_time", "test_accuracy", "test_own"]
