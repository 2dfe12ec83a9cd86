"""At which heights furniture carries things: read from what lies on it at load and from the shelves built into it."""

from collections.abc import Mapping, Sequence

import numpy as np

from flowbench.geometry.boxes import bounds
from flowbench.records import Floats
from flowbench.simulators.boxes import Source

CARRYING_TYPES = frozenset(
    {
        "ArmChair",
        "Bed",
        "Chair",
        "CoffeeTable",
        "Desk",
        "DiningTable",
        "DogBed",
        "Dresser",
        "Footstool",
        "Ottoman",
        "ShelvingUnit",
        "SideTable",
        "Sofa",
        "Stool",
        "TVStand",
    }
)
CLOSED_TYPES = frozenset({"Cabinet", "Drawer", "Fridge"})
BASIN_TYPES = frozenset({"Bathtub", "Sink"})
OPEN_TYPES = frozenset({"ShelvingUnit", "TVStand"})  # several boards, one above the other
SHELVED_TYPES = frozenset({"Carcass", "Dresser", "ShelvingUnit"})  # what lies on their shelves may lie above a board
SAME_SURFACE_M = 0.03
LOWEST_M = 0.02


def surfaces(
    sources: Sequence[Source], boxes: Mapping[str, Floats], carried: Mapping[str, str]
) -> dict[str, tuple[float, ...]]:
    """Furniture id -> heights above its box's bottom at which things lie on it, the most used first.

    Shells ("Carcass|n") have the heights of their shelves.
    """
    types = {source.object_id: source.object_type for source in sources}
    found: dict[str, list[float]] = {}
    for source in sources:
        held_by = _owners(source, types, carried)
        if not source.parents and source.moves:
            held_by = [name for name, kind in types.items() if kind in OPEN_TYPES and _is_in(boxes, source, name)]
        for owner in held_by:
            bottom = float(bounds(boxes[source.object_id])[0][1] - bounds(boxes[owner])[0][1])
            if LOWEST_M < bottom <= 2.0 * boxes[owner][4] + LOWEST_M:
                found.setdefault(owner, []).append(bottom)
    return {owner: levels(heights) for owner, heights in found.items()}


def _is_in(boxes: Mapping[str, Floats], source: Source, owner: str) -> bool:
    """Whether the bottom of something nobody listed the place of lies within the box of furniture."""
    (low, high), (low_owner, high_owner) = bounds(boxes[source.object_id]), bounds(boxes[owner])
    foot = np.array([(low[0] + high[0]) / 2.0, low[1], (low[2] + high[2]) / 2.0])
    return bool((foot > low_owner).all() and (foot < high_owner).all())


def _owners(source: Source, types: Mapping[str, str], carried: Mapping[str, str]) -> list[str]:
    """The furniture whose surface an object lies on, or whose board it is."""
    if source.object_type == "Shelf":
        owner = carried.get(source.object_id)
        return [owner] if owner is not None and types.get(owner, "Carcass") in CARRYING_TYPES | {"Carcass"} else []
    boards = [carried[parent] for parent in source.parents if types[parent] == "Shelf" and parent in carried]
    shelves = [owner for owner in boards if types.get(owner, "Carcass") in SHELVED_TYPES]
    closed = [parent for parent in source.parents if types[parent] in CLOSED_TYPES]
    open_ones = [parent for parent in source.parents if types[parent] in CARRYING_TYPES | BASIN_TYPES]
    return closed or [*open_ones, *(owner for owner in shelves if owner not in open_ones)]


def levels(heights: Sequence[float]) -> tuple[float, ...]:
    """Heights merged within 3 cm to the lowest of them, most frequent first, then the highest."""
    groups: list[list[float]] = []
    for height in sorted(heights):
        if groups and height - groups[-1][0] <= SAME_SURFACE_M:
            groups[-1].append(height)
        else:
            groups.append([height])
    groups.sort(key=lambda group: (-len(group), -group[0]))
    return tuple(round(group[0], 4) for group in groups)
