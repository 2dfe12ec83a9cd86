"""Which way an object faces: the axes of its body.

The simulator's assets have their front at local +z, with few exceptions (beds, television stands, knives).
Fixed parts of a scene (windows, cabinets, paintings, ...) carry whatever axes their modeller used: their front is
found from where they are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.geometry import rotation
from flowbench.geometry.boxes import bounds
from flowbench.records import Floats
from flowbench.simulators.boxes import THIN_TYPES, Source, make_box
from flowbench.simulators.parts import BASIN_TYPES, Extent, contained_share
from flowbench.simulators.structure import HUNG_TYPES, Side

# These lie on their flat side in every scene although their own x axis is then the upright one.
LYING_TYPES = frozenset({"Knife", "ButterKnife"})
# Half of their assets have the front at -z: it is the side away from the wall.
TWO_WAY_TYPES = frozenset({"TVStand"})
OPENING_TYPES = frozenset({"Cabinet", "Drawer"})
FLAT_TYPES = THIN_TYPES | HUNG_TYPES
FREE_AHEAD_M = 0.45
LEVEL_SHARE = 0.3
HUNG_BEHIND_SHARE = 0.6


@dataclass(frozen=True)
class Evidence:
    """How much each clue counts when a front is chosen; the direction with the least cost wins.

    Attributes:
        wall: per metre (at most 1 m) between the back and the wall behind.
        blocked: for the share of the space ahead that other fixed things or walls take.
        depth: for a depth larger than the width.
        origin: for a transform origin that does not lie near the front face (doors and drawers are hung there).
        own: for pointing away from the object's own z axis.
    """

    wall: float
    blocked: float
    depth: float
    origin: float
    own: float


FLAT = Evidence(wall=1.0, blocked=0.0, depth=2.0, origin=0.0, own=0.05)
OPENING = Evidence(wall=0.3, blocked=1.0, depth=0.1, origin=1.2, own=0.1)
FIXED = Evidence(wall=1.0, blocked=0.5, depth=0.2, origin=0.0, own=0.1)


@dataclass(frozen=True, eq=False)
class Scene:
    """What fronts are judged against.

    Attributes:
        boxes: object id -> world box before its front is known.
        carriers: part id -> what it is built into.
        obstacles: (owner id, extent) of everything fixed that takes up space.
    """

    sources: Sequence[Source]
    boxes: Mapping[str, Floats]
    carriers: Mapping[str, str]
    obstacles: Sequence[tuple[str, Extent]]
    room: Sequence[Side]


def body_box(source: Source, scene: Scene) -> Floats:
    """The world box of an object with the axes of its body: y its up, z its front."""
    box = scene.boxes[source.object_id]
    own = rotation.matrix(source.pose.rotation).T
    if source.object_type == "Bed":
        return reframe(box, own[1], _away_from_pillows(source, box, own, scene.sources))
    if source.object_type in TWO_WAY_TYPES:
        return min(box, reframe(box, own[1], -own[2]), key=lambda facing: _back_gap(facing, scene.room))
    if source.object_type in LYING_TYPES:
        return reframe(box, own[0] * (1.0 if own[0, 1] > 0.0 else -1.0), own[2])
    if source.moves or source.asset_size is not None:
        return _along_own_axes(box, own)
    return reframe(box, np.array([0.0, 1.0, 0.0]), front(source, scene))


def reframe(box: Floats, up: Floats, forward: Floats) -> Floats:
    """The same box with its axes renamed: y the one nearest to `up`, z the one nearest to `forward`."""
    axes = box[6:].reshape(3, 3)
    y = _nearest(axes, up, taken=())
    z = _nearest(axes, forward, taken=(y[0],))
    x = ({0, 1, 2} - {y[0], z[0]}).pop()
    upward, ahead = y[1] * axes[y[0]], z[1] * axes[z[0]]
    half = box[3:6][[x, y[0], z[0]]]
    return make_box(box[:3], 2.0 * half, np.array([np.cross(upward, ahead), upward, ahead]))


def _nearest(axes: Floats, direction: Floats, taken: tuple[int, ...]) -> tuple[int, float]:
    """Number and sign of the axis most along a direction."""
    along = axes @ direction
    number = max((k for k in range(3) if k not in taken), key=lambda k: abs(float(along[k])))
    return number, 1.0 if along[number] >= 0.0 else -1.0


def _along_own_axes(box: Floats, own: Floats) -> Floats:
    """Own axes where the box has them; where it is upright instead, up and the level direction of the own z."""
    if np.allclose(box[6:].reshape(3, 3), own, atol=1e-9):
        return box
    return reframe(box, np.array([0.0, 1.0, 0.0]), own[2])


def _away_from_pillows(source: Source, box: Floats, own: Floats, sources: Sequence[Source]) -> Floats:
    """A bed faces away from its pillows; most assets have them at +z."""
    pillows = [item.centre for item in sources if item.object_type == "Pillow" and source.object_id in item.parents]
    towards = float((np.mean(pillows, axis=0) - box[:3]) @ own[2]) if pillows else 1.0
    return np.asarray(own[2] * (-1.0 if towards > 0.0 else 1.0))


def front(source: Source, scene: Scene) -> Floats:
    """(3,) level direction that a fixed object without a known asset faces."""
    own = rotation.matrix(source.pose.rotation).T
    if source.object_type == "Carcass":
        return _shell_front(source, scene)
    carrier = _carrier(source, scene)
    if carrier is not None and source.object_type in BASIN_TYPES:
        return front_of(carrier, scene)
    if source.object_type == "StoveKnob" and np.hypot(own[1, 0], own[1, 2]) > LEVEL_SHARE:
        return np.array([own[1, 0], 0.0, own[1, 2]])
    if carrier is not None and next(s for s in scene.sources if s.object_id == carrier).asset_size is not None:
        return _part_front(source, front_of(carrier, scene), scene)
    if source.object_type in FLAT_TYPES:
        return _best_direction(source, scene, FLAT)
    return _best_direction(source, scene, OPENING if source.object_type in OPENING_TYPES else FIXED)


def _carrier(source: Source, scene: Scene) -> str | None:
    """What an object is built into; for drawers in the chest of a table the table."""
    carrier = scene.carriers.get(source.object_id)
    return carrier if carrier is None else scene.carriers.get(carrier, carrier)


def _shell_front(shell: Source, scene: Scene) -> Floats:
    """A shell faces where its first drawer does."""
    held = [s for s in scene.sources if scene.carriers.get(s.object_id) == shell.object_id]
    drawers = [s for s in held if s.object_type == "Drawer"]
    return front(drawers[0], scene) if drawers else _best_direction(shell, scene, FIXED)


def front_of(object_id: str, scene: Scene) -> Floats:
    """(3,) the front of another object of the scene."""
    source = next(item for item in scene.sources if item.object_id == object_id)
    return body_box(source, scene)[12:15]


def _part_front(source: Source, forward: Floats, scene: Scene) -> Floats:
    """The carrier's front, or its back for a door or drawer hung there (some coffee tables open on both sides)."""
    box = reframe(scene.boxes[source.object_id], np.array([0.0, 1.0, 0.0]), forward)
    hung_at = float((np.asarray(source.pose.position) - box[:3]) @ box[12:15])
    return -forward if source.object_type in OPENING_TYPES and hung_at < -HUNG_BEHIND_SHARE * box[5] else forward


