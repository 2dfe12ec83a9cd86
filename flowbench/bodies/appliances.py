"""Kitchen machines and the vacuum cleaner."""

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import box, curve, lathe, level, loft, pad, rounded, tube


def microwave(d: Draft) -> None:
    """A case with a window door, a panel of keys and a handle; hollow inside."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    knob, foot = min(0.03, d.depth * 0.1), min(0.012, h * 0.05)
    face = half_z - knob
    d.panel((-half_x, foot, -half_z), (half_x, h, face - 0.012), "case", 0.008)
    for x in (-0.8, 0.8):
        d.panel(
            (x * half_x - 0.02, 0.0, -half_z * 0.8), (x * half_x + 0.02, foot, half_z * 0.7), "black plastic", 0.002
        )
    # The front is seen from +z, where the right hand is -x: keys on the right.
    split = -half_x + d.width * 0.26
    d.panel((split + 0.003, foot, face - 0.012), (half_x, h, face), "case", 0.006)
    d.panel(
        (split + d.width * 0.09, h * 0.2, face - 0.01),
        (half_x - d.width * 0.05, h * 0.85, face + 0.002),
        "dark screen",
        0.002,
    )
    d.panel((-half_x, foot, face - 0.012), (split, h, face), "black plastic", 0.006)
    middle = (-half_x + split) / 2
    d.panel(
        (middle - d.width * 0.08, h * 0.78, face),
        (middle + d.width * 0.08, h * 0.9, face + 0.002),
        "green glass",
        0.001,
    )
    for row in range(4):
        for column in (-1, 0, 1):
            x, y, r = middle + column * d.width * 0.06, h * (0.2 + 0.13 * row), d.width * 0.02
            d.add(box((x - r, y - r, face), (x + r, y + r, face + 0.003)), "grey plastic")
    x = split + d.width * 0.045
    r = knob * 0.22
    d.add(
        tube([(x, h * 0.2, face), (x, h * 0.2, half_z - r), (x, h * 0.85, half_z - r), (x, h * 0.85, face)], r, 8),
        "handle",
    )
    d.walls((-half_x, foot, -half_z), (half_x, h, face), min(0.025, d.smallest * 0.1), "-x +x -y +y -z +z")


def toaster(d: Draft) -> None:
    """A rounded body with two dark slots on top, a lever with its slit and a dial at one end."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    lever = min(0.025, d.depth * 0.1)
    face = half_z - lever
    d.add(pad((-half_x, h * 0.05, -half_z), (half_x, h * 0.99, face), min(d.width * 0.2, h * 0.2), 5), "case")
    d.panel(
        (-half_x * 0.74, 0.0, -half_z * 0.8), (half_x * 0.74, h * 0.1, face - d.depth * 0.12), "black plastic", 0.004
    )
    for side in (-1, 1):
        x = side * half_x * 0.34
        low, high = (x - half_x * 0.2, h * 0.96, -half_z * 0.72), (x + half_x * 0.2, h * 0.995, face - half_z * 0.26)
        d.panel(low, high, "chrome", 0.001)
        d.panel(
            (low[0] + half_x * 0.05, h * 0.97, low[2] + half_x * 0.05),
            (high[0] - half_x * 0.05, h, high[2] - half_x * 0.05),
            "flame",
            0.0005,
        )
    d.panel((-half_x * 0.04, h * 0.3, face - 0.01), (half_x * 0.04, h * 0.8, face + 0.001), "flame", 0.0005)
    d.panel((-half_x * 0.25, h * 0.62, face - 0.002), (half_x * 0.25, h * 0.72, half_z), "black plastic", 0.004)
    dial = tube([(half_x * 0.5, h * 0.36, face - 0.01), (half_x * 0.5, h * 0.36, face + lever * 0.4)], h * 0.07, 14)
    d.add(dial, "black plastic")
    d.filled = True


