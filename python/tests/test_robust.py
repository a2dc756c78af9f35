"""Arrays and estimators of all kinds give right results or clear errors."""
import multiprocessing
import re
import threading
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier

import unseen

X, y = load_iris(return_X_y=True, as_frame=True)
rng = np.random.default_rng(0)
truth = rng.integers(0, 2, 200)
score = np.round(np.clip(0.4 * truth + 0.6 * rng.random(200), 0, 1), 2)
EXPECTED = unseen.score(truth, score).to_json()
CV = dict(estimators=["cv:folds=3"], measures=["accuracy"])


@pytest.mark.parametrize("dtype",
                         ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
                          "float16", "float32", "float64",
                                   ">i4", ">f8", object])
def test_truth_of_any_dtype(dtype):
    found = unseen.score(truth.astype(dtype), score)
    assert found.rows == 200 and found["roc_auc"].value == unseen.score(truth, score)["roc_auc"].value
    assert found["accuracy"].interval == unseen.score(truth, score)["accuracy"].interval


@pytest.mark.parametrize("dtype", ["float32", ">f8", "longdouble", object])
def test_scores_of_any_dtype(dtype):
    as_given = score.astype(dtype)
    assert unseen.score(truth,
                        as_given)["log_loss"].value == unseen.score(truth, as_given.astype("float64"))[
                            "log_loss"].value


@pytest.mark.parametrize("form", [
    lambda v: np.asfortranarray(np.column_stack([v, v]))[:, 1], lambda v: v[::-1][::-1],
    lambda v: np.repeat(v, 3)[::3], lambda v: np.frombuffer(v.tobytes(), v.dtype),
    lambda v: pd.Series(v, index=rng.permutation(200)), lambda v: pl.Series(v), lambda v: pa.array(v),
    lambda v: pa.chunked_array([v[:7], v[7:]]),
    lambda v: pd.Series(v).astype("Float64" if v.dtype == float else "Int64"),
    lambda v: pd.Series(pa.array(v), dtype="double[pyarrow]" if v.dtype == float else "int64[pyarrow]"),
    lambda v: v.reshape(-1, 1), lambda v: np.ma.masked_array(v), lambda v: v.tolist(),
    lambda v: v.astype(object),
])
def test_layouts_and_libraries(form):
    assert unseen.score(form(truth), form(score)).to_json() == EXPECTED


@pytest.mark.parametrize("form",
                         [pd.Series, pd.Categorical, lambda v: pd.Series(v, dtype="category"),
                          lambda v: pd.Series(v, dtype="string"), pl.Series,
                                  lambda v: pl.Series(v, dtype=pl.Categorical),
                          lambda v: pa.array(v).dictionary_encode(), list,
                                  lambda v: np.array(v, dtype=object),
                          lambda v: pd.Series(v, dtype="string[pyarrow]")])
def test_texts_as_labels(form):
    names = ["no" if t == 0 else "yes" for t in truth]
    found = unseen.score(form(names), score)
    assert found["roc_auc"].value == unseen.score(truth,
                                                  score)["roc_auc"].value and found.to_dict()[
                                                      "positive"] == "yes"


@pytest.mark.parametrize("form",
                         [lambda v: pd.Series(v, dtype="Int64"), lambda v: pd.Series(v, dtype="string"), list,
                          lambda v: pl.Series(v, strict=False), pa.array,
                                  lambda v: np.array(v, dtype=object),
                          lambda v: pd.Series(v, dtype="category")])
def test_missing_truths_are_left_out(form):
    given = [None if i % 10 == 0 else int(t) for i, t in enumerate(truth)]
    if getattr(form(["1"]), "dtype", None) == "string":
        given = [None if v is None else str(v) for v in given]
    found = unseen.score(form(given), score)
    assert found.rows == 180 and [w.code for w in found.warnings][:1] == ["missing_target"]


@pytest.mark.parametrize("arguments, text", [
    ((truth, np.where(np.arange(200) == 5, np.nan, score)), "score"),
    ((truth, np.where(np.arange(200) == 5, np.inf, score)), "infinite|finite"),
    ((truth, pd.Series(["a"] * 200)), "number"),
    ((truth, pd.date_range("2020", periods=200)), "dates"),
    ((truth.reshape(100, 2), score), "shape"),
    ((5, score), "shape"),
    ((truth, np.full((200, 3), 1 / 3)), "3 columns for 2 classes"),
    ((truth, score, None), None),
])
def test_what_is_no_column(arguments, text):
    if text is None:
        return unseen.score(*arguments)
    with pytest.raises(ValueError, match=text):
        unseen.score(*arguments)


@pytest.mark.parametrize("frame",
                         [X.astype("float32"), X.astype("Float64"), pl.from_pandas(X),
                          pa.Table.from_pandas(X), np.asfortranarray(X.to_numpy()), X.to_numpy()[::1],
                                   X.to_dict("list"), X.astype(object)])
def test_features_of_any_kind(frame):
    exact = (X.astype("float32").astype("float64")
             if getattr(frame, "dtypes", None) is not None
             and str(getattr(frame, "dtypes", "")).count("float32")
             else X)
    named = not isinstance(frame, np.ndarray)
    expected = unseen.estimate("knn:k=3", exact if named else exact.to_numpy(), y, **CV)
    assert unseen.estimate("knn:k=3", frame, y, **CV).to_json() == expected.to_json()


