"""Open containers: one solid from the outside over the rim to the inside; collisions leave the cavity free."""

from collections.abc import Callable, Sequence

import numpy as np

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import Ring, chamfered, curve, ellipse, lathe, level, loft, rounded, tube

Outline = Callable[[float, float], Ring]
Profile = Sequence[tuple[float, float]]


def round_vessel(d: Draft, profile: Profile, wall: float = 0.05, floor: float = 0.08) -> None:
    """A bowl, cup, plate or basket turned from (radius, height) shares of the box, outside from foot to rim."""
    _shell(d, profile, wall, floor, lambda x, z: ellipse(x, z, 24), 0.3)


def square_vessel(d: Draft, profile: Profile, wall: float = 0.05, floor: float = 0.08, corner: float = 0.3) -> None:
    """A bin, basin or basket with a rounded rectangular outline; `corner` is its share of the shorter side."""
    radius = corner * min(d.width, d.depth) / 2
    _shell(d, profile, wall, floor, lambda x, z: rounded(x, z, radius, 4), 1.0 - corner)


def _shell(d: Draft, profile: Profile, wall: float, floor: float, outline: Outline, reach: float) -> None:
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    thick = wall * min(half_x, half_z)
    outer = [(half_x * r, half_z * r, h * y) for r, y in profile]
    inner = [(x - thick, z - thick, max(y, floor * h)) for x, z, y in reversed(outer)]
    foot = profile[0][0]
    inner.append((half_x * foot * 0.5, half_z * foot * 0.5, floor * h))
    rings = [*outer, *inner]
    d.add(loft(level([outline(x, z) for x, z, _ in rings], [y for _, _, y in rings])), "main")
    d.block(
        (-half_x * foot * 0.68, 0.0, -half_z * foot * 0.68), (half_x * foot * 0.68, floor * h, half_z * foot * 0.68)
    )
    _side_blocks(d, profile, thick, floor, reach)


def _side_blocks(d: Draft, profile: Profile, thick: float, low: float, reach: float) -> None:
    """Four walls in one or two tiers, each under the outside; `reach` is the share of a side they cover."""
    shares, heights = [r for r, _ in profile], [y for _, y in profile]
    tiers = 2 if shares[-1] - shares[0] > 0.2 else 1
    cuts = np.linspace(low, 1.0, tiers + 1)
    for bottom, top in zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True):
        share = float(np.interp(bottom if tiers > 1 else (bottom + top) / 2, heights, shares))
        x, z = d.width / 2 * share, d.depth / 2 * share
        for side in (-1, 1):
            x0, x1 = sorted((side * (x - thick), side * x))
            z0, z1 = sorted((side * (z - thick), side * z))
            d.block((x0, bottom * d.height, -z * reach), (x1, top * d.height, z * reach))
            d.block((-x * reach, bottom * d.height, z0), (x * reach, top * d.height, z1))


def mug(d: Draft) -> None:
    """A cylinder with an ear at +z as far as the box is longer than it is wide."""
    r, h = d.width / 2, d.height
    ear = d.depth - d.width
    z = -d.depth / 2 + r if ear > 0.004 else 0.0
    flat = 1.0 if ear > 0.004 else d.depth / d.width
    wall = min(0.005, r * 0.2)
    profile = [
        (r * 0.92, 0.0),
        (r, h * 0.06),
        (r, h * 0.97),
        (r - wall / 2, h),
        (r - wall, h * 0.97),
        (r - wall, h * 0.1),
        (r * 0.5, h * 0.08),
    ]
    d.add(lathe(profile, 22, flat).moved(0, 0, z), "main")
    if ear > 0.004:
        edge, thin = z + r * 0.93, min(0.006, ear * 0.3)
        far = d.depth / 2 - thin
        path = [
            (0, h * 0.82, edge),
            (0, h * 0.82, far - ear * 0.2),
            (0, h * 0.55, far),
            (0, h * 0.25, far - ear * 0.3),
            (0, h * 0.18, edge),
        ]
        d.add(tube(curve(path, 3), thin, 8), "main")
        d.block((-thin * 0.8, h * 0.3, far - ear * 0.1), (thin * 0.8, h * 0.75, d.depth / 2))
    d.disc(r * 0.9, r * 0.9 * flat, 0.0, h * 0.08, 0.0, z)
    for side in (-1, 1):
        x0, x1 = sorted((side * (r - wall), side * r))
        z0, z1 = sorted((z + side * (r - wall) * flat, z + side * r * flat))
        d.block((x0, h * 0.08, z - r * 0.3), (x1, h, z + r * 0.3))
        d.block((-r * 0.3, h * 0.08, z0), (r * 0.3, h, z1))


