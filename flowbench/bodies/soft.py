"""Soft things and figures: pillows, towels, teddy bears, boots, bags, statues."""

import math

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import Solid, blob, curve, lathe, level, loft, pad, rounded, tube


def pillow(d: Draft) -> None:
    """A cushion: thick in the middle, thin along its seams."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    levels = ((1.0, 0.46), (0.97, 0.3), (0.8, 0.1), (0.45, 0.0))
    shares = [*reversed([(s, y) for s, y in levels]), *[(s, 1 - y) for s, y in levels]]
    outlines = [rounded(half_x * s, half_z * s, min(half_x, half_z) * (0.15 + 0.5 * (1 - s)), 5) for s, _ in shares]
    d.add(_pinched(loft(level(outlines, [h * y for _, y in shares])), half_x, half_z), "main")
    d.filled = True


def _pinched(solid: Solid, half_x: float, half_z: float) -> Solid:
    """Draw the edges in between the corners, as a seam does."""
    p = solid.vertices.copy()
    x, z = p[:, 0] / half_x, p[:, 2] / half_z
    p[:, 0] *= 1 - 0.06 * (1 - z**2) * abs(x)
    p[:, 2] *= 1 - 0.06 * (1 - x**2) * abs(z)
    return Solid(p, solid.faces)


def towel(d: Draft) -> None:
    """A towel folded over a rail: two sheets with woven borders, the one behind a little shorter."""
    half_x, thin, h = d.width / 2, d.depth / 2, d.height
    for side, low in ((1, 0.0), (-1, h * 0.12)):
        z0, z1 = sorted((side * thin * 0.12, side * thin * 0.95))
        d.add(pad((-half_x, low, z0), (half_x, h * 0.97, z1), thin * 0.3), "main")
        for share in (0.06, 0.12):
            z0, z1 = sorted((0.0, side * thin))
            d.panel((-half_x, low + h * share, z0), (half_x, low + h * (share + 0.025), z1), "linen", 0.001)
    d.add(tube([(-half_x, h - thin, 0), (half_x, h - thin, 0)], thin * 0.98, 12), "main")
    d.filled = True


def teddy_bear(d: Draft) -> None:
    """A sitting bear looking to +z."""
    w, h, z = d.width / 2, d.height, d.depth / 2

    def ball(x: float, y: float, forward: float, rx: float, ry: float, rz: float, slot: str = "main") -> None:
        low = ((x - rx) * w, (y - ry) * h, (forward - rz) * z)
        high = ((x + rx) * w, (y + ry) * h, (forward + rz) * z)
        d.add(blob(low, high, 1.0, 6, 4) if slot == "black plastic" else blob(low, high, 1.0, 10, 6), slot)

    ball(0.0, 0.3, -0.3, 0.52, 0.3, 0.6)
    ball(0.0, 0.3, -0.02, 0.38, 0.22, 0.44, "linen")
    ball(0.0, 0.74, -0.25, 0.5, 0.24, 0.55)
    ball(0.0, 0.69, 0.22, 0.2, 0.09, 0.2, "linen")
    ball(0.0, 0.72, 0.4, 0.07, 0.025, 0.06, "black plastic")
    for side in (-1, 1):
        ball(side * 0.4, 0.92, -0.3, 0.18, 0.08, 0.16)
        ball(side * 0.19, 0.79, 0.2, 0.05, 0.025, 0.08, "black plastic")
        ball(side * 0.68, 0.42, -0.1, 0.32, 0.1, 0.26)
        ball(side * 0.42, 0.1, 0.4, 0.22, 0.1, 0.6)
        ball(side * 0.42, 0.12, 0.94, 0.14, 0.075, 0.06, "linen")
    d.filled = True


def boots(d: Draft) -> None:
    """A pair of tall boots, toes to +z."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    wide = half_x * 0.44
    for side in (-1, 1):
        x = side * half_x * 0.54
        back, toe = -half_z * 0.98, half_z * 0.98
        d.add(pad((x - wide, 0.0, back), (x + wide, h * 0.05, toe), h * 0.02), "black plastic")
        d.add(pad((x - wide * 0.96, h * 0.045, back), (x + wide * 0.96, h * 0.24, toe * 0.98), h * 0.085, 4), "main")
        shaft = [rounded(wide * s, half_z * s * 0.56, wide * 0.7, 4) for s in (0.92, 0.88, 0.98, 1.0, 0.9, 0.86)]
        rings = level(shaft, [h * 0.12, h * 0.4, h * 0.8, h, h, h * 0.85])
        d.add(loft(rings).moved(x, 0.0, -half_z * 0.4), "main")
    d.filled = True


