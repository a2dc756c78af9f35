"""Fits of Python learners in worker processes, or by a client such as Dask's.

Worker processes have the data in memory only once: all map the same file.
"""
from __future__ import annotations

import contextlib
import itertools
import mmap
import numbers
import os
import pickle
import queue
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from ._learners import Array, Predict, Predicted, PythonLearner

_THREADS_OF_LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS",
                         "VECLIB_MAXIMUM_THREADS", "NUMBA_NUM_THREADS", "NUMEXPR_NUM_THREADS")
_PATIENCE = 0.2  # seconds after which a thread that waits for a client looks whether it should stop
_ALIGNED = 64  # bytes, as in NumPy's and Arrow's own buffers

Buffers = list[tuple[int, int]]  # begin and size of each in the file

_payload: tuple[bytes, str, Buffers]  # of this worker
_learners: list[PythonLearner] = []


def _begin(pickled: bytes, path: str, buffers: Buffers) -> None:
    global _payload
    _payload = pickled, path, buffers


def _work(index: int, train: Array, seed: int, classes: list[str], rows: Array) -> Predicted:
    """In a worker: trains a learner and predicts rows."""
    from joblib import parallel_config

    if not _learners:
        pickled, path, buffers = _payload
        with open(path, "rb") as file:
            view = (memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
                    if buffers else memoryview(b""))
        _learners.extend(pickle.loads(pickled, buffers=[view[begin:begin + size] for begin, size in buffers]))
    with parallel_config(backend="sequential"):  # a search with n_jobs starts no further processes
        return _learners[index](train, seed, classes)(rows)


