"""Actions about the engine itself: scenes, sizes, seeds, simulated time."""

import dataclasses
from collections.abc import Mapping
from typing import Any, get_args

from flowbench.errors import UnknownName
from flowbench.records import Camera, SceneState
from flowbench.render.pictures import Quality
from flowbench.render.view import LARGEST_SIDE
from flowbench.simulators import houses, scenes
from flowbench.simulators.embedded.actions import ActionError
from flowbench.simulators.embedded.agent import CAMERA_HEIGHT_M, parked, place_agent, with_camera
from flowbench.simulators.embedded.loading import load_scene, with_bodies
from flowbench.simulators.embedded.relations import is_mover
from flowbench.simulators.embedded.state import (
    DEFAULT_FOV_DEG,
    DEFAULT_GRID_M,
    VISIBILITY_DISTANCE_M,
    EngineState,
    Result,
    Settings,
)

UNITY_QUALITIES = (
    ("Very Low", "Low", "Medium", "MediumCloseFitShadows")
    + ("High", "Very High", "Ultra", "High WebGL")
)  # fmt: skip
LONGEST_STEP_S = 0.05


def reset(settings: Settings, scene_name: str) -> Result:
    """Reset: a scene as it is at load; cameras, filters and all changes are forgotten."""
    return Result(place_agent(_loaded(settings, scene_name)))


def load_into(state: EngineState, scene_name: str) -> EngineState:
    """Another scene in the place of the present one; cameras and random numbers go on."""
    loaded = _loaded(state.settings, scene_name)
    kept = dataclasses.replace(loaded, cameras=state.cameras, seed=state.seed, draws=state.draws, time_s=state.time_s)
    if scenes.load_facts(scene_name).start is None:  # as Unity leaves it where a house does not tell
        return parked(kept)
    try:
        return place_agent(kept)
    except ActionError:  # nowhere to stand
        return parked(kept)


def _loaded(settings: Settings, scene_name: str) -> EngineState:
    layout = with_bodies(load_scene(scene_name), settings.bodies)
    camera = Camera((0.0, CAMERA_HEIGHT_M, 0.0), 0.0, 0.0, settings.fov_deg, settings.width, settings.height)
    scene = SceneState(layout, camera, tuple(item.pose for item in layout.objects), carry=settings.carry)
    return EngineState(scene, settings, kinematic=scenes.load_facts(layout.scene).kinematic)


def initialize(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """Initialize: grid, field of view, size; the agent goes to its starting place."""
    grid, fov = arguments["gridSize"] or DEFAULT_GRID_M, arguments["fieldOfView"] or DEFAULT_FOV_DEG
    if not 0.0 < grid <= 5.0:
        raise ActionError(f"grid size must be in (0, 5] but was {arguments['gridSize']}")
    if not 0.0 < fov < 180.0:
        raise ActionError(f"fov must be set to (0, 180) but was {arguments['fieldOfView']}")
    settings = dataclasses.replace(
        state.settings,
        grid_m=grid,
        fov_deg=fov,
        snap=arguments["snapToGrid"],
        visibility_m=arguments["visibilityDistance"] or VISIBILITY_DISTANCE_M,
    )
    sized = _resized(dataclasses.replace(state, settings=settings), arguments["width"], arguments["height"])
    started = place_agent(with_camera(sized, fov_deg=fov))
    return Result(started, {"cameraNearPlane": 0.1, "cameraFarPlane": 20.0})


def change_resolution(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """ChangeResolution: all cameras get the new size."""
    return Result(_resized(state, arguments["x"], arguments["y"]))


def change_quality(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """ChangeQuality: Unity's levels all look the same here; our own names choose how pictures are drawn."""
    name = arguments["quality"]
    own = next((quality for quality in get_args(Quality) if quality == name), None)
    if own is None and name not in UNITY_QUALITIES:
        raise ActionError(f"quality must be one of {[*get_args(Quality), *UNITY_QUALITIES]}, got {name!r}")
    quality = state.settings.quality if own is None else own
    return Result(dataclasses.replace(state, settings=dataclasses.replace(state.settings, quality=quality)))


def _resized(state: EngineState, width: float | None, height: float | None) -> EngineState:
    across, down = int(width or state.settings.width), int(height or state.settings.height)
    if not (0 < across <= LARGEST_SIDE and 0 < down <= LARGEST_SIDE):
        raise ActionError(f"width and height must be 1 to {LARGEST_SIDE}, got {across} x {down}")
    cameras = tuple(dataclasses.replace(camera, width=across, height=down) for camera in state.cameras)
    settings = dataclasses.replace(state.settings, width=across, height=down)
    return with_camera(dataclasses.replace(state, settings=settings, cameras=cameras), width=across, height=down)


def get_scenes_in_build(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """GetScenesInBuild: every scene that Reset loads, by AI2-THOR's names."""
    names = [unity_name(name) for source in scenes.THEIRS for name in _names(source)]
    return Result(state, [*names, scenes.PROCEDURAL])


def _names(source: str) -> tuple[str, ...]:
    try:
        return scenes.scene_names(source)
    except UnknownName:
        return ()


def unity_name(scene: str) -> str:
    """AI2-THOR's name of a scene: iTHOR's carry "_physics", houses have one for all."""
    if houses.is_house(scene):
        return scenes.PROCEDURAL
    return f"{scene}_physics" if scene.removeprefix("FloorPlan").isdigit() else scene


def set_random_seed(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """SetRandomSeed: what random actions do depends on this and on how many of them came since."""
    return Result(dataclasses.replace(state, seed=arguments["seed"], draws=0))


def pause_physics(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """PausePhysicsAutoSim."""
    return Result(dataclasses.replace(state, auto_simulation=False))


def unpause_physics(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """UnpausePhysicsAutoSim."""
    return Result(dataclasses.replace(state, auto_simulation=True))


def advance_physics(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """AdvancePhysicsStep: time passes. Everything already rests, so nothing moves."""
    step = arguments["timeStep"]
    seconds = step if arguments["simSeconds"] is None else arguments["simSeconds"]
    if not 0.0 < step <= LONGEST_STEP_S:
        raise ActionError(f"timeStep must be in (0, {LONGEST_STEP_S}], got {step}")
    if seconds < 0.0:
        raise ActionError(f"simSeconds must be 0 or more, got {seconds}")
    if state.auto_simulation and not arguments["allowAutoSimulation"]:
        raise ActionError("AdvancePhysicsStep needs PausePhysicsAutoSim first, or allowAutoSimulation.")
    return Result(dataclasses.replace(state, time_s=state.time_s + seconds))


def make_moveable(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """MakeAllObjectsMoveable: everything obeys gravity when it is moved."""
    return Result(dataclasses.replace(state, kinematic=frozenset()))


def make_stationary(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """MakeAllObjectsStationary: everything stays where it is put, in mid-air too."""
    movers = frozenset(item.object_id for item in state.scene.layout.objects if is_mover(item))
    return Result(dataclasses.replace(state, kinematic=movers))


def nothing(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """Pass, Done, NoOp."""
    return Result(state)
