import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.bodies import RECIPES, Body, fit, materials
from flowbench.bodies.draft import THINNEST_M
from flowbench.bodies.tables import AIR_M
from flowbench.errors import BadValue
from flowbench.render.textures import TEXTURES
from flowbench.seeding import digest

DATA = Path(__file__).parents[1] / "data"
TYPES = json.loads((DATA / "ithor_types.json").read_text())
ROBOTHOR_TYPES = json.loads((DATA / "robothor_types.json").read_text())
ASSET_TYPES = json.loads((DATA / "asset_types.json").read_text())
ROWS = [(kind, asset, tuple(size)) for kind, asset, size in json.loads((DATA / "body_sizes.json").read_text())]
SHEETS = {"Blinds", "Curtains", "ShowerCurtain", "ShowerDoor", "ShowerGlass", "Window"}
LOOSE = SHEETS | {"Shelf", "CounterTop"}
TABLES = {"CoffeeTable", "Desk", "DiningTable", "SideTable"}
SMALL_M, SMALL_TRIANGLES, TRIANGLES = 0.35, 800, 1700
SIDE = st.floats(0.005, 4.0)


def real_bodies() -> list[tuple[str, tuple[float, float, float], Body]]:
    return [(kind, size, fit(kind, size, asset_id=asset, name=kind)) for kind, asset, size in ROWS]


def span(body: Body) -> np.ndarray:
    return np.asarray(np.ptp(body.mesh.vertices, axis=0))


def fills(kind: str, size: tuple[float, float, float]) -> bool:
    """Whether the mesh must span the box: not where the box is air above a surface."""
    return kind not in LOOSE and not (kind in TABLES and size[1] < AIR_M)


def hull(body: Body, size: tuple[float, float, float]) -> np.ndarray:
    return np.asarray(np.maximum(size, THINNEST_M) / 2)


def reaches(boxes: np.ndarray) -> np.ndarray:
    """(n, 3) how far boxes reach from the origin along each axis."""
    turned = np.abs(boxes[:, 6:]).reshape(-1, 3, 3)
    return np.asarray(np.abs(boxes[:, :3]) + np.einsum("nk,nka->na", boxes[:, 3:6], turned))


def assert_sound(body: Body) -> None:
    mesh = body.mesh
    assert np.isfinite(mesh.vertices).all() and np.isfinite(mesh.uvs).all() and np.isfinite(body.boxes).all()
    assert mesh.normals.shape == (len(mesh.faces), 3, 3) and mesh.uvs.shape == (len(mesh.faces), 3, 2)
    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=2), 1.0, atol=1e-5)
    assert mesh.faces.min() >= 0 and mesh.faces.max() < len(mesh.vertices)
    assert mesh.materials.max() < len(mesh.palette)
    corners = mesh.vertices[mesh.faces]
    assert (np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) > 0).all()


def test_every_ithor_type_has_a_recipe_of_its_own() -> None:
    assert len(TYPES) == 118
    assert set(TYPES) <= set(RECIPES)


def test_every_robothor_type_and_every_asset_type_has_a_recipe_of_its_own() -> None:
    assert (len(ROBOTHOR_TYPES), len(ASSET_TYPES)) == (50, 109)
    assert set(ROBOTHOR_TYPES) | set(ASSET_TYPES) <= set(RECIPES)


def test_a_doorway_is_closed_and_a_door_frame_is_open() -> None:
    size = (1.04, 2.1, 0.16)
    middle = [fit(kind, size).boxes for kind in ("Doorway", "Doorframe")]
    inside = [(np.abs(boxes[:, :3]) < boxes[:, 3:6]).all(axis=1).any() for boxes in middle]
    assert inside == [True, False]


def test_sizes_cover_every_type() -> None:
    assert {kind for kind, _, _ in ROWS} == set(TYPES)


def test_real_bodies_are_sound() -> None:
    for _, _, body in real_bodies():
        assert_sound(body)


def test_real_bodies_fill_their_boxes() -> None:
    for kind, size, body in real_bodies():
        if fills(kind, size):
            np.testing.assert_allclose(span(body), 2 * hull(body, size), atol=1e-3, err_msg=kind)
            np.testing.assert_allclose(body.mesh.vertices.max(axis=0), hull(body, size), atol=1e-3, err_msg=kind)


def test_sheets_stay_inside_their_boxes() -> None:
    for kind, size, body in real_bodies():
        if kind in SHEETS:
            assert (np.abs(body.mesh.vertices).max(axis=0) <= hull(body, size) + 1e-3).all(), kind


def test_triangle_budget() -> None:
    for kind, size, body in real_bodies():
        assert len(body.mesh.faces) <= (SMALL_TRIANGLES if max(size) < SMALL_M else TRIANGLES), kind


