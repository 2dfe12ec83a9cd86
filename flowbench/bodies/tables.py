"""Tables and desks: a top on legs, on a pedestal, or on panels."""

import numpy as np

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import lathe, level, loft, rounded, tube

LEG_STYLES = 4
LEG_SHARES = (1.0, 0.85, 0.62, 1.0)  # of a leg's thickness that its collision box has: square, tapered, turned, steel
AIR_M = 0.12
COUNTER_M, COUNTER_EDGE_M = 0.88, 0.03  # height of a kitchen counter; how far its slab overhangs
LOWER_SHARE = 0.8  # radius of a lower board of a round table


def table(d: Draft, top_m: float = 0.035, round_share: float = 0.0, leg_m: float = 0.055, steel: bool = True) -> None:
    """A top on four legs, or a round one on a pedestal where the footprint is nearly square."""
    if d.height < AIR_M:
        hanging_top(d)
        return
    top = d.main_surface(d.height)
    thick = min(top_m, top * 0.25)
    nearly_square = 0.88 < d.width / d.depth < 1.14
    if nearly_square and d.between("round", 0.0, 1.0) < round_share:
        _round_table(d, top, thick)
        return
    half_x, half_z = d.width / 2, d.depth / 2
    d.piece((-half_x, top - thick, -half_z), (half_x, top, half_z), "wood", 0.006)
    leg = min(leg_m, d.width * 0.12, d.depth * 0.12)
    _legs(d, top - thick, leg, d.choose("legs", LEG_STYLES if steel else LEG_STYLES - 1))
    for height in d.surfaces:
        if 0.03 < height < top - thick - 0.05:
            inset = leg * 0.4
            low = (-half_x + inset, height - 0.018, -half_z + inset)
            d.piece(low, (half_x - inset, height, half_z - inset), "wood")
    _upper_part(d, top)


def desk(d: Draft) -> None:
    """A table with side panels and a back panel, or with legs; taller boxes get a shelf above the writing surface."""
    if d.height < AIR_M:
        hanging_top(d)
        return
    top = d.main_surface(d.height if d.height < 1.0 else max(0.58 * d.height, 0.5), 0.3)
    thick = min(0.032, top * 0.25)
    half_x, half_z = d.width / 2, d.depth / 2
    d.piece((-half_x, top - thick, -half_z), (half_x, top, half_z), "wood", 0.005)
    side = min(0.03, d.width * 0.1)
    if d.choose("frame", 2):
        _legs(d, top - thick, min(0.05, d.width * 0.1, d.depth * 0.1), d.choose("legs", LEG_STYLES))
    else:
        for x in (-half_x, half_x - side):
            d.piece((x, 0.0, -half_z + 0.02 * d.depth), (x + side, top - thick, half_z - 0.04 * d.depth), "legs")
        back = -half_z + 0.06 * d.depth
        d.piece((-half_x + side, top * 0.4, back), (half_x - side, top - thick, back + 0.018), "legs")
    _upper_part(d, top)


def hanging_top(d: Draft, thick: float = 0.035) -> None:
    """The top alone, below the box: boxes this flat are the air above a table or counter, where things are found."""
    d.loose = True
    half_x, half_z = d.width / 2, d.depth / 2
    d.piece((-half_x, -thick, -half_z), (half_x, 0.0, half_z), "wood", 0.004)


def counter_top(d: Draft) -> None:
    """A slab below the box, on a hollow base with doors and a plinth."""
    hanging_top(d)
    half_x, half_z = d.width / 2 - COUNTER_EDGE_M, d.depth / 2 - COUNTER_EDGE_M
    if min(half_x, half_z) < COUNTER_EDGE_M:
        return
    board, low, high = 0.02, -COUNTER_M, -0.035
    for x in (-half_x, half_x - board):
        d.piece((x, low, -half_z), (x + board, high, half_z), "base", 0.002)
    for z in (-half_z, half_z - board):
        d.piece((-half_x + board, low, z), (half_x - board, high, z + board), "base", 0.002)
    doors = max(1, min(4, round(half_x / 0.28)))
    for k in range(doors):
        x0, x1 = (half_x * (2 * end / doors - 1) for end in (k, k + 1))
        d.panel((x0 + 0.008, low + 0.1, half_z - 0.002), (x1 - 0.008, high - 0.02, half_z + 0.02), "base", 0.004)
        x = x1 - 0.05 if k % 2 == 0 else x0 + 0.05
        y, z = high - 0.1, half_z + 0.018
        grip = [(x, y, z), (x, y, z + 0.03), (x, y - 0.12, z + 0.03), (x, y - 0.12, z)]
        d.add(tube(grip, 0.006, 6), "handle")


