import hashlib
import json
import pickle

import numpy as np
import pytest

from flowbench.geometry.camera import unproject
from flowbench.simulators import with_pixels
from flowbench.simulators.embedded import colours
from flowbench.simulators.embedded.engine import Engine

PLACE = {"position": {"x": 0.0, "y": 2.2, "z": 0.0}, "rotation": {"x": 40.0, "y": 90.0, "z": 0.0}}


@pytest.fixture(scope="module")
def loaded():
    engine = Engine(80, 64)
    engine.step("Reset", sceneName="FloorPlan1")
    engine.step("Initialize", snapToGrid=False)
    return engine, engine.state


@pytest.fixture
def engine(loaded):
    engine, first = loaded
    engine.restore(first)
    return engine


def test_a_third_party_camera_draws_from_its_own_event_on(engine):
    event = engine.step("AddThirdPartyCamera", **PLACE)
    assert event.third_party_camera_frames[0].shape == (64, 80, 3)
    assert event.metadata["thirdPartyCameras"] == [{"thirdPartyCameraId": 0, "fieldOfView": 90.0} | PLACE]
    assert event.third_party_depth_frames[0].shape == (64, 80)
    assert not np.array_equal(event.third_party_camera_frames[0], event.frame)
    assert set(event.third_party_instance_masks[0]) != set(event.instance_masks)


def test_it_sees_what_the_agent_sees_from_the_same_place(engine):
    camera = engine.scene.camera
    position = dict(zip("xyz", camera.position, strict=True))
    rotation = {"x": camera.horizon_deg, "y": camera.yaw_deg, "z": 0.0}
    event = engine.step("AddThirdPartyCamera", position=position, rotation=rotation, fieldOfView=camera.fov_deg)
    assert np.array_equal(event.third_party_camera_frames[0], event.frame)
    assert np.array_equal(
        event.third_party_instance_segmentation_frames[0],
        event.instance_segmentation_frame,
    )
    assert np.array_equal(event.third_party_semantic_segmentation_frames[0], event.semantic_segmentation_frame)
    assert set(event.third_party_class_masks[0]) == set(event.class_masks)


def test_an_update_changes_only_what_it_names(engine):
    engine.step("AddThirdPartyCamera", **PLACE)
    event = engine.step("UpdateThirdPartyCamera", position={"y": 1.9}, rotation={"x": -10.0}, fieldOfView=60)
    assert event.metadata["thirdPartyCameras"] == [
        {
            "thirdPartyCameraId": 0,
            "position": {"x": 0.0, "y": 1.9, "z": 0.0},
            "rotation": {"x": 350.0, "y": 90.0, "z": 0.0},
            "fieldOfView": 60.0,
        }
    ]


def test_depth_of_both_cameras_is_metric(engine):
    event = engine.step("AddThirdPartyCamera", **PLACE)
    points = unproject(event.third_party_shots[0].scene.camera, event.third_party_depth_frames[0])
    floor = event.third_party_instance_masks[0]["Floor|+00.00|+00.00|+00.00"]
    assert np.abs(points[floor][:, 1]).max() < 1e-3


@pytest.mark.parametrize(
    ("action", "arguments", "message"),
    [
        ("AddThirdPartyCamera", PLACE | {"fieldOfView": 180}, "fov"),
        ("AddThirdPartyCamera", PLACE | {"orthographicSize": 2.0}, "needs orthographic"),
        ("AddThirdPartyCamera", PLACE | {"orthographic": True}, "orthographic is not supported"),
        ("AddThirdPartyCamera", PLACE | {"rotation": {"z": 5.0}}, "roll"),
        ("UpdateThirdPartyCamera", {"thirdPartyCameraId": 3}, "thirdPartyCameraId 3"),
    ],
)
def test_cameras_refuse(engine, action, arguments, message):
    event = engine.step(action, **arguments)
    assert message in event.metadata["errorMessage"] and event.third_party_camera_frames == []


