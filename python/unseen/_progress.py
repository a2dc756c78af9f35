"""The progress of long calls: a bar by tqdm, or else a line on standard error."""
from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple


class Progress(NamedTuple):
    """How far a call is, for the function that is given as ``progress=``.

    >>> unseen.Progress(done=30.5, total=100, failures=0, found=10, text="30 of 100 fits").done
    30.5
    """

    done: float
    """Fits that are done, with the done shares of those that run; curves and tuning begin several times."""
    total: int
    failures: int
    """Fits that failed, among ``done``."""
    found: int
    """Fits that were in the store, among ``done``."""
    text: str
    """The same in words, with the time that is left."""


Show = Callable[[Progress], Any]


class _Bar:
    """A bar of tqdm, in a notebook a widget."""

    def __init__(self, tqdm: Any) -> None:
        self._bar = tqdm(total=1, leave=False, bar_format="{percentage:3.0f}%|{bar}| {desc}")

    def __call__(self, progress: Progress) -> None:
        self._bar.total, self._bar.n = progress.total, min(progress.done, progress.total)
        self._bar.set_description_str(progress.text)

    def close(self) -> None:
        self._bar.close()


class _Line:
    """A line on standard error that is rewritten."""

    _width = 0

    def __call__(self, progress: Progress) -> None:
        print("\r" + progress.text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(progress.text)

    def close(self) -> None:
        if self._width:
            print(file=sys.stderr)


@contextlib.contextmanager
def shown(progress: bool | Show) -> Iterator[dict[str, Any]]:
    """The option by which the engine shows its progress: nothing, a bar, or calls of a function."""
    if not callable(progress):
        if not progress:
            yield {}
            return
        try:
            from tqdm.auto import tqdm
        except ImportError:
            show: Any = _Line()
        else:
            show = _Bar(tqdm)
        with contextlib.closing(show):
            yield {"progress": lambda *told: show(Progress(*told))}
        return
    yield {"progress": lambda *told: progress(Progress(*told))}
