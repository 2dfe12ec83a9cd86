"""Sanitary ware: toilet, sinks, bathtub, taps, showers; and the stove's burners and knobs."""

import numpy as np

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import curve, ellipse, lathe, level, loft, pad, rounded, tube

LARGE_FAUCET_M = 0.4
DRAINER_SHARE = 0.7  # of a sink's height: what is carried higher lies on a drainer
BOWL_SHARES = (0.38, 0.78)  # of the width and the depth of a sink with drainers
PEDESTAL_M = 0.45  # sinks at least so high stand on a foot
PEDESTAL_BOWL = 0.84  # share of their height at which the bottom of the bowl lies
BOWL_RISE = 1.05  # how much higher than the underside of the bowl that is


def toilet(d: Draft) -> None:
    """A bowl with seat and lid towards +z, a cistern at -z whose top carries things."""
    width = min(d.width, 0.62 * d.depth + 0.25)
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    bowl_x, tank = width / 2 * 0.86, min(0.24, d.depth * 0.28)
    seat = h * 0.42
    z = tank * 0.4
    reach = half_z - z
    outlines = [(0.6, 0.62), (0.56, 0.6), (0.62, 0.66), (0.9, 0.92), (0.98, 0.98), (0.98, 0.98)]
    heights = [0.0, 0.12, 0.4, 0.78, 0.9, 1.0]
    rings = [rounded(bowl_x * a, reach * b, bowl_x * a * 0.95, 6) for a, b in outlines]
    d.add(loft(level(rings, [seat * y for y in heights])).moved(0, 0, z), "main")
    lid = [rounded(bowl_x * s, reach * s, bowl_x * s * 0.95, 6) for s in (0.97, 1.0, 1.0, 0.96)]
    d.add(loft(level(lid, [seat, seat * 1.03, seat * 1.1, seat * 1.13])).moved(0, 0, z), "seat")
    d.add(pad((-half_x * 0.96, seat * 0.9, -half_z), (half_x * 0.96, h * 0.94, -half_z + tank), 0.03, 4), "main")
    d.panel((-half_x, h * 0.935, -half_z), (half_x, h, -half_z + tank * 1.04), "main", 0.012)
    d.add(
        tube([(half_x * 0.6, h * 0.86, -half_z + tank), (half_x * 0.6, h * 0.86, -half_z + tank * 1.12)], h * 0.018, 8),
        "chrome",
    )
    d.block((-bowl_x * 0.5, 0.0, z - reach * 0.55), (bowl_x * 0.5, seat * 0.7, z + reach * 0.55))
    d.block((-bowl_x * 0.8, seat * 0.8, z - reach * 0.7), (bowl_x * 0.8, seat * 1.12, z + reach * 0.7))
    d.block((-half_x * 0.94, seat * 0.95, -half_z), (half_x * 0.94, h, -half_z + tank))


def basin(d: Draft, rim: float = 0.05, corner: float = 0.35, flange: bool = False) -> None:
    """An open bowl with a rounded rectangular outline, its rim at the top and its floor just above the bottom.

    With a flange the bowl is narrower than its rim, which lies on a counter.
    """
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    wide = rim * min(half_x, half_z) * 2
    round_m = corner * min(half_x, half_z)
    floor = min((s for s in d.surfaces if s < 0.97 * h), default=min(0.006, h * 0.1))
    lip = max(h - 0.01, h * 0.9)
    outside = [(0.26, 0.0), (0.15, lip), (0.0, lip)] if flange else [(0.14, 0.0), (0.03, h * 0.5), (0.0, h * 0.9)]
    spans = [
        *outside,
        (0.0, h),
        (wide, h),
        (wide * 1.15, h * 0.93),
        (wide * 1.6, max(h * 0.5, (floor + h) / 2)),
        (0.22 * half_x, floor + min(floor * 0.5, 0.01)),
        (0.5 * min(half_x, half_z), floor),
    ]
    outlines = []
    for k, (inset, _) in enumerate(spans):
        inset = inset * min(half_x, half_z) if k < 3 else inset
        outlines.append(rounded(half_x - inset, half_z - inset, max(round_m - inset, round_m * 0.5), 5))
    d.add(loft(level(outlines, [y for _, y in spans])), "main")
    drain = min(0.045, 0.2 * min(half_x, half_z))
    _strainer(d, drain, floor)
    d.block((-half_x * 0.8, 0.0, -half_z * 0.8), (half_x * 0.8, floor, half_z * 0.8))
    d.walls((-half_x * 0.985, h * 0.5, -half_z * 0.985), (half_x * 0.985, h, half_z * 0.985), wide, "-x +x -z +z")


