"""Colours in CIELAB (D65, 2 degrees), where a distance of about 2.3 is just noticeable."""

import math

from flowbench.render.drawing import Colour

Lab = tuple[float, float, float]

# IEC 61966-2-1: linear sRGB to XYZ, rows X, Y, Z; the white point is the sum of each row.
_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_EPSILON, _KAPPA = 216.0 / 24389.0, 24389.0 / 27.0  # CIE 15: where the cube root gives way to a line, and its slope


def to_lab(colour: Colour | tuple[float, float, float]) -> Lab:
    """L* (0 to 100), a*, b* of an sRGB colour (0 to 255 a channel).

    >>> [round(value, 1) for value in to_lab((255, 255, 255))]
    [100.0, 0.0, 0.0]
    """
    linear = [_linear(channel / 255.0) for channel in colour]
    x, y, z = (_root(sum(w * c for w, c in zip(row, linear, strict=True)) / sum(row)) for row in _TO_XYZ)
    return 116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)


def distance(one: Lab, two: Lab) -> float:
    """CIE 1976 colour difference."""
    return math.dist(one, two)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else math.pow((value + 0.055) / 1.055, 2.4)


def _root(value: float) -> float:
    return math.pow(value, 1.0 / 3.0) if value > _EPSILON else (_KAPPA * value + 16.0) / 116.0
