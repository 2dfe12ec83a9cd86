"""Marks on pictures: coloured dots, and red badges with white digits; all edges are smooth.

Positions are (x, y) of a pixel, whose centre the mark is centred on; radii are in pixels and include the rim.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw

from flowbench.records import Floats, Image
from flowbench.render.drawing import Colour, font

Point = tuple[int, int]

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
RED: Colour = (205, 16, 16)  # white digits on it have a contrast of 5.6 to 1

# Sizes as shares of the shorter side of the picture, and the least number of pixels that can still be told apart.
DOT_SHARE, SMALL_DOT_SHARE, LEAST_DOT_PX = 0.0150, 0.0085, 4.5
BADGE_SHARE, LEAST_BADGE_PX = 0.0200, 8.0

# Bands of a mark from the rim inwards, as shares of its radius.
_DOT_BANDS = (1.0, 0.84, 0.66)  # black, white, colour
_RING_BANDS = (1.0, 0.86, 0.72, 0.34)  # black, white, colour, hole
_BADGE_BANDS = (1.0, 0.90)  # rim, ground
_DIGIT_SHARE = 1.45  # font size of a badge's digits as a share of its radius
_LINE_SHARES = (0.22, 0.12)  # half widths of a pointer with and without its rim, as shares of the badge's radius
_TIP_SHARES = (0.34, 0.22)  # radii of the pointer's tip
_FINE = 8  # sub-pixels across a pixel, for digits


@dataclass(frozen=True)
class Dot:
    """A filled dot, or a ring where what it stands for is out of sight."""

    point: Point
    radius: float
    colour: Colour
    hollow: bool = False


@dataclass(frozen=True)
class Badge:
    """A round badge with a number, with a pointer to `anchor` when it lies beside what it stands for.

    A hollow badge, white with a red rim and digits, stands for something out of sight.
    """

    point: Point
    radius: float
    number: int
    anchor: Point
    hollow: bool = False


def dot_radii(width: int, height: int) -> tuple[float, float]:
    """(smallest, largest) dot radius for a picture, pixels."""
    side = min(width, height)
    small = max(LEAST_DOT_PX, SMALL_DOT_SHARE * side)
    return small, max(small, DOT_SHARE * side)


def badge_radius(width: int, height: int) -> float:
    """Badge radius for a picture, pixels."""
    return max(LEAST_BADGE_PX, BADGE_SHARE * min(width, height))


def draw_dots(image: Image, dots: Iterable[Dot]) -> Image:
    """A copy of a picture (H, W, 3) uint8 with dots."""
    canvas = np.array(image)
    for dot in dots:
        _draw_dot(canvas, dot)
    return canvas


def draw_badges(image: Image, badges: Iterable[Badge]) -> Image:
    """A copy of a picture (H, W, 3) uint8 with badges; all pointers lie below all badges."""
    canvas, badges = np.array(image), list(badges)
    for badge in badges:
        if badge.anchor != badge.point:
            _draw_pointer(canvas, badge)
    for badge in badges:
        _draw_badge(canvas, badge)
    return canvas


def _draw_dot(canvas: Image, dot: Dot) -> None:
    if not dot.hollow:
        for share, colour in zip(_DOT_BANDS, (BLACK, WHITE, dot.colour), strict=True):
            _disc(canvas, dot.point, share * dot.radius, colour)
        return
    for outer, inner, colour in zip(_RING_BANDS, _RING_BANDS[1:], (BLACK, WHITE, dot.colour), strict=False):
        _disc(canvas, dot.point, outer * dot.radius, colour, hole=inner * dot.radius)


def _draw_pointer(canvas: Image, badge: Badge) -> None:
    for line, tip, colour in zip(_LINE_SHARES, _TIP_SHARES, (WHITE, RED), strict=True):
        _line(canvas, badge.point, badge.anchor, line * badge.radius, colour)
        _disc(canvas, badge.anchor, tip * badge.radius, colour)


def _draw_badge(canvas: Image, badge: Badge) -> None:
    rim, ground = (RED, WHITE) if badge.hollow else (WHITE, RED)
    for share, colour in zip(_BADGE_BANDS, (rim, ground), strict=True):
        _disc(canvas, badge.point, share * badge.radius, colour)
    _blend(canvas, _corner(badge.point, badge.radius), _digits(badge.number, badge.radius), rim)


def _disc(canvas: Image, centre: Point, radius: float, colour: Colour, hole: float = 0.0) -> None:
    corner, x, y = _grid(centre, centre, radius)
    away = np.sqrt((x - centre[0]) ** 2 + (y - centre[1]) ** 2)
    _blend(canvas, corner, _inside(away, radius) - (_inside(away, hole) if hole else 0.0), colour)


def _line(canvas: Image, start: Point, end: Point, radius: float, colour: Colour) -> None:
    corner, x, y = _grid(start, end, radius)
    across, down = end[0] - start[0], end[1] - start[1]
    along = ((x - start[0]) * across + (y - start[1]) * down) / (across * across + down * down)
    along = np.clip(along, 0.0, 1.0)
    away = np.sqrt((x - start[0] - along * across) ** 2 + (y - start[1] - along * down) ** 2)
    _blend(canvas, corner, _inside(away, radius), colour)


def _inside(away: Floats, radius: float) -> Floats:
    """Share of a pixel inside a curve, from how far its centre is from the curve's middle."""
    return np.clip(radius + 0.5 - away, 0.0, 1.0)


