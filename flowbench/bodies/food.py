"""Fruit, vegetables, bread and eggs; and the one ball."""

import math

import numpy as np

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import Solid, blade, blob, curve, lathe, tube
from flowbench.records import Floats


def apple(d: Draft) -> None:
    """A dimpled globe with a stalk and a leaf."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    body = h * 0.88
    profile = [
        (0.25, 0.03),
        (0.45, 0.0),
        (0.78, 0.16),
        (0.95, 0.4),
        (1.0, 0.62),
        (0.92, 0.84),
        (0.65, 0.98),
        (0.4, 1.0),
        (0.12, 0.9),
        (0.02, 0.86),
    ]
    d.add(lathe([(a * r, b * body) for a, b in profile], 20, flat), "main")
    d.add(tube([(0, body * 0.84, 0), (r * 0.06, h * 0.94, 0), (r * 0.12, h, 0)], r * 0.05, 6), "bark")
    d.add(
        blade(
            [(r * 0.08, h * 0.93, 0), (r * 0.3, h * 0.97, r * 0.1), (r * 0.5, h * 0.94, r * 0.15)],
            [0.01 * r, r * 0.13, 0.01 * r],
            (-0.3, 0, 1),
            r * 0.02,
        ),
        "leaf",
    )
    _round_block(d, 0.9)


def tomato(d: Draft) -> None:
    """A flat ribbed globe with a green star."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    body = h * 0.93
    profile = [
        (0.25, 0.02),
        (0.5, 0.0),
        (0.72, 0.06),
        (0.89, 0.19),
        (0.98, 0.36),
        (1.0, 0.52),
        (0.96, 0.69),
        (0.85, 0.84),
        (0.68, 0.94),
        (0.46, 0.99),
        (0.25, 0.98),
        (0.05, 0.9),
    ]
    d.add(lathe([(a * r, b * body) for a, b in profile], 20, flat), "main")
    d.add(tube([(0, body * 0.92, 0), (r * 0.04, h, 0)], r * 0.06, 6), "leaf")
    for k in range(5):
        x, z = math.cos(k * 1.2566), math.sin(k * 1.2566)
        spine = [(x * r * s, body * t, z * r * s * flat) for s, t in ((0.02, 0.96), (0.25, 1.03), (0.55, 0.99))]
        d.add(blade(spine, [r * 0.06, r * 0.1, r * 0.01], (-z, 0, x), r * 0.02), "leaf")
    _round_block(d, 0.9)


def egg(d: Draft) -> None:
    """An egg, its blunt end down."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    profile = []
    for k in range(11):
        t = math.pi * k / 10
        profile.append((r * math.sin(t) * (1 + 0.14 * math.cos(t)), h * (1 - math.cos(t)) / 2))
    d.add(lathe(profile, 18, flat), "main")
    _round_block(d, 1.0)


def potato(d: Draft) -> None:
    """An uneven lump along z."""
    half = (d.width / 2, d.height, d.depth / 2)
    lump = blob((-half[0], 0.0, -half[2]), (half[0], half[1], half[2]), 0.9, 16, 11)
    d.add(_dented(lump, 0.1, d.smallest, d.between("dents", 0.0, 6.0)), "main")
    _round_block(d, 1.0)


def _dented(solid: Solid, share: float, size: float, phase: float) -> Solid:
    """Push the surface in and out by low waves."""
    p: Floats = solid.vertices / size
    wave = [math.sin(4.1 * x + phase) * math.cos(3.3 * y) + math.sin(3.7 * z + 1.7 * phase) for x, y, z in p.tolist()]
    middle = solid.vertices.mean(axis=0)
    scale = 1 + share * (np.array(wave))
    return Solid(middle + (solid.vertices - middle) * scale[:, None], solid.faces)


def lettuce(d: Draft) -> None:
    """A head along z of leaves that open at one end."""
    r, h, half_z = d.width / 2, d.height, d.depth / 2
    d.add(blob((-r * 0.72, h * 0.14, -half_z * 0.98), (r * 0.72, h * 0.86, half_z * 0.9), 1.0, 14, 9), "main")
    for k in range(12):
        angle, layer = k * 2.399963, k % 3
        x, y = math.cos(angle), math.sin(angle)
        reach = half_z * (1.0 - 0.25 * layer)
        ways = ((-0.92, 0.3), (-0.4, 0.88), (0.2, 0.94), (0.7, 0.86 - 0.1 * layer), (0.98, 1.0 - 0.25 * layer))
        spine = [(x * r * t, h / 2 + y * h / 2 * t, reach * s) for s, t in ways]
        widths = [r * w for w in (0.1, 0.4, 0.5, 0.55, 0.3)]
        d.add(blade(spine, widths, (-y, x, 0.0), r * 0.02), "main")
    _round_block(d, 0.9)


def bread(d: Draft) -> None:
    """A loaf along z with cuts across its top."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    d.add(blob((-half_x, 0.0, -half_z), (half_x, h * 0.97, half_z), 0.62, 16, 10), "main")
    for k in range(4):
        z = (k - 1.5) * half_z * 0.38
        path = curve(
            [
                (-half_x * 0.5, h * 0.9, z - half_z * 0.06),
                (0.0, h * 0.975, z),
                (half_x * 0.5, h * 0.9, z + half_z * 0.06),
            ],
            3,
        )
        d.add(tube(path, [h * 0.02, *[h * 0.03] * (len(path) - 2), h * 0.02], 6), "linen")
    d.filled = True


def ball(d: Draft) -> None:
    """A basketball with its black seams."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    profile = [
        (r * 0.995 * math.sin(math.pi * k / 10), h * (0.5 - 0.4975 * math.cos(math.pi * k / 10))) for k in range(11)
    ]
    d.add(lathe(profile, 24, flat), "main")
    seam = r * 0.012
    for turn in range(2):
        ring = [_on_ball(r, h, flat, 2 * math.pi * k / 16, turn) for k in range(17)]
        d.add(tube(ring, seam, 3), "black plastic")
    for side in (-1, 1):
        path = []
        for k in range(15):
            t = 2 * math.pi * k / 14
            x, y = 0.55 * math.cos(t), 0.8 * math.sin(t)
            path.append((side * r * math.sqrt(max(1 - x * x - y * y, 0.0)), h / 2 + h / 2 * y, r * flat * x))
        d.add(tube(path, seam, 3), "black plastic")
    _round_block(d, 1.0)


def _on_ball(r: float, h: float, flat: float, t: float, turn: int) -> tuple[float, float, float]:
    up, along = math.sin(t), math.cos(t)
    return (r * along, h / 2 + h / 2 * up, 0.0) if turn else (0.0, h / 2 + h / 2 * up, r * flat * along)


def _round_block(d: Draft, share: float) -> None:
    """Three boxes inside an ellipsoid of a share of the width: the narrower, the nearer to the bottom and the top."""
    half_x, half_z, half_y = d.width / 2 * share, d.depth / 2 * share, d.height / 2
    for wide, tall in ((0.64, 0.4), (0.5, 0.7), (0.14, 0.97)):
        low, high = half_y * (1 - tall), half_y * (1 + min(tall, 0.8))
        d.block((-half_x * wide, low, -half_z * wide), (half_x * wide, high, half_z * wide))
