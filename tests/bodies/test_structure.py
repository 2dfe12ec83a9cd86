import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.bodies import ROOM_TYPES, ceiling, floor, wall
from flowbench.bodies.structure import slab, triangulate
from flowbench.errors import BadValue
from flowbench.records import Floats
from flowbench.render.meshes import Mesh
from flowbench.render.textures import TEXTURES

L_SHAPE = np.array([(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (1.5, 2.0), (1.5, 5.0), (0.0, 5.0)])


def area(mesh: Mesh) -> float:
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


def shoelace(polygon: Floats) -> float:
    x, z = polygon.T
    return abs(float(np.sum(x * np.roll(z, -1) - z * np.roll(x, -1)))) / 2


@pytest.mark.parametrize("polygon", [L_SHAPE, L_SHAPE[::-1]])
def test_a_floor_covers_its_polygon_and_looks_up(polygon: Floats) -> None:
    mesh = floor(polygon, room_type="kitchen", scene="FloorPlan1")
    assert area(mesh) == pytest.approx(shoelace(polygon))
    np.testing.assert_allclose(mesh.normals, np.broadcast_to((0, 1, 0), mesh.normals.shape))


def test_a_ceiling_looks_down() -> None:
    mesh = ceiling(L_SHAPE, 2.6, scene="FloorPlan1")
    np.testing.assert_allclose(mesh.normals, np.broadcast_to((0, -1, 0), mesh.normals.shape))
    assert (mesh.vertices[:, 1] == 2.6).all()


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.floats(0.3, 5.0), min_size=3, max_size=12))
def test_star_shaped_polygons_are_filled_exactly(radii: list[float]) -> None:
    angle = np.arange(len(radii)) * 2 * np.pi / len(radii)
    polygon = np.column_stack([np.cos(angle), np.sin(angle)]) * np.array(radii)[:, None]
    triangles = triangulate(polygon)
    parts = sum(shoelace(polygon[list(triangle)]) for triangle in triangles)
    assert parts == pytest.approx(shoelace(polygon))


@pytest.mark.parametrize("room_type", ROOM_TYPES)
def test_walls_stand_on_their_foot_and_face_front(room_type: str) -> None:
    mesh = wall(3.0, 2.5, room_type=room_type, scene="FloorPlan7")
    np.testing.assert_allclose(mesh.vertices.min(axis=0)[:2], (-1.5, 0.0))
    np.testing.assert_allclose(mesh.vertices.max(axis=0)[:2], (1.5, 2.5))
    np.testing.assert_allclose(mesh.normals[:2], np.broadcast_to((0, 0, 1), (2, 3, 3)), atol=1e-9)
    assert {material.texture for material in mesh.palette} <= {"", *TEXTURES}


def test_scenes_differ_and_repeat() -> None:
    looks = {wall(1.0, 2.5, room_type="bedroom", scene=f"FloorPlan{k}").palette[0] for k in range(300, 330)}
    assert len(looks) > 10
    one, other = (floor(L_SHAPE, room_type="bedroom", scene="FloorPlan301") for _ in range(2))
    assert one.palette == other.palette


def test_unknown_rooms_look_like_living_rooms() -> None:
    assert wall(1.0, 2.0, room_type="attic", scene="x").palette == wall(1.0, 2.0, scene="x").palette


def test_a_slab_spans_its_corners() -> None:
    mesh = slab((0.0, 0.0, 0.0), (1.0, 2.0, 3.0), "brick")
    np.testing.assert_allclose(mesh.vertices.max(axis=0), (1.0, 2.0, 3.0))


def test_polygons_need_three_corners() -> None:
    with pytest.raises(BadValue, match=r"\(n, 2\)"):
        floor(np.zeros((2, 2)))
