"""Figures to be coloured: a few large convex parts, cut by straight lines into as many pieces as are wanted.

Coordinates are units of a square 240 x 240, x to the right and y down.
"""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from flowbench.render.board.canvas import Point
from flowbench.render.board.clipping import area, direction, halved, reach

SIDE = 240.0
Piece = tuple[Point, ...]
Floats = NDArray[np.float64]
Cut = tuple[
    int, int, int
]  # piece, direction across the cut in degrees, share of the piece's extent before it in percent

CUT_ANGLES = range(180)
EXTENT_ANGLES = range(0, 180, 30)  # degrees, in which the width of a piece is measured
_EXTENT_DIRECTIONS = tuple(direction(angle) for angle in EXTENT_ANGLES)
CUT_SHARES = range(35, 66)
LEAST_WIDTH = 17.0  # of a piece in any direction, units
LEAST_AREA = 340.0  # of a piece, square units
_TOUCH = 0.01  # distance below which sides lie on each other, units
_LEAST_CONTACT = 3.0  # length of a common side of neighbours, units


def _box(left: float, top: float, right: float, bottom: float) -> Piece:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _wheel(x: float, y: float, apothem: float) -> Piece:
    short = apothem * (2.0**0.5 - 1.0)
    corners = [(short, apothem), (apothem, short)]
    ring = [*corners, *[(a, -b) for a, b in corners[::-1]], *[(-a, -b) for a, b in corners]]
    ring += [(-a, b) for a, b in corners[::-1]]
    return tuple((x + a, y + b) for a, b in ring)


FIGURES: Mapping[str, tuple[Piece, ...]] = {
    "robot": (
        _box(70, 6, 170, 72), _box(58, 72, 182, 158), _box(12, 78, 58, 160), _box(182, 78, 228, 160),
        _box(62, 158, 116, 202), _box(124, 158, 178, 202),
        ((62, 202), (116, 202), (116, 236), (36, 236)), ((124, 202), (178, 202), (204, 236), (124, 236)),
    ),
    "house": (
        ((120, 12), (120, 106), (12, 106)), ((120, 12), (228, 106), (120, 106)), _box(28, 106, 92, 234),
        _box(148, 106, 212, 234), _box(92, 106, 148, 158), _box(92, 158, 148, 234),
        ((168, 6), (200, 6), (200, 12 + 80 * 94 / 108), (168, 12 + 48 * 94 / 108)),
    ),
    "rocket": (
        ((120, 4), (170, 72), (70, 72)), _box(70, 72, 170, 132), _box(70, 132, 170, 188),
        ((70, 104), (70, 188), (14, 226), (14, 172)), ((170, 104), (226, 172), (226, 226), (170, 188)),
        ((86, 188), (154, 188), (172, 212), (68, 212)), ((68, 212), (172, 212), (120, 238)),
    ),
    "ship": (
        ((116, 6), (116, 150), (14, 150)), ((116, 30), (222, 150), (116, 150)),
        ((6, 150), (82, 150), (82, 234), (50, 234)), _box(82, 150, 158, 234),
        ((158, 150), (234, 150), (190, 234), (158, 234)),
    ),
    "castle": (
        _box(16, 68, 80, 234), _box(160, 68, 224, 234), _box(80, 104, 160, 166), _box(80, 166, 160, 234),
        ((6, 68), (48, 6), (90, 68)), ((150, 68), (192, 6), (234, 68)),
    ),
    "fish": (
        ((4, 124), (56, 48), (136, 48), (136, 200), (56, 200)), ((136, 48), (186, 104), (186, 144), (136, 200)),
        ((186, 104), (236, 52), (236, 196), (186, 144)), ((56, 48), (104, 8), (136, 48)),
        ((64, 200), (128, 200), (112, 234)),
    ),
    "engine": (
        _box(14, 96, 136, 176), _box(136, 44, 228, 176), _box(70, 60, 112, 96),
        ((20, 44), (62, 44), (54, 96), (28, 96)),
        _wheel(48, 205, 29), _wheel(120, 205, 29), _wheel(192, 205, 29),
    ),
    "butterfly": (
        _box(104, 44, 136, 216), ((104, 68), (104, 128), (18, 128), (4, 62), (34, 12)),
        ((136, 68), (206, 12), (236, 62), (222, 128), (136, 128)),
        ((18, 128), (104, 128), (104, 192), (64, 232), (28, 204)),
        ((136, 128), (222, 128), (212, 204), (176, 232), (136, 192)),
    ),
}  # fmt: skip


