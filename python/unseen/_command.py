"""The work of the package's command before it calls the program.

It converts Parquet, Arrow and Feather files to CSV, and lets a cluster do the fits of ``run --dask``.
"""
from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any, NamedTuple

from unseen_command import is_arrow_file

_OUTPUTS = ("--output", "--report")
_COMMANDS = ("compare", "data", "estimate", "score", "split")
_RUN_VALUES = ("--dask", "--store", "--seed", "--shard", "--log", "--format", "--output", "--threads",
               "--report", "--plot", "--plot-width", "--plot-letters", "--color")
_RUN_FLAGS = ("--dry-run", "--plot-grey", "--verbose", "--strict", "--quiet", "--no-values")


def prepare(program: str, words: list[str]) -> tuple[list[str], int | None]:
    """The remaining words for the program, and the exit status if it has already run."""
    if any(word.split("=")[0] == "--dask" for word in words):
        return _run_on_dask(words), None
    return words, _run_on_tables(program, words)


def _run_on_dask(words: list[str]) -> list[str]:
    from . import _engine
    from ._machines import do_parts

    rest = [w for i, w in enumerate(words) if not w.startswith("--dask")
            and not (i > 0 and words[i - 1] == "--dask")]
    if {"-h", "--help"} & set(rest):
        return rest
    parser = argparse.ArgumentParser(prog="unseen run", add_help=False, allow_abbrev=False)
    for option in _RUN_VALUES:
        parser.add_argument(option)
    for option in _RUN_FLAGS:
        parser.add_argument(option, action="store_true")
    parser.add_argument("experiment")
    given = parser.parse_args(words[1:])
    if given.shard is not None:
        raise ValueError("--shard: with --dask the cluster gets all shards")
    if given.dry_run:
        return rest
    if given.store is None:
        raise ValueError("--store is missing: expected the file that keeps the fits")
    try:
        from distributed import Client
    except ImportError:
        raise ImportError("--dask needs the package distributed (pip install distributed)") from None
    described = _engine.read_experiment(given.experiment, None if given.seed is None else int(given.seed))
    connect: Any = Client
    with connect(given.dask, timeout=10) as client:
        do_parts(described, given.store, client, None)
    return rest


def _run_on_tables(program: str, words: list[str]) -> int:
    stored = any(word.split("=")[0] == "--store" for word in words)
    if words[0] not in _COMMANDS or stored:
        what = f"unseen {words[0]}" + (" --store" if stored else "")
        raise ValueError(
            f"{next(filter(is_arrow_file, words))}: `{what}` keeps the names of its files and reads no "
            "Parquet, Arrow and Feather files; "
                         "write it as CSV, or use unseen.estimate in Python")
    shown: dict[bytes, bytes] = {}
    texts: set[str] = set()
    declared: list[str] = []
    with tempfile.TemporaryDirectory(prefix="unseen-") as folder:
        ours = []
        for i, word in enumerate(words):
            if is_arrow_file(word) and words[i - 1] not in _OUTPUTS:
                os.mkdir(os.path.join(folder, str(i)))
                copy = os.path.join(folder, str(i), os.path.basename(word))
                converted = _write_csv(word, copy)
                texts |= converted.texts
                _tell_left_out(word, converted.left_out, words)
                declared = declared or _declared_order(word, converted.categories, words)
                shown[copy.encode()] = word.encode()
                if words[0] == "data":
                    as_csv = b"read as CSV, separator ',', the first row is the header"
                    shown[as_csv] = b"read as " + _form(word)
                word = copy
            ours.append(word)
        defaults = {"--header": "yes", "--separator": ",", "--missing": ""}
        for option, value in defaults.items():
            if not any(word == option or word.startswith(option + "=") for word in words):
                ours += [option, value]
        for name in sorted(texts):
            ours += ["--categorical", name]
        if declared:
            at = ours.index("@declared") if "@declared" in ours else ours.index("--ordered=@declared")
            ours[at] = ours[at].replace("@declared", ",".join(declared))
        # so that the program ends and the copies are removed
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
        done = subprocess.run([program, *ours], capture_output=True)
        for stream, said in ((sys.stdout, done.stdout), (sys.stderr, done.stderr)):
            stream.buffer.write(_renamed(said, shown))
            stream.flush()
        for option in _OUTPUTS:
            for path in _values_of(option, words):
                if os.path.isfile(path):
                    with open(path, "r+b") as file:
                        content = file.read()
                        file.seek(0)
                        file.truncate()
                        file.write(_renamed(content, shown))
    return done.returncode


def _values_of(option: str, words: list[str]) -> list[str]:
    """The values of an option, as --option VALUE or --option=VALUE."""
    return [b for a, b in zip(words, words[1:]) if a == option] + [
        w.split("=", 1)[1] for w in words if w.startswith(option + "=")]


