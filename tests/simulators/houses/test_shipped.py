"""The houses that come with the package, each as CreateHouse brings it."""

import numpy as np
import pytest
import shapely

from flowbench.envs.rooms.options import scene_list
from flowbench.errors import UnknownName
from flowbench.geometry.boxes import bounds, corners
from flowbench.geometry.check_pose import world_box
from flowbench.simulators import houses, scenes
from flowbench.simulators.embedded.engine import Engine
from flowbench.simulators.houses import schema
from flowbench.simulators.houses.assets import assets
from flowbench.simulators.houses.files import read_house

ALL = [name for source in houses.SOURCES for name in scenes.scene_names(source)]
IN_WALLS = {"Doorframe", "Doorway", "Floor", "Window"}
LEAST_STANDING = 5  # points a room has, as the generator itself demands
REACH_M = 0.03  # how far a box may reach beyond the outer walls
LEAST_AREA_M2 = 1e-3
some = pytest.mark.parametrize(
    "names",
    [pytest.param(ALL[3::40], id="sampled"), pytest.param(ALL, id="all", marks=pytest.mark.slow)],
)


@pytest.fixture(scope="module")
def engine():
    return Engine(16, 16, "flat")


def create(engine, name):
    assert engine.step("Reset", sceneName="Procedural")
    event = engine.step("CreateHouse", house=read_house(houses._shipped_file(name)))
    assert event, event.metadata["errorMessage"]
    return engine.scene


@some
def test_every_room_can_be_walked_to(engine, names):
    for name in names:
        layout = create(engine, name).layout
        points = engine.step("GetReachablePositions").metadata["actionReturn"]
        x, z = np.array([(point["x"], point["z"]) for point in points]).T
        for room in layout.rooms:
            standing = shapely.contains_xy(shapely.Polygon(room.floor), x, z).sum()
            assert standing >= LEAST_STANDING, (name, room.room_id)


@some
def test_things_lie_in_their_rooms(engine, names):
    for name in names:
        scene = create(engine, name)
        floors = {room.room_id: shapely.Polygon(room.floor) for room in scene.layout.rooms}
        house = shapely.union_all(list(floors.values()), grid_size=1e-4).buffer(REACH_M)
        for item in (item for item in scene.layout.objects if item.object_type not in IN_WALLS):
            box = world_box(scene, item.object_id)
            low, high = bounds(box)
            outline = shapely.MultiPoint(corners(box)[:, [0, 2]]).convex_hull
            number = item.object_id.removeprefix("small|").partition("|")[0]
            assert floors[f"room|{number}"].contains(shapely.Point(box[0], box[2])), (name, item.object_id)
            assert outline.difference(house).area < LEAST_AREA_M2, (name, item.object_id)
            assert low[1] > -0.02 and high[1] < scene.layout.ceiling_m + 0.01, (name, item.object_id)


@pytest.mark.parametrize("source", houses.SOURCES)
def test_no_asset_of_one_split_furnishes_another(source):
    split = houses.SOURCES[source]
    for name in scenes.scene_names(source)[::10]:
        house = schema.read(read_house(houses._shipped_file(name)))
        used = [assets()[item.asset_id] for thing in house.objects for item, _ in thing.everything()]
        assert {asset.split for asset in used} <= {split, ""}


def test_houses_are_named_by_source_and_number():
    names = scene_list("procthor")
    assert names[:2] == ("HouseTrain0", "HouseTrain1") and len(ALL) >= 200
    assert scene_list(["HouseVal3", "FloorPlan1"]) == ("HouseVal3", "FloorPlan1")
    with pytest.raises(UnknownName, match="HouseTrain99999"):
        scene_list(["HouseTrain99999"])
