"""Things with a screen or a dial: television, desktop, laptop, clock, watch."""

import math

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import Solid, box, chamfered, lathe, pad, tube

SEGMENTS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")


def television(d: Draft) -> None:
    """A panel facing +z on a foot, or hung flat where the box is thin."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    thick = min(0.05, d.depth * 0.8)
    hung = d.depth < 0.12
    foot = 0.0 if hung else h * 0.09
    z = -thick / 2 if not hung else -half_z
    d.piece((-half_x, foot, z), (half_x, h, z + thick), "case", 0.008)
    rim = min(0.02, d.width * 0.03)
    front = z + thick
    d.add(
        box((-half_x + rim, foot + rim * 1.6, front - 0.001), (half_x - rim, h - rim, front + 0.001)),
        "picture",
        picture=True,
    )
    if hung:
        return
    d.piece((-half_x * 0.45, 0.0, -half_z), (half_x * 0.45, min(0.015, foot * 0.4), half_z), "case", 0.004)
    d.piece((-half_x * 0.1, 0.0, -thick * 0.7), (half_x * 0.1, foot * 1.4, -thick * 0.2), "case", 0.004)
    d.panel((-half_x * 0.6, h * 0.2, -thick), (half_x * 0.6, h * 0.6, -thick * 0.4), "case", 0.01)


def desktop(d: Draft) -> None:
    """A monitor on a foot with the computer beside it."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    tower = min(0.2, d.width * 0.25)
    d.piece((half_x - tower, 0.0, -half_z), (half_x, h * 0.85, half_z), "case", 0.006)
    d.panel(
        (half_x - tower * 0.85, h * 0.62, half_z * 0.97), (half_x - tower * 0.15, h * 0.7, half_z), "dark steel", 0.001
    )
    x0, x1 = -half_x, half_x - tower * 1.25
    thick, middle, rim = min(0.045, d.depth * 0.3), (x0 + x1) / 2, 0.015
    d.piece((x0, h * 0.24, -thick / 2), (x1, h, thick / 2), "case", 0.006)
    d.add(
        box((x0 + rim, h * 0.24 + rim * 2, thick / 2 - 0.001), (x1 - rim, h - rim, thick / 2 + 0.001)),
        "picture",
        picture=True,
    )
    d.piece((middle - 0.12, 0.0, -half_z * 0.7), (middle + 0.12, h * 0.03, half_z * 0.8), "case", 0.003)
    d.piece((middle - 0.03, h * 0.03, -thick * 1.2), (middle + 0.03, h * 0.5, -thick * 0.5), "case", 0.003)


