"""What a simulator says is checked: poses, ids, boxes, targets (trouble reports R08, R09, R10)."""

import math

import pytest

from flowbench.errors import SimulatorError, UnknownName
from flowbench.simulators.embedded.engine import Engine
from tests.simulators.unity.fake import SCENE, entry, loaded, movable

UP_M = 0.02


def lift(simulator, object_id, up_m=UP_M, right_m=0.0, **more):
    pose = simulator.scene.pose(object_id)
    x, y, z = pose.position
    position = {"x": x + right_m, "y": y + up_m, "z": z}
    rotation = dict(zip("xyz", pose.rotation, strict=True))
    return simulator.step("TeleportObject", objectId=object_id, position=position, rotation=rotation, **more).metadata


def after_a_teleport(change):
    """A distortion that sets in when something is teleported."""
    seen = []

    def distort(action, metadata):
        if action == "TeleportObject" or seen:
            seen.append(action)
            change(metadata, len(seen))

    return distort


def test_an_undistorted_simulator_is_the_embedded_engine():
    simulator, client = loaded()
    engine = Engine(100, 80)
    engine.step("Reset", sceneName=SCENE)
    engine.step("Initialize", snapToGrid=False)
    assert simulator.scene == engine.scene and simulator.scene.layout is engine.scene.layout
    ours, theirs = engine.snapshot(), simulator.snapshot()
    assert theirs.pixels == ours.pixels and theirs.visibility == ours.visibility


# R08: identity


def test_an_object_that_is_renamed_stays_the_same_object():
    simulator, client = loaded()
    name, start = movable(simulator), simulator.scene
    surface = start.layout.surface_ids[name]

    def rename(metadata, count):
        entry(metadata, name)["objectId"] = "Mug|+09.99|+00.00|+00.00"

    client.distort = after_a_teleport(rename)
    assert lift(simulator, name, forceAction=True)["lastActionSuccess"]
    assert simulator.scene.pose(name).position[1] == start.pose(name).position[1] + UP_M
    assert (simulator.snapshot().pixels.ids == surface).sum() >= 0  # the colour table still has the old id: no KeyError
    lift(simulator, name, forceAction=True)
    assert client.sent[-1][1]["objectId"] == "Mug|+09.99|+00.00|+00.00"


def test_colours_under_old_and_new_ids_are_one_identity():
    simulator, client = loaded()
    name = next(n for n in simulator.snapshot().visibility if simulator.scene.layout.surfaces[n - 1].count("|") == 3)
    object_id = simulator.scene.layout.surfaces[name - 1]
    before = (simulator.snapshot().pixels.ids == name).sum()
    new = object_id.split("|")[0] + "|+09.99|+00.00|+00.00"

    def rename(action, metadata):
        entry(metadata, object_id)["objectId"] = new

    client.distort = rename
    assert (simulator.snapshot().pixels.ids == name).sum() == before > 0  # listed under the old id

    def rename_both(action, metadata):
        rename(action, metadata)
        next(row for row in metadata["colors"] if row["name"] == object_id)["name"] = new

    client.distort = rename_both
    assert (simulator.snapshot().pixels.ids == name).sum() == before


def test_an_object_that_vanishes_is_named():
    simulator, client = loaded()
    name = movable(simulator)
    client.distort = after_a_teleport(lambda metadata, count: metadata["objects"].remove(entry(metadata, name)))
    with pytest.raises(SimulatorError, match="no longer lists") as told:
        lift(simulator, name)
    assert name in str(told.value)


def test_two_objects_of_one_name_are_an_error_that_lists_it():
    simulator, client = loaded()
    one, other = movable(simulator), movable(simulator, 1)
    name = simulator.scene.object(one).name

    def copy(metadata, count):
        entry(metadata, other)["name"] = name

    client.distort = after_a_teleport(copy)
    with pytest.raises(SimulatorError, match=name):
        lift(simulator, one)


