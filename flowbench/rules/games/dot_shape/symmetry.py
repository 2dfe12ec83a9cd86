"""Drawings that are the same but for turning, mirroring, numbering, place and size."""

from typing import Any

from flowbench.rules.games.dot_shape.contours import vertices
from flowbench.rules.games.dot_shape.records import Layers

STEPS = 64  # of the grid over the size of the drawing

Corners = list[tuple[int, int]]


def canonical(layers: Layers) -> Any:
    """The least of the eight likenesses of the vertices on a grid, each contour from its least vertex on."""
    outlines = _on_grid([vertices(layer) for layer in layers])
    likenesses = []
    for start in (outlines, [[(-x, y) for x, y in outline] for outline in outlines]):
        for _ in range(4):
            likenesses.append([_from_least(outline) for outline in start])
            start = [[(-y, x) for x, y in outline] for outline in start]
    return min(likenesses)


def _on_grid(outlines: list[tuple[tuple[int, int], ...]]) -> list[Corners]:
    """Around the middle of the outer contour's box, in steps of its longer side; symmetric about the middle."""
    xs, ys = [x for x, _ in outlines[0]], [y for _, y in outlines[0]]
    sum_x, sum_y = min(xs) + max(xs), min(ys) + max(ys)
    size = max(max(xs) - min(xs), max(ys) - min(ys))
    return [
        [(round(STEPS * (2 * x - sum_x) / (2 * size)), round(STEPS * (2 * y - sum_y) / (2 * size))) for x, y in outline]
        for outline in outlines
    ]


def _from_least(outline: Corners) -> Corners:
    """The corners from the least one on, the way round that is less."""
    least = outline.index(min(outline))
    around = outline[least:] + outline[:least]
    return min(around, around[:1] + around[:0:-1])
