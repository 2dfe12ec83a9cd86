"""Boxes made from shapes: they fill solids from inside, and none that was drawn back leaves the hull."""

import numpy as np
import pytest

from flowbench.bodies import fit
from flowbench.bodies.finish import Part, mesh_of
from flowbench.bodies.inside import BEYOND_M, CELLS, MOST_BOXES, draw_back, filling
from flowbench.bodies.solids import Solid, box, lathe
from flowbench.records import Floats
from flowbench.render.meshes import Material, Mesh

GREY = Material("grey", (0.5, 0.5, 0.5))
PLAIN = np.ones(3), np.zeros(3)


def mesh(*solids: Solid) -> Mesh:
    return mesh_of([Part(solid, 0) for solid in solids], (GREY,), *PLAIN, False)


def rows(*ends: tuple[tuple[float, float, float], tuple[float, float, float]]) -> Floats:
    corners = np.array(ends)
    middles, halves = corners.mean(axis=1), (corners[:, 1] - corners[:, 0]) / 2
    return np.hstack([middles, halves, np.tile(np.eye(3).ravel(), (len(ends), 1))])


def volume(ends: Floats) -> float:
    """Of the union of boxes (n, 2, 3), by a fine grid."""
    low, high = ends[:, 0].min(axis=0), ends[:, 1].max(axis=0)
    steps = (np.arange(60) + 0.5) / 60
    points = low + np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3) * (high - low)
    inside = ((points[:, None] >= ends[:, 0]) & (points[:, None] <= ends[:, 1])).all(axis=2).any(axis=1)
    return float(inside.mean() * np.prod(high - low))


def test_a_box_is_filled_by_itself() -> None:
    (ends,) = filling([Part(box((-0.2, 0.0, -0.1), (0.3, 0.4, 0.1)), 0)], *PLAIN)
    np.testing.assert_allclose(ends, [(-0.2, 0.0, -0.1), (0.3, 0.4, 0.1)])


def test_two_boxes_are_filled_by_two_and_the_gap_between_them_is_free() -> None:
    parts = [Part(box((x, 0.0, 0.0), (x + 0.1, y, 0.2)), 0) for x, y in ((0.0, 0.3), (0.25, 0.5))]
    ends = filling(parts, *PLAIN)
    assert len(ends) == 2
    assert sorted(ends[:, :, 0].tolist()) == [pytest.approx([0.0, 0.1]), pytest.approx([0.25, 0.35])]
    assert sorted(ends[:, 1, 1].tolist()) == pytest.approx([0.3, 0.5])


def test_a_cylinder_is_filled_to_four_fifths_and_not_beyond() -> None:
    radius, height = 0.1, 0.3
    ends = filling([Part(lathe([(radius, 0.0), (radius, height)], 48), 0)], *PLAIN)
    assert len(ends) <= MOST_BOXES
    assert 0.8 < volume(ends) / (np.pi * radius**2 * height) < 1.0
    cell = 2 * radius / CELLS
    assert np.hypot(ends[:, :, 0], ends[:, :, 2]).max() < radius + cell


def test_what_is_hollow_stays_free() -> None:
    tube = [(0.1, 0.0), (0.1, 0.3), (0.07, 0.3), (0.07, 0.02), (0.01, 0.02)]
    ends = filling([Part(lathe(tube, 32), 0)], *PLAIN)
    assert len(ends)
    assert not ((ends[:, 0] < (0.0, 0.2, 0.0)) & (ends[:, 1] > (0.0, 0.2, 0.0))).all(axis=1).any()


def test_boxes_within_the_hull_stay_as_they_are() -> None:
    boxes = rows(((-0.2, 0.0, -0.1), (0.3, 0.4, 0.1)), ((0.0, 0.1, 0.0), (0.1, 0.2, 0.1)))
    for keeps in (True, False):
        found = draw_back(boxes, np.full(2, keeps), mesh(box((-0.2, 0.0, -0.1), (0.3, 0.4, 0.1))))
        np.testing.assert_allclose(found, boxes, atol=1e-9)


def test_a_box_around_a_drum_is_drawn_back_and_keeps_its_height() -> None:
    radius = 0.5
    drum = mesh(lathe([(radius, 0.0), (radius, 0.4)], 64))
    (found,) = draw_back(rows(((-0.5, 0.0, -0.5), (0.5, 0.4, 0.5))), np.array([True]), drum)
    corner = np.hypot(found[3], found[5])
    assert radius * 0.97 < corner < radius + BEYOND_M + 1e-3
    assert (found[1], found[4]) == pytest.approx((0.2, 0.2))


def test_a_leaning_box_is_drawn_back_along_its_own_sides() -> None:
    turn = np.array([[np.sqrt(0.5), np.sqrt(0.5), 0.0], [-np.sqrt(0.5), np.sqrt(0.5), 0.0], [0.0, 0.0, 1.0]])
    row = np.concatenate([[0.0, 0.0, 0.0], [0.3, 0.01, 0.01], turn.ravel()])[None]
    (found,) = draw_back(row, np.array([False]), mesh(box((-0.1, -0.1, -0.1), (0.1, 0.1, 0.1))))
    assert found[3] + found[4] <= 0.1 * np.sqrt(2) + 1e-6
    assert found[3] > 0.12 and found[4] > 0.005
    np.testing.assert_array_equal(found[6:], row[0, 6:])


def test_a_bent_pipe_collides_where_it_is_drawn_and_not_under_its_bow() -> None:
    body = fit("Faucet", (0.06, 0.2, 0.2), asset_id="a")
    leaning = (np.abs(body.boxes[:, 6:].reshape(-1, 3, 3) - np.eye(3)) > 1e-3).any(axis=(1, 2))
    assert leaning.sum() >= 6
    local = np.einsum("nij,nj->ni", body.boxes[:, 6:].reshape(-1, 3, 3), -body.boxes[:, :3])
    assert not (np.abs(local) < body.boxes[:, 3:6]).all(axis=1).any()  # the middle of its box is air


def test_bodies_turned_by_a_quarter_fill_their_boxes_alike() -> None:
    for size, kind in (((0.1, 0.05, 0.3), "Ladle"), ((0.3, 0.05, 0.1), "Ladle")):
        body = fit(kind, size, asset_id="a")
        reach = np.abs(body.boxes[:, :3]) + np.einsum(
            "nk,nka->na", body.boxes[:, 3:6], np.abs(body.boxes[:, 6:]).reshape(-1, 3, 3)
        )
        assert (reach <= np.array(size) / 2 + 1e-6).all()
        assert reach.max(axis=0) == pytest.approx(np.array(size) / 2, abs=0.01)
