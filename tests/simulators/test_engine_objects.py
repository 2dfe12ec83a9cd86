import json
from dataclasses import replace

import numpy as np
import pytest

from flowbench.geometry.check_pose import check_pose, world_box
from flowbench.geometry.rotation import angle_between
from flowbench.physics.settle import Settled
from flowbench.simulators.embedded import placing
from flowbench.simulators.embedded.engine import Engine
from flowbench.simulators.embedded.relations import riders
from tests.simulators.test_engine import as_map, moved

MUG, STOOL = "Mug|-01.76|+00.90|-00.62", "Stool|+00.74|+00.00|+00.56"
FACTS = {"collider", "gap_m", "supported", "settled_m", "drift_m", "tilt_deg"}


def start(scene="FloorPlan1", **options):
    engine = Engine(64, 64, "flat", **options)
    engine.step("Reset", sceneName=scene)
    engine.step("Initialize", snapToGrid=False)
    return engine


@pytest.fixture(scope="module")
def loaded():
    engine = start()
    return engine, engine.state


@pytest.fixture
def engine(loaded):
    engine, first = loaded
    engine.restore(first)
    return engine


def test_a_free_supported_pose_is_kept_exactly(engine):
    metadata = moved(engine, MUG, 0.05, 0.0, 0.0)
    x, y, z = engine.scene.object(MUG).pose.position
    assert engine.scene.pose(MUG).position == (x + 0.05, y, z)
    assert set(metadata["flowbench"]) == FACTS and metadata["flowbench"]["settled_m"] == 0.0
    assert metadata["flowbench"]["supported"] is True and metadata["flowbench"]["collider"] is None


def test_a_mover_above_its_support_drops_onto_it(engine):
    metadata = moved(engine, MUG, 0.05, 0.06, 0.0)
    assert metadata["lastActionSuccess"] and not metadata["flowbench"]["supported"]
    assert metadata["flowbench"]["settled_m"] == pytest.approx(metadata["flowbench"]["gap_m"])
    assert metadata["actionReturn"] == as_map(engine.scene.pose(MUG).position)
    assert check_pose(engine.scene, MUG, engine.scene.pose(MUG)).gap_m == pytest.approx(0.0, abs=1e-6)
    assert metadata["currentTime"] > 0.0


def test_what_gives_way_while_it_comes_to_rest_is_no_place_to_be(engine, monkeypatch):
    """Free where it is put, 4 cm too deep in the counter once a soft simulation has let go of it."""

    def sinking(state, scene, placed, check):
        x, y, z = placed[1].position
        return Settled(replace(placed[1], position=(x, y - 0.04, z)), 0.04, 0.0, 0.0, True, 0.1)

    monkeypatch.setattr(placing, "_rest", sinking)
    before = engine.scene
    metadata = moved(engine, MUG, 0.05, 0.0, 0.0)
    assert not metadata["lastActionSuccess"] and "is colliding with CounterTop" in metadata["errorMessage"]
    assert metadata["flowbench"]["collider"].startswith("CounterTop") and engine.scene is before


def test_a_deep_fall_is_refused_and_changes_nothing(engine):
    before = engine.scene
    metadata = moved(engine, MUG, 0.05, 0.5, 0.0)
    assert "unsupported" in metadata["errorMessage"] and "falls" in metadata["errorMessage"]
    assert metadata["flowbench"]["settled_m"] > 0.4 and engine.scene is before


def test_a_tilted_mug_tips(engine):
    x, y, z = engine.scene.pose(MUG).position
    metadata = engine.step(
        "TeleportObject", objectId=MUG, position={"x": x, "y": y + 0.03, "z": z}, rotation={"x": 15, "y": 0, "z": 0}
    ).metadata
    assert "tips" in metadata["errorMessage"]


def test_facts_name_the_collider(engine):
    assert moved(engine, STOOL, 0.0, 0.0, -0.9)["flowbench"]["collider"].startswith("Stool|")


