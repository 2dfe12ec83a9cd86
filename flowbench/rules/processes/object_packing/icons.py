"""What things look like from above, each a function of its own. They point up."""

import math
from collections.abc import Callable, Mapping

from flowbench.render.clip.sketch import Point
from flowbench.rules.processes.object_packing.layers import (
    BLACK,
    CREAM,
    DARK,
    LIGHT,
    MAIN,
    METAL,
    MUD,
    RED,
    WATER,
    WHITE,
    WOOD,
    Layer,
    box,
    mirrored,
    oval,
    shape,
)

_FLASK = mirrored([(0.17, -0.5), (0.19, -0.46), (0.19, 0.1), (0.09, 0.26), (0.09, 0.36)])


def _bottle() -> list[Layer]:
    return [
        shape(MAIN, 0.3, *_FLASK),
        box(WHITE, 0.305, 0.19, 0.12, (0.0, -0.16), 0.0),
        box(DARK, 0.31, 0.11, 0.07, (0.0, 0.42)),
    ]


def _open_bottle() -> list[Layer]:
    """No cap: a dark mouth, and drops before it."""
    drops = [oval(MAIN, 0.05, 0.035, 0.05, place) for place in ((0.26, 0.42), (-0.24, 0.36), (0.34, 0.3))]
    return [
        *drops,
        shape(MAIN, 0.3, *_FLASK),
        box(WHITE, 0.305, 0.19, 0.12, (0.0, -0.16), 0.0),
        oval(WHITE, 0.31, 0.12, 0.05, (0.0, 0.37)),
        oval(BLACK, 0.315, 0.085, 0.032, (0.0, 0.37)),
    ]


def _cup() -> list[Layer]:
    handle = [box(WHITE, 0.2, 0.14, 0.11, (0.36, 0.0), 0.1), box(BLACK, 0.205, 0.07, 0.06, (0.37, 0.0), 0.05)]
    return [*handle, oval(WHITE, 0.45, 0.34), oval(MAIN, 0.455, 0.28)]


def _bowl() -> list[Layer]:
    return [oval(WHITE, 0.3, 0.42), oval(MAIN, 0.305, 0.34)]


def _box() -> list[Layer]:
    return [box(MAIN, 0.3, 0.46, 0.32), box(LIGHT, 0.305, 0.4, 0.26), box(DARK, 0.31, 0.12, 0.05, (0.0, -0.28))]


def _fruit() -> list[Layer]:
    leaf = shape("leaf", 0.62, (0.02, 0.08), (0.2, 0.14), (0.26, 0.3), (0.08, 0.24))
    return [oval(MAIN, 0.45, 0.42), oval(LIGHT, 0.5, 0.3), box(WOOD, 0.6, 0.025, 0.09, (0.0, 0.06)), leaf]


def _pouch() -> list[Layer]:
    return [
        box(MAIN, 0.14, 0.36, 0.46, radius=0.06),
        box(LIGHT, 0.18, 0.3, 0.32, radius=0.1),
        box(DARK, 0.15, 0.36, 0.03, (0.0, 0.42)),
        box(DARK, 0.15, 0.36, 0.03, (0.0, -0.42)),
        oval(WHITE, 0.185, 0.16),
    ]


def _jar() -> list[Layer]:
    return [oval(MAIN, 0.5, 0.38), oval(METAL, 0.6, 0.35), oval(MAIN, 0.605, 0.24), oval(LIGHT, 0.61, 0.14)]


def _pan() -> list[Layer]:
    return [
        box(BLACK, 0.12, 0.05, 0.24, (0.0, -0.3)),
        oval(METAL, 0.16, 0.3, centre=(0.0, 0.2)),
        oval(BLACK, 0.165, 0.25, centre=(0.0, 0.2)),
    ]


