"""Contours: which dots are vertices, how far two contours are apart, and whether a drawing of dots can be read."""

import math
from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from flowbench.rules.games.dot_shape.records import SIZE_PX, UNITS_PER_PX, Dot, Layer, Layers

VERTEX_DEG = 20.0  # a dot is a vertex where the contour turns by at least this
CLEAR_VERTEX_DEG, CLEAR_PASS_DEG = 25.0, 4.0  # no dot turns by more than the one and less than the other
SAMPLE_STEP = 0.05  # of a side of a contour, between its points that are compared
SAME, DIFFERENT = 0.01, 0.06  # distance of contours, in diameters of the outer one: at most, and at least
MIN_DOT_PX, MIN_GAP_PX = 22.0, 14.0  # between dots, and between the contours of two layers
EDGE_PX = 26.0  # least distance of a dot from the edge of the picture

Points = NDArray[np.float64]  # (n, 2)


def points_of(layer: Layer) -> Points:
    """The dots in pixels."""
    return np.array(layer, dtype=np.float64) / UNITS_PER_PX


def all_points(layers: Layers) -> Points:
    """The dots of all layers in pixels, one layer after the other."""
    return points_of(tuple(dot for layer in layers for dot in layer))


def turns_deg(points: Sequence[tuple[float, float]]) -> list[float]:
    """By how much a closed contour turns at each of its points, 0 to 180 degrees."""
    found = []
    (x0, y0), (x1, y1) = points[-2], points[-1]
    before_x, before_y = x1 - x0, y1 - y0
    for x, y in points:
        after_x, after_y = x - x1, y - y1
        cross, dot = before_x * after_y - before_y * after_x, before_x * after_x + before_y * after_y
        found.append(math.degrees(math.atan2(abs(cross), dot)))
        x1, y1, before_x, before_y = x, y, after_x, after_y
    return [*found[1:], found[0]]  # the first one found is that at the last point


@lru_cache(maxsize=4096)
def layer_turns_deg(layer: Layer) -> tuple[float, ...]:
    """`turns_deg` of the dots of a layer."""
    return tuple(turns_deg(layer))


@lru_cache(maxsize=4096)
def vertices(layer: Layer) -> Layer:
    """The dots where the contour turns."""
    return tuple(dot for dot, turn in zip(layer, layer_turns_deg(layer), strict=True) if turn >= VERTEX_DEG)


@lru_cache(maxsize=256)
def contour_distance(first: Layers, second: Layers, enough: float = math.inf) -> float:
    """How far two drawings are apart once moved and scaled onto one another, in diameters of the outer contour.

    It is the largest distance of a point of a contour from the other's, of all layers and either way; infinite for
    drawings with different numbers of layers. Turned or mirrored drawings are different. Where it is more than
    `enough`, a smaller number that is also more than that may be returned, sooner.
    """
    if len(first) != len(second):
        return math.inf
    pairs = list(zip(_normalised(first), _normalised(second), strict=True))
    farthest = 0.0
    for step in (None, SAMPLE_STEP):  # corners alone, then points of the sides, too
        for one, two in pairs:
            farthest = max(farthest, float(shapely.hausdorff_distance(one, two, step)))
            if farthest > enough:
                return farthest
    return farthest


@lru_cache(maxsize=1024)
def _normalised(layers: Layers) -> tuple[shapely.LinearRing, ...]:
    """Each layer moved and scaled by what moves the outer contour's middle to 0 and scales its diameter to 1."""
    counts = [len(vertices(layer)) for layer in layers]
    corners = points_of(tuple(dot for layer in layers for dot in vertices(layer)))
    x, y = corners[: counts[0]].T
    size = math.sqrt(((x[:, None] - x) ** 2 + (y[:, None] - y) ** 2).max())
    rings = (corners - _middle(corners[: counts[0]])) / size
    return tuple(shapely.linearrings(rings, indices=np.repeat(range(len(layers)), counts)))


def _middle(corners: Points) -> Points:
    """(2,) the centroid of a closed line."""
    following = np.concatenate((corners[1:], corners[:1]))
    x, y = (following - corners).T
    lengths = np.sqrt(x * x + y * y)
    middle: Points = lengths @ (corners + following) / (2.0 * lengths.sum())
    return middle


@lru_cache(maxsize=4096)
def outline_of(layer: Layer) -> shapely.LinearRing:
    """The vertices of a layer, joined; pixels."""
    return shapely.linearrings(points_of(vertices(layer)))


def unclear_dots(layers: Layers) -> str | None:
    """Why the dots of a drawing cannot be read, in a few words; None when they can."""
    return unclear_points(all_points(layers))


def unclear_points(dots: Points) -> str | None:
    """As `unclear_dots`, of the dots of all layers in pixels."""
    x, y = dots.T
    apart = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 + _far_from_itself(len(dots))
    if apart.min() < MIN_DOT_PX**2:
        return f"dots are less than {MIN_DOT_PX:.0f} pixels apart"
    if dots.min() < EDGE_PX or dots.max() > SIZE_PX - EDGE_PX:
        return f"dots are less than {EDGE_PX:.0f} pixels from the edge"
    return None


@cache
def _far_from_itself(count: int) -> Points:
    """(count, count) a large number on the diagonal."""
    return np.diag(np.full(count, float(SIZE_PX**2)))


def unclear_contours(layers: Layers) -> str | None:
    """Why the contours are not the nested, clear ones they must be, in a few words; None when they are."""
    for layer in layers:
        if any(CLEAR_PASS_DEG < turn < CLEAR_VERTEX_DEG for turn in layer_turns_deg(layer)):
            return f"a dot turns by {CLEAR_PASS_DEG:.0f} to {CLEAR_VERTEX_DEG:.0f} degrees"
        if len(vertices(layer)) < 3 or not shapely.is_simple(outline_of(layer)):
            return "a contour crosses itself"
    outlines = [outline_of(layer) for layer in layers]
    for outer, inner in zip(outlines, outlines[1:], strict=False):
        apart = shapely.distance(outer, inner) >= MIN_GAP_PX
        if not apart or not shapely.contains(shapely.polygons(outer), inner):
            return f"layers are less than {MIN_GAP_PX:.0f} pixels apart, or not inside one another"
    return None


def counts_of(layers: Sequence[Sequence[Dot]]) -> tuple[int, ...]:
    """The number of dots in each layer."""
    return tuple(len(layer) for layer in layers)
