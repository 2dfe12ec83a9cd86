"""Inner walls that are more than the strip behind what hangs on them: pieces of wall grow to the next wall near by.

The metadata shows an inner wall only where something hangs on it. Left at that, a towel ring makes a pillar. A piece
from the floor to the ceiling therefore runs on to the room's wall or to the next piece, where nothing is in the way, or
else to a least width. It never cuts off a part of the floor that one could walk to.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from flowbench.geometry.boxes import bounds, penetration
from flowbench.geometry.standing import RADIUS_M, free_region
from flowbench.records import Floats
from flowbench.simulators.boxes import THIN_TYPES, make_box
from flowbench.simulators.mounts import CLEAR_M, Mount, Placed
from flowbench.simulators.structure import Side, floor_polygon

JOIN_WALL_M = 1.2  # a wall or another piece is joined over at most this distance
SPARE_M2 = 0.3  # of floor in nooks that may get out of reach besides
LEAST_WIDTH_M = 1.0  # a piece that can join nothing grows to this
STEP_M = 0.05
ON_FLOOR_M = 0.01
TOUCHING_M = 0.06  # pieces of one wall, hung from both of its sides, lie up to this far apart


def stretched(found: Sequence[Mount], things: Sequence[Placed], room: Sequence[Side]) -> list[Mount]:
    """The mounts, with the pieces of inner wall grown one after the other."""
    floor, solid = floor_polygon(room), [box for source, box in things if source.object_type not in THIN_TYPES]
    mounts = list(found)
    for k, mount in enumerate(mounts):
        if mount.kind != "partition" or bounds(mount.box)[0][1] > ON_FLOOR_M:
            continue
        others = [other.box for j, other in enumerate(mounts) if j != k]
        walkable = _largest_part(floor, [*solid, *others, mount.box])
        for grown, length in _wanted(mount.box, others, things, room):
            lost = walkable - _largest_part(floor, [*solid, *others, grown])
            if lost <= length * (2.0 * float(mount.box[5]) + 2.0 * RADIUS_M) + SPARE_M2:
                mounts[k] = Mount(mount.kind, grown)
                break
    return mounts


def _largest_part(floor: Floats, boxes: Sequence[Floats]) -> float:
    """Area of the largest connected part of what can be walked on, square metres."""
    free = free_region(floor, np.array(boxes))
    return max((part.area for part in getattr(free, "geoms", [free])), default=0.0)


def _wanted(
    box: Floats, others: Sequence[Floats], things: Sequence[Placed], room: Sequence[Side]
) -> Iterator[tuple[Floats, float]]:
    """What a piece may become and how much longer that is, from the most to the least wanted."""
    reaches = [_reach(box, end, others, things, room) for end in (-1.0, 1.0)]
    joining = sorted((end for end in (0, 1) if reaches[end][1]), key=lambda end: reaches[end][0])
    for ends in [chosen for chosen in (joining, joining[:1], joining[1:]) if chosen]:
        yield _grown(box, [reaches[end][0] if end in ends else 0.0 for end in (0, 1)])
    missing = max(LEAST_WIDTH_M - 2.0 * float(box[3]), 0.0)
    yield _grown(box, [min(missing / 2.0, free) for free, _ in reaches])


def _grown(box: Floats, lengths: Sequence[float]) -> tuple[Floats, float]:
    low, high = lengths
    return _end_piece(_end_piece(box, -1.0, low, keep=True), 1.0, high, keep=True), low + high


def _reach(
    box: Floats, end: float, others: Sequence[Floats], things: Sequence[Placed], room: Sequence[Side]
) -> tuple[float, bool]:
    """How far one end of a piece can grow, and whether it then meets a wall or another piece."""
    for step in range(1, round(JOIN_WALL_M / STEP_M) + 1):
        length = step * STEP_M
        piece = _end_piece(box, end, length)
        if any(penetration(piece, thing) > limit for thing, limit in _in_the_way(things)):
            return length - STEP_M, False
        beyond = min(side.gap(tip, tip) for side in room for tip in [_tip(piece, end)])
        if beyond <= 0.0:
            return length + beyond, True
        if any(penetration(_touching(piece), other) > 0.0 for other in others):
            return length, True
    return JOIN_WALL_M, False


def _in_the_way(things: Sequence[Placed]) -> list[tuple[Floats, float]]:
    return [
        (box, 0.0 if source.object_type in THIN_TYPES else CLEAR_M)
        for source, box in things
        if source.object_type != "Floor"
    ]


def _end_piece(box: Floats, end: float, length: float, keep: bool = False) -> Floats:
    """The part by which a slab grows at one end (-1 or +1 along its width); with `keep` the whole grown slab."""
    size = 2.0 * box[3:6]
    shift = length / 2.0 if keep else float(box[3]) + length / 2.0
    size[0] = size[0] + length if keep else length
    return make_box(box[:3] + end * shift * box[6:9], size, box[6:].reshape(3, 3))


def _tip(piece: Floats, end: float) -> Floats:
    return np.asarray(piece[:3] + end * piece[3] * piece[6:9])


def _touching(piece: Floats) -> Floats:
    wide = piece.copy()
    wide[5] += TOUCHING_M
    return wide
