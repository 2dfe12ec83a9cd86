"""The vocabulary of the engine: which actions it answers, their parameters, and how arguments are checked."""

import math
from collections.abc import Mapping
from typing import Any

REQUIRED = object()
COMMON_KEYS = frozenset(
    {"sequenceId", "renderImage", "agentId", "renderObjectImage", "renderClassImage", "renderNormalsImage"}
    | {"renderInstanceSegmentation", "renderSemanticSegmentation", "renderDepthImage"}
)

# Parameter -> (kind, default). Kinds: text, number, flag, vector.
Signature = Mapping[str, tuple[str, Any]]
SIGNATURES: Mapping[str, Signature] = {
    "Reset": {"sceneName": ("text", REQUIRED)},
    "Initialize": {
        "gridSize": ("number", 0.0),
        "snapToGrid": ("flag", True),
        "fieldOfView": ("number", 0.0),
        "visibilityDistance": ("number", 0.0),
        "width": ("number", None),
        "height": ("number", None),
    },
    "Teleport": {
        "position": ("vector", None),
        "x": ("number", None),
        "y": ("number", None),
        "z": ("number", None),
        "rotation": ("vector", None),
        "horizon": ("number", None),
        "standing": ("flag", None),
        "forceAction": ("flag", False),
    },
    "TeleportObject": {
        "objectId": ("text", REQUIRED),
        "position": ("vector", None),
        "x": ("number", None),
        "y": ("number", None),
        "z": ("number", None),
        "rotation": ("vector", REQUIRED),
        "forceAction": ("flag", False),
        "forceKinematic": ("flag", False),
        "allowTeleportOutOfHand": ("flag", False),
        "makeUnbreakable": ("flag", False),
    },
    "GetReachablePositions": {
        "maxStepCount": ("number", 10000),
        "directionsRelativeAgent": ("flag", False),
        "gridSize": ("number", None),
    },
    "GetCoordinateFromRaycast": {"x": ("number", REQUIRED), "y": ("number", REQUIRED)},
    "Pass": {},
    "Done": {},
}
LENIENT = frozenset({"Initialize", "Reset"})  # they take any further keys, as the real simulator's do


class ActionError(Exception):
    """An action that fails: the message and AI2-THOR's error code ("" for an ordinary failure)."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


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
        raise ActionError(f"{action} takes {sorted(signature)}, got unknown argument {unknown[0]!r}", "InvalidArgument")
    missing = [name for name, (_, default) in signature.items() if default is REQUIRED and name not in given]
    if missing:
        raise ActionError(f"{action} is missing the argument {missing[0]!r}", "MissingArguments")
    return {
        name: _convert(action, name, kind, given[name]) if given.get(name) is not None else default
        for name, (kind, default) in signature.items()
    }


def _convert(action: str, name: str, kind: str, value: Any) -> Any:
    converted = _CONVERTERS[kind](value)
    if converted is None:
        raise ActionError(f"{action}: {name} must be {_EXPECTED[kind]}, got {value!r}", "InvalidArgument")
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


def _vector(value: Any) -> dict[str, float] | None:
    """Named components only: a missing one keeps what was there."""
    if not isinstance(value, Mapping) or not set(value) <= {"x", "y", "z"}:
        return None
    numbers = {axis: _number(component) for axis, component in value.items()}
    return None if None in numbers.values() else {axis: float(n) for axis, n in numbers.items() if n is not None}


_CONVERTERS = {"text": _text, "flag": _flag, "number": _number, "vector": _vector}
_EXPECTED = {
    "text": "a string",
    "flag": "true or false",
    "number": "a finite number",
    "vector": "a map of x, y, z to finite numbers",
}
