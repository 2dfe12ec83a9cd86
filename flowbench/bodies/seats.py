"""Things to sit on: chairs, stools, ottomans, armchairs and sofas. Fronts look along +z, backs stand at -z."""

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import blob, chamfered, lathe, level, loft, pad, rounded, tube

CHAIR_SEAT, SOFA_SEAT = 0.49, 0.47


def chair(d: Draft) -> None:
    """A seat on legs with a back of slats, a padded back, or a moulded shell."""
    seat = d.main_surface(d.height * CHAIR_SEAT, 0.35, 0.65)
    kind = d.choose("chair", 3)
    thick = min(0.03 if kind == 0 else 0.06, seat * 0.3)
    half_x, half_z = d.width / 2, d.depth / 2
    leg = min(0.038, d.width * 0.1, d.depth * 0.1)
    _chair_legs(d, seat - thick, leg, kind == 2)
    low, high = (-half_x, seat - thick, -half_z + leg), (half_x, seat, half_z)
    if kind == 0:
        d.panel(low, high, "wood", 0.008)
    else:
        d.add(pad(low, high, thick * 0.45), "seat")
    d.block(low, high)
    back = _slat_back if kind == 0 else _padded_back
    back(d, seat, leg)


def _chair_legs(d: Draft, top: float, leg: float, metal: bool) -> None:
    slot = "metal" if metal else "wood"
    for side in (-1, 1):
        x = side * (d.width / 2 - leg * 0.9)
        for z in (-d.depth / 2 + leg / 2, d.depth / 2 - leg * 0.9):
            half = leg / 2
            if metal:
                d.add(tube([(x, 0.0, z), (x * 0.86, top, z * 0.86)], half * 0.6, 8), slot)
            else:
                foot, head = rounded(half * 0.7, half * 0.7, half * 0.2, 2), rounded(half, half, half * 0.2, 2)
                d.add(loft(level([foot, head], [0.0, top])).moved(x, 0.0, z), slot)
            lean = 0.86 if metal else 1.0
            d.rod((x, 0.0, z), (x * lean, top, z * lean), half * 0.6, 3 if metal else 1)
    if not metal:
        for side in (-1, 1):
            x, z = side * (d.width / 2 - leg * 0.9), d.depth / 2 - leg
            d.panel((x - leg * 0.25, top * 0.4, -z), (x + leg * 0.25, top * 0.4 + leg * 0.7, z), slot, 0.003)


def _slat_back(d: Draft, seat: float, leg: float) -> None:
    half_x, back, rise = d.width / 2, -d.depth / 2, d.height - seat
    for side in (-1, 1):
        x = side * (half_x - leg * 0.9)
        d.panel((x - leg / 2, seat * 0.9, back), (x + leg / 2, d.height, back + leg), "wood", 0.006)
    rail = min(0.075, rise * 0.2)
    inner = half_x - leg * 1.4
    d.panel(
        (-inner, d.height - rail, back + leg * 0.2), (inner, d.height - rise * 0.02, back + leg * 0.8), "wood", 0.006
    )
    if d.choose("slats", 2):
        d.panel(
            (-inner, seat + rise * 0.2, back + leg * 0.25),
            (inner, seat + rise * 0.2 + rail * 0.6, back + leg * 0.75),
            "wood",
        )
        for k in range(4):
            x = inner * (k - 1.5) * 0.48
            low, high = (
                (x - leg * 0.35, seat + rise * 0.2, back + leg * 0.3),
                (x + leg * 0.35, d.height - rail, back + leg * 0.7),
            )
            d.panel(low, high, "wood", 0.003)
    else:
        for share in (0.22, 0.5):
            low = (-inner, seat + rise * share, back + leg * 0.25)
            d.panel(low, (inner, seat + rise * share + rail * 0.8, back + leg * 0.75), "wood", 0.006)
    d.block((-half_x + leg, seat, back), (half_x - leg, d.height, back + leg))


def _padded_back(d: Draft, seat: float, leg: float) -> None:
    half_x, back = d.width / 2, -d.depth / 2
    thick = min(0.05, d.depth * 0.14)
    foot = seat + (d.height - seat) * 0.12
    cushion = pad((-half_x, -thick / 2, foot), (half_x, thick / 2, d.height), thick * 0.48, 4)
    d.add(
        type(cushion)(cushion.vertices[:, [0, 2, 1]], cushion.faces[:, ::-1]).moved(0.0, 0.0, back + thick / 2), "seat"
    )
    for side in (-1, 1):
        x = side * half_x * 0.6
        d.add(tube([(x, seat - 0.02, back + leg), (x, foot + 0.05, back + thick * 0.6)], leg * 0.3, 6), "metal")
    d.block((-half_x * 0.97, foot, back + thick * 0.1), (half_x * 0.97, d.height * 0.995, back + thick * 0.9))


