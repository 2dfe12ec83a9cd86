"""Which objects are rigid parts of others, and the shells of parts whose carrier the metadata does not list.

Ids of drawers, cabinets and shelves do not name what they are built into: it is whatever contains their box.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.geometry.boxes import bounds
from flowbench.records import Floats
from flowbench.simulators.boxes import Source
from flowbench.simulators.counters import Rectangle

PART_TYPES = frozenset({"Cabinet", "Drawer", "Shelf", "StoveBurner", "StoveKnob"})
BASIN_TYPES = frozenset({"SinkBasin", "BathtubBasin"})
CARRIER_TYPES = frozenset(
    {"Bed", "CoffeeTable", "Desk", "DiningTable", "Dresser", "ShelvingUnit", "SideTable", "Sink", "TVStand"}
)
CABINET_PART_TYPES = frozenset({"Drawer", "Shelf"})
STOVE_TYPES = frozenset({"StoveBurner", "StoveKnob"})
SLACK_M = 0.03
CONTAINED_SHARE = 0.75
COUNTER_SHARE = 0.5  # also for tables: drawers stand out from below them
STACKED_SHARE = 0.6
LEGGED_TYPES = frozenset({"CoffeeTable", "Desk", "DiningTable", "SideTable"})  # what has room between its legs
UNDER_TOP_M = 0.02
CHEST_REACH_M = 0.3
PEDESTAL_BELOW_M = 0.45
COUNTER_RISE_M = 0.05
BOARD_M = 0.02

Extent = tuple[Floats, Floats]


@dataclass(frozen=True, eq=False)
class Carcass:
    """The shell of parts whose own piece of furniture is not in the metadata.

    Attributes:
        kind: "stove" (a solid below burners), "shelves" (an open shell around shelves and drawers), "chest" (a closed
            one around the drawers of a table), or a kind of `mounts.Mount`.
        extent: lowest and highest world corner.
        parts: ids of the objects it carries.
    """

    kind: str
    extent: Extent
    parts: tuple[str, ...]


def carriers(
    sources: Sequence[Source], boxes: Sequence[Floats], pieces: Mapping[str, Sequence[Rectangle]]
) -> dict[str, str]:
    """Part id -> id of the object it is built into, for all parts that have one.

    Args:
        sources: the objects of a scene.
        boxes: their world boxes.
        pieces: counter id -> the world rectangles that are counter.
    """
    known = {source.object_id for source in sources}
    extents = {source.object_id: bounds(box) for source, box in zip(sources, boxes, strict=True)}
    found = {}
    for source in sources:
        if source.object_type in BASIN_TYPES:
            owner = source.object_id.rpartition("|")[0]
            if owner in known:
                found[source.object_id] = owner
        elif source.object_type in PART_TYPES:
            candidate = _smallest_holder(source, sources, extents, pieces)
            if candidate is not None:
                found[source.object_id] = candidate
    return found


def _smallest_holder(
    part: Source,
    sources: Sequence[Source],
    extents: Mapping[str, Extent],
    pieces: Mapping[str, Sequence[Rectangle]],
) -> str | None:
    holders = []
    inner = _board(extents[part.object_id]) if part.object_type == "Shelf" else extents[part.object_id]
    for source in sources:
        extent = extents[source.object_id]
        if source.object_type == "CounterTop":
            solids = grounded(pieces[source.object_id], extent)
            holds = max(contained_share(inner, solid) for solid in solids) >= COUNTER_SHARE
        else:
            may_hold = source.object_type in CARRIER_TYPES or (
                source.object_type == "Cabinet" and part.object_type in CABINET_PART_TYPES
            )
            least = COUNTER_SHARE if source.object_type in LEGGED_TYPES else CONTAINED_SHARE
            holds = may_hold and contained_share(inner, extent) >= least
        if holds:
            holders.append(
                (float(np.prod(extent[1] - extent[0])), source.object_type == "CounterTop", source.object_id)
            )
    return min(holders, key=lambda holder: (holder[1], holder[0]))[2] if holders else None


def _board(shelf: Extent) -> Extent:
    """The board of a shelf, whose box is the air above it."""
    high = shelf[1].copy()
    high[1] = shelf[0][1] + BOARD_M
    return shelf[0], high


def grounded(pieces: Sequence[Rectangle], extent: Extent) -> list[Extent]:
    """The pieces of a counter as solids from the floor to just above its top."""
    top = float(extent[1][1]) + COUNTER_RISE_M
    return [(np.array([x0, 0.0, z0]), np.array([x1, top, z1])) for x0, z0, x1, z1 in pieces]


def contained_share(inner: Extent, outer: Extent) -> float:
    """Share of an axis-aligned box that lies inside another grown by 3 cm."""
    size = np.maximum(inner[1] - inner[0], 1e-3)
    common = np.minimum(inner[1], outer[1] + SLACK_M) - np.maximum(inner[0], outer[0] - SLACK_M)
    return float(np.prod(np.clip(common, 0.0, size) / size))


def carcasses(sources: Sequence[Source], boxes: Sequence[Floats], carried: Mapping[str, str]) -> tuple[Carcass, ...]:
    """Shells for what would otherwise float: stacks of shelves and drawers, and stoves below their burners."""
    orphans = [
        (source, bounds(box))
        for source, box in zip(sources, boxes, strict=True)
        if source.object_id not in carried and source.object_type in PART_TYPES
    ]
    stacks = stacked([orphan for orphan in orphans if orphan[0].object_type in CABINET_PART_TYPES])
    shells = [_shell(stack) for stack in stacks if len(stack) > 1 or stack[0][0].object_type == "Drawer"]
    return (*shells, *_stove([orphan for orphan in orphans if orphan[0].object_type in STOVE_TYPES]))


def chests(
    sources: Sequence[Source],
    boxes: Sequence[Floats],
    carried: Mapping[str, str],
    levels: Mapping[str, Sequence[float]],
) -> list[tuple[str, Carcass]]:
    """Shells around the drawers of tables and desks, which would otherwise hang between the legs.

    Each with the id of its table. It reaches up to the table's top, or down to it for drawers above, and down to the
    floor where the lowest drawer is near it.

    Args:
        sources: the objects of a scene.
        boxes: their world boxes.
        carried: part id -> id of what it is built into.
        levels: furniture id -> heights above its bottom at which it carries things, the main one first.
    """
    known = {source.object_id: (source, bounds(box)) for source, box in zip(sources, boxes, strict=True)}
    drawers: dict[str, list[tuple[Source, Extent]]] = {}
    for part, owner in carried.items():
        if known[part][0].object_type == "Drawer" and known[owner][0].object_type in LEGGED_TYPES:
            drawers.setdefault(owner, []).append(known[part])
    found = []
    for owner, group in drawers.items():
        low, high = known[owner][1]
        top = float(low[1]) + levels[owner][0] if levels.get(owner) else float(high[1])
        found += [(owner, _chest(stack, float(low[1]), top)) for stack in stacked(group)]
    return found


def _chest(stack: Sequence[tuple[Source, Extent]], floor: float, top: float) -> Carcass:
    low, high = _hull(stack)
    if 0.0 < top - high[1] < CHEST_REACH_M:
        high[1] = top - UNDER_TOP_M
    elif 0.0 < low[1] - top < CHEST_REACH_M:
        low[1] = top
    if low[1] - floor < PEDESTAL_BELOW_M:
        low[1] = floor
    return Carcass("chest", (low, high), tuple(source.object_id for source, _ in stack))


def stacked(orphans: Sequence[tuple[Source, Extent]]) -> list[list[tuple[Source, Extent]]]:
    """Parts grouped by overlapping footprints."""
    stacks: list[list[tuple[Source, Extent]]] = []
    for orphan in orphans:
        touching = [stack for stack in stacks if any(_is_stacked(orphan[1], other[1]) for other in stack)]
        merged = [orphan, *(member for stack in touching for member in stack)]
        stacks = [stack for stack in stacks if stack not in touching] + [merged]
    return stacks


def _is_stacked(a: Extent, b: Extent) -> bool:
    """Whether the smaller footprint lies mostly within the other."""
    common = np.clip(np.minimum(a[1], b[1]) - np.maximum(a[0], b[0]), 0.0, None)[[0, 2]]
    smaller = min(float(np.prod((extent[1] - extent[0])[[0, 2]])) for extent in (a, b))
    return bool(np.prod(common) >= STACKED_SHARE * smaller)


def _shell(stack: Sequence[tuple[Source, Extent]]) -> Carcass:
    """A chest around drawers alone, open shelves around all else; drawers near the floor stand on it."""
    low, high = _hull(stack)
    types = {source.object_type for source, _ in stack}
    if "Drawer" in types and low[1] < PEDESTAL_BELOW_M:
        low[1] = 0.0
    kind = "chest" if types == {"Drawer"} else "shelves"
    return Carcass(kind, (low, high), tuple(source.object_id for source, _ in stack))


def _hull(stack: Sequence[tuple[Source, Extent]]) -> Extent:
    return np.min([extent[0] for _, extent in stack], axis=0), np.max([extent[1] for _, extent in stack], axis=0)


def _stove(orphans: Sequence[tuple[Source, Extent]]) -> tuple[Carcass, ...]:
    """A solid from the floor to the burners, as wide and deep as burners and the middles of the knobs."""
    burners = [extent for source, extent in orphans if source.object_type == "StoveBurner"]
    if not burners:
        return ()
    middles = [(extent[0] + extent[1]) / 2.0 for source, extent in orphans if source.object_type == "StoveKnob"]
    low = np.min([extent[0] for extent in burners] + middles, axis=0)
    high = np.max([extent[1] for extent in burners] + middles, axis=0)
    low[1], high[1] = 0.0, min(float(extent[0][1]) for extent in burners)
    return (Carcass("stove", (low, high), tuple(source.object_id for source, _ in orphans)),)
