"""Furniture that holds things: carcasses that are hollow for collisions, shelves, drawers and doors."""

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import tube

BOARD_M, BACK_RAIL_M = 0.02, 0.05
SHELF_BOARD_M, SHELF_THICK_M = 0.004, 0.016  # above the bottom of its box; in all
CHEST_RECESS_M = 0.055
CHEST_LIP_M = 0.003


def shelving(d: Draft) -> None:
    """An open shelving unit: sides and boards, at the known heights or evenly spaced; a rail behind in some."""
    board = min(BOARD_M, d.width * 0.08, d.height * 0.04)
    half_x, half_z = d.width / 2, d.depth / 2
    for x in (-half_x, half_x - board):
        d.piece((x, 0.0, -half_z), (x + board, d.height, half_z), "wood")
    count = max(2, round(d.height / 0.38) + 1)
    first = min(0.06, d.height * 0.08)
    even = [first + (d.height - first) * k / (count - 1) for k in range(count)]
    heights = [h for h in d.surfaces if board < h <= d.height] or even
    for top in {*heights, d.height}:
        d.piece((-half_x + board, top - board, -half_z), (half_x - board, top, half_z), "wood")
    if d.choose("back", 2):
        for top in {*heights, d.height}:
            low, high = max(top - board - BACK_RAIL_M, 0.0), top - board
            if high - low > BACK_RAIL_M / 2:
                d.piece((-half_x + board, low, -half_z), (half_x - board, high, -half_z + 0.012), "wood", 0.002)


def stand(d: Draft) -> None:
    """A low open stand: top, sides, bottom, a middle board and a divider."""
    top = d.main_surface(d.height)
    board = min(0.025, d.width * 0.08, top * 0.08)
    half_x, half_z = d.width / 2, d.depth / 2
    foot = min(0.08, top * 0.15)
    d.piece((-half_x, top - board * 1.3, -half_z), (half_x, top, half_z), "wood", 0.005)
    for x in (-half_x + board * 0.5, half_x - board * 1.5):
        d.piece((x, 0.0, -half_z + 0.01), (x + board, top - board * 1.3, half_z - 0.015), "wood")
    inner = half_x - board * 1.5
    heights = [h for h in d.surfaces if foot + board * 2 < h < top - board * 2] or [(foot + top) / 2]
    for height in [foot + board, *heights]:
        d.piece((-inner, height - board, -half_z + 0.01), (inner, height, half_z - 0.02), "wood")
    d.panel((-inner, foot, -half_z + 0.01), (inner, top - board, -half_z + 0.016), "wood", 0.001)
    if d.height - top > 0.03:
        d.piece((-half_x, top, -half_z), (half_x, d.height, -half_z + board), "wood")