def _cloth() -> list[Layer]:
    stripes = [box(WHITE, 0.245, 0.42, 0.022, (0.0, y), 0.0) for y in (-0.2, -0.12)]
    fold = box(DARK, 0.25, 0.42, 0.012, (0.0, 0.02), 0.0)
    return [box(DARK, 0.12, 0.44, 0.35, radius=0.05), box(MAIN, 0.24, 0.42, 0.33, radius=0.05), *stripes, fold]


def _plate() -> list[Layer]:
    return [oval(MAIN, 0.08, 0.46), oval(LIGHT, 0.11, 0.4), oval(MAIN, 0.115, 0.28), oval(LIGHT, 0.12, 0.26)]


def _shoe() -> list[Layer]:
    sole = mirrored([(0.08, -0.48), (0.15, -0.42), (0.13, -0.1), (0.19, 0.2), (0.14, 0.42), (0.05, 0.48)])
    layers = []
    for x in (-0.23, 0.23):
        layers += [
            shape(WHITE, 0.08, *((a + x, b) for a, b in sole)),
            shape(MAIN, 0.24, *((0.86 * a + x, 0.92 * b) for a, b in sole)),
            oval(BLACK, 0.25, 0.075, 0.13, (x, -0.24)),
            *(box(WHITE, 0.26, 0.08, 0.016, (x, y), 0.0) for y in (0.0, 0.07, 0.14)),
        ]
    return layers


def _hat() -> list[Layer]:
    return [oval(MAIN, 0.06, 0.48, 0.44), oval(DARK, 0.2, 0.27, 0.25), oval(MAIN, 0.3, 0.24, 0.22)]


def _book() -> list[Layer]:
    return [
        box(CREAM, 0.13, 0.35, 0.45, (0.02, 0.0), 0.01),
        box(MAIN, 0.15, 0.35, 0.46, (-0.01, 0.0), 0.015),
        box(DARK, 0.155, 0.04, 0.46, (-0.32, 0.0), 0.0),
        box(WHITE, 0.155, 0.2, 0.09, (0.04, 0.18), 0.01),
    ]


def _bar() -> list[Layer]:
    marks = [box(DARK, 0.085, 0.05, 0.008, (0.03, -0.36 + 0.12 * k), 0.0) for k in range(7)]
    return [box(MAIN, 0.08, 0.09, 0.48, radius=0.02), *marks]


def _pen() -> list[Layer]:
    tip = shape(METAL, 0.07, (-0.03, 0.36), (0.03, 0.36), (0.005, 0.5), (-0.005, 0.5))
    clip = box(METAL, 0.085, 0.012, 0.14, (0.03, -0.3))
    return [tip, box(MAIN, 0.075, 0.04, 0.43, (0.0, -0.07)), box(DARK, 0.08, 0.045, 0.16, (0.0, -0.32)), clip]


def _cups() -> list[Layer]:
    """One in the other, lying."""
    rims = [
        layer
        for k in range(4)
        for layer in (
            shape(
                MAIN,
                0.3,
                (-0.2, 0.1 - 0.13 * k),
                (0.2, 0.1 - 0.13 * k),
                (0.16, -0.02 - 0.13 * k),
                (-0.16, -0.02 - 0.13 * k),
            ),
            box(WHITE, 0.31, 0.22, 0.025, (0.0, 0.1 - 0.13 * k), 0.02),
        )
    ]
    mouth = box(WHITE, 0.31, 0.29, 0.03, (0.0, 0.47), 0.02)
    return [*rims, shape(MAIN, 0.3, (-0.27, 0.46), (0.27, 0.46), (0.2, 0.13), (-0.2, 0.13)), mouth]


def _tube() -> list[Layer]:
    body = mirrored([(0.17, -0.32), (0.2, 0.42), (0.2, 0.48)])
    return [
        box(WHITE, 0.2, 0.12, 0.09, (0.0, -0.4)),
        shape(MAIN, 0.22, *body),
        box(DARK, 0.225, 0.2, 0.03, (0.0, 0.45), 0.0),
        oval(WHITE, 0.225, 0.11, centre=(0.0, 0.08)),
    ]


