"""A limit on the error that holds for every distribution. Rows without labels extend it from the models of
the folds to the one model that is trained on all labelled rows: where their predictions differ, that model
may be wrong as well."""
import numpy as np

import unseen

rng = np.random.default_rng(3)
X = rng.normal(size=(4000, 2))
y = (X.sum(axis=1) + 0.3 * rng.normal(size=4000) > 0).astype(int)
labelled, fresh = slice(0, 1000), slice(1000, 4000)    # most rows have features alone

result = unseen.estimate("lda", X[labelled], y[labelled], bounds=["r-cv:folds=10", "s-cv:folds=10"],
                         unlabelled=X[fresh], delta=0.05)
print(result)
for e in result.estimates:
    print(
        f"{e.estimator}: with probability 0.95 the error is at most {e.bound['upper']:.3f}; this is about: "
        f"{e.bound['target']}")
