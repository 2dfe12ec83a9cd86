"""How Classify Blocks looks: outlined forms, or wooden toy blocks and felt-lined trays with printed signs."""

import math
from collections.abc import Sequence

import numpy as np

from flowbench.bodies.solids import Solid, level, loft
from flowbench.render.clip.sketch import Point, Shape, Sketch, polygon, rectangle, rounded_rectangle
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.classify_blocks.records import BIN_HALF_M, FLOOR_M
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.solids import Piece, block, material, mesh, mixed, slab
from flowbench.rules.processes.entity import Colour, Entity

LARGE_M, SMALL_M = 0.038, 0.03  # half the width of blocks
_SIGN_Y_M, _SIGN_M = -0.15, 0.026  # middle of the card, from that of the tray; half the width of its mark
_CARD_X_M, _CARD_Y_M = 0.055, 0.04
_RIM_M, _RIM_HIGH_M, _BEVEL_M = 0.01, 0.03, 0.004
_PAPER: Colour = (250, 249, 244)
_GREY: Colour = (120, 122, 126)
_DARK: Colour = (30, 26, 22)


class BlocksLooks(Looks):
    """Trays with signs, blocks."""

    def flat(self, item: Entity) -> Sketch | None:
        """Outlines with flat fills."""
        if item.shape != "tray":
            return Sketch((polygon(outline(item.shape, _half(item)), item.color),))
        rim, floor = BIN_HALF_M, BIN_HALF_M - _RIM_M
        shapes = (
            rectangle(rim, rim, (222, 222, 218), radius=0.014),
            rectangle(floor, floor, (255, 255, 255), radius=0.008),
            rectangle(_CARD_X_M, _CARD_Y_M, _PAPER, centre=(0.0, _SIGN_Y_M), radius=0.006, stroke_px=2.0),
            _flat_mark(item),
        )
        return Sketch(shapes, layer=-1)

    def solid(self, item: Entity) -> Mesh | None:
        """Painted wood; felt and a card."""
        if item.shape == "tray":
            return _tray(item)
        half = _half(item)
        high = 1.3 * half
        return mesh([(_bevelled(outline(item.shape, half), high), material(item.color, "wood", 0.3, 0.3))])


def height_m(small: bool) -> float:
    """Of a block."""
    return 1.3 * (SMALL_M if small else LARGE_M)


def outline(form: str, half: float) -> list[Point]:
    """A form from above, counter-clockwise, about its middle."""
    if form == "cube":
        return rounded_rectangle(0.94 * half, 0.94 * half, 0.08 * half)
    count, radius, first = {
        "cylinder": (40, half, 0.0),
        "wedge": (3, 1.1 * half, 90.0),
        "hexagon": (6, 1.06 * half, 0.0),
    }[form]
    angles = [math.radians(first + 360.0 * k / count) for k in range(count)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def _half(item: Entity) -> float:
    return SMALL_M if item.fact("small") else LARGE_M


def _bevelled(ring: Sequence[Point], high: float) -> Solid:
    """A convex outline raised, its upper and lower edges cut."""
    full = np.asarray(ring)
    inner = full * (1.0 - _BEVEL_M / float(np.hypot(*full.T).max()) * 1.4)
    return loft(level([inner, full, full, inner], [0.0, _BEVEL_M, high - _BEVEL_M, high]))


def _flat_mark(item: Entity) -> Shape:
    """The sign: a coloured patch, a grey or a coloured form."""
    form = str(item.fact("form"))
    color = item.color if item.fact("coloured") else _GREY
    if not form:
        return rectangle(0.044, 0.03, color, None, centre=(0.0, _SIGN_Y_M))
    return polygon([(x, y + _SIGN_Y_M) for x, y in outline(form, _SIGN_M)], color, None)


def _tray(item: Entity) -> Mesh:
    side, floor = BIN_HALF_M, BIN_HALF_M - _RIM_M
    wood, felt = material((206, 172, 126), "wood", 0.4, 0.2), material((138, 144, 142), "fabric", 0.12, 0.0)
    pieces: list[Piece] = [(block((-floor, -floor, 0.0), (floor, floor, FLOOR_M), 0.0005), felt)]
    for sign in (-1.0, 1.0):
        low, high = sorted((sign * side, sign * floor))
        pieces.append((block((low, -side, 0.0), (high, side, _RIM_HIGH_M), 0.003), wood))
        pieces.append((block((-side, low, 0.0), (side, high, _RIM_HIGH_M), 0.003), wood))
    card = rounded_rectangle(_CARD_X_M, _CARD_Y_M, 0.006, (0.0, _SIGN_Y_M))
    pieces.append((slab(card, 0.0, 0.003), material(_PAPER, "paper", 0.2, 0.0)))
    form = str(item.fact("form"))
    color = item.color if item.fact("coloured") else mixed(_GREY, _DARK, 0.2)
    mark = rounded_rectangle(0.044, 0.03, 0.003) if not form else outline(form, _SIGN_M)
    pieces.append((slab([(x, y + _SIGN_Y_M) for x, y in mark], 0.0, 0.0038), material(color, "", 0.2, 0.05)))
    return mesh(pieces)