def coffee_machine(d: Draft) -> None:
    """A column with a head over a drip tray; the space for the cup is free."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    tray, back = min(0.05, h * 0.12), -half_z + d.depth * 0.45
    d.piece((-half_x, 0.0, -half_z), (half_x, tray, half_z), "case", 0.01)
    d.piece((-half_x, tray, -half_z), (half_x, h * 0.68, back), "case", 0.01)
    d.piece((-half_x, h * 0.68, -half_z), (half_x, h, half_z * 0.9), "case", 0.02)
    d.panel((-half_x * 0.8, tray, back), (half_x * 0.8, tray + 0.004, half_z * 0.92), "brushed steel", 0.001)
    d.add(
        lathe([(half_x * 0.3, h * 0.56), (half_x * 0.4, h * 0.6), (half_x * 0.4, h * 0.69)], 14).moved(
            0, 0, half_z * 0.35
        ),
        "dark steel",
    )
    for side in (-1, 1):
        x = side * half_x * 0.12
        d.add(tube([(x, h * 0.57, half_z * 0.35), (x, h * 0.5, half_z * 0.35)], half_x * 0.04, 6), "chrome")
    d.panel((-half_x * 0.6, h * 0.78, half_z * 0.88), (half_x * 0.2, h * 0.92, half_z * 0.93), "dark screen", 0.002)
    d.add(
        tube([(half_x * 0.55, h * 0.85, half_z * 0.85), (half_x * 0.55, h * 0.85, half_z)], half_x * 0.14, 14), "chrome"
    )


def kettle(d: Draft) -> None:
    """A round belly with a spout at +z and a bow handle over the lid."""
    r = min(d.width / 2, d.depth * 0.42)
    h, z = d.height, -d.depth / 2 + r
    belly = h * 0.66
    profile = [(0.86, 0.0), (0.98, 0.06), (1.0, 0.2), (0.92, 0.5), (0.72, 0.8), (0.5, 0.95), (0.46, 1.0), (0.2, 1.03)]
    d.add(lathe([(a * r, b * belly) for a, b in profile], 18).moved(0, 0, z), "case")
    d.add(
        lathe([(r * 0.1, belly), (r * 0.14, belly * 1.08), (r * 0.05, belly * 1.14)], 10).moved(0, 0, z),
        "black plastic",
    )
    spout = curve(
        [(0.0, belly * 0.4, z + r * 0.7), (0.0, belly * 0.6, z + r * 1.15), (0.0, belly * 1.0, d.depth / 2 - r * 0.08)]
    )
    d.add(tube(spout, [r * 0.22 - r * 0.12 * k / (len(spout) - 1) for k in range(len(spout))], 10), "case")
    bow = curve(
        [
            (0.0, belly * 0.8, z - r * 0.75),
            (0.0, h * 0.88, z - r * 0.6),
            (0.0, h * 0.96, z),
            (0.0, h * 0.88, z + r * 0.6),
            (0.0, belly * 0.8, z + r * 0.7),
        ]
    )
    d.add(tube(bow, r * 0.08, 6), "black plastic")
    d.filled = True


def watering_can(d: Draft) -> None:
    """A can with a long spout at +z and a handle at -z."""
    r = min(d.width / 2, d.depth * 0.28)
    h, z = d.height, -d.depth / 2 + d.depth * 0.14 + r
    can, tip = h * 0.78, d.depth / 2
    profile = [(0.98, 0.0), (1.0, 0.03), (0.88, 0.94), (0.92, 0.97), (0.92, 1.0), (0.8, 1.0), (0.78, 0.9), (0.3, 0.9)]
    d.add(lathe([(a * r, b * can) for a, b in profile], 18).moved(0, 0, z), "case")
    neck = curve([(0, can * 0.15, z + r * 0.8), (0, can * 0.35, z + r * 1.3), (0, h * 0.86, tip - r * 0.3)], 3)
    d.add(tube(neck, [r * (0.22 - 0.11 * k / (len(neck) - 1)) for k in range(len(neck))], 10), "case")
    d.add(
        tube(
            [neck[-1], (0, h * 0.94, tip - r * 0.12), (0, h * 0.95, tip - r * 0.09)], [r * 0.1, r * 0.27, r * 0.25], 14
        ),
        "case",
    )
    bow = [
        (0, can * 0.2, z - r * 0.92),
        (0, can * 0.55, -d.depth / 2 + r * 0.08),
        (0, h * 0.92, z - r),
        (0, h, z - r * 0.3),
    ]
    d.add(tube(curve([*bow, (0, can * 0.98, z + r * 0.84)]), r * 0.075, 6), "case")
    d.filled = True


def stove(d: Draft) -> None:
    """A cooker below its burners (objects of their own): an oven door with a window and a bar, a hob on top."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    knob, foot = min(0.04, d.depth * 0.08), min(0.08, h * 0.1)
    face = half_z - knob
    d.panel((-half_x, foot, -half_z), (half_x, h * 0.985, face), "case", 0.006)
    d.panel((-half_x * 0.95, 0.0, -half_z * 0.95), (half_x * 0.95, foot, face - 0.03), "black plastic", 0.002)
    d.panel((-half_x, h * 0.98, -half_z), (half_x, h, face), "black iron", 0.002)
    d.panel((-half_x * 0.96, h * 0.22, face - 0.01), (half_x * 0.96, h * 0.8, face + knob * 0.3), "case", 0.006)
    d.panel((-half_x * 0.7, h * 0.32, face), (half_x * 0.7, h * 0.66, face + knob * 0.35), "dark screen", 0.003)
    r, y = knob * 0.2, h * 0.74
    bar = [
        (-half_x * 0.8, y, face),
        (-half_x * 0.8, y, half_z - r),
        (half_x * 0.8, y, half_z - r),
        (half_x * 0.8, y, face),
    ]
    d.add(tube(bar, r, 8), "chrome")
    d.block((-half_x, 0.0, -half_z), (half_x, h, face))