def test_without_settling_the_pose_must_be_supported_and_is_kept():
    engine = start(settle=False)
    x, y, z = engine.scene.pose(MUG).position
    assert moved(engine, MUG, 0.05, 0.015, 0.0)["lastActionSuccess"]
    assert engine.scene.pose(MUG).position == (x + 0.05, y + 0.015, z)
    assert "unsupported" in moved(engine, MUG, 0.0, 0.05, 0.0)["errorMessage"]


def test_forced_kinematic_hovers_and_returns_nothing(engine):
    metadata = moved(engine, MUG, 0.0, 0.5, 0.0, forceKinematic=True)
    assert metadata["lastActionSuccess"] and metadata["actionReturn"] is None
    again = moved(engine, MUG, 0.0, 0.2, 0.0)
    assert again["lastActionSuccess"] and again["actionReturn"]["y"] == pytest.approx(
        engine.scene.pose(MUG).position[1]
    )
    engine.step("MakeAllObjectsMoveable")
    assert "falls" in moved(engine, MUG, 0.01, 0.0, 0.0)["errorMessage"]


def test_stationary_objects_stay_in_mid_air(engine):
    engine.step("MakeAllObjectsStationary")
    assert moved(engine, STOOL, 0.3, 0.6, 0.0)["lastActionSuccess"]


def test_the_first_position_that_fits_is_taken(engine):
    x, y, z = engine.scene.pose(MUG).position
    places = [{"x": x, "y": y, "z": 9.0}, {"x": x, "y": y + 1.0, "z": z}, {"x": x + 0.05, "y": y, "z": z}]
    turn = as_map(engine.scene.pose(MUG).rotation)
    metadata = engine.step("TeleportObject", objectId=MUG, positions=places, rotation=turn).metadata
    assert metadata["actionReturn"] == places[2]
    metadata = engine.step("TeleportObject", objectId=MUG, positions=places[:2], rotation=turn).metadata
    assert not metadata["lastActionSuccess"]


# trouble report R12
@pytest.mark.parametrize(
    ("first", "second"), [(0.0, 0.0), (0.0, 360.0), (0.0, -0.0), (0.0, 359.9998), (270.0, -90.0), (90.0, -630.0)]
)
def test_equal_rotations_are_equal_states_and_equal_text(engine, first, second):
    seen = []
    for yaw, shift in ((first, 0.2), (second, 0.0)):
        metadata = moved(engine, STOOL, shift, 0.0, 0.0, rotation={"x": 0, "y": yaw, "z": 0}, forceAction=True)
        assert metadata["lastActionSuccess"]
        seen.append((engine.scene, hash(engine.scene), json.dumps(metadata["objects"])))
    assert seen[0] == seen[1]


def test_place_object_at_point_puts_it_on_what_is_below(engine):
    x, y, z = engine.scene.pose(MUG).position
    point = {"x": x + 0.1, "y": y + 0.6, "z": z}
    metadata = engine.step("PlaceObjectAtPoint", objectId=MUG, position=point).metadata
    assert metadata["lastActionSuccess"], metadata["errorMessage"]
    assert metadata["flowbench"]["gap_m"] == metadata["flowbench"]["settled_m"] == pytest.approx(0.005)
    assert check_pose(engine.scene, MUG, engine.scene.pose(MUG)).gap_m == pytest.approx(0.0, abs=1e-6)
    assert world_box(engine.scene, MUG)[[0, 2]] == pytest.approx([x + 0.1, z], abs=1e-5)


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ({"x": 0.0, "y": 50.0, "z": 0.0}, "is not within scene bounds"),
        ({"x": -2.1, "y": 0.5, "z": 1.07}, "in the way"),
        ({"x": 0.0, "y": 0.0}, "needs x, y and z"),
    ],
)
def test_place_object_at_point_refuses(engine, point, message):
    assert message in engine.step("PlaceObjectAtPoint", objectId=STOOL, position=point).metadata["errorMessage"]


def test_nothing_rides_along_by_default():
    engine = start("FloorPlan201")
    table = "DiningTable|-02.27|-00.02|+01.42"
    plate = "Plate|-02.40|+00.68|+01.68"
    before = engine.scene.pose(plate)
    moved(engine, table, 0.2, 0.0, 0.0)
    assert engine.scene.pose(plate) == before