def sink(d: Draft) -> None:
    """A basin; tall boxes are pedestal sinks; where things are carried near the rim, drainers lie at both sides."""
    if d.height < PEDESTAL_M:
        drainer = next((s for s in d.surfaces if DRAINER_SHARE * d.height < s < 0.98 * d.height), 0.0)
        if drainer:
            _sink_with_drainers(d, drainer)
        else:
            basin(d, 0.09, flange=True)
        return
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    bowl = h * PEDESTAL_BOWL / BOWL_RISE
    wide = 0.08 * min(half_x, half_z) * 2
    d.add(
        loft(
            level(
                [rounded(half_x * s, half_z * s, half_x * 0.3 * s, 4) for s in (0.3, 0.24, 0.26, 0.4)],
                [0.0, h * 0.1, h * 0.6, bowl * 1.02],
            )
        ),
        "main",
    )
    spans = [
        (0.45 * half_x, bowl),
        (0.06 * half_x, h * 0.93),
        (0.0, h),
        (wide, h),
        (wide * 1.3, h * 0.95),
        (0.5 * half_x, bowl * BOWL_RISE),
    ]
    d.add(
        loft(
            level(
                [rounded(half_x - i, half_z - min(i, half_z * 0.8), half_x * 0.4, 5) for i, _ in spans],
                [y for _, y in spans],
            )
        ),
        "main",
    )
    d.block((-half_x * 0.2, 0.0, -half_z * 0.2), (half_x * 0.2, bowl, half_z * 0.2))
    d.block((-half_x * 0.5, bowl, -half_z * 0.45), (half_x * 0.5, bowl * 1.045, half_z * 0.45))
    d.walls((-half_x * 0.96, h * 0.94, -half_z * 0.96), (half_x * 0.96, h, half_z * 0.96), wide, "-x +x -z +z")


