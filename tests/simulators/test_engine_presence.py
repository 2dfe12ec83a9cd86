import numpy as np
import pytest

from flowbench.geometry.obstacles import obstacles
from flowbench.simulators.embedded.engine import Engine
from tests.simulators.test_engine import as_map, moved

MUG, STOOL = "Mug|-01.76|+00.90|-00.62", "Stool|+00.74|+00.00|+00.56"
OTHER_STOOL = "Stool|+00.70|+00.00|-00.51"


@pytest.fixture(scope="module")
def loaded():
    engine = Engine(64, 64, "flat")
    engine.step("Reset", sceneName="FloorPlan1")
    engine.step("Initialize", snapToGrid=False)
    return engine, engine.state


@pytest.fixture
def engine(loaded):
    engine, first = loaded
    engine.restore(first)
    return engine


def listed(event):
    return [entry["objectId"] for entry in event.metadata["objects"]]


def look_at(engine, object_id, distance=1.2):
    x, y, z = engine.scene.pose(object_id).position
    place = {"x": x - distance, "y": y + 0.3, "z": z}
    return engine.step("TeleportFull", position=place, rotation={"y": 90}, horizon=30, standing=True, forceAction=True)


def test_a_disabled_object_is_listed_but_neither_drawn_nor_in_the_way(engine):
    assert OTHER_STOOL in look_at(engine, OTHER_STOOL).instance_masks
    assert moved(engine, STOOL, 0.0, 0.0, -0.9)["flowbench"]["collider"] == OTHER_STOOL
    event = engine.step("DisableObject", objectId=OTHER_STOOL)
    assert OTHER_STOOL not in event.instance_masks and OTHER_STOOL in listed(event)
    k = engine.scene.number(OTHER_STOOL)
    assert obstacles(engine.scene).first[k] == obstacles(engine.scene).first[k + 1]
    assert moved(engine, STOOL, 0.0, 0.0, -0.9)["lastActionSuccess"]


def test_an_enabled_object_is_back_where_it_was(engine):
    first = engine.scene
    engine.step("DisableObject", objectId=MUG)
    assert engine.scene != first
    engine.step("EnableObject", objectId=MUG)
    assert engine.scene == first


@pytest.mark.parametrize("action", ["DisableObject", "EnableObject"])
def test_an_unknown_object_fails_without_a_message(engine, action):
    metadata = engine.step(action, objectId="Ghost|1").metadata
    assert (metadata["lastActionSuccess"], metadata["errorMessage"], metadata["errorCode"]) == (False, "", "")


def test_a_removed_object_is_gone_for_good(engine):
    event = engine.step("RemoveFromScene", objectIds=[MUG, STOOL])
    assert not {MUG, STOOL} & set(listed(event)) and not engine.step("EnableObject", objectId=MUG)
    assert moved(engine, MUG, 0.0, 0.0, 0.0)["errorMessage"] == f"Cannot find object with id {MUG}"
    assert engine.step("RemoveFromScene").metadata["errorCode"] == "MissingArguments"


def test_restoring_a_scene_brings_back_what_was_removed(engine):
    scene = engine.scene
    engine.step("RemoveFromScene", objectId=MUG)
    engine.restore(scene)
    assert MUG in listed(engine.step("Pass"))


def test_a_filter_acts_from_the_next_event_on(engine):
    everything = listed(engine.step("Pass"))
    assert listed(engine.step("SetObjectFilter", objectIds=[MUG])) == everything
    assert listed(engine.step("Pass")) == [MUG]
    assert listed(engine.step("SetObjectFilter", objectIds=[])) == [MUG]
    assert listed(engine.step("Pass")) == []
    assert listed(engine.step("ResetObjectFilter")) == everything


def test_a_filter_by_type_and_reset_by_loading(engine):
    engine.step("SetObjectFilterForType", objectTypes=["Stool", "Mug"])
    assert {name.split("|")[0] for name in listed(engine.step("Pass"))} == {"Stool", "Mug"}
    assert len(listed(engine.step("Reset", sceneName="FloorPlan1"))) > 50


def order(engine, object_id, dx=0.0):
    item, pose = engine.scene.object(object_id), engine.scene.pose(object_id)
    x, y, z = pose.position
    return {"objectName": item.name, "position": {"x": x + dx, "y": y, "z": z}, "rotation": as_map(pose.rotation)}


