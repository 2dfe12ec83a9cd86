"""The pictures on the card that shows the occasion: one small drawing each, in the square of an icon."""

import math

from flowbench.rules.processes.object_packing.icons import icon
from flowbench.rules.processes.object_packing.layers import (
    BLACK,
    DARK,
    MAIN,
    RED,
    WATER,
    WHITE,
    WOOD,
    Layer,
    box,
    oval,
    shape,
)

_TINTS = {
    "beach": (248, 206, 60),
    "school": (32, 78, 176),
    "picnic": (205, 38, 44),
    "gym": (110, 114, 122),
    "camping": (30, 130, 66),
    "office": (70, 76, 92),
}


def tint(occasion: str) -> tuple[int, int, int]:
    """The main colour of a badge."""
    return _TINTS[occasion]


def badge(occasion: str) -> list[Layer]:
    """A sun over waves, a satchel, a checked cloth, a dumb-bell, a tent, a tie."""
    return {
        "beach": _beach,
        "school": _school,
        "picnic": _picnic,
        "gym": lambda: icon("dumbbell"),
        "camping": _camping,
        "office": _office,
    }[occasion]()


def _beach() -> list[Layer]:
    rays = []
    for k in range(8):
        a = math.radians(45.0 * k)
        side = (-0.03 * math.sin(a), 0.03 * math.cos(a))
        near, far = (0.22 * math.cos(a), 0.22 * math.sin(a) + 0.14), (0.34 * math.cos(a), 0.34 * math.sin(a) + 0.14)
        rays.append(
            shape(
                MAIN,
                0.02,
                (near[0] - side[0], near[1] - side[1]),
                (far[0] - side[0], far[1] - side[1]),
                (far[0] + side[0], far[1] + side[1]),
                (near[0] + side[0], near[1] + side[1]),
            )
        )
    waves = [box(WATER, 0.02 + 0.004 * k, 0.44 - 0.06 * k, 0.035, (0.0, -0.3 - 0.1 * k)) for k in range(2)]
    return [*rays, oval(MAIN, 0.025, 0.18, centre=(0.0, 0.14)), *waves]


def _school() -> list[Layer]:
    """A pencil beside a book."""
    pencil = [
        box(MAIN, 0.03, 0.06, 0.28, (0.3, -0.1), 0.0),
        shape(WOOD, 0.03, (0.24, 0.18), (0.36, 0.18), (0.3, 0.36)),
        box(RED, 0.031, 0.06, 0.05, (0.3, -0.4), 0.0),
    ]
    lines = [box(MAIN, 0.035, 0.18, 0.014, (-0.16, 0.2 - 0.14 * k), 0.0) for k in range(4)]
    return [
        *pencil,
        box(DARK, 0.02, 0.29, 0.42, (-0.16, 0.0), 0.02),
        box(WHITE, 0.03, 0.25, 0.38, (-0.16, 0.0), 0.0),
        *lines,
    ]


def _picnic() -> list[Layer]:
    """A checked cloth."""
    checks = [
        box(MAIN, 0.025, 0.105, 0.105, (-0.315 + 0.21 * column, -0.315 + 0.21 * row), 0.0)
        for row in range(4)
        for column in range(4)
        if (row + column) % 2
    ]
    return [box(DARK, 0.015, 0.45, 0.45, radius=0.0), box(WHITE, 0.02, 0.42, 0.42, radius=0.0), *checks]


def _camping() -> list[Layer]:
    return [
        shape(MAIN, 0.02, (-0.46, -0.34), (0.46, -0.34), (0.0, 0.4)),
        shape(BLACK, 0.025, (-0.14, -0.34), (0.14, -0.34), (0.0, 0.06)),
        box(WOOD, 0.018, 0.48, 0.025, (0.0, -0.37), 0.0),
    ]


def _office() -> list[Layer]:
    """A tie on a collar."""
    collar = [
        shape(WHITE, 0.02, (-0.38, 0.44), (0.0, 0.26), (-0.16, 0.06)),
        shape(WHITE, 0.02, (0.38, 0.44), (0.16, 0.06), (0.0, 0.26)),
    ]
    knot = shape(MAIN, 0.03, (-0.1, 0.3), (0.1, 0.3), (0.06, 0.14), (-0.06, 0.14))
    return [*collar, knot, shape(MAIN, 0.025, (-0.06, 0.14), (0.06, 0.14), (0.15, -0.34), (0.0, -0.48), (-0.15, -0.34))]
