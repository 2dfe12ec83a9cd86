import json
import time

import numpy as np
import pytest

from flowbench.simulators.embedded.engine import HANDLERS, Engine
from flowbench.simulators.embedded.loading import load_scene
from flowbench.simulators.embedded.signatures import SIGNATURES

AGENT_KEYS = {
    *("objects", "agent", "isSceneAtRest", "sceneBounds", "cameraPosition", "fov", "cameraOrthSize"),
    *("thirdPartyCameras", "screenWidth", "screenHeight", "colors", "colorBounds", "sceneName", "lastAction"),
    *("lastActionSuccess", "errorMessage", "errorCode", "actionReturn", "depthFormat", "agentId", "currentTime"),
    *("inventoryObjects", "heldObjectPose", "arm", "collided", "collidedObjects", "flatSurfacesOnGrid", "distances"),
    *("normals", "isOpenableGrid", "segmentedObjectIds", "objectIdsInBox", "actionIntReturn", "actionFloatReturn"),
    *("actionStringsReturn", "actionFloatsReturn", "actionVector3sReturn", "visibleRange"),
}
OBJECT_KEYS = {
    *("objectId", "name", "objectType", "assetId", "position", "rotation", "visible", "isInteractable", "distance"),
    *("axisAlignedBoundingBox", "objectOrientedBoundingBox", "parentReceptacles", "receptacle", "receptacleObjectIds"),
    *("pickupable", "moveable", "isPickedUp", "isMoving", "mass", "salientMaterials", "openable", "isOpen", "openness"),
    *("toggleable", "isToggled", "breakable", "isBroken", "canFillWithLiquid", "isFilledWithLiquid", "fillLiquid"),
    *("dirtyable", "isDirty", "canBeUsedUp", "isUsedUp", "cookable", "isCooked", "sliceable", "isSliced"),
    *("temperature", "isHeatSource", "isColdSource", "controlledObjects"),
}


@pytest.fixture(scope="module")
def loaded():
    engine = Engine(64, 64)
    engine.step("Reset", sceneName="FloorPlan1")
    engine.step("Initialize", snapToGrid=False)
    return engine, engine.state


@pytest.fixture
def engine(loaded):
    engine, first = loaded
    engine.restore(first)
    return engine


def test_every_action_has_a_signature_and_a_handler():
    assert set(SIGNATURES) == {"Reset", *HANDLERS}


def test_metadata_is_complete_and_json(engine):
    metadata = engine.step("Pass").metadata
    assert set(metadata) == AGENT_KEYS | {"flowbench"} and len(metadata) == len(AGENT_KEYS) + 1
    assert all(set(entry) >= OBJECT_KEYS for entry in metadata["objects"])
    json.dumps(dict(metadata), allow_nan=False)


def test_failures_are_json_too(engine):
    far = {"x": 50.0, "y": 0.0, "z": 0.0}
    event = engine.step("TeleportObject", objectId="Stool|+00.74|+00.00|+00.56", position=far, rotation={"y": 0})
    assert not event and not json.loads(json.dumps(dict(event.metadata), allow_nan=False))["lastActionSuccess"]


def test_nothing_is_built_before_it_is_read(engine):
    event = engine.step("Pass")
    assert event.metadata["lastActionSuccess"] and not event.metadata._built and "pixels" not in vars(event.shot)
    start = time.process_time()
    for _ in range(100):
        engine.step("Pass")
    assert (time.process_time() - start) / 100 < 0.001


def test_all_scenes_in_the_build_can_be_loaded_by_their_names(engine):
    names = engine.step("GetScenesInBuild").metadata["actionReturn"]
    assert {"FloorPlan1_physics", "FloorPlan430_physics"} <= set(names) and len(names) == len(set(names)) >= 120
    assert engine.step("Reset", sceneName=names[-1]).metadata["sceneName"] == names[-1]


def test_a_new_resolution_holds_for_all_cameras(engine):
    engine.step("AddThirdPartyCamera", position={"x": 0, "y": 2, "z": 0}, rotation={"y": 0})
    event = engine.step("ChangeResolution", x=48, y=32)
    assert event.frame.shape == event.third_party_camera_frames[0].shape == (32, 48, 3)
    assert (event.metadata["screenWidth"], event.metadata["screenHeight"]) == (48, 32)
    assert engine.step("Reset", sceneName="FloorPlan1").frame.shape == (32, 48, 3)
    assert "width and height" in engine.step("ChangeResolution", x=-1, y=32).metadata["errorMessage"]


def test_quality_takes_unitys_names_and_ours(engine):
    assert engine.step("ChangeQuality", quality="Ultra").frame.any()
    assert not engine.step("ChangeQuality", quality="flat").frame.any()
    assert "quality must be one of" in engine.step("ChangeQuality", quality="Best").metadata["errorMessage"]


def test_materials_change_looks_only_and_reproducibly(engine):
    before = engine.step("SetRandomSeed", seed=5)
    first, second = engine.step("RandomizeMaterials"), engine.step("RandomizeMaterials")
    assert not np.array_equal(before.frame, first.frame) and not np.array_equal(first.frame, second.frame)
    assert np.array_equal(before.pixels.ids, first.pixels.ids) and first.scene == before.scene
    engine.step("SetRandomSeed", seed=5)
    assert np.array_equal(engine.step("RandomizeMaterials").frame, first.frame)
    assert np.array_equal(engine.snapshot().pixels.frame, first.frame)
    assert np.array_equal(engine.step("ResetMaterials").frame, before.frame)


