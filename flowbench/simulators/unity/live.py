"""A loaded scene as the simulator's metadata have it, in the layout's ids and coordinates."""

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flowbench.geometry.rotation import angle_between
from flowbench.records import Camera, Floats, Layout, Pose, SceneState, Vector
from flowbench.simulators import scenes
from flowbench.simulators.embedded.relations import rigid_pose
from flowbench.simulators.embedded.state import AGENT_HEIGHT_M
from flowbench.simulators.unity.adoption import adopt, own_box, pose_of
from flowbench.simulators.unity.roster import Roster, Row
from flowbench.simulators.unity.verification import ROUNDING_DEG, ROUNDING_M

FLOOR_REACH_M = 0.03  # the agent stands this near to where the floor is known to be


@dataclass(frozen=True, eq=False)
class Live:
    """What was found out when a scene was loaded, and how to read what comes after.

    Attributes:
        floor_m: height of the walking surface in the simulator's coordinates; in the layout's it is 0.
        boxes: id -> (15,) its box in its own frame, as the simulator gave it at load.
        eyes_m: height of the camera above the agent's position.
    """

    layout: Layout
    roster: Roster
    floor_m: float
    boxes: Mapping[str, Floats]
    eyes_m: float

    @classmethod
    def of(cls, scene: str, metadata: Mapping[str, Any], last: Layout | None = None) -> "Live":
        """From the metadata of a scene that has just been loaded and initialised; `last` is the layout before."""
        rows: list[Row] = metadata["objects"]
        floor_m = _floor(scene, metadata["agent"]["position"]["y"])
        return cls(
            adopt(scene, rows, floor_m, last),
            Roster.of(rows),
            floor_m,
            {row["objectId"]: own_box(row, floor_m) for row in rows},
            metadata["cameraPosition"]["y"] - metadata["agent"]["position"]["y"],
        )

    def scene(self, metadata: Mapping[str, Any], known: SceneState | None, hidden: frozenset[str]) -> SceneState:
        """The present state.

        Args:
            known: poses and a camera of which the present ones may differ by rounding alone; those are taken over.
            hidden: ids of objects that are switched off.

        Raises:
            SimulatorError: when objects have vanished, appeared, or multiplied.
        """
        rows = self.roster.read(metadata["objects"], hidden)
        poses: dict[str, Pose] = {}
        for item in self.layout.objects:
            self._place(item.object_id, rows, poses)
        told = SceneState(self.layout, self.camera(metadata), tuple(poses.values()), hidden)
        told = dataclasses.replace(told, poses=tuple(poses[item.object_id] for item in self.layout.objects))
        return told if known is None else _without_rounding(told, known)

    def camera(self, metadata: Mapping[str, Any]) -> Camera:
        """The agent's camera."""
        eye, agent = metadata["cameraPosition"], metadata["agent"]
        return Camera(
            (float(eye["x"]), float(eye["y"]) - self.floor_m, float(eye["z"])),
            float(agent["rotation"]["y"]),
            float(agent["cameraHorizon"]),
            float(metadata["fov"]),
            int(metadata["screenWidth"]),
            int(metadata["screenHeight"]),
        )

    def box_now(self, object_id: str, metadata: Mapping[str, Any]) -> Floats:
        """(15,) an object's box in its own frame, as the simulator gives it now."""
        theirs = self.roster.theirs(object_id)
        row = next(row for row in metadata["objects"] if row["objectId"] == theirs)
        return own_box(row, self.floor_m)

    def sent(self, position: Vector) -> dict[str, float]:
        """A place in the simulator's coordinates."""
        return {"x": position[0], "y": position[1] + self.floor_m, "z": position[2]}

    def received(self, place: Mapping[str, float]) -> dict[str, float]:
        """A place of the simulator's in the layout's coordinates."""
        return {"x": place["x"], "y": place["y"] - self.floor_m, "z": place["z"]}

    def _place(self, object_id: str, rows: Mapping[str, Row], poses: dict[str, Pose]) -> Pose:
        """Where an object is; what no simulator lists goes with what it is built into."""
        if object_id not in poses:
            item = self.layout.objects[self.layout.index[object_id]]
            pose = item.pose
            if object_id in rows:
                pose = pose_of(rows[object_id], self.floor_m)
            elif item.carrier is not None and object_id not in self.roster.ids:
                carrier = self.layout.objects[self.layout.index[item.carrier]]
                pose = rigid_pose(carrier.pose, self._place(item.carrier, rows, poses), item.pose)
            poses[object_id] = pose
        return poses[object_id]


def _floor(scene: str, agent_y: float) -> float:
    """Height of the floor below the agent: one that is known for the scene, where the agent stands on it."""
    below = agent_y - AGENT_HEIGHT_M
    known = (0.0, scenes.load_facts(scene).floor_m)
    nearest = min(known, key=lambda height: abs(height - below))
    return nearest if abs(nearest - below) <= FLOOR_REACH_M else below


def _without_rounding(told: SceneState, known: SceneState) -> SceneState:
    poses = tuple(b if _rounded(a, b) else a for a, b in zip(told.poses, known.poses, strict=True))
    camera = known.camera if _same_place(told.camera, known.camera) else told.camera
    return dataclasses.replace(told, poses=poses, camera=camera)


def _rounded(a: Pose, b: Pose) -> bool:
    near = math.dist(a.position, b.position) <= ROUNDING_M
    return near and (a.rotation == b.rotation or angle_between(a.rotation, b.rotation) <= ROUNDING_DEG)


def _same_place(a: Camera, b: Camera) -> bool:
    near = math.dist(a.position, b.position) <= ROUNDING_M
    turned = max(abs(math.remainder(a.yaw_deg - b.yaw_deg, 360.0)), abs(a.horizon_deg - b.horizon_deg))
    return near and turned <= ROUNDING_DEG and (a.fov_deg, a.width, a.height) == (b.fov_deg, b.width, b.height)
