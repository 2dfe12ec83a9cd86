"""Potted plants, grown from arcs of leaves."""

import math

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import Solid, blade, blob, lathe, tube

GOLDEN = math.pi * (3 - math.sqrt(5))


def house_plant(d: Draft) -> None:
    """A pot with soil; arching leaves, a bush, or a stem with broad leaves by the asset."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    pot_top, pot = h * d.between("pot", 0.26, 0.36), min(r * 0.62, r * flat * 0.62, h * 0.24)
    round_pot = d.choose("pot shape", 2)
    profile = [(0.7, 0.0), (0.74, 0.03), (0.95, 0.84), (1.04, 0.86), (1.04, 1.0), (0.9, 1.0), (0.88, 0.88)]
    if round_pot:
        profile = [
            (0.55, 0.0),
            (0.62, 0.03),
            (0.95, 0.4),
            (1.0, 0.62),
            (0.92, 0.9),
            (0.95, 1.0),
            (0.84, 1.0),
            (0.82, 0.88),
        ]
    d.add(lathe([(a * pot, b * pot_top) for a, b in profile], 20), "pot")
    d.add(lathe([(pot * 0.86, pot_top * 0.86), (pot * 0.84, pot_top * 0.92), (pot * 0.3, pot_top * 0.95)], 16), "soil")
    (_arching, _bush, _broad)[d.choose("plant", 3)](d, r, pot_top * 0.92)
    d.disc(pot * 0.72, pot * 0.72, 0.0, pot_top * 0.95)
    d.block((-r * 0.58, pot_top * 1.1, -r * 0.58 * flat), (r * 0.58, h * 0.85, r * 0.58 * flat))


def _arching(d: Draft, r: float, base: float) -> None:
    for k in range(26):
        lift = (k + 0.5) / 26
        out = r * (1.0 - 0.75 * lift**1.4)
        top = base + (d.height - base) * (0.35 + 0.65 * lift)
        _leaf_strip(d, k * GOLDEN, out, base, top, 0.16 * r, droop=0.25 * (1 - lift))


def _leaf_strip(d: Draft, angle: float, out: float, base: float, top: float, width: float, droop: float) -> None:
    flat = d.depth / d.width
    ways = ((0.03, 0.0), (0.2, 0.5), (0.5, 0.88), (0.8, 1.0 - droop * 0.4), (1.0, 1.0 - droop * 1.6))
    x, z = math.cos(angle), math.sin(angle)
    spine = [(x * out * s, base + (top - base) * t, z * out * s * flat) for s, t in ways]
    widths = [width * w for w in (0.25, 0.7, 1.0, 0.75, 0.03)]
    d.add(blade(spine, widths, (-z, 0.0, x), width * 0.06), "leaf")


def _bush(d: Draft, r: float, base: float) -> None:
    h, flat = d.height, d.depth / d.width
    crown, middle = (h - base) * 0.5, base + (h - base) * 0.5
    d.add(tube([(0, base * 0.9, 0), (r * 0.04, middle, 0)], r * 0.06, 8), "bark")
    d.add(
        blob(
            (-r * 0.6, middle - crown * 0.62, -r * 0.6 * flat),
            (r * 0.6, middle + crown * 0.72, r * 0.6 * flat),
            1.0,
            12,
            7,
        ),
        "leaf",
    )
    count = 54
    for k in range(count):
        y = 1 - 1.75 * (k + 0.5) / count
        ring, angle = math.sqrt(max(1 - y * y, 0.0)), k * GOLDEN
        x, z = math.cos(angle) * ring, math.sin(angle) * ring
        start = (x * r * 0.55, middle + y * crown * 0.6, z * r * 0.55 * flat)
        half = (x * r * 0.82, middle + y * crown * 0.85 + crown * 0.1, z * r * 0.82 * flat)
        end = (x * r, middle + y * crown - crown * 0.02, z * r * flat)
        d.add(
            blade(
                [start, half, end], [r * 0.05, r * 0.17, r * 0.01], (-math.sin(angle), 0.25, math.cos(angle)), r * 0.012
            ),
            "leaf",
        )


def _broad(d: Draft, r: float, base: float) -> None:
    h, flat = d.height, d.depth / d.width
    count = 11
    for k in range(count):
        lift = (k + 0.7) / count
        angle, out = k * GOLDEN, r * (1.0 - 0.5 * lift)
        x, z = math.cos(angle), math.sin(angle)
        top = base + (h - base) * (0.3 + 0.7 * lift)
        joint = (x * out * 0.4, top - (h - base) * 0.12, z * out * 0.4 * flat)
        d.add(
            tube(
                [(x * r * 0.06, base, z * r * 0.06), (joint[0] * 0.6, (base + joint[1]) / 2, joint[2] * 0.6), joint],
                r * 0.025,
                5,
            ),
            "stalk",
        )
        d.add(_broad_leaf(joint, x, z * flat, out * 0.6, top), "leaf")


def _broad_leaf(joint: tuple[float, float, float], x: float, z: float, long: float, top: float) -> Solid:
    rise = top - joint[1]
    ways = ((0.0, 0.0), (0.2, 0.55), (0.5, 1.0), (0.8, 0.85), (1.0, 0.35))
    spine = [(joint[0] + x * long * s, joint[1] + rise * t, joint[2] + z * long * s) for s, t in ways]
    norm = math.hypot(x, z)
    return blade(spine, [long * w for w in (0.03, 0.36, 0.46, 0.3, 0.02)], (-z / norm, 0.0, x / norm), long * 0.03)


def bouquet(d: Draft) -> None:
    """A bowl of flowers: the decoration of a table top."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    bowl = h * 0.45
    d.add(
        lathe(
            [(r * 0.4, 0.0), (r * 0.6, bowl * 0.3), (r * 0.72, bowl), (r * 0.66, bowl), (r * 0.4, bowl * 0.8)], 20, flat
        ),
        "pot",
    )
    for k in range(12):
        lift = (k + 0.5) / 12
        angle, out = k * GOLDEN, r * math.sqrt(1 - lift * 0.95) * 0.82
        x, y, z = math.cos(angle) * out, bowl + (h * 0.84 - bowl) * (0.2 + 0.8 * lift), math.sin(angle) * out * flat
        size = r * 0.17
        d.add(
            blob(
                (x - size, y - size * 0.6, z - size * flat),
                (x + size, min(y + size * 0.6, h), z + size * flat),
                1.0,
                8,
                5,
            ),
            "flower",
        )
        _leaf_strip(d, angle + 0.6, out * 1.1, bowl * 0.7, y * 0.95, size * 0.5, 0.3)
    d.filled = True


