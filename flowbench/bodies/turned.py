"""Turned things: vases, bottles, shakers, candles, rolls, bins of one profile."""

from collections.abc import Sequence

import numpy as np

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import curve, lathe, pad, prism, tube

Profile = Sequence[tuple[float, float]]

VASES: tuple[Profile, ...] = (
    (
        (0.5, 0.0),
        (0.62, 0.03),
        (0.9, 0.25),
        (1.0, 0.45),
        (0.88, 0.66),
        (0.5, 0.84),
        (0.38, 0.92),
        (0.5, 1.0),
        (0.42, 1.0),
        (0.32, 0.9),
    ),
    (
        (0.7, 0.0),
        (0.74, 0.02),
        (0.9, 0.3),
        (1.0, 0.55),
        (0.96, 0.75),
        (0.7, 0.9),
        (0.62, 0.96),
        (0.7, 1.0),
        (0.6, 1.0),
        (0.55, 0.9),
    ),
    ((0.42, 0.0), (0.5, 0.04), (0.34, 0.2), (0.5, 0.5), (0.85, 0.85), (1.0, 1.0), (0.93, 1.0), (0.7, 0.8)),
    ((0.9, 0.0), (1.0, 0.03), (1.0, 0.55), (0.9, 0.7), (0.4, 0.82), (0.3, 0.9), (0.36, 1.0), (0.28, 1.0), (0.22, 0.9)),
)
BOTTLE: Profile = ((0.92, 0.0), (1.0, 0.03), (1.0, 0.52), (0.9, 0.62), (0.45, 0.78), (0.36, 0.84), (0.36, 0.93))
WINE: Profile = ((0.9, 0.0), (1.0, 0.02), (1.0, 0.58), (0.93, 0.66), (0.5, 0.76), (0.38, 0.82), (0.36, 0.9))


def vase(d: Draft) -> None:
    """One of four profiles; bowls of glass and jugs alike."""
    profile = VASES[d.choose("vase", len(VASES))]
    _turn(d, profile, "main", 24)
    d.filled = True


def bottle(d: Draft, profile: Profile = BOTTLE, cap_share: float = 0.42) -> None:
    """A bottle with a label round its belly and a cap."""
    _turn(d, profile, "main", 20)
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    top = profile[-1][1]
    d.add(
        lathe([(r * cap_share, h * (top - 0.01)), (r * cap_share, h * 0.99), (r * cap_share * 0.9, h)], 16, flat), "cap"
    )
    d.add(lathe([(r * 1.005, h * 0.16), (r * 1.005, h * 0.48)], 20, flat), "label")
    d.filled = True


def shaker(d: Draft) -> None:
    """A small waisted pot with a metal cap."""
    _turn(d, ((0.85, 0.0), (1.0, 0.05), (0.78, 0.4), (0.72, 0.68)), "main", 16)
    _turn(d, ((0.74, 0.68), (0.8, 0.7), (0.8, 0.84), (0.6, 0.95), (0.25, 1.0)), "cap", 16)
    d.filled = True


def candle(d: Draft) -> None:
    """A wax cylinder with a wick."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    wick = min(0.015, h * 0.12)
    top = h - wick
    d.add(
        lathe([(r * 0.97, 0.0), (r, h * 0.02), (r, top * 0.97), (r * 0.94, top), (r * 0.4, top * 0.985)], 20, flat),
        "main",
    )
    d.add(tube([(0, top * 0.97, 0), (0, h, 0)], min(0.0015, r * 0.1), 5), "flame")
    d.disc(r * 0.97, r * 0.97 * flat, 0.0, top * 0.98)


def roll(d: Draft) -> None:
    """A roll of paper standing on end, its core a dark hole."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    core, edge = r * 0.36, min(0.004, h * 0.03)
    profile = [(core, edge), (r * 0.98, 0.0), (r, edge), (r, h - edge), (r * 0.98, h), (core, h - edge)]
    d.add(lathe(profile, 24, flat), "main")
    d.add(
        lathe(
            [(core * 1.02, h - edge), (core, h - edge * 0.4), (core * 0.7, h - edge * 0.4), (core * 0.7, h - edge)],
            16,
            flat,
        ),
        "cardboard",
    )
    d.add(lathe([(core * 0.7, h - edge * 0.9), (core * 0.7, h - edge * 0.6)], 16, flat), "flame")
    d.disc(r * 0.97, r * 0.97 * flat, 0.0, h * 0.99)


