"""Whether an object may be somewhere: free of others, inside its room, and resting on something."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from flowbench.geometry.boxes import bounds, penetration, place, place_boxes, place_each
from flowbench.geometry.jit import jit
from flowbench.geometry.motion import carried_poses, length_m, moved_poses, share_of
from flowbench.geometry.obstacles import (
    LOAD_MARGIN_M,
    MIN_TOLERANCE_M,
    Flags,
    Ints,
    deepest_contact,
    local_boxes,
    obstacles,
    tolerances,
)
from flowbench.geometry.rotation import matrix
from flowbench.geometry.support import SUPPORT_GAP_M, Support, find_support
from flowbench.geometry.walls import (
    SLAB_HALF_M,
    gaps_to,
    on_floor,
    room_at,
    room_edges,
    wall_rows,
    wall_slabs,
)
from flowbench.records import Floats, Layout, Motion, Pose, SceneState

WALL_TOLERANCE_M = 0.02
STEP_M, STEP_DEG = 0.05, 5.0
UPRIGHT = 0.9
THREAD_M = 1e-4
FREE, FLOOR, CEILING, FIRST_WALL = -1, -2, -3, -4  # what stops a body, where it is not an object's number


@dataclass(frozen=True)
class PoseCheck:
    """What holds at a pose.

    Attributes:
        collider: id of the object or wall in the way, "Floor", "Ceiling|0", or None.
        excess_m: penetration beyond what is allowed, metres.
        wall_gap_m: smallest signed gap to a wall, metres (inf without walls).
        inside: whether the box's centre is over the room's floor.
        gap_m, supported: air below, and whether it is within what support allows with the centre over the support.
    """

    collider: str | None
    excess_m: float
    wall_gap_m: float
    inside: bool
    gap_m: float
    supported: bool

    @property
    def free(self) -> bool:
        """Nothing in the way, and inside the room."""
        return self.collider is None and self.inside

    @property
    def ok(self) -> bool:
        """Free and supported."""
        return self.free and self.supported


def check_pose(scene: SceneState, object_id: str, pose: Pose) -> PoseCheck:
    """Everything at once; see `check_free` for the cheap part alone."""
    check = check_free(scene, object_id, pose)
    support = support_at(scene, object_id, pose)
    supported = support.centred and support.gap_m <= support_reach(scene, object_id) + 1e-9
    return PoseCheck(check.collider, check.excess_m, check.wall_gap_m, check.inside, support.gap_m, supported)


def check_free(scene: SceneState, object_id: str, pose: Pose) -> PoseCheck:
    """Collision and room only, some microseconds; support is reported as absent."""
    packed, room = obstacles(scene), _room(scene.layout)
    body = _body(scene.layout, object_id)
    rotations, positions = _placed(scene, object_id, pose, body)
    stop, excess, wall_gap, inside = _check(
        rotations, positions, body.members, body.rows, body.owners, body.own, body.box, body.reach,
        packed.boxes, packed.first, packed.spheres, tolerances(scene.layout), room.walls, room.rooms, room.slabs,
        room.floor, room.ceiling_m,
    )  # fmt: skip
    return PoseCheck(_name(scene.layout, stop), excess, wall_gap, inside, math.inf, False)


def path_clear(scene: SceneState, object_id: str, target: Pose) -> bool:
    """Whether the straight way to a pose (same rotation) is free of collisions, at way-points at most 5 cm apart."""
    start, end = np.asarray(scene.pose(object_id).position), np.asarray(target.position)
    steps = max(1, math.ceil(float(np.linalg.norm(end - start)) / STEP_M))
    places = start + (end - start) * (np.arange(1, steps + 1) / steps)[:, None]
    if passes_wall(scene, object_id, [Pose((x, y, z), target.rotation) for x, y, z in places.tolist()]):
        return False
    packed, room, body = obstacles(scene), _room(scene.layout), _body(scene.layout, object_id)
    members = [scene.poses[number] for number in body.members]
    rotations = np.stack([matrix(pose.rotation) for pose in members])
    positions = np.stack([np.asarray(pose.position) + (places - start) for pose in members], axis=1)
    positions[:, 0] = places
    return bool(
        _all_free(
            rotations, positions, body.members, body.rows, body.owners, body.own, body.box, body.reach,
            packed.boxes, packed.first, packed.spheres, tolerances(scene.layout), room.walls, room.rooms, room.slabs,
            room.floor, room.ceiling_m,
        )
    )  # fmt: skip


def way_clear(scene: SceneState, motion: Motion) -> bool:
    """Whether a motion's straight way, turning evenly, is free of collisions, at most 5 cm and 5 degrees a step."""
    if motion.yaw_deg == 0.0:
        return path_clear(scene, motion.object_id, moved_poses(scene, motion)[motion.object_id])
    steps = max(math.ceil(length_m(motion) / STEP_M), math.ceil(abs(motion.yaw_deg) / STEP_DEG))
    shares = (moved_poses(scene, share_of(motion, step / steps)) for step in range(1, steps + 1))
    ways = [poses[motion.object_id] for poses in shares]
    if passes_wall(scene, motion.object_id, ways):
        return False
    return all(check_free(scene, motion.object_id, pose).free for pose in ways)


