"""A network's predictions with groups: several rows of one patient are not independent draws.

Here the network is a few lines of NumPy. A network of PyTorch or Keras can take its place in `predictions`,
because any arrays can be judged, such as `torch.softmax(net(x), 1).detach().numpy()` or `net.predict(x)`.
"""
import numpy as np

import unseen

rng = np.random.default_rng(5)
patient = np.repeat(np.arange(150), 4)             # four images of each patient
x = rng.normal(size=(150, 5))[patient] + 0.3 * rng.normal(size=(600, 5))
y = (x @ [1.0, -1.0, 0.5, 0.0, 0.0] + rng.normal(size=150)[patient] > 0).astype(int)


def predictions(train, test, steps=300):
    """Trains a layer of 8 units by gradient descent; probabilities of class 1 for the test rows."""
    first, second = rng.normal(size=(5, 8)) / 2, rng.normal(size=8) / 2
    for _ in range(steps):
        hidden = np.tanh(x[train] @ first)
        error = 1 / (1 + np.exp(-hidden @ second)) - y[train]
        step = np.outer(error, second) * (1 - hidden**2)
        second -= 0.5 * hidden.T @ error / len(train)
        first -= 0.5 * x[train].T @ step / len(train)
    return 1 / (1 + np.exp(-np.tanh(x[test] @ first) @ second))


scores, fold = np.empty(600), np.empty(600, dtype=int)
for number, (train, test) in enumerate(unseen.split(y, folds=5, groups=patient)):   # a patient is in one fold
    scores[test], fold[test] = predictions(train, test), number

print(unseen.score(y, scores, split=fold, groups=patient, measures=["error_rate", "roc_auc", "brier"]))
