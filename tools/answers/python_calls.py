"""Evaluates the calls of python_calls.txt, for `answers record-python`: prints a line of JSON for each,
[call, status, what it gave, error]."""
import json
import pathlib
import pickle
import warnings

import numpy as np
import pandas as pd
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import KFold, ShuffleSplit, StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import unseen
import unseen.sklearn
from unseen.metrics import *  # noqa: F403

CALLS = pathlib.Path(__file__).with_suffix(".txt")
rng = np.random.default_rng(34)
n = 240
# Given predictions, which are of no model: what counts is that they stay the same.
truth = rng.integers(0, 2, n)
score = np.clip(0.3 * truth + 0.7 * rng.random(n), 0, 1).round(3)
other = np.clip(0.2 * truth + 0.8 * rng.random(n), 0, 1).round(2)
label = (score >= 0.5).astype(int)
colour = np.array(["blue", "green", "red"])[rng.integers(0, 3, n)]
shade = np.where(rng.random(n) < 0.7, colour, "red")
shares = rng.dirichlet([1, 1, 1], n)
number = rng.normal(size=n).round(4)
guess = (number + 0.4 * rng.normal(size=n)).round(4)
weight = rng.integers(1, 5, n) / 2
group = np.arange(n) // 4
fold = np.arange(n) % 5
part = np.where(np.arange(n) % 3 == 0, "west", "east")

iris = pd.read_csv("data/iris.csv")
X, y = iris.iloc[:, :-1], iris.iloc[:, -1]
wine = pd.read_csv("data/wine.csv")
W, kind = wine.drop(columns=wine.columns[-1]), wine.iloc[:, -1]
lars = pd.read_csv("data/diabetes-lars.csv")
A, b = lars.iloc[:, :-1], lars.iloc[:, -1]
two = (b > b.median()).astype(int)
t = np.arange(80)
series = (50 + t + 10 * np.sin(t / 3) + rng.normal(size=80)).round(3)
patients = np.arange(len(b)) // 3


class Raises(DummyClassifier):
    """Its fit fails on some training sets."""

    def fit(self, X, y, sample_weight=None):
        if X.iloc[0, 0] > X.iloc[1, 0]:
            raise RuntimeError("these rows do not suit it")
        return super().fit(X, y)


EXPERIMENT = """estimators = ["cv:folds=3,repeats=2"]
[[data]]
path = ["data/iris.csv", "data/wine.csv"]
[[learner]]
spec = "knn:k=3"
[[learner]]
spec = "tree"
"""


def written(text, name):
    pathlib.Path(name).write_text(text, encoding="utf-8")
    return name


def saved(frame, name):
    frame.to_csv(name, index=False)
    return name


def shown(value):
    """All that a value says, as text."""
    if isinstance(value, unseen.Result):
        frame = value.to_pandas()
        again = pickle.loads(pickle.dumps(value))
        told = [str(value), value.to_json(), json.dumps(value.to_dict(), indent=1), frame.to_csv(index=False),
                repr(value.warnings), str(again.to_json() == value.to_json()),
                *map(repr, value if hasattr(value, "__iter__") else [])]
        told += [json.dumps(getattr(value, name), indent=1) for name in ("comparisons", "better")
                 if hasattr(value, name)]
        return "\n".join(told)
    if isinstance(value, np.ndarray):
        return repr(value.tolist())
    if isinstance(value, (list, tuple)):
        return "\n".join(map(shown, value))
    if isinstance(value, dict):
        return "\n".join(f"{key}: {shown(item)}" for key, item in value.items()
                         if key not in ("fit_time", "score_time"))
    return repr(value) if not isinstance(value, str) else value


def main():
    calls = [line for line in CALLS.read_text(encoding="utf-8").splitlines() if line.strip()
             and not line.startswith("#")]
    for call in calls:
        status, text, error = 0, "", ""
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            try:
                text = shown(eval(call, globals()))
            except Exception as raised:
                status, error = 1, f"{type(raised).__name__}: {raised}"
        error += "".join(f"\n{one.category.__name__}: {one.message}" for one in told
                         if one.category is not DeprecationWarning)
        print(json.dumps([call, status, text, error]), flush=True)


if __name__ == "__main__":
    main()
