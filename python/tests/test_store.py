"""Stores of estimators in Python: what is found again, and what is not."""
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

import unseen

X, y = load_iris(return_X_y=True, as_frame=True)
CV = ["cv:folds=5"]


def found(learner, data, target, store, **call):
    """The fits that were in the store, of all, and the answer."""
    told = []
    answer = unseen.estimate(learner, data, target, estimators=CV, store=store, progress=told.append, **call)
    return told[-1].found, told[-1].total, answer


def test_a_call_that_is_done_again_fits_nothing(tmp_path):
    store = tmp_path / "fits.db"
    line = make_pipeline(StandardScaler(), LogisticRegression())
    learners = {"forest": RandomForestClassifier(10), "line": line, "knn": "knn"}
    without = unseen.estimate(learners, X, y, estimators=CV)
    first = found(learners, X, y, store)
    again = found(learners, X, y, store)
    assert first[:2] == (0, 15) and again[:2] == (15, 15)
    assert again[2].to_json() == first[2].to_json() == without.to_json()
    learners["forest"] = RandomForestClassifier(10).fit(X, y)
    assert found(learners, X, y, store)[0] == 15, "what it had learned before does not count"


@pytest.mark.parametrize(("learner", "data", "target"), [
    (LogisticRegression(C=2), X, y), (LogisticRegression(), X + 0.5, y),
    (LogisticRegression(), X.to_numpy(), y), (LogisticRegression(), X, np.where(y == 2, 1, y)),
    (LogisticRegression(max_iter=101), X, y)])
def test_other_estimators_and_data_are_other_fits(tmp_path, learner, data, target):
    store = tmp_path / "fits.db"
    found({"line": LogisticRegression()}, X, y, store)
    assert found({"line": learner}, data, target, store)[0] == 0
    assert found({"line": LogisticRegression()}, X, y, store)[0] == 5


def test_it_is_found_in_another_process_and_by_worker_processes(tmp_path):
    store = tmp_path / "fits.db"
    program = f"""if __name__ == "__main__":
    import unseen
    from sklearn.datasets import load_iris
    from sklearn.linear_model import LogisticRegression
    X, y = load_iris(return_X_y=True, as_frame=True)
    unseen.estimate({{"line": LogisticRegression()}}, X, y, estimators=["cv:folds=5"], store={str(store)!r})
"""
    subprocess.run([sys.executable, "-c", program], check=True)
    assert found({"line": LogisticRegression()}, X, y, store)[0] == 5
    assert found({"line": LogisticRegression()}, X, y, store, processes=2)[0] == 5


class Counted(LinearRegression):
    fits = 0

    def fit(self, data, target):
        Counted.fits += 1
        return super().fit(data, target)


def test_an_interrupted_call_continues(tmp_path):
    store = tmp_path / "fits.db"

    numbers = pd.DataFrame({"a": np.arange(60) % 7, "b": np.arange(60) % 11})
    call = dict(estimators=["cv:folds=10,repeats=2"], store=store, threads=1)

    def stop(now):
        if now.done >= 6:
            raise KeyboardInterrupt

    target = numbers["a"] * 2.0 + numbers["b"]
    with pytest.raises(KeyboardInterrupt):
        unseen.estimate({"counted": Counted()}, numbers, target, progress=stop, **call)
    before = Counted.fits
    unseen.estimate({"counted": Counted()}, numbers, target, **call)
    assert Counted.fits - before <= 20 - (before - 1)


def test_what_cannot_be_told_apart_is_refused(tmp_path):
    strange = make_pipeline(FunctionTransformer(lambda data: data), LogisticRegression())
    with pytest.raises(ValueError, match="cannot be pickled"):
        unseen.estimate(strange, X, y, estimators=CV, store=tmp_path / "fits.db")


def test_curves_keep_theirs(tmp_path):
    told = []
    curves = [unseen.learning_curve({"line": LogisticRegression()}, X, y, sizes=[60, 90],
                                    store=tmp_path / "fits.db", progress=told.append) for _ in range(2)]
    assert curves[0].to_json() == curves[1].to_json() and told[-1].found == told[-1].total
