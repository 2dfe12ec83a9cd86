"""Every scene loads, can be walked in, and is drawn as a closed room; the rasteriser agrees with Embree in them."""

import numpy as np
import pytest

from flowbench.envs.rooms.views import stand_at, views
from flowbench.render.pictures import render
from flowbench.simulators import make_simulator, scenes
from flowbench.simulators.embedded.drawing import placed_model
from tests.render.embree import compare

ALL = scenes.scene_names("ithor")
SAMPLED = ALL[5::10]
EMBREE = ALL[::6]


def sampled(names, chosen):
    return [pytest.param(name, marks=[] if name in chosen else [pytest.mark.slow]) for name in names]


def look(name, size, number=0):
    """The engine at one of the scene's views, and what it sees."""
    engine = make_simulator("embedded", size, size, "textured")
    return engine, stand_at(engine, name, views(name, 3)[number])


@pytest.mark.parametrize("name", sampled(ALL, SAMPLED))
def test_scene_loads_can_be_walked_in_and_is_drawn(name):
    engine, event = look(name, 200)
    assert len(engine.step("GetReachablePositions").metadata["actionReturn"]) >= 20
    assert len(views(name, 3)) == 3
    assert event.frame.std() > 8.0 and event.frame.max() < 256
    assert (event.pixels.ids > 0).all(), "the room is not closed"
    assert np.isfinite(event.depth_frame).all() and event.depth_frame.max() < 20.0
    shown = [k for k in event.instance_masks if k.split("|")[0] not in ("Wall", "Ceiling", "Floor")]
    assert len(shown) >= 5


@pytest.mark.parametrize("name", sampled(ALL, SAMPLED))
def test_nothing_movable_is_left_hanging_without_being_marked_so(name):
    layout = make_loaded(name).layout
    for item, gap, carrier in zip(layout.objects, layout.load_gaps_m, layout.load_carriers, strict=True):
        assert gap >= 0.0 and (np.isfinite(gap) or carrier == -2), item.object_id


def make_loaded(name):
    engine = make_simulator("embedded", 64, 64, "flat")
    engine.step("Reset", sceneName=name)
    return engine.scene


@pytest.mark.parametrize("name", sampled(EMBREE, EMBREE[::5]))
def test_ids_and_depth_equal_embrees(name):
    engine, event = look(name, 800)
    report = compare(placed_model(engine.scene), engine.scene.camera)
    print(name, report)
    assert report.equal_share >= 0.9999
    assert report.excused <= 0.001 * report.pixels
    assert report.depth_error_m <= 1e-4
    again = render(placed_model(engine.scene), engine.scene.camera, "textured")
    assert (again.ids == event.pixels.ids).all() and (again.frame == event.frame).all()
