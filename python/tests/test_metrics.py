"""unseen.metrics against sklearn.metrics: the same numbers, the same kinds of error, for labels of all
types."""
import warnings

import numpy as np
import pytest
from sklearn import metrics as theirs
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer
from sklearn.model_selection import cross_val_score

import unseen
from unseen import metrics as ours

AVERAGES = [None, "micro", "macro", "weighted"]
LABELLED = ["precision_score", "recall_score", "f1_score", "jaccard_score"]


def draw(classes, rows=200, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, rows)
    predicted = np.where(rng.random(rows) < 0.6, truth, rng.integers(0, classes, rows))
    scores = np.round(rng.dirichlet(np.ones(classes), rows) + 0.7 * np.eye(classes)[truth], 2) + 0.01
    return truth, predicted, scores / scores.sum(axis=1,
                                                 keepdims=True), rng.integers(0, 4, rows).astype(float)


def same(name, *arguments, **keywords):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = getattr(theirs, name)(*arguments, **keywords)
        found = getattr(ours, name)(*arguments, **keywords)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)
    assert np.ndim(found) == np.ndim(expected)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("labels",
                         [np.array([0, 1]), np.array([-1, 1]), np.array([7, 300000]), np.array(["no", "yes"]),
                          np.array([False, True]),
                                    np.array([1.0, 2.0]), np.array(["a", "b"], dtype=object),
                          np.array([0, 1], dtype=np.uint8)])
def test_two_classes(labels, weighted):
    truth, predicted, scores, w = draw(2)
    y, p, weight = labels[truth], labels[predicted], dict(sample_weight=w if weighted else None)
    for name in ("accuracy_score", "zero_one_loss", "hamming_loss", "balanced_accuracy_score",
                 "matthews_corrcoef", "cohen_kappa_score"):
        same(name, y, p, **weight)
    for name in LABELLED:
        same(name, y, p, pos_label=labels[1], **weight)
    same("fbeta_score", y, p, beta=0.5, pos_label=labels[0], **weight)
    same("accuracy_score", y, p, normalize=False, **weight)
    same("balanced_accuracy_score", y, p, adjusted=True, **weight)
    same("roc_auc_score", y, scores[:, 1], **weight)
    same("average_precision_score", y, scores[:, 1], pos_label=labels[1], **weight)
    same("log_loss", y, scores[:, 1], **weight)
    same("log_loss", y, scores, normalize=False, **weight)
    same("brier_score_loss", y, scores[:, 1], pos_label=labels[1], **weight)
    same("brier_score_loss", y, scores[:, 1], pos_label=labels[1], scale_by_half=False, **weight)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("labels", [np.arange(4), np.array([3, 5, 20, 70]), np.array(["a", "b", "c", "dd"])])
def test_several_classes(labels, weighted):
    truth, predicted, scores, w = draw(4)
    y, p, weight = labels[truth], labels[predicted], dict(sample_weight=w if weighted else None)
    for average in AVERAGES:
        for name in LABELLED:
            same(name, y, p, average=average, **weight)
            same(name, y, p, average=average, labels=labels[[2, 0]], **weight)
        same("fbeta_score", y, p, beta=2, average=average, **weight)
        same("roc_auc_score", y, scores, multi_class="ovr", average=average, **weight)
        same("average_precision_score", y, scores, average=average, **weight)
    for kind in (None, "linear", "quadratic"):
        same("cohen_kappa_score", y, p, weights=kind, **weight)
        same("cohen_kappa_score", y, p, labels=labels[[2, 0, 1]], weights=kind, **weight)
    same("log_loss", y, scores, **weight)
    same("brier_score_loss", y, scores, **weight)
    same("top_k_accuracy_score", y, scores, k=2, **weight)
    if not weighted:
        same("roc_auc_score", y, scores, multi_class="ovo")
    some = y != labels[1]
    same("log_loss", y[some], scores[some], labels=labels)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("columns", [0, 3])
