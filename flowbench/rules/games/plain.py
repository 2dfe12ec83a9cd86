"""Frozen records as JSON values and back. Records hold numbers, strings, booleans, None, tuples and other records."""

import dataclasses
import types
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from flowbench.errors import BadValue

T = TypeVar("T")


def to_plain(value: Any) -> Any:
    """JSON values of a record: maps by field name, lists for tuples."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: to_plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise BadValue(f"A record holds numbers, strings, tuples and records, got {type(value).__name__} {value!r}.")


def from_plain(kind: type[T], value: Any) -> T:
    """The record of a type from its JSON values.

    Raises:
        BadValue: naming the field that is missing, unknown or of the wrong type.
    """
    built: T = _build(kind, value, kind.__name__)
    return built


def _build(kind: Any, value: Any, where: str) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _build_choice(get_args(kind), value, where)
    if origin is tuple:
        return _build_tuple(get_args(kind), value, where)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _build_record(kind, value, where)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not kind and value is not kind:
        expected = getattr(kind, "__name__", str(kind))
        raise BadValue(f"{where} must be {expected}, got {type(value).__name__} {value!r}.")
    return value


def _build_record(kind: type, value: Any, where: str) -> Any:
    names = [item.name for item in dataclasses.fields(kind)]
    if not isinstance(value, dict) or set(value) != set(names):
        came = sorted(value) if isinstance(value, dict) else f"{type(value).__name__} {value!r}"
        raise BadValue(f"{where} must be a map of {names}, got {came}.")
    hints = _hints(kind)
    return kind(**{name: _build(hints[name], value[name], f"{where}.{name}") for name in names})


def _build_tuple(kinds: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise BadValue(f"{where} must be a list, got {type(value).__name__} {value!r}.")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(kinds) != len(value):
        raise BadValue(f"{where} must have {len(kinds)} entries, got {len(value)}.")
    return tuple(_build(kind, item, f"{where}[{k}]") for k, (kind, item) in enumerate(zip(kinds, value, strict=True)))


def _build_choice(kinds: tuple[Any, ...], value: Any, where: str) -> Any:
    problems = []
    for kind in kinds:
        if kind is type(None):
            if value is None:
                return None
            continue
        try:
            return _build(kind, value, where)
        except BadValue as e:
            problems.append(str(e))
    raise BadValue(problems[0])


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
