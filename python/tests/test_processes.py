"""Learners in Python whose fits are done by worker processes."""
import concurrent.futures
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
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score
from sklearn.model_selection import GridSearchCV, KFold
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


@pytest.fixture(scope="module", params=["threads", "dask"])
def client(request):
    if request.param == "threads":
        with concurrent.futures.ThreadPoolExecutor(2) as executor:
            yield executor
        return
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as connected:
            yield connected


def test_a_client_gives_the_answer_of_one_process(client):
    learners = {"pipeline": pipeline, "own": "knn:k=3", "nearest": KNeighborsClassifier(3)}
    call = dict(estimators=["cv:folds=5,repeats=2"])
    one = unseen.estimate(learners, X, y, **call)
    assert unseen.estimate(learners, X, y, client=client, **call).to_json() == one.to_json()
    sizes = dict(sizes=[30, 60], estimator="cv:folds=5")
    assert unseen.learning_curve(pipeline, X, y, client=client, **sizes).to_json() == unseen.learning_curve(
        pipeline, X, y, **sizes).to_json()


def test_an_error_at_a_client_is_that_of_the_fit(client):
    found = unseen.estimate(Told(fails), X, y, client=client, **CV).to_json()
    assert "colour" in found


def fails(rows, labels):
    raise KeyError("colour")


def test_what_is_no_client():
    with pytest.raises(ValueError, match="has no submit"):
        unseen.estimate(pipeline, X, y, client="tcp://host:8786", **CV)


class Weighed(ClassifierMixin, BaseEstimator):
    """Remembers what ``fit`` was given, as the class that it predicts."""

    def fit(self, X, y, sample_weight=None, groups=None):
        self.classes_ = np.unique(y)
        self.right_ = (sample_weight is not None and np.array_equal(sample_weight, 1 + X.iloc[:, 0])
                       and groups is not None and np.array_equal(groups, X.index // 10))
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[int(self.right_)])


@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


@pytest.mark.parametrize("processes", [1, 2])
def test_weights_and_groups_reach_fits_that_request_them(routing, processes):
    frame, target = X.iloc[:100], pd.Series(np.tile(["no", "yes"], 50))
    columns = dict(sample_weight=1 + frame.iloc[:, 0], groups=np.arange(100) // 10, processes=processes)
    call = dict(estimators=["cv:folds=5"], measures=["recall"], positive="yes")
    asks = Weighed().set_fit_request(sample_weight=True, groups=True)
    assert unseen.estimate(asks, frame, target, **columns, **call)[0].value == 1
    assert unseen.estimate(Weighed(), frame, target, **columns, **call)[0].value == 0
    silent = unseen.estimate(make_pipeline(StandardScaler(), asks), frame, target, **columns, **call)
    assert "not explicitly set as requested or not" in silent.to_json().replace("\\n", " ")  # by the scaler


def test_weighted_fits_of_scikit_learn(routing):
    weights = np.random.default_rng(2).random(len(y)) * 5
    asks = make_pipeline(StandardScaler().set_fit_request(sample_weight=False),
                         LogisticRegression().set_fit_request(sample_weight=True))
    splits = list(KFold(5, shuffle=True, random_state=1).split(X))
    found = unseen.estimate(asks, X, y, sample_weight=weights, cv=splits, measures=["accuracy"])
    scores = []
    for train, test in splits:
        model = clone(asks).fit(X.iloc[train], y.iloc[train], sample_weight=weights[train])
        scores.append(accuracy_score(y.iloc[test], model.predict(X.iloc[test]), sample_weight=weights[test]))
    assert found[0].per_split == pytest.approx(scores, abs=1e-12)
    codes = [w.code for w in found[0].warnings]
    assert "trained_without_weights" not in codes
    plain = unseen.estimate(pipeline, X, y, sample_weight=weights, **CV)
    assert "trained_without_weights" in [w.code for w in plain[0].warnings]


def test_settings_of_scikit_learn_hold_in_fits():
    class Frame(Told):
        def fit(self, X, y):
            assert isinstance(X, pd.DataFrame)
            return super().fit(X, y)

    with sklearn.config_context(transform_output="pandas"):
        found = unseen.estimate(make_pipeline(StandardScaler(), Frame(half)), X.to_numpy(), y, **CV)
    assert found[0].failures == 0, found


def half(rows, labels):
    return 0.5


def test_ctrl_c_ends_python_code_of_a_fit():
    def busy(rows, labels):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            sum(range(100))

    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        unseen.estimate(Told(busy), X, y, **CV)
    assert time.monotonic() - start < 5
