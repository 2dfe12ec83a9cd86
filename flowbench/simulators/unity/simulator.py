"""AI2-THOR's own client as a simulator for the environments: every pose is verified, nothing is taken on trust."""

import dataclasses
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from flowbench.errors import SimulatorError, UnknownName
from flowbench.geometry.check_pose import check_free
from flowbench.records import Layout, Pose, SceneState, Snapshot, Vector
from flowbench.simulators.embedded.actions import MISSING, ActionError, check_arguments
from flowbench.simulators.embedded.drawing import snapshot
from flowbench.simulators.embedded.state import merged, named
from flowbench.simulators.unity.client import Client
from flowbench.simulators.unity.kept import KeptSnapshot
from flowbench.simulators.unity.live import Live
from flowbench.simulators.unity.optics import measured_lens
from flowbench.simulators.unity.options import Launch
from flowbench.simulators.unity.sight import Lens, pixels
from flowbench.simulators.unity.verification import ROUNDING_M, box_is_stale, objection, same, same_view

INITIALIZE = {"snapToGrid": False, "renderDepthImage": True, "renderInstanceSegmentation": True}
BEYOND_M = 1.0  # so far outside the floor that nothing is sent
MOST_DROP_M = 0.05  # AI2-THOR lets an agent fall no further when it is put somewhere
Arguments = Mapping[str, Any]


@dataclass(frozen=True)
class Told:
    """What came of an action: `lastAction`, `lastActionSuccess`, `errorMessage`, `errorCode`, `actionReturn`.

    Ids and places are the environment's.
    """

    metadata: Mapping[str, Any]


