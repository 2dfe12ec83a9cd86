"""A tour through a scene that does everything the engine can do, told step by step from what the engine answers."""

from collections.abc import Iterator, Mapping
from typing import Any

from flowbench.simulators.embedded.signatures import SIGNATURES

SCENES = (
    "FloorPlan1",
    "FloorPlan10",
    "FloorPlan29",
    "FloorPlan202",
    "FloorPlan212",
    "FloorPlan230",
    "FloorPlan303",
    "FloorPlan321",
    "FloorPlan405",
    "FloorPlan_Train3_1",
)
TOLD_BY_RESET = {"Reset", "Initialize", "GetScenesInBuild"}  # the client sends these by itself
Metadata = Mapping[str, Any]


def tour(metadata: Metadata) -> Iterator[tuple[str, dict[str, Any]]]:
    """Actions for a scene that was just initialised; `send` each one's metadata back."""
    ahead = {"x": 0.5, "y": 0.6}
    reached = (yield "GetReachablePositions", {})["actionReturn"]
    for n in (0, len(reached) // 2, -1):
        yield "Teleport", {"position": reached[n], "rotation": {"y": 45.0 * n}, "horizon": 30.0}
    yield "Teleport", {"position": {"x": 100.0, "y": 0.9, "z": 0.0}}
    yield "TeleportFull", {**reached[0], "rotation": {"x": 0, "y": 90, "z": 0}, "horizon": 0, "standing": False}
    yield "TeleportFull", {**reached[0], "rotation": {"x": 0, "y": 90, "z": 0}, "horizon": 0, "standing": True}
    yield "RotateLook", {"rotation": {"y": 180.0}, "horizon": 10}
    here = yield "Pass", {}
    movers = [row for row in here["objects"] if row["pickupable"] or row["moveable"]]
    first, last = movers[0], movers[-1]
    up = {**first["position"], "y": first["position"]["y"] + 0.03}
    yield "TeleportObject", {"objectId": first["objectId"], "position": up, "rotation": first["rotation"]}
    yield "TeleportObject", {"objectId": first["objectId"], "position": last["position"], "rotation": {"y": 10.0}}
    yield "TeleportObject", {"objectId": first["objectId"], "position": up, "rotation": {}, "forceAction": True}
    yield "TeleportObject", {"objectId": "Nothing|1", "position": up, "rotation": {}}
    yield "PlaceObjectAtPoint", {"objectId": last["objectId"], "position": {**reached[-1], "y": 1.5}}
    yield "PlaceObjectAtPoint", {"objectId": last["objectId"], "position": {"x": 90.0, "y": 1.5, "z": 0.0}}
    for row in [row for row in here["objects"] if row["openable"]][:2]:
        yield "OpenObject", {"objectId": row["objectId"], "openness": 0.5}
    yield "DisableObject", {"objectId": last["objectId"]}
    yield "EnableObject", {"objectId": last["objectId"]}
    yield "SetObjectFilter", {"objectIds": [first["objectId"]]}
    yield "SetObjectFilterForType", {"objectTypes": [last["objectType"]]}
    yield "ResetObjectFilter", {}
    yield "AddThirdPartyCamera", {"position": {"x": 0.0, "y": 2.0, "z": 0.0}, "rotation": {"x": 60, "y": 20, "z": 0}}
    yield "UpdateThirdPartyCamera", {"rotation": {"y": 75.0}, "fieldOfView": 70.0}
    yield "GetCoordinateFromRaycast", ahead
    yield "GetObjectInFrame", ahead
    yield "GetObjectInFrame", {"x": 1.5, "y": 0.5}
    origin = here["cameraPosition"]
    yield "PerformRaycast", {"origin": origin, "destination": last["position"]}
    yield "GetObjectHitFromRaycast", {"origin": origin, "destination": last["position"]}
    yield "GetVisibleObjects", {"maxDistance": 3.0}
    yield "GetSceneBounds", {}
    yield "GetObjectMetadata", {"objectIds": [first["objectId"]]}
    yield "AdvancePhysicsStep", {}
    yield "PausePhysicsAutoSim", {}
    yield "AdvancePhysicsStep", {"timeStep": 0.02, "simSeconds": 0.1}
    yield "UnpausePhysicsAutoSim", {}
    yield "SetRandomSeed", {"seed": 7}
    yield "RandomizeMaterials", {}
    yield "ResetMaterials", {}
    yield "MakeAllObjectsStationary", {}
    yield "MakeAllObjectsMoveable", {}
    poses = [{"objectName": row["name"], "position": row["position"], "rotation": row["rotation"]} for row in movers]
    yield "SetObjectPoses", {"objectPoses": poses[: len(poses) // 2]}
    yield "SetObjectPoses", {"objectPoses": []}
    yield "RemoveFromScene", {"objectId": "Nothing|1"}
    yield "ChangeQuality", {"quality": "Low"}
    yield "ChangeResolution", {"x": 320, "y": 240}
    yield "ChangeResolution", {"x": 300, "y": 300}
    assets = sorted((yield "GetAssetDatabase", {})["actionReturn"] or ())
    yield "AssetInDatabase", {"assetId": "Nothing_1"}
    yield "AssetsInDatabase", {"assetIds": [*assets[:1], "Nothing_1"]}
    yield "GetAssetHoleMetadata", {"assetId": "Doorway_1"}
    yield "SpawnAsset", {"assetId": next(iter(assets), "Nothing_1"), "generatedId": "spawned|1", "position": up}
    yield "GetInSceneAssetGeometry", {"objectId": "spawned|1", "triangles": True}
    yield "InitialRandomSpawn", {"randomSeed": 3, "numPlacementAttempts": 1}
    yield "CreateHouse", {"house": {}}
    yield "NoOp", {}
    yield "Done", {}


def actions_of_the_tour() -> set[str]:
    """What the tour is to contain: all the engine answers but what the client sends by itself."""
    return set(SIGNATURES) - TOLD_BY_RESET
