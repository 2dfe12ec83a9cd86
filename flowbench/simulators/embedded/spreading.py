"""InitialRandomSpawn: things put on furniture at random, free of collisions and wholly on it."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from flowbench import seeding
from flowbench.geometry.boxes import bounds, corners, place
from flowbench.geometry.check_pose import check_free, support_at, world_box
from flowbench.records import Floats, Pose, SceneObject, SceneState
from flowbench.simulators.embedded.actions import ActionError
from flowbench.simulators.embedded.relations import is_mover, is_receptacle
from flowbench.simulators.embedded.state import EngineState, Result, require_object

TRIES = 12  # places tried on a receptacle for each placement attempt
LEVEL = 0.999
RESTS_M = 0.002
EDGE_M = 0.005  # what stands on an edge stands this far from it
DECIMALS = 6


def initial_random_spawn(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """InitialRandomSpawn: each of some objects goes on one of some receptacles, by default each small thing on any.

    What finds no place stays where it is, and fails the action where it was named.
    """
    if arguments["forceVisible"]:
        raise ActionError("InitialRandomSpawn: forceVisible is not known here; leave it out.")
    names = _objects(state, arguments)
    holders = _receptacles(state, arguments)
    rng = seeding.generator(arguments["randomSeed"], "InitialRandomSpawn")
    scene, kinematic, stuck = state.scene, state.kinematic, list[str]()
    for name in names:
        pose = _place_for(scene, name, [holder for holder in holders if holder != name], arguments, rng)
        if pose is None:
            stuck.append(name)
            continue
        scene = scene.with_poses({name: pose})
        kinematic = kinematic | {name} if arguments["placeStationary"] else kinematic - {name}
    after = dataclasses.replace(state, scene=scene, kinematic=kinematic)
    if stuck and arguments["objectIds"] is not None:
        raise ActionError(f"InitialRandomSpawn found no place for {', '.join(stuck)}.", state=after)
    return Result(after)


def _objects(state: EngineState, arguments: Mapping[str, Any]) -> list[str]:
    given, excluded = arguments["objectIds"], arguments["excludedObjectIds"] or ()
    if given is not None:
        return [require_object(state, name) for name in given]
    objects = state.scene.layout.objects
    return [item.object_id for item in objects if item.pickupable and item.object_id not in {*excluded, *state.gone}]


def _receptacles(state: EngineState, arguments: Mapping[str, Any]) -> list[str]:
    given, excluded = arguments["receptacleObjectIds"], arguments["excludedReceptacles"] or ()
    if given is not None:
        return [require_object(state, name) for name in given]
    return [
        item.object_id
        for item in state.scene.layout.objects
        if is_receptacle(state.scene.layout, item.object_id)
        and item.object_id not in state.scene.hidden
        and item.object_type not in excluded
        and (item.object_type != "Floor" or arguments["allowFloor"])
        and (not is_mover(item) or arguments["allowMoveable"])
    ]


def _place_for(
    scene: SceneState, name: str, holders: list[str], arguments: Mapping[str, Any], rng: np.random.Generator
) -> Pose | None:
    """The first free place wholly on one of some receptacles, in a random order of them."""
    item = scene.object(name)
    for holder in rng.permutation(np.array(holders, dtype=object)).tolist():
        tops = _tops(scene, scene.object(holder))
        if not len(tops):
            continue
        areas = tops[:, 2] * tops[:, 3]
        for _ in range(TRIES * max(arguments["numPlacementAttempts"], 1)):
            top = tops[int(rng.choice(len(tops), p=areas / areas.sum()))]
            pose = _on(item, top, rng)
            if pose is not None and _holds(scene, item, pose, tops):
                return pose
    return None


def _tops(scene: SceneState, holder: SceneObject) -> Floats:
    """(n, 7) level tops of a receptacle: middle (x, z), half sides, direction of the first (x, z), height."""
    pose = scene.pose(holder.object_id)
    boxes = place(holder.boxes, pose) if len(holder.boxes) else world_box(scene, holder.object_id)[None]
    rows = []
    for box in boxes:
        axes = box[6:15].reshape(3, 3)
        up = int(np.argmax(np.abs(axes[:, 1])))
        if abs(axes[up, 1]) < LEVEL:
            continue
        i, j = (up + 1) % 3, (up + 2) % 3
        rows.append([box[0], box[2], box[3 + i], box[3 + j], axes[i, 0], axes[i, 2], box[1] + box[3 + up]])
    return np.array(rows, dtype=np.float64).reshape(-1, 7)


def _on(item: SceneObject, top: Floats, rng: np.random.Generator) -> Pose | None:
    """A random place on a top, at a random multiple of 45 degrees."""
    yaw, (a, b) = 45.0 * int(rng.integers(8)), rng.uniform(-1.0, 1.0, 2)
    x, z, half_a, half_b, ax, az, height = top
    turned = place(item.box[None], Pose((0.0, 0.0, 0.0), (0.0, yaw, 0.0)))[0]
    low, high = bounds(turned)
    reach = np.abs(high - low)[[0, 2]] / 2.0
    free = np.array([half_a, half_b]) - np.array(
        [abs(ax) * reach[0] + abs(az) * reach[1], abs(az) * reach[0] + abs(ax) * reach[1]]
    ) - EDGE_M  # fmt: skip
    if free.min() < 0.0:
        return None
    along, across = a * free[0], b * free[1]
    centre = np.array([x + along * ax - across * az, height - low[1] + turned[1], z + along * az + across * ax])
    at = centre - turned[:3]
    at[1] = height - low[1]
    px, py, pz = np.round(at, DECIMALS).tolist()
    return Pose((px, py, pz), (0.0, yaw, 0.0))


def _holds(scene: SceneState, item: SceneObject, pose: Pose, tops: Floats) -> bool:
    """Whether nothing is in the way and the object rests there, all its corners over tops of the receptacle."""
    if not check_free(scene, item.object_id, pose).free:
        return False
    support = support_at(scene, item.object_id, pose)
    if not support.centred or support.gap_m > RESTS_M:
        return False
    points = corners(place(item.box[None], pose)[0])
    feet = points[np.argsort(points[:, 1], kind="stable")[:4]]
    return all(_is_over(tops, point) for point in feet)


def _is_over(tops: Floats, point: Floats) -> bool:
    across = point[[0, 2]] - tops[:, :2]
    first = across[:, 0] * tops[:, 4] + across[:, 1] * tops[:, 5]
    second = across[:, 1] * tops[:, 4] - across[:, 0] * tops[:, 5]
    within = (np.abs(first) <= tops[:, 2]) & (np.abs(second) <= tops[:, 3])
    return bool((within & (np.abs(tops[:, 6] - point[1]) < EDGE_M)).any())
