"""Learning curves equal a plain loop over scikit-learn's models on the same splits."""
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.linear_model import Ridge
from sklearn.metrics import root_mean_squared_error
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import unseen

CLASSES = [(load_iris, 15), (load_wine, 30), (load_breast_cancer, 40)]
LEARNERS = [("knn:k=5,scale=none", KNeighborsClassifier(5), 1e-12), ("naive-bayes", GaussianNB(), 0.02)]


@pytest.mark.parametrize("data, least", CLASSES)
@pytest.mark.parametrize("spec, model, tolerance", LEARNERS)
def test_errors_of_classes_are_those_of_a_loop(data, least, spec, model, tolerance):
    X, y = data(return_X_y=True)
    for size in (least, 2 * least, 100):
        plan = f"learning:train={size},folds=5,repeats=2"
        found = unseen.estimate(spec, X, y, estimators=[plan], measures=["error_rate"])[0]
        looped = [1 - model.fit(X[train], y[train]).score(X[test], y[test])
                  for train, test in unseen.split(y, plan)]
        assert found.per_split == pytest.approx(looped, abs=tolerance)
        assert all(len(train) == size for train, _ in unseen.split(y, plan))


def test_errors_of_numbers_are_those_of_a_loop():
    X, y = load_diabetes(return_X_y=True)
    for size in (20, 80, 320):
        plan = f"learning:train={size},folds=5,repeats=2"
        found = unseen.estimate("ridge:lambda=0.5", X, y, estimators=[plan], measures=["rmse"])[0]
        model = Ridge(0.5)
        looped = [root_mean_squared_error(y[test], model.fit(X[train], y[train]).predict(X[test]))
                  for train, test in unseen.split(y, plan)]
        assert found.per_split == pytest.approx(looped, rel=1e-9)
