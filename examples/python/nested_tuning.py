"""Tuning is a part of training: the figure of the best candidate is too good, and an outer cross-validation
shows by how much."""
import numpy as np
from sklearn.model_selection import GridSearchCV, StratifiedKFold

import unseen
from unseen.sklearn import Classifier, KnnClassifier

rng = np.random.default_rng(7)
X = rng.normal(size=(80, 10))
y = rng.integers(0, 2, 80)                         # noise: every classifier is wrong half of the time

search = GridSearchCV(KnnClassifier(), {"k": list(range(1, 16)), "weights": ["uniform", "distance"]},
                      cv=StratifiedKFold(4))
print("best of the grid:", 1 - search.fit(X, y).best_score_)

# scikit-learn's search, judged on rows that it has not seen: its own arguments and scores, with an interval.
nested = unseen.cross_validate(search, X, y, cv=StratifiedKFold(5))
print("nested:", 1 - nested.figures["test_score"].value, nested.figures["test_score"].interval)

# The same by the learner `tuned`, whose inner folds share neighbour lists.
tuned = unseen.estimate("tuned(knn):k=1..15,weights=uniform|distance,inner=(cv:folds=4)", X, y,
                        estimators=["cv:folds=5"], measures=["error_rate"])
print(tuned)
print(Classifier("tuned(knn):k=1..15").fit(X, y).model_)    # what it chooses from all rows
