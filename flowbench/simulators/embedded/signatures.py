"""The vocabulary of the engine: which actions it answers, and the parameters of each."""

from collections.abc import Mapping
from typing import Any

REQUIRED = object()

# Parameter -> (kind, default). For the kinds see `actions`.
Signature = Mapping[str, tuple[str, Any]]

_PLACE: Signature = {
    "position": ("vector", None),
    "x": ("number", None),
    "y": ("number", None),
    "z": ("number", None),
}
_FRAME_POINT: Signature = {"x": ("number", REQUIRED), "y": ("number", REQUIRED)}
_SEGMENT: Signature = {"origin": ("vector", REQUIRED), "destination": ("vector", REQUIRED)}
_CAMERA: Signature = {
    "fieldOfView": ("number", None),
    "skyboxColor": ("text", None),
    "orthographic": ("flag", False),
    "orthographicSize": ("number", None),
    "nearClippingPlane": ("number", None),
    "farClippingPlane": ("number", None),
    "antiAliasing": ("text", "none"),
}

_LIFECYCLE: Mapping[str, Signature] = {
    "Reset": {"sceneName": ("text", REQUIRED)},
    "Initialize": {
        "gridSize": ("number", 0.0),
        "snapToGrid": ("flag", True),
        "fieldOfView": ("number", 0.0),
        "visibilityDistance": ("number", 0.0),
        "width": ("number", None),
        "height": ("number", None),
    },
    "GetScenesInBuild": {},
    "ChangeResolution": {"x": ("integer", REQUIRED), "y": ("integer", REQUIRED)},
    "ChangeQuality": {"quality": ("text", REQUIRED)},
    "SetRandomSeed": {"seed": ("integer", REQUIRED)},
    "RandomizeMaterials": {
        "useTrainMaterials": ("flag", None),
        "useValMaterials": ("flag", None),
        "useTestMaterials": ("flag", None),
        "useExternalMaterials": ("flag", None),
        "inRoomTypes": ("texts", None),
    },
    "ResetMaterials": {},
    "CreateHouse": {"house": ("map", REQUIRED)},
    "PausePhysicsAutoSim": {},
    "UnpausePhysicsAutoSim": {},
    "AdvancePhysicsStep": {
        "timeStep": ("number", 0.02),
        "simSeconds": ("number", None),
        "allowAutoSimulation": ("flag", False),
    },
    "MakeAllObjectsMoveable": {},
    "MakeAllObjectsStationary": {},
    "Pass": {},
    "Done": {},
    "NoOp": {},
}
_AGENT: Mapping[str, Signature] = {
    "Teleport": {
        **_PLACE,
        "rotation": ("vector", None),
        "horizon": ("number", None),
        "standing": ("flag", None),
        "forceAction": ("flag", False),
    },
    "TeleportFull": {
        **_PLACE,
        "rotation": ("vector", REQUIRED),
        "horizon": ("number", REQUIRED),
        "standing": ("flag", REQUIRED),
        "forceAction": ("flag", False),
    },
    "RotateLook": {"rotation": ("vector", None), "horizon": ("number", 0.0)},
    "GetReachablePositions": {
        "maxStepCount": ("number", 10000),
        "directionsRelativeAgent": ("flag", False),
        "gridSize": ("number", None),
    },
}
_OBJECTS: Mapping[str, Signature] = {
    "TeleportObject": {
        "objectId": ("text", REQUIRED),
        **_PLACE,
        "positions": ("vectors", None),
        "rotation": ("vector", REQUIRED),
        "forceAction": ("flag", False),
        "forceKinematic": ("flag", False),
        "allowTeleportOutOfHand": ("flag", False),
        "makeUnbreakable": ("flag", False),
    },
    "PlaceObjectAtPoint": {
        "objectId": ("text", REQUIRED),
        "position": ("vector", None),
        "positions": ("vectors", None),
        "rotation": ("vector", None),
        "forceKinematic": ("flag", False),
    },
    "SetObjectPoses": {"objectPoses": ("maps", None), "placeStationary": ("flag", True)},
    "OpenObject": {
        "objectId": ("text", REQUIRED),
        "openness": ("number", 1.0),
        "forceAction": ("flag", False),
    },
    "DisableObject": {"objectId": ("text", REQUIRED)},
    "EnableObject": {"objectId": ("text", REQUIRED)},
    "RemoveFromScene": {"objectId": ("text", None), "objectIds": ("texts", None)},
    "SetObjectFilter": {"objectIds": ("texts", REQUIRED)},
    "SetObjectFilterForType": {"objectTypes": ("texts", REQUIRED)},
    "ResetObjectFilter": {},
    "SpawnAsset": {
        "assetId": ("text", REQUIRED),
        "generatedId": ("text", REQUIRED),
        "position": ("vector", None),
        "rotation": ("vector", None),
    },
    "InitialRandomSpawn": {
        "randomSeed": ("integer", 0),
        "objectIds": ("texts", None),
        "receptacleObjectIds": ("texts", None),
        "excludedObjectIds": ("texts", None),
        "excludedReceptacles": ("texts", None),
        "numPlacementAttempts": ("integer", 5),
        "placeStationary": ("flag", True),
        "allowFloor": ("flag", False),
        "allowMoveable": ("flag", False),
        "forceVisible": ("flag", False),
    },
}
_QUERIES: Mapping[str, Signature] = {
    "GetCoordinateFromRaycast": _FRAME_POINT,
    "PerformRaycast": _SEGMENT,
    "GetObjectHitFromRaycast": _SEGMENT,
    "GetObjectInFrame": {**_FRAME_POINT, "checkVisible": ("flag", False)},
    "GetVisibleObjects": {
        "maxDistance": ("number", None),
        "visibilityScheme": ("text", "Collider"),
        "thirdPartyCameraIndex": ("integer", None),
        "objectIds": ("texts", None),
    },
    "GetSceneBounds": {},
    "GetObjectMetadata": {"objectIds": ("texts", None)},
    "GetInSceneAssetGeometry": {
        "objectId": ("text", REQUIRED),
        "triangles": ("flag", False),
        "uv": ("flag", False),
        "normals": ("flag", False),
    },
    "GetAssetDatabase": {},
    "AssetInDatabase": {"assetId": ("text", REQUIRED)},
    "AssetsInDatabase": {"assetIds": ("texts", REQUIRED)},
    "GetAssetHoleMetadata": {"assetId": ("text", REQUIRED)},
}
_CAMERAS: Mapping[str, Signature] = {
    "AddThirdPartyCamera": {"position": ("vector", REQUIRED), "rotation": ("vector", REQUIRED), **_CAMERA},
    "UpdateThirdPartyCamera": {
        "thirdPartyCameraId": ("integer", 0),
        "position": ("vector", None),
        "rotation": ("vector", None),
        **_CAMERA,
    },
}
SIGNATURES: Mapping[str, Signature] = {**_LIFECYCLE, **_AGENT, **_OBJECTS, **_QUERIES, **_CAMERAS}
LENIENT = frozenset({"Initialize", "Reset", "RotateLook", "SetObjectPoses"})  # these take any further keys, as in Unity
