"""Flat things that lie about: books, cards, discs, papers, phones, cloths, soap; and the plain box of unknown types."""

import math

import numpy as np

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import Solid, box, lathe, level, loft, pad, rounded, tube


def plain(d: Draft) -> None:
    """A rounded box: for types nobody wrote a recipe for."""
    _fill(d)
    d.add(pad(*_corners(d), min(0.03, d.smallest * 0.12)), "main")


def book(d: Draft) -> None:
    """Two covers and a spine at -x about a block of pages."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    cover, lip = min(0.003, h * 0.15), min(0.004, d.width * 0.03)
    for y in (0.0, h - cover):
        d.panel((-half_x, y, -half_z), (half_x, y + cover, half_z), "main", 0.001)
    d.panel((-half_x, 0.0, -half_z), (-half_x + cover * 1.5, h, half_z), "main", 0.001)
    d.panel((-half_x + cover, cover, -half_z + lip), (half_x - lip, h - cover, half_z - lip), "paper", 0.0005)
    d.panel((-half_x * 0.6, h - cover * 0.5, half_z * 0.35), (half_x * 0.6, h, half_z * 0.7), "label", 0.0002)
    _fill(d)


def card(d: Draft) -> None:
    """A credit card with its stripe and chip."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    d.add(loft(level([rounded(half_x, half_z, min(half_x, half_z) * 0.12, 4)] * 2, [0.0, h * 0.94])), "main")
    d.panel((-half_x * 0.98, h * 0.9, -half_z * 0.75), (half_x * 0.98, h, -half_z * 0.4), "black plastic", 0.0002)
    d.panel((half_x * 0.35, h * 0.9, half_z * 0.0), (half_x * 0.65, h, half_z * 0.35), "brass", 0.0002)
    _fill(d)


def disc(d: Draft) -> None:
    """A compact disc with its ring and hole."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    d.add(lathe([(r * 0.13, 0.0), (r, 0.0), (r, h * 0.8), (r * 0.13, h * 0.8), (r * 0.13, 0.0)], 32, flat), "main")
    d.add(
        lathe([(r * 0.13, h * 0.7), (r * 0.32, h * 0.7), (r * 0.32, h), (r * 0.13, h), (r * 0.13, h * 0.7)], 24, flat),
        "label",
    )
    d.disc(r * 0.97, r * 0.97 * flat, 0.0, h * 0.8)


def newspaper(d: Draft) -> None:
    """A folded paper, its fold at +x: a masthead, a headline, a picture and columns of print on top."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    ink = min(0.0006, h * 0.04)
    top = h - ink
    sheets = max(3, min(6, round(h / 0.004)))
    for k in range(sheets):
        inset = 0.012 * half_x * ((k * 5) % 4)
        low, high = top * k / sheets, top * (k + 0.94) / sheets
        high = top if k == sheets - 1 else high
        d.add(box((-half_x + inset, low, -half_z), (half_x, high, half_z)), "main")
    fold = tube([(half_x - h * 0.2, top / 2, -half_z), (half_x - h * 0.2, top / 2, half_z)], top / 2, 10)
    d.add(Solid(np.minimum(fold.vertices, (half_x, top, half_z)), fold.faces), "main")
    # The page is read from +z, or from +x where that side is longer.
    turned = d.width < d.depth
    across, down = (half_z, half_x) if turned else (half_x, half_z)

    def mark(u0: float, u1: float, v0: float, v1: float, slot: str = "black plastic") -> None:
        """Ink between shares of the page: u to the reader's right, v down, both from 0 to 1."""
        xs, zs = (across - 2 * across * u1, across - 2 * across * u0), (2 * down * v0 - down, 2 * down * v1 - down)
        (x0, x1), (z0, z1) = (zs, (-xs[1], -xs[0])) if turned else (xs, zs)
        d.add(box((x0, top - ink, z0), (x1, h, z1)), slot)

    for k in range(9):
        mark(0.14 + 0.08 * k, 0.2 + 0.08 * k, 0.06, 0.17)
    mark(0.06, 0.94, 0.205, 0.22)
    for k in range(4):
        mark(0.06 + 0.14 * k, 0.18 + 0.14 * k, 0.27, 0.35)
    mark(0.64, 0.94, 0.28, 0.62, "grey plastic")
    mark(0.7, 0.86, 0.38, 0.62, "dark steel")
    for column in range(3):
        for line in range(9):
            if column == 2 and line < 4:
                continue
            left, low = 0.06 + 0.3 * column, 0.4 + 0.064 * line
            mark(left, left + (0.26 if line % 4 != 3 else 0.15), low, low + 0.024, "dark steel")
    _fill(d)


