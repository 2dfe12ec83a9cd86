"""Long things with a handle: cutlery, pens, bats, rackets. They lie along z, handle at -z, or stand along y."""

import math

import numpy as np

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import Solid, box, ellipse, lathe, level, loft, pad, rounded, tube
from flowbench.records import Floats

Station = tuple[
    float, float, float, float
]  # share along z (0 handle end, 1 tip), half width, height of the middle, thickness


def fork(d: Draft) -> None:
    """A shaft, a palm and four tines."""
    stations = (
        (0.0, 0.42, 0.2, 0.2),
        (0.05, 0.5, 0.22, 0.24),
        (0.5, 0.2, 0.4, 0.26),
        (0.62, 0.24, 0.25, 0.26),
        (0.7, 0.85, 0.2, 0.22),
        (0.8, 1.0, 0.3, 0.2),
    )
    _bar(d, stations, "main")
    for k in range(4):
        x = d.width / 2 * (-0.87 + 0.58 * k)
        z = [d.depth * (s - 0.5) for s in (0.78, 0.9, 1.0)]
        rings = [
            _section(x, d.height * y, w * d.width / 2, 0.16 * d.height, zz)
            for zz, y, w in zip(z, (0.3, 0.5, 0.92), (0.13, 0.12, 0.05), strict=True)
        ]
        d.add(loft(np.array(rings)), "main")
    d.filled = True


def spoon(d: Draft) -> None:
    """A shaft and an oval bowl, hollow above."""
    half_x, h, half_z = d.width / 2, d.height, d.depth / 2
    long = min(half_x * 1.45, half_z * 0.5)
    shares = ((0.3, 0.0), (0.62, 0.08), (0.9, 0.32), (1.0, 0.56), (0.93, 0.56), (0.74, 0.44), (0.46, 0.36), (0.2, 0.33))
    rings = level([ellipse(half_x * s, long * s, 18) for s, _ in shares], [h * y for _, y in shares])
    d.add(loft(rings).moved(0.0, 0.0, half_z - long), "main")
    neck = 1.0 - long * 1.9 / d.depth
    stations = (
        (0.0, 0.3, 0.72, 0.2),
        (0.04, 0.42, 0.74, 0.22),
        (0.1, 0.4, 0.76, 0.22),
        (neck * 0.6, 0.17, 0.88, 0.24),
        (neck * 0.9, 0.15, 0.66, 0.26),
        (neck + 0.03, 0.2, 0.48, 0.18),
    )
    _bar(d, stations, "main")
    d.filled = True


def knife(d: Draft) -> None:
    """A handle and a blade that stands on its edge; its outline is drawn in y and z."""
    h, x = d.height, d.width / 2
    grip = [(0.0, 0.55, 0.3), (0.02, 0.5, 0.42), (0.2, 0.58, 0.3), (0.36, 0.55, 0.32)]
    d.add(_upright(d, [(s, m * h, half * h, x) for s, m, half in grip]), "handle")
    edge = [(0.34, 0.5, 0.46), (0.37, 0.5, 0.5), (0.7, 0.54, 0.45), (0.88, 0.66, 0.32), (1.0, 0.96, 0.02)]
    d.add(_upright(d, [(s, m * h, half * h, x * 0.3) for s, m, half in edge]), "main")
    d.filled = True


def _upright(d: Draft, stations: list[tuple[float, float, float, float]]) -> Solid:
    rings = [_section(0.0, middle, x, 2 * half, d.depth * (s - 0.5)) for s, middle, half, x in stations]
    return loft(np.array(rings))


