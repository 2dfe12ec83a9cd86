"""At which heights furniture carries things: read from what lies on it at load and from the shelves built into it."""

from collections.abc import Mapping, Sequence

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
CLOSED_TYPES = frozenset({"Cabinet", "Drawer"})
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
        for owner in _owners(source, types, carried):
            bottom = float(bounds(boxes[source.object_id])[0][1] - bounds(boxes[owner])[0][1])
            if LOWEST_M < bottom <= 2.0 * boxes[owner][4] + LOWEST_M:
                found.setdefault(owner, []).append(bottom)
    return {owner: _levels(heights) for owner, heights in found.items()}


def _owners(source: Source, types: Mapping[str, str], carried: Mapping[str, str]) -> list[str]:
    """The furniture whose surface an object lies on, or whose board it is."""
    if source.object_type == "Shelf":
        owner = carried.get(source.object_id)
        return [owner] if owner is not None and types.get(owner, "Carcass") in CARRYING_TYPES | {"Carcass"} else []
    if any(types[parent] in CLOSED_TYPES for parent in source.parents):
        return []
    return [parent for parent in source.parents if types[parent] in CARRYING_TYPES]


def _levels(heights: Sequence[float]) -> tuple[float, ...]:
    """Heights merged within 3 cm to the lowest of them, most frequent first, then the highest."""
    groups: list[list[float]] = []
    for height in sorted(heights):
        if groups and height - groups[-1][0] <= SAME_SURFACE_M:
            groups[-1].append(height)
        else:
            groups.append([height])
    groups.sort(key=lambda group: (-len(group), -group[0]))
    return tuple(round(group[0], 4) for group in groups)
