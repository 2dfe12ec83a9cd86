"""Contours: which dots are vertices, how far two contours are apart, and whether a drawing of dots can be read."""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from flowbench.rules.games.dot_shape.records import SIZE_PX, UNITS_PER_PX, Dot, Layer, Layers

VERTEX_DEG = 20.0  # a dot is a vertex where the contour turns by at least this
CLEAR_VERTEX_DEG, CLEAR_PASS_DEG = 25.0, 4.0  # no dot turns by more than the one and less than the other
SAMPLE_STEPS = 20  # of a side of a contour, whose points are compared
SAME, DIFFERENT = 0.01, 0.06  # distance of contours, in diameters of the outer one: at most, and at least
MIN_DOT_PX, MIN_GAP_PX = 22.0, 14.0  # between dots, and between the contours of two layers
EDGE_PX = 26.0  # least distance of a dot from the edge of the picture

_CLEAR_PASS_SLOPE, _VERTEX_SLOPE, _CLEAR_VERTEX_SLOPE = (
    math.tan(math.radians(limit)) for limit in (CLEAR_PASS_DEG, VERTEX_DEG, CLEAR_VERTEX_DEG)
)

Points = NDArray[np.float64]  # (n, 2)


def points_of(layer: Layer) -> Points:
    """The dots in pixels."""
    return np.array(layer, dtype=np.float64) / UNITS_PER_PX


def all_points(layers: Layers) -> Points:
    """The dots of all layers in pixels, one layer after the other."""
    return points_of(tuple(dot for layer in layers for dot in layer))


class Turn(IntEnum):
    """How a contour turns at a dot."""

    PASS = 0
    UNCLEAR_PASS = 1
    UNCLEAR_VERTEX = 2
    VERTEX = 3


@lru_cache(maxsize=4096)
def turns_of(layer: Layer) -> tuple[Turn, ...]:
    """At each of the dots."""
    found = []
    (x0, y0), (x1, y1) = layer[-2], layer[-1]
    before_x, before_y = x1 - x0, y1 - y0
    for x, y in layer:
        after_x, after_y = x - x1, y - y1
        cross, dot = abs(before_x * after_y - before_y * after_x), before_x * after_x + before_y * after_y
        found.append(_turn(cross, dot))
        x1, y1, before_x, before_y = x, y, after_x, after_y
    return (*found[1:], found[0])  # the first one found is that at the last dot


def _turn(cross: int, dot: int) -> Turn:
    """Between two sides, by their products; none where one has no length."""
    if cross == dot == 0:
        return Turn.PASS
    if cross >= _CLEAR_VERTEX_SLOPE * dot:
        return Turn.VERTEX
    if cross >= _VERTEX_SLOPE * dot:
        return Turn.UNCLEAR_VERTEX
    return Turn.UNCLEAR_PASS if cross > _CLEAR_PASS_SLOPE * dot else Turn.PASS


@lru_cache(maxsize=4096)
def vertices(layer: Layer) -> Layer:
    """The dots where the contour turns."""
    return tuple(dot for dot, turn in zip(layer, turns_of(layer), strict=True) if turn >= Turn.UNCLEAR_VERTEX)


@lru_cache(maxsize=256)
def contour_distance(first: Layers, second: Layers, enough: float = math.inf) -> float:
    """How far two drawings are apart once moved and scaled onto one another, in diameters of the outer contour.

    It is the largest distance of a point of a contour from the other's, of all layers and either way; infinite for
    drawings with different numbers of layers, or without contours. Turned or mirrored drawings are different. Where it
    is more than `enough`, a smaller number that is also more than that may be returned, sooner.
    """
    farthest = corner_distance(first, second, enough)
    return farthest if farthest > enough else max(farthest, _distance(_samples, first, second, enough))


@lru_cache(maxsize=256)
def corner_distance(first: Layers, second: Layers, enough: float = math.inf) -> float:
    """As `contour_distance`, of the corners of either drawing alone, so at most that."""
    return _distance(_corners, first, second, enough)


def _distance(points_on: Callable[["_Sides"], "Coordinates"], first: Layers, second: Layers, enough: float) -> float:
    if len(first) != len(second) or any(len(vertices(layer)) < 3 for layer in (*first, *second)):
        return math.inf
    farthest = 0.0
    for one, two in zip(_normalised(first), _normalised(second), strict=True):
        for some, other in ((one, two), (two, one)):
            farthest = max(farthest, _farthest(points_on(some), other))
            if farthest > enough:
                return farthest
    return farthest


