"""The pictures on puzzles: flat coloured shapes, painted one over the other. Height 1, x to the right, y up."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from flowbench.rules.processes.entity import Colour
from flowbench.rules.processes.jigsaw_puzzle.brushes import (
    WHITE,
    Layer,
    bands,
    box,
    cloud,
    disc,
    dome,
    ellipse,
    fir,
    hill,
    roof,
    wave,
)  # fmt: skip

Spread = Callable[[int, float, float], float]  # number of a painting's number, value at 0, value at 1

NUMBERS = 12


@dataclass(frozen=True)
class Painting:
    """A picture.

    Attributes:
        kind: one of `KINDS`.
        numbers: 12 numbers from 0 to 1: what lies where, how large, and in which colours.
    """

    kind: str
    numbers: tuple[float, ...]


@lru_cache(maxsize=64)
def layers(painting: Painting, width: float) -> tuple[Layer, ...]:
    """The shapes of a picture that is so wide, from the lowest on; they reach beyond its edges."""

    def spread(number: int, low: float, high: float) -> float:
        return low + (high - low) * painting.numbers[number]

    return tuple(KINDS[painting.kind](width, spread))


def _coast(width: float, at: Spread) -> Iterable[Layer]:
    """Sea, sun, clouds, a lighthouse, a sailing boat and a beach."""
    yield from bands(width, ((1.0, (112, 180, 226)), (0.83, (146, 202, 236)), (0.66, (186, 222, 240))))
    sun = at(0, 0.12, 0.88) * width, at(1, 0.76, 0.87)
    yield (252, 232, 160), disc(*sun, 0.13)
    yield (250, 202, 60), disc(*sun, 0.09)
    yield from cloud(at(2, 0.1, 0.45) * width, at(3, 0.7, 0.9), 0.055)
    yield from cloud(at(4, 0.55, 0.92) * width, at(5, 0.66, 0.88), 0.045)
    yield (104, 150, 96), hill(width, 0.52, at(6, 0.04, 0.1), at(7, 0.0, 6.0), 1.4)
    yield from bands(width, ((0.5, (30, 98, 148)), (0.4, (44, 122, 168)), (0.3, (70, 150, 186))))
    for k in range(5):
        x, y = (0.13 + 0.19 * k + 0.04 * (k % 2)) * width, (0.43, 0.34, 0.38, 0.31, 0.45)[k]
        yield (150, 202, 220), wave(x, y)
    tower = at(8, 0.08, 0.2) * width
    yield (112, 104, 100), ((tower - 0.14, 0.24), (tower - 0.1, 0.46), (tower + 0.1, 0.47), (tower + 0.17, 0.24))
    for k, low in enumerate((0.44, 0.53, 0.62, 0.71)):
        half, top = 0.055 - 0.006 * k, 0.049 - 0.006 * k
        colour = (196, 52, 48) if k % 2 == 0 else WHITE
        yield colour, ((tower - half, low), (tower + half, low), (tower + top, low + 0.09), (tower - top, low + 0.09))
    yield (250, 214, 90), box(tower - 0.022, 0.8, tower + 0.022, 0.85)
    yield (70, 60, 62), ((tower - 0.036, 0.85), (tower + 0.036, 0.85), (tower, 0.9))
    boat = at(9, 0.42, 0.78) * width
    yield (92, 60, 40), box(boat - 0.006, 0.36, boat + 0.006, 0.7)
    yield WHITE, ((boat + 0.012, 0.4), (boat + 0.15, 0.4), (boat + 0.012, 0.68))
    yield (238, 140, 48), ((boat - 0.012, 0.4), (boat - 0.11, 0.4), (boat - 0.012, 0.6))
    yield (150, 58, 46), ((boat - 0.13, 0.37), (boat + 0.15, 0.37), (boat + 0.1, 0.3), (boat - 0.09, 0.3))
    yield (236, 210, 156), hill(width, 0.16, 0.045, at(10, 0.0, 6.0), 1.1)
    shade = at(11, 0.4, 0.85) * width
    yield (120, 84, 60), box(shade - 0.007, 0.03, shade + 0.007, 0.21)
    for colour, half in (((210, 60, 70), 0.17), (WHITE, 0.115), ((40, 120, 170), 0.05)):
        yield colour, dome(shade, 0.2, half, 0.11)
    yield (232, 84, 62), disc(shade - 0.26, 0.06, 0.038)
    yield WHITE, disc(shade - 0.26, 0.06, 0.016)


def _mountains(width: float, at: Spread) -> Iterable[Layer]:
    """An evening in the mountains: peaks with snow, a forest, a lake and a cabin."""
    dusk: Sequence[Colour] = ((96, 92, 152), (168, 116, 160), (232, 152, 130), (248, 196, 130))
    yield from bands(width, tuple(zip((1.0, 0.84, 0.7, 0.58), dusk, strict=True)))
    yield (252, 240, 206), disc(at(0, 0.15, 0.85) * width, at(1, 0.76, 0.88), 0.085)
    for k in range(6):
        yield (250, 246, 220), disc((0.07 + 0.17 * k) * width, 0.97 - 0.05 * (k * 2 % 3), 0.009)
    far = [(0.2 * k * width, 0.62 + 0.1 * ((k * 3) % 4) / 3.0 * at(2, 0.5, 1.3)) for k in range(-1, 7)]
    yield (120, 112, 158), (*far, (1.3 * width, -0.1), (-0.3 * width, -0.1))
    for k, share in enumerate((at(3, 0.12, 0.26), at(4, 0.46, 0.58), at(5, 0.78, 0.92))):
        x, top, foot = share * width, (0.76, 0.86, 0.72)[k], (0.34, 0.42, 0.32)[k]
        yield ((74, 84, 118), (86, 92, 124), (66, 78, 112))[k], ((x - foot, 0.3), (x, top), (x + foot, 0.3))
        yield (
            ((52, 60, 92), (62, 68, 98), (48, 58, 88))[k],
            ((x, top), (x + foot, 0.3), (x + 0.05, 0.3), (x - 0.03, top - 0.16)),
        )
        slope = foot / (top - 0.3)
        cap = ((x - 0.13 * slope, top - 0.13), (x - 0.05, top - 0.1), (x - 0.01, top - 0.15), (x + 0.05, top - 0.1))
        yield WHITE, ((x, top), *cap, (x + 0.13 * slope, top - 0.13))
    yield (58, 104, 82), hill(width, 0.36, 0.035, at(6, 0.0, 6.0), 1.6)
    for k in range(11):
        yield from fir((0.02 + 0.096 * k) * width, 0.34 + 0.02 * (k * 5 % 3), 0.13 + 0.02 * (k * 7 % 3), k % 2)
    yield (62, 122, 158), box(-0.1, -0.1, width + 0.1, 0.28)
    yield (104, 158, 184), ellipse(at(7, 0.3, 0.7) * width, 0.2, 0.36, 0.03)
    yield (156, 194, 204), ellipse(at(7, 0.3, 0.7) * width + 0.1, 0.21, 0.2, 0.012)
    yield (92, 132, 76), hill(width, 0.13, 0.035, at(8, 0.0, 6.0), 0.9)
    x = at(9, 0.22, 0.78) * width
    yield (148, 98, 60), box(x - 0.13, 0.1, x + 0.13, 0.24)
    yield (118, 42, 40), ((x - 0.17, 0.235), (x + 0.17, 0.235), (x + 0.09, 0.37), (x - 0.09, 0.37))
    yield (90, 74, 72), box(x + 0.045, 0.33, x + 0.085, 0.42)
    yield (74, 46, 32), box(x - 0.03, 0.1, x + 0.03, 0.19)
    for side in (-0.085, 0.085):
        yield (252, 216, 110), box(x + side - 0.026, 0.145, x + side + 0.026, 0.2)
    yield from fir(x - 0.26, 0.07, 0.24, 0)
    yield from fir(x + 0.27, 0.06, 0.2, 1)
    for k in range(7):
        yield (
            ((240, 96, 92), (250, 214, 80), (236, 236, 250))[k % 3],
            disc((0.08 + 0.14 * k) * width, 0.035 + 0.02 * (k % 2), 0.014),
        )


def _farm(width: float, at: Spread) -> Iterable[Layer]:
    """A barn between fields and hills, a tree, and a balloon in the sky."""
    yield from bands(width, ((1.0, (94, 172, 224)), (0.82, (132, 196, 232)), (0.66, (178, 218, 236))))
    yield (250, 214, 92), disc(at(0, 0.78, 0.92) * width, at(1, 0.82, 0.9), 0.075)
    yield from cloud(at(2, 0.5, 0.7) * width, at(3, 0.76, 0.92), 0.05)
    yield from cloud(at(4, 0.05, 0.14) * width, at(5, 0.6, 0.68), 0.045)
    yield (96, 150, 104), hill(width, 0.5, 0.06, at(6, 0.0, 6.0), 1.2)
    yield (124, 174, 92), hill(width, 0.42, 0.05, at(7, 0.0, 6.0), 0.8)
    horizon = 0.34
    for k in range(9):
        low, high = (-0.35 + 0.19 * k) * width, (0.02 + 0.105 * k) * width
        colour = ((222, 186, 84), (176, 190, 88), (150, 112, 70))[k % 3]
        yield colour, ((low, -0.05), (low + 0.19 * width, -0.05), (high + 0.105 * width, horizon), (high, horizon))
    x = at(8, 0.3, 0.5) * width
    yield (188, 190, 196), box(x + 0.17, 0.2, x + 0.27, 0.5)
    yield (130, 134, 146), dome(x + 0.22, 0.5, 0.05, 0.05)
    yield (182, 48, 44), box(x - 0.16, 0.18, x + 0.16, 0.42)
    yield (100, 66, 60), ((x - 0.19, 0.41), (x - 0.13, 0.5), (x, 0.57), (x + 0.13, 0.5), (x + 0.19, 0.41))
    yield WHITE, box(x - 0.07, 0.18, x + 0.07, 0.34)
    yield (150, 40, 38), ((x - 0.055, 0.19), (x + 0.055, 0.19), (x, 0.26))
    yield (150, 40, 38), ((x - 0.055, 0.33), (x + 0.055, 0.33), (x, 0.26))
    yield (250, 226, 130), disc(x, 0.47, 0.032)
    tree = at(9, 0.76, 0.9) * width
    yield (110, 76, 48), box(tree - 0.022, 0.14, tree + 0.022, 0.38)
    for dx, dy, r in ((-0.07, 0.4, 0.08), (0.07, 0.41, 0.085), (0.0, 0.48, 0.1)):
        yield (60, 128, 66), disc(tree + dx, dy, r)
    for dx, dy in ((-0.06, 0.42), (0.05, 0.5), (0.08, 0.4), (-0.01, 0.46)):
        yield (222, 70, 58), disc(tree + dx, dy, 0.016)
    x, y = at(10, 0.16, 0.34) * width, at(11, 0.76, 0.84)
    yield (120, 84, 52), box(x - 0.028, y - 0.2, x + 0.028, y - 0.155)
    yield (96, 84, 80), ((x - 0.028, y - 0.16), (x - 0.02, y - 0.16), (x - 0.05, y - 0.08), (x - 0.06, y - 0.08))
    yield (96, 84, 80), ((x + 0.028, y - 0.16), (x + 0.02, y - 0.16), (x + 0.05, y - 0.08), (x + 0.06, y - 0.08))
    yield (226, 72, 60), ellipse(x, y, 0.11, 0.13)
    yield (246, 196, 66), ellipse(x, y, 0.066, 0.13)
    yield (60, 110, 180), ellipse(x, y, 0.026, 0.13)
    for k in range(-1, 9):
        yield (240, 232, 214), box((0.06 + 0.13 * k) * width, 0.02, (0.06 + 0.13 * k) * width + 0.022, 0.13)
    for y in (0.05, 0.09):
        yield (240, 232, 214), box(-0.1, y, width + 0.1, y + 0.018)


def _town(width: float, at: Spread) -> Iterable[Layer]:
    """A town by a river at night."""
    yield from bands(width, ((1.0, (24, 28, 66)), (0.8, (42, 44, 96)), (0.62, (78, 64, 122)), (0.46, (140, 88, 128))))
    yield (250, 240, 196), disc(at(0, 0.12, 0.88) * width, at(1, 0.8, 0.88), 0.085)
    yield (224, 210, 160), disc(at(0, 0.12, 0.88) * width + 0.025, at(1, 0.8, 0.88) - 0.015, 0.022)
    for k in range(9):
        yield (240, 236, 210), disc((0.05 + 0.115 * k) * width, 0.94 - 0.07 * (k * 5 % 4), 0.008 + 0.004 * (k % 2))
    colours: Sequence[Colour] = (
        (52, 88, 120), (124, 70, 86), (60, 112, 104), (96, 84, 140), (140, 96, 66), (70, 74, 104), (108, 116, 78),
    )  # fmt: skip
    for k in range(7):
        left, wide = (-0.01 + 0.146 * k) * width, 0.13 * width
        high = 0.4 + 0.3 * ((k * 3 + int(at(2, 0.0, 6.99))) % 7) / 6.0
        yield colours[(k + int(at(3, 0.0, 6.99))) % 7], box(left, 0.2, left + wide, high)
        yield from roof(left, wide, high, (k + int(at(4, 0.0, 2.99))) % 3)
        for row in range(int((high - 0.28) / 0.085)):
            for column in range(3):
                lit = (k * 5 + row * 3 + column * 7 + int(at(5, 0.0, 9.99))) % 4 > 0
                x, y = left + wide * (0.14 + 0.27 * column), 0.27 + 0.085 * row
                yield (252, 214, 104) if lit else (36, 36, 58), box(x, y, x + 0.17 * wide, y + 0.045)
    yield (74, 66, 70), box(-0.1, 0.19, width + 0.1, 0.235)
    yield from bands(width, ((0.19, (30, 52, 94)), (0.1, (38, 66, 112))))
    for k in range(8):
        x = (0.04 + 0.13 * k + at(6, 0.0, 0.06)) * width
        yield (214, 180, 110), ellipse(x, 0.14 - 0.05 * (k % 2), 0.05, 0.008)
    x = at(7, 0.2, 0.8) * width
    yield (176, 60, 54), ((x - 0.16, 0.13), (x + 0.17, 0.13), (x + 0.12, 0.05), (x - 0.12, 0.05))
    yield (236, 226, 204), box(x - 0.1, 0.13, x + 0.05, 0.195)
    for k in range(3):
        yield (60, 120, 170), disc(x - 0.075 + 0.05 * k, 0.163, 0.014)
    yield (70, 66, 74), box(x + 0.065, 0.13, x + 0.105, 0.25)
    for k in range(6):
        lamp = (0.08 + 0.17 * k) * width
        yield (40, 38, 46), box(lamp - 0.006, 0.22, lamp + 0.006, 0.33)
        yield (255, 236, 160), disc(lamp, 0.34, 0.018)


KINDS: Mapping[str, Callable[[float, Spread], Iterable[Layer]]] = {
    "coast": _coast,
    "mountains": _mountains,
    "farm": _farm,
    "town": _town,
}
