"""Learners for worker.py: `worker.py learners.py:scaled_logistic` and so on."""

from sklearn.compose import make_column_transformer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler


def scaled_logistic():
    return make_pipeline(SimpleImputer(), StandardScaler(), LogisticRegression())


def forest():
    return RandomForestClassifier(n_estimators=50)


def naive_bayes():
    return GaussianNB()


def majority():
    return DummyClassifier(strategy="prior")


def ridge():
    return make_pipeline(SimpleImputer(), StandardScaler(), Ridge())


def logistic_of_mixed_features(data):
    """Categories become columns of ones and zeros, numbers are scaled, and missing cells are filled in."""
    numbers = [j for j, (_, labels) in enumerate(data.features) if labels is None]
    categories = [j for j, (_, labels) in enumerate(data.features) if labels is not None]
    columns = make_column_transformer(
        (make_pipeline(SimpleImputer(), StandardScaler()), numbers),
        (make_pipeline(SimpleImputer(strategy="most_frequent"), OneHotEncoder(handle_unknown="ignore")),
         categories))
    return make_pipeline(columns, LogisticRegression(max_iter=1000))
