"""How the arguments of actions are checked, and how actions fail."""

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from flowbench.simulators.embedded.signatures import LENIENT, REQUIRED, SIGNATURES

if TYPE_CHECKING:
    from flowbench.simulators.embedded.state import EngineState

COMMON_KEYS = frozenset(
    {"sequenceId", "renderImage", "agentId", "renderObjectImage", "renderClassImage", "renderNormalsImage"}
    | {"renderInstanceSegmentation", "renderSemanticSegmentation", "renderDepthImage", "visibilityDistance"}
)
MISSING, INVALID = "MissingArguments", "InvalidArgument"


class ActionError(Exception):
    """An action that fails.

    Attributes:
        code: AI2-THOR's error code, "" for an ordinary failure.
        facts: what was found out about the pose that was refused (see `state.Result`).
        state: what the action has done before it failed, or None for nothing.
    """

    def __init__(
        self,
        message: str,
        code: str = "",
        facts: Mapping[str, Any] | None = None,
        state: "EngineState | None" = None,
    ) -> None:
        super().__init__(message)
        self.code, self.facts, self.state = code, facts, state


def check_arguments(action: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of an action, checked and completed with defaults.

    Raises:
        ActionError: InvalidAction, MissingArguments or InvalidArgument, as AI2-THOR names them.
    """
    if action not in SIGNATURES:
        raise ActionError(f"Invalid action: {action}", "InvalidAction")
    signature = SIGNATURES[action]
    unknown = [name for name in given if name not in signature and name not in COMMON_KEYS]
    if unknown and action not in LENIENT:
        raise ActionError(f"{action} takes {sorted(signature)}, got unknown argument {unknown[0]!r}", INVALID)
    missing = [name for name, (_, default) in signature.items() if default is REQUIRED and name not in given]
    if missing:
        raise ActionError(f"{action} is missing the argument {missing[0]!r}", MISSING)
    return {name: _value(action, name, entry, given) for name, entry in signature.items()}


def _value(action: str, name: str, entry: tuple[str, Any], given: Mapping[str, Any]) -> Any:
    kind, default = entry
    value = given.get(name)
    if value is None and default is not REQUIRED:
        return default
    converted = None if value is None else _CONVERTERS[kind](value)
    if converted is None:
        raise ActionError(f"{action}: {name} must be {_EXPECTED[kind]}, got {value!r}", INVALID)
    return converted


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _number(value: Any) -> float | None:
    try:
        number = math.nan if isinstance(value, (bool, str)) else float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _integer(value: Any) -> int | None:
    number = _number(value)
    return int(number) if number is not None and number == int(number) else None


def _vector(value: Any) -> dict[str, float] | None:
    """Named components only: a missing one keeps what was there."""
    if not isinstance(value, Mapping) or not set(value) <= {"x", "y", "z"}:
        return None
    numbers = {axis: _number(component) for axis, component in value.items()}
    return None if None in numbers.values() else {axis: float(n) for axis, n in numbers.items() if n is not None}


def _map(value: Any) -> Mapping[str, Any] | None:
    return value if isinstance(value, Mapping) else None


def _list_of(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def convert_all(value: Any) -> list[Any] | None:
        if not isinstance(value, (list, tuple)):
            return None
        converted = [convert(part) for part in value]
        return None if any(part is None for part in converted) else converted

    return convert_all


_CONVERTERS: Mapping[str, Callable[[Any], Any]] = {
    "text": _text,
    "flag": _flag,
    "number": _number,
    "integer": _integer,
    "vector": _vector,
    "map": _map,
    "texts": _list_of(_text),
    "vectors": _list_of(_vector),
    "maps": _list_of(_map),
}
_EXPECTED = {
    "text": "a string",
    "flag": "true or false",
    "number": "a finite number",
    "integer": "a whole number",
    "vector": "a map of x, y, z to finite numbers",
    "map": "a map",
    "texts": "a list of strings",
    "vectors": "a list of maps of x, y, z to finite numbers",
    "maps": "a list of maps",
}


def as_vector(action: str, name: str, value: Any) -> dict[str, float]:
    """All three components of a vector that came inside another argument, or an InvalidArgument failure."""
    converted = _vector(value)
    if converted is None or set(converted) != {"x", "y", "z"}:
        raise ActionError(f"{action}: {name} needs finite x, y and z, got {value!r}", INVALID)
    return converted
