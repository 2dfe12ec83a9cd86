import numpy as np
import pytest

from flowbench.geometry.camera import unproject
from flowbench.simulators.embedded.engine import Engine
from tests.simulators.test_engine import as_map

MUG, STOOL, FRIDGE = "Mug|-01.76|+00.90|-00.62", "Stool|+00.74|+00.00|+00.56", "Fridge|-02.10|+00.00|+01.07"


@pytest.fixture(scope="module")
def loaded():
    engine = Engine(64, 64, "flat")
    engine.step("Reset", sceneName="FloorPlan1")
    engine.step("Initialize", snapToGrid=False)
    engine.step("Teleport", rotation={"y": 270}, horizon=20)
    return engine, engine.state


@pytest.fixture
def engine(loaded):
    engine, first = loaded
    engine.restore(first)
    return engine


def test_object_in_frame_is_the_one_drawn_there(engine):
    event = engine.step("Pass")
    names, objects = engine.scene.layout.surfaces, engine.scene.layout.index
    for u, v in [(5, 60), (20, 30), (32, 40), (50, 50), (60, 5)]:
        drawn = names[int(event.pixels.ids[v, u]) - 1]
        answer = engine.step("GetObjectInFrame", x=(u + 0.5) / 64, y=(v + 0.5) / 64)
        assert answer.metadata["actionReturn"] == (drawn if drawn in objects else None)
        assert bool(answer) is (drawn in objects)


def test_object_in_frame_says_why_not(engine):
    assert "must be in [0, 1]" in engine.step("GetObjectInFrame", x=1.5, y=0.5).metadata["errorMessage"]
    engine.step("RotateLook", rotation={"y": 0}, horizon=-90)
    assert "is not a sim object" in engine.step("GetObjectInFrame", x=0.5, y=0.5).metadata["errorMessage"]
    far = {"x": 0.0, "y": 50.0, "z": 0.0}
    engine.step("Teleport", position=far, horizon=-90, forceAction=True)
    assert "Nothing is at" in engine.step("GetObjectInFrame", x=0.5, y=0.5).metadata["errorMessage"]
    assert engine.step("GetCoordinateFromRaycast", x=0.5, y=0.5).metadata["actionReturn"] == as_map((0.0, 0.0, 0.0))


# trouble report R19
def test_only_near_objects_are_visible(engine):
    event = engine.step("GetVisibleObjects", maxDistance=100.0)
    everything = set(event.metadata["actionReturn"])
    assert everything == set(event.instance_masks) & set(engine.scene.layout.index)
    near = set(engine.step("GetVisibleObjects").metadata["actionReturn"])
    assert near < everything
    points = unproject(engine.scene.camera, event.depth_frame)
    x, _, z = engine.scene.camera.position
    for name in everything:
        nearest = np.hypot(*(points[event.instance_masks[name]][:, [0, 2]] - [x, z]).T).min()
        assert (name in near) is bool(nearest <= 1.5)


# trouble report R19
def test_visible_and_interactable_agree_with_the_query(engine):
    event = engine.step("GetVisibleObjects")
    for flag in ("visible", "isInteractable"):
        flagged = [entry["objectId"] for entry in event.metadata["objects"] if entry[flag]]
        assert flagged == event.metadata["actionReturn"]


def test_visible_objects_through_another_camera_and_of_some(engine):
    engine.step("AddThirdPartyCamera", position={"x": 0, "y": 2.2, "z": 0}, rotation={"x": 60, "y": 90, "z": 0})
    arguments = {"thirdPartyCameraIndex": 0, "maxDistance": 9.0}
    event = engine.step("GetVisibleObjects", **arguments)
    assert STOOL in event.metadata["actionReturn"] and STOOL in event.third_party_instance_masks[0]
    assert engine.step("GetVisibleObjects", objectIds=[MUG], **arguments).metadata["actionReturn"] in ([], [MUG])
    assert not engine.step("GetVisibleObjects", thirdPartyCameraIndex=1)
    assert not engine.step("GetVisibleObjects", objectIds=["Ghost|1"])


def test_raycasts_name_the_object_the_point_and_the_distance(engine):
    x, _, z = engine.scene.pose(STOOL).position
    ends = {"origin": {"x": x, "y": 2.0, "z": z}, "destination": {"x": x, "y": 1.5, "z": z}}
    hit = engine.step("PerformRaycast", **ends).metadata["actionReturn"]
    assert hit["objectId"] == STOOL and hit["hitPoint"]["y"] == pytest.approx(2.0 - hit["hitDistance"])
    assert hit["hitPoint"]["y"] == pytest.approx(0.75, abs=0.03)
    assert engine.step("GetObjectHitFromRaycast", **ends).metadata["actionReturn"] == STOOL


@pytest.mark.parametrize(
    ("destination", "message"),
    [
        ({"x": 0.0, "y": 9.0, "z": 0.0}, "is not a sim object"),
        ({"x": 0.0, "y": 1.5, "z": 0.0}, "same point"),
        ({"x": 0.0, "y": 1.5}, "need x, y and z"),
    ],
)
def test_raycasts_refuse(engine, destination, message):
    event = engine.step("PerformRaycast", origin={"x": 0.0, "y": 1.5, "z": 0.0}, destination=destination)
    assert message in event.metadata["errorMessage"]


def test_a_ray_into_the_open_hits_nothing(engine):
    ends = {"origin": {"x": 0, "y": 50, "z": 0}, "destination": {"x": 0, "y": 51, "z": 0}}
    assert "did not hit" in engine.step("PerformRaycast", **ends).metadata["errorMessage"]


def test_scene_bounds_hold_every_box(engine):
    event = engine.step("GetSceneBounds")
    low, high = ([corner[axis] for axis in "xyz"] for corner in event.metadata["actionReturn"])
    corners = np.concatenate([entry["axisAlignedBoundingBox"]["cornerPoints"] for entry in event.metadata["objects"]])
    assert low == pytest.approx(corners.min(axis=0)) and high == pytest.approx(corners.max(axis=0))


def test_object_metadata_by_id_and_of_all(engine):
    event = engine.step("GetObjectMetadata")
    assert event.metadata["actionReturn"] == event.metadata["objects"]
    some = engine.step("GetObjectMetadata", objectIds=[FRIDGE, MUG]).metadata["actionReturn"]
    assert [entry["objectId"] for entry in some] == [FRIDGE, MUG]
    assert "Ghost|1" in engine.step("GetObjectMetadata", objectIds=["Ghost|1"]).metadata["errorMessage"]


def test_parents_and_contents_follow_what_moves(engine):
    counter = "CounterTop|-01.87|+00.95|-01.21"
    maps = {entry["objectId"]: entry for entry in engine.step("Pass").metadata["objects"]}
    assert maps[MUG]["parentReceptacles"] == [counter] and MUG in maps[counter]["receptacleObjectIds"]
    assert maps[MUG]["receptacleObjectIds"] is not None and maps["Apple|-00.47|+01.15|+00.48"]["receptacle"] is False
    assert maps["Apple|-00.47|+01.15|+00.48"]["receptacleObjectIds"] is None
    engine.step("TeleportObject", objectId=MUG, position={"x": 0.0, "y": 0.0, "z": 1.5}, rotation={"y": 0})
    after = {entry["objectId"]: entry for entry in engine.step("Pass").metadata["objects"]}
    assert after[MUG]["parentReceptacles"] == ["Floor|+00.00|+00.00|+00.00"]
    assert MUG not in after[counter]["receptacleObjectIds"]
