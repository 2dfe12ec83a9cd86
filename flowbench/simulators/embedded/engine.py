"""The embedded engine: answers AI2-THOR's actions in process, without Unity."""

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from flowbench.errors import SimulatorError
from flowbench.geometry.check_pose import check_pose, support_reach
from flowbench.geometry.motion import carried_poses
from flowbench.geometry.standing import (
    RADIUS_M,
    free_floor,
    grid_points,
    largest_component,
    reachable,
    walkable_neighbours,
)
from flowbench.records import Camera, Pose, SceneState, Snapshot, Vector
from flowbench.render.pictures import Quality
from flowbench.simulators.embedded import metadata
from flowbench.simulators.embedded.actions import ActionError, check_arguments
from flowbench.simulators.embedded.drawing import first_hit, snapshot
from flowbench.simulators.embedded.event import Event
from flowbench.simulators.embedded.loading import load_scene

HORIZON_RANGE = (-30.0, 60.0)
MAX_DROP_M = 0.05
DEFAULT_GRID_M = 0.25
DEFAULT_FOV_DEG = 90.0
CAMERA_HEIGHT_M = metadata.AGENT_HEIGHT_M + metadata.CAMERA_ABOVE_AGENT_M


class Engine:
    """One household scene that answers `step(action=..., **parameters)` as AI2-THOR's controller does.

    Differences from Unity, all on purpose: TeleportObject refuses a pose without support instead of letting the object
    fall; every scene is deterministic.
    """

    def __init__(self, width: int = 800, height: int = 800, quality: Quality = "textured") -> None:
        """Make an engine without a scene; the first action must be Reset."""
        self._size = (width, height)
        self._quality = quality
        self._scene: SceneState | None = None
        self._grid_m = DEFAULT_GRID_M
        self._fov_deg = DEFAULT_FOV_DEG
        self._snap = True
        self._actions: Mapping[str, Callable[..., Any]] = {
            "Reset": self._reset,
            "Initialize": self._initialize,
            "Teleport": self._teleport,
            "TeleportObject": self._teleport_object,
            "GetReachablePositions": self._reachable_positions,
            "GetCoordinateFromRaycast": self._coordinate_from_raycast,
            "Pass": _nothing,
            "Done": _nothing,
        }

    @property
    def scene(self) -> SceneState:
        """The present state."""
        if self._scene is None:
            raise SimulatorError("No scene is loaded. Send Reset with a sceneName first.")
        return self._scene

    def restore(self, scene: SceneState) -> None:
        """Continue from a state taken earlier from `scene` (states are immutable, so nothing is copied)."""
        self._scene = scene

    def snapshot(self) -> Snapshot:
        """The present state with its picture and what is visible."""
        return snapshot(self.scene, self._quality)

    def step(self, action: str | Mapping[str, Any], **parameters: Any) -> Event:
        """Do one action and return its event; failures are events too (`lastActionSuccess` False).

        Raises:
            UnknownName: from Reset, for a scene that does not exist.
            SimulatorError: before a scene is loaded.
        """
        if isinstance(action, Mapping):
            parameters = {key: value for key, value in action.items() if key != "action"} | parameters
            action = str(action.get("action"))
        try:
            arguments = check_arguments(action, parameters)
            return self._event(action, self._actions[action](**arguments))
        except ActionError as e:
            if self._scene is None:
                raise SimulatorError(str(e)) from e
            return self._event(action, None, str(e), e.code)

    def _event(self, action: str, result: Any, error: str = "", code: str = "") -> Event:
        scene = self.scene
        last = {
            "lastAction": action,
            "lastActionSuccess": not error,
            "errorMessage": error,
            "errorCode": code,
            "actionReturn": result,
        }
        return Event(metadata.AgentMap(scene, last), scene, self._quality)

    def _reset(self, sceneName: str) -> None:  # noqa: N803 (AI2-THOR's parameter names)
        layout = load_scene(sceneName)
        camera = Camera((0.0, CAMERA_HEIGHT_M, 0.0), 0.0, 0.0, self._fov_deg, *self._size)
        self._scene = SceneState(layout, camera, tuple(item.pose for item in layout.objects))
        self._place_agent()

    def _place_agent(self) -> None:
        """Start at the grid point of the largest free component nearest to its centroid."""
        free = free_floor(self.scene)
        points = grid_points(free, (0.0, 0.0), self._grid_m)
        component = points[largest_component(walkable_neighbours(free, points, self._grid_m))]
        if not len(component):
            raise ActionError("")
        distance = np.hypot(*(component - component.mean(axis=0)).T)
        x, z = component[int(distance.argmin())]
        self._move_camera(position=(float(x), CAMERA_HEIGHT_M, float(z)))

    def _move_camera(self, **changes: Any) -> None:
        self._scene = self.scene.with_camera(dataclasses.replace(self.scene.camera, **changes))

    def _initialize(
        self,
        gridSize: float,  # noqa: N803
        snapToGrid: bool,  # noqa: N803
        fieldOfView: float,  # noqa: N803
        visibilityDistance: float,  # noqa: N803
        width: float | None,
        height: float | None,
    ) -> dict[str, float]:
        grid, fov = gridSize or DEFAULT_GRID_M, fieldOfView or DEFAULT_FOV_DEG
        if not 0.0 < grid <= 5.0:
            raise ActionError(f"grid size must be in (0, 5] but was {gridSize}")
        if not 0.0 < fov < 180.0:
            raise ActionError(f"fov must be set to (0, 180) but was {fieldOfView}")
        self._grid_m, self._fov_deg, self._snap = grid, fov, snapToGrid
        self._size = (int(width or self._size[0]), int(height or self._size[1]))
        self._move_camera(fov_deg=fov, width=self._size[0], height=self._size[1])
        self._place_agent()
        return {"cameraNearPlane": 0.1, "cameraFarPlane": 20.0}

    def _teleport(
        self,
        position: Mapping[str, float] | None,
        x: float | None,
        y: float | None,
        z: float | None,
        rotation: Mapping[str, float] | None,
        horizon: float | None,
        standing: bool | None,
        forceAction: bool,  # noqa: N803
    ) -> None:
        now = metadata.agent_position(self.scene)
        target = _merged(now, position or _named(x, y, z))
        turn = _merged((0.0, self.scene.camera.yaw_deg, 0.0), rotation or {})
        look = self.scene.camera.horizon_deg if horizon is None else horizon
        if not forceAction:
            self._check_agent(target, turn, look)
        height = target[1] if forceAction else metadata.AGENT_HEIGHT_M
        camera = (target[0], height + metadata.CAMERA_ABOVE_AGENT_M, target[2])
        self._move_camera(position=camera, yaw_deg=turn[1], horizon_deg=look)

    def _check_agent(self, target: Vector, turn: Vector, horizon: float) -> None:
        if max(abs(turn[0]), abs(turn[2])) >= 0.01:
            raise ActionError("No agent currently supports a change in pitch or roll.")
        if not HORIZON_RANGE[0] <= horizon <= HORIZON_RANGE[1]:
            raise ActionError(f"Each horizon must be in [{HORIZON_RANGE[0]}, {HORIZON_RANGE[1]}], got {horizon}.")
        low, high = self.scene.layout.floor.min(axis=0), self.scene.layout.floor.max(axis=0)
        if not (low[0] <= target[0] <= high[0] and low[1] <= target[2] <= high[1]):
            raise ActionError(f"Target position {target} is out of scene bounds.")
        if self._snap and not all(_on_grid(target[axis], self._grid_m) for axis in (0, 2)):
            raise ActionError(f"Target position {target} is not on the grid of size {self._grid_m}.")
        if not len(grid_points(free_floor(self.scene), (target[0], target[2]), 1e3)):
            raise ActionError(f"Agent (radius {RADIUS_M} m) would collide at {target}.")
        if abs(target[1] - metadata.AGENT_HEIGHT_M) > MAX_DROP_M:
            raise ActionError(f"Position y {target[1]} means too large a change: the floor is at 0.")

    def _teleport_object(
        self,
        objectId: str,  # noqa: N803
        position: Mapping[str, float] | None,
        x: float | None,
        y: float | None,
        z: float | None,
        rotation: Mapping[str, float],
        forceAction: bool,  # noqa: N803
        **_unused: bool,
    ) -> dict[str, float]:
        scene = self.scene
        if objectId not in scene.layout.index:
            raise ActionError(f"Cannot find object with id {objectId}")
        target = position or _named(x, y, z)
        if set(target) != {"x", "y", "z"}:
            raise ActionError(f"TeleportObject: position needs x, y and z, got {dict(target)}", "MissingArguments")
        pose = Pose(_merged((0.0, 0.0, 0.0), target), _merged((0.0, 0.0, 0.0), rotation))
        if not forceAction:
            _check_object(scene, objectId, pose)
        self._scene = scene.with_poses(carried_poses(scene, objectId, pose))
        return metadata.vector(pose.position)

    def _reachable_positions(
        self,
        maxStepCount: float,  # noqa: N803
        directionsRelativeAgent: bool,  # noqa: N803
        gridSize: float | None,  # noqa: N803
    ) -> list[dict[str, float]]:
        scene, step = self.scene, gridSize or self._grid_m
        if directionsRelativeAgent and math.remainder(scene.camera.yaw_deg, 90.0) != 0.0:
            raise ActionError("directionsRelativeAgent needs an agent yaw that is a multiple of 90.")
        x, height, z = metadata.agent_position(scene)
        free = free_floor(scene)
        points = grid_points(free, (x, z), step)
        start = [n for n, point in enumerate(points) if abs(point[0] - x) < 1e-6 and abs(point[1] - z) < 1e-6]
        if not start:
            return [metadata.vector((x, height, z))]
        order = reachable(walkable_neighbours(free, points, step), start[0])
        return [metadata.vector((points[n][0], height, points[n][1])) for n in order[: int(maxStepCount)]]

    def _coordinate_from_raycast(self, x: float, y: float) -> dict[str, float]:
        if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
            raise ActionError(f"x and y must be in [0, 1], got {x}, {y}")
        camera = self.scene.camera
        hit = first_hit(self.scene, x * camera.width, y * camera.height)
        return metadata.vector(hit if hit is not None else (0.0, 0.0, 0.0))


def _check_object(scene: SceneState, object_id: str, pose: Pose) -> None:
    check = check_pose(scene, object_id, pose)
    if check.collider is not None:
        raise ActionError(f"{object_id} is colliding with {check.collider} after teleport.")
    if not check.inside:
        raise ActionError(f"{object_id} is colliding with the outside of the room after teleport.")
    if not check.supported:
        allowed = support_reach(scene, object_id)
        raise ActionError(
            f"{object_id} is unsupported after teleport: {check.gap_m:.3f} m of air below, {allowed:.3f} m allowed, "
            f"and its centre must lie over its support."
        )


def _nothing() -> None:
    return None


def _named(x: float | None, y: float | None, z: float | None) -> dict[str, float]:
    return {axis: value for axis, value in (("x", x), ("y", y), ("z", z)) if value is not None}


def _merged(base: Vector, changes: Mapping[str, float]) -> Vector:
    return changes.get("x", base[0]), changes.get("y", base[1]), changes.get("z", base[2])


def _on_grid(value: float, step: float) -> bool:
    return abs(value / step - round(value / step)) < 1e-4
