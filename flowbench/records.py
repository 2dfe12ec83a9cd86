"""The words every layer shares: plain records, no behaviour beyond reading themselves.

World frame: AI2-THOR's. Left-handed, x right, y up, z forward, metres; yaw in degrees clockwise seen from above
(0 looks along +z, 90 along +x); horizon and rotation.x in degrees, positive looks down. A rotation (x, y, z) is
applied about z, then x, then y: R = Ry Rx Rz.

A box is a row of 15 float64: centre (3), half sizes (3), then its three unit axes (3 x 3, one axis after the other),
all in the frame named where the box is stored.
"""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import UnknownName

Vector = tuple[float, float, float]
Floats = NDArray[np.float64]
Image = NDArray[np.uint8]  # (H, W, 3) RGB
DepthMap = NDArray[np.float32]  # (H, W) z-depth, metres
IdMap = NDArray[np.int32]  # (H, W), 0 = nothing
FlowMap = NDArray[np.float32]  # (H, W, 2) pixels, (u right, v down)
Mask = NDArray[np.bool_]  # (H, W)

SCHEMA_VERSION = 1


class ByValue:
    """Records with arrays: equal when all their fields are, arrays element by element."""

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and _same_fields(self, other))

    def __getstate__(self) -> dict[str, Any]:
        """Fields alone: hashes of strings differ from process to process and must not travel with a pickle."""
        return {item.name: getattr(self, item.name) for item in dataclasses.fields(cast(Any, self))}


