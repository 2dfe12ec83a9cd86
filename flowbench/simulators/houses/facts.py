"""From a house to the facts of a scene: every asset in its box, doors and windows in their holes, looks by name."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import shapely
from shapely.geometry import Polygon

from flowbench.geometry import rotation
from flowbench.records import Floats, Pose, Room, Vector
from flowbench.render.meshes import Material
from flowbench.simulators.boxes import THIN_M, THIN_TYPES
from flowbench.simulators.facts import FLAGS, ObjectFacts, SceneFacts, Start
from flowbench.simulators.houses.assets import Asset, assets
from flowbench.simulators.houses.doors import open_size
from flowbench.simulators.houses.finishes import material
from flowbench.simulators.houses.plan import Plan, plan, stand
from flowbench.simulators.houses.schema import House, HouseHole, HouseObject
from flowbench.simulators.structure import FLOOR_THICKNESS_M
from flowbench.simulators.surfaces import CARRYING_TYPES, LOWEST_M, levels

SOURCE = "house"
SEVERAL_ROOMS = "house"  # the room type of a house with more than one room
OPEN_DOOR = "open door"
CEILING = "Ceiling|0"
# Their highest part is a back: what the house holds that high has not come down to the seat or mattress yet.
BACKED_TYPES = frozenset({"ArmChair", "Bed", "Chair", "Desk", "Sofa", "Toilet"})
BACKED_SHARE = 0.9
USUAL = {"wall": "plaster", "floor": "floor wood", "ceiling": "ceiling"}


def house_facts(house: House, scene: str, key: str) -> SceneFacts:
    """The facts of a house. Objects of unknown assets are left out, as AI2-THOR does.

    Args:
        scene: its name.
        key: decides the looks that the house leaves open.
    """
    drawn = plan(house)
    objects = [
        *(_floor(room) for room in drawn.rooms),
        *(_hole(hole, house) for hole in (*house.doors, *house.windows) if hole.asset_id in assets()),
        *_things(house, drawn),
    ]
    return SceneFacts(
        scene=scene,
        source=SOURCE,
        room_type=drawn.rooms[0].room_type if len(drawn.rooms) == 1 else SEVERAL_ROOMS,
        objects=tuple(_with_contents(objects)),
        floor=drawn.outline,
        floor_m=0.0,
        walls=drawn.walls,
        ceiling_m=house.ceiling_m,
        inner_walls=False,
        rooms=drawn.rooms,
        looks=_looks(house, drawn),
        kinematic=frozenset(item.object_id for item, _ in _everything(house) if item.kinematic),
        start=None if house.start is None else Start(**vars(house.start)),
        key=key,
    )


def asset_metadata(asset: Asset, openness: float = 0.0, toggled: bool = True, dirty: bool = False) -> dict[str, object]:
    """The simulator facts of an asset under AI2-THOR's names."""
    flags = {flag: flag in asset.flags for flag in FLAGS}
    flags |= {"pickupable": asset.pickupable, "moveable": asset.moveable}
    flags |= {"isToggled": flags["toggleable"] and toggled, "isDirty": flags["dirtyable"] and dirty}
    return {
        **flags,
        "isOpen": flags["openable"] and openness > 0.0,
        "openness": openness if flags["openable"] else 0.0,
        "temperature": "RoomTemp",
        "fillLiquid": None,
        "salientMaterials": None,
        "controlledObjects": None,
        "receptacleObjectIds": [] if flags["receptacle"] else None,
    }


def asset_pose(asset: Asset, middle: Vector, turn: Vector) -> Pose:
    """The pose of an asset's transform that puts the middle of its box somewhere."""
    angles = (rotation.wrap(round(turn[0], 3)), rotation.wrap(round(turn[1], 3)), rotation.wrap(round(turn[2], 3)))
    offset = rotation.to_world(Pose((0.0, 0.0, 0.0), angles), np.array([asset.origin]))[0]
    x, y, z = (round(float(value), 6) + 0.0 for value in np.asarray(middle) + offset)
    return Pose((x, y, z), angles)


def asset_box(asset: Asset) -> Floats:
    """(15,) the box of an asset in its own frame."""
    half = np.asarray(asset.size) / 2.0
    if asset.object_type in THIN_TYPES:
        half[2] = THIN_M / 2.0
    return np.concatenate([-np.asarray(asset.origin), half, np.eye(3).ravel()])


def _everything(house: House) -> Iterator[tuple[HouseObject, str | None]]:
    for thing in house.objects:
        yield from thing.everything()


def _things(house: House, drawn: Plan) -> list[ObjectFacts]:
    known = [(item, parent) for item, parent in _everything(house) if item.asset_id in assets()]
    kinds = {item.object_id: assets()[item.asset_id] for item, _ in known}
    shapes = [(room.room_id, Polygon(room.floor)) for room in drawn.rooms]
    on_top: dict[str, list[float]] = {}
    middles = {item.object_id: item.position for item, _ in known}
    for item, parent in known:
        if parent is not None and parent in kinds and kinds[parent].object_type in CARRYING_TYPES:
            bottom = item.position[1] - _half_height(kinds[item.object_id], item.rotation)
            height = bottom - (middles[parent][1] - kinds[parent].size[1] / 2.0)
            highest = BACKED_SHARE if kinds[parent].object_type in BACKED_TYPES else 1.0
            if LOWEST_M < height <= highest * kinds[parent].size[1] + LOWEST_M:
                on_top.setdefault(parent, []).append(height)
    return [
        _thing(item, kinds[item.object_id], _parents(item, parent, kinds, shapes), on_top.get(item.object_id, ()))
        for item, parent in known
    ]


