import copy

import numpy as np
import pytest
from shapely.geometry import Point, Polygon

from flowbench.geometry.boxes import penetration
from flowbench.geometry.check_pose import check_free, path_clear, support_at, world_box
from flowbench.records import Pose
from flowbench.simulators import scenes
from flowbench.simulators.embedded.engine import Engine
from flowbench.simulators.embedded.loading import load_scene
from tests.simulators.houses.data import FOUR_ROOMS, FOUR_ROOMS_OLD, house, two_rooms

BED = {"id": "2|0", "assetId": "Bed_2", "position": {"x": 0.7, "y": 0.458, "z": 2.0}, "kinematic": True}
PEN = {"id": "2|1", "assetId": "Pencil_3", "position": {"x": 2.0, "y": 0.05, "z": 1.5}}


@pytest.fixture(scope="module")
def procedural():
    engine = Engine(64, 64, "flat")
    engine.step("Reset", sceneName="Procedural")
    return engine, engine.state


@pytest.fixture
def engine(procedural):
    engine, first = procedural
    engine.restore(first)
    return engine


def furnished(*things):
    return {**two_rooms(), "objects": [copy.deepcopy(thing) for thing in things]}


def test_the_empty_scene_can_be_drawn_and_asked(engine):
    event = engine.step("Pass")
    assert event.metadata["objects"] == [] and event.metadata["sceneName"] == "Procedural"
    assert (event.pixels.ids == 0).all()
    assert not engine.step("GetReachablePositions")


def test_create_house_returns_nothing_and_lists_rooms_doors_windows_and_objects(engine):
    event = engine.step("CreateHouse", house=furnished(BED))
    assert event and event.metadata["actionReturn"] is None
    kinds = {entry["objectId"]: entry["objectType"] for entry in event.metadata["objects"]}
    assert kinds == {
        **{"room|2": "Floor", "room|3": "Floor", "2|0": "Bed"},
        **{"door|2|3": "Doorframe", "window|2|0": "Window"},
    }
    assert scenes.PROCEDURAL in engine.step("GetScenesInBuild").metadata["actionReturn"]


def test_the_position_in_a_house_is_the_middle_of_the_box(engine):
    (bed,) = [
        entry
        for entry in engine.step("CreateHouse", house=furnished(BED)).metadata["objects"]
        if entry["objectId"] == "2|0"
    ]
    assert bed["axisAlignedBoundingBox"]["center"] == pytest.approx(BED["position"], abs=1e-3)
    assert bed["parentReceptacles"] == ["room|2"] and bed["moveable"] and bed["receptacle"]


def test_an_unknown_asset_is_left_out_and_an_unknown_material_fails(engine):
    strange = {**BED, "id": "2|5", "assetId": "Bed_of_nobody"}
    assert "2|5" not in {
        e["objectId"] for e in engine.step("CreateHouse", house=furnished(strange)).metadata["objects"]
    }
    painted = two_rooms()
    painted["walls"][0]["material"] = "Chalk"
    event = engine.step("CreateHouse", house=painted)
    assert not event and event.metadata["errorMessage"] == "Invalid materials: Chalk."


def test_a_house_that_cannot_be_says_why_and_leaves_the_scene(engine):
    before = engine.state
    event = engine.step("CreateHouse", house={"rooms": [], "walls": []})
    assert event.metadata["errorMessage"].startswith("Exception creating house. ") and engine.state is before


def test_houses_are_only_made_in_the_procedural_scene(engine):
    engine.step("Reset", sceneName="FloorPlan401")
    assert "Procedural" in engine.step("CreateHouse", house=two_rooms()).metadata["errorMessage"]


def test_without_a_start_pose_the_agent_stays_parked_and_with_one_it_is_there(engine):
    engine.step("CreateHouse", house=two_rooms())
    assert engine.state.agent_position[1] < -30.0
    start = {"position": {"x": 2.0, "y": 0.95, "z": 2.5}, "rotation": {"y": 90}, "horizon": 30, "standing": True}
    event = engine.step("CreateHouse", house={**two_rooms(), "metadata": {"agent": start}})
    assert event.metadata["agent"]["position"] == pytest.approx({"x": 2.0, "y": 0.9009992, "z": 2.5})
    assert event.metadata["agent"]["rotation"]["y"] == 90.0 and event.metadata["agent"]["cameraHorizon"] == 30.0
    engine.step("Initialize", gridSize=0.25)
    assert engine.state.agent_position == pytest.approx((2.0, 0.9009992, 2.5))