def lying_roll(d: Draft) -> None:
    """A roll of foil along z on a core of cardboard, a stretch of it pulled out flat towards -x with a torn edge."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    r, thin = min(h / 2, half_x), 0.0012
    roll = lathe([(r * 0.97, -half_z), (r, -half_z * 0.98), (r, half_z * 0.98), (r * 0.97, half_z)], 20)
    d.add(roll.tilted(90, (0, 0, 0)).moved(half_x - r, r, 0), "main")
    for side in (-1, 1):
        core = lathe([(r * 0.5, 0.0), (r * 0.5, 0.002)], 14).tilted(90, (0, 0, 0))
        d.add(core.moved(half_x - r, r, side * half_z - 0.001), "cardboard")
        hole = lathe([(r * 0.36, 0.0), (r * 0.36, 0.003)], 14).tilted(90, (0, 0, 0))
        d.add(hole.moved(half_x - r, r, side * half_z - 0.0015), "flame")
    edge = half_z * 0.97
    teeth = [(-half_x + 0.004 * (k % 2), edge * (k / 6 - 1)) for k in range(13)]
    outline = np.array([(half_x - r, -edge), (half_x - r, edge), *reversed(teeth)])
    d.add(prism(outline[::-1], 0.0, thin), "main")
    d.filled = True


def soap_bottle(d: Draft) -> None:
    """A dispenser with a pump whose nose points to +z."""
    r, h = d.width / 2, d.height
    flat = d.depth / d.width
    body = h * 0.68
    d.add(
        lathe([(r * 0.94, 0.0), (r, h * 0.03), (r, body * 0.85), (r * 0.8, body * 0.96), (r * 0.4, body)], 20, flat),
        "main",
    )
    d.add(lathe([(r * 1.005, body * 0.2), (r * 1.005, body * 0.7)], 20, flat), "label")
    neck = min(r, r * flat) * 0.36
    d.add(
        lathe([(neck, body * 0.99), (neck, body * 1.12), (neck * 0.4, body * 1.14), (neck * 0.4, h * 0.92)], 12), "cap"
    )
    nose = min(r * flat * 0.98, neck * 3.2)
    d.add(
        tube([(0, h * 0.95, -neck), (0, h * 0.96, neck), (0, h * 0.94, nose)], [neck * 0.8, neck * 0.8, neck * 0.4], 8),
        "cap",
    )
    d.disc(r * 0.95, r * 0.95 * flat, 0.0, body * 0.9)
    d.block((-neck * 0.6, body * 0.9, -neck * 0.6), (neck * 0.6, h * 0.97, neck * 0.6))


def spray_bottle(d: Draft) -> None:
    """A flask with a trigger head pointing to +z."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    body, back = h * 0.6, half_z * 0.86
    flask = pad((-half_x, 0.0, -back), (half_x, body, back), half_x * 0.45, 4)
    d.add(flask, "main")
    d.add(lathe([(half_x * 0.7, body * 0.98), (half_x * 0.5, h * 0.74)], 12), "main")
    d.add(lathe([(half_x * 0.62, h * 0.72), (half_x * 0.62, h * 0.79)], 12), "cap")
    d.panel((-half_x * 0.6, h * 0.79, -half_z), (half_x * 0.6, h, half_z * 0.75), "cap", 0.006)
    d.panel((-half_x * 0.35, h * 0.86, half_z * 0.7), (half_x * 0.35, h * 0.95, half_z), "label", 0.003)
    trigger = curve([(0, h * 0.82, half_z * 0.6), (0, h * 0.74, half_z * 0.62), (0, h * 0.64, half_z * 0.85)])
    d.add(tube(trigger, half_x * 0.22, 6), "cap")
    d.add(pad((-half_x * 1.01, body * 0.25, -back * 0.8), (half_x * 1.01, body * 0.75, back * 0.8), 0.002, 2), "label")
    d.block((-half_x * 0.85, 0.0, -back * 0.85), (half_x * 0.85, body * 0.92, back * 0.85))
    d.block((-half_x * 0.5, body, -half_z * 0.4), (half_x * 0.5, h * 0.98, half_z * 0.4))


def plunger(d: Draft) -> None:
    """A rubber bell under a wooden stick."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    bell = min(r * 1.3, h * 0.35)
    profile = [
        (r * 0.94, 0.0),
        (r, bell * 0.1),
        (r * 0.92, bell * 0.4),
        (r * 0.6, bell * 0.75),
        (r * 0.28, bell * 0.9),
        (r * 0.24, bell * 1.1),
    ]
    d.add(lathe(profile, 22, flat), "main")
    stick = min(0.013, r * 0.3)
    d.add(lathe([(stick, bell), (stick, h * 0.97), (stick * 0.5, h)], 10), "pine")
    d.filled = True


def scrub_brush(d: Draft) -> None:
    """A toilet brush in its cup."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    cup = h * 0.36
    profile = [
        (r * 0.92, 0.0),
        (r, h * 0.02),
        (r * 0.86, cup * 0.95),
        (r * 0.8, cup),
        (r * 0.7, cup * 0.97),
        (r * 0.3, cup * 0.96),
    ]
    d.add(lathe(profile, 20, flat), "main")
    stick = min(0.011, r * 0.25)
    d.add(
        lathe(
            [(stick, cup * 0.9), (stick, h * 0.85), (stick * 1.7, h * 0.88), (stick * 1.7, h * 0.97), (stick, h)], 10
        ),
        "main",
    )
    d.disc(r * 0.85, r * 0.85 * flat, 0.0, cup * 0.97)
    d.block((-stick * 0.7, cup, -stick * 0.7), (stick * 0.7, h * 0.98, stick * 0.7))


def _turn(d: Draft, profile: Profile, slot: str, sides: int) -> None:
    d.add(lathe([(d.width / 2 * r, d.height * y) for r, y in profile], sides, d.depth / d.width), slot)