def washing_machine(d: Draft) -> None:
    """A front loader: a round glass door below a panel with a drawer and a knob; hollow inside."""
    _laundry_machine(d, "dark screen", 0.36)
    half_x, h, face = d.width / 2, d.height, d.depth / 2 - min(0.04, d.depth * 0.08)
    d.panel((half_x * 0.2, h * 0.86, face), (half_x * 0.9, h * 0.95, face + 0.004), "grey plastic", 0.002)


def dryer(d: Draft) -> None:
    """A tumble dryer: a closed round door below a panel with a knob; hollow inside."""
    _laundry_machine(d, "case", 0.4)
    half_x, h, face = d.width / 2, d.height, d.depth / 2 - min(0.04, d.depth * 0.08)
    for k in range(4):
        x = half_x * (0.2 + 0.18 * k)
        d.panel((x, h * 0.88, face), (x + half_x * 0.08, h * 0.93, face + 0.004), "grey plastic", 0.001)


def _laundry_machine(d: Draft, window: str, reach: float) -> None:
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    knob, foot = min(0.04, d.depth * 0.08), min(0.02, h * 0.03)
    face = half_z - knob
    d.panel((-half_x, foot, -half_z), (half_x, h, face), "case", 0.012)
    d.panel((-half_x * 0.94, 0.0, -half_z * 0.94), (half_x * 0.94, foot, face * 0.94), "black plastic", 0.002)
    d.panel((-half_x * 0.98, h * 0.83, face - 0.002), (half_x * 0.98, h * 0.98, face + 0.002), "black plastic", 0.001)
    radius, y = min(half_x * 2, h * 0.8) * reach, h * 0.45
    ring = [(radius, 0.0), (radius, knob * 0.5), (radius * 0.9, knob * 0.8), (radius * 0.78, knob * 0.6)]
    pane = [(radius * 0.79, knob * 0.55), (radius * 0.4, knob * 0.75), (0.0, knob * 0.8)]
    d.add(lathe([(0.0, 0.0), *ring, (0.0, knob * 0.6)], 28).tilted(90, (0, 0, 0)).moved(0, y, face), "chrome")
    d.add(lathe([(0.0, 0.0), *pane], 28).tilted(90, (0, 0, 0)).moved(0, y, face), window)
    d.add(tube([(-half_x * 0.6, h * 0.905, face), (-half_x * 0.6, h * 0.905, half_z)], h * 0.03, 14), "chrome")
    d.walls((-half_x, foot, -half_z), (half_x, h, face), min(0.04, d.smallest * 0.08), "-x +x -y +y -z +z")


def vacuum_cleaner(d: Draft) -> None:
    """An upright cleaner: head on the floor, dust drum, stem and grip."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    head = h * 0.09
    d.add(pad((-half_x, 0.0, -half_z * 0.2), (half_x, head, half_z), head * 0.4, 4), "case")
    base, top = (0.0, head * 0.7, half_z * 0.2), (0.0, h * 0.97, -half_z * 0.75)
    d.add(tube([base, top], min(0.016, half_x * 0.15), 10), "brushed steel")
    low, high = _between(base, top, 0.12), _between(base, top, 0.5)
    r = half_x * 0.42
    d.add(
        tube([low, _between(base, top, 0.15), _between(base, top, 0.47), high], [r * 0.7, r, r * 0.95, r * 0.6], 16),
        "plastic",
    )
    grip = loft(level([rounded(r * 0.35, r * 0.5, r * 0.2)] * 2, [h * 0.84, h]))
    d.add(grip.moved(0, 0, -half_z + r * 0.5), "black plastic")
    d.filled = True


def _between(a: tuple[float, float, float], b: tuple[float, float, float], share: float) -> tuple[float, float, float]:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share
