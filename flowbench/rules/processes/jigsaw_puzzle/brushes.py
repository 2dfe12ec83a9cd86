"""Shapes that pictures are painted with: outlines in a picture of height 1, x to the right, y up."""

import math
from collections.abc import Iterable, Sequence

from flowbench.rules.processes.entity import Colour

Point = tuple[float, float]
Layer = tuple[Colour, tuple[Point, ...]]

WHITE: Colour = (250, 250, 246)
_STEPS = 28  # points of a circle or a wave


def bands(width: float, tops: Sequence[tuple[float, Colour]]) -> Iterable[Layer]:
    """Stripes over the whole width, each from its top down to the bottom."""
    for top, colour in tops:
        yield colour, box(-0.1, -0.1, width + 0.1, top if top < 1.0 else 1.1)


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
    """A rectangle."""
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def disc(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """A circle."""
    return ellipse(x, y, radius, radius)


def ellipse(x: float, y: float, half_x: float, half_y: float) -> tuple[Point, ...]:
    """An ellipse."""
    angles = (2.0 * math.pi * k / _STEPS for k in range(_STEPS))
    return tuple((x + half_x * math.cos(a), y + half_y * math.sin(a)) for a in angles)


def dome(x: float, y: float, half_x: float, high: float) -> tuple[Point, ...]:
    """The upper half of an ellipse."""
    angles = (math.pi * k / 14 for k in range(15))
    return tuple((x + half_x * math.cos(a), y + high * math.sin(a)) for a in angles)


def hill(width: float, y: float, rise: float, phase: float, waves: float) -> tuple[Point, ...]:
    """All below a wave."""
    xs = [-0.1 + (width + 0.2) * k / _STEPS for k in range(_STEPS + 1)]
    top = tuple((x, y + rise * math.sin(phase + 2.0 * math.pi * waves * x / width)) for x in xs)
    return (*top, (width + 0.1, -0.1), (-0.1, -0.1))


def wave(x: float, y: float) -> tuple[Point, ...]:
    """A crest on the water."""
    return (x - 0.05, y), (x, y + 0.008), (x + 0.05, y), (x, y + 0.016)


def cloud(x: float, y: float, size: float) -> Iterable[Layer]:
    """Four ellipses."""
    for dx, dy, share in ((-1.1, 0.0, 0.75), (1.15, -0.05, 0.8), (0.0, 0.3, 1.1), (0.1, -0.25, 0.9)):
        yield WHITE, ellipse(x + dx * size, y + dy * size, 1.1 * share * size, 0.8 * share * size)


def fir(x: float, y: float, high: float, shade: int) -> Iterable[Layer]:
    """A trunk and three tiers."""
    yield (94, 66, 48), box(x - 0.08 * high, y - 0.06, x + 0.08 * high, y + 0.1 * high)
    for k in range(3):
        half, low = (0.36 - 0.08 * k) * high, y + (0.05 + 0.27 * k) * high
        yield ((34, 84, 66), (46, 100, 70))[shade], ((x - half, low), (x + half, low), (x, low + 0.42 * high))


def roof(left: float, wide: float, high: float, kind: int) -> Iterable[Layer]:
    """Pointed, with a mast, or stepped."""
    middle = left + wide / 2.0
    if kind == 0:
        yield (58, 44, 60), ((left, high), (left + wide, high), (middle, high + 0.09))
    elif kind == 1:
        yield (58, 44, 60), box(middle - 0.006, high, middle + 0.006, high + 0.1)
        yield (232, 80, 70), disc(middle, high + 0.1, 0.014)
    else:
        yield (58, 44, 60), box(left + 0.2 * wide, high, left + 0.8 * wide, high + 0.035)
