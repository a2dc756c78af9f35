"""The command ``unseen`` of the package: it starts the program, after any work that needs a Python library.

It imports little, so that the program starts at once.
"""
from __future__ import annotations

import importlib.util
import os
import sys

# The first bytes of files that the program cannot read.
_ARROW_FILES = (b"PAR1", b"ARROW1", b"FEA1")


def _program() -> str:
    """The path of the program, which is in the package ``unseen``; that package is not imported."""
    found = importlib.util.find_spec("unseen")
    assert found is not None and found.submodule_search_locations is not None
    return os.path.join(found.submodule_search_locations[0], "bin", "unseen")


def is_arrow_file(word: str) -> bool:
    """True for a Parquet, Arrow or Feather file.

    False for other files, and for anything that is not a file, such as a pipe, which must not be read here.
    """
    if not os.path.isfile(word):
        return False
    try:
        with open(word, "rb") as file:
            return file.read(6).startswith(_ARROW_FILES)
    except OSError:
        return False


def main() -> None:
    words = sys.argv[1:]
    program = _program()
    on_dask = words[:1] == ["run"] and any(word == "--dask" or word.startswith("--dask=") for word in words)
    if on_dask or any(is_arrow_file(word) for word in words):
        from unseen import _command

        try:
            words, status = _command.prepare(program, words)
        except (ImportError, OSError, RuntimeError, ValueError) as error:
            print(f"unseen: error: {error}", file=sys.stderr)
            sys.exit(2)
        except KeyboardInterrupt:
            sys.exit(130)
        if status is not None:
            sys.exit(status)
    os.execv(program, ["unseen", *words])