def passes_wall(scene: SceneState, object_id: str, ways: Sequence[Pose]) -> bool:
    """Whether an object's centre goes through a wall between rooms from where it is to poses, one after the other.

    What is thinner than a step is long could do so without touching it at any.
    """
    room = _room(scene.layout)
    if not len(room.slabs):
        return False
    centres = [world_box(scene, object_id, pose)[:3] for pose in (scene.pose(object_id), *ways)]
    return any(
        room_at(room.rooms, start[0], start[2]) != room_at(room.rooms, end[0], end[2])
        and any(penetration(_thread(start, end), slab[:15]) > 0.0 for slab in room.slabs)
        for start, end in itertools.pairwise(centres)
    )


def _thread(start: Floats, end: Floats) -> Floats:
    """(15,) a box as thin as a thread from one point to another."""
    length = math.sqrt(float(((end - start) ** 2).sum()))
    along = (end - start) / length
    beside = np.cross(along, (0.0, 1.0, 0.0) if abs(along[1]) < UPRIGHT else (1.0, 0.0, 0.0))
    beside /= math.sqrt(float((beside**2).sum()))
    axes = np.concatenate([along, beside, np.cross(along, beside)])
    return np.concatenate([(start + end) / 2.0, (length / 2.0, THREAD_M, THREAD_M), axes])


def support_at(scene: SceneState, object_id: str, pose: Pose) -> Support:
    """What the object would rest on at a pose."""
    item, own, turn = scene.object(object_id), _body(scene.layout, object_id).own, matrix(pose.rotation)
    position = np.array(pose.position, dtype=np.float64)
    box = place_boxes(item.box[None], turn, position)[0]
    boxes = place_boxes(item.boxes, turn, position)
    return find_support(scene, boxes if len(boxes) else box[None], box[[0, 2]], own, support_reach(scene, object_id))


def support_reach(scene: SceneState, object_id: str) -> float:
    """Air that may be below an object, metres: 2 cm, or what was below it at load."""
    gap = float(scene.layout.load_gaps_m[scene.number(object_id)])
    return max(SUPPORT_GAP_M, gap) if math.isfinite(gap) else SUPPORT_GAP_M


def world_box(scene: SceneState, object_id: str, pose: Pose | None = None) -> Floats:
    """(15,) oriented box of an object in the world, at its present pose or another."""
    if pose is None:
        return np.asarray(world_boxes(scene)[scene.number(object_id)])
    return np.asarray(place(scene.object(object_id).box[None], pose)[0])


@lru_cache(maxsize=64)
def world_boxes(scene: SceneState) -> Floats:
    """(n, 15) oriented boxes of all objects at their present poses; shared, not to be written to."""
    rotations = np.array([matrix(pose.rotation) for pose in scene.poses]).reshape(-1, 3, 3)
    positions = np.array([pose.position for pose in scene.poses]).reshape(-1, 3)
    return place_each(_own_boxes(scene.layout), rotations, positions)


@lru_cache(maxsize=16)
def _own_boxes(layout: Layout) -> Floats:
    """(n, 15) oriented boxes of all objects in their own frames."""
    return np.array([item.box for item in layout.objects], dtype=np.float64).reshape(-1, 15)


@dataclass(frozen=True, eq=False)
class _Body:
    """An object with its rigid parts, packed.

    Attributes:
        members: numbers of the object and its parts; rows: their boxes, each in its own frame; owners: the place in
            `members` of each row.
        own: (n,) which objects it consists of.
        box: (15,) the object's box in its own frame.
        reach: how far it may reach into a wall, the floor, the ceiling and a wall between rooms: the tolerance, or as
            far as at load.
    """

    members: Ints
    rows: Floats
    owners: Ints
    own: Flags
    box: Floats
    reach: Floats


@dataclass(frozen=True, eq=False)
class _Room:
    """What encloses a scene, packed; `slabs` are boxes (see `wall_slabs`) followed by the number of their wall."""

    walls: Floats
    rooms: Floats
    slabs: Floats
    floor: Floats
    ceiling_m: float


@lru_cache(maxsize=2048)
def _body(layout: Layout, object_id: str) -> _Body:
    local, first = local_boxes(layout)
    members = np.array([layout.index[part] for part in layout.parts[object_id]], dtype=np.int64)
    rows = [local[first[k] : first[k + 1]] for k in members]
    owners = np.repeat(np.arange(len(members)), [len(boxes) for boxes in rows]).astype(np.int64)
    own = np.zeros(len(layout.objects), dtype=np.bool_)
    own[members] = True
    item = layout.objects[members[0]]
    return _Body(members, np.concatenate(rows), owners, own, item.box.astype(np.float64), _reach(layout, object_id))


