"""Strict JSON, both ways: what is written reads back equal, and what is read is what the standard allows.

Writing: keys sorted, ASCII only (so that one record stays one line), NumPy scalars and arrays become plain numbers and
lists, tuples become lists. NaN and infinities have no JSON: they are written as null and noted apart (`split`), or
refused. Reading: sizes capped, no `NaN` token, no duplicate keys, nesting bounded.
"""

import contextlib
import json
import math
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BufferedReader
from pathlib import Path
from typing import Any

import numpy as np

from flowbench.errors import BadValue, StoreError

MAX_BYTES = 16 << 20  # of one JSON document
MAX_LINE_BYTES = 1 << 20

Place = tuple["Place", object] | None  # of a value within others: where that is which holds it, and its key there


def dumps(value: Any, *, indent: int | None = None) -> str:
    """Write a value as strict JSON, one line unless `indent` is given.

    Raises:
        BadValue: for what JSON cannot hold (non-finite numbers, keys that are no strings, ...); names the field.
    """
    spaces = (",", ":") if indent is None else (",", ": ")
    return json.dumps(plain(value), sort_keys=True, allow_nan=False, indent=indent, separators=spaces)


def plain(value: Any) -> Any:
    """Turn a value into dicts with string keys, lists, strings, finite numbers, booleans and None."""
    return _plain(value, None, _refuse_number)


def split(value: Any) -> tuple[Any, dict[str, str]]:
    """Like `plain`, but non-finite numbers become None; the second result names their fields ("state.gap_m": "inf")."""
    missing: dict[str, str] = {}

    def note(number: float, field: str) -> None:
        missing[field] = str(number)

    return _plain(value, None, note), missing


def join(value: Any, missing: Mapping[str, str]) -> Any:
    """Undo `split`: put the non-finite numbers back where they were."""
    return _join(value, None, missing)


def loads(text: str | bytes, name: str) -> Any:
    """Read strict JSON; `name` is the file named in errors.

    Raises:
        StoreError: if it is not strict JSON (with the reason).
    """
    try:
        return json.loads(text, parse_constant=_refuse_token, parse_float=_finite, object_pairs_hook=_unique)
    except RecursionError:
        raise StoreError(f"{name} is nested too deep to be one of ours.") from None
    except ValueError as e:
        raise StoreError(f"{name} is not strict JSON: {e}.") from e


def read(path: Path, max_bytes: int = MAX_BYTES) -> Any:
    """Read one JSON document from a regular file of at most `max_bytes`."""
    return loads(read_bytes(path, max_bytes), path.name)


def read_lines(path: Path, max_bytes: int) -> list[Any]:
    """Read a JSON-lines file of at most `max_bytes`, line by line; a line that is cut off or too long is an error."""
    values: list[Any] = []
    with opened(path, max_bytes) as file:
        while line := file.readline(MAX_LINE_BYTES):
            if not line.endswith(b"\n"):
                raise StoreError(
                    f"Line {len(values) + 1} of {path.name} is cut off, or longer than {MAX_LINE_BYTES} bytes."
                )
            values.append(loads(line, f"{path.name} line {len(values) + 1}"))
    return values


def lines(values: Iterable[Any]) -> bytes:
    """The bytes of a JSON-lines file."""
    return "".join(dumps(value) + "\n" for value in values).encode("ascii")


def read_bytes(path: Path, max_bytes: int) -> bytes:
    """Read a whole regular file of at most `max_bytes`."""
    with opened(path, max_bytes) as file:
        return file.read(max_bytes)


@contextlib.contextmanager
def opened(path: Path, max_bytes: int) -> Iterator[BufferedReader]:
    """Open a regular file (no symlink, no device) of at most `max_bytes`.

    Raises:
        StoreError: if it is missing, something else than a file, or larger.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as e:
        raise StoreError(f"{path} cannot be read: {e.strerror}.") from e
    facts = os.fstat(handle)
    if not stat.S_ISREG(facts.st_mode):
        os.close(handle)
        raise StoreError(f"{path} is not a regular file.")
    with os.fdopen(handle, "rb") as file:
        if facts.st_size > max_bytes:
            raise StoreError(f"{path} has {facts.st_size} bytes, more than the limit of {max_bytes}.")
        yield file


def _plain(value: Any, place: Place, odd: Callable[[float, str], None]) -> Any:
    kind = type(value)
    if kind is int or kind is bool or value is None or (kind is float and math.isfinite(value)):
        return value
    if isinstance(value, str):
        return _text(value, place)
    if isinstance(value, list | tuple):
        return [_plain(item, (place, k), odd) for k, item in enumerate(value)]
    if isinstance(value, Mapping):
        return {_key(key, place): _plain(item, (place, key), odd) for key, item in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return _plain(value.tolist(), place, odd)
    if isinstance(value, float) and not math.isfinite(value):
        odd(value, _field(place))
        return None
    if isinstance(value, int | float):
        return value
    raise BadValue(f"Field {_field(place) or 'value'!r} holds a {type(value).__name__}, which JSON cannot hold.")


def _field(place: Place) -> str:
    """A place in words: "state.gap_m"."""
    keys: list[str] = []
    while place is not None:
        place, key = place
        keys.append(str(key))
    return ".".join(reversed(keys))


def _join(value: Any, place: Place, missing: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _join(item, (place, key), missing) for key, item in value.items()}
    if isinstance(value, list):
        return [_join(item, (place, k), missing) for k, item in enumerate(value)]
    if value is None and (field := _field(place)) in missing:
        return float(missing[field])
    return value


def _key(key: object, place: Place) -> str:
    if not isinstance(key, str):
        raise BadValue(f"Field {_field(place) or 'value'!r} has the key {key!r}; keys must be strings.")
    return _text(key, place)


def _text(text: str, place: Place) -> str:
    if text.isascii():
        return str(text)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as e:
        raise BadValue(f"Field {_field(place) or 'value'!r} holds a lone surrogate, which is no text: {text!r}.") from e
    return str(text)


def _refuse_number(number: float, field: str) -> None:
    raise BadValue(f"Field {field or 'value'!r} is {number}, which JSON cannot hold.")


def _refuse_token(token: str) -> None:
    raise ValueError(f"the token {token}")


def _finite(token: str) -> float:
    if not math.isfinite(float(token)):
        raise ValueError(f"the number {token}")
    return float(token)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a key occurs twice in one object")
    return result
