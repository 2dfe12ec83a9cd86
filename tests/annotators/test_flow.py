"""Flow of a transition in a real scene: where it points, the second picture shows what the first did."""

import numpy as np
import pytest

from flowbench.annotators.flow import flow_arrays
from flowbench.geometry.motion import moved_poses
from flowbench.records import Motion
from flowbench.simulators.embedded.drawing import draw
from flowbench.simulators.embedded.engine import Engine

STOOL = "Stool|+00.74|+00.00|+00.56"
WIDTH, HEIGHT = 320, 240
LEVELS = 6.0  # of 255: a point seen from elsewhere falls between other pixel centres


@pytest.fixture(scope="module")
def transition():
    engine = Engine(WIDTH, HEIGHT)
    engine.step("Reset", sceneName="FloorPlan1")
    engine.step("Initialize", snapToGrid=False)
    x, _, z = engine.scene.pose(STOOL).position
    place = {"x": x, "y": 0.9, "z": z - 0.9}
    engine.step("TeleportFull", position=place, rotation={"y": 0}, horizon=30, standing=True, forceAction=True)
    before = engine.scene
    after = before.with_poses(moved_poses(before, Motion(STOOL, right_m=0.3)))
    first, second = (draw(scene, "textured", None) for scene in (before, after))
    return before, first, second, flow_arrays(before, after, first, second)


@pytest.fixture
def mover(transition):
    scene = transition[0]
    return scene.layout.surface_ids[STOOL]


# trouble report R18: the camera stands still
def test_only_the_moved_object_flows_and_shapes_are_those_of_the_picture(transition, mover):
    _, first, _, arrays = transition
    assert {name: array.shape for name, array in arrays.items()} == {
        "flow01": (HEIGHT, WIDTH, 2), "flow10": (HEIGHT, WIDTH, 2),
        "valid01": (HEIGHT, WIDTH), "valid10": (HEIGHT, WIDTH),
    }  # fmt: skip
    on_it = first.ids == mover
    assert on_it.sum() > 500
    assert (arrays["flow01"][on_it][:, 0] > 5.0).all() and not arrays["flow01"][~on_it].any()
    expected = HEIGHT / 2 * 0.3 / first.depth[on_it]  # 90 degrees across the height; a shift along the picture
    assert arrays["flow01"][on_it][:, 0] == pytest.approx(expected, abs=1e-2)
    assert arrays["flow01"][on_it][:, 1] == pytest.approx(0.0, abs=1e-3)


# trouble report R18
def test_the_second_picture_warped_by_the_flow_is_the_first(transition, mover):
    _, first, second, arrays = transition
    valid = arrays["valid01"]
    still = valid & (first.ids != mover)
    assert still.sum() > 0.7 * still.size and (first.frame[still] == second.frame[still]).all()
    rows, columns = np.nonzero(valid & (first.ids == mover))
    u = np.floor(columns + 0.5 + arrays["flow01"][rows, columns, 0]).astype(int)
    v = np.floor(rows + 0.5 + arrays["flow01"][rows, columns, 1]).astype(int)
    differences = np.abs(first.frame[rows, columns].astype(float) - second.frame[v, u]).mean(axis=1)
    assert len(rows) > 300 and np.median(differences) < LEVELS
    elsewhere = np.abs(first.frame[rows, columns].astype(float) - second.frame[rows, columns]).mean(axis=1)
    assert np.median(elsewhere) > 3.0 * LEVELS  # not moved by the flow, the picture shows something else


# trouble report R18
def test_what_becomes_covered_or_uncovered_is_not_valid(transition, mover):
    _, first, second, arrays = transition
    covered = (first.ids != mover) & (second.ids == mover)
    uncovered = (first.ids == mover) & (second.ids != mover)
    assert covered.sum() > 100 and not arrays["valid01"][covered].any()
    assert uncovered.sum() > 100 and not arrays["valid10"][uncovered].any()
