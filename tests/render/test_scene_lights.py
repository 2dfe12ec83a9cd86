import dataclasses

import numpy as np
import pytest

from flowbench.records import Layout
from flowbench.render.panels import Panel
from flowbench.render.photo.lighting import lighting
from flowbench.simulators import scenes
from flowbench.simulators.embedded.lights import LAMP_TYPES, is_lit, panels
from flowbench.simulators.embedded.loading import load_model, load_scene

NAMES = ("FloorPlan1", "FloorPlan19", "FloorPlan204", "FloorPlan322", "FloorPlan419", "FloorPlan_Train1_1")


def over_floor(layout: Layout, panel: Panel, ahead_m: float) -> bool:
    """Whether a point in front of a panel lies inside the room."""
    point = np.asarray(panel.centre) + ahead_m * np.asarray(panel.normal)
    low, high = layout.floor.min(axis=0), layout.floor.max(axis=0)
    inside = (low <= point[[0, 2]]).all() and (point[[0, 2]] <= high).all()
    return bool(inside and 0.0 <= point[1] <= layout.ceiling_m)


@pytest.mark.parametrize("name", NAMES)
def test_all_panels_look_into_the_room(name: str) -> None:
    layout = load_scene(name)
    found = panels(layout)
    assert [panel.shines for panel in found] == sorted((panel.shines for panel in found), reverse=True)
    large = [panel for panel in found if panel.points > 1 or not panel.shines]
    assert all(over_floor(layout, panel, 0.3) for panel in large)
    for panel in found:
        frame = [np.asarray(side) / np.linalg.norm(side) for side in (panel.right, panel.up, panel.normal)]
        np.testing.assert_allclose(np.abs(np.linalg.det(frame)), 1.0, atol=1e-6)


def test_every_scene_is_lit_and_no_scene_by_too_many_points() -> None:
    for source in ("ithor", "robothor"):
        for name in scenes.scene_names(source)[::6]:
            found = [panel for panel in panels(load_scene(name)) if panel.shines]
            assert 16 <= sum(panel.points for panel in found if panel.points > 1) <= 64, name


def test_lamps_shine_only_when_they_are_on_and_there() -> None:
    layout = load_scene("FloorPlan322")
    lamps = [item for item in layout.objects if item.object_type in LAMP_TYPES]
    assert lamps and not any(is_lit(item) for item in lamps)
    assert not any(panel.surface_id for panel in panels(layout))
    lit = load_scene("FloorPlan201")
    owners = {panel.surface_id for panel in panels(lit) if panel.surface_id}
    assert owners == {lit.surface_ids[item.object_id] for item in lit.objects if is_lit(item)}
    assert not any(panel.surface_id for panel in panels(lit, frozenset(item.object_id for item in lit.objects)))


def test_an_unlit_lamp_does_not_glow_and_a_lit_one_does() -> None:
    glows = []
    for name in ("FloorPlan322", "FloorPlan201"):
        layout, geometry = load_scene(name), load_model(load_scene(name)).geometry
        ids = [layout.surface_ids[item.object_id] for item in layout.objects if item.object_type in LAMP_TYPES]
        glows.append(float(geometry.glow[geometry.materials[np.isin(geometry.surfaces, ids)]].max()))
    assert glows[0] == 0.0 and glows[1] > 0.5


def test_the_exposure_suits_bright_and_dim_rooms_alike() -> None:
    model = load_model(load_scene("FloorPlan419"))
    dimmed = [
        dataclasses.replace(panel, colour=tuple(part / 10.0 for part in panel.colour)) if panel.shines else panel
        for panel in model.geometry.panels
    ]
    dim = dataclasses.replace(model, geometry=dataclasses.replace(model.geometry, panels=tuple(dimmed)))
    one, other = lighting(model), lighting(dim)
    assert other.exposure == pytest.approx(10.0 * one.exposure, rel=1e-4)
    assert one.charts.tobytes() == other.charts.tobytes()