def _sink_with_drainers(d: Draft, drainer: float) -> None:
    """A bowl in the middle of a tray whose floor lies at a height; ribs on the tray run towards the bowl."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    bowl_x, bowl_z, wall = half_x * BOWL_SHARES[0], half_z * BOWL_SHARES[1], 0.012
    wide, floor = 0.06 * half_z, min(0.006, h * 0.1)
    under = max(drainer - 0.012, drainer * 0.9)
    rings = [
        (bowl_x * 0.85, bowl_z * 0.85, 0.0),
        (bowl_x + wall, bowl_z + wall, under),
        (half_x - wide, half_z - wide, under),
        (half_x, half_z, max(h - 0.008, (under + h) / 2)),
        (half_x, half_z, h),
        (half_x - wide, half_z - wide, h),
        (half_x - wide * 1.3, half_z - wide * 1.3, drainer),
        (bowl_x, bowl_z, drainer),
        (bowl_x * 0.96, bowl_z * 0.96, drainer * 0.85),
        (bowl_x * 0.85, bowl_z * 0.88, floor * 3),
        (bowl_x * 0.7, bowl_z * 0.75, floor),
    ]
    corner = min(half_x, half_z) * 0.12
    d.add(loft(level([rounded(x, z, corner, 4) for x, z, _ in rings], [y for _, _, y in rings])), "main")
    _strainer(d, min(0.045, 0.3 * min(bowl_x, bowl_z)), floor)
    rib = min(0.004, (h - drainer) * 0.4)
    for side in (-1, 1):
        for k in range(-3, 4):
            x0, x1 = sorted((side * (bowl_x + wall * 3), side * (half_x - wide * 2)))
            z = bowl_z * 0.26 * k
            d.panel((x0, drainer - 0.002, z - 0.004), (x1, drainer + rib, z + 0.004), "main", 0.002)
        x0, x1 = sorted((side * bowl_x, side * (half_x - wide)))
        d.block((x0, under, -half_z + wide), (x1, drainer, half_z - wide))
        z0, z1 = sorted((side * bowl_z, side * (half_z - wide)))
        d.block((-bowl_x, under, z0), (bowl_x, drainer, z1))
    d.block((-bowl_x * 0.7, 0.0, -bowl_z * 0.7), (bowl_x * 0.7, floor, bowl_z * 0.7))
    d.walls((-bowl_x, drainer * 0.3, -bowl_z), (bowl_x, under, bowl_z), wall, "-x +x -z +z")
    d.walls((-half_x, under, -half_z), (half_x, h, half_z), wide, "-x +x -z +z")


def _strainer(d: Draft, r: float, floor: float) -> None:
    """The drain of a sink."""
    d.add(lathe([(r, floor), (r * 0.9, floor + 0.003), (r * 0.6, floor + 0.0015)], 18), "chrome")
    d.add(lathe([(r * 0.55, floor + 0.0015), (r * 0.5, floor + 0.003)], 14), "dark steel")


def bathtub(d: Draft) -> None:
    """A tub with a wide rim and a panelled outside; the cavity is free."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    on_rim = any(s > 0.8 * h for s in d.surfaces)
    wide = min(0.2 if on_rim else 0.09, (0.3 if on_rim else 0.16) * min(half_x, half_z) * 2)
    floor = min((s for s in d.surfaces if s < 0.97 * h), default=min(0.12, h * 0.25))
    inner = min(half_x, half_z)
    spans = [
        (0.01, 0.0),
        (0.01, h * 0.92),
        (0.0, h * 0.94),
        (0.0, h - 0.008),
        (0.008, h),
        (wide, h),
        (wide + 0.015, h * 0.96),
        (wide + 0.1 * inner, floor * 1.6),
        (wide + 0.18 * inner, floor * 1.05),
        (0.6 * inner, floor),
    ]
    outlines = [rounded(half_x - i, half_z - i, 0.03 if k < 5 else inner * 0.4, 5) for k, (i, _) in enumerate(spans)]
    d.add(loft(level(outlines, [y for _, y in spans])), "main")
    _tub_fittings(d, wide, floor)
    d.block((-half_x * 0.98, 0.0, -half_z * 0.98), (half_x * 0.98, floor, half_z * 0.98))
    d.walls((-half_x * 0.985, floor, -half_z * 0.985), (half_x * 0.985, h, half_z * 0.985), wide, "-x +x -z +z")


def _tub_fittings(d: Draft, wide: float, floor: float) -> None:
    """A drain, an overflow at one end and a grip along each of the longer sides."""
    along = d.depth >= d.width
    long, short, h = max(d.depth, d.width) / 2, min(d.depth, d.width) / 2, d.height

    def at(across: float, y: float, way: float) -> tuple[float, float, float]:
        return (across, y, way) if along else (way, y, across)

    end = -long + wide + 0.1 * short
    drain = lathe([(0.035, floor), (0.03, floor + 0.004), (0.008, floor + 0.002)], 14)
    d.add(drain.moved(*at(0.0, 0.0, -long + wide + 0.45 * short)), "chrome")
    overflow = [at(0.0, h * 0.78, end - 0.05 * short), at(0.0, h * 0.78, end + 0.01)]
    d.add(tube(overflow, min(0.03, h * 0.08), 16), "chrome")
    reach, grip = min(0.12, long * 0.2), min(0.011, wide * 0.2)
    for side in (-1, 1):
        x = side * (short - wide / 2)
        path = [at(x, h - 0.01, -reach), at(x, h, -reach), at(x, h, reach), at(x, h - 0.01, reach)]
        d.add(tube(path, grip, 8).moved(0, -grip, 0), "chrome")


