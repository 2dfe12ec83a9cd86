"""AI2-THOR's agent map: the metadata of an event. Everything in it is built when it is first read."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from flowbench.geometry.camera import level_axes
from flowbench.geometry.rotation import multiply
from flowbench.simulators.embedded.cameras import third_party_map
from flowbench.simulators.embedded.lifecycle import unity_name
from flowbench.simulators.embedded.object_maps import object_maps, scene_bounds
from flowbench.simulators.embedded.queries import visible
from flowbench.simulators.embedded.shot import Shot
from flowbench.simulators.embedded.state import CAMERA_ABOVE_AGENT_M, EngineState, vector

HAND = (0.0, -0.16, 0.38)  # of an empty hand, from the camera: right, up, forward


@dataclass(frozen=True, eq=False)
class Moment:
    """What an event's metadata describes.

    Attributes:
        shot: what the agent sees.
        listed: ids that `objects` lists, None for all.
    """

    state: EngineState
    shot: Shot
    listed: frozenset[str] | None


@dataclass(frozen=True, eq=False)
class AgentMap(Mapping[str, Any]):
    """The metadata of an event; `last` holds `lastAction`, `lastActionSuccess`, `errorMessage`, ... ."""

    moment: Moment
    last: Mapping[str, Any]
    _built: dict[str, Any] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Any:
        """An entry by AI2-THOR's name."""
        if key in self.last:
            return self.last[key]
        if key not in self._built:
            self._built[key] = _BUILDERS[key](self.moment)
        return self._built[key]

    def __iter__(self) -> Iterator[str]:
        """All names, built or not."""
        return iter(dict.fromkeys([*_BUILDERS, *self.last]))

    def __len__(self) -> int:
        """How many entries there are."""
        return len(set(_BUILDERS) | set(self.last))


def _objects(moment: Moment) -> list[dict[str, Any]]:
    seen = visible(moment.shot, moment.state.settings.visibility_m)
    maps = object_maps(moment.state, seen)
    return [entry for entry in maps if moment.listed is None or entry["objectId"] in moment.listed]


def _agent(moment: Moment) -> dict[str, Any]:
    state = moment.state
    return {
        "name": "agent",
        "position": vector(state.agent_position),
        "rotation": vector((0.0, state.scene.camera.yaw_deg, 0.0)),
        "cameraHorizon": float(state.scene.camera.horizon_deg),
        "isStanding": state.standing,
        "inHighFrictionArea": False,
    }


def _colours(moment: Moment) -> list[dict[str, Any]]:
    table = moment.shot.colours
    named = {**table.instances, **table.classes}
    return [{"name": name, "color": list(colour)} for name, colour in named.items()]


def _colour_bounds(moment: Moment) -> list[dict[str, Any]]:
    """Colours and pixel bounds of what is seen, rows counted from the bottom as Unity does."""
    table, height = moment.shot.colours, moment.state.scene.camera.height
    return [
        {"color": list(table.instances[name]), "bounds": [left, height - 1 - bottom, right, height - 1 - top]}
        for name, (left, top, right, bottom) in moment.shot.instance_detections2D.items()
    ]


def _hand(moment: Moment) -> dict[str, Any]:
    """Of an empty hand: in front of the camera and below it, turned with the agent."""
    (x, y, z), camera = HAND, moment.state.scene.camera
    point = np.asarray(camera.position) + multiply(np.array([HAND]), level_axes(camera))[0]
    eyes = CAMERA_ABOVE_AGENT_M if moment.state.standing else 0.0
    return {
        "position": vector(point),
        "rotation": vector((0.0, camera.yaw_deg, 0.0)),
        "localPosition": vector((x, y + eyes, z)),
        "localRotation": vector((0.0, 0.0, 0.0)),
    }


_EMPTY_LISTS = (
    ("collidedObjects", "inventoryObjects", "flatSurfacesOnGrid", "distances", "normals", "isOpenableGrid")
    + ("segmentedObjectIds", "objectIdsInBox", "actionStringsReturn", "actionFloatsReturn", "actionVector3sReturn")
)  # fmt: skip
_BUILDERS: Mapping[str, Callable[[Moment], Any]] = {
    "objects": _objects,
    "agent": _agent,
    "isSceneAtRest": lambda moment: True,
    "sceneBounds": lambda moment: scene_bounds(moment.state.scene),
    "cameraPosition": lambda moment: vector(moment.state.scene.camera.position),
    "fov": lambda moment: float(moment.state.scene.camera.fov_deg),
    "cameraOrthSize": lambda moment: -1.0,
    "thirdPartyCameras": lambda moment: [third_party_map(*pair) for pair in enumerate(moment.state.cameras)],
    "screenWidth": lambda moment: moment.state.scene.camera.width,
    "screenHeight": lambda moment: moment.state.scene.camera.height,
    "colors": _colours,
    "colorBounds": _colour_bounds,
    "sceneName": lambda moment: unity_name(moment.state.scene.layout.scene),
    "depthFormat": lambda moment: "Meters",
    "agentId": lambda moment: 0,
    "currentTime": lambda moment: round(moment.state.time_s, 6),
    "heldObjectPose": _hand,
    "arm": lambda moment: None,
    "collided": lambda moment: False,
    "visibleRange": lambda moment: None,
    "actionIntReturn": lambda moment: 0,
    "actionFloatReturn": lambda moment: 0.0,
    **{name: lambda moment: [] for name in _EMPTY_LISTS},
}