def test_one_walks_through_the_door_and_not_through_the_wall(engine):
    engine.step("CreateHouse", house=two_rooms())
    engine.step("Teleport", position={"x": 2.0, "y": 0.9009992, "z": 2.5}, forceAction=True)
    reached = {(p["x"], p["z"]) for p in engine.step("GetReachablePositions").metadata["actionReturn"]}
    assert any(x > 4.5 for x, _ in reached)
    assert {z for x, z in reached if x == 4.0} == {
        2.5
    }  # the hole is from z = 2 to 3, its frame takes 7 cm of each side
    closed = two_rooms()
    closed["doors"] = []
    engine.step("CreateHouse", house=closed)
    engine.step("Teleport", position={"x": 2.0, "y": 0.9009992, "z": 2.5}, forceAction=True)
    assert all(p["x"] < 4.0 for p in engine.step("GetReachablePositions").metadata["actionReturn"])


def test_a_thin_thing_does_not_slip_through_a_wall(engine):
    engine.step("CreateHouse", house=furnished(PEN))
    scene = engine.scene
    beyond = Pose((6.0, scene.pose("2|1").position[1], 1.5), scene.pose("2|1").rotation)
    assert check_free(scene, "2|1", beyond).free
    assert not path_clear(scene, "2|1", beyond)
    through = scene.with_poses({"2|1": Pose((2.0, scene.pose("2|1").position[1], 2.5), scene.pose("2|1").rotation)})
    assert path_clear(through, "2|1", Pose((6.0, scene.pose("2|1").position[1], 2.5), scene.pose("2|1").rotation))


def test_a_wall_stops_what_reaches_into_it_from_either_side(engine):
    bed = {**BED, "id": "3|0", "position": {"x": 6.0, "y": 0.458, "z": 2.0}}
    engine.step("CreateHouse", house={**furnished(bed), "doors": []})
    scene = engine.scene
    pose = scene.pose("3|0")
    at_wall = Pose((4.64, *pose.position[1:]), pose.rotation)
    assert check_free(scene, "3|0", at_wall).collider is None
    assert check_free(scene, "3|0", at_wall).wall_gap_m == pytest.approx(0.01, abs=0.01)
    assert check_free(scene, "3|0", Pose((4.3, *pose.position[1:]), pose.rotation)).collider == "wall|3|0"
    assert check_free(scene, "3|0", Pose((3.8, *pose.position[1:]), pose.rotation)).collider == "wall|2|2"


def test_small_things_come_down_onto_what_carries_them_and_kinematic_ones_hang(engine):
    high = {**PEN, "position": {"x": 2.0, "y": 0.3, "z": 1.5}}
    hung = {**PEN, "id": "2|2", "position": {"x": 2.0, "y": 0.3, "z": 2.5}, "kinematic": True}
    engine.step("CreateHouse", house=furnished(high, hung))
    gap_m = support_at(engine.scene, "2|1", engine.scene.pose("2|1")).gap_m
    assert 0.0 <= gap_m <= 0.004  # its box stands; collision boxes may lie so far inside
    assert support_at(engine.scene, "2|2", engine.scene.pose("2|2")).gap_m > 0.2


def test_a_bat_dropped_from_high_lies_down(engine):
    bat = {**PEN, "assetId": "RoboTHOR_baseball_bat_rawlings_v", "position": {"x": 2.0, "y": 2.0, "z": 1.5}}
    engine.step("CreateHouse", house=furnished(bat))
    box = world_box(engine.scene, "2|1")
    assert box[1] < 0.1 and check_free(engine.scene, "2|1", engine.scene.pose("2|1")).free


def test_a_closed_door_keeps_one_out_and_an_open_one_lets_one_in(engine):
    reached = {}
    for openness in (0, 1):
        data = two_rooms()
        data["doors"][0].update(assetId="Doorway_9", openness=openness, openable=True)
        engine.step("CreateHouse", house=data)
        engine.step("Teleport", position={"x": 2.0, "y": 0.9009992, "z": 2.5}, forceAction=True)
        points = engine.step("GetReachablePositions").metadata["actionReturn"]
        reached[openness] = any(p["x"] > 4.5 for p in points)
    assert reached == {0: False, 1: True}