def pan(d: Draft) -> None:
    """A flat pan with a long handle towards +z."""
    r, h = d.width / 2, d.height
    long = max(d.depth - d.width, 0.0)
    flat = 1.0 if long > 0.02 else d.depth / d.width
    z = -d.depth / 2 + r * flat
    side = h * (0.95 if long <= 0.02 else 0.78)
    wall = min(0.005, r * 0.1)
    profile = [
        (r * 0.8, 0.0),
        (r * 0.97, side),
        (r, side),
        (r * 0.97 - wall, side * 0.96),
        (r * 0.8 - wall, side * 0.12),
        (r * 0.4, side * 0.1),
    ]
    d.add(lathe(profile, 28, flat).moved(0, 0, z), "main")
    if long > 0.02:
        path = [(0, side * 0.7, z + r * 0.9), (0, side * 0.95, z + r + long * 0.25), (0, h * 0.9, d.depth / 2)]
        d.add(tube(curve(path, 3), [h * 0.05, *[min(0.011, h * 0.12)] * 5, h * 0.1], 8), "handle")
        d.block((-0.006, h * 0.7, z + r + long * 0.4), (0.006, h * 0.95, d.depth / 2 * 0.98))
    d.disc(r * 0.78, r * 0.78 * flat, 0.0, side * 0.1, 0.0, z)
    for sign in (-1, 1):
        x0, x1 = sorted((sign * r * 0.88, sign * r * 0.97))
        z0, z1 = sorted((z + sign * r * 0.88 * flat, z + sign * r * 0.97 * flat))
        d.block((x0, side * 0.3, z - r * 0.25), (x1, side * 0.98, z + r * 0.25))
        d.block((-r * 0.25, side * 0.3, z0), (r * 0.25, side * 0.98, z1))


def pot(d: Draft) -> None:
    """A deep pot with a loop handle at each end of the longer side."""
    ear = max((d.depth - d.width) / 2, min(0.035, d.depth * 0.12))
    rx, rz, h = d.width / 2, d.depth / 2 - ear, d.height
    wall = 0.04 * rx
    profile = [(0.93, 0.0), (0.98, 0.05), (0.98, 0.95), (1.0, 0.97), (1.0, 1.0)]
    rings = [(rx * a, h * b) for a, b in profile] + [(rx - 2 * wall, h), (rx - 2 * wall, h * 0.1), (rx * 0.4, h * 0.08)]
    d.add(lathe(rings, 28, rz / rx), "main")
    for side in (-1, 1):
        z0, z1, half = side * rz * 0.95, side * (d.depth / 2 - ear * 0.15), rx * 0.3
        path = [(-half, h * 0.78, z0), (-half, h * 0.82, z1), (half, h * 0.82, z1), (half, h * 0.78, z0)]
        d.add(tube(path, ear * 0.15, 6), "handle")
        low, high = sorted((side * rz, z1))
        d.block((-half, h * 0.78, low), (half, h * 0.84, high))
    d.disc(rx * 0.92, rz * 0.92, 0.0, h * 0.08)
    for side in (-1, 1):
        x0, x1 = sorted((side * (rx - wall), side * rx))
        z0, z1 = sorted((side * (rz - wall), side * rz))
        d.block((x0, h * 0.08, -rz * 0.3), (x1, h, rz * 0.3))
        d.block((-rx * 0.3, h * 0.08, z0), (rx * 0.3, h, z1))


def carton(d: Draft) -> None:
    """A cardboard box with open flaps."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    flap = min(0.35 * min(half_x, half_z), h * 0.4)
    thin, rim = min(0.008, d.smallest * 0.05), h - flap * 0.35
    inner_x, inner_z = half_x - flap * 0.7, half_z - flap * 0.7
    low, high = (-inner_x, 0.0, -inner_z), (inner_x, rim, inner_z)
    for side in (-1, 1):
        x, z = sorted((side * inner_x, side * (inner_x - thin))), sorted((side * inner_z, side * (inner_z - thin)))
        d.add(chamfered((x[0], 0.0, -inner_z), (x[1], rim, inner_z), 0.001), "main")
        d.add(chamfered((-inner_x, 0.0, z[0]), (inner_x, rim, z[1]), 0.001), "main")
        across = chamfered((-thin / 2, 0.0, -inner_z), (thin / 2, flap, inner_z), 0.001)
        d.add(across.tilted(-side * 64.0, (0, 0, 0), 2).moved(side * inner_x, rim, 0), "main")
        along = chamfered((-inner_x, 0.0, -thin / 2), (inner_x, flap, thin / 2), 0.001)
        d.add(along.tilted(side * 58.0, (0, 0, 0), 0).moved(0, rim, side * inner_z), "main")
    d.panel((-inner_x, 0.0, -inner_z), (inner_x, thin, inner_z), "main", 0.001)
    d.walls(low, high, thin, "-x +x -z +z -y")


def hamper(d: Draft) -> None:
    """A tall woven basket: ribs all round under a rolled rim, with a lining that shows inside."""
    ribs = 6
    profile = [(0.84, 0.0)]
    for k in range(ribs):
        share, lean = (k + 0.5) / ribs * 0.9, 0.1 * (k + 0.5) / ribs
        profile += [(0.84 + lean, share - 0.04), (0.87 + lean, share)]
    square_vessel(d, [*profile, (0.95, 0.92), (1.0, 0.94), (1.0, 1.0)], 0.08, 0.05, 0.5)
    half_x, half_z = d.width / 2, d.depth / 2
    for side in (-1, 1):
        x = sorted((side * half_x * 0.9, side * half_x * 0.985))
        d.panel((x[0], d.height * 0.78, -half_z * 0.25), (x[1], d.height * 0.86, half_z * 0.25), "leather", 0.004)
