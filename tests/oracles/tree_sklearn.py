"""Size and training error of scikit-learn's unpruned trees, for tests/learn/tree_oracle_test.cpp.

    /usr/bin/python3 tests/oracles/tree_sklearn.py > tests/oracles/tree_sklearn.csv

Reads the data in tests/oracles/tree_rpart. `error` is the number of misclassified rows, or the sum of squared
errors. scikit-learn shuffles the features, and so breaks ties between splits at random; a line is written
only if 20 seeds agree. It also rounds features to single precision. Sets in which this merges close values
would show differences, but there are none.
"""

import csv
import pathlib

import numpy
import sklearn
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

print(f"# tests/oracles/tree_sklearn.py, scikit-learn {sklearn.__version__}")
print("set,min_rows,max_depth,leaves,error")
for path in sorted((pathlib.Path(__file__).parent / "tree_rpart").glob("*.csv")):
    with open(path) as file:
        rows = list(csv.reader(line for line in file if not line.startswith("#")))
    target = rows[0].index("y")
    x = numpy.array([[float(cell) for cell in row[:target]] for row in rows[1:]])
    labels = [row[target] for row in rows[1:]]
    classes = labels[0].isalpha()
    y = numpy.array(labels) if classes else numpy.array([float(label) for label in labels])
    learner = DecisionTreeClassifier if classes else DecisionTreeRegressor
    for min_rows, max_depth in [(1, 3), (2, 4), (5, 5), (5, 1000), (10, 1000)]:
        found = set()
        for seed in range(20):
            model = learner(min_samples_leaf=min_rows, max_depth=max_depth, random_state=seed).fit(x, y)
            p = model.predict(x)
            error = int((p != y).sum()) if classes else float(f"{((p - y) ** 2).sum():.8g}")
            found.add((model.get_n_leaves(), error))
        if len(found) == 1:
            leaves, error = found.pop()
            print(f"{path.stem},{min_rows},{max_depth},{leaves},{error}")
