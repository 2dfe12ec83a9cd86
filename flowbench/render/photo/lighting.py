"""How a model is lit: emitters, their charts, what the room throws back, and the exposure that suits it."""

import dataclasses
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from flowbench.records import Floats
from flowbench.render.model import Geometry, Model
from flowbench.render.panels import Panel
from flowbench.render.photo.charts import Charts, draw_charts, redraw_charts
from flowbench.render.photo.emitters import Emitters, emitters
from flowbench.render.photo.finish import mirror_rows
from flowbench.render.photo.gather import irradiance
from flowbench.render.photo.studio import studio
from flowbench.render.view import Flags

KEPT_SCENES, KEPT_POSES = 2, 3  # about 10 MB each
MEAN_LIGHT = 1.9  # what the mean of a room's surfaces receives, in the units of `finish`, which takes 1 / pi of it
STUDIO = np.array([[1.2, 1.2, 1.2], [1.6, 1.6, 1.6], [2.6, 2.6, 2.6]], dtype=np.float32)
MOST_RETURNED = 0.6  # of what arrives, walls of any colour throw back no more
_CLEAR_M = 0.01


@dataclass(frozen=True, eq=False)
class Lighting:
    """What a picture of a model is lit with.

    Attributes:
        ambient: (3,) float32 light that arrives from everywhere.
        exposure: factor on all light.
        surroundings: (3, 3) float32 what polished things mirror below, beside and above them.
        mirrored: (P, MIRRORED) what shines, see `finish.mirror_rows`.
    """

    emitters: Emitters
    charts: Charts
    ambient: NDArray[np.float32]
    exposure: float
    surroundings: NDArray[np.float32]
    mirrored: Floats


@lru_cache(maxsize=KEPT_POSES)
def lighting(model: Model) -> Lighting:
    """The light on a model; that of a model at rest is kept, and only what moved is drawn anew."""
    rest = _at_rest(model.geometry)
    moved = _moved(model)
    if not moved.any():
        return rest
    carried = _carried(rest.emitters, model, moved)
    here = Model(model.geometry, model.geometry.rest_rotations, model.geometry.rest_translations)
    charts = redraw_charts(here, model, carried, rest.charts, moved)
    gone = np.flatnonzero((carried.positions != rest.emitters.positions).any(axis=1))
    if len(gone):
        fresh, starts = draw_charts(model, carried, gone.tolist()), carried.starts
        for number in gone.tolist():
            charts[starts[number] : starts[number + 1]] = fresh[starts[number] : starts[number + 1]]
    return dataclasses.replace(rest, emitters=carried, charts=charts)


@lru_cache(maxsize=KEPT_SCENES)
def _at_rest(geometry: Geometry) -> Lighting:
    model = Model(geometry, geometry.rest_rotations, geometry.rest_translations)
    panels = geometry.panels or studio(*model.bounds())
    found = emitters(panels)
    charts = draw_charts(model, found, range(len(found.sizes)))
    throwing = [panel for panel in panels if not panel.shines]
    if not throwing:
        return Lighting(found, charts, np.full(3, 0.9, dtype=np.float32), 1.0, STUDIO, mirror_rows(panels))
    arrived = _arrived(throwing, found, charts)
    colours = np.array([panel.colour for panel in throwing])
    powers = found.powers.copy()
    powers[~found.shines] *= arrived / np.pi
    areas = found.areas[~found.shines]
    thrown = _mean(arrived * colours, areas)
    share = np.minimum(_mean(colours, areas), MOST_RETURNED)
    ambient = thrown * share / (1.0 - share)
    mean = float(np.median(_mean(arrived, areas) + thrown + ambient))
    lit = dataclasses.replace(found, powers=powers)
    exposure = MEAN_LIGHT / max(mean, 1e-6)
    around = _surroundings(throwing, arrived * colours + ambient * colours, areas)
    return Lighting(lit, charts, ambient.astype(np.float32), exposure, around, mirror_rows(panels))


def _arrived(panels: list[Panel], found: Emitters, charts: Charts) -> Floats:
    """(n, 3) mean direct light on panels, from 3 x 3 points of each."""
    spots = []
    for panel in panels:
        centre, right, up, normal = (np.asarray(v) for v in (panel.centre, panel.right, panel.up, panel.normal))
        spots += [centre + a * right + b * up + _CLEAR_M * normal for a in (-0.7, 0.0, 0.7) for b in (-0.7, 0.0, 0.7)]
    normals = np.repeat(np.array([panel.normal for panel in panels]), 9, axis=0)
    rows = found.rows(np.zeros(3), np.eye(3))
    each = irradiance(np.array(spots), normals, rows, found.starts, charts, found.shines)
    return np.asarray(sum(each[k::9] for k in range(9)) / 9.0)


def _surroundings(panels: list[Panel], thrown: Floats, areas: Floats) -> NDArray[np.float32]:
    """(3, 3) mean light thrown back by what faces up, sideways and down; the mean of all where nothing does."""
    rise = np.array([panel.normal[1] for panel in panels])
    rows = [_mean(thrown, areas)] * 3
    for k, part in enumerate((rise > 0.5, np.abs(rise) <= 0.5, rise < -0.5)):
        rows[k] = _mean(thrown[part], areas[part]) if part.any() else rows[k]
    return np.array(rows, dtype=np.float32)


def _mean(values: Floats, weights: Floats) -> Floats:
    """(3,) weighted mean of (n, 3) rows, summed one by one: NumPy's own sums differ in their last bits by processor."""
    total = np.zeros(3)
    for value, weight in zip(values, weights, strict=True):
        total = total + value * weight
    mean: Floats = total / sum(weights.tolist())
    return mean


def _moved(model: Model) -> Flags:
    turned = (model.rotations != model.geometry.rest_rotations).any(axis=(1, 2))
    return np.asarray(turned | (model.translations != model.geometry.rest_translations).any(axis=1))


def _carried(found: Emitters, model: Model, moved: Flags) -> Emitters:
    """The emitters with those of moved surfaces where these went."""
    positions, frames, scene = found.positions.copy(), found.frames.copy(), model.geometry
    for instance in np.flatnonzero(moved):
        owned = found.owners == scene.owners[instance]
        if owned.any():
            turn = _product(model.rotations[instance], scene.rest_rotations[instance].T)
            offset = positions[owned] - scene.rest_translations[instance]
            positions[owned] = _turned(offset, turn) + model.translations[instance]
            frames[owned] = _turned(frames[owned].reshape(-1, 3), turn).reshape(-1, 3, 3)
    return dataclasses.replace(found, positions=positions, frames=frames)


def _turned(points: Floats, turn: Floats) -> Floats:
    return points[:, 0:1] * turn[:, 0] + points[:, 1:2] * turn[:, 1] + points[:, 2:3] * turn[:, 2]


def _product(a: Floats, b: Floats) -> Floats:
    product: Floats = a[:, 0:1] * b[0] + a[:, 1:2] * b[1] + a[:, 2:3] * b[2]
    return product
