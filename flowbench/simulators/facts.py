"""What a scene file says, as records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from flowbench.geometry import rotation
from flowbench.records import Floats, Pose, Room, Vector, Wall
from flowbench.render.meshes import Material

FLAGS = (
    "pickupable",
    "moveable",
    "receptacle",
    "openable",
    "isOpen",
    "toggleable",
    "isToggled",
    "breakable",
    "isBroken",
    "canFillWithLiquid",
    "isFilledWithLiquid",
    "dirtyable",
    "isDirty",
    "canBeUsedUp",
    "isUsedUp",
    "cookable",
    "isCooked",
    "sliceable",
    "isSliced",
    "isHeatSource",
    "isColdSource",
)
Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class ObjectFacts:
    """What the scene file says about one object.

    Attributes:
        box: (15,) its box in its own frame, with the axes of its body.
        blocks: False for sheets such as windows and curtains, which never collide.
        pieces: a counter's rectangles (x low, z low, x high, z high) about its box's centre; a counter without any is
            whole.
        open_pieces: those of a counter below which something movable stands; the others are closed.
        base_m: how far the closed ones reach below the slab.
        surfaces_m: heights above the box's bottom at which it is known to carry things, the main one first.
        carcass: "shelves" or "stove" for a shell the metadata does not list, else "".
        metadata: simulator facts under AI2-THOR's names; every flag of `FLAGS` is there.
    """

    object_id: str
    name: str
    object_type: str
    asset_id: str
    mass_kg: float
    pose: Pose
    box: Floats
    parents: tuple[str, ...]
    carrier: str | None
    blocks: bool
    pieces: tuple[Rectangle, ...]
    open_pieces: tuple[Rectangle, ...]
    base_m: float
    surfaces_m: tuple[float, ...]
    carcass: str
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> Vector:
        """Full size along the body's axes, metres."""
        x, y, z = (2.0 * self.box[3:6]).tolist()
        return x, y, z


@dataclass(frozen=True)
class Start:
    """Where the agent starts: the middle of its capsule (metres), yaw and horizon (degrees), and whether it stands."""

    position: Vector
    yaw_deg: float
    horizon_deg: float
    standing: bool


@dataclass(frozen=True, eq=False)
class SceneFacts:
    """A scene as its file has it, before bodies are fitted.

    Attributes:
        floor_m: height of the walking surface in AI2-THOR's own coordinates; here it is at y = 0.
        inner_walls: whether something hangs on a wall that was not rebuilt, so that wall contact cannot be judged.
        floor_is_approximate: whether the source has no floor, so that ours is a rectangle around the objects.
        rooms: where there are several with walls between them, else empty.
        looks: surface -> its material, where the source tells: walls and floors by id, and the ceiling.
        kinematic: ids of objects that stay where they are put, in mid-air too.
        start: where the agent starts, if the source tells.
        key: decides the looks that the source leaves open; the scene's name if it is "".
    """

    scene: str
    source: str
    room_type: str
    objects: tuple[ObjectFacts, ...]
    floor: Floats
    floor_m: float
    walls: tuple[Wall, ...]
    ceiling_m: float
    inner_walls: bool
    floor_is_approximate: bool = False
    rooms: tuple[Room, ...] = ()
    looks: Mapping[str, Material] = field(default_factory=dict)
    kinematic: frozenset[str] = frozenset()
    start: Start | None = None
    key: str = ""

    @property
    def seed(self) -> str:
        """What decides the looks that the source leaves open."""
        return self.key or self.scene


def read_facts(data: Mapping[str, Any]) -> SceneFacts:
    """The facts of a scene from the JSON of its file."""
    rows = data["objects"]
    contents: dict[str, list[str]] = {row["objectId"]: [] for row in rows}
    for row in rows:
        for parent in row.get("parentReceptacles", ()):
            contents[parent].append(row["objectId"])
    return SceneFacts(
        scene=data["scene"],
        source=data["source"],
        room_type=data["room_type"],
        objects=tuple(_object_facts(row, contents[row["objectId"]]) for row in rows),
        floor=np.array(data["floor"]),
        floor_m=data["floor_m"],
        walls=tuple(
            Wall(wall["id"], tuple(wall["start"]), tuple(wall["end"]), tuple(wall["inward"]), wall["evidenced"])
            for wall in data["walls"]
        ),
        ceiling_m=data["ceiling_m"],
        inner_walls=data["inner_walls"],
        floor_is_approximate=data.get("floor_is_approximate", False),
    )


def _object_facts(row: Mapping[str, Any], contents: Sequence[str]) -> ObjectFacts:
    flags = set(row.get("flags", ()))
    return ObjectFacts(
        object_id=row["objectId"],
        name=row["name"],
        object_type=row["objectType"],
        asset_id=row.get("assetId", ""),
        mass_kg=row.get("mass", 0.0),
        pose=Pose(tuple(row["position"]), tuple(row.get("rotation", (0.0, 0.0, 0.0)))),
        box=_box(row["box"], tuple(row.get("turn", (0.0, 0.0, 0.0)))),
        parents=tuple(row.get("parentReceptacles", ())),
        carrier=row.get("carrier"),
        blocks=row.get("blocks", True),
        pieces=tuple((a, b, c, d) for a, b, c, d in row.get("pieces", ())),
        open_pieces=tuple((a, b, c, d) for a, b, c, d in row.get("open_pieces", ())),
        base_m=row.get("base", 0.0),
        surfaces_m=tuple(row.get("surfaces", ())),
        carcass=row.get("carcass", ""),
        metadata={
            **{flag: flag in flags for flag in FLAGS},
            "isOpen": "openable" in flags and row.get("openness", 0.0) > 0.0,
            "openness": row.get("openness", 0.0),
            "temperature": row.get("temperature", "RoomTemp"),
            "fillLiquid": row.get("fillLiquid"),
            "salientMaterials": row.get("salientMaterials"),
            "controlledObjects": row.get("controlledObjects"),
            "receptacleObjectIds": list(contents) if "receptacle" in flags else None,
        },
    )


def _box(values: Sequence[float], turn: Vector) -> Floats:
    centre, size = np.array(values[:3]), np.array(values[3:])
    return np.concatenate([centre, size / 2.0, rotation.matrix(turn).T.ravel()])
