import numpy as np
import pytest

from flowbench.geometry.boxes import bounds
from flowbench.geometry.check_pose import check_free, support_at, world_box
from flowbench.simulators.embedded.engine import Engine
from flowbench.simulators.houses.assets import assets
from tests.simulators.houses.data import two_rooms

TABLE = {"id": "2|0", "assetId": "Dining_Table_16_1", "position": {"x": 2.0, "y": 0.4, "z": 2.0}, "kinematic": True}
BELOW = {"x": 0.0, "y": -20.0, "z": 0.0}


@pytest.fixture(scope="module")
def furnished():
    engine = Engine(32, 32, "flat")
    engine.step("Reset", sceneName="Procedural")
    assert TABLE["assetId"] in assets()
    assert engine.step("CreateHouse", house={**two_rooms(), "objects": [TABLE]})
    return engine, engine.state


@pytest.fixture
def engine(furnished):
    engine, first = furnished
    engine.restore(first)
    return engine


def spawned(engine, asset="Mug_1", name="small|2|0"):
    return engine.step("SpawnAsset", assetId=asset, generatedId=name, position=BELOW)


def test_a_spawned_asset_is_where_it_was_asked_for_and_in_the_metadata(engine):
    event = spawned(engine)
    value = event.metadata["actionReturn"]
    assert value["id"] == "small|2|0" and value["worldSpaceCenter"]["y"] == pytest.approx(-20.0, abs=0.1)
    (entry,) = [entry for entry in event.metadata["objects"] if entry["objectId"] == "small|2|0"]
    assert entry["objectType"] == "Mug" and entry["breakable"] and entry["position"] == BELOW


def test_unknown_assets_and_ids_that_are_taken_fail(engine):
    assert "not contained in asset database" in spawned(engine, asset="Mug_of_nobody").metadata["errorMessage"]
    assert spawned(engine) and not spawned(engine)


def test_a_disabled_object_makes_room_for_another_of_its_id(engine):
    spawned(engine)
    engine.step("DisableObject", objectId="small|2|0")
    assert spawned(engine, asset="Plate_1")
    assert engine.scene.object("small|2|0").object_type == "Plate"
    assert len(engine.scene.layout.objects) == len(engine.scene.poses) == len(engine.scene.layout.load_gaps_m)


def test_a_random_spawn_puts_it_wholly_on_the_receptacle(engine):
    spawned(engine)
    given = {"objectIds": ["small|2|0"], "receptacleObjectIds": ["2|0"], "allowMoveable": True}
    assert engine.step("InitialRandomSpawn", randomSeed=5, **given)
    scene = engine.scene
    (low, high), (table_low, table_high) = (bounds(world_box(scene, name)) for name in ("small|2|0", "2|0"))
    assert (low[[0, 2]] >= table_low[[0, 2]]).all() and (high[[0, 2]] <= table_high[[0, 2]]).all()
    assert check_free(scene, "small|2|0", scene.pose("small|2|0")).free
    assert support_at(scene, "small|2|0", scene.pose("small|2|0")).gap_m == pytest.approx(0.0, abs=2e-3)


def test_random_spawns_follow_from_their_seed(engine):
    poses = []
    for seed in (5, 5, 6):
        engine.restore(engine.state)
        if "small|2|0" not in engine.scene.layout.index:
            spawned(engine)
        engine.step("InitialRandomSpawn", randomSeed=seed, objectIds=["small|2|0"], receptacleObjectIds=["2|0"])
        poses.append(engine.scene.pose("small|2|0"))
    assert poses[0] == poses[1] != poses[2]


def test_what_finds_no_place_fails_and_stays(engine):
    spawned(engine, asset="Bed_2")
    event = engine.step("InitialRandomSpawn", objectIds=["small|2|0"], receptacleObjectIds=["2|0"])
    assert not event and engine.scene.pose("small|2|0").position == (0.0, -20.0, 0.0)
    assert "forceVisible" in engine.step("InitialRandomSpawn", forceVisible=True).metadata["errorMessage"]


def test_the_geometry_of_an_object_fills_its_box_in_the_world(engine):
    event = engine.step("GetInSceneAssetGeometry", objectId="2|0", triangles=True)
    (mesh,) = event.metadata["actionReturn"]
    points = np.array([[point[axis] for axis in "xyz"] for point in mesh["vertices"]])
    low, high = bounds(world_box(engine.scene, "2|0"))
    assert np.allclose(points.min(axis=0), low, atol=1e-3) and np.allclose(points.max(axis=0), high, atol=1e-3)
    assert max(mesh["triangles"]) == len(points) - 1 and len(mesh["triangles"]) % 3 == 0


def test_the_database_of_assets_can_be_asked(engine):
    found = engine.step("GetAssetDatabase").metadata["actionReturn"]
    assert len(found) == 1653 and found["Bed_2"]["primaryProperty"] == "Moveable"
    assert engine.step("AssetInDatabase", assetId="Bed_2").metadata["actionReturn"] is True
    both = engine.step("AssetsInDatabase", assetIds=["Bed_2", "Bed_0"]).metadata["actionReturn"]
    assert both == {"Bed_2": True, "Bed_0": False}
    hole = engine.step("GetAssetHoleMetadata", assetId="Doorway_9").metadata["actionReturn"]
    assert hole["max"]["x"] == pytest.approx(0.9989) and not engine.step("GetAssetHoleMetadata", assetId="Bed_2")
