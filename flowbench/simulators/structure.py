"""What the metadata leaves out of a room: walls, floor and ceiling rebuilt from the objects that touch them.

The floor's box lies a median 0.21 m outside the room, so that each wall is put at the outermost face of the objects
near that side of it. Rooms are taken as rectangles; `has_inner_walls` tells where that is known to be wrong.

Scenes without a floor get one around their objects. All of them furnish the same rectangular flat (8.8 x 3.9 m), whose
walls show by the pictures on them, so that the floor is a rectangle and not the hull of what stands on it.
"""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.geometry.boxes import bounds
from flowbench.records import Floats, Wall
from flowbench.simulators.boxes import THIN_M, Source, make_box

WALL_SEARCH_M = 0.9
LEFT_OUTSIDE_M = 0.3
EVIDENCE_M = 0.05
INNER_WALL_M = 0.5
LOWEST_CEILING_M = 2.4
HIGHEST_CEILING_M = 3.6
THIN_REACH_M = 0.4
FLOOR_THICKNESS_M = 0.04
PICTURE_REACH_M = 0.3
FREE_MARGIN_M = 0.02

# What hangs flat on a wall.
HUNG_TYPES = frozenset({"LightSwitch", "Mirror", "Painting", "Poster", "TowelHolder", "HandTowelHolder"})
# What is fitted against a wall or hangs on one.
FITTED_TYPES = HUNG_TYPES | {
    "Bathtub",
    "Blinds",
    "Cabinet",
    "CounterTop",
    "Curtains",
    "Fridge",
    "ShowerHead",
    "Sink",
    "Toilet",
    "ToiletPaperHanger",
    "Window",
}
_Placed = tuple[Source, Floats, Floats]  # an object with the lowest and highest corner of its world box

# Distance from the wall to the back of what is re-made thin against it, so that nothing shares a plane.
STAND_OFF_M = {"Window": 0.0, "Blinds": 0.03, "Curtains": 0.06, "ShowerCurtain": 0.06}


@dataclass(frozen=True)
class Side:
    """One side of a rectangular room: the plane where coordinate `axis` (0 = x, 2 = z) is `place`.

    `inward` is +1 where the room lies at larger coordinates, else -1.
    """

    axis: int
    inward: int
    place: float
    evidenced: bool

    def gap(self, low: Floats, high: Floats) -> float:
        """Distance from the plane to the nearest face of an axis-aligned box, negative when it reaches behind."""
        face = low[self.axis] if self.inward > 0 else high[self.axis]
        return float(face - self.place) * self.inward

    @property
    def normal(self) -> Floats:
        """(3,) unit vector into the room."""
        direction = np.zeros(3)
        direction[self.axis] = self.inward
        return direction


def sides(sources: Sequence[Source], boxes: Sequence[Floats]) -> tuple[Side, ...]:
    """The four sides of a room in the order x low, x high, z low, z high.

    Each is the outermost face of any object but windows within 0.9 m of the same side of the floor's box. Where nothing
    is that near, it is the outermost face of all if something flat hangs there (the floor then runs on behind the
    wall), else the floor's own side. What lies 0.3 m beyond the floor does not count: it was left outside the room.
    """
    floor = next((source for source in sources if source.object_type == "Floor"), None)
    if floor is None:
        placed = [(source, *bounds(box)) for source, box in zip(sources, boxes, strict=True)]
        return tuple(_flat_side(placed, axis, inward) for axis in (0, 2) for inward in (1, -1))
    extents = [
        (source, *bounds(box))
        for source, box in zip(sources, boxes, strict=True)
        if source.object_type != "Floor" and _is_over(floor, box)
    ]
    return tuple(_side(floor, extents, axis, inward) for axis in (0, 2) for inward in (1, -1))


def _flat_side(placed: Sequence[_Placed], axis: int, inward: int) -> Side:
    """The side of a scene without a floor, never evidenced.

    It is where the outermost picture hangs if nothing reaches 0.3 m farther (boxes of turned furniture are inflated),
    else 2 cm outside everything.
    """
    zero = Side(axis, inward, 0.0, evidenced=False)
    place = min(zero.gap(low, high) for _, low, high in placed) - FREE_MARGIN_M
    pictures = [zero.gap(low, high) for source, low, high in placed if _is_flat_on(zero, source, low, high)]
    if pictures and min(pictures) - place <= PICTURE_REACH_M + FREE_MARGIN_M:
        place = min(pictures)
    return dataclasses.replace(zero, place=place * inward)


def _is_flat_on(side: Side, source: Source, low: Floats, high: Floats) -> bool:
    """Whether an object hangs flat against a side, as far as its box tells."""
    sides = high - low
    return source.object_type in HUNG_TYPES and bool(sides[side.axis] < 0.5 * sides[2 - side.axis])


