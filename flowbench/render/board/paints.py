"""Eight colours with names that are told apart at a glance, and a black pattern for each where there are no colours."""

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from flowbench.render.board.canvas import Canvas, Coordinates, Point, Stencil
from flowbench.render.board.clipping import Shape
from flowbench.render.board.colours import BLACK, WHITE
from flowbench.render.drawing import Colour

PAINTS: Mapping[str, Colour] = {
    "red": (214, 24, 44),
    "orange": (250, 150, 24),
    "yellow": (244, 236, 76),
    "green": (28, 142, 78),
    "blue": (22, 92, 172),
    "purple": (192, 74, 224),
    "white": (252, 250, 252),
    "brown": (82, 50, 18),
}
"""Any two are at least 25 apart by CIEDE2000."""

PATTERNS: Mapping[str, str] = {
    "red": "columns",
    "orange": "dots",
    "yellow": "rising",
    "green": "falling",
    "blue": "rows",
    "purple": "checks",
    "white": "plain",
    "brown": "solid",
}
"""What stands for a colour in a picture without colours."""

PERIOD_PX = 8.0  # of a pattern: half of it black, half white

_DOT_REACH = 0.42  # of a dot, a square on its corner, from its middle to its corners; in periods


def draw_pattern(canvas: Canvas, paint: str, shape: Shape, ident: int, origin: Point = (0.0, 0.0)) -> None:
    """Fill a polygon with the pattern of a paint. It begins at `origin`, so that it can move with a piece."""
    pattern = PATTERNS[paint]
    canvas.polygon(shape, BLACK if pattern == "solid" else WHITE, ident)
    if pattern in _STENCILS:
        canvas.stencil(shape, BLACK, lambda x, y: _STENCILS[pattern](x - origin[0], y - origin[1]))


def _columns(x: Coordinates, y: Coordinates) -> NDArray[np.bool_]:
    return np.broadcast_to(_first_half(x), (len(y), len(x)))


def _rows(x: Coordinates, y: Coordinates) -> NDArray[np.bool_]:
    return np.broadcast_to(_first_half(y)[:, None], (len(y), len(x)))


def _rising(x: Coordinates, y: Coordinates) -> NDArray[np.bool_]:
    """Stripes that run up to the right, as wide as the level ones."""
    return _first_half((x + y[:, None]) * math.sqrt(0.5))


def _falling(x: Coordinates, y: Coordinates) -> NDArray[np.bool_]:
    return _first_half((x - y[:, None]) * math.sqrt(0.5))


def _checks(x: Coordinates, y: Coordinates) -> NDArray[np.bool_]:
    checks: NDArray[np.bool_] = _first_half(x) == _first_half(y)[:, None]
    return checks


def _dots(x: Coordinates, y: Coordinates) -> NDArray[np.bool_]:
    away_x, away_y = (np.abs(values % PERIOD_PX - PERIOD_PX / 2.0) for values in (x, y))
    dots: NDArray[np.bool_] = away_x + away_y[:, None] < _DOT_REACH * PERIOD_PX
    return dots


def _first_half(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether values are in the first halves of their periods."""
    first: NDArray[np.bool_] = np.floor(values * (2.0 / PERIOD_PX)).astype(np.int32) & 1 == 0
    return first


_STENCILS: Mapping[str, Stencil] = {
    "columns": _columns,
    "rows": _rows,
    "rising": _rising,
    "falling": _falling,
    "checks": _checks,
    "dots": _dots,
}
"""Where the patterns are black, but for those that are of one colour."""
