import dataclasses

import numpy as np
import pytest

from flowbench.envs.rooms.views import stand_at, views
from flowbench.records import Camera, Floats
from flowbench.render.meshes import Material
from flowbench.render.model import Instance, Model
from flowbench.render.panels import Panel
from flowbench.render.photo.charts import draw_charts
from flowbench.render.photo.edges import smooth
from flowbench.render.photo.emitters import EVERY, PATTERNS, emitters
from flowbench.render.photo.finish import TONES
from flowbench.render.photo.halving import halved
from flowbench.render.photo.lighting import lighting
from flowbench.render.pictures import PHOTOS, render
from flowbench.simulators import make_simulator, scenes
from tests.render.solids import box, camera_in, clutter

CHALK = Material("chalk", (0.7, 0.7, 0.7), gloss=0.0)
DOWN = Camera((0.0, 1.9, 0.0), 0.0, 90.0, 80.0, 200, 200)
LAMP = Panel((0.0, 2.4, 0.0), (0.3, 0.0, 0.0), (0.0, 0.0, 0.3), (0.0, -1.0, 0.0), (9.0, 9.0, 9.0), points=32)
STILL = np.eye(3)


def slab_over_floor(height: float, panels: tuple[Panel, ...] = (LAMP,), thick: float = 0.02) -> Model:
    """A board of 0.4 m at a height over a floor of 6 m."""
    floor = Instance(box((6.0, 0.1, 6.0), CHALK), 1, STILL, np.array([0.0, -0.05, 0.0]))
    board = Instance(box((0.4, thick, 0.4), CHALK), 2, STILL, np.array([0.0, height, 0.0]))
    return Model.build([floor, board], panels)


def brightness(model: Model, camera: Camera = DOWN) -> Floats:
    pixels = render(model, camera, "photo")
    return np.where(pixels.ids == 1, pixels.frame.astype(float).mean(axis=2), np.nan)


def beyond(model: Model) -> Floats:
    """Brightness of the floor along a line outwards from the board's edge."""
    row = brightness(model)[100]
    edge = int(np.flatnonzero(np.isnan(row)).max()) + 2
    return row[edge:199]


@pytest.mark.parametrize("quality", PHOTOS)
def test_photos_have_the_depth_and_ids_of_all_qualities(quality: str) -> None:
    model, camera = clutter(np.random.default_rng(6)), camera_in(np.random.default_rng(6))
    flat, photo = render(model, camera, "flat"), render(model, camera, quality)  # type: ignore[arg-type]
    assert flat.depth.tobytes() == photo.depth.tobytes()
    assert flat.ids.tobytes() == photo.ids.tobytes()
    assert photo.frame.any()


def test_a_shadow_is_dark_beside_what_casts_it_and_ends() -> None:
    beam = Panel((1.2, 1.6, 0.0), (0.0, 0.0, 0.15), (0.1, -0.1, 0.0), (-0.6, -0.8, 0.0), (40.0, 40.0, 40.0), points=32)
    row = brightness(slab_over_floor(0.25, (beam,)))[100]
    board = np.flatnonzero(np.isnan(row))
    shadow, before, after = row[board[0] - 3], row[board[0] - 25], row[board[-1] + 3]
    assert shadow < before - 25.0 and shadow < after - 25.0


def test_the_higher_a_thing_the_wider_and_softer_its_shadow() -> None:
    def steepest(height: float) -> float:
        beam = Panel((1.0, 1.9, 0.0), (0.0, 0.0, 0.3), (0.3, 0.0, 0.0), (-0.45, -0.893, 0.0), (30.0,) * 3, points=32)
        row = brightness(slab_over_floor(height, (beam,)))[100]
        return float(np.abs(np.diff(row[: int(np.flatnonzero(np.isnan(row))[0])])).max())

    assert steepest(0.06) > 1.3 * steepest(0.6)


def test_things_have_contact_shadows() -> None:
    standing, floating = beyond(slab_over_floor(0.1, thick=0.2)), beyond(slab_over_floor(0.5))
    assert standing[0] < standing[4] - 1.0 and (np.diff(standing[:4]) >= 0.0).all()
    assert floating[0] >= floating[15]


def test_half_shadows_have_no_pattern() -> None:
    picture = brightness(slab_over_floor(0.5))
    part = picture[20:70, 20:180]
    assert np.ptp(part) > 10.0
    even = part[:, 1:-1] - 0.5 * (part[:, :-2] + part[:, 2:])
    assert np.abs(even).max() < 3.0
    assert abs(float(even[:, ::2].mean() - even[:, 1::2].mean())) < 0.1


def test_charts_drawn_anew_where_something_moved_are_those_of_a_new_drawing() -> None:
    model = clutter(np.random.default_rng(3), 30)
    surface = int(model.geometry.owners[-3])
    moved = model.placed({surface: (STILL, np.array([0.4, 0.1, -0.3]))})
    light = lighting(moved)
    expected = draw_charts(moved, light.emitters, range(len(light.emitters.sizes)))
    assert light.charts.tobytes() == expected.tobytes()
    assert light.charts.tobytes() != lighting(model).charts.tobytes()


def test_a_lamp_shines_from_where_it_was_moved() -> None:
    model = slab_over_floor(0.5, (dataclasses.replace(LAMP, surface_id=2, centre=(0.0, 0.45, 0.0)),))
    moved = model.placed({2: (STILL, np.array([1.0, 0.5, 0.0]))})
    here, there = brightness(model), brightness(moved)
    assert np.nanmean(there[:, 140:]) > np.nanmean(here[:, 140:]) + 10.0
    assert np.nanmean(there[:, :60]) < np.nanmean(here[:, :60]) - 2.0


