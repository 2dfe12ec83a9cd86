"""The layout of a running scene follows what the simulator says wherever that differs from what ships."""

import copy

import numpy as np
import pytest
from shapely import Point

from flowbench.geometry.check_pose import world_box
from flowbench.geometry.standing import free_floor
from flowbench.simulators.embedded.loading import load_scene
from flowbench.simulators.embedded.state import AGENT_HEIGHT_M
from tests.simulators.unity.fake import SCENE, entry, loaded, movable


def from_the_start(change):
    return lambda action, metadata: change(metadata)


def test_what_agrees_is_the_embedded_engines_own_layout():
    simulator, _ = loaded()
    assert simulator.scene.layout is load_scene(SCENE)


def test_a_scene_on_a_raised_floor_is_the_same_scene():
    """Everything of the simulator's is 22 cm higher."""
    high = 0.22

    simulator, client = loaded(high_m=high)
    plain, _ = loaded()
    assert simulator._live.floor_m == pytest.approx(high)
    a, b = simulator.scene, plain.scene
    np.testing.assert_allclose([p.position for p in a.poses], [p.position for p in b.poses], atol=1e-9)
    np.testing.assert_allclose(a.camera.position, b.camera.position, atol=1e-9)
    sent = len(client.sent)
    place = dict(zip("xyz", a.pose(movable(simulator)).position, strict=True))
    told = simulator.step("TeleportObject", objectId=movable(simulator), position=place, rotation={}, forceAction=True)
    assert told.metadata["lastActionSuccess"] and client.sent[sent][1]["position"]["y"] == pytest.approx(
        place["y"] + high
    )
    reached = simulator.step("GetReachablePositions").metadata["actionReturn"]
    assert reached[0]["y"] == pytest.approx(AGENT_HEIGHT_M)


def test_an_object_that_the_simulator_loads_elsewhere_is_there():
    name = movable(loaded()[0])

    def elsewhere(metadata):
        row = entry(metadata, name)
        row["position"]["x"] += 0.1
        for corner in row["objectOrientedBoundingBox"]["cornerPoints"]:
            corner[0] += 0.1

    simulator, _ = loaded(distort=from_the_start(elsewhere))
    layout, shipped = simulator.scene.layout, load_scene(SCENE)
    moved = simulator.scene.object(name).pose.position[0] - shipped.objects[shipped.index[name]].pose.position[0]
    assert layout is not shipped and moved == pytest.approx(0.1)
    assert simulator.scene.pose(name) == simulator.scene.object(name).pose


def test_an_object_that_the_simulator_does_not_have_is_left_out():
    name = movable(loaded()[0])
    simulator, _ = loaded(distort=from_the_start(lambda metadata: metadata["objects"].remove(entry(metadata, name))))
    assert name not in simulator.scene.layout.index
    simulator.snapshot()


def test_an_id_that_differs_is_the_simulators():
    name = movable(loaded()[0])
    new = name + "1"
    simulator, _ = loaded(distort=from_the_start(lambda metadata: entry(metadata, name).update(objectId=new)))
    layout, shipped = simulator.scene.layout, load_scene(SCENE)
    assert new in layout.index and name not in layout.index
    assert layout.surface_ids[new] == shipped.surface_ids[name]
    np.testing.assert_array_equal(world_box(simulator.scene, new), simulator.scene.object(new).box * 0 + _box(name))
    simulator.snapshot()


def _box(name):
    plain, _ = loaded()
    return world_box(plain.scene, name)


@pytest.mark.parametrize("kind", ["Chair", "Gramophone"])
def test_an_object_that_does_not_ship_gets_a_body_in_its_box(kind):
    size, centre = (0.4, 0.8, 0.5), (1.0, 0.4, 1.0)

    def add(metadata):
        row = copy.deepcopy(entry(metadata, movable(loaded()[0])))
        low = np.array(centre) - np.array(size) / 2
        signs = [(1, 0, 1), (0, 0, 1), (0, 0, 0), (1, 0, 0), (1, 1, 1), (0, 1, 1), (0, 1, 0), (1, 1, 0)]
        row |= {"objectId": f"{kind}|+01.00|+00.00|+01.00", "name": f"{kind}_new", "objectType": kind, "assetId": ""}
        row |= {"position": {"x": 1.0, "y": 0.0, "z": 1.0}, "rotation": {"x": 0.0, "y": 0.0, "z": 0.0}}
        row["objectOrientedBoundingBox"] = {"cornerPoints": [(low + np.array(s) * size).tolist() for s in signs]}
        metadata["objects"].append(row)

    simulator, _ = loaded(distort=from_the_start(add))
    scene, name = simulator.scene, f"{kind}|+01.00|+00.00|+01.00"
    box = world_box(scene, name)
    np.testing.assert_allclose(box[:6], [*centre, *(np.array(size) / 2)], atol=1e-9)
    assert len(scene.object(name).boxes) > 0
    assert not free_floor(scene).contains(Point(centre[0], centre[2]))
    assert simulator.snapshot().scene.layout.surface_ids[name] > 0


def test_a_scene_loaded_again_has_the_very_layout_it_had():
    name = movable(loaded()[0])
    simulator, _ = loaded(distort=from_the_start(lambda metadata: entry(metadata, name).update(mass=3.0)))
    first = simulator.scene.layout
    simulator.step("Reset", sceneName=SCENE)
    assert simulator.scene.layout is first and simulator.scene.object(name).mass_kg == 3.0