def test_numbers(columns, weighted):
    rng = np.random.default_rng(1)
    y = rng.normal(size=(101, columns) if columns else 101)
    p = y + rng.standard_t(3, y.shape)
    weight = dict(sample_weight=rng.random(101) + 0.1 if weighted else None)
    for name in ("mean_squared_error", "root_mean_squared_error", "mean_absolute_error",
                 "mean_absolute_percentage_error", "r2_score"):
        same(name, y, p, **weight)
        same(name, y, p, multioutput="raw_values", **weight)
        if columns:
            same(name, y, p, multioutput=[1, 2, 3], **weight)
    same("mean_pinball_loss", y, p, alpha=0.2, **weight)
    same("median_absolute_error", y, p, **weight)
    same("explained_variance_score", y, p, **weight)
    same("explained_variance_score", y, p, multioutput="raw_values", **weight)
    for name in ("mean_squared_log_error", "root_mean_squared_log_error"):
        same(name, np.abs(y), np.abs(p), **weight)
    if not columns:
        if not weighted:
            same("max_error", y, p)
        for power in (-1, 0, 1, 1.5, 2, 3):
            same("mean_tweedie_deviance", np.abs(y), np.abs(p), power=power, **weight)
            same("d2_tweedie_score", np.abs(y), np.abs(p), power=power, **weight)
        same("mean_poisson_deviance", np.round(np.abs(y)), np.abs(p), **weight)
        same("mean_gamma_deviance", np.abs(y), np.abs(p), **weight)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("most", [0.01, 0.1, 0.37, 0.5, 0.999])
def test_a_part_of_the_area(most, weighted):
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 80)
    weight = dict(sample_weight=rng.random(80) + 0.1 if weighted else None)
    same("roc_auc_score", y, rng.normal(size=80) + y, max_fpr=most, **weight)
    same("roc_auc_score", y, np.round(rng.normal(size=80) + y), max_fpr=most, **weight)  # with ties


@pytest.mark.parametrize("zero_division", ["warn", 0, 1, np.nan])
def test_what_does_not_exist_has_their_value(zero_division):
    y, p = np.array([0, 0, 1, 1, 2]), np.array([0, 3, 1, 0, 0])
    for name in LABELLED:
        if name == "jaccard_score" and zero_division != zero_division:
            continue  # theirs takes no NaN there
        for average in AVERAGES:
            same(name, y, p, average=average, zero_division=zero_division)
        same(name, [0, 0], [0, 0], zero_division=zero_division)
        same(name, [0, 1], [0, 0], zero_division=zero_division)
        same(name, [0, 0], [0, 1], zero_division=zero_division)
    if zero_division == "warn":
        with pytest.warns(ours.UndefinedMetricWarning, match="no predicted samples"):
            ours.precision_score([0, 1], [0, 0])


def test_one_class_and_constants():
    same("roc_auc_score", [1, 1], [0.1, 0.2])
    same("average_precision_score", [0, 0], [0.1, 0.2])
    same("matthews_corrcoef", [1, 1], [1, 1])
    same("cohen_kappa_score", [1, 1], [1, 1])
    same("cohen_kappa_score", [1, 1], [1, 1], replace_undefined_by=0.0)
    same("r2_score", [2, 2, 2], [2, 2, 2])
    same("r2_score", [2, 2, 2], [2, 2, 3])
    same("log_loss", [1, 1], [[0.0, 1.0], [1.0, 0.0]], labels=[0, 1])
    same("brier_score_loss", [1, 1], [0.8, 0.9])