def test_set_object_poses_disables_what_is_not_listed(engine):
    before = engine.scene
    event = engine.step("SetObjectPoses", objectPoses=[order(engine, MUG, 0.1)])
    movers = [item.object_id for item in before.layout.objects if item.pickupable or item.moveable]
    assert event and engine.scene.hidden >= set(movers) - {MUG}
    assert engine.scene.pose("Mug|-01.66|+00.90|-00.62").position == pytest.approx(
        np.add(before.pose(MUG).position, [0.1, 0.0, 0.0])
    )
    assert "Mug|-01.66|+00.90|-00.62" in event.object_id_to_color and MUG not in event.object_id_to_color
    assert engine.step("TeleportObject", objectId=MUG, position={"x": 0, "y": 0, "z": 0}, rotation={"y": 0}).metadata[
        "errorMessage"
    ] == (f"Cannot find object with id {MUG}")


def test_listed_twice_gives_a_copy_that_is_drawn_and_collides(engine):
    name = engine.scene.object(OTHER_STOOL).name
    rows = [order(engine, OTHER_STOOL), order(engine, OTHER_STOOL, 1.0)]
    event = engine.step("SetObjectPoses", objectPoses=rows)
    copies = [item for item in engine.scene.layout.objects if item.name.startswith(name)]
    assert [item.name for item in copies] == [name, f"{name}_copy_1"]
    assert [item.object_id for item in copies] == [OTHER_STOOL, "Stool|+01.70|+00.00|-00.51"]
    assert np.array_equal(copies[0].boxes, copies[1].boxes)
    assert copies[1].object_id in look_at(engine, copies[1].object_id, 0.6).instance_masks
    assert moved(engine, OTHER_STOOL, 1.0, 0.0, 0.0)["flowbench"]["collider"] == copies[1].object_id
    assert len({entry["name"] for entry in event.metadata["objects"]}) == len(event.metadata["objects"])


def test_a_copy_in_the_very_place_of_another_has_an_id_of_its_own(engine):
    engine.step("SetObjectPoses", objectPoses=[order(engine, MUG), order(engine, MUG)])
    ids = [item.object_id for item in engine.scene.layout.objects if item.object_type == "Mug"]
    assert ids == [MUG, f"{MUG}_copy_1"]


def test_unknown_names_fail_at_the_end_but_the_others_are_placed(engine):
    rows = [order(engine, MUG) | {"objectName": "Ghost_1"}, order(engine, MUG, 0.1)]
    metadata = engine.step("SetObjectPoses", objectPoses=rows).metadata
    assert metadata["errorMessage"] == "No object of name Ghost_1 found in scene."
    assert "Mug|-01.66|+00.90|-00.62" in engine.scene.layout.index


def test_rigid_parts_are_listed_with_their_carrier():
    engine = Engine(64, 64, "flat")
    engine.step("Reset", sceneName="FloorPlan301")
    layout = engine.scene.layout
    carrier = next(item for item in layout.objects if item.moveable and len(layout.parts[item.object_id]) > 2)
    before = [engine.scene.pose(part).position for part in layout.parts[carrier.object_id]]
    engine.step("SetObjectPoses", objectPoses=[order(engine, carrier.object_id, 0.3)])
    after = engine.scene.layout
    placed = next(item for item in after.objects if item.name == carrier.name)
    parts = after.parts[placed.object_id]
    assert len(parts) == len(before) and not set(parts) & engine.scene.hidden
    shifts = [np.subtract(engine.scene.pose(part).position, old) for part, old in zip(parts, before, strict=True)]
    assert np.array(shifts) == pytest.approx(np.array([[0.3, 0.0, 0.0]] * len(parts)))


@pytest.mark.parametrize(
    ("rows", "code"),
    [([], ""), (None, ""), ([{"objectName": "Mug"}], "InvalidArgument"), (["Mug"], "InvalidArgument")],
)
def test_set_object_poses_refuses(engine, rows, code):
    before = engine.scene
    metadata = engine.step("SetObjectPoses", objectPoses=rows).metadata
    assert (metadata["lastActionSuccess"], metadata["errorCode"]) == (False, code)
    assert engine.scene is before


def test_static_names_fail(engine):
    metadata = engine.step("SetObjectPoses", objectPoses=[order(engine, "Fridge|-02.10|+00.00|+01.07")]).metadata
    assert "neither pickupable nor moveable" in metadata["errorMessage"]
