"""Single changes of a drawing that make its contour another one."""

import math
from collections.abc import Callable

import numpy as np

from flowbench.rules.games.dot_shape.contours import DIFFERENT, EDGE_PX, diameter_px, points_of, unclear_contours
from flowbench.rules.games.dot_shape.records import SIZE_PX, Layer, Layers
from flowbench.rules.games.dot_shape.sides import Corner, corners_of, layer_of, shared_out

Edit = Callable[[Layers], Layers]

MOVES = (0.62, 0.76, 1.3, 1.5)  # new distance of a moved vertex from the middle, in old ones
_MIDDLE = SIZE_PX / 2.0

Move = tuple[int, int, float]  # layer, vertex, new distance from the middle in old ones


def moves_of(layers: Layers, place: int) -> list[Move]:
    """Moves of the vertices of a layer that are far enough to make another contour, and stay on the picture."""
    least = DIFFERENT * diameter_px(layers[0])
    found = []
    for vertex, corner in enumerate(corners_of(layers[place])[0]):
        away = math.dist(corner, (_MIDDLE, _MIDDLE))
        farthest = max(abs(corner[0] - _MIDDLE), abs(corner[1] - _MIDDLE))
        found += [
            (place, vertex, factor)
            for factor in MOVES
            if away * abs(factor - 1.0) > least and farthest * factor <= _MIDDLE - EDGE_PX
        ]
    return found


def vertex_moved(place: int, vertex: int, factor: float) -> Edit:
    """A vertex nearer to the middle of the picture or farther from it, with the dots of its sides."""

    def edit(layers: Layers) -> Layers:
        corners, extra = corners_of(layers[place])
        chosen = vertex % len(corners)
        corners[chosen] = _scaled(corners[chosen], factor)
        return _with_layer(layers, place, layer_of(corners, extra))

    return edit


def vertex_removed(place: int, vertex: int) -> Edit:
    """A vertex that is none any more: its dot and those of its sides lie on the new side."""

    def edit(layers: Layers) -> Layers:
        corners, extra = corners_of(layers[place])
        chosen = vertex % len(corners)
        extra[chosen - 1] += extra[chosen] + 1
        del corners[chosen], extra[chosen]
        return _with_layer(layers, place, layer_of(corners, extra))

    return edit


def numbers_exchanged(place: int, first: int, second: int) -> Edit:
    """Two dots of a layer with each other's number."""

    def edit(layers: Layers) -> Layers:
        dots = list(layers[place])
        one, two = first % len(dots), second % len(dots)
        dots[one], dots[two] = dots[two], dots[one]
        return _with_layer(layers, place, tuple(dots))

    return edit


def shape_copied(place: int, other: int) -> Edit:
    """The shape of another layer in the place of a layer: at about its size, and of as many dots if it can be."""

    def edit(layers: Layers) -> Layers:
        corners, _ = corners_of(layers[other])
        sizes = [np.linalg.norm(points_of(layers[k]) - _MIDDLE, axis=1).mean() for k in (place, other)]
        scaled = [_scaled(corner, float(sizes[0] / sizes[1])) for corner in corners]
        return _with_layer(layers, place, layer_of(scaled, shared_out(scaled, len(layers[place]) - len(scaled))))

    return edit


def draw_edit(layers: Layers, rng: np.random.Generator, near: bool) -> tuple[str, Edit]:
    """A change in words and as a function; `near` ones move a vertex or exchange two numbers."""
    place = int(rng.integers(len(layers)))
    count = len(layers[place])
    one, two = (int(k) for k in rng.permutation(count)[:2])
    choices: list[tuple[str, Edit]] = [("two numbers exchanged", numbers_exchanged(place, one, two))]
    if moves := moves_of(layers, place):
        choices.append(("a vertex moved", vertex_moved(*moves[int(rng.integers(len(moves)))])))
    if not near:
        choices.append(("a vertex removed", vertex_removed(place, one)))
    if not near and len(layers) > 1:
        other = (place + int(rng.integers(1, len(layers)))) % len(layers)
        choices.append(("another layer's shape", shape_copied(place, other)))
    return choices[int(rng.integers(len(choices)))]


def is_clean(name: str, layers: Layers) -> bool:
    """Whether the contours of a changed drawing pass for right ones; with exchanged numbers they may well cross."""
    return "numbers" in name or unclear_contours(layers) is None


def _scaled(corner: Corner, factor: float) -> Corner:
    """A point so many times as far from the middle of the picture."""
    return (corner[0] - _MIDDLE) * factor + _MIDDLE, (corner[1] - _MIDDLE) * factor + _MIDDLE


def _with_layer(layers: Layers, place: int, layer: Layer) -> Layers:
    return (*layers[:place], layer, *layers[place + 1 :])
