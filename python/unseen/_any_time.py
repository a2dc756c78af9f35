"""Looks at any time: the file that keeps what was counted."""
from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
from collections.abc import Callable, Iterator

from . import _engine


@contextlib.contextmanager
def _locked_folder(place: str) -> Iterator[None]:
    """Keeps other runs from replacing the file. The lock ends with the process, however that ends."""
    folder = os.open(os.path.dirname(place), os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # a file system without locks
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _content(name: str) -> bytes | None:
    if not os.path.exists(name):
        return None
    with open(name, "rb") as file:
        return file.read()


def looked(path: str | os.PathLike[str],
           look: Callable[[bytes | None, str], tuple[_engine.Answer, bytes]]) -> _engine.Answer:
    """The answer of a look at the state in the file and new rows. The new state takes the old one's place, as
    a whole or not at all; if another run has changed it meanwhile, OSError is raised."""
    name = os.fspath(path)
    before = _content(name)
    answer, after = look(before, name)
    if after == before:
        return answer
    place = os.path.realpath(name)
    new = f"{place}.part-{os.getpid()}"
    try:
        with open(new, "wb") as file:
            file.write(after)
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            shutil.copymode(place, new)
        with _locked_folder(place):
            if _content(place) != before:
                raise OSError(f"{name}: another run has changed this state meanwhile, so that the rows of "
                              "this run are not counted; look again")
            os.replace(new, place)
    except BaseException:
        if os.path.exists(new):
            os.unlink(new)
        raise
    return answer