def _same_fields(a: Any, b: Any) -> bool:
    return all(_same(getattr(a, item.name), getattr(b, item.name)) for item in dataclasses.fields(a))


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return bool(np.array_equal(a, b))
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(_same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    return bool(a == b)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where an object's transform origin is (metres, world) and how it is turned (degrees; R = Ry Rx Rz).

    The origin is not the centre of the object's box: they differ by 8 cm in the median and by metres at worst.
    """

    position: Vector
    rotation: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Motion:
    """A rigid motion in the level camera frame: right = r, up = world y, forward = (sin yaw, 0, cos yaw). Metres."""

    object_id: str
    right_m: float = 0.0
    up_m: float = 0.0
    forward_m: float = 0.0
    yaw_deg: float = 0.0
    pivot: str = "box centre"


@dataclass(frozen=True, slots=True)
class CameraMotion:
    """A motion of the agent that holds the camera, in the level frame it has before: metres, then degrees.

    Positive yaw turns to the right, positive tilt looks further down. The camera's height stays.
    """

    right_m: float = 0.0
    forward_m: float = 0.0
    yaw_deg: float = 0.0
    tilt_deg: float = 0.0


Move = Motion | CameraMotion
Action = Motion | tuple[Move, ...]  # of a room: one motion of an object, or several moves one after the other


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera: position (metres, world), yaw and horizon (degrees), vertical field of view, size in pixels."""

    position: Vector
    yaw_deg: float
    horizon_deg: float
    fov_deg: float = 90.0
    width: int = 800
    height: int = 800


@dataclass(frozen=True, slots=True)
class Opening:
    """A hole in a wall: from `start_m` to `end_m` along it, from `low_m` to `high_m` above the floor.

    `passable` is False where glass or the like fills it.
    """

    start_m: float
    end_m: float
    low_m: float
    high_m: float
    passable: bool = True


@dataclass(frozen=True, slots=True)
class Room:
    """One of several rooms of a scene: its id, its type, and its floor polygon, (x, z) corners in metres."""

    room_id: str
    room_type: str
    floor: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Wall:
    """A vertical wall from floor to ceiling: its foot runs from `start` to `end` (x, z); `inward` points into the room.

    `evidenced` is False where no object touches or hangs near it, so that its place is a guess. In a scene of several
    rooms `room_id` is the one it belongs to: a wall between two is two of these, back to back.
    """

    wall_id: str
    start: tuple[float, float]
    end: tuple[float, float]
    inward: tuple[float, float]
    evidenced: bool = True
    room_id: str = ""
    openings: tuple[Opening, ...] = ()


@dataclass(frozen=True, eq=False)
class SceneObject(ByValue):
    """What never changes about an object while its scene is loaded.

    Attributes:
        box: (15,) its oriented box in the frame of its own transform (see `Pose`). The box's axes are the body's:
            its y axis is the body's up, its z axis the body's front.
        boxes: (n, 15) its collision boxes, same frame; n = 0 for what never blocks (windows, curtains).
        parents: ids of the receptacles it lay on or in at load.
        carrier: id of the object it is a rigid part of (a drawer's dresser), or None.
        mass_kg: 0 for static objects.
        metadata: remaining simulator facts with AI2-THOR's names (`openable`, `receptacle`, ...).
    """

    object_id: str
    name: str
    object_type: str
    asset_id: str
    pickupable: bool
    moveable: bool
    mass_kg: float
    pose: Pose
    box: Floats
    boxes: Floats
    parents: tuple[str, ...] = ()
    carrier: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Layout(ByValue):
    """A loaded scene without its present poses.

    Attributes:
        floor: (n, 2) the floor polygon (x, z), metres.
        load_depths_m: (n, n) depth by which each pair of objects penetrated at load, metres, 0 where apart.
        load_gaps_m: (n,) air below each object at load, metres; inf where nothing is below.
        load_carriers: (n,) number of the object each rested on at load; -1 the floor, -2 nothing.
        inner_walls: whether there are signs of walls that are not among `walls`.
        rooms: where there are several with walls between them; empty for a scene that is one room.
    """

    scene: str
    source: str
    room_type: str
    objects: tuple[SceneObject, ...]
    floor: Floats
    walls: tuple[Wall, ...]
    ceiling_m: float
    load_depths_m: Floats
    load_gaps_m: Floats
    load_carriers: NDArray[np.int64]
    inner_walls: bool = False
    rooms: tuple[Room, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.scene, self.source, len(self.objects), self.load_gaps_m.tobytes()))

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Object id -> position in `objects`."""
        return {item.object_id: k for k, item in enumerate(self.objects)}

    @cached_property
    def surfaces(self) -> tuple[str, ...]:
        """Names of all surfaces in the order of their pixel ids, which start at 1: objects, walls, structure."""
        names = [item.object_id for item in self.objects] + [wall.wall_id for wall in self.walls] + ["Ceiling|0"]
        has_floor = any(item.object_type == "Floor" for item in self.objects)
        return tuple(names if has_floor else [*names, "Floor|0"])

    @cached_property
    def surface_ids(self) -> Mapping[str, int]:
        """Surface name -> pixel id (> 0)."""
        return {name: k + 1 for k, name in enumerate(self.surfaces)}

    @cached_property
    def parts(self) -> Mapping[str, tuple[str, ...]]:
        """Object id -> the objects that move rigidly with it: itself first, then all it carries as parts."""
        return {item.object_id: (item.object_id, *self._parts_of(item.object_id)) for item in self.objects}

    def _parts_of(self, object_id: str) -> tuple[str, ...]:
        direct = [item.object_id for item in self.objects if item.carrier == object_id]
        return tuple(name for part in direct for name in (part, *self._parts_of(part)))


@dataclass(frozen=True, eq=False)
class SceneState(ByValue):
    """A scene at one moment: what planners see. `poses` runs along `layout.objects`.

    Attributes:
        hidden: ids of objects that are switched off: neither drawn nor in the way.
        carry: whether what rests on a moved object goes with it.
    """

    layout: Layout
    camera: Camera
    poses: tuple[Pose, ...]
    hidden: frozenset[str] = frozenset()
    carry: bool = False

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, SceneState):
            return self is other
        same_view = self.poses == other.poses and self.camera == other.camera and self.hidden == other.hidden
        return same_view and self.carry == other.carry and self.layout == other.layout

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.layout, self.camera, self.poses))

    def number(self, object_id: str) -> int:
        """Position of an object in `layout.objects` and `poses`; an unknown id is an error that offers the nearest."""
        try:
            return self.layout.index[object_id]
        except KeyError:
            raise UnknownName.among(f"object in {self.layout.scene}", object_id, self.layout.index) from None

    def object(self, object_id: str) -> SceneObject:
        """The unchanging facts of an object."""
        return self.layout.objects[self.number(object_id)]

    def pose(self, object_id: str) -> Pose:
        """The present pose of an object."""
        return self.poses[self.number(object_id)]

    def with_camera(self, camera: Camera) -> "SceneState":
        """The same scene seen from elsewhere."""
        return dataclasses.replace(self, camera=camera)

    def with_poses(self, poses: Mapping[str, Pose]) -> "SceneState":
        """The same scene with some objects elsewhere (nothing is carried along and nothing is checked)."""
        changed = list(self.poses)
        for object_id, pose in poses.items():
            changed[self.number(object_id)] = pose
        return dataclasses.replace(self, poses=tuple(changed))


@dataclass(frozen=True, eq=False)
class Pixels(ByValue):
    """One rendered picture, row 0 at the top.

    Attributes:
        frame: (H, W, 3) uint8 RGB.
        depth: (H, W) float32 z-depth in metres; inf where nothing is.
        ids: (H, W) int32 surface ids (see `Layout.surfaces`); 0 = nothing.
    """

    frame: Image
    depth: DepthMap
    ids: IdMap


@dataclass(frozen=True, eq=False)
class Snapshot(ByValue):
    """A scene state with its picture.

    Attributes:
        visibility: surface id -> (visible pixels, free pixels: what would be visible with nothing in front, within the
            frame).
        quality, look: how it was drawn, to draw it again: see `render.pictures.render` and the engine's `Look`.
    """

    scene: SceneState
    pixels: Pixels | None
    visibility: Mapping[int, tuple[int, int]]
    quality: str = "textured"
    look: Any = None

    def __getstate__(self) -> dict[str, Any]:
        """Pixels are left out when pickled: `simulators.pixels(snapshot)` draws them again."""
        return super().__getstate__() | {"pixels": None, "visibility": dict(self.visibility)}

    def visible(self, object_id: str) -> tuple[int, int]:
        """(visible, free) pixels of an object together with its rigid parts."""
        ids = self.scene.layout.surface_ids
        pairs = [self.visibility.get(ids[part], (0, 0)) for part in self.scene.layout.parts[object_id]]
        return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)


@dataclass(frozen=True)
class Task:
    """The whole question, fixed at reset.

    Attributes:
        parameters: thresholds, options, probes: JSON values.
        wanted: the answer the episode asks for.
        text_key: which wording; an index into the category's templates.
    """

    category: str
    mover: str
    landmarks: tuple[str, ...]
    wanted: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    text_key: int = 0

    @property
    def named(self) -> tuple[str, ...]:
        """Ids of all objects its words name: the mover, the landmarks, and what else is moved."""
        second = self.parameters.get("second_mover")
        return tuple(dict.fromkeys((self.mover, *self.landmarks, *(() if second is None else (str(second),)))))


@dataclass(frozen=True)
class Attempt:
    """What the engine says about one motion.

    Attributes:
        error: the engine's message, empty on success.
        collider: id of what stopped it, or None.
        settled_m: how far it dropped after the move, metres.
        path_clear: whether the straight way there is free of collisions.
        supported: whether the end pose rests on something.
        gap_m: air below the end pose, metres (inf where nothing is below).
        depth_m: deepest penetration at the end pose beyond what is allowed, metres (0 when free).
        probe_stops: where a task has a probe: what stopped it at each of its way-points, "" where nothing did; the
            first that was stopped is the last.
    """

    success: bool
    error: str = ""
    collider: str | None = None
    settled_m: float = 0.0
    path_clear: bool = True
    supported: bool = True
    gap_m: float = 0.0
    depth_m: float = 0.0
    probe_stops: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """The answer of a transition, or why there is none, with the measures behind it."""

    answer: str | None
    reason: str = ""
    measures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Origin:
    """Where a transition came from, enough to make it again.

    Attributes:
        env: JSON of the environment's id and keyword arguments.
        seed_key: what to pass to `reset` as seed (its only element).
        options: what to pass to `reset` as options.
        step: number of the attempt within its episode, from 0.
    """

    env: str
    seed_key: tuple[str | int, ...]
    options: Mapping[str, Any]
    step: int

    @property
    def env_id(self) -> str:
        """The environment's id."""
        return str(json.loads(self.env)["id"])


