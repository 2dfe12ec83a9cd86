"""Where the numbers of dots are written: beside their dots, and never nearer to another one."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from flowbench.rules.games.dot_shape.contours import Points, points_of
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


def label_places(layers: Layers) -> list[Points]:
    """(dots, 2) the middle of each number, layer by layer; chosen one after the other where there is most room."""
    dots = np.concatenate([points_of(layer) for layer in layers])
    numbers = [k + 1 for layer in layers for k in range(len(layer))]
    placed: list[NDArray[np.float64]] = []
    for place, (number, dot) in enumerate(zip(numbers, dots, strict=True)):
        ways = _ways(len(str(number)))
        spots = dot + ways
        room = _least_distance(spots, np.delete(dots, place, axis=0))
        room = np.minimum(room, _least_distance(spots, np.array(placed)) - 2.0) if placed else room
        cost = FARTHER_COST * np.linalg.norm(ways, axis=1) + STRAY_COST * _strays(dots, place, spots, len(str(number)))
        placed.append(spots[int((room - cost).argmax())])
    return _split(np.array(placed), [len(layer) for layer in layers])


def _strays(dots: Points, own: int, spots: Points, digits: int) -> NDArray[np.float64]:
    """(n,) by how much a digit of a number at each spot fails to be clearly nearest to the number's own dot, pixels."""
    ends = (-DIGIT_PX, DIGIT_PX) if digits > 1 else (0.0,)
    worst = np.zeros(len(spots))
    for end in ends:
        away = np.linalg.norm(spots[:, None, :] + (end, 0.0) - dots, axis=2)
        mine = away[:, own].copy()
        away[:, own] = np.inf
        worst = np.maximum(worst, mine + CLEARLY_PX - away.min(axis=1))
    return worst


@cache
def _ways(digits: int) -> Points:
    angles = 2.0 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    aslant = 1.0 + ASLANT * np.abs(np.sin(2.0 * angles))
    ellipse = aslant[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1) * AWAY_PX[digits - 1]
    return np.concatenate([farther * ellipse for farther in FARTHER])


def _least_distance(spots: Points, others: Points) -> NDArray[np.float64]:
    """(n,) the distance of each spot from the nearest other point; numbers are wider than high."""
    apart = (spots[:, None, :] - others) * np.array([1.0 - WIDER, 1.0])
    least: NDArray[np.float64] = np.sqrt((apart * apart).sum(axis=2)).min(axis=1)
    return np.minimum(least, ENOUGH_PX)


def _split(points: Points, counts: Sequence[int]) -> list[Points]:
    ends = np.cumsum(counts)
    return [points[end - count : end] for count, end in zip(counts, ends, strict=True)]
