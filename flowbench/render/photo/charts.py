"""Charts: how far each emitter sees in each direction, from which shadows are read."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.camera import NEAR_M
from flowbench.render import raster
from flowbench.render.model import Model
from flowbench.render.photo.emitters import Emitters
from flowbench.render.view import Flags, look

Charts = NDArray[np.uint16]  # those of all emitters in one row
Numbers = NDArray[np.int64]

STEPS = 65535.0 * NEAR_M  # of inverse depth, in a 1/m
LEAST_M = 0.12  # what is smaller casts no shadow in the light that walls throw back


def draw_charts(model: Model, emitters: Emitters, numbers: Iterable[int]) -> Charts:
    """The charts of some emitters, the others empty."""
    charts = np.zeros(int(emitters.starts[-1]), dtype=np.uint16)
    large = model.geometry.spheres[:, 3] >= LEAST_M
    for number in numbers:
        side = int(emitters.sizes[number])
        _draw(model, emitters, number, charts, (0, side, 0, side), None if emitters.shines[number] else large)
    return charts


def redraw_charts(before: Model, after: Model, emitters: Emitters, charts: Charts, moved: Flags) -> Charts:
    """The charts when the instances `moved` (I,) have gone from their places in one model to those in another."""
    charts = charts.copy()
    old, new = _windows(before, emitters), _windows(after, emitters)
    large = before.geometry.spheres[:, 3] >= LEAST_M
    for number in range(len(emitters.sizes)):
        casts = np.ones(len(moved), dtype=np.bool_) if emitters.shines[number] else large
        for instance in np.flatnonzero(moved & casts):
            window = _tuple(old[number, instance])
            if window[0] < window[1] and window[2] < window[3]:
                _chart(emitters, number, charts)[window[0] : window[1], window[2] : window[3]] = 0
                near = _meets(old[number], old[number, instance]) & ~moved & casts
                _draw(before, emitters, number, charts, window, near)
        side = int(emitters.sizes[number])
        if (moved & casts & _meets(new[number], np.array([0, side, 0, side]))).any():
            _draw(after, emitters, number, charts, (0, side, 0, side), moved & casts)
    return charts


def _draw(
    model: Model,
    emitters: Emitters,
    number: int,
    charts: Charts,
    window: tuple[int, int, int, int],
    wanted: Flags | None,
) -> None:
    side = int(emitters.sizes[number])
    lens = (side / 2.0, side / 2.0, side / (2.0 * float(emitters.tangents[number])))
    view = look(model, emitters.positions[number], emitters.frames[number], lens, (side, side), wanted)
    chart = _chart(emitters, number, charts)
    raster.chart(view.count, view.planes, view.pieces, view.spans, lens, window, STEPS, chart)


def _chart(emitters: Emitters, number: int, charts: Charts) -> Charts:
    side, start = int(emitters.sizes[number]), int(emitters.starts[number])
    return charts[start : start + side * side].reshape(side, side)


def _windows(model: Model, emitters: Emitters) -> Numbers:
    """(E, I, 4) rows and columns (first, last + 1) of each chart that each instance may reach into."""
    middle = np.einsum("ijk,ik->ij", model.rotations, model.geometry.spheres[:, :3]) + model.translations
    offset = middle[None] - emitters.positions[:, None]
    x, y, z = (np.einsum("eik,ek->ei", offset, emitters.frames[:, k]) for k in range(3))
    reach = model.geometry.spheres[:, 3] * (1.0 + 1e-9) + 1e-9
    half = emitters.sizes[:, None] / 2.0
    f = half / emitters.tangents[:, None]
    nearest = np.maximum(z - reach, NEAR_M)
    ends = [(side - sign * reach) for side in (-y, x) for sign in (1.0, -1.0)]
    low = [half + f * np.minimum(end / nearest, end / (nearest + 2.0 * reach)) for end in ends[::2]]
    high = [half + f * np.maximum(end / nearest, end / (nearest + 2.0 * reach)) for end in ends[1::2]]
    side = emitters.sizes[:, None]
    bounds = [np.clip(np.floor(low[0]) - 1, 0, side), np.clip(np.ceil(high[0]) + 1, 0, side)]
    bounds += [np.clip(np.floor(low[1]) - 1, 0, side), np.clip(np.ceil(high[1]) + 1, 0, side)]
    windows = np.stack(bounds, axis=2).astype(np.int64)
    windows[z + reach <= NEAR_M] = 0
    return windows


def _meets(windows: Numbers, window: Numbers) -> Flags:
    rows = (windows[:, 0] < window[1]) & (windows[:, 1] > window[0])
    return np.asarray(rows & (windows[:, 2] < window[3]) & (windows[:, 3] > window[2]))


def _tuple(window: Numbers) -> tuple[int, int, int, int]:
    top, bottom, left, right = window.tolist()
    return top, bottom, left, right
