"""A layer as its vertices and the number of dots on each side between them."""

from collections.abc import Sequence
from math import dist

from flowbench.rules.games.dot_shape.contours import Turn, turns_of
from flowbench.rules.games.dot_shape.records import UNITS_PER_PX, Layer

Corner = tuple[float, float]  # x, y, pixels


def corners_of(layer: Layer) -> tuple[list[Corner], list[int]]:
    """The vertices of a layer in pixels, and how many dots lie between each and the next."""
    places = [place for place, turn in enumerate(turns_of(layer)) if turn >= Turn.UNCLEAR_VERTEX]
    following = [*places[1:], places[0] + len(layer)]
    corners = [(layer[place][0] / UNITS_PER_PX, layer[place][1] / UNITS_PER_PX) for place in places]
    return corners, [b - a - 1 for a, b in zip(places, following, strict=True)]


def layer_of(corners: Sequence[Corner], extra: Sequence[int]) -> Layer:
    """The layer with these vertices, and so many dots at even distances between each and the next."""
    dots = []
    for (x, y), (next_x, next_y), more in zip(corners, [*corners[1:], corners[0]], extra, strict=True):
        for part in range(more + 1):
            share = part / (more + 1)
            dots.append((x + (next_x - x) * share, y + (next_y - y) * share))
    return tuple((round(x * UNITS_PER_PX), round(y * UNITS_PER_PX)) for x, y in dots)


def shared_out(corners: Sequence[Corner], count: int) -> list[int]:
    """How many of some dots go between each corner and the next, so that they are far apart (0 for less than none)."""
    sides = [dist(start, end) for start, end in zip(corners, [*corners[1:], corners[0]], strict=True)]
    extra = [0] * len(sides)
    for _ in range(count):
        gaps = [side / (more + 1) for side, more in zip(sides, extra, strict=True)]
        extra[gaps.index(max(gaps))] += 1
    return extra