def _best_direction(source: Source, scene: Scene, evidence: Evidence) -> Floats:
    box = scene.boxes[source.object_id]
    level = [axis for axis in box[6:].reshape(3, 3) if abs(float(axis[1])) < 0.5]
    directions = [sign * axis for axis in level for sign in (1.0, -1.0)]
    turned = [reframe(box, np.array([0.0, 1.0, 0.0]), direction) for direction in directions]
    return min(turned, key=lambda candidate: _cost(source, candidate, scene, evidence))[12:15]


def _cost(source: Source, box: Floats, scene: Scene, evidence: Evidence) -> float:
    ahead = box[12:15]
    own = rotation.matrix(source.pose.rotation).T
    offset = float((np.asarray(source.pose.position) - box[:3]) @ ahead) / float(box[5])
    return (
        evidence.wall * min(_back_gap(box, scene.room), 1.0)
        + evidence.blocked * (_blocked_share(source, box, scene) if evidence.blocked else 0.0)
        + evidence.depth * float(box[5] > box[3] + 1e-3)
        + evidence.origin * min(abs(offset - 1.0), 1.0)
        + evidence.own * (1.0 - float(own[2] @ ahead)) / 2.0
    )


def _back_gap(box: Floats, room: Sequence[Side]) -> float:
    """Distance from the middle of the back face to the wall behind it."""
    back = box[:3] - box[12:15] * box[5]
    behind = max(room, key=lambda side: float(side.normal @ box[12:15]))
    return abs(float(back[behind.axis]) - behind.place)


def _blocked_share(source: Source, box: Floats, scene: Scene) -> float:
    """Share of the space up to 0.45 m ahead of the front face that something else or a wall takes."""
    centre = box[:3] + box[12:15] * (box[5] + FREE_AHEAD_M / 2.0)
    zone = bounds(make_box(centre, 2.0 * np.array([box[3], box[4], FREE_AHEAD_M / 2.0]) * 0.9, box[6:].reshape(3, 3)))
    shares = [contained_share(zone, extent) for owner, extent in scene.obstacles if owner != source.object_id]
    outside = 1.0 - contained_share(zone, _inside(scene.room))
    return min(sum(shares) + outside, 1.0)


def _inside(room: Sequence[Side]) -> Extent:
    left, right, near, far = (side.place for side in room)
    return np.array([left, -1.0, near]), np.array([right, 10.0, far])
