"""The plan of a house: rooms, the inner faces of its walls with their openings, and where doors and windows stand."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon

from flowbench.errors import BadValue
from flowbench.geometry.walls import SLAB_HALF_M
from flowbench.records import Floats, Opening, Pose, Room, Vector, Wall
from flowbench.simulators.houses.schema import EXTERIOR, House, HouseHole, HouseRoom, HouseWall, Point

ROOM_TYPES = {"Kitchen": "kitchen", "LivingRoom": "living_room", "Bedroom": "bedroom", "Bathroom": "bathroom"}
ASIDE_M = 0.05  # a point so far from the middle of a wall tells on which side its room is
LEAST_HOLE_M = 0.01  # what is left of a hole within its wall


@dataclass(frozen=True, eq=False)
class Plan:
    """The rooms of a house.

    Attributes:
        outline: (n, 2) around all rooms.
        walls: the faces that look into rooms.
        faces: wall id -> the wall it is the face of.
    """

    rooms: tuple[Room, ...]
    outline: Floats
    walls: tuple[Wall, ...]
    faces: dict[str, HouseWall]


def plan(house: House) -> Plan:
    """The plan of a house.

    Raises:
        BadValue: naming the room whose floor crosses itself, or the door whose wall is missing.
    """
    rooms = tuple(_room(room) for room in house.rooms)
    shapes = {room.room_id: Polygon(room.floor) for room in rooms}
    known = {wall.wall_id: wall for wall in house.walls}
    holes = [(hole, _passes(hole)) for hole in (*house.doors, *house.windows)]
    cuts: dict[str, list[Opening]] = {}
    for hole, passable in holes:
        for wall in _walls_of(hole, known):
            opening = _opening(hole, reference(hole, known), wall, passable)
            if opening is not None:
                cuts.setdefault(wall.wall_id, []).append(opening)
    shown = [wall for wall in house.walls if wall.room_id in shapes and not wall.empty]
    walls = tuple(_face(wall, shapes[wall.room_id], tuple(cuts.get(wall.wall_id, ()))) for wall in shown)
    return Plan(rooms, outline(rooms), walls, {wall.wall_id: wall for wall in shown})


def reference(hole: HouseHole, known: dict[str, HouseWall]) -> HouseWall:
    """The wall along which a hole is measured: its first, or its second where the first is on the outside."""
    names = [name for name in (hole.wall0, hole.wall1) if name in known]
    inside = [name for name in names if known[name].room_id != EXTERIOR]
    if not names:
        raise BadValue(f"{hole.hole_id} is in the wall {hole.wall0!r}, which this house does not have.")
    return known[(inside or names)[0]]


def stand(hole: HouseHole, known: dict[str, HouseWall], size: Vector) -> Pose:
    """Where the middle of a door or window of a size is: in its hole, its front away from its first room."""
    wall = reference(hole, known)
    along = _along(wall)
    middle = hole.middle or tuple(hole.low[k] + hole.offset[k] + size[k] / 2.0 for k in (0, 1))
    x, z = (wall.start[k] + along[k] * middle[0] for k in (0, 1))
    front = (-along[1], along[0])  # walls go round their room clockwise: it is to the right
    yaw = math.degrees(math.atan2(front[0], front[1])) % 360.0
    return Pose((round(x, 4), round(middle[1], 4), round(z, 4)), (0.0, round(yaw, 2), 0.0))


def outline(rooms: Sequence[Room]) -> Floats:
    """(n, 2) around all rooms; where they do not make one piece without holes, one closed way around each in turn."""
    whole = shapely.union_all([Polygon(room.floor) for room in rooms], grid_size=1e-4)
    if whole.geom_type == "Polygon" and not whole.interiors:
        simple = shapely.simplify(whole, 1e-6)
        return np.asarray(simple.exterior.coords)[:-1]
    return np.concatenate([np.array([*room.floor, room.floor[0]]) for room in rooms])


def _room(room: HouseRoom) -> Room:
    shape = Polygon(room.floor) if len(room.floor) >= 3 else Polygon()
    if not shape.is_valid or shape.area <= 0.0:
        raise BadValue(f"The floor of {room.room_id} crosses itself or has no area: {list(room.floor)[:8]}.")
    return Room(room.room_id, ROOM_TYPES.get(room.room_type, "living_room"), room.floor)


def _passes(hole: HouseHole) -> bool:
    """Whether a hole leads from one room to another; a closed door in it blocks by itself."""
    return hole.hole_id.startswith("door") and hole.room0 != hole.room1


def _walls_of(hole: HouseHole, known: dict[str, HouseWall]) -> list[HouseWall]:
    reference(hole, known)
    return [known[name] for name in dict.fromkeys((hole.wall0, hole.wall1)) if name in known]


def _opening(hole: HouseHole, measured: HouseWall, wall: HouseWall, passable: bool) -> Opening | None:
    """The part of a hole that lies within one wall, measured along that one; None where there is next to none."""
    along, other = _along(measured), _along(wall)
    ends = []
    for distance in (hole.low[0], hole.high[0]):
        point = [measured.start[k] + along[k] * distance for k in (0, 1)]
        ends.append(sum((point[k] - wall.start[k]) * other[k] for k in (0, 1)))
    length = math.dist(wall.start, wall.end)
    start, end = max(min(ends), 0.0), min(max(ends), length)
    low, high = max(hole.low[1], 0.0), min(hole.high[1], wall.height_m)
    if end - start < LEAST_HOLE_M or high - low < LEAST_HOLE_M:
        return None
    return Opening(round(start, 6), round(end, 6), round(low, 6), round(high, 6), passable)


def _face(wall: HouseWall, room: Polygon, openings: tuple[Opening, ...]) -> Wall:
    """The face of a wall, half a slab inside of the line between the rooms."""
    along = _along(wall)
    right = (along[1], -along[0])
    middle = [(wall.start[k] + wall.end[k]) / 2.0 for k in (0, 1)]
    beside = shapely.Point(middle[0] + right[0] * ASIDE_M, middle[1] + right[1] * ASIDE_M)
    inward = right if room.contains(beside) else (-right[0], -right[1])
    start, end = (
        (round(point[0] + inward[0] * SLAB_HALF_M, 6), round(point[1] + inward[1] * SLAB_HALF_M, 6))
        for point in (wall.start, wall.end)
    )
    return Wall(wall.wall_id, start, end, (inward[0] + 0.0, inward[1] + 0.0), True, wall.room_id, openings)


def _along(wall: HouseWall) -> Point:
    length = math.dist(wall.start, wall.end)
    return (wall.end[0] - wall.start[0]) / length, (wall.end[1] - wall.start[1]) / length
