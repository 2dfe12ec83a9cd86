"""Actions that only ask: rays, what is visible, bounds, metadata."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from flowbench.geometry.camera import axes, ray
from flowbench.geometry.check_pose import world_boxes
from flowbench.records import SceneState, Vector
from flowbench.render.rays import cast_ray
from flowbench.simulators.embedded.actions import MISSING, ActionError
from flowbench.simulators.embedded.drawing import placed_model
from flowbench.simulators.embedded.object_maps import object_maps, scene_bounds
from flowbench.simulators.embedded.shot import Shot
from flowbench.simulators.embedded.state import EngineState, Result, require_object, vector

NOWHERE: Vector = (0.0, 0.0, 0.0)


def coordinate_from_raycast(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """GetCoordinateFromRaycast: the point under a place in the picture; (0, 0, 0) where nothing is."""
    hit = _hit_in_frame(state.scene, arguments)
    return Result(state, vector(NOWHERE if hit is None else hit[1]))


def object_in_frame(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """GetObjectInFrame: the id of the object under a place in the picture."""
    hit = _hit_in_frame(state.scene, arguments)
    if hit is None:
        raise ActionError(f"Nothing is at ({arguments['x']}, {arguments['y']}).")
    name = _object_id(state, hit[0])
    if arguments["checkVisible"] and name not in visible(_shot(state), state.settings.visibility_m):
        raise ActionError(f"{name} at ({arguments['x']}, {arguments['y']}) is not visible.")
    return Result(state, name)


def perform_raycast(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """PerformRaycast: the first object along the ray from `origin` through `destination`, however far."""
    name, point, distance = _hit_between(state, "PerformRaycast", arguments)
    return Result(state, {"objectId": name, "hitPoint": vector(point), "hitDistance": distance})


def object_hit_from_raycast(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """GetObjectHitFromRaycast: its id alone."""
    return Result(state, _hit_between(state, "GetObjectHitFromRaycast", arguments)[0])


def visible_objects(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """GetVisibleObjects: ids of objects with a pixel in the picture near enough (horizontally)."""
    number, limit = arguments["thirdPartyCameraIndex"], arguments["maxDistance"]
    if number is not None and not 0 <= number < len(state.cameras):
        raise ActionError(f"thirdPartyCameraIndex {number} must be 0 to {len(state.cameras) - 1}.")
    if limit is not None and limit < 0.0:
        raise ActionError(f"maxDistance must be 0 or more, got {limit}.")
    wanted = arguments["objectIds"]
    for name in wanted or ():
        require_object(state, name)
    seen = visible(_shot(state, number), state.settings.visibility_m if limit is None else limit)
    names = (item.object_id for item in state.scene.layout.objects if item.object_id in seen)
    return Result(state, [name for name in names if wanted is None or name in wanted])


def get_scene_bounds(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """GetSceneBounds: lowest and highest corner of the box around everything drawn."""
    points = np.array(scene_bounds(state.scene)["cornerPoints"])
    return Result(state, [vector(points.min(axis=0)), vector(points.max(axis=0))])


def get_object_metadata(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """GetObjectMetadata: the maps of some objects, in the order asked for, or of all."""
    wanted = arguments["objectIds"]
    for name in wanted or ():
        require_object(state, name)
    maps = object_maps(state, visible(_shot(state), state.settings.visibility_m))
    if wanted is None:
        return Result(state, maps)
    by_id = {entry["objectId"]: entry for entry in maps}
    return Result(state, [by_id[name] for name in wanted])


def visible(shot: Shot, within_m: float) -> frozenset[str]:
    """Names of surfaces with a pixel in the picture at most so far away horizontally."""
    if not _may_see(shot.scene, within_m):
        return frozenset()
    return frozenset(name for name, distance in shot.distances_m.items() if distance <= within_m)


def _may_see(scene: SceneState, within_m: float) -> bool:
    """Whether any object may be in the picture and near enough, told from spheres around boxes: cheap."""
    boxes, camera = world_boxes(scene), scene.camera
    radii = np.sqrt((boxes[:, 3:6] ** 2).sum(axis=1))
    from_camera = boxes[:, :3] - np.asarray(camera.position)
    right, up, ahead = (from_camera @ axes(camera).T).T
    near = np.hypot(from_camera[:, 0], from_camera[:, 2]) - radii <= within_m
    half_v = math.tan(math.radians(camera.fov_deg) / 2.0)
    half_u = half_v * camera.width / camera.height
    beside = np.abs(right) - half_u * ahead <= radii * math.hypot(1.0, half_u)
    level = np.abs(up) - half_v * ahead <= radii * math.hypot(1.0, half_v)
    return bool((near & (ahead > -radii) & beside & level).any())


def _shot(state: EngineState, camera: int | None = None) -> Shot:
    scene = state.scene if camera is None else state.scene.with_camera(state.cameras[camera])
    return Shot(scene, "flat")


def _hit_in_frame(scene: SceneState, arguments: Mapping[str, Any]) -> tuple[str, Vector, float] | None:
    x, y = arguments["x"], arguments["y"]
    if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise ActionError(f"x and y must be in [0, 1], got {x}, {y}")
    return first_hit(scene, *ray(scene.camera, x * scene.camera.width, y * scene.camera.height))


def _hit_between(state: EngineState, action: str, arguments: Mapping[str, Any]) -> tuple[str, Vector, float]:
    ends = [arguments["origin"], arguments["destination"]]
    if any(set(end) != {"x", "y", "z"} for end in ends):
        raise ActionError(f"{action}: origin and destination need x, y and z, got {ends}", MISSING)
    start, end = ((end["x"], end["y"], end["z"]) for end in ends)
    length = math.dist(start, end)
    if length == 0.0:
        raise ActionError(f"origin and destination are the same point {start}.")
    dx, dy, dz = ((b - a) / length for a, b in zip(start, end, strict=True))
    hit = first_hit(state.scene, start, (dx, dy, dz))
    if hit is None:
        raise ActionError("Raycast did not hit any object.")
    return _object_id(state, hit[0]), hit[1], hit[2]


def first_hit(scene: SceneState, origin: Vector, direction: Vector) -> tuple[str, Vector, float] | None:
    """Name of the first surface along a ray, the point met, and how many lengths of `direction` away it is."""
    distance, surface = cast_ray(placed_model(scene), origin, direction)
    if surface == 0:
        return None
    x, y, z = (start + distance * along for start, along in zip(origin, direction, strict=True))
    return scene.layout.surfaces[surface - 1], (x, y, z), distance


def _object_id(state: EngineState, surface: str) -> str:
    if surface not in state.scene.layout.index:
        raise ActionError(f"{surface} is not a sim object.")
    return surface
