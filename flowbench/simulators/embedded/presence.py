"""Actions about which objects are there, and which are listed."""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from flowbench.simulators.embedded.actions import MISSING, ActionError
from flowbench.simulators.embedded.state import EngineState, Result, require_object


def disable_object(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """DisableObject: neither drawn nor in the way, but still listed."""
    group = _with_parts(state, [require_object(state, arguments["objectId"], "")])
    return Result(_hide(state, state.scene.hidden | group))


def enable_object(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """EnableObject: there again, where it was."""
    group = _with_parts(state, [require_object(state, arguments["objectId"], "")])
    return Result(_hide(state, state.scene.hidden - group))


def remove_from_scene(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """RemoveFromScene: gone for good, with its parts."""
    given = [arguments["objectId"]] if arguments["objectIds"] is None else arguments["objectIds"]
    if given == [None]:
        raise ActionError("RemoveFromScene needs objectId or objectIds", MISSING)
    group = _with_parts(state, [require_object(state, name) for name in given])
    hidden = _hide(state, state.scene.hidden | group)
    return Result(dataclasses.replace(hidden, removed=state.removed | group))


def _with_parts(state: EngineState, names: Iterable[str]) -> frozenset[str]:
    return frozenset(part for name in names for part in state.scene.layout.parts[name])


def _hide(state: EngineState, hidden: frozenset[str]) -> EngineState:
    return dataclasses.replace(state, scene=dataclasses.replace(state.scene, hidden=hidden))


def set_object_filter(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """SetObjectFilter: later events list only these objects; this one's own still follows the old filter."""
    return Result(dataclasses.replace(state, listed=frozenset(arguments["objectIds"])))


def set_object_filter_for_type(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """SetObjectFilterForType: the same by object type."""
    kinds = set(arguments["objectTypes"])
    names = [item.object_id for item in state.scene.layout.objects if item.object_type in kinds]
    return Result(dataclasses.replace(state, listed=frozenset(names)))


def reset_object_filter(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """ResetObjectFilter: everything is listed again, from this event on."""
    return Result(dataclasses.replace(state, listed=None))
