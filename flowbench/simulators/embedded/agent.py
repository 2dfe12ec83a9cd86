"""Actions of the agent: where it stands, where it looks, and where it could walk."""

import dataclasses
import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from flowbench.geometry.standing import (
    NOWHERE,
    RADIUS_M,
    can_stand,
    free_floor,
    grid_points,
    largest_component,
    reachable,
    walkable_neighbours,
)
from flowbench.physics.settle import CACHED_SCENES
from flowbench.records import SceneState, Vector
from flowbench.simulators.embedded.actions import MISSING, ActionError
from flowbench.simulators.embedded.state import (
    AGENT_HEIGHT_M,
    CAMERA_ABOVE_AGENT_M,
    EngineState,
    Result,
    angle,
    merged,
    named,
    vector,
)
from flowbench.simulators.scenes import load_facts

HORIZON_RANGE = (-30.0, 60.0)
MAX_DROP_M = 0.05
CAMERA_HEIGHT_M = AGENT_HEIGHT_M + CAMERA_ABOVE_AGENT_M
PARKED: Vector = (-0.5, -38.9 + CAMERA_ABOVE_AGENT_M, -0.5)


def with_camera(state: EngineState, **changes: Any) -> EngineState:
    """The same state with fields of the agent's camera changed."""
    scene = state.scene
    return dataclasses.replace(state, scene=scene.with_camera(dataclasses.replace(scene.camera, **changes)))


def place_agent(state: EngineState) -> EngineState:
    """The agent at its start pose, where the scene has one with room for it.

    Else at the grid point of the largest free component nearest to that component's centroid; parked far below where
    nothing is loaded yet.
    """
    layout = state.scene.layout
    start = load_facts(layout.scene).start
    if start is not None and can_stand(state.scene, start.position[0], start.position[2]):
        x, _, z = start.position
        eyes = CAMERA_HEIGHT_M if start.standing else AGENT_HEIGHT_M
        turned = {"yaw_deg": angle(start.yaw_deg), "horizon_deg": _horizon(start.horizon_deg)}
        return with_camera(dataclasses.replace(state, standing=start.standing), position=(x, eyes, z), **turned)
    if not len(layout.floor):
        return parked(state)
    place = _starting_place(state.scene.with_camera(NOWHERE), state.settings.grid_m)
    if place is None:
        raise ActionError("")
    return with_camera(dataclasses.replace(state, standing=True), position=(place[0], CAMERA_HEIGHT_M, place[1]))


def parked(state: EngineState) -> EngineState:
    """The agent far below, where it waits for a house."""
    return with_camera(dataclasses.replace(state, standing=True), position=PARKED)


@lru_cache(maxsize=CACHED_SCENES)
def _starting_place(scene: SceneState, grid_m: float) -> tuple[float, float] | None:
    free = free_floor(scene)
    points = grid_points(free, (0.0, 0.0), grid_m)
    component = points[largest_component(walkable_neighbours(free, points, grid_m))]
    if not len(component):
        return None
    distance = np.hypot(*(component - component.mean(axis=0)).T)
    x, z = component[int(distance.argmin())]
    return float(x), float(z)


def teleport(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """Teleport: put the agent somewhere; what is not given stays."""
    camera = state.scene.camera
    target = merged(state.agent_position, named(arguments))
    turn = merged((0.0, camera.yaw_deg, 0.0), arguments["rotation"] or {})
    look = camera.horizon_deg if arguments["horizon"] is None else arguments["horizon"]
    if not arguments["forceAction"]:
        _check(state, target, turn, look)
    standing = state.standing if arguments["standing"] is None else bool(arguments["standing"])
    height = target[1] if arguments["forceAction"] else AGENT_HEIGHT_M
    eyes = (target[0], height + (CAMERA_ABOVE_AGENT_M if standing else 0.0), target[2])
    moved = dataclasses.replace(state, standing=standing)
    return Result(with_camera(moved, position=eyes, yaw_deg=angle(turn[1]), horizon_deg=_horizon(look)))


def teleport_full(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """TeleportFull: the same with everything given."""
    if set(named(arguments)) != {"x", "y", "z"}:
        raise ActionError(f"TeleportFull: position needs x, y and z, got {dict(named(arguments))}", MISSING)
    return teleport(state, arguments)


def rotate_look(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """RotateLook: yaw and horizon, unchecked."""
    yaw = (arguments["rotation"] or {}).get("y", 0.0)
    return Result(with_camera(state, yaw_deg=angle(yaw), horizon_deg=_horizon(arguments["horizon"])))


def _horizon(degrees: float) -> float:
    """In (-180, 180], positive looks down."""
    turned = angle(degrees)
    return turned if turned <= 180.0 else turned - 360.0


def _check(state: EngineState, target: Vector, turn: Vector, horizon: float) -> None:
    if max(abs(turn[0]), abs(turn[2])) >= 0.01:
        raise ActionError("No agent currently supports a change in pitch or roll.")
    if not HORIZON_RANGE[0] <= horizon <= HORIZON_RANGE[1]:
        raise ActionError(f"Each horizon must be in [{HORIZON_RANGE[0]}, {HORIZON_RANGE[1]}], got {horizon}.")
    floor, settings = state.scene.layout.floor, state.settings
    if not len(floor):
        raise ActionError(f"Target position {target} is out of scene bounds: send CreateHouse first.")
    low, high = floor.min(axis=0), floor.max(axis=0)
    if not (low[0] <= target[0] <= high[0] and low[1] <= target[2] <= high[1]):
        raise ActionError(f"Target position {target} is out of scene bounds.")
    if settings.snap and not all(_on_grid(target[axis], settings.grid_m) for axis in (0, 2)):
        raise ActionError(f"Target position {target} is not on the grid of size {settings.grid_m}.")
    if not len(grid_points(free_floor(state.scene), (target[0], target[2]), 1e3)):
        raise ActionError(f"Agent (radius {RADIUS_M} m) would collide at {target}.")
    if abs(target[1] - AGENT_HEIGHT_M) > MAX_DROP_M:
        raise ActionError(f"Position y {target[1]} means too large a change: the floor is at 0.")


def _on_grid(value: float, step: float) -> bool:
    return abs(value / step - round(value / step)) < 1e-4


def reachable_positions(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """GetReachablePositions: breadth first over the grid through the agent's own position."""
    scene, step = state.scene, arguments["gridSize"] or state.settings.grid_m
    if arguments["directionsRelativeAgent"] and math.remainder(scene.camera.yaw_deg, 90.0) != 0.0:
        raise ActionError("directionsRelativeAgent needs an agent yaw that is a multiple of 90.")
    x, height, z = state.agent_position
    if not len(scene.layout.floor):
        raise ActionError("GetReachablePositions: the agent is beyond the scene bounds; send CreateHouse first.")
    free = free_floor(scene)
    points = grid_points(free, (x, z), step)
    start = [n for n, point in enumerate(points) if abs(point[0] - x) < 1e-6 and abs(point[1] - z) < 1e-6]
    if not start:
        return Result(state, [vector((x, height, z))])
    order = reachable(walkable_neighbours(free, points, step), start[0])
    steps = int(arguments["maxStepCount"])
    return Result(state, [vector((points[n][0], height, points[n][1])) for n in order[:steps]])
