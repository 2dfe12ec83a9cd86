"""What holds what at present: parents, contents, and what rides along when something is moved."""

from collections.abc import Iterator, Mapping

import numpy as np

from flowbench.geometry.check_pose import support_at, support_reach, world_box
from flowbench.geometry.rotation import angle_between, euler, matrix, multiply, to_local, to_world
from flowbench.geometry.walls import on_floor
from flowbench.records import Layout, Pose, SceneObject, SceneState

TOGETHER_M = 1e-3  # two objects have kept their places to each other within this
TOGETHER_DEG = 0.1


def parents(scene: SceneState, object_id: str) -> tuple[str, ...]:
    """Receptacles an object lies on or in: those of the load that it has not left, else what is below it now."""
    item = scene.object(object_id)
    kept = tuple(name for name in item.parents if _together(scene, name, object_id))
    if kept or scene.pose(object_id) == item.pose or not is_mover(item):
        return kept
    name = _standing_on(scene, object_id)
    return (name,) if name is not None and is_receptacle(scene.layout, name) else ()


def contents(scene: SceneState) -> Mapping[str, list[str]]:
    """Receptacle id -> ids of what lies on or in it, in scene order."""
    found: dict[str, list[str]] = {
        item.object_id: [] for item in scene.layout.objects if is_receptacle(scene.layout, item.object_id)
    }
    for item in scene.layout.objects:
        if item.object_id not in scene.hidden:
            for name in parents(scene, item.object_id):
                found.setdefault(name, []).append(item.object_id)
    return found


def riders(scene: SceneState, object_id: str) -> tuple[str, ...]:
    """All movers that rest on an object or its parts, on those in turn, and so on; each with its own parts."""
    group = list(scene.layout.parts[object_id])
    own = len(group)
    for carrier in group:
        group.extend(name for name in _resting_on(scene, carrier) if name not in group)
    return tuple(group[own:])


def rigid_pose(before: Pose, after: Pose, pose: Pose) -> Pose:
    """The pose of what moves rigidly with something that goes from one pose to another."""
    if before.rotation == after.rotation:
        x, y, z = (p + a - b for p, a, b in zip(pose.position, after.position, before.position, strict=True))
        return Pose((x, y, z), pose.rotation)
    turn = multiply(matrix(after.rotation), matrix(before.rotation).T)
    x, y, z = to_world(after, to_local(before, np.array([pose.position])))[0].tolist()
    return Pose((x, y, z), euler(multiply(turn, matrix(pose.rotation))))


def is_mover(item: SceneObject) -> bool:
    """Whether an object can be moved on its own."""
    return item.pickupable or item.moveable


def is_receptacle(layout: Layout, object_id: str) -> bool:
    """Whether things can lie on or in an object."""
    return bool(layout.objects[layout.index[object_id]].metadata.get("receptacle"))


def _resting_on(scene: SceneState, carrier: str) -> Iterator[str]:
    for item in scene.layout.objects:
        if is_mover(item) and item.object_id not in scene.hidden and carrier in _holders(scene, item.object_id):
            yield from scene.layout.parts[item.object_id]


def _holders(scene: SceneState, object_id: str) -> tuple[str, ...]:
    layout, item = scene.layout, scene.object(object_id)
    number = int(layout.load_carriers[layout.index[object_id]])
    loaded = item.parents + ((layout.objects[number].object_id,) if number >= 0 else ())
    kept = tuple(name for name in loaded if _together(scene, name, object_id))
    if kept or scene.pose(object_id) == item.pose:
        return kept
    below = _standing_on(scene, object_id)
    return () if below is None else (below,)


def _together(scene: SceneState, holder: str, object_id: str) -> bool:
    """Whether an object is still where it was at load as seen from what held it then."""
    if holder in scene.hidden or holder not in scene.layout.index:
        return False
    loads = scene.object(holder).pose, scene.object(object_id).pose
    poses = scene.pose(holder), scene.pose(object_id)
    if poses == loads:
        return True
    expected = rigid_pose(loads[0], poses[0], loads[1])
    apart = np.abs(np.subtract(expected.position, poses[1].position)).max()
    return bool(apart < TOGETHER_M and angle_between(expected.rotation, poses[1].rotation) < TOGETHER_DEG)


def _standing_on(scene: SceneState, object_id: str) -> str | None:
    support = support_at(scene, object_id, scene.pose(object_id))
    if support.carrier < -1 or support.gap_m > support_reach(scene, object_id):
        return None
    if support.carrier >= 0:
        return scene.layout.objects[support.carrier].object_id
    return _floor_under(scene, object_id)


def _floor_under(scene: SceneState, object_id: str) -> str | None:
    """The floor an object is over: that of its room, where there are several."""
    layout, (x, _, z) = scene.layout, world_box(scene, object_id)[:3]
    if layout.rooms:
        return next((room.room_id for room in layout.rooms if on_floor(np.array(room.floor), x, z)), None)
    return next((item.object_id for item in layout.objects if item.object_type == "Floor"), None)
