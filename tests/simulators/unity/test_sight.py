"""How a simulator's pictures are read: colours to surfaces, depth to metres (trouble reports R14, R15)."""

import pickle
from types import SimpleNamespace

import numpy as np
import pytest

from flowbench.errors import SimulatorError
from flowbench.records import Pixels
from flowbench.simulators.unity.kept import KeptSnapshot
from flowbench.simulators.unity.roster import Roster
from flowbench.simulators.unity.sight import Lens, ids, metric, pixels
from tests.simulators.unity.fake import loaded

A, B, C = [10, 20, 30], [40, 50, 60], [70, 80, 90]
LAYOUT = SimpleNamespace(surface_ids={"A|1": 1, "B|1": 2, "C|1": 3, "Mug": 4})
ROSTER = Roster({}, frozenset())


def row(name, colour):
    return {"name": name, "color": colour}


def picture(*colours):
    return np.array([colours], dtype=np.uint8)


def test_each_colour_is_its_surface():
    table = [row("A|1", A), row("B|1", B), row("C|1", C)]
    assert ids(picture(A, C, B, A), table, LAYOUT, ROSTER).tolist() == [[1, 3, 2, 1]]


def test_a_colour_that_two_surfaces_share_stands_for_neither():
    table = [row("A|1", A), row("B|1", A), row("C|1", C)]
    assert ids(picture(A, C), table, LAYOUT, ROSTER).tolist() == [[0, 3]]


def test_a_colour_that_is_not_listed_is_nothing():
    assert ids(picture(A, B), [row("A|1", A)], LAYOUT, ROSTER).tolist() == [[1, 0]]


def test_classes_are_not_instances():
    assert ids(picture(A, B), [row("A|1", A), row("Mug", B)], LAYOUT, ROSTER).tolist() == [[1, 0]]


def test_a_surface_listed_twice_under_its_old_and_new_name_is_itself():
    roster = Roster({}, frozenset({"A|1"}), {"A|1": "A|1", "A|2": "A|1"})
    assert ids(picture(A), [row("A|1", A), row("A|2", A)], LAYOUT, roster).tolist() == [[1]]


def test_depth_is_only_believed_between_the_planes():
    told = np.array([[2.5, 0.05, 0.0, 20.0, 19.99, np.nan, np.inf, -1.0, 0.1]], dtype=np.float32)
    read = metric(told, Lens(0.1, 20.0))
    assert read.dtype == np.float32
    assert read.tolist() == [[2.5, np.inf, np.inf, np.inf, np.inf, np.inf, np.inf, np.inf, np.float32(0.1)]]


def test_depth_is_scaled_where_the_simulator_tells_too_little():
    assert metric(np.array([[1.99]], dtype=np.float32), Lens(0.1, 20.0, 20.0 / 19.9))[0, 0] == pytest.approx(2.0)


@pytest.mark.parametrize("factor", [1.0, 19.9 / 20.0])
def test_the_scale_is_measured_with_rays(factor):
    def redraw(event):
        event.depth_frame = event.depth_frame * np.float32(factor)

    simulator, client = loaded(redraw=redraw)
    assert simulator._lens == Lens(0.1, 20.0, 1.0 if factor == 1.0 else 20.0 / 19.9)
    plain, _ = loaded()
    np.testing.assert_allclose(simulator.snapshot().pixels.depth, plain.snapshot().pixels.depth, rtol=1e-5)


def test_planes_are_those_initialize_returns():
    def planes(action, metadata):
        if action == "Initialize":
            metadata["actionReturn"] = {"cameraNearPlane": 0.2, "cameraFarPlane": 30.0}

    simulator, _ = loaded(distort=planes)
    assert (simulator._lens.near_m, simulator._lens.far_m) == (0.2, 30.0)


def test_an_event_without_segmentation_is_refused():
    event = SimpleNamespace(frame=1, depth_frame=1, instance_segmentation_frame=None)
    with pytest.raises(SimulatorError, match="sent no picture, depth or segmentation"):
        pixels(event, LAYOUT, ROSTER, Lens())


def test_a_kept_snapshot_takes_its_picture_along():
    rng = np.random.default_rng(0)
    frame = rng.integers(0, 255, (4, 5, 3), dtype=np.uint8)
    depth, surfaces = rng.random((4, 5)).astype(np.float32), rng.integers(0, 9, (4, 5)).astype(np.int32)
    view = KeptSnapshot("scene", Pixels(frame, depth, surfaces), {1: (2, 3)})
    again = pickle.loads(pickle.dumps(view))
    assert again == view and again.pixels.frame.flags.writeable