def cart(d: Draft) -> None:
    """A trolley: three trays between four posts on castors, a push bar at -z."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    post, wheel = min(0.025, d.smallest * 0.08), min(0.05, h * 0.06)
    top = d.main_surface(h * 0.85, 0.5)
    for x in (-half_x, half_x - post):
        for z, end in ((-half_z, h), (half_z - post, top)):
            d.piece((x, wheel, z), (x + post, end, z + post), "metal", 0.003)
            d.panel((x, 0.0, z), (x + post, wheel, z + post), "black plastic", 0.004)
    d.piece((-half_x, h - post, -half_z), (half_x, h, -half_z + post), "metal", 0.003)
    for height in {*(s for s in d.surfaces if wheel + 0.03 < s < top), wheel + 0.05, (wheel + top) / 2, top}:
        d.piece((-half_x, height - 0.02, -half_z), (half_x, height, half_z), "wood")


def dresser(d: Draft) -> None:
    """A chest whose drawers are objects of their own: a hollow carcass with a recessed face."""
    board = min(0.025, d.smallest * 0.1)
    half_x, half_z = d.width / 2, d.depth / 2
    top = d.main_surface(d.height, 0.6)
    foot = min(0.07, top * 0.1)
    recess = min(0.018, d.depth * 0.1)
    low, high = (-half_x, foot, -half_z), (half_x, top, half_z)
    d.panel((-half_x + board * 0.5, foot, -half_z), (half_x - board * 0.5, top - board, half_z - recess), "wood", 0.002)
    for x in (-half_x, half_x - board):
        d.panel((x, 0.0, -half_z), (x + board, top - board, half_z - 0.004), "wood")
    d.panel((-half_x, top - board, -half_z), high, "wood", 0.006)
    d.panel((-half_x + board, foot, half_z - recess), (half_x - board, foot + board, half_z - 0.006), "wood")
    d.walls(low, high, board, "-x +x -y +y -z")
    for x in (-half_x, half_x - board):
        d.block((x, 0.0, -half_z), (x + board, foot, half_z - 0.004))
    rows = max(2, round((top - foot) / 0.22))
    for k in range(1, rows):
        y = foot + (top - board - foot) * k / rows
        d.panel(
            (-half_x + board, y - 0.006, half_z - recess), (half_x - board, y + 0.006, half_z - 0.006), "wood", 0.002
        )
    if d.height - top > 0.03:
        d.piece((-half_x, top, -half_z), (half_x, d.height, -half_z + board), "wood")


def chest(d: Draft) -> None:
    """A closed block around drawers that are objects of their own: hollow for collisions, its face behind theirs."""
    half_x, half_z = d.width / 2, d.depth / 2
    face, back = half_z - min(CHEST_RECESS_M, d.depth * 0.3), -half_z + CHEST_LIP_M  # no plane shared with the drawers
    side = min(BOARD_M, d.width * 0.08)
    d.panel((-half_x + side, 0.0, back), (half_x - side, d.height, face), "wood", 0.002)
    for x in (-half_x + CHEST_LIP_M, half_x - side - CHEST_LIP_M):
        d.panel((x, 0.0, back), (x + side, d.height, half_z - min(0.03, d.depth * 0.15)), "wood", 0.003)
    d.panel((-half_x, d.height - side, -half_z), (half_x, d.height, half_z), "wood", 0.003)
    d.walls((-half_x, 0.0, -half_z), (half_x, d.height, face), side, "-x +x -y +y -z")


def backing(d: Draft) -> None:
    """A plain board or block that holds something."""
    low, high = (-d.width / 2, 0.0, -d.depth / 2), (d.width / 2, d.height, d.depth / 2)
    d.piece(low, high, "wood", min(0.004, d.smallest * 0.2))


def cabinet(d: Draft) -> None:
    """A closed cupboard with framed doors and bar handles, hollow inside."""
    half_x, half_z = d.width / 2, d.depth / 2
    knob, door = min(0.028, d.depth * 0.12), min(0.02, d.depth * 0.15)
    face = half_z - knob
    d.panel((-half_x, 0.0, -half_z), (half_x, d.height, face - door), "wood", 0.002)
    doors = 2 if d.width > 0.62 else 1
    for k in range(doors):
        x0 = -half_x + d.width * k / doors + 0.002
        x1 = x0 + d.width / doors - 0.004
        _framed_door(d, x0, x1, 0.002, d.height - 0.002, face - door, face)
        inner_side = x1 if doors == 2 and k == 0 else x0
        inward = -1 if inner_side == x1 else 1
        x = inner_side + inward * min(0.035, d.width * 0.12)
        _bar(d, (x, d.height * 0.62, face), (x, d.height * 0.62 + min(0.12, d.height * 0.3), face), knob)
    d.walls(
        (-half_x, 0.0, -half_z), (half_x, d.height, half_z - knob), min(0.018, d.smallest * 0.1), "-x +x -y +y -z +z"
    )
    _inner_boards(d, face)


def _framed_door(d: Draft, x0: float, x1: float, y0: float, y1: float, z0: float, z1: float) -> None:
    rail = min(0.06, (x1 - x0) * 0.2, (y1 - y0) * 0.2)
    d.panel((x0, y0, z0), (x1, y1, z0 + (z1 - z0) * 0.45), "wood", 0.002)
    for x in (x0, x1 - rail):
        d.panel((x, y0, z0), (x + rail, y1, z1), "wood", 0.004)
    for y in (y0, y1 - rail):
        d.panel((x0 + rail, y, z0), (x1 - rail, y + rail, z1), "wood", 0.004)


def _inner_boards(d: Draft, face: float) -> None:
    """Boards behind the doors at the heights where things are known to lie: they collide but are never seen."""
    inner = d.width / 2 * 0.9
    for height in d.surfaces:
        if 0.06 * d.height < height < 0.94 * d.height:
            d.block((-inner, height - 0.01, -d.depth / 2 * 0.9), (inner, height, face - d.depth * 0.1))


def _bar(d: Draft, start: tuple[float, float, float], end: tuple[float, float, float], out: float) -> None:
    """A bent rod standing out by `out` between two points of a face."""
    radius = out * 0.2
    lift = out - radius
    path = [start, (start[0], start[1], start[2] + lift), (end[0], end[1], end[2] + lift), end]
    d.add(tube(path, radius, 6), "handle")


def drawer(d: Draft) -> None:
    """A front panel with a handle and the tray behind it; the front collides, and the tray where things lie in it."""
    half_x, half_z = d.width / 2, d.depth / 2
    knob, front = min(0.028, d.depth * 0.12), min(0.02, d.depth * 0.15)
    face, board = half_z - knob, min(0.012, d.smallest * 0.08)
    d.piece((-half_x, 0.0, face - front), (half_x, d.height, face), "wood", 0.004)
    inner, side = half_x - board, d.height * 0.8
    d.panel((-inner, board, -half_z), (inner, board * 2, face - front), "wood", 0.001)
    for x in (-inner, inner - board):
        d.panel((x, board, -half_z), (x + board, side, face - front), "wood", 0.001)
    d.panel((-inner, board, -half_z), (inner, side, -half_z + board), "wood", 0.001)
    for height in d.surfaces:
        if height < side:
            d.block((-inner, max(height - 0.01, 0.0), -half_z), (inner, height, face - front))
    reach, y = min(0.07, d.width * 0.25), d.height * 0.55
    _bar(d, (-reach, y, face), (reach, y, face), knob)


def shelf(d: Draft) -> None:
    """A shelf's box is the air above it: a board whose top lies just above the bottom of the box."""
    d.loose = True
    half_x, half_z, top = d.width / 2, d.depth / 2, min(SHELF_BOARD_M, d.height)
    d.panel((-half_x, top - SHELF_THICK_M, -half_z), (half_x, top, half_z), "wood", 0.001)
    d.block((-half_x, top - SHELF_THICK_M, -half_z), (half_x, top, half_z))


