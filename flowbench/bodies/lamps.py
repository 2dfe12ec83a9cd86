"""Desk lamps and floor lamps."""

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import curve, lathe, tube


def desk_lamp(d: Draft) -> None:
    """A shade on a turned foot, or a jointed arm with a spot at +z where the box is deep."""
    if d.choose("lamp", 3) == 0:
        _arm_lamp(d)
    else:
        _shade_lamp(d)


def floor_lamp(d: Draft) -> None:
    """A heavy disc, a thin stem and a shade, or a tripod under a drum."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    stem, shade = min(0.014, r * 0.1), h * d.between("shade", 0.76, 0.82)
    if d.choose("tripod", 2):
        for x, z in ((0.0, 0.62), (-0.54, -0.31), (0.54, -0.31)):
            toe, head = (x * r, 0.0, z * r * flat), (x * r * 0.06, shade, z * r * 0.06)
            d.add(tube([toe, head], [stem * 0.8, stem], 8), "stand")
            d.rod(toe, head, stem * 0.7, 4)
    else:
        foot = min(0.03, h * 0.03)
        d.add(
            lathe(
                [
                    (r * 0.62, 0.0),
                    (r * 0.62, foot * 0.7),
                    (r * 0.5, foot),
                    (stem * 1.5, foot * 1.6),
                    (stem, foot * 3),
                    (stem, shade),
                ],
                24,
            ),
            "stand",
        )
        d.disc(r * 0.6, r * 0.6, 0.0, foot * 0.8)
        d.block((-stem * 0.8, 0.0, -stem * 0.8), (stem * 0.8, shade, stem * 0.8))
    _shade(d, shade, d.between("taper", 0.62, 0.95))


def _shade_lamp(d: Draft) -> None:
    r, h = d.width / 2, d.height
    shade = h * d.between("shade", 0.5, 0.6)
    if d.choose("foot", 2):
        profile = [
            (0.5, 0.0),
            (0.52, 0.03),
            (0.3, 0.08),
            (0.5, 0.3),
            (0.46, 0.5),
            (0.2, 0.75),
            (0.12, 0.85),
            (0.12, 1.05),
        ]
    else:
        profile = [(0.55, 0.0), (0.55, 0.06), (0.5, 0.09), (0.08, 0.13), (0.07, 1.05)]
    d.add(lathe([(a * r, b * shade) for a, b in profile], 20, d.depth / d.width), "stand")
    d.disc(r * 0.48, r * 0.48 * d.depth / d.width, 0.0, shade * 0.06)
    d.block((-r * 0.1, 0.0, -r * 0.1), (r * 0.1, shade, r * 0.1))
    _shade(d, shade, d.between("taper", 0.55, 0.85))


def _shade(d: Draft, low: float, taper: float) -> None:
    """A cone or drum from `low` to the top of the box, open below."""
    r, h, flat = d.width / 2, d.height, d.depth / d.width
    thin = min(0.006, r * 0.1)
    profile = [(r - thin, low), (r, low), (r * taper, h), (r * taper - thin, h), (r * taper * 0.9 - thin, h - thin)]
    inner = [(r * taper * 0.2, h - thin * 2)]
    d.add(lathe([*profile, *inner], 28, flat), "shade")
    d.add(
        lathe(
            [(r * 0.1, low + (h - low) * 0.1), (r * 0.18, low + (h - low) * 0.4), (r * 0.05, low + (h - low) * 0.65)],
            10,
        ),
        "white plastic",
    )
    d.filled = True


def _arm_lamp(d: Draft) -> None:
    r, h, half_z = d.width / 2, d.height, d.depth / 2
    foot, rod = min(0.025, h * 0.07), min(0.009, r * 0.1)
    z = -half_z + min(r, half_z) * 0.75
    base = min(r * 0.75, half_z * 0.72)
    d.add(
        lathe([(base, 0.0), (base, foot * 0.7), (base * 0.9, foot), (rod * 2, foot * 1.3)], 22).moved(0, 0, z), "stand"
    )
    elbow, wrist = (0.0, h * 0.58, -half_z * 0.82), (0.0, h * 0.88, half_z * 0.2)
    d.pipe([(0.0, foot, z), elbow], rod, 8, "stand", 1)
    d.pipe([elbow, wrist], rod, 8, "stand", 1)
    d.add(lathe([(rod * 1.8, -rod), (rod * 1.8, rod)], 10).moved(*elbow), "stand")
    way = curve([wrist, (0.0, h * 0.85, half_z * 0.45), (0.0, h * 0.62, half_z * 0.62)], 3)
    widths = [r * w for w in (0.3, 0.5, 0.55, 0.6, 0.75, 0.9, 0.98)]
    d.add(tube(way, widths[: len(way)], 20), "cap")
    d.add(tube([(0.0, h * 0.66, half_z * 0.6), (0.0, h * 0.61, half_z * 0.625)], r * 0.7, 16), "white plastic")
    d.filled = True
    d.block((-r * 0.5, h * 0.68, half_z * 0.3), (r * 0.5, h * 0.84, half_z * 0.7))
    d.rod((0.0, foot, z), elbow, rod * 0.7)
    d.rod(elbow, wrist, rod * 0.7)