def test_categories_and_missing_cells():
    kind = pd.Categorical.from_codes(y.to_numpy(), ["a", "b", "c"])
    frame = X.assign(kind=kind, text=kind.astype(str), flag=y == 1,
                     some=np.where(np.arange(150) % 7 == 0, np.nan, 1.0))
    assert unseen.estimate("tree", frame, y, **CV)[0].value > 0.97
    gaps = X.assign(some=frame["some"])
    assert unseen.estimate("lda", gaps, y, **CV)[0].value > 0.97
    with pytest.raises(ValueError, match="missing"):
        unseen.estimate("lda", gaps, y, impute="none", **CV)
    read_only = X.to_numpy()
    read_only.flags.writeable = False
    assert unseen.estimate(KNeighborsClassifier(), read_only, y.to_numpy(), **CV)[0].value > 0.9


class Stubborn(ClassifierMixin, BaseEstimator):
    """Cannot be pickled, and raises the given error."""

    def __init__(self, error=None, at="predict", answer=0):
        self.error, self.at, self.answer = error, at, answer

    def fit(self, X, y):
        self.lock_ = threading.Lock()
        self.classes_ = np.unique(y)
        if self.error is not None and self.at == "fit":
            raise self.error
        return self

    def predict(self, X):
        if self.error is not None:
            raise self.error
        return self.answer if not np.isscalar(self.answer) else np.full(len(X), self.answer)

    def __getstate__(self):
        raise TypeError("not picklable")




@pytest.mark.parametrize("at", ["fit", "predict"])
@pytest.mark.parametrize("error",
                         [RuntimeError("what went wrong"), MemoryError("what went wrong"),
                          KeyError("what went wrong")])
def test_an_estimator_that_raises(at, error):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = unseen.estimate({"bad": Stubborn(error, at), "good": KNeighborsClassifier()}, X, y, **CV)
    assert found[0].value is None and found[0].failures == 3 and "what went wrong" in found[0].warnings[
        0].text
    assert found[1].value > 0.9


@pytest.mark.parametrize("answer, text", [(np.zeros(3), "3 labels"), (7, "7"), ("x", "x")])
def test_an_estimator_that_answers_nonsense(answer, text):
    found = unseen.estimate(Stubborn(answer=answer), X, y, **CV)
    assert found[0].value is None and any(re.search(text, w.text) for w in found[0].warnings)


def test_an_estimator_that_cannot_be_pickled():
    assert unseen.estimate(Stubborn(), X, y, **CV)[0].value == pytest.approx(1 / 3, abs=0.02)


def in_child(queue):
    queue.put([unseen.score(truth, score).to_json() == EXPECTED,
               unseen.estimate(["knn:k=3", "tree"], X, y, estimators=["cv:folds=5"])[0].value])


def test_fork_after_threads():
    before = unseen.estimate(["knn:k=3", "tree"], X, y, estimators=["cv:folds=5"], threads=4)[0].value
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python warns of forks in programs with threads
        child = context.Process(target=in_child, args=(queue,))
        child.start()
    answer = queue.get(timeout=60)
    child.join(10)
    assert answer == [True, before] and child.exitcode == 0


def test_calls_from_several_threads():
    found = [None] * 6

    def work(i):
        found[i] = (unseen.score(truth, score).to_json(),
                    unseen.estimate(KNeighborsClassifier(3), X, y, **CV).to_json())

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1 and found[0][0] == EXPECTED


def test_labels_may_hold_equals_signs():
    names = np.array(["a=1", "a=2", "b"])[rng.integers(0, 3, 60)]
    scores = rng.dirichlet([1, 1, 1], 60)
    plain = unseen.score(np.select([names == "a=1", names == "a=2"], ["a1", "a2"], "b"), scores)
    assert unseen.score(names, scores)["log_loss"].value == plain["log_loss"].value


@pytest.mark.parametrize("form", [np.asarray, pd.Series, pl.Series, pa.array])
def test_dates_are_times_and_numbers_of_days(form):
    days = np.datetime64("2024-01-01", "us") + np.arange(40).astype("timedelta64[D]")
    numbers = (days - np.datetime64("1970-01-01")) / np.timedelta64(1, "D")
    y = np.arange(40) % 3
    options = {"estimators": ["forward-growing:train=20"], "time": form(days)}
    assert 0.0 <= unseen.estimate("majority", np.arange(40.0), y, **options)[0].value <= 1.0
    frames = [pd.DataFrame({"day": days}), pl.DataFrame({"day": days}), pa.table({"day": days})]
    told = unseen.estimate("tree", pd.DataFrame({"day": numbers}), y, estimators=["loo"])[0].value
    frames.append(pd.DataFrame({"day": pd.Series(days).dt.tz_localize("UTC")}))
    for frame in frames:
        result = unseen.estimate("tree", frame, y, estimators=["loo"])
        assert result[0].value == told
        assert "looks_like_time" in [w.code for w in result.warnings]
    texts = pd.DataFrame({"day": days.astype("datetime64[D]").astype(str)})
    result = unseen.estimate("majority", texts, y, estimators=["loo"])
    assert "looks_like_time" in [w.code for w in result.warnings]
