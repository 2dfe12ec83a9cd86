import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.errors import BadValue, UnknownName
from flowbench.geometry.camera import NEAR_M
from flowbench.records import Camera, Floats
from flowbench.render.model import Instance, Model
from flowbench.render.pictures import QUALITIES, render, silhouettes, survey, visible_counts
from tests.render.solids import box, camera_in, clutter, mesh

AHEAD = Camera((0.0, 0.0, 0.0), 0.0, 0.0, 90.0, 300, 300)  # f = 150, centre (150, 150)


def triangles(*corners: Floats) -> Model:
    """Each (n, 3, 3) array of corners is a surface of its own, in camera axes."""
    return Model.build([Instance(mesh(part), k + 1, np.eye(3), np.zeros(3)) for k, part in enumerate(corners)])


def quad(left: float, bottom: float, right: float, top: float, z: float) -> Floats:
    """An upright rectangle at depth z."""
    a, b, c, d = (left, bottom, z), (right, bottom, z), (right, top, z), (left, top, z)
    return np.array([[a, b, c], [a, c, d]])


def at_pixels(left: int, top: int, right: int, bottom: int, z: float) -> Floats:
    """A rectangle at depth z whose edges run along these pixel borders."""
    return quad((left - 150) * z / 150, (150 - bottom) * z / 150, (right - 150) * z / 150, (150 - top) * z / 150, z)


# trouble report R15
def test_a_slanted_triangle_has_the_exact_depth_of_its_plane() -> None:
    corners = np.array([[[-3.0, -2.0, 2.0], [3.0, -2.0, 4.0], [0.0, 3.0, 6.0]]])
    pixels = render(triangles(corners), AHEAD)
    normal = np.cross(corners[0, 1] - corners[0, 0], corners[0, 2] - corners[0, 0])
    columns, rows = np.meshgrid((np.arange(300) - 149.5) / 150, -(np.arange(300) - 149.5) / 150)
    expected = (normal @ corners[0, 0]) / (normal[0] * columns + normal[1] * rows + normal[2])
    seen = pixels.ids == 1
    assert seen.sum() > 5000
    assert np.abs(pixels.depth[seen] / expected[seen] - 1.0).max() < 1e-7
    assert np.isinf(pixels.depth[~seen]).all()


# trouble report R17
def test_a_pixel_is_covered_when_its_centre_is() -> None:
    pixels = render(triangles(at_pixels(10, 20, 14, 23, 2.0)), AHEAD)
    rows, columns = np.nonzero(pixels.ids)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (20, 22, 10, 13)
    assert len(rows) == 12


def test_surfaces_that_share_a_border_through_pixel_centres_neither_overlap_nor_leave_gaps() -> None:
    z = 1.0
    left, right = quad(-0.5, -0.5, 0.5 / 150, 0.5, z), quad(0.5 / 150, -0.5, 0.5, 0.5, z)
    model = triangles(left, right)
    counts, free = visible_counts(render(model, AHEAD).ids, 2), silhouettes(model, AHEAD)
    assert counts.tolist() == [300 * 300 - 150 * 150, 75 * 150, 75 * 150]
    assert free.tolist() == [0, 75 * 150, 75 * 150]


def test_free_silhouettes_ignore_what_stands_in_front() -> None:
    model = triangles(at_pixels(100, 100, 200, 200, 3.0), at_pixels(150, 0, 300, 300, 1.0))
    counts, free = visible_counts(render(model, AHEAD).ids, 2), silhouettes(model, AHEAD)
    assert counts.tolist() == [90000 - 5000 - 45000, 5000, 45000]
    assert free.tolist() == [0, 10000, 45000]


def test_the_silhouette_of_a_closed_solid_counts_each_pixel_once() -> None:
    model = Model.build([Instance(box((1.0, 1.0, 1.0)), 1, np.eye(3), np.array([0.2, 0.1, 3.0]))])
    assert silhouettes(model, AHEAD)[1] == np.count_nonzero(render(model, AHEAD).ids)


def test_parts_of_one_surface_share_one_silhouette() -> None:
    places = [np.array([0.0, 0.0, 3.0]), np.array([0.3, 0.0, 4.0])]
    model = Model.build([Instance(box((1.0, 1.0, 1.0)), 1, np.eye(3), place) for place in places])
    assert silhouettes(model, AHEAD)[1] == np.count_nonzero(render(model, AHEAD).ids)