def _tell_left_out(path: str, left_out: dict[str, str], words: list[str]) -> None:
    """Says which columns are no column of a table; raises ValueError for one that the words name."""
    named = {part for word in words for part in re.split("[=,;]", word)}
    for name, kind in left_out.items():
        if name in named:
            raise ValueError(f"{path}: column '{name}' holds {kind}; expected numbers or texts")
    if left_out and "--quiet" not in words:
        listed = ", ".join(f"'{name}' ({kind})" for name, kind in left_out.items())
        print(f"unseen: note: {path}: left out, because their cells are no single values: columns {listed}",
              file=sys.stderr)


def _declared_order(path: str, categories: dict[str, list[str]], words: list[str]) -> list[str]:
    """The categories of the target in the order of the file, if the words ask for it by @declared."""
    if "@declared" not in _values_of("--ordered", words):
        return []
    target = (_values_of("--target", words) or _values_of("--truth", words) or list(categories)[-1:])[-1:]
    if not target or target[0] not in categories:
        which = f"column '{target[0]}'" if target else "the file"
        raise ValueError(f"{path}: --ordered @declared takes the order of the categories of the target, "
                         f"and {which} has none; name the classes from the lowest on")
    labels = categories[target[0]]
    if any("," in label for label in labels):
        raise ValueError(
            f"{path}: --ordered @declared: a category has a comma; name the classes with --ordered")
    return labels


def _renamed(text: bytes, shown: dict[bytes, bytes]) -> bytes:
    for copy, word in shown.items():
        text = text.replace(copy, word)
    return text


def _form(path: str) -> bytes:
    with open(path, "rb") as file:
        return {b"PAR1": b"Parquet", b"FEA1": b"Feather"}.get(file.read(4), b"Arrow")


def batches(path: str) -> Iterator[Any]:
    """The record batches of the file."""
    import pyarrow as pa

    with open(path, "rb") as file:
        magic = file.read(4)
    if magic == b"PAR1":
        import pyarrow.parquet

        parquet = pa.parquet.ParquetFile(path)
        yield from parquet.iter_batches()
    elif magic == b"FEA1":
        import pyarrow.feather

        yield from pa.feather.read_table(path).tobatches()
    else:
        with pa.ipc.open_file(path) as arrow:
            yield from (arrow.get_batch(i) for i in range(arrow.num_record_batches))


def _cells(column: Any) -> Any:
    """Numbers as doubles, which CSV preserves to the last digit, and everything else as text."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_dictionary(kind):
        return _cells(column.cast(kind.value_type))
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        numbers = column.cast(pa.float64())
        return pc.if_else(pc.is_nan(numbers), pa.scalar(None, pa.float64()), numbers)
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind) or pa.types.is_null(kind):
        return column
    return column.cast(pa.string())


class _Converted(NamedTuple):
    """What a CSV does not say of the file that it was made from."""

    texts: set[str]  # the names of text columns that look like numbers
    left_out: dict[str, str]  # columns of lists, structs and maps, with their types
    categories: dict[str, list[str]]  # of columns of categories, in the order of the file


def _categories_of(column: Any) -> list[str]:
    return [str(label) for label in column.dictionary.to_pylist() if label is not None]


def _write_csv(path: str, copy: str) -> _Converted:
    """Writes the file as CSV."""
    try:
        import pyarrow as pa
        import pyarrow.compute as pc
        import pyarrow.csv
    except ImportError:
        raise ImportError(
            f"{path}: reading this file needs the package pyarrow (pip install pyarrow)") from None
    like_numbers: dict[str, bool] = {}
    converted = _Converted(set(), {}, {})
    writer = None
    name = ""
    try:
        for batch in batches(path):
            chosen = [i for i, field in enumerate(batch.schema)
                      if not pa.types.is_nested(field.type)
                      and not re.fullmatch(r"__index_level_\d+__", field.name)]
            converted.left_out.update({field.name: str(field.type) for field in batch.schema
                                       if pa.types.is_nested(field.type)})
            names = [batch.schema[i].name for i in chosen]  # the program refuses equal names
            columns = []
            for i, name in zip(chosen, names):
                cells = batch.column(i)
                cells.validate(full=True)  # texts are UTF-8
                if pa.types.is_dictionary(cells.type):
                    known = converted.categories.setdefault(name, [])
                    known += [label for label in _categories_of(cells) if label not in known]
                columns.append(_cells(cells))
            for name, column in zip(names, columns):
                if pa.types.is_string(column.type):
                    numeric = pc.all(pc.match_substring_regex(column.drop_null(), r"^\s*[-+0-9.]")).as_py()
                    like_numbers[name] = like_numbers.get(name, True) and numeric is not False
            made = pa.RecordBatch.from_arrays(columns, names=names)
            writer = writer or pa.csv.CSVWriter(copy, made.schema)
            writer.write_batch(made)
    except pa.ArrowException as error:
        raise ValueError(f"{path}: " + (f"column '{name}': " if name else "") + str(error)) from None
    finally:
        if writer is not None:
            writer.close()
    if writer is None:
        raise ValueError(f"{path}: the file has no rows")
    converted.texts.update(name for name, numeric in like_numbers.items() if numeric)
    return converted