def stool(d: Draft) -> None:
    """A seat without a back, on three or four splayed legs."""
    top, thick = d.height, min(0.05, d.height * 0.2)
    flat, radius = d.depth / d.width, d.width / 2
    if d.choose("stool", 2):
        profile = [
            (radius * 0.9, top - thick),
            (radius, top - thick * 0.6),
            (radius, top - thick * 0.25),
            (radius * 0.92, top),
        ]
        d.add(lathe(profile, 24, flat), "seat")
        d.disc(radius * 0.97, radius * 0.97 * flat, top - thick, top)
    else:
        low, high = (-radius, top - thick, -d.depth / 2), (radius, top, d.depth / 2)
        d.add(pad(low, high, thick * 0.4), "seat")
        d.block(low, high)
    leg = min(0.018, radius * 0.2)
    for x_side, z_side in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        x, z = x_side * radius * 0.66, z_side * radius * flat * 0.66
        d.add(tube([(x * 1.3, 0.0, z * 1.3), (x * 0.8, top - thick, z * 0.8)], leg, 8), "wood")
        d.rod((x * 1.3, 0.0, z * 1.3), (x * 0.8, top - thick, z * 0.8), leg * 0.7)
    ring = top * 0.35
    for side in (-1, 1):
        d.add(
            tube(
                [
                    (-radius * 0.78, ring, side * radius * flat * 0.75),
                    (radius * 0.78, ring, side * radius * flat * 0.75),
                ],
                leg * 0.6,
                6,
            ),
            "wood",
        )


def ottoman(d: Draft) -> None:
    """An upholstered block on short feet."""
    foot = min(0.06, d.height * 0.15)
    half_x, half_z = d.width / 2, d.depth / 2
    seam = foot + (d.height - foot) * 0.55
    d.add(pad((-half_x * 0.98, foot, -half_z * 0.98), (half_x * 0.98, seam, half_z * 0.98), 0.03), "seat")
    d.add(pad((-half_x, seam, -half_z), (half_x, d.height, half_z), 0.05), "seat")
    r = min(0.05, (d.height - seam) / 2)
    for inset, low, high in ((0.3 * r, foot, d.height - 0.3 * r), (0.9 * r, d.height - 0.3 * r, d.height)):
        d.block((-half_x + inset, low, -half_z + inset), (half_x - inset, high, half_z - inset))
    _feet(d, foot)


def sofa(d: Draft, seats: int = 3) -> None:
    """Seat, back, arms and loose cushions; as many as the width has room for. Armchairs are sofas for one."""
    seat = d.main_surface(d.height * SOFA_SEAT, 0.3, 0.7)
    foot = min(0.09, seat * 0.25)
    half_x, half_z = d.width / 2, d.depth / 2
    arm = min(0.2, d.width * 0.15) if seats > 1 else min(0.32, d.width * 0.2)
    arm, back = arm * d.between("arm", 0.7, 1.0), min(0.26, d.depth * 0.28)
    arm_top = seat + (d.height - seat) * d.between("arm top", 0.3, 0.55)
    plump = min(0.14, seat * 0.35)
    _feet(d, foot)
    d.panel(
        (-half_x + arm * 0.5, foot, -half_z + 0.02), (half_x - arm * 0.5, seat - plump, half_z - 0.03), "seat", 0.02
    )
    d.add(pad((-half_x + arm * 0.6, foot, -half_z), (half_x - arm * 0.6, d.height, -half_z + back * 0.7), 0.05), "seat")
    for x in (-half_x, half_x - arm):
        d.add(pad((x, foot, -half_z + 0.01), (x + arm, arm_top, half_z - 0.01), min(0.06, arm * 0.4), 4), "seat")
        d.block((x + arm * 0.06, foot, -half_z + 0.02), (x + arm * 0.94, arm_top * 0.99, half_z - 0.02))
    _cushions(d, seats, seat, plump, arm, back)
    d.block((-half_x + arm, foot, -half_z + 0.02), (half_x - arm, seat, half_z - 0.015))
    d.block((-half_x + arm, seat, -half_z + 0.01), (half_x - arm, d.height * 0.98, -half_z + back * 0.7))


def _cushions(d: Draft, seats: int, seat: float, plump: float, arm: float, back: float) -> None:
    inner, half_z = d.width - 2 * arm, d.depth / 2
    count = max(1, min(seats, round(inner / 0.68)))
    rise = (d.height - seat) * 0.95
    slot = "seat" if d.choose("two-tone", 3) else "cushion"
    for k in range(count):
        x0 = -inner / 2 + inner * k / count + 0.003
        x1 = x0 + inner / count - 0.006
        d.add(pad((x0, seat - plump, -half_z + back * 0.6), (x1, seat, half_z), plump * 0.35), slot)
        thick = min(0.15, back * 0.8)
        soft = blob((x0, seat + 0.005, -thick / 2), (x1, seat + rise, thick / 2), 0.45, 14, 8)
        leaning = soft.tilted(-8.0, (0.0, seat, 0.0)).moved(0.0, 0.0, -half_z + back * 0.75 + thick * 0.35)
        d.add(leaning, slot)


def _feet(d: Draft, foot: float) -> None:
    size = min(0.05, d.width * 0.1, d.depth * 0.1)
    for x_side in (-1, 1):
        for z_side in (-1, 1):
            x, z = x_side * (d.width / 2 - size * 1.4), z_side * (d.depth / 2 - size * 1.4)
            low, high = (x - size / 2, 0.0, z - size / 2), (x + size / 2, foot * 1.05, z + size / 2)
            d.add(chamfered(low, high, 0.004), "feet")
            d.block(low, (high[0], foot, high[2]))