def test_names_that_repeat_at_load_go_by_id():
    simulator, client = loaded("FloorPlan_Train3_1")
    names = [item.name for item in simulator.scene.layout.objects]
    assert len(set(names)) < len(names)
    assert lift(simulator, movable(simulator), forceAction=True)["lastActionSuccess"]


# R09: success without motion, poses that are not those asked for


def freeze(simulator, name):
    """The simulator moves the object, and goes on to say that it is where it was."""
    pose = simulator.scene.pose(name)

    def old(metadata, count):
        entry(metadata, name)["position"] = dict(zip("xyz", pose.position, strict=True))

    return old


def test_success_without_motion_is_a_failed_motion():
    simulator, client = loaded()
    name, start = movable(simulator), simulator.scene
    client.distort = after_a_teleport(freeze(simulator, name))
    told = lift(simulator, name, up_m=0.3, forceAction=True)
    assert not told["lastActionSuccess"]
    asked, reached = (f"{y:.4g}" for y in (start.pose(name).position[1] + 0.3, start.pose(name).position[1]))
    assert asked in told["errorMessage"] and reached in told["errorMessage"]
    assert simulator.scene == start


@pytest.mark.parametrize("kinematic", [False, True])
def test_a_pose_3_cm_beside_the_one_asked_for_is_a_failed_motion(kinematic):
    simulator, client = loaded()
    name, start = movable(simulator), simulator.scene
    once = []

    def shift(action, metadata):
        if action == "TeleportObject" and not once:
            once.append(action)
            entry(metadata, name)["position"]["x"] += 0.03

    client.distort = shift
    told = lift(simulator, name, forceKinematic=kinematic)
    assert not told["lastActionSuccess"] and "asked for" in told["errorMessage"]
    assert simulator.scene.pose(name) == start.pose(name)


def test_a_failure_without_a_message_says_so():
    simulator, client = loaded()

    def mute(metadata, count):
        if count == 1:
            metadata.update(lastActionSuccess=False, errorMessage=None)

    client.distort = after_a_teleport(mute)
    told = lift(simulator, movable(simulator))
    assert not told["lastActionSuccess"] and "does not say why" in told["errorMessage"]


def test_what_moved_although_the_action_failed_is_put_back():
    simulator, client = loaded()
    name, start = movable(simulator), simulator.scene
    once = []

    def fail(action, metadata):
        if action == "TeleportObject" and not once:
            once.append(action)
            metadata.update(lastActionSuccess=False, errorMessage="object couldn't come to rest")

    client.distort = fail
    told = lift(simulator, name, forceAction=True)
    assert told["errorMessage"] == "object couldn't come to rest"
    assert simulator.scene == start and len([1 for action, _ in client.sent if action == "TeleportObject"]) == 2


def test_what_cannot_be_put_back_is_an_error():
    simulator, client = loaded()
    name = movable(simulator)
    client.distort = after_a_teleport(lambda metadata, count: entry(metadata, name)["position"].update(x=0.0))
    with pytest.raises(SimulatorError, match="cannot be put back"):
        lift(simulator, name)


def test_a_box_that_lags_behind_is_looked_at_again_and_then_refused():
    simulator, client = loaded()
    name = movable(simulator)
    old = entry(client.event.metadata, name)["objectOrientedBoundingBox"]
    lag = 1

    def stale(metadata, count):
        if count <= lag:
            entry(metadata, name)["objectOrientedBoundingBox"] = old

    client.distort = after_a_teleport(stale)
    assert lift(simulator, name, up_m=0.05, forceAction=True)["lastActionSuccess"]
    assert client.sent[-1][0] == "Pass"
    lag = 4
    client.distort = after_a_teleport(stale)
    told = lift(simulator, name, up_m=0.05, forceAction=True)
    assert "box is not where its pose puts it" in told["errorMessage"]


# R10: bad targets


