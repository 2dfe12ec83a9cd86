"""Layers of outlines, for flat drawings and for solids alike.

A drawing fills a square about its middle whose sides are 1 long. Later layers lie on those before them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from flowbench.render.clip.sketch import Point, rounded_rectangle

MAIN, DARK, LIGHT = "main", "dark", "light"  # the thing's colour, darker, lighter
WHITE, BLACK, METAL, WATER, MUD, RED, WOOD, CREAM = "white", "black", "metal", "water", "mud", "red", "wood", "cream"


@dataclass(frozen=True)
class Layer:
    """An outline with its tone and the height of its upper side, in sides of the square."""

    outline: tuple[Point, ...]
    tone: str
    top: float


def box(tone: str, top: float, half_x: float, half_y: float, centre: Point = (0.0, 0.0), radius: float = 0.03) -> Layer:
    """A rectangle with round corners."""
    return Layer(tuple(rounded_rectangle(half_x, half_y, min(radius, half_x, half_y) * 0.999, centre)), tone, top)


def oval(
    tone: str, top: float, radius_x: float, radius_y: float | None = None, centre: Point = (0.0, 0.0), sides: int = 28
) -> Layer:
    """An ellipse."""
    radius_y = radius_x if radius_y is None else radius_y
    angles = [2.0 * math.pi * k / sides for k in range(sides)]
    return Layer(
        tuple((centre[0] + radius_x * math.cos(a), centre[1] + radius_y * math.sin(a)) for a in angles), tone, top
    )


def shape(tone: str, top: float, *points: Point) -> Layer:
    """Any outline."""
    return Layer(points, tone, top)


def mirrored(half: Sequence[Point]) -> tuple[Point, ...]:
    """The right half of an outline, from the lower to the upper end, and its mirror image."""
    return (*half, *((-x, y) for x, y in reversed(half)))
