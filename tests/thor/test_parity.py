"""The same actions in process and through the real client: equal metadata, and pictures equal bit for bit."""

import numpy as np
import pytest

from flowbench.simulators.embedded.engine import Engine
from tests.thor.schema import AGENT_MAP, problems
from tests.thor.script import SCENES, actions_of_the_tour, tour

INITIALIZE = dict(
    snapToGrid=False, renderDepthImage=True, renderInstanceSegmentation=True, renderSemanticSegmentation=True
)

pytest.importorskip("ai2thor")


def assert_same(ours, theirs):
    assert dict(theirs.metadata) == dict(ours.metadata)
    assert problems(dict(theirs.metadata), AGENT_MAP) == []
    for name in ("frame", "depth_frame", "instance_segmentation_frame", "semantic_segmentation_frame"):
        a, b = getattr(ours, name), getattr(theirs, name)
        assert b.dtype == a.dtype
        np.testing.assert_array_equal(b, a, err_msg=name)
    masks = ours.instance_masks
    assert set(theirs.instance_masks) == set(masks)
    assert all(np.array_equal(theirs.instance_masks[name], mask) for name, mask in masks.items())
    assert {k: tuple(map(int, v)) for k, v in theirs.instance_detections2D.items()} == ours.instance_detections2D
    for kind in ("camera", "depth", "instance_segmentation", "semantic_segmentation"):
        pairs = zip(
            getattr(ours, f"third_party_{kind}_frames"), getattr(theirs, f"third_party_{kind}_frames"), strict=True
        )
        for a, b in pairs:
            np.testing.assert_array_equal(b, a, err_msg=kind)


def load(engine, scene):
    engine.step("Reset", sceneName=scene)
    return engine.step("Initialize", **INITIALIZE)


def both(engine, controller, action, parameters):
    """The event of an action in process and through the client, whose refusals are exceptions."""
    ours = engine.step(action, **parameters)
    try:
        theirs = controller.step(action, **parameters)
    except ValueError as e:
        assert str(e) == ours.metadata["errorMessage"]
        theirs = controller.last_event
    return ours, theirs


def travel(engine, controller, scene):
    """The tour of a scene; the names of the actions in their order."""
    ours = load(engine, scene)
    assert_same(ours, controller.reset(scene))
    path, done = tour(ours.metadata), []
    action, parameters = next(path)
    while True:
        ours, theirs = both(engine, controller, action, parameters)
        assert_same(ours, theirs)
        done.append(action)
        try:
            action, parameters = path.send(ours.metadata)
        except StopIteration:
            return done


@pytest.mark.parametrize(
    "scenes", [pytest.param(SCENES[::6], id="sampled"), pytest.param(SCENES, id="all", marks=pytest.mark.slow)]
)
def test_scenes_through_pipes(start, scenes):
    engine, controller = Engine(300, 300), start("fifo", **INITIALIZE)
    done = [action for scene in scenes for action in travel(engine, controller, scene)]
    assert len(done) >= 20 * len(scenes) and len(SCENES) == 10
    assert set(done) == actions_of_the_tour()


@pytest.mark.parametrize("scene", SCENES[:1])
def test_a_scene_over_the_web(start, scene):
    engine, controller = Engine(300, 300), start("wsgi", **INITIALIZE)
    assert set(travel(engine, controller, scene)) == actions_of_the_tour()


def test_the_clients_list_of_scenes_is_ours(start):
    controller, engine = start(), Engine(300, 300)
    load(engine, "FloorPlan1")
    assert controller.scenes_in_build == set(engine.step("GetScenesInBuild").metadata["actionReturn"])
