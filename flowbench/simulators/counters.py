"""Which parts of a counter's box are counter: boxes of L- and U-shaped counters also span the walkway between.

Rectangles are (x low, z low, x high, z high), in the world frame here and about the counter's centre once stored.
"""

from collections.abc import Sequence

import numpy as np

from flowbench.geometry import rotation
from flowbench.geometry.boxes import bounds, corners
from flowbench.records import Floats
from flowbench.simulators.boxes import Source, make_box
from flowbench.simulators.structure import Side

STRIP_M = 0.65
WHOLE_BELOW_M = 1.0
NEAR_WALL_M = 0.3
PATCH_MARGIN_M = 0.05
END_REACH_M = 1.0
JOIN_M = 0.45
WIDEST_JOINT_M = 1.3
LEAST_SIDE_M = 0.05
SUNK_M = 0.05
RIM_M = 0.01
UNDER_M = 0.1
SUNK_TYPES = frozenset({"Sink", "Bathtub"})
CUPBOARD_TYPES = frozenset({"Cabinet", "Drawer"})
FOUNDATION_TYPES = CUPBOARD_TYPES | {"Sink"}

Rectangle = tuple[float, float, float, float]
Thing = tuple[Source, Floats]  # an object and its world box


def pieces(counter: Source, box: Floats, others: Sequence[Thing], room: Sequence[Side]) -> tuple[Rectangle, ...]:
    """World rectangles that make up a counter.

    A counter narrower than 1 m and an island (no wall within 0.3 m) are whole. Another is a strip 0.65 m wide along
    each wall it touches, as far as something stands on it or is built in below it, and patches at what does so
    elsewhere, neighbouring ones joined.
    """
    low, high = bounds(box)
    whole = (float(low[0]), float(low[2]), float(high[0]), float(high[2]))
    touched = [side for side in room if side.gap(low, high) < NEAR_WALL_M]
    if is_turned(box) or min(high[0] - low[0], high[2] - low[2]) < WHOLE_BELOW_M or not touched:
        return (whole,)
    patches = [_clip(_patch(*thing), whole) for thing in others if _belongs(counter, (low, high), *thing)]
    patches = [patch for patch in patches if _is_broad(patch)]
    strips = _strips(whole, touched, patches)
    loose = [patch for patch in patches if not any(_centre_in(patch, strip) for strip in strips)]
    joined = [_reached(patch, strips) for patch in _joined(loose)]
    return _without_covered([*strips, *joined]) or (whole,)


def without_sinks(rectangles: Sequence[Rectangle], box: Floats, others: Sequence[Thing]) -> tuple[Rectangle, ...]:
    """The pieces of a counter with the sinks and tubs that hang in it cut out."""
    rest = list(rectangles)
    for hole in (_hole(sink) for source, sink in others if source.object_type in SUNK_TYPES and _is_sunk(sink, box)):
        rest = [left for rectangle in rest for left in _cut(rectangle, hole)]
    return tuple(rest)


def closed_and_open(
    rectangles: Sequence[Rectangle], box: Floats, others: Sequence[Thing]
) -> tuple[tuple[Rectangle, ...], tuple[Rectangle, ...]]:
    """The pieces that are closed down to the floor, and those under which stools and the like stand.

    Where a cupboard or drawer is built in, what stands there stands inside.
    """
    closed, opened = list(rectangles), []
    built_in = [_patch(*thing) for thing in others if thing[0].object_type in CUPBOARD_TYPES]
    for low, high in (bounds(other) for source, other in others if _stands_under(source, other, box)):
        middle = (float(low[0]), float(low[2]), float(high[0]), float(high[2]))
        for rectangle in [r for r in closed if _centre_in(middle, r)]:
            niche = _niche(rectangle, middle)
            if any(_centre_in(fitted, niche) for fitted in built_in):
                continue
            closed = [left for r in closed for left in (_cut(r, niche) if r == rectangle else [r])]
            opened.append(niche)
    return tuple(closed), tuple(opened)