def spatula(d: Draft) -> None:
    """A round handle and a flat, slotted blade."""
    h = d.height
    z0 = -d.depth / 2
    d.add(
        tube(
            [
                (0, h * 0.6, z0),
                (0, h * 0.62, z0 + d.depth * 0.3),
                (0, h * 0.5, z0 + d.depth * 0.55),
                (0, h * 0.25, z0 + d.depth * 0.68),
            ],
            [h * 0.4, h * 0.38, h * 0.25, h * 0.22],
            8,
        ),
        "handle",
    )
    stations = ((0.64, 0.3, 0.22, 0.25), (0.72, 0.9, 0.14, 0.24), (0.95, 1.0, 0.12, 0.22), (1.0, 0.92, 0.11, 0.18))
    _bar(d, stations, "main")
    for k in (-1, 0, 1):
        x = k * d.width * 0.22
        d.panel(
            (x - d.width * 0.05, h * 0.1, d.depth * 0.26),
            (x + d.width * 0.05, h * 0.26, d.depth * 0.43),
            "flame",
            0.0003,
        )
    d.filled = True


def ladle(d: Draft) -> None:
    """A deep bowl at +z under a rising handle."""
    r, h = d.width / 2, d.height
    z = d.depth / 2 - r
    bowl = min(h * 0.7, r)
    profile = [(0.2, 0.0), (0.6, 0.12), (0.9, 0.5), (1.0, 1.0), (0.84, 1.0), (0.58, 0.78), (0.3, 0.68), (0.1, 0.66)]
    d.add(lathe([(a * r, b * bowl) for a, b in profile], 20).moved(0, 0, z), "main")
    thin = min(0.006, r * 0.2)
    handle = [
        (0.0, bowl * 0.9, z - r * 0.95),
        (0.0, h * 0.85, z - r * 1.5),
        (0.0, h - thin, -d.depth * 0.2),
        (0.0, h * 0.8, -d.depth / 2),
    ]
    d.pipe(handle, thin, 8, "main", 3)
    d.filled = True


def pen(d: Draft) -> None:
    """A barrel along z with a tip at +z and a cap or an eraser at -z."""
    rx, ry, half = d.width / 2, d.height / 2, d.depth / 2
    parts = (
        ((-1.0, 0.85), (-0.98, 1.0), (-0.85, 1.0)),
        ((-0.85, 0.92), (0.8, 0.92)),
        ((0.8, 0.92), (0.96, 0.3), (1.0, 0.08)),
    )
    for stations, slot in zip(parts, ("cap", "main", "tip"), strict=True):
        rings = [np.column_stack([ellipse(rx * w, ry * w, 8) + (0.0, ry), np.full(8, half * s)]) for s, w in stations]
        d.add(loft(np.array(rings)), slot)
    d.block((-rx * 0.65, ry * 0.15, -half), (rx * 0.65, ry * 1.85, half * 0.9))