def test_loading_a_scene_drops_all_cameras(engine):
    engine.step("AddThirdPartyCamera", **PLACE)
    assert engine.step("Reset", sceneName="FloorPlan1").metadata["thirdPartyCameras"] == []


def test_colours_are_unitys(engine):
    event = engine.step("Pass")
    for name, colour in event.object_id_to_color.items():
        assert bytes(colour) == hashlib.md5(name.encode()).digest()[:3]
        assert event.color_to_object_id[colour] == name
    assert {entry["name"]: tuple(entry["color"]) for entry in event.metadata["colors"]} == event.object_id_to_color


# trouble report R14
def test_taken_colours_are_hashed_again(monkeypatch):
    monkeypatch.setattr(colours, "md5_colour", lambda name: (1, 1, name.count("#1")))
    assert colours._colours(["A", "B"], {colours.BACKGROUND}) == {"A": (1, 1, 0), "B": (1, 1, 1)}


# trouble report R14
def test_segmentation_frames_agree_with_the_masks(engine):
    event = engine.step("Pass")
    for name, mask in event.instance_masks.items():
        assert (event.instance_segmentation_frame[mask] == event.object_id_to_color[name]).all()
        assert (event.semantic_segmentation_frame[mask] == event.object_id_to_color[name.split("|")[0]]).all()
    total = sum(mask.astype(int) for mask in event.class_masks.values())
    assert (total == 1).all() and "background" not in event.class_masks


# trouble report R17: boxes stay in the picture, also of what reaches behind the camera
def test_detections_stay_in_the_picture(engine):
    x, _, z = engine.scene.pose("Fridge|-02.10|+00.00|+01.07").position
    place = {"x": x + 0.3, "y": 0.9009992, "z": z}
    event = engine.step("Teleport", position=place, rotation={"y": 45}, forceAction=True)
    assert event.instance_detections2D["Fridge|-02.10|+00.00|+01.07"]
    for left, top, right, bottom in event.instance_detections2D.values():
        assert 0 <= left <= right < 80 and 0 <= top <= bottom < 64
    json.dumps({name: list(box) for name, box in event.instance_detections2D.items()}, allow_nan=False)


def test_detections_bound_their_masks(engine):
    event = engine.step("Pass")
    for name, (left, top, right, bottom) in event.instance_detections2D.items():
        rows, columns = np.nonzero(event.instance_masks[name])
        assert (left, top, right, bottom) == (columns.min(), rows.min(), columns.max(), rows.max())
    by_class = {box for boxes in event.class_detections2D.values() for box in boxes}
    assert by_class == set(event.instance_detections2D.values())


def test_colour_bounds_count_rows_from_below(engine):
    event = engine.step("Pass")
    for entry in event.metadata["colorBounds"]:
        name = event.color_to_object_id[tuple(entry["color"])]
        left, top, right, bottom = event.instance_detections2D[name]
        assert entry["bounds"] == [left, 63 - bottom, right, 63 - top]


# trouble reports R14, R15
def test_outside_the_room_there_is_background():
    engine = Engine(32, 32, "flat")
    engine.step("Reset", sceneName="FloorPlan1")
    event = engine.step("Teleport", position={"x": 0, "y": 50, "z": 0}, horizon=-90, forceAction=True)
    assert event.class_masks["background"].all() and event.instance_masks == {}
    assert not event.instance_segmentation_frame.any()


@pytest.mark.parametrize("quality", ["textured", "photo"])
def test_a_picture_lost_in_a_pickle_is_drawn_again_as_it_was(quality):
    engine = Engine(64, 64, quality)
    engine.step("Reset", sceneName="FloorPlan1")
    engine.step("Initialize", snapToGrid=False)
    engine.step("RandomizeMaterials")
    before = engine.snapshot()
    travelled = pickle.loads(pickle.dumps(before))
    assert travelled.pixels is None
    np.testing.assert_array_equal(with_pixels(travelled).pixels.frame, before.pixels.frame)
    assert with_pixels(before) is before