@pytest.mark.parametrize(
    "position",
    [
        {"x": math.nan, "y": 1.0, "z": 0.0},
        {"x": math.inf, "y": 1.0, "z": 0.0},
        {"x": 1e12, "y": 1.0, "z": 0.0},
        {"x": "0", "y": 1.0, "z": 0.0},
        {"x": 0.0, "y": 1.0},
        {"x": 50.0, "y": 1.0, "z": 0.0},
        "here",
    ],
)
def test_a_bad_target_is_refused_before_anything_is_sent(position):
    simulator, client = loaded()
    start, count = simulator.scene, len(client.sent)
    for told in (
        simulator.step("TeleportObject", objectId=movable(simulator), position=position, rotation={}),
        simulator.step("Teleport", position=position) if position != {"x": 0.0, "y": 1.0} else None,
    ):
        assert told is None or (not told.metadata["lastActionSuccess"] and told.metadata["errorMessage"])
    assert len(client.sent) == count and simulator.scene == start


@pytest.mark.parametrize("y", [0.0, -50.0])
def test_an_agent_is_not_put_below_the_floor(y):
    simulator, client = loaded()
    start, count = simulator.scene, len(client.sent)
    told = simulator.step("Teleport", position={"x": 0.0, "y": y, "z": 0.0}, forceAction=True).metadata
    assert not told["lastActionSuccess"] and "below the floor" in told["errorMessage"]
    assert len(client.sent) == count and simulator.scene == start


def test_a_place_inside_another_object_is_reported_with_the_collider():
    simulator, client = loaded()
    one, other, start = movable(simulator), movable(simulator, 1), simulator.scene
    target = dict(zip("xyz", start.pose(other).position, strict=True))
    told = simulator.step("TeleportObject", objectId=one, position=target, rotation={}).metadata
    assert "is colliding with" in told["errorMessage"] and simulator.scene == start


def test_the_agents_place_is_completed_before_it_is_sent():
    simulator, client = loaded()
    x, y, z = simulator.scene.camera.position
    simulator.step("Teleport", position={"x": x}, horizon=20.0)
    sent = client.sent[-1][1]
    assert sent["position"] == {"x": x, "y": pytest.approx(y - 0.675), "z": z}
    assert sent["rotation"] == {"x": 0.0, "y": 0.0, "z": 0.0}


def test_a_camera_that_is_elsewhere_is_a_failed_teleport():
    simulator, client = loaded()
    client.distort = lambda action, metadata: metadata["cameraPosition"].update(x=0.5)
    told = simulator.step("Teleport", rotation={"y": 90.0}).metadata
    assert not told["lastActionSuccess"] and "reported success" in told["errorMessage"]


def test_actions_environments_do_not_use_are_not_passed_on():
    simulator, _ = loaded()
    with pytest.raises(UnknownName, match="Did you mean 'TeleportObject'"):
        simulator.step("TeleportObjects")


# going back


def test_going_back_brings_back_objects_camera_and_what_was_hidden():
    simulator, client = loaded()
    start, names = simulator.scene, [movable(simulator, n) for n in range(3)]
    for name in names[:2]:
        lift(simulator, name, up_m=0.3, forceAction=True)
    simulator.step("DisableObject", objectId=names[2])
    simulator.step("Teleport", rotation={"y": 135.0}, horizon=30.0)
    moved = simulator.scene
    assert moved != start
    simulator.restore(start)
    assert simulator.scene == start
    simulator.restore(moved)
    assert simulator.scene == moved


def test_what_was_put_somewhere_to_stay_is_undone_by_loading_anew():
    simulator, client = loaded()
    start, name = simulator.scene, movable(simulator)
    assert lift(simulator, name, up_m=0.3, forceKinematic=True)["lastActionSuccess"]
    simulator.restore(start)
    assert simulator.scene == start and not client.engine.state.kinematic


def test_going_back_in_vain_is_an_error_that_names_the_object():
    simulator, client = loaded()
    start, name = simulator.scene, movable(simulator)
    lift(simulator, name, up_m=0.3, forceAction=True)
    client.distort = lambda action, metadata: entry(metadata, name)["position"].update(y=2.0)
    with pytest.raises(SimulatorError, match="did not bring back 1 objects") as told:
        simulator.restore(start)
    assert name in str(told.value)
