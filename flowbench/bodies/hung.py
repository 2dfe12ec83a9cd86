"""What hangs on walls or in openings: pictures, mirrors, windows, curtains, blinds, switches. Thin along z."""

import math

import numpy as np

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import Solid, box, lathe, loft, pad, tube

THIN_M = 0.03
GATHERED_SHARE = 0.3


def painting(d: Draft) -> None:
    """A moulded frame about a picture that shows on both sides."""
    _framed(d, "picture", True, min(0.05, d.width * 0.08, d.height * 0.08))


def poster(d: Draft) -> None:
    """A sheet without a frame."""
    _sheet(d, 0.0, "picture", True)
    d.block((-d.width / 2, 0.0, -d.depth / 2), (d.width / 2, d.height, d.depth / 2))


def mirror(d: Draft) -> None:
    """A framed mirror."""
    _framed(d, "mirror", False, min(0.035, d.width * 0.08, d.height * 0.08))


def _framed(d: Draft, slot: str, picture: bool, rim: float) -> None:
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    for x in (-half_x, half_x - rim):
        d.panel((x, 0.0, -half_z), (x + rim, h, half_z), "frame", 0.006)
    for y in (0.0, h - rim):
        d.panel((-half_x + rim * 0.5, y, -half_z), (half_x - rim * 0.5, y + rim, half_z), "frame", 0.006)
    if picture and rim > 0.03:
        _sheet(d, rim * 0.9, "paper", False, 0.5)
        _sheet(d, rim * 1.9, slot, picture, 0.55)
    else:
        _sheet(d, rim * 0.9, slot, picture, 0.6)
    d.block((-half_x, 0.0, -half_z), (half_x, h, half_z))


def _sheet(d: Draft, inset: float, slot: str, picture: bool, thick: float = 1.0) -> None:
    half_x, half_z = d.width / 2 - inset, d.depth / 2 * thick
    d.add(box((-half_x, inset, -half_z), (half_x, d.height - inset, half_z)), slot, picture)


def window(d: Draft) -> None:
    """A thin frame with a cross bar about a sky, in the middle plane of its box."""
    d.loose = True
    half_x, h = d.width / 2, d.height
    thin, rim = min(THIN_M, d.depth) / 2, min(0.055, d.width * 0.1, d.height * 0.1)
    for x in (-half_x, half_x - rim):
        d.panel((x, 0.0, -thin), (x + rim, h, thin), "frame", 0.005)
    for y in (0.0, h - rim):
        d.panel((-half_x, y, -thin), (half_x, y + rim, thin), "frame", 0.005)
    bar = rim * 0.35
    d.panel((-half_x + rim, h / 2 - bar, -thin * 0.8), (half_x - rim, h / 2 + bar, thin * 0.8), "frame", 0.003)
    if d.width > 0.7:
        d.panel((-bar, rim, -thin * 0.8), (bar, h - rim, thin * 0.8), "frame", 0.003)
    d.add(
        box((-half_x + rim * 0.9, rim * 0.9, -thin * 0.5), (half_x - rim * 0.9, h - rim * 0.9, thin * 0.5)), "sky", True
    )


def curtains(d: Draft) -> None:
    """Two wavy halves on a rod, or one where the box is narrow; thin, in the middle plane of the box."""
    d.loose = True
    half_x, h = d.width / 2, d.height
    deep = min(0.08, d.depth) / 2
    rod = min(0.014, deep * 0.5)
    d.add(tube([(-half_x, h - rod, 0), (half_x, h - rod, 0)], rod, 8), "rod")
    halves = [(-half_x, half_x)] if d.width < 0.6 else [(-half_x, -half_x * 0.25), (half_x * 0.25, half_x)]
    for x0, x1 in halves:
        d.add(_drape(x0, x1, 0.0, h - rod, deep * 0.85), "main")


def shower_curtain(d: Draft) -> None:
    """A cloth under a rod, pushed aside so that it hides little; thin."""
    d.loose = True
    half_x, h, deep = d.width / 2, d.height, min(0.12, d.depth) / 2
    d.add(tube([(-half_x, h - 0.012, 0), (half_x, h - 0.012, 0)], min(0.012, deep * 0.5), 8), "chrome")
    d.add(_drape(-half_x * 0.98, -half_x * 0.98 + d.width * GATHERED_SHARE, 0.0, h - 0.03 * h, deep * 0.9), "main")