def _is_over(floor: Source, box: Floats) -> bool:
    """Whether the middle of a box is over the floor's box, give or take 0.3 m."""
    inside = (box[:3] > floor.low - LEFT_OUTSIDE_M) & (box[:3] < floor.high + LEFT_OUTSIDE_M)
    return bool(inside[0] and inside[2])


def _side(floor: Source, extents: Sequence[_Placed], axis: int, inward: int) -> Side:
    edge = Side(axis, inward, float((floor.low if inward > 0 else floor.high)[axis]), evidenced=False)
    gaps = [edge.gap(low, high) for source, low, high in extents if source.object_type != "Window"]
    near = [gap for gap in gaps if abs(gap) <= WALL_SEARCH_M]
    gap = min(near) if near else _hung_gap(edge, extents)
    if gap is None:
        return edge
    found = dataclasses.replace(edge, place=edge.place + inward * gap)
    return dataclasses.replace(found, evidenced=_is_evidenced(found, extents))


def _hung_gap(edge: Side, extents: Sequence[_Placed]) -> float | None:
    """How far inside the floor's side something flat hangs with nothing beyond it, or None."""
    gaps = [edge.gap(low, high) for source, low, high in extents]
    flat = [
        edge.gap(low, high)
        for source, low, high in extents
        if source.object_type in HUNG_TYPES | {"Window"} and (high - low)[edge.axis] < 0.5 * (high - low)[2 - edge.axis]
    ]
    return min(gaps) if flat and min(flat) - min(gaps) <= EVIDENCE_M else None


def _is_evidenced(side: Side, extents: Sequence[_Placed]) -> bool:
    """Whether something fitted touches the wall, a window crosses it, or two other things end at it."""
    touching = [
        source.object_type
        for source, low, high in extents
        if side.gap(low, high) <= EVIDENCE_M and (source.object_type != "Window" or side.gap(high, low) >= -EVIDENCE_M)
    ]
    return len(touching) > 1 or any(kind in FITTED_TYPES for kind in touching)


def walls(room: Sequence[Side]) -> tuple[Wall, ...]:
    """The four walls "Wall|0" (x low), "Wall|1" (x high), "Wall|2" (z low), "Wall|3" (z high)."""
    (left, right, front, back) = (side.place for side in room)
    feet = (
        ((left, front), (left, back)),
        ((right, back), (right, front)),
        ((right, front), (left, front)),
        ((left, back), (right, back)),
    )
    return tuple(
        Wall(f"Wall|{k}", *foot, (float(side.normal[0]), float(side.normal[2])), side.evidenced)
        for k, (side, foot) in enumerate(zip(room, feet, strict=True))
    )


def floor_polygon(room: Sequence[Side]) -> Floats:
    """(4, 2) corners (x, z) of the floor between the walls."""
    (left, right, front, back) = (side.place for side in room)
    return np.array([[left, front], [right, front], [right, back], [left, back]])


def floor_box(room: Sequence[Side]) -> Floats:
    """World box of the floor: between the walls, its top at y = 0 whatever the metadata's box says."""
    polygon = floor_polygon(room)
    low, high = polygon.min(axis=0), polygon.max(axis=0)
    centre = np.array([(low[0] + high[0]) / 2.0, -FLOOR_THICKNESS_M / 2.0, (low[1] + high[1]) / 2.0])
    return make_box(centre, np.array([high[0] - low[0], FLOOR_THICKNESS_M, high[1] - low[1]]), np.eye(3))


def ceiling_height(boxes: Sequence[Floats]) -> float:
    """Height of the ceiling: 5 cm above the highest object, between 2.4 and 3.6 m."""
    top = max(float(bounds(box)[1][1]) for box in boxes)
    return min(max(top + 0.05, LOWEST_CEILING_M), HIGHEST_CEILING_M)


def has_inner_walls(things: Sequence[tuple[Source, Floats]], room: Sequence[Side]) -> bool:
    """Whether something that hangs flat on a wall is more than 0.5 m from all four: an inner wall or a concave room.

    Scenes without a floor are flats of several rooms.
    """
    if all(source.object_type != "Floor" for source, _ in things):
        return True
    hung = [bounds(box) for source, box in things if source.object_type in HUNG_TYPES]
    return any(min(abs(side.gap(*extent)) for side in room) > INNER_WALL_M for extent in hung)


def thin_box(object_type: str, box: Floats, room: Sequence[Side]) -> Floats:
    """A window, curtain or shower part as a sheet 2 cm thick, its z axis (the body's front) across the sheet.

    Against the wall along it when one is within 0.4 m, else in the middle of its box.
    """
    axes = box[6:].reshape(3, 3)
    size = 2.0 * box[3:6]
    centre = box[:3].copy()
    size[2] = THIN_M
    for side in room:
        if abs(side.normal @ axes[2]) > 0.99 and object_type in STAND_OFF_M and side.gap(*bounds(box)) < THIN_REACH_M:
            centre[side.axis] = side.place + side.inward * (STAND_OFF_M[object_type] + THIN_M / 2.0)
    return make_box(centre, size, axes)