def phone(d: Draft) -> None:
    """A slab with rounded corners and a screen on top."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    d.add(pad((-half_x, 0.0, -half_z), (half_x, h * 0.97, half_z), min(h * 0.3, half_x * 0.15), 4), "main")
    d.panel((-half_x * 0.9, h * 0.9, -half_z * 0.9), (half_x * 0.9, h, half_z * 0.9), "dark screen", 0.0005)
    _fill(d)


def remote(d: Draft) -> None:
    """A bar with rows of keys along z."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    d.add(pad((-half_x, 0.0, -half_z), (half_x, h * 0.85, half_z), h * 0.3, 3), "main")
    key = min(half_x * 0.18, half_z * 0.05)
    for row in range(7):
        z = half_z * (0.72 - 0.2 * row)
        for column in (-1, 0, 1):
            x = column * half_x * 0.5
            slot = "rubber" if (row, column) == (6, 1) else "grey plastic"
            d.add(box((x - key, h * 0.8, z - key), (x + key, h, z + key)), slot)
    d.block((-half_x * 0.96, 0.0, -half_z * 0.97), (half_x * 0.96, h * 0.85, half_z * 0.97))


def soap(d: Draft) -> None:
    """A worn bar."""
    d.add(pad(*_corners(d), d.height * 0.45, 4), "main")
    _fill(d, 0.95)


def sponge(d: Draft) -> None:
    """A soft block with a scouring side on top."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    d.add(pad((-half_x, 0.0, -half_z), (half_x, h * 0.75, half_z), h * 0.12), "main")
    d.add(pad((-half_x, h * 0.72, -half_z), (half_x, h, half_z), h * 0.08), "scourer")
    _fill(d)


def cloth(d: Draft) -> None:
    """A cloth thrown down: a wavy sheet with a fold."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    _wavy_sheet(d, half_x, half_z, 0.0, h * 0.55, h * 0.3)
    _wavy_sheet(d, half_x * 0.62, half_z * 0.9, h * 0.3, h, h * 0.3)
    d.filled = True


def _wavy_sheet(d: Draft, half_x: float, half_z: float, low: float, high: float, thick: float) -> None:
    rows = 10
    outlines, offsets = [], []
    for k in range(rows):
        t = k / (rows - 1)
        wave = math.sin(t * 9.0 + half_x * 40)
        outlines.append((half_x * (1 - 0.05 * math.sin(t * 7.0)), half_z * (2 * t - 1)))
        offsets.append(low + thick / 2 + (high - low - thick) * (0.5 + 0.5 * wave))
    rings = [
        [(-x, y - thick / 2, z), (-x * 0.3, y - thick * 0.3, z), (x * 0.3, y - thick * 0.7, z), (x, y - thick / 2, z)]
        + [(x, y + thick / 2, z), (x * 0.3, y + thick * 0.3, z), (-x * 0.3, y + thick * 0.7, z), (-x, y + thick / 2, z)]
        for (x, z), y in zip(outlines, offsets, strict=True)
    ]
    d.add(loft(np.array(rings, dtype=np.float64)), "main")


def tissue_box(d: Draft) -> None:
    """A patterned carton with a tissue standing out of its slit."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    top = h * 0.68
    d.piece((-half_x, 0.0, -half_z), (half_x, top, half_z), "main", 0.003)
    d.add(lathe([(half_z * 0.6, top * 0.98), (half_z * 0.6, top * 1.005)], 20, 0.5), "white plastic")
    d.add(
        lathe([(half_z * 0.3, top), (half_z * 0.62, h * 0.86), (half_z * 0.3, h * 0.96), (half_z * 0.08, h)], 7, 0.4),
        "paper",
    )


def _corners(d: Draft) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    return (-d.width / 2, 0.0, -d.depth / 2), (d.width / 2, d.height, d.depth / 2)


def _fill(d: Draft, share: float = 0.98) -> None:
    half_x, half_z = d.width / 2 * share, d.depth / 2 * share
    d.block((-half_x, 0.0, -half_z), (half_x, d.height, half_z))
