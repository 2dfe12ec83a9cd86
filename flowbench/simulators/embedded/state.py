"""Everything the engine remembers between two actions, as data; handlers turn one state into the next."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flowbench.bodies.own import Bodies
from flowbench.geometry.rotation import wrap
from flowbench.records import Camera, SceneState, Vector
from flowbench.render.pictures import Quality
from flowbench.simulators.embedded.actions import ActionError

DEFAULT_GRID_M = 0.25
DEFAULT_FOV_DEG = 90.0
VISIBILITY_DISTANCE_M = 1.5
AGENT_HEIGHT_M = 0.9009992
CAMERA_ABOVE_AGENT_M = 0.675  # of a standing agent; crouching it is at the capsule's centre


@dataclass(frozen=True)
class Settings:
    """What outlives a Reset.

    Attributes:
        settle: whether a moved object is let go and comes to rest; else it must rest where it is put, and stays.
        carry: whether what rests on a moved object rides along.
        bodies: files with meshes of the user's own, by object type.
    """

    width: int
    height: int
    quality: Quality
    settle: bool = True
    carry: bool = False
    bodies: Bodies = ()
    grid_m: float = DEFAULT_GRID_M
    fov_deg: float = DEFAULT_FOV_DEG
    snap: bool = True
    visibility_m: float = VISIBILITY_DISTANCE_M


@dataclass(frozen=True)
class EngineState:
    """A loaded scene and what actions have made of it.

    Attributes:
        standing: whether the agent stands (else it crouches).
        removed: ids of destroyed objects; the scene's `hidden` has them too, with the disabled ones.
        listed: ids that `objects` lists, None for all.
        cameras: the third-party cameras; a camera's id is its place.
        openness: how far things are open, where that is only recorded.
        kinematic: ids of objects that stay where they are put, in mid-air too.
        seed, draws: the engine's random numbers: the seed, and how many actions have drawn since it was set.
        look: which exchange of materials is in force: (seed, draw, room types), None for the materials at load.
    """

    scene: SceneState
    settings: Settings
    standing: bool = True
    removed: frozenset[str] = frozenset()
    listed: frozenset[str] | None = None
    cameras: tuple[Camera, ...] = ()
    openness: Mapping[str, float] = field(default_factory=dict)
    kinematic: frozenset[str] = frozenset()
    auto_simulation: bool = True
    time_s: float = 0.0
    seed: int = 0
    draws: int = 0
    look: tuple[int, int] | None = None

    @property
    def agent_position(self) -> Vector:
        """Centre of the agent's capsule."""
        x, y, z = self.scene.camera.position
        return (x, y - CAMERA_ABOVE_AGENT_M, z) if self.standing else (x, y, z)

    @property
    def gone(self) -> frozenset[str]:
        """Ids of objects that no longer exist."""
        return self.removed & self.scene.hidden


@dataclass(frozen=True)
class Result:
    """What an action came to.

    Attributes:
        value: AI2-THOR's `actionReturn`.
        facts: what we know about a pose beyond what AI2-THOR tells (see `placing`).
    """

    state: EngineState
    value: Any = None
    facts: Mapping[str, Any] | None = None


def require_object(state: EngineState, object_id: str, message: str | None = None) -> str:
    """The id of an object that exists (it may be disabled), or a failure."""
    if object_id not in state.scene.layout.index or object_id in state.gone:
        raise ActionError(f"Cannot find object with id {object_id}" if message is None else message)
    return object_id


def merged(base: Vector, changes: Mapping[str, float]) -> Vector:
    """A vector with some components changed by name."""
    return changes.get("x", base[0]), changes.get("y", base[1]), changes.get("z", base[2])


def angle(degrees: float) -> float:
    """An angle in [0, 360), rounded to 0.001 degrees, so that equal directions are equal numbers.

    >>> angle(-90.0), angle(359.9998), angle(-0.0)
    (270.0, 0.0, 0.0)
    """
    return wrap(round(degrees, 3))


def named(arguments: Mapping[str, Any]) -> Mapping[str, float]:
    """The components of a place given as `position` or as x, y, z."""
    given = {axis: arguments[axis] for axis in "xyz" if arguments[axis] is not None}
    return arguments["position"] or given


def vector(values: Any) -> dict[str, float]:
    """An AI2-THOR Vector3 map."""
    x, y, z = (float(value) for value in values)
    return {"x": x, "y": y, "z": z}