# trouble report R17
def test_what_is_behind_or_at_the_camera_leaves_no_pixel() -> None:
    behind = np.array([[[1.0, 0.5, -2.0], [1.2, 0.5, -2.0], [1.0, 0.7, -2.0]]])
    flat = quad(-1.0, -1.0, 1.0, 1.0, 0.0)
    hair = quad(-1.0, -1.0, 1.0, 1.0, 1e-9)
    near = quad(-1.0, -1.0, 1.0, 1.0, NEAR_M)
    model = triangles(behind, flat, hair, near)
    assert not render(model, AHEAD).ids.any()
    assert not silhouettes(model, AHEAD).any()


# trouble report R17
def test_a_cube_half_behind_the_camera_is_cut_at_the_near_plane() -> None:
    model = Model.build([Instance(box((0.5, 0.5, 2.0)), 1, np.eye(3), np.array([0.3, 0.0, 0.0]))])
    pixels = render(model, AHEAD)
    assert (pixels.ids[100:200, 200:] == 1).all()
    assert pixels.depth.min() >= np.float32(NEAR_M)
    assert silhouettes(model, AHEAD)[1] == np.count_nonzero(pixels.ids)


def test_of_two_surfaces_in_one_plane_the_lower_id_is_seen_everywhere() -> None:
    slant = np.array([[[-2.0, -2.0, 2.0], [2.0, -2.0, 5.0], [0.0, 3.0, 3.0]]])
    halves = np.array([[slant[0, 0], slant[0, 1], slant[0].mean(axis=0)], [*slant[0, 1:], slant[0].mean(axis=0)]])
    ids = render(triangles(slant, halves), AHEAD).ids
    assert set(np.unique(ids)) == {0, 1}


def test_a_moved_model_leaves_the_original_alone_and_equals_one_built_there() -> None:
    first, second = np.array([0.0, 0.0, 3.0]), np.array([0.5, 0.2, 4.0])
    model = Model.build([Instance(box((1.0, 1.0, 1.0)), 1, np.eye(3), first)])
    built = Model.build([Instance(box((1.0, 1.0, 1.0)), 1, np.eye(3), second)])
    before = render(model, AHEAD)
    moved = model.placed({1: (np.eye(3), second)})
    assert moved.geometry is model.geometry
    assert render(moved, AHEAD).frame.tobytes() == render(built, AHEAD).frame.tobytes()
    assert render(model, AHEAD).depth.tobytes() == before.depth.tobytes()


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_no_surface_shows_more_than_its_silhouette_and_pixels_add_up(seed: int) -> None:
    rng = np.random.default_rng(seed)
    model, camera = clutter(rng, 12, 8), camera_in(rng, 60)
    counts = visible_counts(render(model, camera, "flat").ids, model.surface_count)
    assert counts.sum() == camera.width * camera.height
    assert (counts[1:] <= silhouettes(model, camera)[1:]).all()


def test_counting_checks_the_ids() -> None:
    with pytest.raises(BadValue, match="0..3"):
        visible_counts(np.full((2, 2), 4, dtype=np.int32), 3)


# trouble report R15
def test_an_empty_model_is_empty() -> None:
    pixels = render(Model.build([]), AHEAD)
    assert not pixels.ids.any() and np.isinf(pixels.depth).all()
    assert silhouettes(Model.build([]), AHEAD).tolist() == [0]


def test_an_unknown_quality_and_a_bad_camera_are_named() -> None:
    model = triangles(quad(-1, -1, 1, 1, 2.0))
    with pytest.raises(UnknownName, match="textured"):
        render(model, AHEAD, "texturd")  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="0 x 300"):
        render(model, Camera((0.0, 0.0, 0.0), 0.0, 0.0, 90.0, 0, 300))


def test_a_model_refuses_faces_without_vertices_and_surfaces_without_ids() -> None:
    solid = box((1.0, 1.0, 1.0))
    with pytest.raises(BadValue, match="surface id"):
        Model.build([Instance(solid, 0, np.eye(3), np.zeros(3))])
    with pytest.raises(BadValue, match="finite"):
        Model.build([Instance(solid, 1, np.eye(3), np.array([np.nan, 0.0, 0.0]))])
    with pytest.raises(BadValue, match="surface id 9"):
        Model.build([Instance(solid, 1, np.eye(3), np.zeros(3))]).placed({9: (np.eye(3), np.zeros(3))})


@pytest.mark.parametrize("quality", QUALITIES)
def test_a_survey_is_the_picture_and_the_silhouettes(quality: str) -> None:
    rng = np.random.default_rng(4)
    model, camera = clutter(rng), camera_in(rng)
    pixels, free = survey(model, camera, quality)  # type: ignore[arg-type]
    assert pixels == render(model, camera, quality)  # type: ignore[arg-type]
    assert (free == silhouettes(model, camera)).all() and free.any()