def test_materials_return_unitys_map(engine):
    value = engine.step("RandomizeMaterials", inRoomTypes=["kitchen"]).metadata["actionReturn"]
    assert value.pop("totalMaterialsConsidered") > 10
    assert value == {
        "useTrainMaterials": True,
        "useValMaterials": False,
        "useTestMaterials": False,
        "useExternalMaterials": True,
        "chosenRoomTypes": ["Kitchen"],
    }
    elsewhere = engine.step("RandomizeMaterials", inRoomTypes=["Bedroom"]).metadata["actionReturn"]
    assert elsewhere["totalMaterialsConsidered"] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"useTrainMaterials": False}, "useTrainMaterials cannot be false"),
        ({"inRoomTypes": []}, "must not be empty"),
        ({"inRoomTypes": ["Loft"]}, "Unknown room type 'Loft'"),
    ],
)
def test_materials_refuse(engine, arguments, message):
    assert message in engine.step("RandomizeMaterials", **arguments).metadata["errorMessage"]


def test_simulated_time_passes_only_where_it_should(engine):
    assert "PausePhysicsAutoSim first" in engine.step("AdvancePhysicsStep").metadata["errorMessage"]
    engine.step("PausePhysicsAutoSim")
    assert engine.step("AdvancePhysicsStep", timeStep=0.01, simSeconds=0.5).metadata["currentTime"] == 0.5
    assert engine.step("AdvancePhysicsStep").metadata["currentTime"] == 0.52
    assert "timeStep" in engine.step("AdvancePhysicsStep", timeStep=0.06).metadata["errorMessage"]
    assert "simSeconds" in engine.step("AdvancePhysicsStep", simSeconds=-1).metadata["errorMessage"]
    engine.step("UnpausePhysicsAutoSim")
    assert engine.step("AdvancePhysicsStep", allowAutoSimulation=True)


def test_no_op_changes_nothing(engine):
    before = engine.scene
    assert engine.step("NoOp") and engine.scene is before


def test_teleport_full_needs_everything(engine):
    place = {"x": 0.0, "y": 0.9009992, "z": 1.5}
    full = {"position": place, "rotation": {"y": 90}, "horizon": 10, "standing": True}
    assert engine.step("TeleportFull", forceAction=True, **full)
    for name in ("rotation", "horizon", "standing"):
        some = {key: value for key, value in full.items() if key != name}
        assert engine.step("TeleportFull", **some).metadata["errorCode"] == "MissingArguments"
    assert engine.step("TeleportFull", **full | {"position": {"x": 0.0}}).metadata["errorCode"] == "MissingArguments"


def test_a_crouching_agent_looks_from_lower_down(engine):
    up = engine.step("Pass").metadata
    down = engine.step("Teleport", standing=False).metadata
    assert down["agent"]["position"] == up["agent"]["position"] and down["agent"]["isStanding"] is False
    assert up["cameraPosition"]["y"] - down["cameraPosition"]["y"] == pytest.approx(0.675)
    assert engine.step("Teleport", standing=True).metadata["cameraPosition"] == up["cameraPosition"]


@pytest.mark.parametrize(("yaw", "horizon"), [(-90.0, 75.0), (270.0, 75.0), (630.0, -285.0)])
def test_rotate_look_is_unchecked_and_normalised(engine, yaw, horizon):
    agent = engine.step("RotateLook", rotation={"y": yaw}, horizon=horizon).metadata["agent"]
    assert (agent["rotation"]["y"], agent["cameraHorizon"]) == (270.0, 75.0)


def test_a_whole_state_can_be_kept_and_restored(engine):
    engine.step("AddThirdPartyCamera", position={"x": 0, "y": 2, "z": 0}, rotation={"y": 0})
    engine.step("SetObjectFilter", objectIds=[])
    kept = engine.state
    engine.step("Reset", sceneName="FloorPlan2")
    engine.restore(kept)
    event = engine.step("Pass")
    assert event.metadata["objects"] == [] and len(event.third_party_camera_frames) == 1
    assert engine.state == kept


def test_a_failing_start_is_a_failure_without_a_message(engine, monkeypatch):
    monkeypatch.setattr("flowbench.simulators.embedded.agent.free_floor", lambda scene: __import__("shapely").Point())
    metadata = engine.step("Initialize", gridSize=0.123).metadata  # places on grids in use are remembered
    assert (metadata["lastActionSuccess"], metadata["errorMessage"]) == (False, "")


def test_distances_are_from_the_agents_position(engine):
    metadata = engine.step("Pass").metadata
    agent = [metadata["agent"]["position"][axis] for axis in "xyz"]
    for entry in metadata["objects"]:
        assert entry["distance"] == pytest.approx(np.linalg.norm(np.subtract(agent, list(entry["position"].values()))))


@pytest.mark.parametrize("value", [1, "flat", [1], None])
def test_lists_of_the_wrong_things_are_invalid(engine, value):
    metadata = engine.step("SetObjectFilter", objectIds=value).metadata
    assert metadata["errorCode"] == "InvalidArgument" and "a list of strings" in metadata["errorMessage"]


def test_a_scene_loaded_again_is_the_very_same_layout(engine):
    layout = engine.scene.layout
    load_scene.cache_clear()
    assert engine.step("Reset", sceneName="FloorPlan1_physics").scene.layout is layout
