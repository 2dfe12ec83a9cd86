from collections import Counter

import numpy as np
import pytest

from flowbench.bodies.solids import (
    Solid,
    blade,
    blob,
    box,
    chamfered,
    curve,
    ellipse,
    lathe,
    level,
    loft,
    pad,
    prism,
    rounded,
    tube,
)

SOLIDS = {
    "box": box((-1.0, 0.0, -2.0), (1.0, 1.0, 2.0)),
    "chamfered": chamfered((-1.0, 0.0, -2.0), (1.0, 1.0, 2.0), 0.1),
    "lathe": lathe([(1.0, 0.0), (0.5, 1.0), (0.8, 2.0)], 12),
    "tube": tube([(0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.5, 0.3)], 0.1, 7),
    "pad": pad((-1.0, 0.0, -1.0), (1.0, 0.4, 1.0), 0.1),
    "blob": blob((0.0, 0.0, 0.0), (1.0, 2.0, 3.0), 0.7),
    "blade": blade([(0, 0, 0), (0, 1, 1), (0, 1, 2)], [0.1, 0.2, 0.05], (1.0, 0.0, 0.0), 0.01),
    "prism": prism(rounded(1.0, 0.5, 0.2), 0.0, 1.0),
    "cone": loft(level([ellipse(1.0, 1.0, 9), ellipse(0.2, 0.4, 9)], [0.0, 1.0])),
}


def volume(solid: Solid) -> float:
    a, b, c = (solid.vertices[solid.faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize("name", SOLIDS)
def test_every_edge_has_two_faces_that_run_opposite_ways(name: str) -> None:
    faces = SOLIDS[name].faces
    edges = Counter((int(f[k]), int(f[(k + 1) % 3])) for f in faces for k in range(3))
    assert all(count == 1 and edges[b, a] == 1 for (a, b), count in edges.items())


@pytest.mark.parametrize("name", SOLIDS)
def test_volumes_are_positive(name: str) -> None:
    assert volume(SOLIDS[name]) > 0


def test_a_box_has_its_volume() -> None:
    assert volume(SOLIDS["box"]) == pytest.approx(8.0)


def test_moving_and_tilting_keep_the_volume() -> None:
    solid = SOLIDS["chamfered"]
    moved = solid.moved(3.0, 2.0, 1.0).tilted(37.0, (0.0, 1.0, 0.0), 2)
    assert volume(moved) == pytest.approx(volume(solid))


def test_a_curve_passes_through_its_points() -> None:
    points = [(0.0, 0.0, 0.0), (1.0, 2.0, 0.0), (3.0, 1.0, 1.0)]
    assert set(points) <= set(curve(points, 4))
