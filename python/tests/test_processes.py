"""Learners in Python whose fits are done by worker processes."""
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import unseen

X, y = load_iris(return_X_y=True, as_frame=True)
CV = dict(estimators=["cv:folds=5"], measures=["accuracy"])
pipeline = make_pipeline(StandardScaler(), LogisticRegression())


class Told(ClassifierMixin, BaseEstimator):
    """Performs a given action before it is fitted, and predicts the first class.

    It is defined here, so that a worker gets it by value or by import.
    """

    def __init__(self, tell=None):
        self.tell = tell

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.share_ = self.tell(X, y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])

    def predict_proba(self, X):
        return np.column_stack(
            [np.full(len(X), self.share_),
             *[np.full(len(X), (1 - self.share_) / (len(self.classes_) - 1))] * (len(self.classes_) - 1)])


@pytest.mark.parametrize("features", [X, X.to_numpy(), np.asfortranarray(X.to_numpy())],
                         ids=["frame", "rows", "columns"])
def test_answers_are_those_of_one_process(features):
    learners = {"pipeline": pipeline, "own": "knn:k=3", "nearest": KNeighborsClassifier(3)}
    one = unseen.estimate(learners, features, y, estimators=["cv:folds=5,repeats=2", "bootstrap:samples=5"])
    assert unseen.estimate(learners, features, y, estimators=["cv:folds=5,repeats=2", "bootstrap:samples=5"],
                           processes=2).to_json() == one.to_json()


def test_tables_of_test_rows_and_seeds():
    from sklearn.ensemble import RandomForestClassifier

    call = dict(estimators=["test"], measures=["log_loss"], test=(X.iloc[::2], y.iloc[::2]))
    forest = RandomForestClassifier(5, random_state=None)
    assert unseen.estimate(forest, X.iloc[1::2], y.iloc[1::2], processes=2,
                           **call).to_json() == unseen.estimate(
                               forest, X.iloc[1::2], y.iloc[1::2], **call).to_json()


def test_data_are_mapped_and_libraries_do_not_oversubscribe():
    def tell(rows, labels):
        from unseen import _processes

        whole = _processes._learners[0]._X
        assert whole.shape == (400, 50) and not whole.flags.owndata and not whole.flags.writeable
        assert int(os.environ["OMP_NUM_THREADS"]) == max(1, os.cpu_count() // 2)
        return 0.5

    features = np.random.default_rng(1).random((400, 50))
    found = unseen.estimate(Told(tell), features, (features[:, 0] > 0.5).astype(int), processes=2, **CV)
    assert found[0].failures == 0, found


def test_a_search_inside_starts_no_processes():
    def tell(rows, labels):
        search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 3, 5]}, cv=3,
                              n_jobs=2).fit(rows, labels)
        children = f"/proc/{os.getpid()}/task/{os.getpid()}/children"
        assert not os.path.exists(children) or not open(children).read()
        return float(search.best_score_ > 0.5) / 2

    assert unseen.estimate(Told(tell), X, y, processes=2, **CV)[0].failures == 0


def test_a_process_that_dies_costs_its_own_fit():
    def tell(rows, labels):
        if 7 not in rows.index:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0.5

    found = unseen.estimate(Told(tell), X, y, processes=2, estimators=["cv:folds=5,repeats=3"],
                            measures=["accuracy"])
    assert found[0].failures == 3 and "process of this fit died" in found.to_json()


def test_what_cannot_be_sent():
    with pytest.raises(ValueError, match="cannot be sent to other processes .*processes=1"):
        unseen.estimate(Told(threading.Lock()), X, y, processes=2, **CV)
    with pytest.raises(ValueError, match="processes=-1; expected 0"):
        unseen.estimate(pipeline, X, y, processes=-1, **CV)
    with pytest.raises(ValueError, match="processes='2'; expected 0"):
        unseen.estimate(pipeline, X, y, processes="2", **CV)  # type: ignore[arg-type]
    assert unseen.estimate("knn", X, y, processes=2, **CV)[0].value > 0.9  # nothing to send


def test_an_error_in_a_worker_is_that_of_the_fit():
    def tell(rows, labels):
        raise KeyError("colour")

    found = unseen.estimate(Told(tell), X, y, processes=2, **CV).to_json()
    # Code that cloudpickle sends has lost the name of its file.
    here = unseen.estimate(Told(tell), X, y, **CV).to_json()
    assert "colour" in found and found.replace("<dynamic-code>:", "test_processes.py:") == here


def test_ctrl_c_ends_running_fits():
    def tell(rows, labels):
        time.sleep(60)

    # a job in the background begins with SIGINT ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(3.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        unseen.estimate(Told(tell), X, y, processes=2, **CV)
    assert time.monotonic() - start < 20


def test_a_script_needs_no_guard(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent("""
        import numpy as np, unseen
        from sklearn.base import BaseEstimator, ClassifierMixin

        class First(ClassifierMixin, BaseEstimator):
            def fit(self, X, y):
                self.classes_ = np.unique(y)
                return self
            def predict(self, X):
                return np.full(len(X), self.classes_[0])

        print("begun")
        y = np.tile(["a", "b"], 30)
        print(unseen.estimate(First(), np.zeros((60, 1)), y, measures=["accuracy"], processes=2)[0].value)
        """))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["begun", "0.5"] and done.returncode == 0, done.stderr
    assert "leak" not in done.stderr.lower()
