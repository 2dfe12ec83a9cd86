"""The embedded engine: answers AI2-THOR's actions in process, without Unity."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from flowbench.bodies.own import Bodies
from flowbench.errors import SimulatorError
from flowbench.records import SceneState, Snapshot
from flowbench.render.pictures import Quality
from flowbench.simulators.embedded import (
    agent,
    cameras,
    lifecycle,
    looks,
    objects,
    presence,
    queries,
    spawning,
    spreading,
)
from flowbench.simulators.embedded.actions import ActionError, check_arguments
from flowbench.simulators.embedded.arrangement import set_object_poses
from flowbench.simulators.embedded.drawing import snapshot
from flowbench.simulators.embedded.event import Event
from flowbench.simulators.embedded.house import create_house
from flowbench.simulators.embedded.metadata import AgentMap, Moment
from flowbench.simulators.embedded.opening import open_object
from flowbench.simulators.embedded.shot import Shot
from flowbench.simulators.embedded.state import EngineState, Result, Settings

Handler = Callable[[EngineState, Mapping[str, Any]], Result]

HANDLERS: Mapping[str, Handler] = {
    "Initialize": lifecycle.initialize,
    "GetScenesInBuild": lifecycle.get_scenes_in_build,
    "ChangeResolution": lifecycle.change_resolution,
    "ChangeQuality": lifecycle.change_quality,
    "CreateHouse": create_house,
    "SpawnAsset": spawning.spawn_asset,
    "InitialRandomSpawn": spreading.initial_random_spawn,
    "GetInSceneAssetGeometry": spawning.in_scene_asset_geometry,
    "GetAssetDatabase": spawning.asset_database,
    "AssetInDatabase": spawning.asset_in_database,
    "AssetsInDatabase": spawning.assets_in_database,
    "GetAssetHoleMetadata": spawning.asset_hole_metadata,
    "SetRandomSeed": lifecycle.set_random_seed,
    "RandomizeMaterials": looks.randomize_materials,
    "ResetMaterials": looks.reset_materials,
    "PausePhysicsAutoSim": lifecycle.pause_physics,
    "UnpausePhysicsAutoSim": lifecycle.unpause_physics,
    "AdvancePhysicsStep": lifecycle.advance_physics,
    "MakeAllObjectsMoveable": lifecycle.make_moveable,
    "MakeAllObjectsStationary": lifecycle.make_stationary,
    "Pass": lifecycle.nothing,
    "Done": lifecycle.nothing,
    "NoOp": lifecycle.nothing,
    "Teleport": agent.teleport,
    "TeleportFull": agent.teleport_full,
    "RotateLook": agent.rotate_look,
    "GetReachablePositions": agent.reachable_positions,
    "TeleportObject": objects.teleport_object,
    "PlaceObjectAtPoint": objects.place_object_at_point,
    "SetObjectPoses": set_object_poses,
    "OpenObject": open_object,
    "DisableObject": presence.disable_object,
    "EnableObject": presence.enable_object,
    "RemoveFromScene": presence.remove_from_scene,
    "SetObjectFilter": presence.set_object_filter,
    "SetObjectFilterForType": presence.set_object_filter_for_type,
    "ResetObjectFilter": presence.reset_object_filter,
    "GetCoordinateFromRaycast": queries.coordinate_from_raycast,
    "PerformRaycast": queries.perform_raycast,
    "GetObjectHitFromRaycast": queries.object_hit_from_raycast,
    "GetObjectInFrame": queries.object_in_frame,
    "GetVisibleObjects": queries.visible_objects,
    "GetSceneBounds": queries.get_scene_bounds,
    "GetObjectMetadata": queries.get_object_metadata,
    "AddThirdPartyCamera": cameras.add_third_party_camera,
    "UpdateThirdPartyCamera": cameras.update_third_party_camera,
}
KEEPS_OLD_FILTER = frozenset({"SetObjectFilter", "SetObjectFilterForType"})  # their own events list as before


class Engine:
    """One household scene that answers `step(action=..., **parameters)` as AI2-THOR's controller does.

    Differences from Unity, all on purpose: a moved object that would fall by more than 10 cm, slide by more than 1 cm
    or tip by more than 5 degrees is not moved at all; `forceAction` puts it exactly where it was asked; every scene is
    deterministic; an event's metadata has an entry `flowbench` (see `placing`).
    """

    def __init__(
        self,
        width: int = 800,
        height: int = 800,
        quality: Quality = "textured",
        settle: bool = True,
        carry: bool = False,
        bodies: Bodies = (),
    ) -> None:
        """Make an engine without a scene; the first action must be Reset.

        Args:
            settle: let a moved object come to rest; without it it must rest where it is put, and stays there.
            carry: take along what rests on a moved object.
            bodies: files with meshes of the user's own, by object type; see `bodies.own.checked`.
        """
        self._settings = Settings(width, height, quality, settle, carry, bodies)
        self._state: EngineState | None = None

    @property
    def state(self) -> EngineState:
        """Everything that actions have made of the scene."""
        if self._state is None:
            raise SimulatorError("No scene is loaded. Send Reset with a sceneName first.")
        return self._state

    @property
    def scene(self) -> SceneState:
        """The present state of the scene."""
        return self.state.scene

    def restore(self, scene: SceneState | EngineState) -> None:
        """Continue from a state taken earlier from `scene` or `state` (immutable, so nothing is copied).

        A scene state brings back poses, camera and what is hidden; an engine state everything.
        """
        if isinstance(scene, EngineState):
            self._state = scene
        elif self._state is None:
            self._state = EngineState(scene, self._settings)
        else:
            self._state = dataclasses.replace(self._state, scene=scene)

    def snapshot(self) -> Snapshot:
        """The present state with its picture and what is visible."""
        return snapshot(self.scene, self.state.settings.quality, self.state.look)

    def close(self) -> None:
        """Forget the scene; the next action must be Reset."""
        self._state = None

    def step(self, action: str | Mapping[str, Any], **parameters: Any) -> Event:
        """Do one action and return its event; failures are events too (`lastActionSuccess` False).

        Raises:
            UnknownName: from Reset, for a scene that does not exist.
            SimulatorError: before a scene is loaded.
        """
        if isinstance(action, Mapping):
            parameters = {key: value for key, value in action.items() if key != "action"} | parameters
            action = str(action.get("action"))
        before = self._state
        try:
            result = self._do(action, check_arguments(action, parameters))
        except ActionError as e:
            if before is None:
                raise SimulatorError(str(e)) from e
            self._state = e.state or before
            return self._event(action, before, Result(self._state, None, e.facts), e)
        self._state = result.state
        return self._event(action, before, result, None)

    def _do(self, action: str, arguments: Mapping[str, Any]) -> Result:
        if action == "Reset":
            settings = self._settings if self._state is None else self._state.settings
            return lifecycle.reset(settings, arguments["sceneName"])
        return HANDLERS[action](self.state, arguments)

    def _event(self, action: str, before: EngineState | None, result: Result, failure: ActionError | None) -> Event:
        state = result.state
        last = {
            "lastAction": action,
            "lastActionSuccess": failure is None,
            "errorMessage": "" if failure is None else str(failure),
            "errorCode": "" if failure is None else failure.code,
            "actionReturn": result.value,
            "flowbench": dict(result.facts or {}),
        }
        listed = before.listed if before is not None and action in KEEPS_OLD_FILTER else state.listed
        quality, look = state.settings.quality, state.look
        shot = Shot(state.scene, quality, look)
        others = tuple(Shot(state.scene.with_camera(camera), quality, look) for camera in state.cameras)
        return Event(AgentMap(Moment(state, shot, listed), last), shot, others)
