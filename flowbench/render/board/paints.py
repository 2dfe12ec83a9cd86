"""Eight colours with names that are told apart at a glance, and a black pattern for each where there are no colours."""

from collections.abc import Iterator, Mapping

from flowbench.render.board.canvas import Canvas, Point
from flowbench.render.board.clipping import Shape, banded, reach
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

_ACROSS: Mapping[str, Point] = {
    "columns": (1.0, 0.0),
    "rows": (0.0, 1.0),
    "rising": (0.5**0.5, 0.5**0.5),
    "falling": (0.5**0.5, -(0.5**0.5)),
}
_DOT_HALF = 0.3  # of the side of a dot, a square on its corner, in periods


def draw_pattern(canvas: Canvas, paint: str, shape: Shape, ident: int, origin: Point = (0.0, 0.0)) -> None:
    """Fill a convex polygon with the pattern of a paint. It begins at `origin`, so that it can move with a piece."""
    pattern, (x, y) = PATTERNS[paint], origin
    canvas.polygon(shape, BLACK if pattern == "solid" else WHITE, ident)
    for part in _ink(pattern, [(a - x, b - y) for a, b in shape], PERIOD_PX):
        if len(part) > 2:
            canvas.polygon([(a + x, b + y) for a, b in part], BLACK, ident)


def _ink(pattern: str, shape: Shape, period: float) -> Iterator[Shape]:
    """The black parts of a pattern within a polygon."""
    if pattern in _ACROSS:
        across = _ACROSS[pattern]
        for low in _starts(reach(shape, across), period):
            yield banded(shape, across, low, low + period / 2.0)
    elif pattern in ("dots", "checks"):
        yield from _lattice(pattern, shape, period)


def _lattice(pattern: str, shape: Shape, period: float) -> Iterator[Shape]:
    """Dots, or the black squares of a chess board, row by row."""
    half = period / 2.0
    for row in _starts(reach(shape, (0.0, 1.0)), half if pattern == "checks" else period):
        shift = half * (round(row / half) % 2) if pattern == "checks" else 0.0
        height = half if pattern == "checks" else period
        band = banded(shape, (0.0, 1.0), row, row + height)
        if len(band) < 3:
            continue
        low, high = reach(band, (1.0, 0.0))
        for left in _starts((low - shift, high - shift), period):
            yield _square(band, left + shift, half) if pattern == "checks" else _dot(band, left, row, period)


def _square(band: Shape, left: float, side: float) -> Shape:
    return banded(band, (1.0, 0.0), left, left + side)


def _dot(band: Shape, left: float, top: float, period: float) -> Shape:
    """A diamond in the middle of its cell, as far as it lies in the band."""
    part: Shape = band
    for across in (_ACROSS["rising"], _ACROSS["falling"]):
        at = across[0] * (left + period / 2.0) + across[1] * (top + period / 2.0)
        part = banded(part, across, at - _DOT_HALF * period, at + _DOT_HALF * period) if len(part) > 2 else part
    return part


def _starts(span: tuple[float, float], period: float) -> list[float]:
    """Multiples of a period whose stripe may meet a span."""
    first, last = int(span[0] // period), int(span[1] // period)
    return [k * period for k in range(first, last + 1)]
