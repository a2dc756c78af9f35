#!/usr/bin/env python3
"""tests/oracles/calibration.py > tests/oracles/calibration.txt: calibration by statsmodels, kappas by
scikit-learn, reports by classes.

`case NAME`, then its rows (`row TRUTH PROBABILITY WEIGHT CLUSTER`), then `slope ESTIMATE SE` and `intercept
ESTIMATE SE`: logistic regression on the logit by weighted estimating equations, with robust standard errors
over clusters (HC0, no correction); `part BINS RELIABILITY RESOLUTION UNCERTAINTY`: Murphy's parts of the
Brier score by NumPy. `ordinal NAME CLASSES`, then `label TRUTH PREDICTED WEIGHT` and `kappa LINEAR
QUADRATIC`. `report NAME CLASSES`, then `label TRUTH PREDICTED WEIGHT`, and `class NAME PRECISION RECALL F1
SUPPORT`, as in classification_report(zero_division=0).
"""
import numpy as np
import sklearn
import statsmodels
import statsmodels.api as sm
from sklearn.metrics import classification_report, cohen_kappa_score

rng = np.random.default_rng(7)
print(f"# {__doc__.splitlines()[0]}")
print(f"# statsmodels {statsmodels.__version__}, scikit-learn {sklearn.__version__}, NumPy {np.__version__}")


def fit(y, design, weight, cluster, offset=None):
    family = sm.families.Binomial()
    result = sm.GLM(y, design, family=family, freq_weights=weight, offset=offset).fit(tol=1e-14, maxiter=200)
    mu = result.fittedvalues
    scores = (weight * (y - mu))[:, None] * design
    sums = np.array([scores[cluster == g].sum(0) for g in np.unique(cluster)])
    bread = np.linalg.inv((design * (weight * mu * (1 - mu))[:, None]).T @ design)
    robust = bread @ sums.T @ sums @ bread
    if (weight == 1).all() and len(np.unique(cluster)) == len(y):  # statsmodels' own
        own = sm.GLM(y, design, family=family,
                     offset=offset).fit(tol=1e-14, maxiter=200, cov_type="HC0").cov_params()
        assert np.allclose(robust, own, rtol=1e-7), (robust, own)
    return result.params[-1], np.sqrt(robust[-1, -1])


def case(name, y, p, weight=None, cluster=None):
    weight = np.ones(len(y)) if weight is None else weight
    cluster = np.arange(len(y)) if cluster is None else cluster
    print("case", name)
    for row in zip(y, p, weight, cluster):
        print("row", int(row[0]), repr(float(row[1])), repr(float(row[2])), int(row[3]))
    x = np.log(p / (1 - p))
    print("slope", *map(repr, map(float, fit(y, np.column_stack([np.ones(len(y)), x]), weight, cluster))))
    print("intercept", *map(repr, map(float, fit(y, np.ones((len(y), 1)), weight, cluster, offset=x))))
    for bins in (0, 5, 10):
        of = (np.unique(p, return_inverse=True)[1]
              if bins == 0 else np.clip(np.ceil(p * bins).astype(int) - 1, 0, bins - 1))
        total, mean = weight.sum(), np.average(y, weights=weight)
        reliability = resolution = 0.0
        for b in np.unique(of):
            w = weight[of == b]
            f, q = np.average(y[of == b], weights=w), np.average(p[of == b], weights=w)
            reliability += w.sum() / total * (f - q) ** 2
            resolution += w.sum() / total * (f - mean) ** 2
        print("part", bins, repr(float(reliability)), repr(float(resolution)), repr(float(mean * (1 - mean))))


def labels(truth, predicted, weight):
    for row in zip(truth, predicted, weight):
        print("label", int(row[0]), int(row[1]), repr(float(row[2])))


y = np.array([1, 1, 0, 1, 0, 1, 0, 0, 1, 0])
case("documented", y, np.array([.9, .8, .8, .7, .6, .5, .5, .4, .3, .1]))
for name, n, slope, shift in (("too_extreme", 200, 0.5, 0.0), ("too_timid", 60, 2.0, 1.0),
                              ("shifted", 500, 1.0, -2.0)):
    eta = rng.normal(0, 1.5, n)
    p = np.round(1 / (1 + np.exp(-eta)) * 4094 + 1) / 4096
    y = (rng.random(n) < 1 / (1 + np.exp(-(shift + slope * eta)))).astype(int)
    case(name, y, p)
    case(name + "_weights", y, p, rng.integers(1, 9, n) / 4)
    case(name + "_clusters", y, p, None, np.arange(n) // 4)
for name, n, k, top in (("five", 80, 5, 5), ("lacks_a_class", 40, 4, 3), ("two", 30, 2, 2)):
    truth = rng.integers(0, top, n)
    predicted = np.clip(truth + rng.integers(-1, 2, n), 0, top - 1)
    for suffix, weight in (("", np.ones(n)), ("_weights", rng.integers(1, 9, n) / 4)):
        print("ordinal", name + suffix, k)
        labels(truth, predicted, weight)
        print("kappa",
              *(repr(
                  float(
                      cohen_kappa_score(truth, predicted, labels=range(k), weights=w, sample_weight=weight)))
                         for w in ("linear", "quadratic")))
        print("report", name + suffix, k)
        labels(truth, predicted, weight)
        present = [str(c) for c in range(k) if c in truth or c in predicted]
        report = classification_report(truth, predicted, output_dict=True, zero_division=0,
                                       sample_weight=weight)
        for c in (*present, "macro avg", "weighted avg"):
            figures = report[c]
            print("class", c.split()[0],
                  *(repr(float(figures[f])) for f in ("precision", "recall", "f1-score", "support")))