def _phone() -> list[Layer]:
    keys = [
        box(WHITE, 0.165, 0.05, 0.04, (-0.17 + 0.17 * column, -0.3 + 0.14 * row))
        for row in range(4)
        for column in range(3)
    ]
    return [box(DARK, 0.15, 0.29, 0.47, radius=0.05), box("screen", 0.16, 0.22, 0.09, (0.0, 0.32)), *keys]


def _laptop() -> list[Layer]:
    keys = [box(BLACK, 0.085, 0.36, 0.03, (0.0, -0.12 - 0.08 * row)) for row in range(3)]
    return [
        box(MAIN, 0.08, 0.46, 0.2, (0.0, -0.22), 0.02),
        *keys,
        box(DARK, 0.12, 0.46, 0.24, (0.0, 0.22), 0.02),
        box("screen", 0.125, 0.42, 0.2, (0.0, 0.22), 0.01),
    ]


def _knife() -> list[Layer]:
    blade = ((-0.06, -0.1), (0.07, -0.1), (0.08, 0.3), (-0.06, 0.5))
    return [
        shape(METAL, 0.05, *blade),
        box(MAIN, 0.1, 0.075, 0.19, (0.0, -0.29)),
        box(DARK, 0.11, 0.09, 0.02, (0.0, -0.1)),
    ]


def _sheath() -> list[Layer]:
    case = ((-0.11, -0.1), (0.11, -0.1), (0.12, 0.36), (0.0, 0.5), (-0.11, 0.36))
    return [
        shape(MAIN, 0.1, *case),
        box(WHITE, 0.105, 0.015, 0.2, (0.06, 0.12), 0.0),
        box(BLACK, 0.1, 0.075, 0.19, (0.0, -0.29)),
    ]


def _glasses() -> list[Layer]:
    frame = [oval(MAIN, 0.1, 0.23, 0.19, (x, 0.0)) for x in (-0.25, 0.25)]
    lenses = [oval("screen", 0.105, 0.17, 0.13, (x, 0.0)) for x in (-0.25, 0.25)]
    return [box(MAIN, 0.08, 0.47, 0.035, (0.0, 0.1)), *frame, *lenses]


def _spade() -> list[Layer]:
    return [
        box(WOOD, 0.08, 0.04, 0.27, (0.0, -0.18)),
        box(WOOD, 0.085, 0.14, 0.035, (0.0, -0.45)),
        shape(MAIN, 0.1, (-0.17, 0.06), (0.17, 0.06), (0.18, 0.32), (0.0, 0.5), (-0.18, 0.32)),
    ]


def _coil() -> list[Layer]:
    rings = [
        oval(tone, 0.12 + 0.02 * k, radius)
        for k, (tone, radius) in enumerate(
            ((MAIN, 0.4), (DARK, 0.33), (MAIN, 0.31), (DARK, 0.24), (MAIN, 0.22), (BLACK, 0.12))
        )
    ]
    return [box(MAIN, 0.1, 0.04, 0.16, (0.36, -0.34)), box(MAIN, 0.1, 0.04, 0.16, (-0.36, -0.34)), *rings]


def _headphones() -> list[Layer]:
    outer = [(0.42 * math.cos(math.radians(a)), 0.42 * math.sin(math.radians(a)) + 0.02) for a in range(0, 181, 12)]
    inner = [(0.34 * math.cos(math.radians(a)), 0.34 * math.sin(math.radians(a)) + 0.02) for a in range(180, -1, -12)]
    cups = [box(DARK, 0.2, 0.1, 0.18, (x, -0.14), 0.08) for x in (-0.36, 0.36)]
    return [shape(MAIN, 0.12, *outer, *inner), *cups, *(box(MAIN, 0.21, 0.05, 0.12, (x, -0.14)) for x in (-0.36, 0.36))]


