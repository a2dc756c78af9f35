"""Turns arrays and frames of any library into columns of the engine: (name, numbers) or (name, (labels,
codes))."""
from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Cells = npt.NDArray[Any] | tuple[list[str], npt.NDArray[np.int32]]
NamedColumn = tuple[str, Cells]


class Days(np.ndarray[Any, np.dtype[np.float64]]):
    """Dates as numbers of days, which the engine knows to be times."""

    holds_dates = True


_NESTED = (list, tuple, set, dict, np.ndarray)

# the engine reads these without an intermediate copy
_AS_THEY_ARE = tuple(np.dtype(t) for t in (np.float64, np.float32, np.int64, np.int32))


def _missing(value: Any) -> bool:
    if isinstance(value, str):
        return value == ""  # as in a file
    try:
        return value is None or bool(value != value)  # NaN and NaT are not equal to themselves
    except TypeError:  # pandas' NA has no truth value
        return True


def text_of(value: Any) -> str:
    """The label of a class as the command line would read it: 1 for 1.0, and text unchanged."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str(value)


def _labelled(values: npt.NDArray[Any]) -> Cells:
    if values.dtype.kind == "b":
        distinct = np.array([v for v, occurs in ((False, not values.all()), (True, values.any())) if occurs])
        return ([str(v) for v in distinct], values.astype(np.int32)
                if len(distinct) == 2 else np.zeros(len(values), np.int32))
    if values.dtype.kind in "US" and (values != values.dtype.type()).all():
        distinct, codes = np.unique(values, return_inverse=True)
        return _ordered([text_of(v) for v in distinct], codes)
    present = [None if _missing(v) else text_of(v) for v in values]
    labels = sorted({v for v in present if v is not None})
    number = {label: code for code, label in enumerate(labels)}
    return labels, np.fromiter((-1 if v is None else number[v] for v in present), np.int32, len(present))


def _ordered(labels: list[str], codes: npt.NDArray[Any]) -> Cells:
    """Codes into the sorted labels."""
    order = sorted(range(len(labels)), key=labels.__getitem__)
    place = np.empty(len(labels), dtype=np.int32)
    place[order] = np.arange(len(labels), dtype=np.int32)
    return [labels[i] for i in order], place[codes]


def _categories(values: Any) -> Cells | None:
    """The cells of a pandas categorical: the categories that occur, in their order if they are ordered, else
    sorted."""
    series = getattr(values, "cat", None)
    if series is None or not hasattr(series, "categories"):
        return None
    series = series.remove_unused_categories().cat
    labels = [text_of(c) for c in series.categories]
    codes = np.ascontiguousarray(series.codes, dtype=np.int32)
    if series.ordered:
        return labels, codes
    labels, place = _ordered(labels, np.arange(len(labels)))
    return labels, np.append(place, np.int32(-1))[codes]  # -1 stays -1


def cells(values: Any, name: str, dates: bool = False) -> Cells:
    """The cells of one column: any array, list or series. Raises ValueError if it is not one-dimensional, and
    for dates unless these are allowed: they become text, a time as ``time=`` and a name as ``group=``."""
    known = _categories(values)
    if known is not None:
        return known
    if isinstance(values, np.ma.MaskedArray):
        values = np.ma.filled(values.astype(np.float64 if values.dtype.kind in "biuf" else object), np.nan)
    if hasattr(values, "__arrow_array__") or hasattr(values, "dictionary_encode"):
        array = np.asarray(values)  # to_numpy() of Arrow's arrays refuses missing cells
    elif hasattr(values, "to_numpy"):
        array = values.to_numpy()
    else:
        array = np.asarray(values)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"{name} has the shape {array.shape}; expected one value a row")
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8 and len(array) and (array.max() > 2**53
                                                                                  or array.min() < -(2**53)):
        return _labelled(array.astype(str))  # names such as hashes, which doubles would merge
    if array.dtype.kind in "fiu":
        return array if array.dtype in _AS_THEY_ARE else np.asarray(array, dtype=np.float64)
    if array.dtype.kind == "O":  # numbers that come as objects, as with pandas' nullable types
        nested = next((v for v in array if isinstance(v, _NESTED)), None)
        if nested is not None:
            raise ValueError(f"{name} holds values of the type {type(nested).__name__}; expected one number "
                             "or text a cell: leave it out, or make a column of each part")
        kept = [v for v in array if not _missing(v)]
        if kept and all(isinstance(v, (int, float, np.number)) and not isinstance(v, (bool, np.bool_))
                        for v in kept):
            if any(isinstance(v, (int, np.integer)) and abs(int(v)) >= 2**53 for v in kept):
                return _labelled(array)
            return np.array([np.nan if _missing(v) else float(v) for v in array], dtype=np.float64)
    if array.dtype.kind == "M" and not dates:
        raise ValueError(f"{name} holds dates; convert them to numbers or to text first")
    if array.dtype.kind == "M":
        texts = np.datetime_as_string(array, unit="auto").astype(object)
        texts[np.isnat(array)] = None
        return _labelled(texts)
    if array.dtype.kind == "c":
        raise ValueError(f"{name} holds complex numbers; expected real ones")
    return _labelled(array)


def classes_of(values: Any, expected: int) -> list[Any]:
    """The classes of a column, in the order that scikit-learn's ``classes_`` has for the same values.

    Declared categories count, if there are as many as expected; otherwise only those that occur.
    """
    declared = getattr(getattr(values, "cat", values), "categories", None)
    array = np.asarray(values if declared is None or len(declared) != expected else declared).ravel()
    present = array[[not _missing(v) for v in array]] if array.dtype.kind == "O" else array[array == array]
    try:
        return list(np.unique(present))
    except TypeError:  # values of several types have no order
        return sorted(set(present), key=text_of)


def rows_of(column: Cells) -> int:
    return len(column[1]) if isinstance(column, tuple) else len(column)


def column_names(frame: Any) -> list[Any] | None:
    """The names of the columns of a pandas, polars or Arrow frame; None for an array."""
    for attribute in ("column_names", "columns"):
        names = getattr(frame, attribute, None)
        if names is not None and not callable(names):
            return list(names)
    return None


def _feature(values: Any, name: str) -> Cells:
    """The cells of a feature: dates are numbers of days since 1970, as the reader of CSV has them."""
    kind = getattr(values, "dtype", None)
    zoned = getattr(kind, "tz", None) is not None
    if getattr(kind, "kind", "") == "M" and not zoned:
        dates = np.asarray(values)
    elif zoned and hasattr(getattr(values, "dt", None), "tz_convert"):
        dates = values.dt.tz_convert("UTC").dt.tz_localize(None).to_numpy()
    else:
        dates = np.empty(0)
        if type(values).__module__.split(".")[0] in ("polars", "pyarrow"):
            array = values.to_numpy() if hasattr(values, "to_numpy") else np.asarray(values)
            dates = array if array.dtype.kind == "M" else dates
    if dates.dtype.kind != "M" or dates.ndim != 1:
        return cells(values, name)
    days = dates.astype("datetime64[ns]").astype(np.int64) / 86_400e9
    days[np.isnat(dates)] = np.nan
    return days.view(Days)


def frame_columns(frame: Any, name: str = "X") -> list[NamedColumn]:
    """The columns of a table: a pandas, polars or Arrow table, a dict of arrays, or a two-dimensional array
    (columns x0, x1 ...)."""
    if isinstance(frame, dict):
        return [(str(key), _feature(values, str(key))) for key, values in frame.items()]
    if hasattr(frame, "tocsr"):
        raise ValueError(f"{name} is a sparse matrix; expected a dense array or a frame: {name}.toarray()")
    names = column_names(frame)
    if names is not None:
        return [(str(key), _feature(frame[key], str(key))) for key in names]
    array = np.asarray(frame)
    if array.ndim == 1:
        array = array.reshape(-1, 1)
    if array.ndim != 2:
        raise ValueError(f"{name} has the shape {array.shape}; expected rows and columns")
    return [(f"x{i}", cells(array[:, i], f"x{i}")) for i in range(array.shape[1])]


def feature_names(frame: Any) -> list[str]:
    """What :func:`frame_columns` calls the columns, of a sparse matrix too."""
    names = list(frame) if isinstance(frame, dict) else column_names(frame)
    shape = getattr(frame, "shape", None) or np.shape(frame)
    return [f"x{i}" for i in range(shape[1] if len(shape) > 1 else 1)] if names is None else [
        str(name) for name in names]


def response_columns(y: Any) -> list[NamedColumn]:
    """The response as the column ``y``, or several targets as one column each.

    The columns of several targets have the names of the frame, or ``y0``, ``y1`` ... for an array.
    """
    names = column_names(y)
    array: npt.NDArray[Any] = np.empty(0) if names is not None else np.asarray(y)
    if array.ndim == 2 and array.shape[1] > 1:
        return [(f"y{i}", cells(array[:, i], f"y{i}")) for i in range(array.shape[1])]
    return [("y", cells(y, "y"))] if names is None or len(names) == 1 else frame_columns(y)


def check_rows(columns: list[NamedColumn]) -> None:
    """Raises ValueError unless all columns have the same number of rows."""
    first_name, first = columns[0]
    for name, column in columns[1:]:
        if rows_of(column) != rows_of(first):
            raise ValueError(f"{first_name} has {rows_of(first)} rows and {name} has {rows_of(column)}")
