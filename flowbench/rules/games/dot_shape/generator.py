"""Draws layers of dots for Dot Shape."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.rules.games.difficulty import Dial
from flowbench.rules.games.dot_shape.contours import (
    CLEAR_VERTEX_DEG,
    MIN_DOT_PX,
    Points,
    turns_at,
    unclear_contours,
    unclear_dots,
)
from flowbench.rules.games.dot_shape.records import SIZE_PX, Layer, Layers
from flowbench.rules.games.dot_shape.sides import layer_of
from flowbench.rules.games.rejection import Reject

LAYER_COUNT = Dial((1, 1), (1, 2), (2, 3))
VERTEX_COUNT = Dial((5, 7), (7, 10), (9, 14))
PASS_COUNT = Dial((0, 2), (2, 5), (4, 9))  # dots of a layer where the contour does not turn
LEAST_VERTICES, MOST_VERTICES, MOST_PASSES = 4, 14, 9  # of a layer of an option
MAX_LAYERS, MAX_DOTS = 3, MOST_VERTICES + MOST_PASSES
RINGS_PX = {1: ((100.0, 226.0),), 2: ((142.0, 226.0), (56.0, 104.0)), 3: ((166.0, 228.0), (98.0, 136.0), (38.0, 76.0))}
ROOM_PX = MIN_DOT_PX + 3.0  # drawn a little wider apart than needed, so that a drawing may shrink
LAYOUT_TRIES = 12
SHAPE_ROUNDS = 60  # of drawing radii anew where the contour hardly turns
UNEVEN_SHARE = 0.25  # of a side's length, by which chance may outdo the widest gap
SHARPEST_DEG = 140.0  # a sharper corner looks like a spike


@dataclass(frozen=True)
class Size:
    """How many vertices and other dots a layer gets."""

    vertices: int
    passes: int


def draw_sizes(rng: np.random.Generator, hard: float) -> tuple[Size, ...]:
    """Sizes of the layers; inner ones have no more dots than there is room for."""
    layers = LAYER_COUNT.draw(rng, hard)
    sizes = []
    for place in range(layers):
        room = most_dots(layers, place)
        corners = min(VERTEX_COUNT.draw(rng, hard), room)
        sizes.append(Size(corners, min(PASS_COUNT.draw(rng, hard), room - corners)))
    return tuple(sizes)


def size_with(rng: np.random.Generator, dots: int) -> Size:
    """A size with this number of dots."""
    corners = int(rng.integers(max(LEAST_VERTICES, dots - MOST_PASSES), min(dots, MOST_VERTICES) + 1))
    return Size(corners, dots - corners)


def most_dots(layers: int, place: int) -> int:
    """Dots that surely fit on a layer, by the length of a circle in the middle of its ring."""
    inner, outer = RINGS_PX[layers][place]
    return min(MAX_DOTS, int(math.pi * (inner + outer) / (1.15 * ROOM_PX)))


def draw_layers(rng: np.random.Generator, sizes: Sequence[Size]) -> Layers:
    """Nested contours of these sizes.

    Raises:
        Reject: when the dots do not fit, or a contour hardly turns somewhere, again and again.
    """
    for _ in range(LAYOUT_TRIES):
        try:
            layers = tuple(_draw_layer(rng, size, ring) for size, ring in zip(sizes, RINGS_PX[len(sizes)], strict=True))
        except Reject:
            continue
        if unclear_dots(layers) is None and unclear_contours(layers) is None:
            return layers
    raise Reject("no clear layout")


def _draw_layer(rng: np.random.Generator, size: Size, ring: tuple[float, float]) -> Layer:
    corners = _draw_corners(rng, size.vertices, ring)
    start, backwards = int(rng.integers(len(corners))), bool(rng.random() < 0.5)
    corners = np.roll(corners, start, axis=0)[:: -1 if backwards else 1]
    return layer_of(corners, _draw_extra(rng, corners, size.passes))


def _draw_corners(rng: np.random.Generator, count: int, ring: tuple[float, float]) -> Points:
    """(count, 2) corners around the middle of the picture; the contour turns clearly at each."""
    angles = 2.0 * math.pi * (np.arange(count) + rng.uniform(-0.3, 0.3, count)) / count + rng.uniform(
        0.0, 2.0 * math.pi
    )
    ways = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    radii = rng.uniform(*ring, count)
    for _ in range(SHAPE_ROUNDS):
        corners: Points = SIZE_PX / 2.0 + radii[:, None] * ways
        turns = turns_at(corners)
        dull = (turns < CLEAR_VERTEX_DEG + 2.0) | (turns > SHARPEST_DEG)
        if not dull.any():
            return corners
        radii = np.where(dull, rng.uniform(*ring, count), radii)
    raise Reject("contour hardly turns, or too much")


def _draw_extra(rng: np.random.Generator, corners: Points, count: int) -> list[int]:
    """How many dots to put between each corner and the next, as the lengths of the sides allow."""
    sides = np.linalg.norm(np.concatenate([corners[1:], corners[:1]]) - corners, axis=1)
    extra = np.zeros(len(corners), dtype=np.intp)
    for _ in range(count):
        gaps = sides / (extra + 2)
        room = gaps >= ROOM_PX
        if not room.any():
            raise Reject("no room for more dots")
        extra[np.where(room, gaps + rng.uniform(0.0, UNEVEN_SHARE, len(sides)) * sides, 0.0).argmax()] += 1
    return [int(more) for more in extra]