def _torch() -> list[Layer]:
    return [
        box(MAIN, 0.2, 0.09, 0.34, (0.0, -0.14)),
        shape(DARK, 0.24, (-0.1, 0.18), (0.1, 0.18), (0.17, 0.38), (-0.17, 0.38)),
        box(WHITE, 0.2, 0.17, 0.04, (0.0, 0.43)),
        box(BLACK, 0.215, 0.03, 0.06, (0.0, 0.02)),
    ]


def _kit() -> list[Layer]:
    return [
        box(DARK, 0.12, 0.14, 0.06, (0.0, 0.36)),
        box(MAIN, 0.25, 0.46, 0.34),
        box(WHITE, 0.255, 0.07, 0.22, radius=0.0),
        box(WHITE, 0.256, 0.22, 0.07, radius=0.0),
    ]


def _dumbbell() -> list[Layer]:
    plates = [
        box(tone, 0.3, 0.17, half, (0.0, y))
        for y, half, tone in ((0.3, 0.09, MAIN), (-0.3, 0.09, MAIN), (0.42, 0.05, DARK), (-0.42, 0.05, DARK))
    ]
    return [box(METAL, 0.14, 0.05, 0.48), *plates]


def _barbell() -> list[Layer]:
    """Long and thin, with flat plates."""
    plates = [box(tone, 0.08, half, 0.018, (0.0, sign * y), 0.01) for sign in (-1.0, 1.0)
              for y, half, tone in ((0.36, 0.1, MAIN), (0.4, 0.1, DARK), (0.44, 0.07, MAIN))]  # fmt: skip
    return [box(METAL, 0.045, 0.014, 0.49, radius=0.008), *plates]


def _weight() -> list[Layer]:
    block = ((-0.42, -0.36), (0.4, -0.38), (0.45, 0.1), (0.34, 0.38), (-0.36, 0.36), (-0.46, 0.04))
    return [
        shape(DARK, 0.3, *block),
        shape(MAIN, 0.36, *((0.84 * x, 0.84 * y) for x, y in block)),
        *(oval(DARK, 0.37, 0.04, 0.03, place) for place in ((-0.2, 0.12), (0.16, 0.18), (0.05, -0.16), (-0.22, -0.14))),
    ]


def _crab() -> list[Layer]:
    legs = [box(DARK, 0.06, 0.46, 0.022, (0.0, y)) for y in (-0.2, -0.06, 0.08)]
    claws = [oval(MAIN, 0.12, 0.1, 0.13, (x, 0.34)) for x in (-0.34, 0.34)]
    eyes = [
        oval(tone, top, size, centre=(x, 0.2))
        for x in (-0.09, 0.09)
        for tone, top, size in ((WHITE, 0.26, 0.055), (BLACK, 0.27, 0.028))
    ]
    return [*legs, *claws, oval(MAIN, 0.2, 0.3, 0.25, (0.0, -0.04)), oval(LIGHT, 0.24, 0.2, 0.15, (0.0, -0.06)), *eyes]


def _animal() -> list[Layer]:
    feet = [oval(DARK, 0.08, 0.1, 0.07, (x, y)) for x in (-0.24, 0.24) for y in (-0.3, 0.12)]
    ears = [oval(DARK, 0.24, 0.075, centre=(x, 0.36)) for x in (-0.15, 0.15)]
    eyes = [oval(BLACK, 0.4, 0.035, centre=(x, 0.33)) for x in (-0.08, 0.08)]
    return [
        *feet,
        oval(MAIN, 0.28, 0.26, 0.32, (0.0, -0.12)),
        *ears,
        oval(MAIN, 0.36, 0.19, centre=(0.0, 0.26)),
        oval(LIGHT, 0.32, 0.14, 0.18, (0.0, -0.14)),
        *eyes,
        oval(BLACK, 0.41, 0.025, centre=(0.0, 0.43)),
    ]


