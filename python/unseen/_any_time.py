"""Looks at any time: the file that keeps what was counted."""
from __future__ import annotations

import os
import shutil
from collections.abc import Callable

from . import _engine


def looked(path: str | os.PathLike[str],
           look: Callable[[bytes | None, str], tuple[_engine.Answer, bytes]]) -> _engine.Answer:
    """The answer of a look at the state in the file and new rows. The new state takes the old one's place, as
    a whole or not at all."""
    name = os.fspath(path)
    before = None
    if os.path.exists(name):
        with open(name, "rb") as file:
            before = file.read()
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
        os.replace(new, place)
    except BaseException:
        if os.path.exists(new):
            os.unlink(new)
        raise
    return answer