def _shared_file(buffers: Sequence[memoryview]) -> tuple[Any, str, Buffers]:
    """A file with the buffers, in memory if there is room, and a path by which the workers can open it."""
    places: Buffers = []
    end = 0
    for buffer in buffers:
        places.append((end, buffer.nbytes))
        end += -(-buffer.nbytes // _ALIGNED) * _ALIGNED
    memory = "/dev/shm"
    folder = memory if os.path.isdir(memory) and shutil.disk_usage(memory).free > 2 * end else None
    if sys.platform == "linux":  # without a name, it disappears with its last user, even after a kill
        file: Any = tempfile.TemporaryFile(dir=folder)
        path = f"/proc/{os.getpid()}/fd/{file.fileno()}"
    else:
        file = tempfile.NamedTemporaryFile(dir=folder)
        path = file.name
    for buffer, (begin, _) in zip(buffers, places):
        file.seek(begin)
        file.write(buffer)
    file.flush()
    return file, path, places


def _cloudpickle() -> Any:
    """The module cloudpickle, which can send functions and classes that a script or notebook defines.

    joblib requires it since 1.6, and contained a copy before.
    """
    try:
        import joblib
    except ImportError:
        raise ValueError(
            "processes needs joblib, which comes with scikit-learn; processes=1 trains in this process"
        ) from None
    try:
        import cloudpickle
    except ImportError:
        cloudpickle = joblib.externals.cloudpickle
    return cloudpickle


class Processes:
    """Worker processes for learners.

    Each of ``count`` threads of the engine uses one worker at a time, so only one fit is lost if a worker
    dies.
    """

    def __init__(self, learners: Sequence[PythonLearner], count: int) -> None:
        cloudpickle = _cloudpickle()
        found: list[pickle.PickleBuffer] = []
        try:
            pickled = cloudpickle.dumps(list(learners), protocol=5, buffer_callback=found.append)
        except Exception as error:
            raise ValueError(
                f"a learner or its data cannot be sent to other processes ({type(error).__name__}: {error}); "
                             "processes=1 trains in this process") from error
        self._file, path, places = _shared_file([buffer.raw() for buffer in found])
        self._start = (pickled, path, places)
        threads = str(max(1, (os.cpu_count() or 1) // count))
        self._environment = {name: threads for name in _THREADS_OF_LIBRARIES if name not in os.environ}
        self._closed = False
        self._all: list[Any] = []
        self._idle: queue.SimpleQueue[Any] = queue.SimpleQueue()
        for _ in range(count):
            self._idle.put(self._worker())

    def _worker(self) -> Any:
        from joblib.externals.loky import ProcessPoolExecutor

        worker = ProcessPoolExecutor(1, initializer=_begin, initargs=self._start, env=self._environment)
        self._all.append(worker)
        return worker

    def fit(self, index: int) -> Callable[[Array, int, list[str]], Predict]:
        """The function that the engine calls for the learner of this number.

        Training waits until the rows to predict are known, so the model never has to be sent.
        """

        def fit(train: Array, seed: int, classes: list[str]) -> Predict:
            def predict(rows: Array) -> Predicted:
                worker = self._idle.get()
                try:
                    predicted: Predicted = worker.submit(_work, index, train, seed, classes, rows).result()
                    return predicted
                except BrokenProcessPool:
                    if not self._closed:
                        self._all.remove(worker)
                        worker = self._worker()
                    raise RuntimeError(
                        "the process of this fit died: it was killed, or had no memory left") from None
                finally:
                    self._idle.put(worker)

            return predict

        return fit

    def close(self) -> None:
        """Kills the workers, including busy ones."""
        self._closed = True
        for worker in self._all:
            worker.shutdown(wait=True, kill_workers=True)
        self._file.close()


def _fit_and_predict(learners: Sequence[PythonLearner], index: int, train: Array, seed: int,
                     classes: list[str], rows: Array) -> Predicted:
    """In a worker of a client: trains a learner and predicts rows."""
    return learners[index](train, seed, classes)(rows)


class Client:
    """The workers of a client: a dask.distributed.Client, which gets the data once, or an executor."""

    def __init__(self, learners: Sequence[PythonLearner], client: Any) -> None:
        if not hasattr(client, "submit"):
            raise ValueError(f"client: {client!r} has no submit(); expected a concurrent.futures.Executor or "
                             "dask.distributed.Client")
        self._client = client
        self._learners: Any = tuple(learners)
        self.count = getattr(client, "_max_workers", os.cpu_count() or 1)
        if hasattr(client, "scatter"):
            self.count = max(1, sum(client.ncores().values()))
            self._learners, = client.scatter([self._learners], broadcast=True)
        self._closed = False

    def fit(self, index: int) -> Callable[[Array, int, list[str]], Predict]:
        """The function that the engine calls for the learner of this number."""

        def fit(train: Array, seed: int, classes: list[str]) -> Predict:
            def predict(rows: Array) -> Predicted:
                future = self._client.submit(_fit_and_predict, self._learners, index, train, seed, classes,
                                             rows)
                while True:
                    try:
                        predicted: Predicted = future.result(timeout=_PATIENCE)
                        return predicted
                    except TimeoutError:
                        if future.done():  # the learner raised it
                            raise
                        if self._closed:
                            future.cancel()
                            raise

            return predict

        return fit

    def close(self) -> None:
        self._closed = True


def _with_workers(learners: list[tuple[str, Any]], options: dict[str, Any], workers: Any,
                  count: int) -> Iterator[list[tuple[str, Any]]]:
    options |= {"threads": count, "interrupted": workers.close}
    positions = itertools.count()
    found = []
    for name, one in learners:
        if not isinstance(one, str):
            fit = workers.fit(next(positions))
            setattr(fit, "trains_with", one.trains_with)
            setattr(fit, "version", one.version)
            one = fit
        found.append((name, one))
    try:
        yield found
    finally:
        workers.close()


@contextlib.contextmanager
def trained_by(client: Any, learners: list[tuple[str, Any]],
               options: dict[str, Any]) -> Iterator[list[tuple[str, Any]]]:
    """The learners as the engine is given them: those in Python are trained by the workers of a client."""
    workers = Client([one for _, one in learners if not isinstance(one, str)], client)
    yield from _with_workers(learners, options, workers, workers.count)


@contextlib.contextmanager
def trained_in(processes: int, learners: list[tuple[str, Any]],
               options: dict[str, Any]) -> Iterator[list[tuple[str, Any]]]:
    """The learners as the engine is given them: those in Python are trained in worker processes.

    The number of workers becomes an option of the engine.
    """
    if not isinstance(processes, numbers.Integral) or processes < 0:
        raise ValueError(f"processes={processes!r}; expected 0 for one a core, or how many")
    count = processes or os.cpu_count() or 1
    in_python = [one for _, one in learners if not isinstance(one, str)]
    if count == 1 or not in_python:
        yield learners
        return
    yield from _with_workers(learners, options, Processes(in_python, count), count)
