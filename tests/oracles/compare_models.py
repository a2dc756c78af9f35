"""Writes tests/oracles/compare_models.txt: python tests/oracles/compare_models.py >
tests/oracles/compare_models.txt (SciPy, statsmodels, scikit-learn).

Lines, lists with commas: ttest a b t p; wilcoxon a b statistic p (no ties); permutation a b p (mean
difference, all sign patterns); permutation_auc truth a b p (all swaps, of midranks); mcnemar only_a only_b
exact_p chi2_p continuity_p; tost a b margin p_lower p_upper p; bca a b lower upper (mean difference of
losses, 95 %, 200000 samples: to 0.02 of its width).
"""
import numpy as np
import scipy
import sklearn
import statsmodels
from scipy import stats
from sklearn.metrics import roc_auc_score
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.weightstats import ttost_paired


def text(x):
    return ",".join(repr(float(v)) for v in np.atleast_1d(x))


def line(name, *values):
    print(name, *map(text, values))


print(
    f"# SciPy {scipy.__version__}, statsmodels {statsmodels.__version__}, scikit-learn "
    f"{sklearn.__version__}, NumPy {np.__version__}; by compare_models.py.")
random = np.random.RandomState(3)
for n in (3, 8, 30, 200):
    a = np.round(random.exponential(size=n), 6)
    b = np.round(random.exponential(scale=1.3, size=n), 6)
    t = stats.ttest_rel(a, b)
    line("ttest", a, b, t.statistic, t.pvalue)
    margin = 0.4
    p, (_, p_lower, _), (_, p_upper, _) = ttost_paired(a, b, -margin, margin)
    line("tost", a, b, margin, p_lower, p_upper, p)
    if n <= 30:
        w = stats.wilcoxon(a, b, method="exact")
        line("wilcoxon", a, b, w.statistic, w.pvalue)
    if n <= 8:
        p = stats.permutation_test((a, b), lambda x, y, axis: np.mean(x - y, axis=axis),
                                   permutation_type="samples", n_resamples=np.inf, vectorized=True).pvalue
        line("permutation", a, b, p)
    if n >= 30:
        limits = stats.bootstrap((a, b), lambda x, y, axis=-1: np.mean(x - y, axis=axis), paired=True,
                                 vectorized=True, method="BCa", batch=1000, n_resamples=200000,
                                 rng=np.random.default_rng(1)).confidence_interval
        line("bca", a, b, limits.low, limits.high)
for n in (6, 8, 10):
    y = np.array([0, 0, 1, 1] + list(random.randint(2, size=n - 4)))
    a = stats.rankdata(np.round(random.normal(size=n) + y, 1))
    b = stats.rankdata(np.round(random.normal(size=n) + y, 1))

    def difference(x, z):
        return roc_auc_score(y, x) - roc_auc_score(y, z)

    # permutation_type "samples" swaps within pairs; SciPy's p counts values equal up to its own tolerance.
    p = stats.permutation_test((a, b), difference, permutation_type="samples", n_resamples=np.inf,
                               vectorized=False).pvalue
    line("permutation_auc", y, a, b, p)
for only_a, only_b in ((12, 5), (0, 5), (6, 6), (59, 6), (100, 140)):
    table = [[50, only_a], [only_b, 50]]
    line("mcnemar", only_a, only_b, mcnemar(table, exact=True).pvalue,
         mcnemar(table, exact=False, correction=False).pvalue,
         1.0 if only_a == only_b else mcnemar(table, exact=False, correction=True).pvalue)
