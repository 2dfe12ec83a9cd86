"""Where the numbers of dots are written: beside their dots, and never nearer to another one."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from flowbench.rules.games.dot_shape.contours import Points, all_points
from flowbench.rules.games.dot_shape.records import Layers

AWAY_PX = ((14.0, 15.5), (18.5, 15.5))  # of the middle of a number of one or two digits from its dot, in x and in y
FARTHER = (1.0, 1.2)  # times as far, to choose from
ASLANT = 0.2  # so much farther in diagonal directions, where the corners of a number and of a square meet
DIRECTIONS = 16
WIDER = 0.35  # a number is wider than high: sideways distances count so much less
ENOUGH_PX = 24.0  # more room than this makes no difference
DIGIT_PX = 4.3  # of the middle of either digit from the middle of a number of two
CLEARLY_PX = 1.5  # by which each digit is nearer to its own dot than to any other
STRAY_COST = 8.0  # of room, for each pixel by which it is not
FARTHER_COST = 0.15  # of room, for each pixel that a number is farther from its dot
NUMBER_GAP_PX = 2.0  # of room, that another number takes more than a dot

Squares = NDArray[np.float64]


def label_places(layers: Layers) -> list[Points]:
    """(dots, 2) the middle of each number, layer by layer; chosen one after the other where there is most room."""
    dots = all_points(layers)
    digits = np.array([len(str(k + 1)) for layer in layers for k in range(len(layer))])
    ways = np.stack([_ways(1), _ways(2)])[digits - 1]
    spots = dots[:, None, :] + ways
    stray = np.maximum(*(_strays(dots, spots + (end, 0.0)) for end in (-DIGIT_PX, DIGIT_PX)))
    stray[digits == 1] = _strays(dots, spots)[digits == 1]
    cost = FARTHER_COST * np.sqrt((ways * ways).sum(axis=2)) + STRAY_COST * stray
    worth = _room(spots, dots)
    placed = np.empty_like(dots)
    for k in range(len(dots)):
        room = np.minimum(worth[k], _least_distance(spots[k], placed[:k]) - NUMBER_GAP_PX) if k else worth[k]
        placed[k] = spots[k, int((room - cost[k]).argmax())]
    return _split(placed, [len(layer) for layer in layers])


def _strays(dots: Points, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """(dots, ways) by how much a point, one a way, fails to be clearly nearest to its own dot, pixels; none below 0."""
    own, others = _apart(dots, points, 1.0)
    return np.maximum(np.sqrt(own) + CLEARLY_PX - np.sqrt(others), 0.0)


def _room(spots: NDArray[np.float64], dots: Points) -> NDArray[np.float64]:
    """(dots, ways) the distance of each spot from the nearest dot of another number."""
    return np.minimum(np.sqrt(_apart(dots, spots, 1.0 - WIDER)[1]), ENOUGH_PX)


def _apart(dots: Points, points: NDArray[np.float64], across: float) -> tuple[Squares, Squares]:
    """(dots, ways) squared distances of points, some a dot, from their own dot and from the nearest other one.

    Args:
        across: what sideways distances count.
    """
    x = (points[:, :, None, 0] - dots[:, 0]) * across
    y = points[:, :, None, 1] - dots[:, 1]
    squares = x * x + y * y
    each = np.arange(len(dots))
    own = squares[each, :, each]
    squares[each, :, each] = np.inf
    return own, squares.min(axis=2)


@cache
def _ways(digits: int) -> Points:
    angles = 2.0 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    aslant = 1.0 + ASLANT * np.abs(np.sin(2.0 * angles))
    ellipse = aslant[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1) * AWAY_PX[digits - 1]
    return np.concatenate([farther * ellipse for farther in FARTHER])


def _least_distance(spots: Points, others: Points) -> NDArray[np.float64]:
    """(n,) the distance of each spot from the nearest other point; numbers are wider than high."""
    x = (spots[:, 0, None] - others[:, 0]) * (1.0 - WIDER)
    y = spots[:, 1, None] - others[:, 1]
    least: NDArray[np.float64] = np.sqrt((x * x + y * y).min(axis=1))
    return np.minimum(least, ENOUGH_PX)


def _split(points: Points, counts: Sequence[int]) -> list[Points]:
    ends = np.cumsum(counts)
    return [points[end - count : end] for count, end in zip(counts, ends, strict=True)]