def room_decor(d: Draft) -> None:
    """A tall floor vase with dry twigs."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    vase = h * 0.5
    profile = [(0.4, 0.0), (0.5, 0.03), (0.62, 0.4), (0.5, 0.75), (0.28, 0.92), (0.36, 1.0), (0.3, 1.0), (0.22, 0.9)]
    d.add(lathe([(a * r, b * vase) for a, b in profile], 22), "pot")
    for k in range(14):
        angle, lean = k * GOLDEN, 0.3 + 0.7 * (k % 5) / 4
        x, z = math.cos(angle) * r * lean, math.sin(angle) * r * flat * lean
        top = h * (0.82 + 0.18 * ((k * 7) % 14) / 13)
        d.add(
            tube(
                [(x * 0.1, vase * 0.9, z * 0.1), (x * 0.5, (vase + top) / 2, z * 0.5), (x, top, z)],
                [r * 0.02, r * 0.018, r * 0.008],
                5,
            ),
            "bark",
        )
        bud = r * 0.07
        d.add(blob((x - bud, top - bud * 3, z - bud), (x + bud, top, z + bud), 1.0, 6, 4), "flower")
    d.disc(r * 0.4, r * 0.4, 0.0, vase * 0.75)
    d.block((-r * 0.15, vase, -r * 0.15 * flat), (r * 0.15, h * 0.8, r * 0.15 * flat))
