"""Light for what has none of its own: a large soft lamp from the upper left, a weaker one from the right."""

import numpy as np

from flowbench.records import Floats
from flowbench.render.panels import Panel

_KEY, _FILL = (-0.45, 0.75, 0.5), (0.8, 0.45, 0.4)  # directions from the middle to the lamps
_KEY_COLOUR, _FILL_COLOUR = (13.0, 12.6, 12.0), (4.0, 4.3, 4.8)
_SPAN = 1.2  # distance of the lamps and twice their size, in diagonals of what they light


def studio(low: Floats, high: Floats) -> tuple[Panel, ...]:
    """Two lamps about a box."""
    middle, reach = (low + high) / 2.0, max(float(np.sqrt(((high - low) ** 2).sum())) * _SPAN, 0.2)
    return _lamp(middle, reach, _KEY, _KEY_COLOUR, 16), _lamp(middle, reach, _FILL, _FILL_COLOUR, 8)


def _lamp(
    middle: Floats, reach: float, way: tuple[float, float, float], colour: tuple[float, float, float], points: int
) -> Panel:
    direction = np.array(way)
    direction = direction / np.sqrt((direction**2).sum())
    right = np.array([direction[2], 0.0, -direction[0]])
    right = right / np.sqrt((right**2).sum())
    up = np.cross(direction, right)
    centre, half = middle + reach * direction, reach / 4.0
    return Panel(_vector(centre), _vector(half * right), _vector(half * up), _vector(-direction), colour, points=points)


def _vector(value: Floats) -> tuple[float, float, float]:
    return float(value[0]), float(value[1]), float(value[2])
