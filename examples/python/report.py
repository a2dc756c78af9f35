"""From predictions to a report, in five lines."""
import numpy as np

import unseen

rng = np.random.default_rng(1)
y = rng.integers(0, 2, 500)                        # the true classes of 500 test rows
p = np.clip(0.35 * y + 0.65 * rng.random(500), 0, 1)   # what a model says of them

scores = unseen.score(y, p, per_class=True, curves=["roc", "pr"])
print(scores)                                      # every measure with its interval
print(scores["roc_auc"].interval)
unseen.report(scores, output="report.html")        # one page with tables and pictures
