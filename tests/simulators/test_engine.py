import math

import numpy as np
import pytest

from flowbench.errors import SimulatorError, UnknownName
from flowbench.geometry.camera import unproject
from flowbench.simulators.embedded.engine import Engine

MUG, STOOL = "Mug|-01.76|+00.90|-00.62", "Stool|+00.74|+00.00|+00.56"
APPLE = "Apple|-00.47|+01.15|+00.48"  # whose origin is its middle


@pytest.fixture(scope="module")
def loaded():
    engine = Engine(64, 64)
    engine.step("Reset", sceneName="FloorPlan1")
    engine.step("Initialize", snapToGrid=False)
    return engine, engine.scene


@pytest.fixture
def engine(loaded):
    engine, start = loaded
    engine.restore(start)
    return engine


def teleport(engine, object_id=STOOL, rotation=None, **kwargs):
    return engine.step("TeleportObject", objectId=object_id, rotation=rotation or {"y": 0}, **kwargs).metadata


def as_map(values):
    return dict(zip("xyz", values, strict=True))


def moved(engine, object_id, dx, dy, dz, rotation=None, **kwargs):
    """Metadata after teleporting an object by so much, its rotation kept unless another is given."""
    pose = engine.scene.pose(object_id)
    x, y, z = pose.position
    turn = as_map(pose.rotation) if rotation is None else rotation
    return teleport(engine, object_id, turn, position={"x": x + dx, "y": y + dy, "z": z + dz}, **kwargs)


def entry(engine, object_id):
    return next(o for o in engine.step("Pass").metadata["objects"] if o["objectId"] == object_id)


@pytest.mark.parametrize(
    ("action", "arguments", "code"),
    [
        ("Fly", {}, "InvalidAction"),
        ("TeleportObject", {"objectId": MUG, "position": {"x": 0, "y": 1, "z": 0}}, "MissingArguments"),
        ("GetCoordinateFromRaycast", {"x": 0.5}, "MissingArguments"),
        ("Pass", {"quickly": True}, "InvalidArgument"),
        ("Teleport", {"horizon": "down"}, "InvalidArgument"),
        ("Teleport", {"rotation": 90}, "InvalidArgument"),
        ("Teleport", {"forceAction": 1}, "InvalidArgument"),
    ],
)
def test_bad_calls_fail_with_the_simulators_codes(engine, action, arguments, code):
    metadata = engine.step(action, **arguments).metadata
    assert (metadata["lastActionSuccess"], metadata["errorCode"]) == (False, code)
    assert metadata["errorMessage"]


def test_action_may_come_as_a_map(engine):
    assert engine.step({"action": "Pass"}).metadata["lastAction"] == "Pass"


def test_without_a_scene_every_action_is_an_error():
    with pytest.raises(SimulatorError, match="Reset"):
        Engine().step("Pass")
    with pytest.raises(SimulatorError, match="sceneName"):
        Engine().step("Reset")
    with pytest.raises(UnknownName, match="Did you mean 'FloorPlan1"):
        Engine().step("Reset", sceneName="FlorPlan1")


# trouble report R10
@pytest.mark.parametrize(
    "position",
    [
        {"x": math.nan, "y": 0.0, "z": 0.0},
        {"x": math.inf, "y": 0.0, "z": 0.0},
        {"x": 1e12, "y": 0.0, "z": 0.0},
        {"x": 0.0, "y": -50.0, "z": 0.0},
        {"x": 0.0, "y": 0.0},
        {"x": "left", "y": 0.0, "z": 0.0},
        "somewhere",
        {"x": 9.0, "y": 0.0, "z": 0.0},
        {"x": -2.1, "y": 0.1, "z": 1.07},
    ],
)
def test_bad_targets_are_refused_and_change_nothing(engine, position):
    before = engine.scene.poses
    metadata = teleport(engine, position=position)
    assert not metadata["lastActionSuccess"] and metadata["errorMessage"]
    assert engine.scene.poses == before


# trouble report R10: an object put into the floor or under it, or the agent anywhere it cannot stand
@pytest.mark.parametrize("y", [0.0, -50.0])
def test_an_object_is_not_put_into_the_floor(engine, y):
    x, _, z = engine.scene.pose(STOOL).position
    before = hash(engine.scene)
    metadata = teleport(engine, APPLE, position={"x": x + 0.3, "y": y, "z": z})
    assert not metadata["lastActionSuccess"] and "Floor" in metadata["errorMessage"]
    assert hash(engine.scene) == before


@pytest.mark.parametrize(
    ("position", "code"),
    [
        ({"x": math.nan, "y": 0.9009992, "z": 0.0}, "InvalidArgument"),
        ({"x": math.inf, "y": 0.9009992, "z": 0.0}, "InvalidArgument"),
        ({"x": "left", "y": 0.9009992, "z": 0.0}, "InvalidArgument"),
        ("somewhere", "InvalidArgument"),
        ({"x": 0.0, "y": 0.9009992}, "MissingArguments"),
        ({"x": 1e12, "y": 0.9009992, "z": 0.0}, ""),
        ({"x": 0.0, "y": 0.0, "z": 1.5}, ""),
        ({"x": 0.0, "y": -50.0, "z": 1.5}, ""),
        ({"x": 9.0, "y": 0.9009992, "z": 0.0}, ""),
        ({"x": -2.1, "y": 0.9009992, "z": 1.07}, ""),
    ],
    ids=str,
)
def test_the_agent_is_not_put_where_it_cannot_stand(engine, position, code):
    before = engine.state
    metadata = engine.step("TeleportFull", position=position, rotation={"y": 0}, horizon=0, standing=True).metadata
    assert (metadata["lastActionSuccess"], metadata["errorCode"]) == (False, code) and metadata["errorMessage"]
    assert engine.state is before


