import numpy as np
import pytest

from flowbench.geometry.camera import axes, ray, unproject
from flowbench.records import Camera
from flowbench.render.meshes import Material, Mesh
from flowbench.render.model import Instance, Model
from flowbench.render.pictures import render
from flowbench.render.rays import cast_ray
from flowbench.render.visibility import visible_points
from tests import toy

CAMERA = Camera((0.0, 1.5, -1.0), 10.0, 15.0, 90.0, 160, 120)


def clutter(seed, count=40):
    rng = np.random.default_rng(seed)
    instances = [Instance(toy.cuboid((12.0, 6.0, 12.0)), 1, np.eye(3), np.zeros(3))]
    for number in range(count):
        turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        size = tuple(rng.uniform(0.05, 0.8, 3))
        instances.append(Instance(toy.cuboid(size), number + 2, turn, rng.uniform((-3, 0, 0), (3, 3, 5))))
    return Model.build(instances)


@pytest.mark.parametrize(("seed", "count"), [(0, 40), (1, 40), (2, 40), (3, 40), (4, 400)])
def test_points_are_seen_exactly_when_a_ray_reaches_them(seed, count):
    model, rng = clutter(seed, count), np.random.default_rng(seed)
    vertices = model.world_vertices()[model.geometry.faces]
    weights = rng.dirichlet((1, 1, 1), len(vertices))[:, :, None]
    points = (vertices * weights).sum(axis=1)
    seen = visible_points(model, CAMERA, points)
    assert 0 < seen.sum() < len(points)
    for point, visible in zip(points, seen, strict=True):
        offset = point - np.asarray(CAMERA.position)
        distance, _ = cast_ray(model, CAMERA.position, tuple(offset))
        depth = offset @ axes(CAMERA)[2]
        local = axes(CAMERA) @ offset
        inside = depth > 0.05 and abs(local[0]) < 80 / 60 * depth and abs(local[1]) < depth
        assert visible == (inside and distance * depth >= depth - 0.001)


def test_what_a_picture_shows_is_seen():
    model = clutter(9)
    points = unproject(CAMERA, render(model, CAMERA, "flat").depth).reshape(-1, 3)
    assert visible_points(model, CAMERA, points).all()


def test_nothing_outside_the_picture_or_behind_is_seen():
    model = clutter(3)
    behind = np.array([[0.0, 1.5, -2.0], [0.0, 1.5, -1.0], [50.0, 1.5, 1.0]])
    assert not visible_points(model, CAMERA, behind).any()
    assert visible_points(model, CAMERA, np.empty((0, 3))).shape == (0,)


def test_ray_through_a_pixel_meets_the_drawn_surface():
    model = clutter(5)
    picture = render(model, CAMERA, "flat")
    for u, v in [(3, 100), (80, 60), (150, 20), (40, 90)]:
        distance, surface = cast_ray(model, *ray(CAMERA, u + 0.5, v + 0.5))
        assert (distance, surface) == (pytest.approx(picture.depth[v, u], abs=1e-5), picture.ids[v, u])


def test_ray_that_meets_nothing_says_so():
    flat = Mesh(
        np.array([[0.0, 0, 5], [1, 0, 5], [0, 1, 5]]), np.array([[0, 1, 2]], np.int32), np.zeros((1, 3, 3), np.float32),
        np.zeros((1, 3, 2), np.float32), np.zeros(1, np.int32), (Material("m", (1, 1, 1)),),
    )  # fmt: skip
    model = Model.build([Instance(flat, 7, np.eye(3), np.zeros(3))])
    assert cast_ray(model, (0, 0, 0), (0.1, 0.1, 5.0)) == (pytest.approx(1.0), 7)
    assert cast_ray(model, (0, 0, 0), (0, 0, -1.0)) == (np.inf, 0)
    assert cast_ray(model, (0, 0, 0), (3.0, 3.0, 5.0)) == (np.inf, 0)


# trouble report R17: as for pixels, the left and upper border belong to the picture, the right and lower do not
@pytest.mark.parametrize(
    ("point", "seen"),
    [
        ((0.0, 0.0, 2.0), True),
        ((2.0, 0.0, 2.0), False),
        ((1.999, 0.0, 2.0), True),
        ((-1.999, 0.0, 2.0), True),
        ((-2.001, 0.0, 2.0), False),
        ((0.0, -2.0, 2.0), False),
        ((0.0, -1.999, 2.0), True),
        ((1.0, 0.5, -2.0), False),
        ((0.0, 0.0, 0.0), False),
        ((0.0, 0.0, 1e-9), False),
    ],
)
def test_a_point_is_seen_within_the_borders_of_the_picture_alone(point, seen):
    camera = Camera((0.0, 0.0, 0.0), 0.0, 0.0, 90.0, 300, 300)
    model = Model.build([Instance(toy.cuboid((20.0, 20.0, 0.1)), 1, np.eye(3), np.array([0.0, 0.0, 5.0]))])
    assert visible_points(model, camera, np.array([point])).tolist() == [seen]