def test_materials_can_be_exchanged_and_come_back(engine):
    engine.step("CreateHouse", house=two_rooms())
    event = engine.step("RandomizeMaterials")
    assert event and event.metadata["actionReturn"] is None
    assert engine.step("ResetMaterials") and engine.state.look is None


@pytest.mark.parametrize("name", [FOUR_ROOMS, str(FOUR_ROOMS_OLD)])
def test_a_generated_house_loads_by_the_name_of_its_file(name):
    layout = load_scene(name)
    assert [room.room_type for room in layout.rooms] == ["bedroom", "bathroom", "kitchen", "living_room"]
    assert len(layout.objects) == 107 and layout.room_type == "house" and not layout.inner_walls


def test_every_room_of_a_generated_house_can_be_walked_to():
    engine = Engine(64, 64, "flat")
    engine.step("Reset", sceneName=FOUR_ROOMS)
    points = [Point(p["x"], p["z"]) for p in engine.step("GetReachablePositions").metadata["actionReturn"]]
    for room in engine.scene.layout.rooms:
        assert sum(Polygon(room.floor).contains(point) for point in points) >= 5, room.room_id


def test_objects_of_a_generated_house_lie_in_the_rooms_their_ids_name():
    layout = load_scene(FOUR_ROOMS)
    shapes = {room.room_id: Polygon(room.floor).buffer(0.05) for room in layout.rooms}
    for item in layout.objects:
        number = item.object_id.removeprefix("small|").split("|")[0]
        if number.isdigit():
            x, _, z = world_box(scene_of(layout), item.object_id)[:3]
            assert shapes[f"room|{number}"].contains(Point(x, z)), item.object_id


def scene_of(layout):
    engine = Engine(16, 16, "flat")
    engine.step("Reset", sceneName=layout.scene)
    return engine.scene


def test_what_stands_in_a_generated_house_does_not_stand_in_its_walls():
    engine = Engine(16, 16, "flat")
    engine.step("Reset", sceneName=FOUR_ROOMS)
    scene = engine.scene
    movers = [item for item in scene.layout.objects if item.pickupable or item.moveable]
    stuck = [item.object_id for item in movers if not check_free(scene, item.object_id, item.pose).inside]
    assert movers and not stuck


def test_a_house_file_and_create_house_give_the_same_layout(engine):
    engine.step("CreateHouse", house=house(1))
    made, read = engine.scene.layout, load_scene(FOUR_ROOMS)
    assert [item.object_id for item in made.objects] == [item.object_id for item in read.objects]
    assert [item.pose for item in made.objects] == [item.pose for item in read.objects]
    assert made.walls == read.walls and made.rooms == read.rooms


def test_the_wall_between_two_rooms_has_a_face_for_each(engine):
    engine.step("CreateHouse", house=two_rooms())
    walls = {wall.wall_id: wall for wall in engine.scene.layout.walls}
    assert walls["wall|2|2"].start[0] == pytest.approx(3.995) and walls["wall|3|0"].start[0] == pytest.approx(4.005)
    ids = engine.scene.layout.surface_ids
    engine.step("Teleport", position={"x": 2.0, "y": 0.9, "z": 0.8}, rotation={"y": 90}, horizon=0, forceAction=True)
    seen = np.unique(engine.snapshot().pixels.ids)
    assert ids["wall|2|2"] in seen and 0 not in seen


def test_slabs_of_walls_do_not_reach_into_openings(engine):
    from flowbench.geometry.walls import wall_slabs

    engine.step("CreateHouse", house=two_rooms())
    slabs, _ = wall_slabs(engine.scene.layout.walls, 2.5)
    body = np.concatenate([[4.0, 1.0, 2.5], [0.3, 0.9, 0.45], np.eye(3).ravel()])
    assert max(penetration(body, slab) for slab in slabs) <= 0.0
    body[4] = 1.2  # tall as it is it meets the wall above the door
    assert max(penetration(body, slab) for slab in slabs) > 0.0


def test_what_falls_over_stays_in_its_room(engine):
    bed = {**BED, "position": {"x": 3.32, "y": 0.458, "z": 2.75}}
    bat = {"id": "2|1", "assetId": "BaseballBat_1", "position": {"x": 3.95, "y": 2.0, "z": 3.85}}
    assert engine.step("CreateHouse", house=furnished(bed, bat))
    assert world_box(engine.scene, "2|1")[0] < 4.0
