"""Layers of dots moved, scaled, renumbered, turned and mirrored as wholes."""

from itertools import islice

import numpy as np

from flowbench.rules.games.dot_shape.contours import EDGE_PX, MIN_DOT_PX, Points, least_distance_px
from flowbench.rules.games.dot_shape.records import SIZE_PX, UNITS_PER_PX, Layer, Layers

SCALES = (0.88, 1.04)  # least and largest, of an option
ROUNDING_PX = 0.15  # by which two dots may come closer when both are moved to whole units
_WHOLE, _EDGE = SIZE_PX * UNITS_PER_PX, EDGE_PX * UNITS_PER_PX


def presented(layers: Layers, rng: np.random.Generator) -> Layers:
    """The same drawing at another size and place, numbered from another dot and perhaps the other way round.

    Args:
        layers: dots that can be read, see `unclear_dots`; they still can be.
    """
    renumbered = tuple(_renumbered(layer, rng) for layer in layers)
    dots = np.array([dot for layer in renumbered for dot in layer], dtype=np.float64)
    least, most = _scales(layers, dots)
    scale = float(rng.uniform(least, most)) if least < most else 1.0
    placed = iter(_moved(dots, scale, rng).astype(int).tolist())
    return tuple(tuple((x, y) for x, y in islice(placed, len(layer))) for layer in renumbered)


def turned(layers: Layers, quarters: int) -> Layers:
    """The drawing after quarter turns clockwise."""
    for _ in range(quarters % 4):
        layers = tuple(tuple((_WHOLE - y, x) for x, y in layer) for layer in layers)
    return layers


def mirrored(layers: Layers) -> Layers:
    """The drawing with left and right exchanged."""
    return tuple(tuple((_WHOLE - x, y) for x, y in layer) for layer in layers)


def _renumbered(layer: Layer, rng: np.random.Generator) -> Layer:
    start = int(rng.integers(len(layer)))
    around = layer[start:] + layer[:start]
    return around if rng.random() < 0.5 else around[::-1]


def _scales(layers: Layers, dots: Points) -> tuple[float, float]:
    """Least and largest scale at which dots are far enough apart, and all of them on the picture."""
    extent = float((dots.max(axis=0) - dots.min(axis=0)).max())
    closest = (MIN_DOT_PX + ROUNDING_PX) / least_distance_px(layers)
    return max(SCALES[0], closest), min(SCALES[1], (_WHOLE - 2.0 * _EDGE) / extent)


def _moved(dots: Points, scale: float, rng: np.random.Generator) -> Points:
    """All dots scaled, then shifted anywhere they still lie on the picture, in whole units."""
    scaled = dots * scale
    lowest, highest = _EDGE - scaled.min(axis=0), _WHOLE - _EDGE - scaled.max(axis=0)
    moved: Points = np.rint(scaled + rng.uniform(lowest, highest))
    return moved
