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
    """A bar of tqdm, in a notebook a widget, or else a line on standard error. It appears when there is
    news."""

    _shown: Any = None

    def __call__(self, progress: Progress) -> None:
        if self._shown is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                self._shown = _Line()
            else:
                self._shown = tqdm(total=1, leave=False, bar_format="{percentage:3.0f}%|{bar}| {desc}")
        self._shown.total, self._shown.n = progress.total, min(progress.done, progress.total)
        self._shown.set_description_str(progress.text)

    def close(self) -> None:
        if self._shown is not None:
            self._shown.close()


class _Line:
    """Stands in for tqdm: a line that is rewritten."""

    _width = 0

    def set_description_str(self, text: str) -> None:
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def close(self) -> None:
        print(file=sys.stderr)


@contextlib.contextmanager
def shown(progress: bool | Show) -> Iterator[dict[str, Any]]:
    """The option by which the engine shows its progress: nothing, a bar, or calls of a function."""
    if callable(progress):
        yield {"progress": lambda *told: progress(Progress(*told))}
    elif progress:
        with contextlib.closing(_Bar()) as bar:
            yield {"progress": lambda *told: bar(Progress(*told))}
    else:
        yield {}