def _drape(x0: float, x1: float, low: float, high: float, deep: float) -> Solid:
    folds = max(2, min(10, round((x1 - x0) / 0.13)))
    count = folds * 6 + 1
    t = np.linspace(0.0, 1.0, count)
    x, z = x0 + (x1 - x0) * t, np.sin(t * folds * 2 * math.pi)
    thin = max(deep * 0.12, 0.001)
    rings = []
    for y, swing in ((low, 1.0), (low + (high - low) * 0.5, 0.85), (high, 0.6)):
        front = np.column_stack([x, np.full(count, y), z * (deep - thin) * swing + thin])
        back = np.column_stack([x, np.full(count, y), z * (deep - thin) * swing - thin])
        rings.append(np.concatenate([front, back[::-1]]))
    return loft(np.array(rings))


def blinds(d: Draft) -> None:
    """Tilted slats under a head rail; thin."""
    d.loose = True
    half_x, h, deep = d.width / 2, d.height, min(0.045, d.depth) / 2
    head = min(0.04, h * 0.25)
    d.panel((-half_x, h - head, -deep), (half_x, h, deep), "main", 0.004)
    count = max(2, min(34, round((h - head) / 0.03)))
    step = (h - head) / count
    slat = min(deep * 0.9, step * 0.8)
    for k in range(count):
        y = step * (k + 0.5)
        strip = box((-half_x, -0.001, -slat), (half_x, 0.001, slat))
        d.add(strip.tilted(32.0, (0, 0, 0)).moved(0, y, 0), "main")
    d.panel((-half_x, 0.0, -deep * 0.6), (half_x, min(0.016, h * 0.1), deep * 0.6), "main", 0.003)


def shower_glass(d: Draft) -> None:
    """Thin clear panes, so that only their metal edge shows; a box long both ways gets one along each of two sides."""
    d.loose = True
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    thin = min(0.012, d.depth) / 2
    if d.depth < 0.5:
        _pane(d, -half_x, half_x, h, thin, 0.0)
        return
    _pane(d, -half_x, half_x, h, thin, half_z - thin)
    _pane_grip(d, -half_x + min(0.06, d.width * 0.1), h, half_z - 2 * thin, -0.05)
    for low, high in ((0.0, 0.03), (h - 0.03, h)):
        d.panel((half_x - 2 * thin, low, -half_z), (half_x, high, half_z), "chrome", 0.003)
    d.panel((half_x - 2 * thin, 0.0, -half_z), (half_x, h, -half_z + 0.03), "chrome", 0.003)


def shower_door(d: Draft) -> None:
    """A clear pane, of which only the edge shows, with a handle; thin."""
    d.loose = True
    half_x, h, thin = d.width / 2, d.height, min(0.012, d.depth) / 2
    _pane(d, -half_x, half_x, h, thin, 0.0)
    _pane_grip(d, half_x - min(0.03, d.width * 0.1) * 0.5, h, 0.0, min(0.03, d.depth * 0.38))


def _pane_grip(d: Draft, x: float, h: float, z: float, out: float) -> None:
    path = [(x, h * 0.45, z), (x, h * 0.45, z + out), (x, h * 0.58, z + out), (x, h * 0.58, z)]
    d.add(tube(path, abs(out) * 0.25, 6), "chrome")


def _pane(d: Draft, x0: float, x1: float, h: float, thin: float, z: float) -> None:
    rim = min(0.03, (x1 - x0) * 0.1)
    for a, b in ((x0, x0 + rim), (x1 - rim, x1)):
        d.panel((a, 0.0, z - thin), (b, h, z + thin), "chrome", 0.003)
    for low, high in ((0.0, rim), (h - rim, h)):
        d.panel((x0, low, z - thin), (x1, high, z + thin), "chrome", 0.003)


