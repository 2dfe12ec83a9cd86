"""AI2-THOR's metadata maps, built from a scene state. Names, types and orders as the real simulator gives them."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from flowbench.geometry.boxes import bounds, corners
from flowbench.geometry.check_pose import world_box
from flowbench.records import Floats, Pose, SceneObject, SceneState

AGENT_HEIGHT_M = 0.9009992
CAMERA_ABOVE_AGENT_M = 0.675
VISIBILITY_DISTANCE_M = 1.5
_AXIS_SIGNS = [(x, y, z) for x in (1, -1) for y in (1, -1) for z in (1, -1)]


def vector(values: Any) -> dict[str, float]:
    """An AI2-THOR Vector3 map."""
    x, y, z = (float(value) for value in values)
    return {"x": x, "y": y, "z": z}


def agent_position(scene: SceneState) -> tuple[float, float, float]:
    """Centre of the agent's capsule: below its camera."""
    x, y, z = scene.camera.position
    return x, y - CAMERA_ABOVE_AGENT_M, z


def agent_map(scene: SceneState) -> dict[str, Any]:
    """The `agent` entry."""
    return {
        "name": "agent",
        "position": vector(agent_position(scene)),
        "rotation": vector((0.0, scene.camera.yaw_deg, 0.0)),
        "cameraHorizon": float(scene.camera.horizon_deg),
        "isStanding": True,
        "inHighFrictionArea": False,
    }


def object_map(scene: SceneState, item: SceneObject, pose: Pose) -> dict[str, Any]:
    """One entry of `objects`, at the object's present pose."""
    box = world_box(scene, item.object_id)
    low, high = bounds(box)
    entry = dict(item.metadata) | {
        "objectId": item.object_id,
        "name": item.name,
        "objectType": item.object_type,
        "assetId": item.asset_id,
        "position": vector(pose.position),
        "rotation": vector(pose.rotation),
        "distance": math.dist(agent_position(scene), pose.position),
        "pickupable": item.pickupable,
        "moveable": item.moveable,
        "mass": item.mass_kg,
        "isMoving": False,
        "isPickedUp": False,
        "parentReceptacles": list(item.parents) or None,
        "axisAlignedBoundingBox": _axis_aligned(low, high),
        "objectOrientedBoundingBox": None,
    }
    if item.pickupable or item.moveable:
        entry["objectOrientedBoundingBox"] = {"cornerPoints": corners(box).tolist()}
    return entry


def _axis_aligned(low: Floats, high: Floats) -> dict[str, Any]:
    centre, half = (low + high) / 2.0, (high - low) / 2.0
    points = [[float(centre[i] + sign[i] * half[i]) for i in range(3)] for sign in _AXIS_SIGNS]
    return {"cornerPoints": points, "center": vector(centre), "size": vector(high - low)}


def scene_bounds(scene: SceneState) -> dict[str, Any]:
    """Axis-aligned box around everything drawn."""
    boxes = [bounds(world_box(scene, item.object_id)) for item in scene.layout.objects]
    low = np.min([pair[0] for pair in boxes], axis=0)
    high = np.max([pair[1] for pair in boxes], axis=0)
    return _axis_aligned(low, high)


class AgentMap(Mapping[str, Any]):
    """The metadata of an event. The long entries (`objects`, `sceneBounds`) are built when first read."""

    def __init__(self, scene: SceneState, last: Mapping[str, Any]) -> None:
        """Describe a scene after an action; `last` holds `lastAction`, `lastActionSuccess`, `errorMessage`, ... ."""
        self._scene = scene
        self._entries: dict[str, Any] = _cheap_entries(scene) | dict(last)

    def __getitem__(self, key: str) -> Any:
        """An entry by AI2-THOR's name."""
        if key not in self._entries and key in _BUILDERS:
            self._entries[key] = _BUILDERS[key](self._scene)
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        """All names, built or not."""
        return iter(dict.fromkeys([*_BUILDERS, *self._entries]))

    def __len__(self) -> int:
        """How many entries there are."""
        return len(set(_BUILDERS) | set(self._entries))


def _objects(scene: SceneState) -> list[dict[str, Any]]:
    return [object_map(scene, item, pose) for item, pose in zip(scene.layout.objects, scene.poses, strict=True)]


_BUILDERS: Mapping[str, Callable[[SceneState], Any]] = {"objects": _objects, "sceneBounds": scene_bounds}


def _cheap_entries(scene: SceneState) -> dict[str, Any]:
    camera = scene.camera
    return {
        "agent": agent_map(scene),
        "isSceneAtRest": True,
        "cameraPosition": vector(camera.position),
        "fov": float(camera.fov_deg),
        "thirdPartyCameras": [],
        "screenWidth": camera.width,
        "screenHeight": camera.height,
        "sceneName": f"{scene.layout.scene}_physics",
        "depthFormat": "Meters",
        "agentId": 0,
    }