def faucet(d: Draft) -> None:
    """A foot, a swan neck towards +z and a lever on each side."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    pipe = min(0.014, half_x * 0.35, h * 0.12, half_z * 0.3)
    back = -half_z + pipe * 1.6
    d.add(lathe([(pipe * 1.6, 0.0), (pipe * 1.6, h * 0.05), (pipe * 1.1, h * 0.09)], 14).moved(0, 0, back), "main")
    neck = curve(
        [
            (0, h * 0.05, back),
            (0, h * 0.7, back),
            (0, h - pipe, back + d.depth * 0.3),
            (0, h * 0.8, half_z - pipe * 2),
            (0, h * 0.58, half_z - pipe * 1.1),
        ]
    )
    neck = [(x, min(y, h - pipe), z) for x, y, z in neck]  # the curve swings over its highest point
    d.pipe(neck, pipe, 10, "main", 8 if d.depth < LARGE_FAUCET_M else 16)
    if half_x > pipe * 3:
        for side in (-1, 1):
            x = side * half_x * 0.72
            d.add(
                lathe([(pipe * 1.2, 0.0), (pipe * 1.2, h * 0.06), (pipe * 0.8, h * 0.2), (pipe, h * 0.26)], 12).moved(
                    x, 0, back
                ),
                "main",
            )
            d.add(
                tube(
                    [(x, h * 0.24, back), (side * half_x, h * 0.3, back + d.depth * 0.1)], [pipe * 0.6, pipe * 0.4], 7
                ),
                "main",
            )
    d.filled = True


def shower_head(d: Draft) -> None:
    """A rod on the wall (-z) with a round head that looks down."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    pipe = min(0.011, half_x * 0.15, half_z * 0.15)
    head = min(half_x, half_z * 0.75)
    z = half_z - head
    pipes = [(0.0, 0.0, -half_z + pipe), (0.0, h - pipe, -half_z + pipe), (0.0, h - pipe, z), (0.0, h * 0.93, z)]
    d.pipe(pipes, pipe, 8, "main", 3)
    d.add(
        lathe([(head * 0.96, h * 0.89), (head, h * 0.9), (head * 0.9, h * 0.915), (pipe * 1.6, h * 0.94)], 22).moved(
            0, 0, z
        ),
        "main",
    )
    d.add(lathe([(head * 0.85, h * 0.886), (head * 0.85, h * 0.891)], 20).moved(0, 0, z), "dark steel")
    d.add(lathe([(pipe * 2.4, h * 0.3), (pipe * 2.4, h * 0.36)], 12).moved(0, 0, -half_z + pipe * 2.4), "main")
    d.filled = True


def stove_burner(d: Draft) -> None:
    """A coil in a drip pan: concentric rings; pans stand on its top."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    d.add(lathe([(r, 0.0), (r, h * 0.3), (r * 0.94, h * 0.35), (r * 0.2, h * 0.2)], 28, flat), "brushed steel")
    wire = min(h * 0.32, r * 0.08)
    for share in (0.82, 0.58, 0.34):
        outline = ellipse(r * share, r * share * flat, 20)
        path = [(float(x), h - wire, float(z)) for x, z in (*outline, outline[0])]
        d.add(tube(path, wire, 4), "main")
    d.disc(r * 0.98, r * 0.98 * flat, 0.0, h * 0.33)
    d.disc(r * 0.88, r * 0.88 * flat, h * 0.33, h)


def stove_knob(d: Draft) -> None:
    """A round knob that looks to +z: a steel ring on the panel, a drum, a grip across it with a white mark."""
    rx, ry, half = d.width / 2, d.height / 2, d.depth / 2

    def drum(slot: str, *stations: tuple[float, float]) -> None:
        outline = ellipse(rx, ry, 24)
        rings = [[(float(x) * s, ry + float(y) * s, half * z) for x, y in outline] for z, s in stations]
        d.add(loft(np.array(rings)), slot)

    drum("chrome", (-1.0, 1.0), (-0.78, 1.0), (-0.7, 0.94))
    drum("main", (-0.72, 0.86), (-0.1, 0.8), (0.0, 0.74))
    d.panel((-rx * 0.2, ry * 0.3, -half * 0.1), (rx * 0.2, ry * 1.7, half), "main", 0.002)
    d.panel((-rx * 0.05, ry * 1.1, half * 0.9), (rx * 0.05, ry * 1.66, half), "white plastic", 0.0005)
    d.filled = True