def _pole() -> list[Layer]:
    bands = [box(WHITE, 0.105, 0.045, 0.05, (0.0, y), 0.0) for y in (-0.2, 0.02, 0.24)]
    return [
        box(MAIN, 0.1, 0.045, 0.46),
        *bands,
        box(DARK, 0.11, 0.055, 0.05, (0.0, -0.45)),
        oval(METAL, 0.1, 0.03, 0.04, (0.0, 0.47)),
    ]


def _board() -> list[Layer]:
    board = mirrored([(0.04, -0.5), (0.11, -0.4), (0.14, -0.1), (0.12, 0.25), (0.04, 0.48)])
    return [
        shape(MAIN, 0.05, *board),
        box(WHITE, 0.055, 0.012, 0.44, radius=0.0),
        box(DARK, 0.055, 0.1, 0.02, (0.0, -0.25), 0.0),
    ]


_MAKERS: Mapping[str, Callable[[], list[Layer]]] = {
    "bottle": _bottle,
    "open bottle": _open_bottle,
    "cup": _cup,
    "bowl": _bowl,
    "box": _box,
    "fruit": _fruit,
    "pouch": _pouch,
    "jar": _jar,
    "pan": _pan,
    "cloth": _cloth,
    "plate": _plate,
    "shoe": _shoe,
    "hat": _hat,
    "book": _book,
    "bar": _bar,
    "pen": _pen,
    "cups": _cups,
    "tube": _tube,
    "phone": _phone,
    "laptop": _laptop,
    "knife": _knife,
    "sheath": _sheath,
    "glasses": _glasses,
    "spade": _spade,
    "coil": _coil,
    "headphones": _headphones,
    "torch": _torch,
    "kit": _kit,
    "dumbbell": _dumbbell,
    "barbell": _barbell,
    "weight": _weight,
    "crab": _crab,
    "animal": _animal,
    "pole": _pole,
    "board": _board,
}
ICONS = tuple(_MAKERS)


def icon(name: str, hazard: str = "") -> list[Layer]:
    """The layers of a thing, with what its hazard adds to the picture: drops, mud, steam."""
    layers = _MAKERS[name]()
    top = max(layer.top for layer in layers)
    if hazard == "wet":
        places = (
            (-0.28, 0.2),
            (0.1, 0.26),
            (0.3, -0.02),
            (-0.12, -0.04),
            (0.2, -0.24),
            (-0.34, -0.26),
            (-0.5, 0.02),
            (0.5, 0.2),
        )
        return layers + [_drop(place, top + 0.02) for place in places]
    if hazard == "dirty":
        spots = ((-0.2, 0.18, 0.1), (0.16, 0.06, 0.13), (-0.14, -0.2, 0.12), (0.24, -0.3, 0.07), (0.22, 0.32, 0.06))
        return layers + [oval(MUD, top + 0.02, size, 0.8 * size, (x, y), 14) for x, y, size in spots]
    if hazard == "hot":
        return layers + [_wave(x, top + 0.02) for x in (-0.18, 0.0, 0.18)]
    return layers


def _drop(place: Point, top: float) -> Layer:
    x, y = place
    ring = [(0.055 * math.cos(a), 0.055 * math.sin(a)) for a in (math.radians(150 + 240 * k / 12) for k in range(13))]
    return Layer(tuple((x + a, y + b) for a, b in [*ring, (0.0, 0.12)]), WATER, top)


def _wave(x: float, top: float) -> Layer:
    """A line of steam."""
    ups = [k / 12 for k in range(13)]
    left = [(x - 0.022 + 0.05 * math.sin(2.0 * math.pi * u), 0.08 + 0.4 * u) for u in ups]
    return Layer(tuple(left + [(a + 0.044, b) for a, b in reversed(left)]), RED, top)
