"""Contours: which dots are vertices, how far two contours are apart, and whether a drawing of dots can be read."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from flowbench.rules.games.dot_shape.records import SIZE_PX, UNITS_PER_PX, Dot, Layer, Layers

VERTEX_DEG = 20.0  # a dot is a vertex where the contour turns by at least this
CLEAR_VERTEX_DEG, CLEAR_PASS_DEG = 25.0, 4.0  # no dot turns by more than the one and less than the other
SAMPLES = 256  # points of a contour that are compared
SAME, DIFFERENT = 0.01, 0.06  # distance of contours, in diameters of the outer one: at most, and at least
MIN_DOT_PX, MIN_GAP_PX = 22.0, 14.0  # between dots, and between the contours of two layers
EDGE_PX = 26.0  # least distance of a dot from the edge of the picture

Points = NDArray[np.float64]  # (n, 2)


def points_of(layer: Layer) -> Points:
    """The dots in pixels."""
    return np.array(layer, dtype=np.float64) / UNITS_PER_PX


def turns_deg(layer: Layer) -> NDArray[np.float64]:
    """(dots,) by how much the contour turns at each dot, 0 to 180 degrees."""
    return turns_at(points_of(layer))


def turns_at(points: Points) -> NDArray[np.float64]:
    """(n,) by how much a closed contour turns at each of its (n, 2) points, 0 to 180 degrees."""
    after = _following(points) - points
    before = np.concatenate([after[-1:], after[:-1]])
    cross = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    turns: NDArray[np.float64] = np.degrees(np.abs(np.arctan2(cross, (before * after).sum(axis=1))))
    return turns


def _following(points: Points) -> Points:
    """For each point of a closed contour the next one."""
    return np.concatenate([points[1:], points[:1]])


@lru_cache(maxsize=4096)
def vertices(layer: Layer) -> Layer:
    """The dots where the contour turns."""
    return tuple(dot for dot, turn in zip(layer, turns_deg(layer), strict=True) if turn >= VERTEX_DEG)


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
    for look in (_from_corners, _from_all_points):
        for one, two in pairs:
            farthest = max(farthest, look(one, two), look(two, one))
            if farthest > enough:
                return farthest
    return farthest


@dataclass(frozen=True, eq=False)
class _Contour:
    """The vertices of a contour."""

    outline: Points

    @cached_property
    def along(self) -> Points:
        """Points at equal steps along it."""
        return resampled(self.outline)


def _from_corners(contour: _Contour, other: _Contour) -> float:
    """The largest distance of a vertex of one contour from the other contour."""
    return float(distances_from(contour.outline, other.outline).max())


def _from_all_points(contour: _Contour, other: _Contour) -> float:
    """The largest distance of a point of one contour from the other contour."""
    return float(distances_from(contour.along, other.outline).max())


@lru_cache(maxsize=1024)
def _normalised(layers: Layers) -> tuple[_Contour, ...]:
    """Each layer moved and scaled by what moves the outer contour's middle to 0 and scales its diameter to 1."""
    outlines = [points_of(vertices(layer)) for layer in layers]
    middle = resampled(outlines[0]).mean(axis=0)
    size = np.linalg.norm(outlines[0][:, None] - outlines[0], axis=2).max()
    return tuple(_Contour((outline - middle) / size) for outline in outlines)


def resampled(outline: Points, count: int = SAMPLES) -> Points:
    """(count, 2) points at equal steps along a closed contour."""
    closed = np.concatenate([outline, outline[:1]])
    steps = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))])
    along = steps[-1] * (np.arange(count) + 0.5) / count
    return np.stack([np.interp(along, steps, closed[:, axis]) for axis in (0, 1)], axis=1)


def distances_from(points: Points, outline: Points) -> NDArray[np.float64]:
    """(n,) the distance of each of (n, 2) points from a closed contour."""
    x, y = outline.T
    along_x, along_y = (_following(outline) - outline).T
    away_x, away_y = points[:, 0, None] - x, points[:, 1, None] - y
    lengths = np.maximum(along_x * along_x + along_y * along_y, 1e-12)
    share = np.clip((away_x * along_x + away_y * along_y) / lengths, 0.0, 1.0)
    off_x, off_y = away_x - share * along_x, away_y - share * along_y
    distances: NDArray[np.float64] = np.sqrt((off_x * off_x + off_y * off_y).min(axis=1))
    return distances


def is_simple(outline: Points) -> bool:
    """Whether no two sides of a contour cross or touch, but neighbours at their common end."""
    starts, ends = outline, _following(outline)
    count = len(outline)
    one, two = np.triu_indices(count, 2)
    apart = ~((one == 0) & (two == count - 1))
    one, two = one[apart], two[apart]
    sides = [
        _side(starts[one], ends[one], starts[two]),
        _side(starts[one], ends[one], ends[two]),
        _side(starts[two], ends[two], starts[one]),
        _side(starts[two], ends[two], ends[one]),
    ]
    return not bool(((sides[0] * sides[1] <= 0) & (sides[2] * sides[3] <= 0)).any())


def _side(start: Points, end: Points, point: Points) -> NDArray[np.float64]:
    """Above 0 on one side of a line, below on the other; -1, 0 or 1."""
    along, away = end - start, point - start
    sides: NDArray[np.float64] = np.sign(along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0])
    return sides


def winds_around(outline: Points, points: Points) -> bool:
    """Whether a contour goes around all of these points (even-odd rule)."""
    x, y = points[:, 0, None], points[:, 1, None]
    (ax, ay), (bx, by) = outline.T, _following(outline).T
    level = (ay <= y) != (by <= y)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = level & (x < ax + (y - ay) / (by - ay) * (bx - ax))
    return bool((crossing.sum(axis=1) % 2 == 1).all())


def unclear_dots(layers: Layers) -> str | None:
    """Why the dots of a drawing cannot be read, in a few words; None when they can."""
    dots = np.concatenate([points_of(layer) for layer in layers])
    apart = np.linalg.norm(dots[:, None] - dots, axis=2)
    apart[np.diag_indices(len(dots))] = math.inf
    if apart.min() < MIN_DOT_PX:
        return f"dots are less than {MIN_DOT_PX:.0f} pixels apart"
    if dots.min() < EDGE_PX or dots.max() > SIZE_PX - EDGE_PX:
        return f"dots are less than {EDGE_PX:.0f} pixels from the edge"
    return None


def unclear_contours(layers: Layers) -> str | None:
    """Why the contours are not the nested, clear ones they must be, in a few words; None when they are."""
    for layer in layers:
        turns = turns_deg(layer)
        if ((turns > CLEAR_PASS_DEG) & (turns < CLEAR_VERTEX_DEG)).any():
            return f"a dot turns by {CLEAR_PASS_DEG:.0f} to {CLEAR_VERTEX_DEG:.0f} degrees"
        if len(vertices(layer)) < 3 or not is_simple(points_of(vertices(layer))):
            return "a contour crosses itself"
    for outer, inner in zip(layers, layers[1:], strict=False):
        outside, inside = points_of(vertices(outer)), points_of(vertices(inner))
        gap = min(distances_from(inside, outside).min(), distances_from(outside, inside).min())
        if gap < MIN_GAP_PX or not winds_around(outside, inside):
            return f"layers are less than {MIN_GAP_PX:.0f} pixels apart, or not inside one another"
    return None


def counts_of(layers: Sequence[Sequence[Dot]]) -> tuple[int, ...]:
    """The number of dots in each layer."""
    return tuple(len(layer) for layer in layers)