def door_frame(d: Draft) -> None:
    """Two posts and a lintel about a free opening."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    post = min(0.07, d.width * 0.12)
    for x in (-half_x, half_x - post):
        d.piece((x, 0.0, -half_z), (x + post, h, half_z), "frame", 0.004)
    d.piece((-half_x + post, h - post, -half_z), (half_x - post, h, half_z), "frame", 0.004)


def door(d: Draft) -> None:
    """A panelled leaf in a frame, closed; two leaves where the opening is wide."""
    door_frame(d)
    half_x, h, post = d.width / 2, d.height, min(0.07, d.width * 0.12)
    out = min(0.05, d.depth * 0.4)
    leaf = min(0.02, d.depth * 0.2)
    leaves = 2 if d.width > 1.5 else 1
    clear = d.width - 2 * post
    for k in range(leaves):
        x0 = -half_x + post + clear * k / leaves
        x1 = x0 + clear / leaves
        d.piece((x0 + 0.002, 0.0, -leaf), (x1 - 0.002, h - post, leaf), "leaf", 0.003)
        rail = (x1 - x0) * 0.16
        for low, high in ((0.08, 0.44), (0.54, 0.94)):
            y0, y1 = (h - post) * low, (h - post) * high
            d.panel((x0 + rail, y0, -leaf * 1.25), (x1 - rail, y1, leaf * 1.25), "leaf", 0.004)
        x = x1 - rail * 0.5 if k == 0 else x0 + rail * 0.5
        for side in (-1, 1):
            path = [
                (x, h * 0.48, 0.0),
                (x, h * 0.48, side * out),
                (x - 0.1 * (1 if k == 0 else -1), h * 0.48, side * out),
            ]
            d.add(tube(path, out * 0.2, 6), "handle")


def light_switch(d: Draft) -> None:
    """A plate with a rocker."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    d.panel((-half_x, 0.0, -half_z), (half_x, h, half_z * 0.2), "main", 0.004)
    rocker = box((-half_x * 0.4, h * 0.3, 0.0), (half_x * 0.4, h * 0.7, half_z * 0.8))
    d.add(rocker.tilted(min(8.0, math.degrees(half_z / h)), (0, h / 2, half_z * 0.4)), "grey plastic")
    d.add(
        lathe([(half_x * 0.08, 0.0), (half_x * 0.08, half_z * 0.1)], 8)
        .tilted(90, (0, 0, 0))
        .moved(0, h * 0.85, half_z * 0.2),
        "chrome",
    )
    d.panel((-half_x * 0.3, h * 0.55, half_z * 0.5), (half_x * 0.3, h * 0.68, half_z), "grey plastic", 0.002)
    d.filled = True


def rail(d: Draft) -> None:
    """A bar between two wall brackets (the wall is at -z)."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    r = min(h, d.depth) * 0.24
    bar = (0.0, h / 2, half_z - r)
    for side in (-1, 1):
        x = side * (half_x - h * 0.5)
        d.panel((x - h * 0.5, 0.0, -half_z), (x + h * 0.5, h, -half_z + d.depth * 0.12), "main", 0.003)
        d.add(tube([(x, h / 2, -half_z), (x, h / 2, bar[2] + r)], r * 1.1, 10), "main")
        d.block((x - h * 0.5, 0.0, -half_z), (x + h * 0.5, h, -half_z + d.depth * 0.12))
        d.block((x - r, h / 2 - r, -half_z), (x + r, h / 2 + r, bar[2]))
    d.add(tube([(-half_x * 0.98, bar[1], bar[2]), (half_x * 0.98, bar[1], bar[2])], r, 10), "main")
    reach = r * 0.88
    d.block((-half_x * 0.98, bar[1] - reach, bar[2] - reach), (half_x * 0.98, bar[1] + reach, bar[2] + reach))


def ring(d: Draft) -> None:
    """A towel ring hanging from a wall plate."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    wire = min(half_z * 0.3, half_x * 0.12)
    ry = h * 0.4
    path = [
        (
            (half_x - wire) * math.sin(2 * math.pi * k / 28),
            wire + ry + ry * math.cos(2 * math.pi * k / 28),
            half_z - wire,
        )
        for k in range(29)
    ]
    d.pipe(path, wire, 8, "main", 10)
    d.add(pad((-half_x * 0.3, h * 0.74, -half_z), (half_x * 0.3, h, half_z * 0.0), wire * 0.4, 3), "main")
    d.add(tube([(0, h * 0.84, -half_z), (0, h * 0.84, half_z)], wire * 1.3, 10), "main")
    d.block((-half_x * 0.3, h * 0.74, -half_z), (half_x * 0.3, h, 0.0))


def paper_hanger(d: Draft) -> None:
    """A short arm from a wall plate that holds a roll of toilet paper."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    r = min(h, d.depth) * 0.14
    d.add(pad((-half_x * 0.35, h * 0.15, -half_z), (half_x * 0.35, h, -half_z + d.depth * 0.18), r * 0.5, 3), "main")
    y, z = h * 0.6, half_z - r
    d.add(tube([(-half_x + r, y, -half_z * 0.7), (-half_x + r, y, z)], r, 8), "main")
    d.add(tube([(-half_x * 0.98, y, -half_z * 0.75), (half_x * 0.1, y, -half_z * 0.75)], r, 8), "main")
    d.add(tube([(-half_x, y, z), (half_x * 0.97, y, z), (half_x, y, z)], [r, r, r * 1.5], 8), "main")
    d.add(tube([(half_x * 0.93, h * 0.0 + y - r * 1.4, z), (half_x * 0.93, y + r * 1.4, z)], r * 0.9, 8), "main")
    d.filled = True
