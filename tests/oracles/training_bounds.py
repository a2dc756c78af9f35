#!/usr/bin/python3
"""training_bounds.py: writes tests/oracles/training_bounds.txt, bounds from training rows by other programs.

Support vectors and weights come from scikit-learn, limits from SciPy and mpmath's binomial coefficients by
log-gamma. Needs NumPy, SciPy and scikit-learn.
"""
import pathlib

import numpy as np
import scipy
import sklearn
from scipy.optimize import brentq
from scipy.special import gammaln, xlogy
from scipy.stats import beta, norm
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

DELTA = 0.05


def compression(errors, rows, kept):
    log_choose = gammaln(rows + 1) - gammaln(kept + 1) - gammaln(rows - kept + 1)
    tail = np.exp(np.log(DELTA) - np.log(rows) - log_choose)
    return beta.isf(tail, errors + 1, rows - kept - errors)


def preferent(rows, kept):
    j = np.arange(kept, rows)
    logs = gammaln(j + 1) - gammaln(j - kept + 1) - gammaln(rows + 1) + gammaln(rows - kept + 1)
    return brentq(lambda e: scipy.special.logsumexp(logs - (rows - j) * np.log1p(-e))
                  + np.log(DELTA / rows), 1e-12, 1 - 1e-12, xtol=1e-15)


def maurer(error, rows, kl):
    room = (kl + np.log(2 * np.sqrt(rows) / DELTA)) / rows
    excess = lambda p: xlogy(error, error / p) + xlogy(1 - error, (1 - error) / (1 - p)) - room
    return brentq(excess, error, 1 - 1e-12, xtol=1e-15) if excess(1 - 1e-12) > 0 else 1.0


def main():
    random = np.random.default_rng(20261128)
    n = 120
    y = random.integers(0, 2, n)
    x = np.round(random.normal(size=(n, 2)) + 1.2 * (2 * y[:, None] - 1) * [1, 0.4], 3)
    lines = [f"# By scikit-learn {sklearn.__version__} and SciPy {scipy.__version__}; delta 0.05.",
             "# row x1 x2 class; compression kernel gamma C: kept rows, errors on the others, and the",
             "# limits of both forms (- where the machine errs on a row that was not kept); pac-bayes: mean",
             "# error, KL and limit of the posterior with the smallest limit around logistic regression,",
             "# prior N(0, I)."]
    lines += [f"row {a} {b} {('neg', 'pos')[c]}" for (a, b), c in zip(x, y)]
    for kernel, gamma, c in [("linear", "-", 1), ("linear", "-", 0.05), ("rbf", 0.5, 10), ("rbf", 2, 1)]:
        machine = SVC(kernel=kernel, gamma=1 if gamma == "-" else gamma, C=c, tol=1e-9).fit(x, y)
        others = np.setdiff1d(np.arange(n), machine.support_)
        errors = int((machine.predict(x[others]) != y[others]).sum())
        kept = len(machine.support_)
        of_preferent = preferent(n, kept) if errors == 0 else "-"
        lines.append(f"compression {kernel} {gamma} {c} {kept} {errors} {compression(errors, n, kept)} "
                     f"{of_preferent}")
    line = LogisticRegression(C=1, solver="liblinear", intercept_scaling=1, tol=1e-12,
                              max_iter=100000).fit(x, y)
    w = np.append(line.coef_[0], line.intercept_[0])
    rows = np.column_stack([x, np.ones(n)])
    margins = (2 * y - 1) * (rows @ w) / np.linalg.norm(rows, axis=1) / np.linalg.norm(w)
    found = min((maurer(e, n, mu * mu / 2), e, mu * mu / 2) for mu in np.geomspace(0.5, 500, 400)
                for e in [norm.sf(mu * margins).mean()])
    lines.append(f"pac-bayes {found[1]} {found[2]} {found[0]}")
    path = pathlib.Path(__file__).with_name("training_bounds.txt")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
