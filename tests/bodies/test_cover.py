"""How much of each body its collision boxes stand for, judged by points thrown at random."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from flowbench.bodies import Body, fit
from flowbench.records import Floats
from flowbench.render.meshes import Mesh

ROWS = json.loads((Path(__file__).parents[1] / "data" / "body_sizes.json").read_text())
POINTS, DIRECTIONS = 3000, 300
BULK, TURNED, ROUND = 0.70, 0.60, 0.35  # least shares
OUTSIDE_M = 0.005  # how far beyond the hull a corner may lie: bevels
# Hollow, or with doors and drawers of their own inside: their boxes are walls, and what is drawn need not be.
SHELLS = frozenset(
    """
    Bathtub BathtubBasin Bowl Box Cabinet Cup Drawer Dresser Fridge GarbageCan LaundryHamper Microwave Mug Pan Plate Pot
    Safe ShelvingUnit Sink SinkBasin TVStand Toilet DogBed ScrubBrush
    """.split()
)
TURNED_TYPES = frozenset(
    """
    AluminumFoil BaseballBat Bottle Candle DeskLamp FloorLamp Footstool PaperTowelRoll Pen Pencil PepperShaker Plunger
    SaltShaker SoapBottle SprayBottle Stool StoveBurner StoveKnob ToiletPaper Vase WineBottle
    """.split()
)
ROUND_TYPES = frozenset("Apple BasketBall Bread Egg HousePlant Lettuce Potato RoomDecor TableTopDecor Tomato".split())
BLOCKING = sorted({kind for kind, asset, size in ROWS if len(fit(kind, tuple(size), asset_id=asset, name=kind).boxes)})


@cache
def some_bodies(kind: str) -> tuple[Body, ...]:
    rows = [row for row in ROWS if row[0] == kind]
    picked = (rows[k] for k in sorted({0, len(rows) // 2, len(rows) - 1}))
    return tuple(fit(kind, tuple(size), asset_id=asset, name=kind) for _, asset, size in picked)


def least_share(kind: str) -> float:
    return ROUND if kind in ROUND_TYPES else TURNED if kind in TURNED_TYPES else BULK


def parts(mesh: Mesh) -> list[Floats]:
    """(F, 3, 3) corners of the faces of each part: what hangs together by vertices."""
    part = np.arange(len(mesh.vertices))
    while True:
        lowest = part.copy()
        for corner in range(3):
            np.minimum.at(lowest, mesh.faces[:, corner], part[mesh.faces].min(axis=1))
        if (lowest == part).all():
            break
        part = lowest
    owner = part[mesh.faces[:, 0]]
    return [mesh.vertices[mesh.faces[owner == number]] for number in np.unique(owner)]


def is_solid(mesh: Mesh, points: Floats) -> np.ndarray:
    """Whether each point lies in any part: an odd number of its faces straight above."""
    found = np.zeros(len(points), dtype=bool)
    for corners in parts(mesh):
        a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
        one, two, three = beside(a, b, points), beside(b, c, points), beside(c, a, points)
        crossed = ((one >= 0) & (two >= 0) & (three >= 0)) | ((one < 0) & (two < 0) & (three < 0))
        with np.errstate(divide="ignore", invalid="ignore"):
            height = (two * a[:, 1] + three * b[:, 1] + one * c[:, 1]) / (one + two + three)
        found |= (crossed & (height > points[:, 1, None])).sum(axis=1) % 2 == 1
    return found


def beside(a: Floats, b: Floats, points: Floats) -> Floats:
    """(n, F) on which side of edges, seen from above, points lie."""
    across, along = b[:, 0] - a[:, 0], b[:, 2] - a[:, 2]
    return np.asarray(across * (points[:, 2, None] - a[:, 2]) - along * (points[:, 0, None] - a[:, 0]))


def covered_share(body: Body) -> float:
    """The share of a body's volume that lies in its boxes."""
    low, high = body.mesh.vertices.min(axis=0), body.mesh.vertices.max(axis=0)
    points = np.random.default_rng(0).uniform(low, high, (POINTS, 3))
    solid = points[is_solid(body.mesh, points)]
    in_box = np.zeros(len(solid), dtype=bool)
    for box in body.boxes:
        in_box |= (np.abs((solid - box[:3]) @ box[6:].reshape(3, 3).T) <= box[3:6]).all(axis=1)
    return float(in_box.mean())


def reach_beyond(body: Body) -> float:
    """How far the corners of the boxes lie outside the convex hull of what is drawn, along random directions."""
    ways = np.random.default_rng(1).normal(size=(DIRECTIONS, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    ways = np.concatenate([ways, np.eye(3), -np.eye(3)])
    signs = np.array(np.meshgrid((-1, 1), (-1, 1), (-1, 1))).reshape(3, 8).T
    corners = np.concatenate([box[:3] + (signs * box[3:6]) @ box[6:].reshape(3, 3) for box in body.boxes])
    return float(((corners @ ways.T).max(axis=0) - (body.mesh.vertices @ ways.T).max(axis=0)).max())


def test_points_in_a_ring_of_bars_are_told_from_those_in_its_middle() -> None:
    mesh = fit("Box", (0.4, 0.3, 0.4), name="a").mesh
    assert not is_solid(mesh, np.array([[0.0, 0.05, 0.0], [3.0, 0.0, 0.0]])).any()
    cube = fit("Spaceship", (1.0, 1.0, 1.0)).mesh
    assert is_solid(cube, np.array([[0.013, 0.0, 0.017], [0.41, 0.33, -0.37]])).all()


@pytest.mark.parametrize("kind", [kind for kind in BLOCKING if kind not in SHELLS])
def test_collision_boxes_stand_for_most_of_the_body(kind: str) -> None:
    assert min(covered_share(body) for body in some_bodies(kind)) >= least_share(kind)


@pytest.mark.parametrize("kind", BLOCKING)
def test_collision_boxes_lie_inside_the_hull_of_what_is_drawn(kind: str) -> None:
    assert max(reach_beyond(body) for body in some_bodies(kind)) <= OUTSIDE_M
