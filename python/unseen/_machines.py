"""Experiments whose fits are done by other processes or machines.

The client is anything with ``submit()``, such as concurrent.futures.Executor and Dask's Client.
"""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from . import _engine

_SECONDS_A_PART = 1.0  # so that losing a part costs little, and sending one costs less
_MOST_PARTS = 4096


def do_part(experiment: _engine.Described, index: int, count: int) -> bytes:
    """The store with the fits of one part. This is a pure function: repeated elsewhere, it gives the same
    content."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="unseen-") as folder:
        store = os.path.join(folder, "part.db")
        _engine.run(experiment, store, 1, index, count, None)
        with open(store, "rb") as file:
            return file.read()


def parts_for(seconds: float) -> int:
    """The number of parts, a power of two, so that finished parts still count if a later run has more of
    them."""
    parts = 1
    while parts < _MOST_PARTS and seconds / parts > _SECONDS_A_PART:
        parts *= 2
    return parts


def do_parts(experiment: _engine.Described, store: str, client: Any, parts: int | None,
             progress: Callable[..., Any] | None = None) -> None:
    """Lets the client do the fits that the store lacks, and adds each part to the store as it arrives.
    ``progress`` is told as of fits."""
    import tempfile

    count = parts_for(_engine.forecast(experiment, store)) if parts is None else parts
    missing = _engine.missing_shards(experiment, store, count)
    futures: list[Any] = []
    done = 0
    try:
        futures.extend(client.submit(do_part, experiment, index, count) for index in missing)
        with tempfile.TemporaryDirectory(prefix="unseen-",
                                         dir=os.path.dirname(os.path.abspath(store))) as folder:
            part = os.path.join(folder, "part.db")
            while futures:
                with open(part, "wb") as file:
                    file.write(futures[0].result())
                _engine.merge(store, [part])
                del futures[0]  # this also frees the cluster's copy
                done += 1
                if progress is not None:
                    progress(done, len(missing), 0, 0, f"{done} of {len(missing)} parts")
    except Exception as error:
        if type(error) in (ValueError, OSError, RuntimeError, _engine.LearnerError):
            raise  # from a part itself: bad input, a full disk; errors of clients have other types
        raise RuntimeError(
            f"the client failed after {done} of {len(missing)} parts ({type(error).__name__}: {error}); "
                           f"they are in {store}, and the same call continues from here") from error
    finally:
        for future in futures:
            future.cancel()
