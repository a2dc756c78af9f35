"""Is pipeline A better than pipeline B? The same folds for both, and a test that knows that folds share their
training rows."""
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import unseen

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
candidates = {
    "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
    "forest": RandomForestClassifier(20, n_jobs=1),
    "majority": "majority",                        # what is won over knowing nothing
}
result = unseen.estimate(candidates, X, y, estimators=["cv:folds=5,repeats=2"],
                         measures=["error_rate", "log_loss"])
print(result)
# differences with p-values that are adjusted over the pairs
for sentence in result.better:
    print(sentence)

# Where the models are fixed and one test set is at hand, the test is about these models.
half = len(y) // 2
fitted = {name: model.fit(X[:half], y[:half]) for name, model in candidates.items() if name != "majority"}
better = unseen.compare(y[half:],
                        {name: model.predict_proba(X[half:])[:, 1] for name, model in fitted.items()},
                        measures=["roc_auc"])
print(better.primary["test"], better.primary["p_value"])