def test_carried_things_move_rigidly_with_their_carrier():
    engine = start("FloorPlan201", carry=True)
    table, plate = "DiningTable|-02.27|-00.02|+01.42", "Plate|-02.40|+00.68|+01.68"
    along, before = riders(engine.scene, table), engine.scene
    assert plate in along and len(along) >= 5
    assert moved(engine, table, 0.2, 0.0, 0.0)["lastActionSuccess"]
    for name in along:
        shift = np.subtract(engine.scene.pose(name).position, before.pose(name).position)
        assert shift == pytest.approx([0.2, 0.0, 0.0], abs=1e-6)
    assert riders(engine.scene, table) == along


def test_carried_things_turn_with_their_carrier():
    engine = start("FloorPlan201", carry=True)
    table, plate = "DiningTable|-02.27|-00.02|+01.42", "Plate|-02.40|+00.68|+01.68"
    before = engine.scene
    turn = as_map(before.pose(table).rotation)
    metadata = moved(engine, table, 0.2, 0.0, 0.0, rotation=turn | {"y": turn["y"] + 5.0})
    assert metadata["lastActionSuccess"], metadata["errorMessage"]
    apart = [np.subtract(s.pose(plate).position, s.pose(table).position) for s in (before, engine.scene)]
    assert np.linalg.norm(apart[0]) == pytest.approx(np.linalg.norm(apart[1]))
    turned = angle_between(before.pose(plate).rotation, engine.scene.pose(plate).rotation)
    assert turned == pytest.approx(5.0, abs=0.01)


def drawer_of(engine):
    return next(item.object_id for item in engine.scene.layout.objects if item.object_type == "Drawer")


def listed(engine, name):
    return engine.step("GetObjectMetadata", objectIds=[name]).metadata["actionReturn"][0]


def test_a_drawer_slides_along_its_front_and_back(engine):
    name = drawer_of(engine)
    before, box = engine.scene.pose(name), world_box(engine.scene, name)
    assert engine.step("OpenObject", objectId=name, openness=0.5)
    shift = np.subtract(engine.scene.pose(name).position, before.position)
    assert shift == pytest.approx(box[12:15] * box[5], abs=1e-6)
    assert listed(engine, name)["openness"] == pytest.approx(0.5, abs=1e-5) and listed(engine, name)["isOpen"]
    assert engine.step("OpenObject", objectId=name, openness=0.0)
    assert engine.scene.pose(name).position == pytest.approx(before.position, abs=1e-6)
    assert not listed(engine, name)["isOpen"]


def test_a_blocked_drawer_stays_shut(engine):
    name = "Drawer|+00.95|+00.39|-02.20"
    box = world_box(engine.scene, name)
    can = next(item.object_id for item in engine.scene.layout.objects if item.object_type == "GarbageCan")
    x, _, z = (box[0:3] + box[12:15] * 2.5 * box[5]).tolist()
    engine.step("TeleportObject", objectId=can, position={"x": x, "y": 0.3, "z": z}, rotation={}, forceAction=True)
    before = engine.scene
    event = engine.step("OpenObject", objectId=name)
    assert can in event.metadata["errorMessage"] and engine.scene is before
    assert engine.step("OpenObject", objectId=name, forceAction=True)


def test_other_things_only_record_how_far_they_are_open(engine):
    fridge, before = "Fridge|-02.10|+00.00|+01.07", engine.scene
    assert engine.step("OpenObject", objectId=fridge, openness=0.3)
    assert listed(engine, fridge)["openness"] == 0.3 and listed(engine, fridge)["isOpen"] and engine.scene is before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"objectId": STOOL}, "is not an Openable object"),
        ({"objectId": "Fridge|-02.10|+00.00|+01.07", "openness": 1.5}, "openness must be in"),
        ({"objectId": "Ghost|1"}, "Cannot find object with id Ghost|1"),
    ],
)
def test_open_object_refuses(engine, arguments, message):
    assert message in engine.step("OpenObject", **arguments).metadata["errorMessage"]
