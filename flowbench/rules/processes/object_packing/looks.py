"""How Object Packing looks: icons, or things and open bags on a wooden table."""

import math
from collections.abc import Mapping, Sequence

from flowbench.render.clip.sketch import INK, Point, Shape, Sketch, line, polygon, rectangle, rounded_rectangle
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.solids import Piece, block, material, mesh, mixed, rod, slab
from flowbench.rules.processes.entity import Colour, Entity
from flowbench.rules.processes.object_packing.badges import badge, tint
from flowbench.rules.processes.object_packing.icons import icon
from flowbench.rules.processes.object_packing.layers import Layer
from flowbench.rules.processes.object_packing.records import FLOOR_M, HALF_X_M, HALF_Y_M, WALL_HIGH_M, WALL_M

CARD_M = 0.15  # side of the card
_INK_PX = 2.0
_TONES: Mapping[str, Colour] = {
    "white": (250, 249, 245), "black": (44, 44, 48), "metal": (184, 190, 198), "water": (84, 168, 236),
    "mud": (92, 62, 34), "red": (226, 60, 48), "wood": (186, 138, 86), "cream": (246, 238, 216), "leaf": (72, 150, 62),
    "screen": (96, 122, 150),
}  # fmt: skip
_LININGS: Mapping[str, tuple[Colour, str]] = {  # of the containers: colour and texture of the outside
    "beach": ((62, 128, 186), "fabric"), "school": ((190, 54, 50), "fabric"), "picnic": ((196, 150, 92), "linen"),
    "gym": ((58, 62, 72), "fabric"), "camping": ((70, 112, 74), "fabric"), "office": ((112, 74, 48), "noise"),
}  # fmt: skip


class PackingLooks(Looks):
    """Container, card, things."""

    def flat(self, item: Entity) -> Sketch | None:
        """Icons with outlines."""
        if item.shape == "container":
            return _flat_container(str(item.fact("occasion")))
        if item.shape == "card":
            half = CARD_M / 2.0
            marks = _flat_layers(
                badge(str(item.fact("occasion"))), tint(str(item.fact("occasion"))), 0.8 * CARD_M, None
            )
            return Sketch((rectangle(half, half, (255, 255, 255), radius=0.01), *marks), layer=-1)
        layers = icon(item.shape, str(item.fact("hazard")))
        return Sketch(tuple(_flat_layers(layers, item.color, float(item.fact("length")), INK)))

    def solid(self, item: Entity) -> Mesh | None:
        """Layers with thickness; bags of cloth, a basket, a case of leather."""
        if item.shape == "container":
            return _container(str(item.fact("occasion")))
        if item.shape == "card":
            return _card(str(item.fact("occasion")))
        length = float(item.fact("length"))
        return mesh(_solid_layers(icon(item.shape, str(item.fact("hazard"))), item.color, length))


def thickness_m(shape: str, hazard: str, length: float) -> float:
    """How high a thing lies."""
    return max(layer.top for layer in icon(shape, hazard)) * length


def _tone(name: str, color: Colour) -> Colour:
    own = {"main": color, "dark": mixed(color, (0, 0, 0), 0.32), "light": mixed(color, (255, 255, 255), 0.3)}
    return own.get(name) or _TONES[name]


def _scaled(layer: Layer, length: float) -> list[Point]:
    return [(x * length, y * length) for x, y in layer.outline]


def _flat_layers(layers: Sequence[Layer], color: Colour, length: float, ink: Colour | None) -> list[Shape]:
    return [polygon(_scaled(layer, length), _tone(layer.tone, color), ink, _INK_PX) for layer in layers]


def _solid_layers(layers: Sequence[Layer], color: Colour, length: float) -> list[Piece]:
    """Each layer from the table up; glossy where it is metal or glass."""
    glossy = ("metal", "screen", "water")
    return [
        (
            slab(_scaled(layer, length), 0.0, layer.top * length),
            material(_tone(layer.tone, color), "", 0.5, 0.6 if layer.tone in glossy else 0.15),
        )
        for layer in layers
    ]


def _flat_container(occasion: str) -> Sketch:
    color, _ = _LININGS[occasion]
    outer_x, outer_y = HALF_X_M + WALL_M, HALF_Y_M + WALL_M
    handles = [line([(x, s * y) for x, y in _handle()], color, 12.0) for s in (-1.0, 1.0)]
    edges = [line([(x, s * y) for x, y in _handle()], INK, 17.0) for s in (-1.0, 1.0)]
    rim = rectangle(outer_x, outer_y, color, radius=0.03)
    return Sketch((*edges, *handles, rim, rectangle(HALF_X_M, HALF_Y_M, (250, 248, 242), radius=0.02)), layer=-1)


def _handle() -> list[Point]:
    """The way of a handle, outside the far wall."""
    return [
        (0.09 * math.cos(math.radians(a)), HALF_Y_M + WALL_M + 0.045 * math.sin(math.radians(a)))
        for a in range(0, 181, 15)
    ]


def _container(occasion: str) -> Mesh:
    """Four walls, a floor, two handles that lie outside."""
    color, texture = _LININGS[occasion]
    cloth = material(color, texture, 0.06, 0.05)
    lining = material(mixed(color, (255, 250, 240), 0.55), "fabric", 0.08, 0.0)
    x, y, w = HALF_X_M, HALF_Y_M, WALL_M
    pieces: list[Piece] = [(block((-x, -y, 0.0), (x, y, FLOOR_M), 0.0005), lining)]
    for sign in (-1.0, 1.0):
        low, high = sorted((sign * x, sign * (x + w)))
        pieces.append((block((low, -y - w, 0.0), (high, y + w, WALL_HIGH_M), 0.005), cloth))
        low, high = sorted((sign * y, sign * (y + w)))
        pieces.append((block((-x - w, low, 0.0), (x + w, high, WALL_HIGH_M), 0.005), cloth))
        handle = [(a, sign * b, 0.55 * WALL_HIGH_M) for a, b in _handle()]
        pieces.append((rod(handle, 0.0075, 10), material(mixed(color, (20, 16, 12), 0.35), "", 0.2, 0.2)))
    return mesh(pieces)


def _card(occasion: str) -> Mesh:
    half = CARD_M / 2.0
    paper = (slab(rounded_rectangle(half, half, 0.01), 0.0, 0.002), material((252, 250, 244), "paper", 0.2, 0.0))
    raised = [Layer(layer.outline, layer.tone, 0.018 + 0.2 * layer.top) for layer in badge(occasion)]
    return mesh([paper, *_solid_layers(raised, tint(occasion), 0.8 * CARD_M)])
