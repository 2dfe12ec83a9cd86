"""What things hang on and stand on where the metadata lists nothing: pieces of inner wall, backings, brackets.

A picture in the middle of a room shows an inner wall; a cupboard 10 cm off the wall hangs on a batten; a vase in the
air stands on a board. Each gets a shell ("Carcass|n") wherever there is room for one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.geometry.boxes import bounds, corners, penetration
from flowbench.records import Floats
from flowbench.simulators.boxes import THIN_TYPES, Source, make_box, with_heights
from flowbench.simulators.structure import HUNG_TYPES, Side

MOUNTED_TYPES = HUNG_TYPES | {
    "Cabinet",
    "Carcass",
    "Faucet",
    "Shelf",
    "ShowerHead",
    "StoveKnob",
    "Television",
    "ToiletPaperHanger",
    "Window",
}
NO_BOARD_TYPES = frozenset({"HandTowel", "Towel", "ToiletPaper"})  # they hang on holders of their own
INSIDE_TYPES = frozenset({"Cabinet", "Drawer", "Fridge", "Sink", "SinkBasin", "Bathtub", "BathtubBasin"})
HOLDING_TYPES = frozenset({"Cabinet", "Carcass", "Fridge"})
PLUMBED_TYPES = frozenset({"Bathtub", "CounterTop", "Sink"})
STANDING_M = 0.05  # what ends lower stands on the floor
ON_FLOOR_M = 0.35  # so does larger furniture that ends lower: feet are not modelled
SMALL_M = 0.3
TOUCH_M = 0.02
SIT_M = 0.05
BACKING_REACH_M = 0.6
BRACKET_REACH_M = 0.4
WALL_M = (0.1, 0.04)  # thickness of an inner wall, the first that fits
WALL_MARGINS_M = (0.2, 0.02)
NARROW_SHARE = 0.25  # of the width is left out on both sides where nothing wider fits
BOARD_M = 0.02
BOARD_MARGIN_M = 0.02
JOIN_M = 0.6
UNDER_CEILING_M = 0.001
SAME_PLANE_M = 0.02
UNDER_SHARE = 0.3
CLEAR_M = 0.03  # depth to which a shell may reach into what moves or hangs flat
CLEAR_FIXED_M = 0.21  # and into other fixed things, whose boxes are loose

PANEL_DOWN_M = 0.15
STOVE_M = 0.85
Placed = tuple[Source, Floats]  # an object and its world box with the axes of its body


@dataclass(frozen=True, eq=False)
class Mount:
    """A shell for what hangs or stands in the air.

    Attributes:
        kind: "partition" (an inner wall), "pier" (a thicker piece of a wall), "backing" (between a wall and what hangs
            before it), "panel" (one behind a stove's knobs), "board" (from a wall) or "plinth" (from below).
        box: (15,) world box, its z axis the front.
    """

    kind: str
    box: Floats


def mounts(things: Sequence[Placed], built_in: frozenset[str], room: Sequence[Side], ceiling_m: float) -> list[Mount]:
    """The shells a scene needs. `built_in` are the ids of parts of other things."""
    found: list[Mount] = []
    loose = [
        (source, _turned_to_wall(box, room))
        for source, box in things
        if source.object_id not in built_in or source.object_type == "StoveKnob"
    ]
    for group in _groups([thing for thing in loose if _hangs(thing, things, room)]):
        found += _held(group, things, room, ceiling_m)
    solid = [thing for thing in things if thing[0].object_type not in THIN_TYPES | {"Floor"}]
    standing = [thing for thing in loose if _stands_in_the_air(thing, solid, found)]
    return found + [_board(group, things, room) for group in _shelved(standing, room)]


def _hangs(thing: Placed, things: Sequence[Placed], room: Sequence[Side]) -> bool:
    """Whether something that hangs on a wall has none behind it, nor anything else fixed."""
    source, box = thing
    stands = bounds(box)[0][1] < STANDING_M and source.object_type != "Window"
    if source.object_type not in MOUNTED_TYPES or source.moves or stands or _is_outside(box, room):
        return False
    return _wall_gap(box, room) > TOUCH_M and not _touches_fixed(thing, things)


def _is_outside(box: Floats, room: Sequence[Side]) -> bool:
    """Whether the source left something outside the room."""
    return any(side.gap(box[:3], box[:3]) < 0.0 for side in room)


def _touches_fixed(thing: Placed, things: Sequence[Placed]) -> bool:
    """Whether something is fixed to the side of furniture that stands on the floor."""
    source, box = thing
    holding = HOLDING_TYPES | (PLUMBED_TYPES if source.object_type == "Faucet" else frozenset())
    reach = box.copy()
    reach[3:6] += TOUCH_M
    return any(
        penetration(reach, other) > 0.0
        for owner, other in things
        if owner.object_id != source.object_id
        and owner.object_type in holding - {source.object_type}
        and (bounds(other)[0][1] < STANDING_M or source.object_type == "Faucet")
    )


def _wall_gap(box: Floats, room: Sequence[Side]) -> float:
    """Distance from the back of a box to the wall behind; for one askew inf, unless a corner of it touches a wall."""
    behind = max(room, key=lambda side: float(side.normal @ box[12:15]))
    if behind.normal @ box[12:15] < 0.99:
        nearest = min(side.gap(*bounds(box)) for side in room)
        return nearest if nearest <= TOUCH_M else float("inf")
    return behind.gap(*bounds(box))


def _turned_to_wall(box: Floats, room: Sequence[Side]) -> Floats:
    """A box with its back to the nearer of the walls before and behind it."""
    turned = box.copy()
    turned[6:9], turned[12:15] = -box[6:9], -box[12:15]
    return turned if _wall_gap(turned, room) < BACKING_REACH_M < _wall_gap(box, room) else box


def _groups(hung: Sequence[Placed]) -> list[list[Placed]]:
    """Things that can share a wall: in one plane, facing the same way, less than 0.6 m apart."""
    groups: list[list[Placed]] = []
    for thing in hung:
        near = [group for group in groups if any(_share_a_wall(thing[1], other) for _, other in group)]
        merged = [thing, *(member for group in near for member in group)]
        groups = [group for group in groups if group not in near] + [merged]
    return groups


def _share_a_wall(a: Floats, b: Floats) -> bool:
    ahead = a[12:15]
    planes = [float(box[:3] @ ahead) - float(box[5]) for box in (a, b)]
    across = _upright(ahead)[0]
    reaches = [float(np.abs((corners(box) - box[:3]) @ across).max()) for box in (a, b)]
    apart = abs(float((a[:3] - b[:3]) @ across)) - sum(reaches)
    return bool(ahead @ b[12:15] > 0.99 and abs(planes[0] - planes[1]) < SAME_PLANE_M and apart < JOIN_M)


def _held(
    group: Sequence[Placed],
    things: Sequence[Placed],
    room: Sequence[Side],
    ceiling_m: float,
) -> list[Mount]:
    """The mounts of a group: one for all where there is room, else one each."""
    shared = _mount(group, things, room, ceiling_m)
    if shared is not None:
        return [shared]
    alone = [_mount([member], things, room, ceiling_m) for member in group] if len(group) > 1 else []
    return [mount for mount in alone if mount is not None]


def _mount(
    group: Sequence[Placed],
    things: Sequence[Placed],
    room: Sequence[Side],
    ceiling_m: float,
) -> Mount | None:
    """The first shell behind a group that runs into nothing else."""
    held = {source.object_id for source, _ in group}
    blocking = [
        (box, CLEAR_M if source.moves or source.object_type in HUNG_TYPES else CLEAR_FIXED_M)
        for source, box in things
        if source.object_type not in THIN_TYPES | {"Floor"}
        and not held.intersection({source.object_id, *source.parents})
    ]
    types, own = {source.object_type for source, _ in group}, [_solid(source, box) for source, box in group]
    wanted = _panels(own) if types == {"StoveKnob"} else _candidates(own, types <= HUNG_TYPES, room, ceiling_m)
    for mount in wanted:
        if all(penetration(mount.box, box) <= limit for box, limit in blocking):
            return mount
    return None


def _solid(source: Source, box: Floats) -> Floats:
    """The box of a thing without the air above it, of which the box of a shelf is made up."""
    bottom = float(bounds(box)[0][1])
    return with_heights(box, bottom, bottom + BOARD_M) if source.object_type == "Shelf" else box


def _candidates(group: Sequence[Floats], is_flat: bool, room: Sequence[Side], ceiling_m: float) -> Iterator[Mount]:
    """Shells behind a group from the most to the least wanted: what is flat would rather hang on a wall."""
    axes = _upright(group[0][12:15])
    points = np.concatenate([corners(box) for box in group]) @ axes.T
    low, high = points.min(axis=0), points.max(axis=0)
    gap = min(_wall_gap(box, room) for box in group)
    itself, narrow = (float(low[1]), float(high[1])), -NARROW_SHARE * float(high[0] - low[0])
    if is_flat or gap > BACKING_REACH_M:
        top = ceiling_m - UNDER_CEILING_M
        for heights in ((0.0, top), (max(itself[0] - 0.3, 0.0), top), (itself[0], top)):
            for kind, thick in [("partition", thick) for thick in WALL_M] if gap > BACKING_REACH_M else [("pier", gap)]:
                for margin in (*WALL_MARGINS_M, narrow):
                    yield _slab(kind, axes, low, high, heights, thick, margin)
    if gap <= BACKING_REACH_M:
        kind = "pier" if is_flat else "backing"
        yield _slab(kind, axes, low, high, itself, gap, 0.0)
        yield _slab(kind, axes, low, high, itself, gap, narrow)


def _panels(knobs: Sequence[Floats]) -> Iterator[Mount]:
    """The back panel of a stove, from its top to above the knobs on it; below a stove's height its front."""
    axes = _upright(knobs[0][12:15])
    points = np.concatenate([corners(box) for box in knobs]) @ axes.T
    low, high = points.min(axis=0), points.max(axis=0)
    bottom = 0.0 if low[1] < STOVE_M else float(low[1]) - PANEL_DOWN_M
    heights = (bottom, float(high[1]) + BOARD_MARGIN_M)
    for thick in WALL_M:
        yield _slab("panel", axes, low, high, heights, thick, BOARD_MARGIN_M)
    yield _slab("panel", axes, low, high, (float(low[1]), heights[1]), BOARD_M, 0.0)


def _upright(ahead: Floats) -> Floats:
    """(3, 3) axes of an upright slab whose front looks the level way nearest to a direction."""
    level = np.array([ahead[0], 0.0, ahead[2]]) / np.hypot(ahead[0], ahead[2])
    return np.array([np.cross([0.0, 1.0, 0.0], level), [0.0, 1.0, 0.0], level])


def _slab(
    kind: str, axes: Floats, low: Floats, high: Floats, heights: tuple[float, float], thick: float, margin: float
) -> Mount:
    """A slab behind a group, given its extent along the axes it hangs by."""
    middle = np.array([(low[0] + high[0]) / 2.0, sum(heights) / 2.0, low[2] - thick / 2.0])
    size = np.array([high[0] - low[0] + 2.0 * margin, heights[1] - heights[0], thick])
    return Mount(kind, make_box(middle @ axes, size, axes))


def _stands_in_the_air(thing: Placed, solid: Sequence[Placed], found: Sequence[Mount]) -> bool:
    """Whether nothing is below something movable, by the boxes of all things and what they are said to lie on."""
    source, box = thing
    low, _ = bounds(box)
    small = bool((box[3:6] < SMALL_M / 2.0).all())
    if not source.moves or low[1] < (STANDING_M if small else ON_FLOOR_M) or source.object_type in NO_BOARD_TYPES:
        return False
    if any(parent.split("|")[0] in INSIDE_TYPES for parent in source.parents):
        return False
    others = [
        _raised(bounds(other)) if owner.object_type in HUNG_TYPES else bounds(other)
        for owner, other in solid
        if owner.object_id != source.object_id
    ]
    others += [_raised(bounds(mount.box)) for mount in found]
    return not any(_is_under(bounds(box), other) for other in others)


def _raised(extent: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """The top of an extent: nothing lies inside what is solid."""
    low = extent[0].copy()
    low[1] = extent[1][1]
    return low, extent[1]


def _is_under(upper: tuple[Floats, Floats], lower: tuple[Floats, Floats]) -> bool:
    """Whether a box ends on or in another one, with a good part of its footprint."""
    level = [0, 2]
    common = np.clip(np.minimum(upper[1], lower[1])[level] - np.maximum(upper[0], lower[0])[level], 0.0, None)
    share = np.prod(common) / np.prod((upper[1] - upper[0])[level])
    return bool(share > UNDER_SHARE and lower[0][1] - SIT_M < upper[0][1] < lower[1][1] + SIT_M)


def _shelved(standing: Sequence[Placed], room: Sequence[Side]) -> list[list[Placed]]:
    """Things that can share a board: at one height, at one wall, less than 0.6 m apart."""
    groups: list[list[Placed]] = []
    for thing in standing:
        near = [group for group in groups if any(_share_a_board(thing[1], other, room) for _, other in group)]
        merged = [thing, *(member for group in near for member in group)]
        groups = [group for group in groups if group not in near] + [merged]
    return groups


def _share_a_board(a: Floats, b: Floats, room: Sequence[Side]) -> bool:
    (low_a, high_a), (low_b, high_b) = bounds(a), bounds(b)
    wall = _nearest((low_a, high_a), room)
    along = 2 - wall.axis
    apart = max(low_a[along] - high_b[along], low_b[along] - high_a[along])
    return bool(_nearest((low_b, high_b), room) == wall and abs(low_a[1] - low_b[1]) < SAME_PLANE_M and apart < JOIN_M)


def _nearest(extent: tuple[Floats, Floats], room: Sequence[Side]) -> Side:
    return min(room, key=lambda side: side.gap(*extent))


def _board(group: Sequence[Placed], things: Sequence[Placed], room: Sequence[Side]) -> Mount:
    """A board under a group: from the wall where one is near, else a plinth down to whatever is below."""
    ends = [bounds(box) for _, box in group]
    low, high = np.min([end[0] for end in ends], axis=0), np.max([end[1] for end in ends], axis=0)
    top = float(low[1])
    low[[0, 2]] -= BOARD_MARGIN_M
    high[[0, 2]] += BOARD_MARGIN_M
    wall = _nearest((low, high), room)
    ahead = wall.normal
    if wall.gap(low, high) <= BRACKET_REACH_M:
        (low if wall.inward > 0 else high)[wall.axis] = wall.place
        bottom, kind = top - BOARD_M, "board"
    else:
        level, middle = [0, 2], (low + high) / 2.0
        below = [
            float(bounds(box)[1][1])
            for source, box in things
            if (middle[level] > bounds(box)[0][level]).all()
            and (middle[level] < bounds(box)[1][level]).all()
            and bounds(box)[1][1] < top
        ]
        bottom, kind = max([0.0, *below]), "plinth"
    axes = _upright(ahead)
    size = np.abs(axes @ (high - low))
    centre = (low + high) / 2.0
    centre[1], size[1] = (top + bottom) / 2.0, top - bottom
    return Mount(kind, make_box(centre, size, axes))