def _stands_under(source: Source, box: Floats, counter: Floats) -> bool:
    """Whether something movable stands on the floor below the height of a counter, and not in a cupboard."""
    low, high = bounds(box)
    built_in = any(parent.split("|")[0] in FOUNDATION_TYPES for parent in source.parents)
    return bool(source.moves and not built_in and low[1] < UNDER_M and high[1] < bounds(counter)[0][1])


def _niche(rectangle: Rectangle, standing: Rectangle) -> Rectangle:
    """The part of a piece, right across it, that is open around what stands below."""
    x0, z0, x1, z1 = rectangle
    if x1 - x0 > z1 - z0:
        return max(x0, standing[0] - PATCH_MARGIN_M), z0, min(x1, standing[2] + PATCH_MARGIN_M), z1
    return x0, max(z0, standing[1] - PATCH_MARGIN_M), x1, min(z1, standing[3] + PATCH_MARGIN_M)


def _is_sunk(sink: Floats, counter: Floats) -> bool:
    """Whether a sink or tub hangs in a counter: it reaches down into it and its rim is near the counter's top."""
    low, high = bounds(sink)
    top = float(bounds(counter)[1][1])
    return bool(low[1] < top - SUNK_M and abs(float(high[1]) - top) < 2.0 * SUNK_M)


def _hole(sink: Floats) -> Rectangle:
    """What a sink leaves of a slab: its footprint without the rim; for a turned one the rectangle inside it."""
    low, high = bounds(sink)
    reach = (high - low) / 2.0 - RIM_M if not is_turned(sink) else (high - low) / 4.0
    x, z = float(sink[0]), float(sink[2])
    return x - float(reach[0]), z - float(reach[2]), x + float(reach[0]), z + float(reach[2])


def _cut(rectangle: Rectangle, hole: Rectangle) -> list[Rectangle]:
    """A rectangle without a hole: what is left and right of it, before and behind it."""
    inside = _clip(hole, rectangle)
    if inside[0] >= inside[2] or inside[1] >= inside[3]:
        return [rectangle]
    x0, z0, x1, z1 = rectangle
    left, near, right, far = inside
    rest = [(x0, z0, left, z1), (right, z0, x1, z1), (left, z0, right, near), (left, far, right, z1)]
    return [r for r in rest if min(r[2] - r[0], r[3] - r[1]) > RIM_M]


def is_turned(box: Floats) -> bool:
    """Whether a level box is off the world's axes."""
    return 0.05 < abs(float(box[12])) < 0.95 or 0.05 < abs(float(box[6])) < 0.95


def under_its_things(counter: Source, box: Floats, others: Sequence[Thing]) -> Floats:
    """The box of a counter turned off the axes, whose true sides are unknown: what holds all that stands on it."""
    axes = box[6:].reshape(3, 3)
    points = [corners(other) for source, other in others if counter.object_id in source.parents]
    if not points:
        return box
    framed = rotation.multiply(np.concatenate(points) - box[:3], axes.T)
    low, high = framed.min(axis=0) - PATCH_MARGIN_M, framed.max(axis=0) + PATCH_MARGIN_M
    low[1], high[1] = -box[4], box[4]
    return make_box(box[:3] + rotation.multiply((low + high)[None] / 2.0, axes)[0], high - low, axes)


def _strips(whole: Rectangle, touched: Sequence[Side], patches: Sequence[Rectangle]) -> list[Rectangle]:
    """The strips along the walls that are used; two that are used meet in their corner."""
    used = [side for side in touched if any(_centre_in(patch, _along(whole, side)) for patch in patches)]
    return [_cut_to_use(_along(whole, side), side, used, patches) for side in used]


def _along(whole: Rectangle, side: Side) -> Rectangle:
    """The full strip along a wall."""
    edges = list(whole)
    across = 0 if side.axis == 0 else 1
    if side.inward > 0:
        edges[across + 2] = edges[across] + STRIP_M
    else:
        edges[across] = edges[across + 2] - STRIP_M
    return edges[0], edges[1], edges[2], edges[3]


