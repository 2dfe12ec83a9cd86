"""House JSON, both generations of it (schemas 0.0.1 and 1.0.0), read into records and checked."""

import math
import numbers
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flowbench.errors import BadValue
from flowbench.records import Vector
from flowbench.simulators.houses.finishes import Finish

SCHEMAS = ("0.0.1", "1.0.0")
MOST = {"rooms": 100, "walls": 2000, "doors": 500, "windows": 500, "objects": 5000}
MOST_CORNERS = 500
DEEPEST = 16  # objects on objects on objects ...
FARTHEST_M = 1e5
WIDEST_M = 300.0
HIGHEST_M = 20.0
EXTERIOR = "exterior"
BOOLEANS = ("True", "False")  # numbers too, to Python
Point = tuple[float, float]


@dataclass(frozen=True)
class HouseRoom:
    """A room: its floor is a polygon of (x, z) corners."""

    room_id: str
    room_type: str
    floor: tuple[Point, ...]
    finish: Finish


@dataclass(frozen=True)
class HouseWall:
    """One side of a wall, from `start` to `end` (x, z); nothing is there where it is `empty`."""

    wall_id: str
    room_id: str
    start: Point
    end: Point
    height_m: float
    finish: Finish
    empty: bool


@dataclass(frozen=True)
class HouseHole:
    """A door or window with the hole it fills: (along the wall from its start, up), metres.

    In the same frame `middle` is that of the asset (schema 1.0.0), or None where the asset begins at `offset` from the
    low corner of the hole (0.0.1).
    """

    hole_id: str
    asset_id: str
    wall0: str
    wall1: str
    room0: str
    room1: str
    low: Point
    high: Point
    middle: Point | None
    offset: Point
    openness: float


@dataclass(frozen=True)
class HouseObject:
    """A thing: `position` is the middle of its box; `kinematic` things stay where they are put.

    `toggled`, `dirty` and `openness` are None where the house leaves them to the asset.
    """

    object_id: str
    asset_id: str
    position: Vector
    rotation: Vector
    kinematic: bool
    openness: float | None
    toggled: bool | None
    dirty: bool | None
    children: tuple["HouseObject", ...]

    def everything(self) -> Iterator[tuple["HouseObject", str | None]]:
        """It and all that stands on it, each with the id of what it stands on."""
        stack: list[tuple[HouseObject, str | None]] = [(self, None)]
        while stack:
            item, parent = stack.pop()
            yield item, parent
            stack.extend((child, item.object_id) for child in reversed(item.children))


@dataclass(frozen=True)
class Start:
    """Where the agent starts: the middle of its capsule, yaw and horizon in degrees."""

    position: Vector
    yaw_deg: float
    horizon_deg: float
    standing: bool


@dataclass(frozen=True)
class House:
    """A house as its JSON has it."""

    rooms: tuple[HouseRoom, ...]
    walls: tuple[HouseWall, ...]
    doors: tuple[HouseHole, ...]
    windows: tuple[HouseHole, ...]
    objects: tuple[HouseObject, ...]
    ceiling: Finish
    ceiling_m: float
    start: Start | None


def read(data: Mapping[str, Any]) -> House:
    """The house of a JSON object.

    What is not there yet while a house is being made (doors, windows, objects, start pose) may be missing.

    Raises:
        BadValue: in one sentence, for anything that is no house of a known schema.
    """
    if not isinstance(data.get("rooms"), list) or not data["rooms"]:
        raise BadValue("A house needs a list of `rooms`, and this one has none: is it a house of ProcTHOR at all?")
    if not isinstance(data.get("walls"), list) or not data["walls"]:
        raise BadValue("A house needs a list of `walls`, and this one has none.")
    metadata = _map(data.get("metadata") or {}, "metadata")
    schema = metadata.get("schema")
    if schema is not None and schema not in SCHEMAS:
        raise BadValue(f"Unknown schema {schema!r} of a house: {' and '.join(SCHEMAS)} can be read.")
    walls = tuple(_wall(row, f"walls[{k}]") for k, row in enumerate(_rows(data, "walls")))
    parameters = _map(data.get("proceduralParameters") or {}, "proceduralParameters")
    house = House(
        rooms=tuple(_room(row, f"rooms[{k}]") for k, row in enumerate(_rows(data, "rooms"))),
        walls=walls,
        doors=tuple(_hole(row, f"doors[{k}]") for k, row in enumerate(_rows(data, "doors"))),
        windows=tuple(_hole(row, f"windows[{k}]") for k, row in enumerate(_rows(data, "windows"))),
        objects=_objects(_rows(data, "objects"), "objects", 0),
        ceiling=_finish(parameters.get("ceilingMaterial"), parameters.get("ceilingColor"), "ceilingMaterial"),
        ceiling_m=max(wall.height_m for wall in walls),
        start=_start(metadata),
    )
    _check_whole(house)
    return house


