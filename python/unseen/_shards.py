"""Files of predictions that are parts of one: each is summarised where it is, and the summaries are
merged."""
from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from unseen_command import is_arrow_file

from . import _engine
from ._columns import frame_columns


def state_of(path: str, options: dict[str, Any], cells: int) -> bytes:
    """The state of one file. This is a pure function: repeated elsewhere, it gives the same bytes."""
    if not is_arrow_file(path):
        return _engine.state_of_file(path, options, cells)
    if cells:
        raise ValueError(f"{path}: cells= needs files that are read in pieces: CSV or .npy")
    from ._command import batches

    import pyarrow as pa

    return _engine.state_of_table(frame_columns(pa.Table.from_batches(batches(path)), path), options, path)


def state_of_files(paths: Sequence[str], options: dict[str, Any], cells: int, client: Any) -> bytes:
    """The state of all files. A client's futures are merged in the order of the files, so few of them
    wait."""
    whole = None
    futures = ([client.submit(state_of, os.path.abspath(path), options, cells) for path in paths]
               if client is not None else [])
    try:
        for number, path in enumerate(paths):
            state = futures[number].result() if futures else state_of(path, options, cells)
            whole = state if whole is None else _engine.merged_states(whole, state)
    finally:
        for future in futures:
            future.cancel()
    assert whole is not None
    return whole