def _corner(point: Point, radius: float) -> Point:
    reach = math.ceil(radius) + 1
    return point[0] - reach, point[1] - reach


def _grid(start: Point, end: Point, radius: float) -> tuple[Point, Floats, Floats]:
    """Top left corner of the patch around a line, and x (1, w) and y (h, 1) of its pixels."""
    reach = math.ceil(radius) + 1
    low = (min(start[0], end[0]) - reach, min(start[1], end[1]) - reach)
    high = (max(start[0], end[0]) + reach, max(start[1], end[1]) + reach)
    x, y = (np.arange(low[k], high[k] + 1, dtype=np.float64) for k in (0, 1))
    return low, x[None, :], y[:, None]


def _blend(canvas: Image, corner: Point, cover: Floats, colour: Colour) -> None:
    """Paint a colour over part of a picture with a share (h, w) for each pixel; what lies outside is cut off."""
    left, top = max(0, -corner[0]), max(0, -corner[1])
    patch = canvas[corner[1] + top : corner[1] + cover.shape[0], corner[0] + left : corner[0] + cover.shape[1]]
    share = cover[top : top + patch.shape[0], left : left + patch.shape[1], None]
    patch[:] = np.rint(patch * (1.0 - share) + np.array(colour, dtype=np.float64) * share)


@lru_cache(maxsize=128)
def _digits(number: int, radius: float) -> Floats:
    """Shares of the pixels of a badge's patch that its digits cover, the digits' box in the middle."""
    side = 2 * (math.ceil(radius) + 1) + 1
    text, size = str(number), round(_DIGIT_SHARE * radius * _FINE * (1.0 if number < 10 else 0.8))
    canvas = Pillow.new("L", (side * _FINE, side * _FINE))
    pen = ImageDraw.Draw(canvas)
    stroke = round(0.04 * size)
    left, top, right, bottom = pen.textbbox((0, 0), text, font=font(size), stroke_width=stroke)
    place = (side * _FINE / 2 - (left + right) / 2, side * _FINE / 2 - (top + bottom) / 2)
    pen.text(place, text, fill=255, font=font(size), stroke_width=stroke, stroke_fill=255)
    fine: Floats = np.asarray(canvas, dtype=np.float64) / 255.0
    shares: Floats = fine.reshape(side, _FINE, side, _FINE).mean(axis=(1, 3))
    return shares