def _check_whole(house: House) -> None:
    everything = [item for thing in house.objects for item, _ in thing.everything()]
    if len(everything) > MOST["objects"]:
        raise BadValue(f"A house holds at most {MOST['objects']} objects, got {len(everything)}.")
    names = [
        *(room.room_id for room in house.rooms),
        *(wall.wall_id for wall in house.walls),
        *(hole.hole_id for hole in (*house.doors, *house.windows)),
        *(item.object_id for item in everything),
    ]
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise BadValue(f"The id {name!r} is used twice in this house.")
        seen.add(name)
    corners = [corner for room in house.rooms for corner in room.floor]
    spans = [max(values) - min(values) for values in zip(*corners, strict=True)]
    if max(spans) > WIDEST_M:
        raise BadValue(f"A house is at most {WIDEST_M:g} m wide, got {max(spans):g} m.")


def _rows(data: Mapping[str, Any], key: str) -> Sequence[Mapping[str, Any]]:
    rows = data.get(key) or []
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise BadValue(f"`{key}` of a house must be a list of maps.")
    if len(rows) > MOST[key]:
        raise BadValue(f"A house has at most {MOST[key]} {key}, got {len(rows)}.")
    return rows


def _room(row: Mapping[str, Any], where: str) -> HouseRoom:
    name = _text(row, "id", where)
    given = row.get("floorPolygon")
    if not isinstance(given, list) or not 3 <= len(given) <= MOST_CORNERS:
        raise BadValue(f"The floorPolygon of {name} must be a list of 3 to {MOST_CORNERS} points.")
    corners = [_point(corner, f"floorPolygon of {name}") for corner in given]
    floor = tuple(corner for k, corner in enumerate(corners) if corner != corners[k - 1])
    return HouseRoom(name, str(row.get("roomType", "")), floor, _finish(row.get("floorMaterial"), None, where))


def _wall(row: Mapping[str, Any], where: str) -> HouseWall:
    name = _text(row, "id", where)
    given = row.get("polygon")
    if not isinstance(given, list) or len(given) != 4:
        raise BadValue(f"The polygon of {name} must be a list of 4 points.")
    points = [_vector(point, f"polygon of {name}") for point in given]
    heights = [y for _, y, _ in points]
    height = max(heights) - min(heights)
    if not 0.0 < height <= HIGHEST_M or abs(min(heights)) > 0.01:
        raise BadValue(f"{name} must stand on the floor (y = 0) and be at most {HIGHEST_M:g} m high, got y {heights}.")
    start, end = ((x, z) for x, _, z in points[:2])
    if math.dist(start, end) < 1e-3:
        raise BadValue(f"{name} has no length: its first two points are the same.")
    room = EXTERIOR if name.startswith(f"wall|{EXTERIOR}") else str(row.get("roomId", ""))
    return HouseWall(
        wall_id=name,
        room_id=room,
        start=start,
        end=end,
        height_m=max(heights),
        finish=_finish(row.get("material"), row.get("color"), where),
        empty=bool(row.get("empty", False)),
    )


def _hole(row: Mapping[str, Any], where: str) -> HouseHole:
    name, asset = _text(row, "id", where), _text(row, "assetId", where)
    if isinstance(row.get("boundingBox"), Mapping):
        box = row["boundingBox"]
        ends = [_flat(box.get(key), f"boundingBox of {name}") for key in ("min", "max")]
    elif isinstance(row.get("holePolygon"), list) and len(row["holePolygon"]) == 2:
        ends = [_flat(point, f"holePolygon of {name}") for point in row["holePolygon"]]
    else:
        raise BadValue(f"{name} needs a boundingBox (schema 0.0.1) or a holePolygon of two points (1.0.0).")
    (x0, y0), (x1, y1) = ends
    if not (x0 < x1 and y0 < y1):
        raise BadValue(f"The hole of {name} is empty: it goes from {ends[0]} to {ends[1]}.")
    middle, offset = row.get("assetPosition"), row.get("assetOffset")
    return HouseHole(
        hole_id=name,
        asset_id=asset,
        wall0=_text(row, "wall0", name),
        wall1=str(row.get("wall1") or ""),
        room0=_text(row, "room0", name),
        room1=str(row.get("room1") or row["room0"]),
        low=ends[0],
        high=ends[1],
        middle=None if middle is None else _flat(middle, f"assetPosition of {name}"),
        offset=(0.0, 0.0) if offset is None else _flat(offset, f"assetOffset of {name}"),
        openness=_share(row.get("openness"), name) or 0.0,
    )