def garbage_bag(d: Draft) -> None:
    """A full bag tied at the top."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    profile = [
        (0.6, 0.0),
        (0.9, 0.06),
        (1.0, 0.25),
        (0.96, 0.48),
        (0.72, 0.68),
        (0.3, 0.82),
        (0.12, 0.86),
        (0.2, 0.94),
        (0.3, 1.0),
        (0.1, 0.96),
    ]
    bag = lathe([(a * r, b * h) for a, b in profile], 22, flat)
    angle = [math.atan2(z, x) for x, _, z in bag.vertices.tolist()]
    folds = [
        1 - 0.05 * (1 + math.sin(7 * a + y * 9 / h)) for a, y in zip(angle, bag.vertices[:, 1].tolist(), strict=True)
    ]
    bag.vertices[:, 0] *= folds
    bag.vertices[:, 2] *= folds
    d.add(bag, "main")
    d.filled = True


def statue(d: Draft) -> None:
    """A figure on a plinth: standing, or an abstract curl."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    plinth = h * 0.1
    d.panel((-r * 0.8, 0.0, -r * 0.8 * flat), (r * 0.8, plinth, r * 0.8 * flat), "base", 0.004)
    d.filled = True
    if h < 1.2 * d.width:
        _horse(d, r, h, flat, plinth)
    elif d.choose("statue", 2):
        _figure(d, r, h, flat, plinth)
    else:
        _curl(d, r, h, flat, plinth)


def _figure(d: Draft, r: float, h: float, flat: float, plinth: float) -> None:
    rise = h - plinth
    body = [
        (0.34, 0.0),
        (0.4, 0.02),
        (0.3, 0.3),
        (0.36, 0.45),
        (0.26, 0.58),
        (0.4, 0.72),
        (0.3, 0.78),
        (0.12, 0.8),
        (0.12, 0.84),
    ]
    d.add(lathe([(a * r, plinth + b * rise) for a, b in body], 14, flat), "main")
    head = r * 0.22
    d.add(blob((-head, plinth + rise * 0.82, -head * flat), (head, h, head * flat), 1.0, 12, 8), "main")
    for side in (-1, 1):
        top = 0.72 if side < 0 else 0.9
        path = [
            (side * r * 0.36, plinth + rise * 0.74, 0),
            (side * r * 0.8, plinth + rise * 0.6, r * 0.1 * flat),
            (side * r * 0.95, plinth + rise * top, r * 0.3 * flat),
        ]
        d.add(tube(curve(path, 3), r * 0.08, 7), "main")


def _horse(d: Draft, r: float, h: float, flat: float, plinth: float) -> None:
    rise = h - plinth
    z = min(r * flat, rise * 0.42)

    def at(x: float, y: float) -> tuple[float, float, float]:
        return x * r, plinth + y * rise, 0.0

    d.add(
        tube(
            curve([at(-0.7, 0.42), at(-0.3, 0.52), at(0.2, 0.5), at(0.5, 0.6)], 3),
            [z * 0.25, *[z * 0.42] * 8, z * 0.3],
            12,
        ),
        "main",
    )
    d.add(
        tube(
            curve([at(0.45, 0.55), at(0.62, 0.8), at(0.75, 0.94), at(0.97, 0.8)], 3),
            [z * 0.32, *[z * 0.24] * 8, z * 0.12],
            10,
        ),
        "main",
    )
    for x in (-0.55, 0.42):
        for side in (-1, 1):
            leg = tube([at(x, 0.48), at(x + 0.08, 0.22), at(x, 0.0)], [z * 0.2, z * 0.12, z * 0.12], 7)
            d.add(leg.moved(0, 0, side * z * 0.25), "main")
    d.add(tube(curve([at(-0.7, 0.48), at(-0.9, 0.4), at(-0.95, 0.15)], 3), z * 0.09, 6), "main")
    d.add(lathe([(z * 0.08, 0.0), (z * 0.01, z * 0.3)], 6).moved(r * 0.72, h - z * 0.3, 0), "main")


def _curl(d: Draft, r: float, h: float, flat: float, plinth: float) -> None:
    rise = h - plinth
    path = []
    for k in range(30):
        t = k / 29
        swing = math.sin(t * math.pi) * 0.72
        path.append((r * swing * math.cos(t * 9.0), plinth + rise * t * 0.97, r * flat * swing * math.sin(t * 9.0)))
    widths = [r * (0.08 + 0.16 * math.sin(math.pi * (k + 0.5) / 30)) * min(1.0, flat) for k in range(30)]
    d.add(tube(path, widths, 9), "main")