def test_collision_boxes_lie_inside_the_hull() -> None:
    for kind, size, body in real_bodies():
        reach = reaches(body.boxes)
        assert (body.boxes[:, 3:6] > 0).all(), kind
        assert (reach <= hull(body, size) + 1e-6).all() or not fills(kind, size), kind


def test_collision_boxes_have_orthonormal_axes() -> None:
    for kind, _, body in real_bodies():
        axes = body.boxes[:, 6:].reshape(-1, 3, 3)
        unit = np.broadcast_to(np.eye(3), axes.shape)
        np.testing.assert_allclose(axes @ axes.transpose(0, 2, 1), unit, atol=1e-8, err_msg=kind)


def test_only_sheets_and_floors_never_block() -> None:
    assert {kind for kind, _, body in real_bodies() if len(body.boxes) == 0} == SHEETS | {"Floor"}


def test_materials_use_known_textures() -> None:
    used = {material.texture for _, _, body in real_bodies() for material in body.mesh.palette}
    assert used <= {"", *TEXTURES}


def test_normals_point_away_from_a_convex_body() -> None:
    body = fit("SoapBar", (0.05, 0.03, 0.09))
    centres = body.mesh.vertices[body.mesh.faces].mean(axis=1)
    assert (np.einsum("ij,ikj->ik", centres, body.mesh.normals) > 0).all()


@pytest.mark.parametrize("kind", sorted(RECIPES))
@settings(max_examples=4, deadline=None, derandomize=True)
@given(size=st.tuples(SIDE, SIDE, SIDE), asset=st.sampled_from(["", "a", "b", "c"]))
def test_any_size_gives_a_sound_body(kind: str, size: tuple[float, float, float], asset: str) -> None:
    body = fit(kind, size, asset_id=asset)
    assert_sound(body)
    assert (body.boxes[:, 3:6] > 0).all()
    reach = reaches(body.boxes)
    inside = (reach <= hull(body, size) + 1e-6).all() and np.abs(span(body) - 2 * hull(body, size)).max() < 1e-3
    assert inside or not fills(kind, size)


def test_a_flat_box_gets_a_least_thickness() -> None:
    assert span(fit("CreditCard", (0.086, 0.0, 0.054)))[1] == pytest.approx(THINNEST_M)


def test_unknown_types_are_plain_boxes() -> None:
    body = fit("Spaceship", (1.0, 0.5, 2.0))
    np.testing.assert_allclose(span(body), (1.0, 0.5, 2.0), atol=1e-9)
    assert len(body.boxes) == 1


@pytest.mark.parametrize("side", [-0.1, float("nan"), float("inf")])
def test_impossible_sizes_are_refused(side: float) -> None:
    with pytest.raises(BadValue, match="three lengths"):
        fit("Chair", (0.5, side, 0.5))


def test_the_same_asset_keeps_its_shape_and_materials() -> None:
    one, other = (fit("Sofa", (2.0, 0.8, 0.9), asset_id="Sofa_1", name=name) for name in ("a", "b"))
    np.testing.assert_array_equal(one.mesh.vertices, other.mesh.vertices)
    assert [m.name for m in one.mesh.palette] == [m.name for m in other.mesh.palette]
    assert one.mesh.palette != other.mesh.palette


def test_built_in_things_match_within_a_scene() -> None:
    cabinet = fit("Cabinet", (0.4, 0.7, 0.4), name="Cabinet_1", seed="FloorPlan1")
    drawer = fit("Drawer", (0.4, 0.2, 0.4), name="Drawer_9", seed="FloorPlan1")
    assert cabinet.mesh.palette[0] == drawer.mesh.palette[0]
    woods = {fit("Cabinet", (0.4, 0.7, 0.4), seed=f"FloorPlan{k}").mesh.palette[0] for k in range(30)}
    assert len(woods) > 5


def test_given_materials_replace_the_drawn_ones() -> None:
    wood = materials("Dresser", asset_id="Dresser_301_1")["wood"]
    assert fit("Dresser", (0.9, 1.0, 0.5), asset_id="Dresser_301_1").mesh.palette[0] == wood
    assert wood in fit("Drawer", (0.4, 0.2, 0.4), materials={"wood": wood}).mesh.palette


def fingerprint() -> str:
    bodies = [fit(kind, size, asset_id=asset, name=kind) for kind, asset, size in ROWS[::9]]
    return digest(*(digest(b.mesh.vertices.tobytes().hex(), repr(b.mesh.palette)).hex() for b in bodies)).hex()


def test_another_process_makes_the_same_bodies() -> None:
    code = "import tests.bodies.test_fitting as t; print(t.fingerprint())"
    root = Path(__file__).parents[2]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == fingerprint()