@dataclass(frozen=True, eq=False)
class Transition(ByValue):
    """One explained step: state and picture before and after, the action between, and the label."""

    before: Any
    action: Any
    after: Any
    attempt: Attempt
    verdict: Verdict
    task: Task
    origin: Origin


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes:
        choices: the texts of the options in the order in which they are shown.
        images: the pictures shown, in order, each with its role.
        values: what each option stands for in `Item.answer`; empty where the texts themselves do. With the schema
            "letters" an answer is several values, sorted and joined.
    """

    text: str
    choices: tuple[str, ...]
    images: tuple[tuple[str, str], ...]
    answer_schema: Literal["letter", "letters", "text", "json"]
    values: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Item(ByValue):
    """A labelled example: the question, its answer, the answer before the move, and arrays by name.

    Attributes:
        state: structured facts to recompute the answer from (JSON values).
        arrays: depth0, depth1, ids0, ids1, flow01, flow10, valid01, valid10, ... by name.
    """

    item_id: str
    question: Question
    answer: str
    answer_before: str | None
    state: Mapping[str, Any]
    images: Mapping[str, Image]
    arrays: Mapping[str, NDArray[Any]]
    origin: Origin
    schema_version: int = SCHEMA_VERSION


@dataclass(frozen=True)
class Episode:
    """A replayable record: how to make the environment, reset it and act, and what must come out."""

    env: str
    seed_key: tuple[str | int, ...]
    options: Mapping[str, Any]
    actions: tuple[tuple[float, ...], ...]
    digests: Mapping[str, str]
    versions: Mapping[str, str]
