"""Draws layers of dots for Dot Shape."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.rules.games.difficulty import Dial, Span
from flowbench.rules.games.dot_shape.contours import (
    CLEAR_VERTEX_DEG,
    MIN_DOT_PX,
    unclear_contours,
    unclear_dots,
)
from flowbench.rules.games.dot_shape.records import SIZE_PX, Layer, Layers
from flowbench.rules.games.dot_shape.sides import Corner, layer_of
from flowbench.rules.games.rejection import Reject

LAYER_COUNT = Dial((1, 1), (1, 2), (2, 3))
VERTEX_COUNT = Dial((5, 7), (7, 10), (9, 14))
PASS_COUNT = Dial((0, 2), (2, 5), (4, 9))  # dots of a layer where the contour does not turn
LEAST_SPREAD = 4  # of the numbers of dots that a layer may have
LEAST_VERTICES, MOST_VERTICES, MOST_PASSES = 4, 14, 9  # of a layer of an option
MAX_LAYERS, MAX_DOTS = 3, MOST_VERTICES + MOST_PASSES
RINGS_PX = {1: ((100.0, 226.0),), 2: ((142.0, 226.0), (56.0, 104.0)), 3: ((166.0, 228.0), (98.0, 136.0), (38.0, 76.0))}
ROOM_PX = MIN_DOT_PX + 3.0  # drawn a little wider apart than needed, so that a drawing may shrink
LAYOUT_TRIES, LAYER_TRIES = 12, 12
SHAPE_ROUNDS = 60  # of drawing radii anew where the contour hardly turns
UNEVEN_SHARE = 0.25  # of a side's length, by which chance may outdo the widest gap
SHARPEST_DEG = 140.0  # a sharper corner looks like a spike

_LEAST_SLOPE = math.tan(math.radians(CLEAR_VERTEX_DEG + 2.0))
_SHARPEST_SLOPE = math.tan(math.radians(SHARPEST_DEG))

_MIDDLE: Corner = (SIZE_PX / 2.0, SIZE_PX / 2.0)


@dataclass(frozen=True)
class Size:
    """How many vertices and other dots a layer gets."""

    vertices: int
    passes: int


def draw_sizes(rng: np.random.Generator, hard: float) -> tuple[Size, ...]:
    """Sizes of the layers; where there is no room for as many dots as drawn, any number that fits is as likely."""
    layers = LAYER_COUNT.draw(rng, hard)
    sizes = []
    for place in range(layers):
        corners, passes = VERTEX_COUNT.draw(rng, hard), PASS_COUNT.draw(rng, hard)
        low, high = dots_span(layers, place, hard)
        dots = corners + passes if corners + passes <= high else int(rng.integers(low, high + 1))
        corners = min(corners, dots)
        sizes.append(Size(corners, dots - corners))
    return tuple(sizes)


def dots_span(layers: int, place: int, hard: float) -> Span:
    """The least and the greatest number of dots of a layer."""
    low, high = (sum(pair) for pair in zip(VERTEX_COUNT.span(hard), PASS_COUNT.span(hard), strict=True))
    high = min(high, most_dots(layers, place))
    return min(low, high - LEAST_SPREAD), high


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
        layers = tuple(_draw_layer(rng, size, ring) for size, ring in zip(sizes, RINGS_PX[len(sizes)], strict=True))
        if unclear_dots(layers) is None and unclear_contours(layers) is None:
            return layers
    raise Reject("no clear layout")


def _draw_layer(rng: np.random.Generator, size: Size, ring: tuple[float, float]) -> Layer:
    for _ in range(LAYER_TRIES):
        corners = _draw_corners(rng, size.vertices, ring)
        extra = _draw_extra(rng, corners, size.passes) if corners else None
        if extra is None:
            continue
        layer = layer_of(corners, extra)
        start, backwards = int(rng.integers(len(layer))), bool(rng.random() < 0.5)
        return (layer[start:] + layer[:start])[:: -1 if backwards else 1]
    raise Reject("no room for more dots, or a contour hardly turns")


def _draw_corners(rng: np.random.Generator, count: int, ring: tuple[float, float]) -> list[Corner]:
    """Corners around the middle of the picture; the contour turns clearly at each. None where that does not work."""
    first, (least, most) = float(rng.uniform(0.0, 2.0 * math.pi)), ring
    shifts: list[float] = rng.uniform(-0.3, 0.3, count).tolist()
    angles = [first + 2.0 * math.pi * (k + shift) / count for k, shift in enumerate(shifts)]
    towards = [(math.cos(angle), math.sin(angle)) for angle in angles]
    corners = [(_MIDDLE[0] + least * x, _MIDDLE[1] + least * y) for x, y in towards]
    drawn: Sequence[int] = range(count)
    for _ in range(SHAPE_ROUNDS):
        for k in drawn:
            radius = least + (most - least) * rng.random()
            corners[k] = (_MIDDLE[0] + radius * towards[k][0], _MIDDLE[1] + radius * towards[k][1])
        drawn = _unclear_corners(corners)
        if not drawn:
            return corners
    return []


def _unclear_corners(corners: Sequence[Corner]) -> list[int]:
    """Where a contour turns by less than it must, or by more than it may."""
    found = []
    (x0, y0), (x1, y1) = corners[-2], corners[-1]
    before_x, before_y = x1 - x0, y1 - y0
    for k, (x, y) in enumerate(corners):
        after_x, after_y = x - x1, y - y1
        cross, dot = before_x * after_y - before_y * after_x, before_x * after_x + before_y * after_y
        if abs(cross) < (_LEAST_SLOPE if dot > 0.0 else _SHARPEST_SLOPE) * dot:
            found.append(k - 1)
        x1, y1, before_x, before_y = x, y, after_x, after_y
    return found


def _draw_extra(rng: np.random.Generator, corners: Sequence[Corner], count: int) -> list[int] | None:
    """How many dots to put between each corner and the next, as the lengths of the sides allow; None if they do not."""
    sides = [math.dist(start, end) for start, end in zip(corners, [*corners[1:], corners[0]], strict=True)]
    rooms = [max(0, int(side / ROOM_PX) - 1) for side in sides]
    if sum(rooms) < count:
        return None
    chances = iter(rng.uniform(0.0, UNEVEN_SHARE, len(sides) + count).tolist())
    extra = [0] * len(sides)
    appeal = [side * (next(chances) + 0.5) if room else 0.0 for side, room in zip(sides, rooms, strict=True)]
    for _ in range(count):
        best = appeal.index(max(appeal))
        extra[best] += 1
        full = extra[best] == rooms[best]
        appeal[best] = 0.0 if full else sides[best] * (next(chances) + 1.0 / (extra[best] + 2))
    return extra