def test_a_photo_does_not_depend_on_what_was_drawn_before() -> None:
    model, camera = clutter(np.random.default_rng(8), 24), camera_in(np.random.default_rng(8), 90)
    moved = model.placed({int(model.geometry.owners[-1]): (STILL, np.array([0.0, 0.0, 0.5]))})
    first = render(moved, camera, "photo").frame.copy()
    for other in range(5):
        render(clutter(np.random.default_rng(other), 6), camera, "photo")
    assert render(moved, camera, "photo").frame.tobytes() == first.tobytes()


def test_points_of_a_panel_are_dealt_out_evenly_and_stay_on_it() -> None:
    found = emitters([LAMP, dataclasses.replace(LAMP, points=1)])
    assert np.bincount(found.patterns[:32]).tolist() == [8] * PATTERNS
    assert found.patterns[32] == EVERY
    assert np.abs(found.positions[:, [0, 2]]).max() < 0.3 and (found.positions[:, 1] == 2.4).all()
    for pattern in range(PATTERNS):
        assert np.allclose(found.positions[:32][found.patterns[:32] == pattern].mean(axis=0), (0, 2.4, 0), atol=0.1)
        assert np.isclose(found.powers[:32][found.patterns[:32] == pattern].sum(), 3 * 9.0 * 0.36)
    assert np.isclose(found.powers[32].sum(), 3 * 9.0 * 0.36)


def test_brighter_light_never_looks_darker_and_white_is_reached_late() -> None:
    assert (np.diff(TONES.astype(int)) >= 0).all()
    assert TONES[0] == 0 and TONES[len(TONES) // 2] < 170 and TONES[-1] == 255


def test_halving_mixes_light_and_not_bytes() -> None:
    frame = np.zeros((2, 4, 3), dtype=np.uint8)
    frame[:, 0], frame[:, 2:] = 255, 90
    assert halved(frame).tolist() == [[[188] * 3, [90] * 3]]


def test_a_slanted_outline_becomes_a_ramp_and_textures_stay() -> None:
    columns, rows = np.meshgrid(np.arange(40), np.arange(40))
    ids = (columns > 10 + rows // 4).astype(np.int32)
    frame = np.repeat((200 * ids.astype(np.uint8))[:, :, None], 3, axis=2)
    frame[:, 34] = 90
    facing = np.zeros((40, 3, 40), dtype=np.float32)
    facing[:, 2] = 1.0
    out = np.empty_like(frame)
    smooth(frame, ids, facing, np.empty((40, 40), dtype=np.int32), out)
    ramp = out[10:26, :, 0][np.arange(16), 12 + np.arange(16) // 4 + 0]
    assert len(np.unique(out[:, :30])) > 4
    assert ((out[:, 33:36] == frame[:, 33:36]).all()) and (ramp < 200).any()


def test_a_mirror_shows_what_is_behind_the_camera_on_the_right_side() -> None:
    glass = Material("glass", (0.8, 0.8, 0.8), gloss=1.0, metal=True)
    red, blue = Material("red", (0.9, 0.05, 0.05), gloss=0.0), Material("blue", (0.05, 0.05, 0.9), gloss=0.0)
    things = [
        Instance(box((2.0, 2.0, 0.02), glass), 1, STILL, np.array([0.0, 0.0, 2.0])),
        Instance(box((6.0, 6.0, 0.02), CHALK), 2, STILL, np.array([0.0, 0.0, 2.05])),
        Instance(box((0.6, 0.6, 0.6), red), 3, STILL, np.array([-0.9, 0.0, -1.0])),
        Instance(box((0.6, 0.6, 0.6), blue), 4, STILL, np.array([0.9, 0.0, -1.0])),
    ]
    front = Panel((0.0, 0.0, -0.2), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0), (20.0,) * 3, points=16)
    pixels = render(Model.build(things, (front,)), Camera((0.0, 0.0, 0.0), 0.0, 0.0, 60.0, 160, 160), "photo")
    assert set(np.unique(pixels.ids)) <= {1, 2}
    red_at, blue_at = (
        np.argwhere(pixels.frame[:, :, one].astype(int) > pixels.frame[:, :, other].astype(int) + 40)
        for one, other in ((0, 2), (2, 0))
    )
    assert len(red_at) > 50 and len(blue_at) > 50
    assert red_at[:, 1].max() < 80 < blue_at[:, 1].min()
    assert abs(float(red_at[:, 1].mean()) - (80 - 0.9 / 5.0 * 138.6)) < 4.0


def too_bright_and_too_dark(name: str) -> tuple[float, float]:
    """Shares of pixels above 250 and below 8 in the brightest channel, over two views of a scene."""
    engine, shares = make_simulator("embedded", 400, 400, "photo"), []
    for view in views(name, 2):
        level = stand_at(engine, name, view).frame.max(axis=2)
        shares.append((float((level > 250).mean()), float((level < 8).mean())))
    return max(share for share, _ in shares), max(share for _, share in shares)


@pytest.mark.parametrize("name", ["FloorPlan10", "FloorPlan213", "FloorPlan402", "FloorPlan_Train1_1"])
def test_photos_are_neither_blown_nor_drowned(name: str) -> None:
    bright, dark = too_bright_and_too_dark(name)
    assert bright <= 0.02 and dark <= 0.08


@pytest.mark.slow
@pytest.mark.parametrize("name", scenes.scene_names("ithor")[::5])
def test_no_photo_of_any_kind_of_room_is_blown_or_drowned(name: str) -> None:
    bright, dark = too_bright_and_too_dark(name)
    assert bright <= 0.02 and dark <= 0.08