@pytest.mark.parametrize("name, arguments, keywords", [
    ("accuracy_score", ([0, 1], [0]), {}),
    ("accuracy_score", ([], []), {}),
    ("accuracy_score", ([0, 1], [0.2, 0.3]), {}),
    ("accuracy_score", ([0, 1], ["a", "b"]), {}),
    ("f1_score", ([0, 1, 2], [0, 1, 2]), {}),
    ("f1_score", ([0, 2], [0, 2]), {}),
    ("f1_score", ([0, 1], [0, 1]), dict(average="mean")),
    ("roc_auc_score", ([0, 1], [0.1, np.nan]), {}),
    ("roc_auc_score", ([0, 1, 2], np.eye(3)), {}),
    ("roc_auc_score", ([0, 1, 2], np.ones((3, 3))), dict(multi_class="ovr")),
    ("roc_auc_score", ([0, 1, 1], np.full((3, 3), 1 / 3)), dict(multi_class="ovr")),
    ("average_precision_score", ([0, 2], [0.1, 0.2]), {}),
    ("log_loss", ([0, 1], [0.1, 1.2]), {}),
    ("log_loss", ([1, 1], [0.1, 0.2]), {}),
    ("log_loss", ([0, 1, 2], [[0.1, 0.9], [0.2, 0.8], [0.3, 0.7]]), {}),
    ("brier_score_loss", ([0, 1, 2], [0.1, 0.2, 0.3]), {}),
    ("mean_squared_error", ([1, 2], [[1, 2], [3, 4]]), {}),
    ("mean_squared_error", ([1, np.inf], [1, 2]), {}),
    ("mean_squared_error", ([1, 2], [1, 2]), dict(sample_weight=[1])),
    ("mean_squared_error", ([1, 2], [1, 2]), dict(multioutput="median")),
])
def test_bad_input_is_a_value_error_as_theirs(name, arguments, keywords):
    for library in (theirs, ours):
        with pytest.raises(ValueError):
            getattr(library, name)(*arguments, **keywords)


def test_figures_are_those_of_score():
    truth, _, scores, w = draw(2)
    whole = unseen.score(truth, scores[:, 1], sample_weight=w)
    assert ours.roc_auc_score(truth, scores[:, 1], sample_weight=w) == whole["roc_auc"].value
    assert ours.log_loss(truth, scores[:, 1], sample_weight=w) == whole["log_loss"].value


def test_scorers_of_scikit_learn():
    truth, _, scores, _ = draw(2)
    ours_, theirs_ = (
        cross_val_score(LogisticRegression(), scores[:, :1], truth,
                        scoring=make_scorer(m.roc_auc_score, response_method="predict_proba"))
        for m in (ours, theirs))
    np.testing.assert_allclose(ours_, theirs_, rtol=1e-12)


def test_strided_and_read_only_arrays():
    truth, _, scores, w = draw(2)
    frozen = np.asfortranarray(np.repeat(scores, 2, axis=0))[::2]
    frozen.flags.writeable = False
    assert ours.roc_auc_score(np.repeat(truth, 2)[::2],
                              frozen[:, 1]) == ours.roc_auc_score(truth, scores[:, 1])
    assert ours.log_loss(truth.tolist(), frozen) == ours.log_loss(truth, scores)


@pytest.mark.parametrize("average", [None, "micro", "macro", "weighted", "samples"])
def test_several_labels_a_row_are_judged_as_scikit_learn_judges_them(average):
    rng = np.random.default_rng(7)
    for rows, labels in [(1, 2), (5, 3), (40, 4)]:
        truth, predicted = rng.integers(0, 2, (2, rows, labels))
        scores, weights = rng.integers(0, 5, (rows, labels)) / 4, rng.integers(1, 4, rows)
        for name in ("precision_score", "recall_score", "f1_score", "jaccard_score"):
            found, wanted = (getattr(of, name)(truth, predicted, average=average, zero_division=0,
                                               sample_weight=weights) for of in (ours, theirs))
            np.testing.assert_allclose(found, wanted, rtol=1e-12, err_msg=name)
        if rows == 40 and average != "samples":
            np.testing.assert_allclose(
                ours.roc_auc_score(truth, scores, average=average, sample_weight=weights),
                theirs.roc_auc_score(truth, scores, average=average, sample_weight=weights))
        for name in ("accuracy_score", "zero_one_loss", "hamming_loss"):
            assert getattr(ours, name)(truth, predicted) == pytest.approx(
                getattr(theirs, name)(truth, predicted), abs=1e-15)


def test_a_matrix_of_labels_beside_one_label_a_row_is_refused():
    with pytest.raises(ValueError, match="mix of multilabel-indicator"):
        ours.accuracy_score([[0, 1], [1, 1]], [0, 1])
    with pytest.raises(ValueError, match="expected cells of 0 and 1"):
        ours.f1_score([[0, 2], [1, 1]], [[0, 1], [1, 1]], average="macro")