class UnitySimulator:
    """Answers the actions environments use, through AI2-THOR's client."""

    def __init__(self, width: int, height: int, launch: Launch) -> None:
        """Make a simulator without a scene; the first Reset starts the client."""
        self._size = width, height
        self._client = Client(launch)
        self._live: Live | None = None
        self._scene: SceneState | None = None
        self._lens: Lens | None = None
        self._layouts: dict[str, Layout] = {}
        self._hung: set[str] = set()  # what was put somewhere to stay there: the simulator has no way to take that back

    def step(self, action: str, **parameters: Any) -> Told:
        """Do one action; failures are told too.

        Raises:
            UnknownName: for an action that environments do not use.
            SimulatorError: when the simulator is gone, or what it says contradicts itself.
        """
        if action not in _HANDLERS:
            raise UnknownName.among("action of backend 'ai2thor'", action, _HANDLERS)
        try:
            value = _HANDLERS[action](self, check_arguments(action, parameters))
        except ActionError as e:
            return _told(action, str(e), e.code, None)
        return _told(action, "", "", value)

    @property
    def scene(self) -> SceneState:
        """The present state, as the simulator's metadata have it."""
        if self._scene is None:
            raise SimulatorError("No scene is loaded. Send Reset with a sceneName first.")
        return self._scene

    @property
    def state(self) -> SceneState:
        """The same: what else a simulator remembers cannot be asked for."""
        return self.scene

    def restore(self, scene: SceneState) -> None:
        """Bring everything to where it was.

        Raises:
            SimulatorError: when the simulator does not do it; names what is elsewhere.
        """
        if self._scene is None or self._scene.layout.scene != scene.layout.scene or self._hung:
            self._load(scene.layout.scene)
        if self.scene.layout.index.keys() != scene.layout.index.keys():
            raise SimulatorError(f"{scene.layout.scene} has other objects than the state to go back to.")
        camera = scene.camera
        if (camera.width, camera.height) != (self.scene.camera.width, self.scene.camera.height):
            self._send("ChangeResolution", x=camera.width, y=camera.height)
        for name in sorted(scene.hidden ^ self.scene.hidden):
            self._show(name, name not in scene.hidden)
        for item in scene.layout.objects:
            self._return(item.object_id, scene.pose(item.object_id), scene)
        if not same_view(self.scene.camera, camera):
            self._look(camera.position, camera.yaw_deg, camera.horizon_deg, force=True)
        self._read(self._client.event.metadata, known=scene)
        self._check_restored(scene)

    def snapshot(self) -> Snapshot:
        """The present state with the simulator's picture. Free pixels are those of our bodies in its boxes."""
        before, live = self.scene, self._loaded()
        event = self._client.step("Pass")
        self._read(event.metadata, known=before)
        picture = pixels(event, live.layout, live.roster, self._lens or Lens())
        seen = np.bincount(picture.ids.ravel(), minlength=len(live.layout.surfaces) + 1).tolist()
        free = {number: pair[1] for number, pair in snapshot(self.scene, "flat").visibility.items()}
        shown = {
            number: (seen[number], max(seen[number], free.get(number, 0)))
            for number in range(1, len(seen))
            if seen[number] or free.get(number, 0)
        }
        return KeptSnapshot(self.scene, picture, shown)

    def close(self) -> None:
        """End the simulator's process; the next Reset starts another."""
        self._client.close()
        self._scene = self._live = self._lens = None
        self._hung.clear()

    def __getstate__(self) -> dict[str, Any]:
        """How to start another one, and in which state."""
        return {**self.__dict__, "_live": None, "_scene": None, "_lens": None, "_layouts": {}, "_hung": set()}

    def _load(self, scene: str) -> None:
        """Reset and Initialize."""
        self._scene = None
        metadata = self._client.reset(scene, *self._size, INITIALIZE)
        self._live, self._hung = Live.of(scene, metadata, self._layouts.get(scene)), set()
        self._layouts[scene] = self._live.layout
        planes = metadata["actionReturn"] or {}
        self._read(metadata)
        if (metadata["screenWidth"], metadata["screenHeight"]) != self._size:
            raise SimulatorError(
                f"The simulator draws {metadata['screenWidth']} x {metadata['screenHeight']} pixels, the environment "
                f"wants {self._size[0]} x {self._size[1]}. What is attached to chooses its own size: give it this one."
            )
        if self._lens is None:
            near, far = planes.get("cameraNearPlane", Lens.near_m), planes.get("cameraFarPlane", Lens.far_m)
            self._lens = measured_lens(self._client, self._loaded().camera(metadata), near, far, self._loaded().floor_m)

    def _loaded(self) -> Live:
        if self._live is None:
            raise SimulatorError("No scene is loaded. Send Reset with a sceneName first.")
        return self._live

    def _read(self, metadata: Mapping[str, Any], known: SceneState | None = None) -> None:
        """Take over what the metadata say."""
        live = self._loaded()
        if known is None:
            still = tuple(item.pose for item in live.layout.objects)
            known = self._scene or SceneState(live.layout, live.camera(metadata), still)
        hidden = frozenset() if self._scene is None else self._scene.hidden
        self._scene = live.scene(metadata, known, hidden)

    def _send(self, action: str, **parameters: Any) -> Mapping[str, Any]:
        """One action without a picture, and what the simulator says after it.

        Raises:
            ActionError: when the action failed.
        """
        metadata: Mapping[str, Any] = self._client.step(action, **parameters, renderImage=False).metadata
        self._read(metadata)
        if not metadata["lastActionSuccess"]:
            said = self._loaded().roster.translated(str(metadata["errorMessage"] or ""))
            raise ActionError(said or f"{action} failed, the simulator does not say why.", metadata["errorCode"] or "")
        return metadata

    def _reset(self, arguments: Arguments) -> None:
        self._load(arguments["sceneName"])

    def _initialize(self, arguments: Arguments) -> Any:
        given = {name: value for name, value in arguments.items() if value not in (None, 0.0)}
        return self._send("Initialize", **given | INITIALIZE)["actionReturn"]

    def _change_resolution(self, arguments: Arguments) -> None:
        self._send("ChangeResolution", **arguments)

    def _pass(self, arguments: Arguments) -> None:
        self._send("Pass")

    def _reachable_positions(self, arguments: Arguments) -> Any:
        given = {name: value for name, value in arguments.items() if value is not None}
        places = self._send("GetReachablePositions", **given)["actionReturn"]
        return [self._loaded().received(place) for place in places]

    def _disable(self, arguments: Arguments) -> None:
        self._show(self._known(arguments["objectId"]), False)

    def _enable(self, arguments: Arguments) -> None:
        self._show(self._known(arguments["objectId"]), True)

    def _show(self, object_id: str, shown: bool) -> None:
        """Switch an object with its parts on or off."""
        live, scene = self._loaded(), self.scene
        group = frozenset(live.layout.parts[object_id])
        hidden = scene.hidden - group if shown else scene.hidden | group
        self._scene = dataclasses.replace(scene, hidden=hidden)
        try:
            self._send("EnableObject" if shown else "DisableObject", objectId=live.roster.theirs(object_id))
        except ActionError:
            self._scene = scene
            raise

    def _known(self, object_id: str) -> str:
        if object_id not in self._loaded().roster.ids:
            raise ActionError(f"Cannot find object with id {object_id}")
        return object_id

    def _teleport(self, arguments: Arguments) -> None:
        camera = self.scene.camera
        eyes = self._loaded().eyes_m
        x, y, z = camera.position
        position = merged((x, y - eyes, z), named(arguments))
        turn = merged((0.0, camera.yaw_deg, 0.0), arguments["rotation"] or {})
        if max(abs(turn[0]), abs(turn[2])) >= 0.01:
            raise ActionError("No agent currently supports a change in pitch or roll.")
        if position[1] < y - eyes - MOST_DROP_M:
            raise ActionError(f"Position y {position[1]} is below the floor the agent stands on ({y - eyes:.3f}).")
        horizon = camera.horizon_deg if arguments["horizon"] is None else arguments["horizon"]
        eye = (position[0], position[1] + eyes, position[2])
        self._look(eye, turn[1], horizon, force=arguments["forceAction"])

    def _look(self, eye: Vector, yaw_deg: float, horizon_deg: float, force: bool) -> None:
        """Put the agent so that its camera is somewhere, and see whether it is."""
        live = self._loaded()
        self._check_within((eye[0], eye[2]), f"Target position {eye} is out of scene bounds.")
        self._send(
            "Teleport",
            position=live.sent((eye[0], eye[1] - live.eyes_m, eye[2])),
            rotation={"x": 0.0, "y": yaw_deg, "z": 0.0},
            horizon=horizon_deg,
            forceAction=force,
        )
        asked = dataclasses.replace(self.scene.camera, position=eye, yaw_deg=yaw_deg, horizon_deg=horizon_deg)
        reached = self.scene.camera
        lower = dataclasses.replace(asked, position=(eye[0], reached.position[1], eye[2]))
        fell = 0.0 <= eye[1] - reached.position[1] <= MOST_DROP_M and not force
        if not same_view(reached, lower if fell else asked):
            raise ActionError(f"Teleport reported success, but asked for {asked}, the camera is {reached}.")

    def _teleport_object(self, arguments: Arguments) -> Any:
        object_id = self._known(arguments["objectId"])
        place = named(arguments)
        if set(place) != {"x", "y", "z"} or arguments["positions"] is not None:
            raise ActionError(f"TeleportObject: position needs x, y and z, got {dict(place)}", MISSING)
        turn = merged((0.0, 0.0, 0.0), arguments["rotation"])
        asked, before = Pose((place["x"], place["y"], place["z"]), turn), self.scene
        outside = f"{object_id} is colliding with the outside of the room after teleport."
        self._check_within((asked.position[0], asked.position[2]), outside)
        still = arguments["forceAction"] or arguments["forceKinematic"]
        try:
            self._put(object_id, asked, arguments["forceAction"], arguments["forceKinematic"])
            against = self._objection(object_id, asked, exact=still)
            if against:
                raise ActionError(f"{object_id} is not where it was put after teleport: {against}.")
            if not check_free(before, object_id, self.scene.pose(object_id)).inside and not arguments["forceAction"]:
                raise ActionError(outside)
        except ActionError:
            self._undo(object_id, before)
            raise
        return (
            None if arguments["forceKinematic"] else dict(zip("xyz", self.scene.pose(object_id).position, strict=True))
        )

    def _put(self, object_id: str, pose: Pose, force: bool, stay: bool = False) -> None:
        live = self._loaded()
        if stay:
            self._hung.add(object_id)
        self._send(
            "TeleportObject",
            objectId=live.roster.theirs(object_id),
            position=live.sent(pose.position),
            rotation=dict(zip("xyz", pose.rotation, strict=True)),
            forceAction=force,
            forceKinematic=stay,
        )

    def _objection(self, object_id: str, asked: Pose, exact: bool) -> str:
        """What speaks against an object being where it was put, after a second look if its box lags behind."""
        live = self._loaded()
        against = objection(self.scene.object(object_id).box, asked, self.scene.pose(object_id), exact)
        if (
            against
            or object_id not in live.boxes
            or not self.scene.object(object_id).moveable | self.scene.object(object_id).pickupable
        ):
            return against
        if box_is_stale(live.boxes[object_id], live.box_now(object_id, self._client.event.metadata)):
            self._send("Pass")
            if box_is_stale(live.boxes[object_id], live.box_now(object_id, self._client.event.metadata)):
                return "its box is not where its pose puts it"
        return objection(self.scene.object(object_id).box, asked, self.scene.pose(object_id), exact)

    def _undo(self, object_id: str, before: SceneState) -> None:
        """Take back what a failed action did nevertheless."""
        self._return(object_id, before.pose(object_id), before)
        if not same(self.scene.pose(object_id), before.pose(object_id)):
            raise SimulatorError(
                f"{object_id} cannot be put back to {before.pose(object_id)}: {self.scene.pose(object_id)}."
            )

    def _return(self, object_id: str, pose: Pose, known: SceneState) -> None:
        """Put an object exactly where it was, if it is anywhere else."""
        now = self.scene.pose(object_id)
        if object_id in self._loaded().roster.ids and object_id not in self.scene.hidden and not _equal(now, pose):
            try:
                self._put(object_id, pose, force=True)
            except ActionError as e:
                raise SimulatorError(f"{object_id} cannot be put back to {pose}: {e}") from e
            self._read(self._client.event.metadata, known)

    def _check_restored(self, scene: SceneState) -> None:
        away = [
            item.object_id
            for item, a, b in zip(scene.layout.objects, self.scene.poses, scene.poses, strict=True)
            if item.object_id not in scene.hidden and not same(a, b)
        ]
        if away:
            told = ", ".join(f"{name}: {self.scene.pose(name)} instead of {scene.pose(name)}" for name in away[:3])
            raise SimulatorError(f"The simulator did not bring back {len(away)} objects: {told}.")
        if not same_view(self.scene.camera, scene.camera):
            raise SimulatorError(f"The simulator's camera is {self.scene.camera}, not {scene.camera}.")

    def _check_within(self, place: tuple[float, float], message: str) -> None:
        floor = self._loaded().layout.floor
        low, high = floor.min(axis=0) - BEYOND_M, floor.max(axis=0) + BEYOND_M
        if not all(low[k] <= place[k] <= high[k] for k in range(2)):
            raise ActionError(message)


def _equal(a: Pose, b: Pose) -> bool:
    return a == b or (math.dist(a.position, b.position) <= ROUNDING_M and a.rotation == b.rotation)


def _told(action: str, message: str, code: str, value: Any) -> Told:
    return Told(
        {
            "lastAction": action,
            "lastActionSuccess": not message,
            "errorMessage": message,
            "errorCode": code,
            "actionReturn": value,
        }
    )


_HANDLERS: Mapping[str, Callable[[UnitySimulator, Arguments], Any]] = {
    "Reset": UnitySimulator._reset,
    "Initialize": UnitySimulator._initialize,
    "ChangeResolution": UnitySimulator._change_resolution,
    "Pass": UnitySimulator._pass,
    "Teleport": UnitySimulator._teleport,
    "TeleportObject": UnitySimulator._teleport_object,
    "GetReachablePositions": UnitySimulator._reachable_positions,
    "DisableObject": UnitySimulator._disable,
    "EnableObject": UnitySimulator._enable,
}