def is_sound(piece: Piece) -> bool:
    """Whether a piece is large enough to be seen and told apart by its colour."""
    return area(piece) >= LEAST_AREA and min(widths(piece)) >= LEAST_WIDTH


@lru_cache(maxsize=1024)
def widths(piece: Piece) -> tuple[float, ...]:
    """How wide a piece is in each of `EXTENT_ANGLES`."""
    reaches = [reach(piece, across) for across in _EXTENT_DIRECTIONS]
    return tuple(high - low for low, high in reaches)


def halves(piece: Piece, angle_deg: int, percent: int) -> tuple[Piece, Piece]:
    """Both parts of a piece that is cut across a direction."""
    across = direction(angle_deg)
    low, high = reach(piece, across)
    limit = low + (high - low) * percent / 100.0
    return tuple(halved(piece, across, limit)), tuple(halved(piece, (-across[0], -across[1]), -limit))


@lru_cache(maxsize=256)
def pieces_of(figure: str, cuts: tuple[Cut, ...]) -> tuple[Piece, ...]:
    """The pieces of a figure after its cuts: the part before a cut keeps its number, the other gets the next one."""
    pieces = list(FIGURES[figure])
    for piece, angle, percent in cuts:
        pieces[piece], added = halves(pieces[piece], angle, percent)
        pieces.append(added)
    return tuple(pieces)


@lru_cache(maxsize=256)
def neighbours_of(figure: str, cuts: tuple[Cut, ...]) -> tuple[tuple[int, int], ...]:
    """Pairs of pieces that have more than a corner in common."""
    pieces = pieces_of(figure, cuts)
    owners = np.array([k for k, piece in enumerate(pieces) for _ in piece])
    starts = np.array([point for piece in pieces for point in piece])
    ends = np.array([point for piece in pieces for point in (*piece[1:], piece[0])])
    one, two = _near(owners, starts, ends)
    along = ends[one] - starts[one]
    lengths = np.sqrt((along * along).sum(axis=1))
    units = along / lengths[:, None]
    shares, distances = zip(*(_from_side(starts[one], units, points[two]) for points in (starts, ends)), strict=True)
    overlap = np.minimum(np.maximum(*shares), lengths) - np.maximum(np.minimum(*shares), 0.0)
    common = (np.maximum(*distances) < _TOUCH) & (overlap > _LEAST_CONTACT)
    return tuple(sorted(set(zip(owners[one[common]].tolist(), owners[two[common]].tolist(), strict=True))))


def _near(owners: NDArray[np.intp], starts: Floats, ends: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of sides, the first of a piece with a lower number, whose boxes touch."""
    low, high = np.minimum(starts, ends) - _TOUCH, np.maximum(starts, ends)
    meet = owners[:, None] < owners
    for axis in (0, 1):
        meet &= low[:, None, axis] <= high[:, axis]
        meet &= low[:, axis] <= high[:, None, axis]
    one, two = np.nonzero(meet)
    return one, two


def _from_side(starts: Floats, units: Floats, points: Floats) -> tuple[Floats, Floats]:
    """Of points, how far along a side's line each lies from where it starts, and how far away from the line."""
    away = points - starts
    along = (away * units).sum(axis=1)
    return along, np.abs(units[:, 0] * away[:, 1] - units[:, 1] * away[:, 0])