@dataclass(frozen=True)
class _Sides:
    """The sides of a closed contour: x and y of where they start and of where they lead to from there; (n,) each."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    along_x: NDArray[np.float64]
    along_y: NDArray[np.float64]


Coordinates = tuple[NDArray[np.float64], NDArray[np.float64]]  # x and y of points


def _corners(contour: _Sides) -> Coordinates:
    return contour.x, contour.y


def _samples(contour: _Sides) -> Coordinates:
    shares = np.arange(SAMPLE_STEPS)[:, None] / SAMPLE_STEPS
    return (contour.x + shares * contour.along_x).ravel(), (contour.y + shares * contour.along_y).ravel()


def _farthest(points: Coordinates, contour: _Sides) -> float:
    """The largest distance of a point from a contour."""
    away_x, away_y = points[0][:, None] - contour.x, points[1][:, None] - contour.y
    along_x, along_y = contour.along_x, contour.along_y
    share = (away_x * along_x + away_y * along_y) / (along_x * along_x + along_y * along_y)
    np.minimum(np.maximum(share, 0.0, out=share), 1.0, out=share)
    away_x -= share * along_x
    away_y -= share * along_y
    return math.sqrt((away_x * away_x + away_y * away_y).min(axis=1).max())


@lru_cache(maxsize=1024)
def _normalised(layers: Layers) -> tuple[_Sides, ...]:
    """Each layer moved and scaled by what moves the outer contour's middle to 0 and scales its diameter to 1."""
    corners = points_of(tuple(dot for layer in layers for dot in vertices(layer)))
    counts = tuple(len(vertices(layer)) for layer in layers)
    along = corners[_following(counts)] - corners
    size = diameter_px(layers[0])
    starts = (corners - _middle(corners[: counts[0]], along[: counts[0]])) / size
    (x, y), (along_x, along_y) = starts.T, (along / size).T
    ends = list(itertools.accumulate(counts))
    parts = [slice(end - count, end) for end, count in zip(ends, counts, strict=True)]
    return tuple(_Sides(x[part], y[part], along_x[part], along_y[part]) for part in parts)


@cache
def _following(counts: tuple[int, ...]) -> NDArray[np.intp]:
    """(corners,) the place of the next corner of the same contour, in a row of contours of so many corners each."""
    first = np.cumsum([0, *counts[:-1]])
    return np.concatenate([np.roll(np.arange(count), -1) + start for count, start in zip(counts, first, strict=True)])


def _middle(corners: Points, along: Points) -> NDArray[np.float64]:
    """(2,) the centroid of a closed line of sides that lead from its corners."""
    lengths = np.sqrt(along[:, 0] * along[:, 0] + along[:, 1] * along[:, 1])
    middle: NDArray[np.float64] = lengths @ (corners + along / 2.0) / lengths.sum()
    return middle


@lru_cache(maxsize=4096)
def diameter_px(layer: Layer) -> float:
    """The largest distance of two vertices."""
    x, y = points_of(vertices(layer)).T
    return math.sqrt(((x[:, None] - x) ** 2 + (y[:, None] - y) ** 2).max())


@lru_cache(maxsize=4096)
def outline_of(layer: Layer) -> shapely.LinearRing:
    """The vertices of a layer, joined; pixels."""
    return shapely.linearrings(points_of(vertices(layer)))


def unclear_dots(layers: Layers) -> str | None:
    """Why the dots of a drawing cannot be read, in a few words; None when they can."""
    values = [value for layer in layers for dot in layer for value in dot]
    if min(values) < EDGE_PX * UNITS_PER_PX or max(values) > (SIZE_PX - EDGE_PX) * UNITS_PER_PX:
        return f"dots are less than {EDGE_PX:.0f} pixels from the edge"
    if least_distance_px(layers) < MIN_DOT_PX:
        return f"dots are less than {MIN_DOT_PX:.0f} pixels apart"
    return None


@lru_cache(maxsize=256)
def least_distance_px(layers: Layers) -> float:
    """Of any two dots."""
    x, y = all_points(layers).T
    apart = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 + _far_from_itself(len(x))
    return math.sqrt(apart.min())


@cache
def _far_from_itself(count: int) -> Points:
    """(count, count) a large number on the diagonal."""
    return np.diag(np.full(count, float(SIZE_PX**2)))


def unclear_contours(layers: Layers) -> str | None:
    """Why the contours are not the nested, clear ones they must be, in a few words; None when they are."""
    problem = next((found for layer in layers if (found := unclear_contour(layer)) is not None), None)
    if problem is not None or all(_are_nested(outer, inner) for outer, inner in zip(layers, layers[1:], strict=False)):
        return problem
    return f"layers are less than {MIN_GAP_PX:.0f} pixels apart, or not inside one another"


@lru_cache(maxsize=4096)
def unclear_contour(layer: Layer) -> str | None:
    """As `unclear_contours`, of a single layer."""
    if not {Turn.UNCLEAR_PASS, Turn.UNCLEAR_VERTEX}.isdisjoint(turns_of(layer)):
        return f"a dot turns by {CLEAR_PASS_DEG:.0f} to {CLEAR_VERTEX_DEG:.0f} degrees"
    if len(vertices(layer)) < 3 or not shapely.is_simple(outline_of(layer)):
        return "a contour crosses itself"
    return None


@lru_cache(maxsize=4096)
def _are_nested(outer: Layer, inner: Layer) -> bool:
    """Whether the inner contour lies inside the outer one, far enough from it."""
    if shapely.distance(outline_of(outer), outline_of(inner)) < MIN_GAP_PX:
        return False
    x, y = vertices(inner)[0]  # contours that do not touch are inside one another if one of their points is
    return bool(shapely.contains_xy(shapely.polygons(outline_of(outer)), x / UNITS_PER_PX, y / UNITS_PER_PX))


def counts_of(layers: Sequence[Sequence[Dot]]) -> tuple[int, ...]:
    """The number of dots in each layer."""
    return tuple(len(layer) for layer in layers)