def _reach(layout: Layout, object_id: str) -> Floats:
    item = layout.objects[layout.index[object_id]]
    loaded, room = place(item.box[None], item.pose)[0], _room(layout)
    low, high = bounds(loaded)
    into_wall = -float(gaps_to(loaded, room.walls, room.rooms).min(initial=0.0))
    cut = [penetration(loaded, slab[:15]) for slab in room.slabs]
    return np.array(
        [
            max(WALL_TOLERANCE_M, into_wall),
            _allowed(-float(low[1])),
            _allowed(float(high[1]) - layout.ceiling_m),
            max([WALL_TOLERANCE_M + 2.0 * SLAB_HALF_M, *(depth + LOAD_MARGIN_M for depth in cut)]),
        ]
    )


def _allowed(load_depth_m: float) -> float:
    return load_depth_m + LOAD_MARGIN_M if load_depth_m > 0.0 else MIN_TOLERANCE_M


@lru_cache(maxsize=16)
def _room(layout: Layout) -> _Room:
    slabs, numbers = wall_slabs(layout.walls, layout.ceiling_m)
    return _Room(
        wall_rows(layout.walls),
        room_edges(layout.rooms),
        np.column_stack([slabs, numbers.astype(np.float64)]),
        np.ascontiguousarray(layout.floor, dtype=np.float64),
        layout.ceiling_m,
    )


def _placed(scene: SceneState, object_id: str, pose: Pose, body: _Body) -> tuple[Floats, Floats]:
    """Rotations (m, 3, 3) and positions (m, 3) of a body's members when the object takes a pose."""
    if len(body.members) == 1:
        return matrix(pose.rotation)[None], np.array([pose.position])
    poses = carried_poses(scene, object_id, pose).values()
    return np.stack([matrix(part.rotation) for part in poses]), np.array([part.position for part in poses])


def _name(layout: Layout, stop: int) -> str | None:
    if stop >= 0:
        return layout.objects[stop].object_id
    if stop <= FIRST_WALL:
        return layout.walls[FIRST_WALL - stop].wall_id
    return {FLOOR: "Floor", CEILING: "Ceiling|0"}.get(stop)


@jit
def _check(
    rotations: Floats,
    positions: Floats,
    members: Ints,
    rows: Floats,
    owners: Ints,
    own: Flags,
    box: Floats,
    reach: Floats,
    boxes: Floats,
    first: Ints,
    spheres: Floats,
    allowed: Floats,
    walls: Floats,
    rooms: Floats,
    slabs: Floats,
    floor: Floats,
    ceiling_m: float,
) -> tuple[int, float, float, bool]:
    """What stops a body at given poses, the excess (metres), its smallest wall gap, and whether it is in the room."""
    moving, numbers = np.empty_like(rows), np.empty(len(rows), dtype=np.int64)
    for n in range(len(rows)):
        moving[n] = place_boxes(rows[n : n + 1], rotations[owners[n]], positions[owners[n]])[0]
        numbers[n] = members[owners[n]]
    excess, stop = deepest_contact(moving, numbers, own, boxes, first, spheres, allowed)
    placed = place_boxes(box.reshape(1, 15), rotations[0], positions[0])[0]
    gaps = gaps_to(placed, walls, rooms)
    wall_gap, wall = math.inf, -1
    for w in range(len(gaps)):
        if gaps[w] < wall_gap:
            wall_gap, wall = gaps[w], int(walls[w, 8])
    if stop < 0 and wall_gap < -reach[0]:
        stop, excess = FIRST_WALL - wall, -wall_gap
    for n in range(slabs.shape[0]):
        cut = penetration(placed, slabs[n, :15])
        if stop == FREE and cut > reach[3]:
            stop, excess = FIRST_WALL - int(slabs[n, 15]), cut
    rise = placed[3] * abs(placed[7]) + placed[4] * abs(placed[10]) + placed[5] * abs(placed[13])
    if stop == FREE and rise - placed[1] > reach[1]:
        stop, excess = FLOOR, rise - placed[1]
    if stop == FREE and placed[1] + rise - ceiling_m > reach[2]:
        stop, excess = CEILING, placed[1] + rise - ceiling_m
    return stop, excess, wall_gap, on_floor(floor, placed[0], placed[2])


@jit
def _all_free(
    rotations: Floats,
    positions: Floats,
    members: Ints,
    rows: Floats,
    owners: Ints,
    own: Flags,
    box: Floats,
    reach: Floats,
    boxes: Floats,
    first: Ints,
    spheres: Floats,
    allowed: Floats,
    walls: Floats,
    rooms: Floats,
    slabs: Floats,
    floor: Floats,
    ceiling_m: float,
) -> bool:
    """Whether nothing stops a body at any of (steps, m, 3) positions of its members, all of them in the room."""
    for step in range(positions.shape[0]):
        stop, _, _, inside = _check(
            rotations, positions[step], members, rows, owners, own, box, reach, boxes, first, spheres, allowed, walls,
            rooms, slabs, floor, ceiling_m,
        )  # fmt: skip
        if stop != FREE or not inside:
            return False
    return True