def _half_height(asset: Asset, turn: Vector) -> float:
    return float(np.abs(rotation.matrix(turn)[1]) @ np.asarray(asset.size)) / 2.0


def _parents(
    item: HouseObject, parent: str | None, kinds: Mapping[str, Asset], rooms: Sequence[tuple[str, Polygon]]
) -> tuple[str, ...]:
    """What it stands on by the house: a receptacle, or where that is none or nothing, the floor if it reaches it."""
    if parent is not None and parent in kinds and "receptacle" in kinds[parent].flags:
        return (parent,)
    bottom = item.position[1] - _half_height(kinds[item.object_id], item.rotation)
    if bottom > LOWEST_M:
        return ()
    place = shapely.Point(item.position[0], item.position[2])
    return tuple(name for name, shape in rooms if shape.contains(place))[:1]


def _thing(item: HouseObject, asset: Asset, parents: tuple[str, ...], heights: Sequence[float]) -> ObjectFacts:
    dirty, toggled = bool(item.dirty), item.toggled is not False
    return ObjectFacts(
        object_id=item.object_id,
        name=item.object_id,
        object_type=asset.object_type,
        asset_id=item.asset_id,
        mass_kg=asset.mass_kg if asset.pickupable or asset.moveable else 0.0,
        pose=asset_pose(asset, item.position, item.rotation),
        box=asset_box(asset),
        parents=parents,
        carrier=None,
        blocks=asset.object_type not in THIN_TYPES,
        pieces=(),
        open_pieces=(),
        base_m=0.0,
        surfaces_m=levels(heights),
        carcass="",
        metadata=asset_metadata(asset, item.openness or 0.0, toggled, dirty),
    )


def _hole(hole: HouseHole, house: House) -> ObjectFacts:
    """A door or window as an object: its origin is the middle of its frame."""
    asset, known = assets()[hole.asset_id], {wall.wall_id: wall for wall in house.walls}
    is_open = asset.object_type == "Doorway" and hole.openness > 0.0
    box = asset_box(asset)
    box[0:3] = 0.0
    if is_open:
        (_, _, depth), ahead = open_size(asset.size)
        box[2], box[5] = ahead, depth / 2.0
    return ObjectFacts(
        object_id=hole.hole_id,
        name=hole.hole_id,
        object_type=asset.object_type,
        asset_id=hole.asset_id,
        mass_kg=0.0,
        pose=stand(hole, known, asset.size),
        box=box,
        parents=(),
        carrier=None,
        blocks=asset.object_type not in THIN_TYPES,
        pieces=(),
        open_pieces=(),
        base_m=0.0,
        surfaces_m=(),
        carcass=OPEN_DOOR if is_open else "",
        metadata=asset_metadata(asset, hole.openness),
    )


def _floor(room: Room) -> ObjectFacts:
    """A room's floor as an object, its top at y = 0."""
    corners = np.array(room.floor)
    low, high = corners.min(axis=0), corners.max(axis=0)
    x, z = ((low + high) / 2.0).tolist()
    half = [(high[0] - low[0]) / 2.0, FLOOR_THICKNESS_M / 2.0, (high[1] - low[1]) / 2.0]
    return ObjectFacts(
        object_id=room.room_id,
        name=room.room_id,
        object_type="Floor",
        asset_id="",
        mass_kg=0.0,
        pose=Pose((x, 0.0, z)),
        box=np.concatenate([[0.0, -FLOOR_THICKNESS_M / 2.0, 0.0], half, np.eye(3).ravel()]),
        parents=(),
        carrier=None,
        blocks=False,
        pieces=(),
        open_pieces=(),
        base_m=0.0,
        surfaces_m=(),
        carcass="",
        metadata=dict.fromkeys(FLAGS, False) | {"receptacle": True, "receptacleObjectIds": []},
    )


def _with_contents(objects: Sequence[ObjectFacts]) -> list[ObjectFacts]:
    """The objects, receptacles with the ids of what lies on or in them."""
    for item in objects:
        for parent in item.parents:
            holder = next(other for other in objects if other.object_id == parent)
            holder.metadata["receptacleObjectIds"].append(item.object_id)
    return list(objects)


def _looks(house: House, drawn: Plan) -> dict[str, Material]:
    """Surface -> its material: of walls by id, of floors by room, of the ceiling."""
    return {
        **{wall.wall_id: material(drawn.faces[wall.wall_id].finish, USUAL["wall"]) for wall in drawn.walls},
        **{room.room_id: material(room.finish, USUAL["floor"]) for room in house.rooms},
        CEILING: material(house.ceiling, USUAL["ceiling"]),
    }
