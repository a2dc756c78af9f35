"""A plugin of pytest: scikit-learn's tests that are collected after it find our functions in sklearn.metrics. Its own modules keep theirs."""
import sklearn.metrics

import unseen.metrics

for name in unseen.metrics.__all__:
    if hasattr(sklearn.metrics, name):
        setattr(sklearn.metrics, name, getattr(unseen.metrics, name))