def fridge(d: Draft) -> None:
    """A freezer door above a fridge door with long handles; hollow inside."""
    half_x, half_z = d.width / 2, d.depth / 2
    knob, door, foot = min(0.05, d.depth * 0.1), min(0.06, d.depth * 0.15), min(0.05, d.height * 0.05)
    face, gap = half_z - knob, 0.006
    d.panel((-half_x, foot, -half_z), (half_x, d.height, face - door - gap), "case", 0.01)
    d.panel((-half_x * 0.94, 0.0, -half_z * 0.94), (half_x * 0.94, foot, face - door), "dark steel")
    split = d.height * (0.68 if d.choose("freezer", 2) else 0.36)
    for y0, y1 in ((foot, split - gap / 2), (split + gap / 2, d.height)):
        d.panel((-half_x, y0, face - door), (half_x, y1, face), "case", 0.014)
    x = -half_x * 0.84
    length = min(0.5, d.height * 0.25)
    for y0, y1 in ((split - gap - 0.04 - length, split - 0.04), (split + 0.04, split + 0.04 + length * 0.7)):
        _bar(d, (x, y0, face), (x, y1, face), knob)
    d.walls((-half_x, 0.0, -half_z), (half_x, d.height, face), min(0.05, d.smallest * 0.08), "-x +x -y +y -z +z")
    _inner_boards(d, face)


def safe(d: Draft) -> None:
    """A steel box with a thick door, a dial and a handle wheel."""
    half_x, half_z = d.width / 2, d.depth / 2
    knob, door = min(0.05, d.depth * 0.12), min(0.03, d.depth * 0.1)
    face = half_z - knob
    d.panel((-half_x, 0.0, -half_z), (half_x, d.height, face - door), "case", 0.01)
    d.panel((-half_x * 0.86, d.height * 0.07, face - door), (half_x * 0.86, d.height * 0.93, face), "case", 0.008)
    for x, y, r in ((-0.35, 0.66, 0.13), (-0.35, 0.36, 0.09)):
        x, y, r = x * d.width * 0.6, y * d.height, r * d.smallest
        d.add(tube([(x, y, face), (x, y, half_z)], [r, r * 0.8], 16), "handle")
    for share in (0.25, 0.75):
        y = d.height * share
        d.panel((half_x * 0.84, y - 0.03, face - door), (half_x * 0.95, y + 0.03, face + knob * 0.2), "handle")
    d.walls((-half_x, 0.0, -half_z), (half_x, d.height, face), min(0.04, d.smallest * 0.1), "-x +x -y +y -z +z")
