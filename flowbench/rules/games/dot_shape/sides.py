"""A layer as its vertices and the number of dots on each side between them."""

from collections.abc import Sequence

import numpy as np

from flowbench.rules.games.dot_shape.contours import VERTEX_DEG, Points, points_of, turns_deg
from flowbench.rules.games.dot_shape.records import UNITS_PER_PX, Layer


def corners_of(layer: Layer) -> tuple[Points, list[int]]:
    """The vertices of a layer in pixels, and how many dots lie between each and the next."""
    places = np.flatnonzero(turns_deg(layer) >= VERTEX_DEG)
    following = [*places[1:], places[0] + len(layer)]
    return points_of(layer)[places], [int(b - a - 1) for a, b in zip(places, following, strict=True)]


def layer_of(corners: Points, extra: Sequence[int]) -> Layer:
    """The layer with these vertices, and so many dots at even distances between each and the next."""
    dots = []
    for k, (corner, more) in enumerate(zip(corners, extra, strict=True)):
        following = corners[(k + 1) % len(corners)]
        dots += [corner + (following - corner) * part / (more + 1) for part in range(more + 1)]
    return tuple((round(float(x) * UNITS_PER_PX), round(float(y) * UNITS_PER_PX)) for x, y in dots)