def bat(d: Draft) -> None:
    """A bat standing on its barrel, grip at the top."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    profile = [(0.6, 0.0), (0.92, 0.01), (1.0, 0.06), (0.98, 0.28), (0.7, 0.52), (0.42, 0.7), (0.4, 0.72)]
    d.add(lathe([(a * r, b * h) for a, b in profile], 16, flat), "main")
    d.add(lathe([(a * r, b * h) for a, b in ((0.43, 0.72), (0.4, 0.96), (0.7, 0.975), (0.66, 1.0))], 14, flat), "grip")
    d.filled = True


def racket(d: Draft) -> None:
    """A racket standing on its grip: an oval frame with strings."""
    half_x, thin, h = d.width / 2, d.depth / 2, d.height
    middle, reach = h * 0.72, h * 0.28
    frame = thin * 0.5
    ring = [
        (
            (half_x - frame) * math.cos(2 * math.pi * k / 24),
            middle + (reach - frame) * math.sin(2 * math.pi * k / 24),
            0.0,
        )
        for k in range(25)
    ]
    d.pipe(ring, frame, 6, "main", 10)
    for side in (-1, 1):
        d.add(
            tube(
                [(side * half_x * 0.75, middle - reach * 0.6, 0), (side * half_x * 0.08, h * 0.34, 0)], frame * 0.9, 6
            ),
            "main",
        )
    for k in range(-4, 5):
        x = half_x * 0.2 * k
        y = (reach - frame) * math.sqrt(max(1 - (x / half_x) ** 2, 0))
        d.add(tube([(x, middle - y, 0), (x, middle + y, 0)], thin * 0.05, 3), "paper")
        y = reach * 0.2 * k
        x = (half_x - frame) * math.sqrt(max(1 - (y / reach) ** 2, 0))
        d.add(tube([(-x, middle + y, 0), (x, middle + y, 0)], thin * 0.05, 3), "paper")
    d.add(loft(level([rounded(thin * 0.8, thin, thin * 0.4, 3)] * 2, [0.0, h * 0.26])), "grip")
    d.add(loft(level([rounded(thin * 0.6, thin * 0.6, thin * 0.3, 3)] * 2, [h * 0.26, h * 0.36])), "main")
    d.block((-thin * 0.8, 0.0, -thin), (thin * 0.8, h * 0.26, thin))
    d.block((-thin * 0.6, h * 0.26, -thin * 0.6), (thin * 0.6, h * 0.36, thin * 0.6))


def dumbbell(d: Draft) -> None:
    """Two weights on a bar along z."""
    rx, ry, half = d.width / 2, d.height / 2, d.depth / 2
    bar = [
        np.column_stack([ellipse(rx * 0.22, ry * 0.22, 12) + (0.0, ry), np.full(12, s * half * 0.7)]) for s in (-1, 1)
    ]
    d.add(loft(np.array(bar)), "chrome")
    for side in (-1, 1):
        stations = ((0.4, 0.85), (0.44, 1.0), (0.94, 1.0), (1.0, 0.85))
        rings = [
            np.column_stack([_hexagon(rx * w, ry * w) + (0.0, ry), np.full(6, side * half * s)]) for s, w in stations
        ]
        d.add(loft(np.array(rings)), "main")
    d.filled = True


def key_chain(d: Draft) -> None:
    """A ring with two keys and a fob, flat on the table, along z."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    r, wire = half_x * 0.5, h * 0.18
    z = -half_z + r + wire
    ring = [(r * math.cos(2 * math.pi * k / 20), h * 0.4, z + r * math.sin(2 * math.pi * k / 20)) for k in range(21)]
    d.pipe(ring, wire, 6, "chrome", 7)
    for side, slot in ((-1, "brass"), (1, "brushed steel")):
        head = min(half_x * 0.34, r * 0.7)
        x, start = side * half_x * 0.55, z + r * 0.8
        d.add(lathe([(head, 0.0), (head, h * 0.35)], 12).moved(x, h * 0.3, start), slot)
        tip = half_z if side > 0 else half_z * 0.85
        d.panel((x - head * 0.3, h * 0.35, start), (x + head * 0.3, h * 0.6, tip), slot, 0.0005)
        for k in range(3):
            tooth = tip - (tip - start) * (0.08 + 0.16 * k)
            d.add(box((x + head * 0.2, h * 0.35, tooth - head * 0.15), (x + head * 0.7, h * 0.6, tooth)), slot)
    d.add(pad((-half_x * 0.25, 0.0, z + r), (half_x * 0.25, h, z + r * 2.4), h * 0.3, 3), "main")
    d.filled = True


def _hexagon(rx: float, ry: float) -> Floats:
    return ellipse(rx, ry / math.cos(math.pi / 6), 6)


def _bar(d: Draft, stations: tuple[Station, ...], slot: str) -> None:
    half, h = d.width / 2, d.height
    rings = [_section(0.0, y * h, w * half, thick * h, d.depth * (s - 0.5)) for s, w, y, thick in stations]
    d.add(loft(np.array(rings)), slot)


def _section(x: float, y: float, half_x: float, thick: float, z: float) -> Floats:
    """A flat eight-cornered cross-section at z."""
    outline = rounded(half_x, thick / 2, min(half_x, thick / 2) * 0.6, 2) + (x, y)
    return np.column_stack([outline, np.full(len(outline), z)])