def _upper_part(d: Draft, top: float) -> None:
    """Whatever stands above the surface: a shallow hutch along the back."""
    if d.height - top < 0.03:
        return
    half_x, back = d.width / 2, -d.depth / 2
    deep, board = min(0.3 * d.depth, 0.28), min(0.02, (d.height - top) / 4)
    for x in (-half_x, half_x - board):
        d.piece((x, top, back), (x + board, d.height, back + deep), "legs")
    d.piece((-half_x, d.height - board, back), (half_x, d.height, back + deep), "wood")
    d.piece((-half_x, top, back), (half_x, d.height, back + 0.012), "legs", 0.002)
    if d.height - top > 0.25:
        middle = (top + d.height) / 2
        d.piece((-half_x, middle, back), (half_x, middle + board, back + deep), "wood")
        for x in (-half_x * 0.34, half_x * 0.34):
            d.piece((x - board / 2, middle, back), (x + board / 2, d.height, back + deep), "legs", 0.002)


def _round_table(d: Draft, top: float, thick: float) -> None:
    flat, radius = d.depth / d.width, d.width / 2
    edge = min(0.006, thick / 3)
    profile = [(radius - edge, top - thick), (radius, top - thick + edge), (radius, top - edge), (radius - edge, top)]
    d.add(lathe(profile, 36, flat), "wood")
    d.disc(radius * 0.99, radius * 0.99 * flat, top - thick, top)
    stem, foot = min(0.05, radius * 0.2), min(0.03, top * 0.1)
    for height in d.surfaces:
        if 0.06 < height < top - thick - 0.05:
            low = radius * LOWER_SHARE
            d.add(lathe([(low, height - 0.015), (low, height)], 28, flat), "wood")
            d.disc(low * 0.99, low * 0.99 * flat, height - 0.015, height)
    if d.choose("pedestal", 2):
        profile = [(radius * 0.6, 0.0), (radius * 0.6, foot * 0.5), (stem * 1.2, foot * 1.6), (stem, foot * 3)]
        d.add(lathe([*profile, (stem, top - thick - stem), (stem * 2, top - thick)], 20, flat), "legs")
        d.disc(radius * 0.58, radius * 0.58 * flat, 0.0, foot * 0.7)
        d.block((-stem * 0.7, 0.0, -stem * 0.7 * flat), (stem * 0.7, top - thick, stem * 0.7 * flat))
        return
    for angle_deg in (45, 135, 225, 315):
        x, z = (float(f(np.radians(angle_deg))) for f in (np.cos, np.sin))
        x, z = x * radius * 0.72, z * radius * 0.72 * flat
        d.add(tube([(x * 1.15, 0.0, z * 1.15), (x * 0.9, top - thick, z * 0.9)], [stem * 0.35, stem * 0.5], 8), "legs")
        reach = stem * 0.3
        d.rod((x * 1.15, 0.0, z * 1.15), (x * 0.9, top - thick, z * 0.9), reach)


def _legs(d: Draft, top: float, leg: float, style: int) -> None:
    inset = leg * 0.3
    for side_x in (-1, 1):
        for side_z in (-1, 1):
            x = side_x * (d.width / 2 - inset - leg / 2)
            z = side_z * (d.depth / 2 - inset - leg / 2)
            _leg(d, x, z, top, leg, style)
    if style != 3:
        _apron(d, top, leg, inset)


def _leg(d: Draft, x: float, z: float, top: float, leg: float, style: int) -> None:
    half = leg / 2
    if style == 0:
        d.panel((x - half, 0.0, z - half), (x + half, top, z + half), "legs")
    elif style == 1:
        foot, head = rounded(half * 0.55, half * 0.55, half * 0.2, 2), rounded(half, half, half * 0.2, 2)
        d.add(loft(level([foot, head, head], [0.0, top * 0.8, top])).moved(x, 0.0, z), "legs")
    elif style == 2:
        profile = [(0.4, 0.0), (0.5, 0.06), (0.62, 0.1), (0.5, 0.16), (0.9, 0.5), (0.6, 0.74), (0.9, 0.8), (0.9, 1.0)]
        d.add(lathe([(r * half, y * top) for r, y in profile], 10).moved(x, 0.0, z), "legs")
    else:
        half *= 0.6
        d.panel((x - half, 0.0, z - half), (x + half, top, z + half), "dark steel", 0.003)
    reach = half * LEG_SHARES[style]
    d.block((x - reach, 0.0, z - reach), (x + reach, top, z + reach))


def _apron(d: Draft, top: float, leg: float, inset: float) -> None:
    deep, thin = min(0.07, top * 0.18), leg * 0.3
    near, long_x, long_z = inset + leg / 2, d.width / 2 - inset - leg, d.depth / 2 - inset - leg
    for side in (-1, 1):
        z, x = side * (d.depth / 2 - near), side * (d.width / 2 - near)
        d.piece((-long_x, top - deep, z - thin / 2), (long_x, top, z + thin / 2), "legs", 0.002)
        d.piece((x - thin / 2, top - deep, -long_z), (x + thin / 2, top, long_z), "legs", 0.002)
