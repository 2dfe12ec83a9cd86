"""The entries of `objects` in AI2-THOR's metadata, with its names, types and orders."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from flowbench.geometry.boxes import bounds, corners
from flowbench.geometry.check_pose import world_box
from flowbench.records import Floats, SceneObject, SceneState
from flowbench.simulators.embedded.opening import openness
from flowbench.simulators.embedded.relations import contents, is_mover, parents
from flowbench.simulators.embedded.state import EngineState, vector

_AXIS_SIGNS = [(x, y, z) for x in (1, -1) for y in (1, -1) for z in (1, -1)]


def object_maps(state: EngineState, visible: frozenset[str]) -> list[dict[str, Any]]:
    """All objects that exist; `visible` names those with `visible` and `isInteractable` true."""
    inside = contents(state.scene)
    items = [item for item in state.scene.layout.objects if item.object_id not in state.gone]
    return [_object_map(state, item, inside) | _seen(item.object_id in visible) for item in items]


def scene_bounds(scene: SceneState) -> dict[str, Any]:
    """Axis-aligned box around everything drawn."""
    boxes = [
        bounds(world_box(scene, item.object_id)) for item in scene.layout.objects if item.object_id not in scene.hidden
    ]
    if not boxes:
        return _axis_aligned(np.zeros(3), np.zeros(3))
    low = np.min([pair[0] for pair in boxes], axis=0)
    high = np.max([pair[1] for pair in boxes], axis=0)
    return _axis_aligned(low, high)


def _object_map(state: EngineState, item: SceneObject, inside: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    scene, pose = state.scene, state.scene.pose(item.object_id)
    box = world_box(scene, item.object_id)
    low, high = bounds(box)
    how_open = openness(state, item.object_id)
    held = inside.get(item.object_id)
    return dict(item.metadata) | {
        "objectId": item.object_id,
        "name": item.name,
        "objectType": item.object_type,
        "assetId": item.asset_id,
        "position": vector(pose.position),
        "rotation": vector(pose.rotation),
        "distance": math.dist(state.agent_position, pose.position),
        "pickupable": item.pickupable,
        "moveable": item.moveable,
        "mass": item.mass_kg,
        "isMoving": False,
        "isPickedUp": False,
        "openness": how_open,
        "isOpen": bool(item.metadata.get("openable")) and how_open > 0.0,
        "parentReceptacles": list(parents(scene, item.object_id)) or None,
        "receptacleObjectIds": None if held is None else list(held),
        "axisAlignedBoundingBox": _axis_aligned(low, high),
        "objectOrientedBoundingBox": {"cornerPoints": corners(box).tolist()} if is_mover(item) else None,
    }


def _seen(is_visible: bool) -> dict[str, bool]:
    return {"visible": is_visible, "isInteractable": is_visible}


def _axis_aligned(low: Floats, high: Floats) -> dict[str, Any]:
    centre, half = (low + high) / 2.0, (high - low) / 2.0
    points = [[float(centre[i] + sign[i] * half[i]) for i in range(3)] for sign in _AXIS_SIGNS]
    return {"cornerPoints": points, "center": vector(centre), "size": vector(high - low)}