def laptop(d: Draft) -> None:
    """An open laptop: keyboard towards +z, the screen leaning back at -z; flat boxes get a closed one."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    base = min(0.02, h * 0.45)
    if h < 0.12 * d.depth:
        d.piece((-half_x, 0.0, -half_z), (half_x, h * 0.48, half_z), "case", 0.003)
        d.piece((-half_x, h * 0.52, -half_z), (half_x, h, half_z), "case", 0.003)
        return
    lean = min(max(d.depth * 0.24, 0.01), d.depth * 0.4)
    hinge = -half_z + lean
    d.piece((-half_x, 0.0, hinge), (half_x, base, half_z), "case", 0.003)
    _keys(d, hinge, half_z, half_x, base)
    angle = math.degrees(math.atan2(lean, h - base))
    long = math.hypot(lean, h - base)
    thick = min(0.009, base * 0.6)
    low = (-half_x, base, hinge - thick)
    d.add(chamfered(low, (half_x, base + long, hinge), 0.002).tilted(-angle, (0.0, base, hinge)), "case")
    rim = half_x * 0.05
    pane = box((-half_x + rim, base + rim * 1.5, hinge), (half_x - rim, base + long - rim, hinge + 0.001))
    d.add(pane.tilted(-angle, (0.0, base, hinge)), "picture", picture=True)
    d.plate((0.0, base, hinge - thick / 2), (0.0, h, -half_z + thick / 2), half_x, thick / 2)


def _keys(d: Draft, hinge: float, front: float, half_x: float, base: float) -> None:
    deep = front - hinge
    d.panel(
        (-half_x * 0.9, base - 0.001, hinge + deep * 0.12),
        (half_x * 0.9, base + 0.0008, hinge + deep * 0.6),
        "dark steel",
        0.0002,
    )
    for row in range(4):
        z = hinge + deep * (0.18 + 0.115 * row)
        for column in range(8):
            x = half_x * 0.86 * (column - 3.5) / 4
            d.add(
                box((x - half_x * 0.085, base, z - deep * 0.042), (x + half_x * 0.085, base + 0.002, z + deep * 0.042)),
                "black plastic",
            )
    d.panel(
        (-half_x * 0.25, base - 0.001, hinge + deep * 0.68),
        (half_x * 0.25, base + 0.0008, hinge + deep * 0.94),
        "grey plastic",
        0.0002,
    )


def alarm_clock(d: Draft) -> None:
    """A round clock with bells and feet, or a digital block."""
    if d.width > 1.5 * d.height or d.choose("clock", 2) == 0:
        _digital_clock(d)
    else:
        _bell_clock(d)


def _bell_clock(d: Draft) -> None:
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    r = h * 0.39
    y, front = h * 0.06 + r, half_z * 0.92
    case = [
        (r * 0.8, -half_z),
        (r, -half_z * 0.8),
        (r, half_z),
        (r * 0.88, half_z),
        (r * 0.85, front),
        (r * 0.4, front),
    ]
    d.add(_facing(case, half_x / r).moved(0, y, 0), "case")
    d.add(_facing([(r * 0.86, front - 0.001), (r * 0.86, front + 0.0005)], half_x / r).moved(0, y, 0), "paper")
    for angle, long in ((60, 0.45), (-40, 0.62)):
        x, rise = math.sin(math.radians(angle)) * half_x, math.cos(math.radians(angle)) * r
        d.add(tube([(0, y, front + 0.001), (x * long, y + rise * long, front + 0.001)], r * 0.04, 5), "black plastic")
    for hour in range(0, 12, 3):
        x, rise = math.sin(hour * math.pi / 6) * half_x * 0.74, math.cos(hour * math.pi / 6) * r * 0.74
        dot = r * 0.03
        d.add(box((x - dot, y + rise - dot, front), (x + dot, y + rise + dot, front + 0.001)), "black plastic")
    for side in (-1, 1):
        bell = lathe([(half_x * 0.3, 0.0), (half_x * 0.28, r * 0.12), (half_x * 0.1, r * 0.25)], 12)
        d.add(bell.tilted(-side * 30, (0, 0, 0), 2).moved(side * half_x * 0.55, y + r * 0.92, 0), "brass")
        d.add(tube([(side * half_x * 0.7, 0.0, 0), (side * half_x * 0.45, y - r * 0.7, 0)], r * 0.07, 6), "case")
    bow = [
        (-half_x * 0.3, y + r * 0.95, 0),
        (-half_x * 0.3, h, 0),
        (half_x * 0.3, h, 0),
        (half_x * 0.3, y + r * 0.95, 0),
    ]
    d.add(tube(bow, h * 0.02, 6), "brass")
    d.filled = True


def _facing(profile: list[tuple[float, float]], flat: float) -> Solid:
    """A lathe whose axis is z; `flat` stretches it along x."""
    drum = lathe(profile, 26)
    return Solid(drum.vertices[:, [0, 2, 1]] * (flat, 1, 1), drum.faces[:, ::-1])


def _digital_clock(d: Draft) -> None:
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    d.add(pad((-half_x, 0.0, -half_z), (half_x, h * 0.94, half_z * 0.97), min(h, d.depth) * 0.2, 4), "case")
    d.panel((-half_x * 0.85, h * 0.2, half_z * 0.9), (half_x * 0.85, h * 0.78, half_z * 0.985), "dark screen", 0.002)
    # Seen from the front the right hand is -x: the first digit stands at +x.
    for x, digit in zip((0.6, 0.25, -0.22, -0.57), _time(d), strict=True):
        _digit(d, digit, half_x * x, h * 0.49, half_x * 0.11, h * 0.16)
    for y in (0.43, 0.55):
        d.add(box((-half_x * 0.0, h * y, half_z * 0.98), (half_x * 0.04, h * (y + 0.03), half_z)), "digits")
    d.panel((-half_x * 0.4, h * 0.9, -half_z * 0.4), (half_x * 0.4, h, half_z * 0.4), "grey plastic", 0.003)
    d.filled = True


def _time(d: Draft) -> str:
    """What the clock shows: four digits."""
    return f"{d.choose('hour', 24):02d}{d.choose('minute', 60):02d}"


def _digit(d: Draft, digit: str, x: float, y: float, wide: float, tall: float) -> None:
    thin, front = wide * 0.22, d.depth / 2
    for name in SEGMENTS[int(digit)]:
        if name in "adg":
            middle = {"a": y + tall, "d": y - tall, "g": y}[name]
            low, high = (x - wide, middle - thin), (x + wide, middle + thin)
        else:
            # The right-hand segments (b, c) lie towards -x.
            edge = x - wide if name in "bc" else x + wide
            middle = y + tall / 2 if name in "bf" else y - tall / 2
            low, high = (edge - thin, middle - tall / 2), (edge + thin, middle + tall / 2)
        d.add(box((*low, front * 0.98), (*high, front)), "digits")


def watch(d: Draft) -> None:
    """A wrist watch lying on its closed strap, which runs along its longer side (z)."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    ring = []
    for k in range(25):
        t = 2 * math.pi * k / 24
        ring.append((0.0, h * 0.46 + h * 0.42 * math.sin(t), half_z * 0.95 * math.cos(t)))
    strap = tube(ring, h * 0.04, 6)
    d.add(type(strap)(strap.vertices * (half_x * 0.55 / (h * 0.04), 1, 1), strap.faces), "main")
    r = half_x
    d.add(lathe([(r * 0.9, h * 0.8), (r, h * 0.86), (r * 0.94, h * 0.97), (r * 0.8, h * 0.97)], 22, 1.0), "case")
    d.add(lathe([(r * 0.8, h * 0.95), (r * 0.78, h)], 20), "paper")
    d.filled = True