def test_unknown_object_is_named(engine):
    metadata = teleport(engine, "Ghost|1", position={"x": 0, "y": 0, "z": 0})
    assert metadata["errorMessage"] == "Cannot find object with id Ghost|1"


def test_collision_names_the_collider(engine):
    metadata = teleport(engine, position={"x": 0.7, "y": 0.0, "z": -0.4})
    assert metadata["errorMessage"] == f"{STOOL} is colliding with Stool|+00.70|+00.00|-00.51 after teleport."


def test_unsupported_target_is_refused(engine):
    x, _, z = engine.scene.pose(STOOL).position
    metadata = teleport(engine, position={"x": x, "y": 0.5, "z": z})
    assert "unsupported" in metadata["errorMessage"] and "0.5" in metadata["errorMessage"]


def test_force_skips_the_checks(engine):
    metadata = teleport(engine, position={"x": 0.0, "y": 3.0, "z": 0.0}, forceAction=True)
    assert metadata["lastActionSuccess"]
    assert entry(engine, STOOL)["position"] == {"x": 0.0, "y": 3.0, "z": 0.0}


def test_free_move_succeeds_and_returns_the_position(engine):
    x, y, z = engine.scene.pose(STOOL).position
    turn = dict(zip("xyz", engine.scene.pose(STOOL).rotation, strict=True))
    metadata = teleport(engine, position={"x": x + 0.3, "y": y, "z": z}, rotation=turn)
    assert metadata["lastActionSuccess"], metadata["errorMessage"]
    assert metadata["actionReturn"] == {"x": x + 0.3, "y": y, "z": z}


def test_metadata_has_the_simulators_shapes(engine):
    mug, fridge = entry(engine, MUG), entry(engine, "Fridge|-02.10|+00.00|+01.07")
    points = np.array(mug["objectOrientedBoundingBox"]["cornerPoints"])
    assert points.shape == (8, 3) and fridge["objectOrientedBoundingBox"] is None
    around = mug["axisAlignedBoundingBox"]
    low, high = points.min(axis=0), points.max(axis=0)
    assert [around["size"][axis] for axis in "xyz"] == pytest.approx(high - low)
    assert np.array(around["cornerPoints"])[0] == pytest.approx(high)
    assert mug["pickupable"] is True and mug["parentReceptacles"] == ["CounterTop|-01.87|+00.95|-01.21"]
    assert mug["distance"] == pytest.approx(
        math.dist(
            engine.scene.pose(MUG).position, [engine.step("Pass").metadata["agent"]["position"][a] for a in "xyz"]
        )
    )


def test_reachable_positions_start_at_the_agent_and_can_be_stood_on(engine):
    metadata = engine.step("GetReachablePositions").metadata
    points, agent = metadata["actionReturn"], metadata["agent"]["position"]
    assert points[0] == agent and len(points) > 36
    assert len({(p["x"], p["z"]) for p in points}) == len(points)
    assert all(engine.step("Teleport", position=p).metadata["lastActionSuccess"] for p in points)


# trouble report R10
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"horizon": 61.0}, "Each horizon must be in"),
        ({"rotation": {"x": 10.0}}, "pitch or roll"),
        ({"position": {"x": 9.0}}, "out of scene bounds"),
        ({"position": {"x": -2.1, "z": 1.07}}, "collide"),
        ({"position": {"y": 0.0}}, "too large a change"),
    ],
)
def test_agent_teleport_refuses(engine, arguments, message):
    before = engine.scene.camera
    assert message in engine.step("Teleport", **arguments).metadata["errorMessage"]
    assert engine.scene.camera == before


# trouble report R12: a positive horizon looks down
def test_looking_down_shows_the_floor_and_looking_up_the_ceiling(engine):
    share = {}
    for horizon in (30.0, -30.0):
        names = engine.step("Teleport", rotation={"y": 0}, horizon=horizon).instance_masks
        share[horizon] = [
            sum(mask.mean() for name, mask in names.items() if name.startswith(kind)) for kind in ("Floor", "Ceiling")
        ]
    assert share[30.0][0] > 0.2 > share[30.0][1] and share[-30.0][1] > 0.2 > share[-30.0][0]


def test_camera_sits_above_the_agent(engine):
    metadata = engine.step("Teleport", rotation={"y": 45}, horizon=30).metadata
    assert metadata["cameraPosition"]["y"] == pytest.approx(1.576, abs=1e-3)
    assert metadata["agent"]["rotation"]["y"] == 45.0 and metadata["agent"]["cameraHorizon"] == 30.0


def test_raycast_meets_the_drawn_surface(engine):
    event = engine.step("Pass")
    points = unproject(engine.scene.camera, event.depth_frame)
    for u, v in [(5, 60), (32, 32), (50, 40), (60, 10)]:
        hit = engine.step("GetCoordinateFromRaycast", x=(u + 0.5) / 64, y=(v + 0.5) / 64).metadata["actionReturn"]
        assert [hit[a] for a in "xyz"] == pytest.approx(points[v, u], abs=1e-4)


def test_initialize_checks_its_ranges(engine):
    assert "grid size" in engine.step("Initialize", gridSize=6).metadata["errorMessage"]
    assert "fov" in engine.step("Initialize", fieldOfView=180).metadata["errorMessage"]
    assert engine.step("Initialize", someNewKey=1).metadata["actionReturn"] == {
        "cameraNearPlane": 0.1,
        "cameraFarPlane": 20.0,
    }


def test_event_pictures_show_their_own_moment(engine):
    first = engine.step("Teleport", rotation={"y": 90})
    engine.step("Teleport", rotation={"y": 180})
    assert first.scene.camera.yaw_deg == 90.0
    assert sum(mask.sum() for mask in first.instance_masks.values()) == 64 * 64
