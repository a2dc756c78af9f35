#!/usr/bin/env python3
"""A worker for `unseen`: fits any scikit-learn estimator or pipeline, many times in one process.

    unseen estimate DATA --learner 'command:worker="python3 worker.py MODULE:MAKE"'

MODULE is a Python file or an importable module, and MAKE a function in it that returns a new estimator for
each fit. If it takes an argument, it gets the data set: `.features`, a list of (name, labels), where labels
are None for numbers; `.classes`, None for numbers; `.response`, its name. The estimator gets X, a matrix of
numbers in which a category is its position in `labels` and a missing cell is NaN, and y, positions in
`.classes` or numbers. With needs="weights groups times" (or some of these) its fit() also gets
`sample_weight`, `groups` and `times` of the training rows; in a pipeline the last step gets the weights.
Before each fit the generators of numpy and random get the fit's seed.

Needs numpy. The protocol is described in docs/WORKER.md.
"""
import importlib
import importlib.util
import inspect
import os
import pathlib
import random
import struct
import sys
import traceback

import numpy

VERSION = 2  # what this worker speaks at most; an older greeting is answered in kind
LABELS, SCORES, VALUES = 1, 2, 4


class Data:
    """The content of a DATA message."""

    def __init__(self, content):
        self._content, self._at = content, 0
        rows, n_features, n_classes = self._take("<QII")
        self.response = self._text()
        self.classes = [self._text() for _ in range(n_classes)] or None
        self.features = []
        self.x = numpy.empty((rows, n_features))
        for j in range(n_features):
            name = self._text()
            if self._take("<I")[0] == 0:
                self.features.append((name, None))
                self.x[:, j] = self.array("<f8", rows)
            else:
                self.features.append((name, [self._text() for _ in range(self._take("<I")[0])]))
                codes = self.array("<i4", rows)
                self.x[:, j] = numpy.where(codes < 0, numpy.nan, codes)
        self._content = None

    def _take(self, form):
        values = struct.unpack_from(form, self._content, self._at)
        self._at += struct.calcsize(form)
        return values

    def _text(self):
        (length,) = self._take("<I")
        self._at += length
        return self._content[self._at - length : self._at].decode()

    def array(self, kind, length):
        values = numpy.frombuffer(self._content, kind, length, self._at)
        self._at += values.nbytes
        return values


def roles_of(content, at, train):
    """The weights, groups and times at the end of a FIT message of version 2, by the names of the arguments
    of fit()."""
    roles = {}
    if at == len(content):
        return roles
    (parts,) = struct.unpack_from("<I", content, at)
    at += 4
    for bit, name, kind in [(1, "sample_weight", "<f8"), (2, "groups", "<u4"), (4, "times", "<f8")]:
        if parts & bit:
            roles[name] = numpy.frombuffer(content, kind, train, at)
            at += roles[name].nbytes
    return roles


def fit_arguments(estimator, roles):
    """The roles under the names by which the estimator's fit() takes them."""
    if not roles:
        return {}
    taken = inspect.signature(estimator.fit).parameters
    arguments = {}
    for name, values in roles.items():
        if name in taken:
            arguments[name] = values
        elif name == "sample_weight" and hasattr(estimator, "steps"):
            arguments[f"{estimator.steps[-1][0]}__{name}"] = values
        else:
            raise TypeError(f"fit() of {type(estimator).__name__} takes no {name}")
    return arguments


def fit_and_predict(make, data, content):
    """The content of the answer to a FIT message."""
    seed, n_train, n_predict = struct.unpack_from("<QQQ", content)
    kinds = ["<u4", "<u4", "<i4" if data.classes else "<f8", "<u4"]
    parts, at = [], 24
    for kind, length in zip(kinds, [n_train, n_train, n_train, n_predict]):
        parts.append(numpy.frombuffer(content, kind, length, at))
        at += parts[-1].nbytes
    train, counts, y, predict = parts
    roles = roles_of(content, at, n_train)
    if n_train and counts.max() > 1:
        train, y = numpy.repeat(train, counts), numpy.repeat(y, counts)
        roles = {name: numpy.repeat(values, counts) for name, values in roles.items()}
    numpy.random.seed(seed % 2**32)
    random.seed(seed)

    estimator = make(data)
    estimator.fit(data.x[train], y, **fit_arguments(estimator, roles))
    x = data.x[predict]
    answer = numpy.asarray(estimator.predict(x)).reshape(-1)
    if not data.classes:
        return struct.pack("<I", VALUES) + answer.astype("<f8").tobytes()
    labels = answer.astype("<i4").tobytes()
    if not hasattr(estimator, "predict_proba"):
        return struct.pack("<I", LABELS) + labels
    scores = numpy.zeros((n_predict, len(data.classes)))
    scores[:, numpy.asarray(estimator.classes_, dtype=int)] = estimator.predict_proba(x)
    return struct.pack("<I", LABELS | SCORES) + labels + scores.astype("<f8").tobytes()


def load(name):
    """The function that `MODULE:MAKE` names, as a function of the data."""
    module_name, _, function_name = name.partition(":")
    path = pathlib.Path(module_name if module_name.endswith(".py") else module_name + ".py")
    if path.is_file():
        sys.path.insert(0, str(path.resolve().parent))
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
    else:
        sys.path.insert(0, "")
        module = importlib.import_module(module_name)
    make = getattr(module, function_name or "make")
    return make if len(inspect.signature(make).parameters) > 0 else lambda data: make()


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: worker.py MODULE:MAKE")
    # Standard output belongs to the protocol; what others print goes to standard error.
    incoming = sys.stdin.buffer
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    make = load(sys.argv[1])
    data = None

    def send(name, content=b""):
        outgoing.write(name + struct.pack("<IQ", request, len(content)) + content)
        outgoing.flush()

    while len(head := incoming.read(16)) == 16:
        name, request, length = struct.unpack("<4sIQ", head)
        content = incoming.read(length)
        if len(content) < length:
            return
        if name == b"HELO":
            send(b"HELO", struct.pack("<I", min(VERSION, struct.unpack("<I", content)[0])))
        elif name == b"DATA":
            data = Data(content)
            send(b"OKAY")
        elif name == b"FIT ":
            try:
                send(b"PRED", fit_and_predict(make, data, content))
            except Exception:
                send(b"FAIL", traceback.format_exc(limit=-3)[-4000:].encode())
        else:
            sys.exit(f"unknown message {name!r}")


if __name__ == "__main__":
    main()