def _cut_to_use(strip: Rectangle, side: Side, used: Sequence[Side], patches: Sequence[Rectangle]) -> Rectangle:
    """A strip ends where its use ends, unless less than 1 m is left or another strip meets it at that end."""
    edges = list(strip)
    along = 1 if side.axis == 0 else 0
    meets = {other.inward for other in used if other.axis != side.axis}
    inside = [patch for patch in patches if _centre_in(patch, strip)]
    first, last = min(patch[along] for patch in inside), max(patch[along + 2] for patch in inside)
    if first - edges[along] >= END_REACH_M and 1 not in meets:
        edges[along] = first
    if edges[along + 2] - last >= END_REACH_M and -1 not in meets:
        edges[along + 2] = last
    return edges[0], edges[1], edges[2], edges[3]


def _belongs(counter: Source, extent: tuple[Floats, Floats], source: Source, box: Floats) -> bool:
    """Whether an object stands on the counter, or is built in below it."""
    if source.object_type in FOUNDATION_TYPES:
        level = [0, 2]
        inside = np.all(box[level] > extent[0][level]) and np.all(box[level] < extent[1][level])
        return bool(inside and bounds(box)[1][1] < extent[1][1] + 0.15)
    return counter.object_id in source.parents


def _patch(source: Source, box: Floats) -> Rectangle:
    low, high = bounds(box)
    margin = 0.0 if source.object_type in FOUNDATION_TYPES else PATCH_MARGIN_M
    return float(low[0]) - margin, float(low[2]) - margin, float(high[0]) + margin, float(high[2]) + margin


def _joined(patches: Sequence[Rectangle]) -> list[Rectangle]:
    """Patches less than 0.45 m apart joined, as long as the joint stays narrower than 1.3 m."""
    done: list[Rectangle] = []
    for patch in patches:
        grown, rest = patch, done
        while partner := next((other for other in rest if _may_join(grown, other)), None):
            rest = [other for other in rest if other != partner]
            grown = _hull(grown, partner)
        done = [*rest, grown]
    return done


def _may_join(a: Rectangle, b: Rectangle) -> bool:
    gap = max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])
    joint = _hull(a, b)
    return gap < JOIN_M and min(joint[2] - joint[0], joint[3] - joint[1]) <= WIDEST_JOINT_M


def _hull(a: Rectangle, b: Rectangle) -> Rectangle:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _reached(patch: Rectangle, strips: Sequence[Rectangle]) -> Rectangle:
    """A patch grown straight to each strip less than 0.45 m away, so that a peninsula hangs on its counter."""
    edges = list(patch)
    for strip in strips:
        for along, across in ((0, 1), (1, 0)):
            if patch[across] < strip[across + 2] and patch[across + 2] > strip[across]:
                if 0.0 < patch[along] - strip[along + 2] < JOIN_M:
                    edges[along] = strip[along + 2]
                if 0.0 < strip[along] - patch[along + 2] < JOIN_M:
                    edges[along + 2] = strip[along]
    return edges[0], edges[1], edges[2], edges[3]


def _clip(patch: Rectangle, whole: Rectangle) -> Rectangle:
    return max(patch[0], whole[0]), max(patch[1], whole[1]), min(patch[2], whole[2]), min(patch[3], whole[3])


def _is_broad(patch: Rectangle) -> bool:
    return min(patch[2] - patch[0], patch[3] - patch[1]) >= LEAST_SIDE_M


def _centre_in(patch: Rectangle, outer: Rectangle) -> bool:
    x, z = (patch[0] + patch[2]) / 2.0, (patch[1] + patch[3]) / 2.0
    return outer[0] <= x <= outer[2] and outer[1] <= z <= outer[3]


def _without_covered(rectangles: Sequence[Rectangle]) -> tuple[Rectangle, ...]:
    """The rectangles that do not lie inside another, in their order and once each."""
    distinct = list(dict.fromkeys(rectangles))
    return tuple(r for r in distinct if not any(other != r and _clip(r, other) == r for other in distinct))