def _objects(rows: Sequence[Mapping[str, Any]], where: str, depth: int) -> tuple[HouseObject, ...]:
    if depth > DEEPEST:
        raise BadValue(f"Objects stand on each other at most {DEEPEST} deep, and {where} goes on.")
    return tuple(_object(row, f"{where}[{k}]", depth) for k, row in enumerate(rows))


def _object(row: Mapping[str, Any], where: str, depth: int) -> HouseObject:
    name = _text(row, "id", where)
    turn = _map(row.get("rotation") or {}, f"rotation of {name}")
    return HouseObject(
        object_id=name,
        asset_id=_text(row, "assetId", name),
        position=_vector(row.get("position"), f"position of {name}"),
        rotation=_vector({axis: turn.get(axis, 0.0) for axis in "xyz"}, f"rotation of {name}"),
        kinematic=bool(row.get("kinematic", False)),
        openness=_share(row.get("openness"), name),
        toggled=None if row.get("isOn") is None else bool(row["isOn"]),
        dirty=None if row.get("isDirty") is None else bool(row["isDirty"]),
        children=_objects(_rows({"objects": row.get("children")}, "objects"), f"children of {name}", depth + 1),
    )


def _start(metadata: Mapping[str, Any]) -> Start | None:
    poses = metadata.get("agentPoses")
    given = metadata.get("agent") or (poses.get("default") if isinstance(poses, Mapping) else None)
    if not isinstance(given, Mapping):
        return None
    turn = given.get("rotation", 0.0)
    yaw = turn.get("y", 0.0) if isinstance(turn, Mapping) else turn
    return Start(
        position=_vector(given.get("position"), "start position"),
        yaw_deg=_number(yaw, "start rotation"),
        horizon_deg=_number(given.get("horizon", 0.0), "start horizon"),
        standing=bool(given.get("standing", True)),
    )


def _finish(given: Any, colour: Any, where: str) -> Finish:
    """A material as a name with a colour beside it (0.0.1), or as a map of both (1.0.0)."""
    if isinstance(given, Mapping):
        given, colour = given.get("name"), given.get("color", colour)
    if given is not None and not isinstance(given, str):
        raise BadValue(f"The material of {where} must be a name or a map with one, got {given!r}.")
    if colour is None:
        return Finish(given or "")
    shades = [_number(_map(colour, f"colour of {where}").get(key, 1.0), f"colour of {where}") for key in "rgb"]
    red, green, blue = (min(max(shade, 0.0), 1.0) for shade in shades)
    return Finish(given or "", (red, green, blue))


def _text(row: Mapping[str, Any], key: str, where: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= 200:
        raise BadValue(f"{where} of a house needs a text `{key}` of at most 200 letters, got {str(value)[:60]!r}.")
    return value


def _map(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadValue(f"{where} of a house must be a map, got {type(value).__name__}.")
    return value


def _vector(value: Any, where: str) -> Vector:
    given = _map(value, where)
    return _number(given.get("x"), where), _number(given.get("y"), where), _number(given.get("z"), where)


def _point(value: Any, where: str) -> Point:
    given = _map(value, where)
    return _number(given.get("x"), where), _number(given.get("z"), where)


def _flat(value: Any, where: str) -> Point:
    given = _map(value, where)
    return _number(given.get("x"), where), _number(given.get("y"), where)


def _share(value: Any, where: str) -> float | None:
    if value is None:
        return None
    share = _number(value, f"openness of {where}")
    if not 0.0 <= share <= 1.0:
        raise BadValue(f"The openness of {where} must be from 0 to 1, got {share:g}.")
    return share


def _number(value: Any, where: str) -> float:
    number = math.nan
    if isinstance(value, numbers.Real) and str(value) not in BOOLEANS and abs(float(value)) <= FARTHEST_M:
        number = float(value)
    if math.isnan(number):
        raise BadValue(f"{where} needs numbers of at most {FARTHEST_M:g}, got {str(value)[:60]}.")
    return number + 0.0
