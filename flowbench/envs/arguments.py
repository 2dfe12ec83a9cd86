"""Checks of keyword arguments and reset options: one clear error that says what came and what would do."""

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from flowbench.errors import BadValue, UnknownName

MAX_STEPS = 100_000


def check_known(env_id: str, config: type[Any], arguments: Collection[str]) -> None:
    """Raise BadValue for keyword arguments that a configuration does not have."""
    known = [item.name for item in dataclasses.fields(config)]
    if unknown := sorted(set(arguments) - set(known)):
        raise BadValue(f"{env_id} takes {known}, got {unknown}.")


def check_choices(chosen: Iterable[tuple[str, Any, Sequence[str]]]) -> None:
    """Raise UnknownName for the first (kind, value, choices) whose value is none of its choices."""
    for kind, value, choices in chosen:
        if value not in choices:
            raise UnknownName.among(kind, value, choices)


def option_map(given: Mapping[str, Any] | None, names: Sequence[str]) -> dict[str, Any]:
    """The options of a reset as a map of their own.

    Raises:
        BadValue: for what is no map.
        UnknownName: for an option that there is not.
    """
    if given is not None and not isinstance(given, Mapping):
        raise BadValue(f"options must be a map of {names} or None, got {type(given).__name__} {given!r}.")
    options = dict(given or {})
    check_choices(("reset option", key, names) for key in options)
    return options
