"""Layers of dots moved, scaled, renumbered, turned and mirrored as wholes."""

from itertools import islice

import numpy as np

from flowbench.rules.games.dot_shape.contours import EDGE_PX, Points, unclear_points
from flowbench.rules.games.dot_shape.records import SIZE_PX, UNITS_PER_PX, Layer, Layers
from flowbench.rules.games.rejection import Reject

SCALES = (0.88, 1.04)  # least and largest, of an option
TRIES = 6  # of a scale and a shift; the last try is at scale 1
_WHOLE = SIZE_PX * UNITS_PER_PX


def presented(layers: Layers, rng: np.random.Generator) -> Layers:
    """The same drawing at another size and place, numbered from another dot and perhaps the other way round.

    Raises:
        Reject: when it can be read at no size.
    """
    renumbered = tuple(_renumbered(layer, rng) for layer in layers)
    for left in reversed(range(TRIES)):
        scale = float(rng.uniform(*SCALES)) if left else 1.0
        moved = _moved(renumbered, scale, rng)
        if moved is not None and unclear_points(moved / UNITS_PER_PX) is None:
            placed = iter(moved.astype(int).tolist())
            return tuple(tuple((x, y) for x, y in islice(placed, len(layer))) for layer in renumbered)
    raise Reject("no place for an option")


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


def _moved(layers: Layers, scale: float, rng: np.random.Generator) -> Points | None:
    """All dots scaled around the middle, then shifted anywhere they still lie on the picture, in whole units.

    None when there is no such place.
    """
    dots = np.array([dot for layer in layers for dot in layer], dtype=np.float64)
    scaled = (dots - _WHOLE / 2) * scale + _WHOLE / 2
    edge = EDGE_PX * UNITS_PER_PX
    lowest, highest = edge - scaled.min(axis=0), _WHOLE - edge - scaled.max(axis=0)
    if (lowest > highest).any():
        return None
    moved: Points = np.rint(scaled + rng.uniform(lowest, highest))
    return moved
