"""Draws ramps of one hue and chroma with equal steps of lightness, shuffled."""

import math

import numpy as np

from flowbench.rules.games.rejection import Reject
from flowbench.rules.processes.entity import Colour
from flowbench.rules.processes.lightness import from_lab
from flowbench.rules.processes.sorting.records import BODIES, Ramp

COUNTS = {"easy": (3, 3), "mid": (4, 4), "hard": (5, 6)}  # pieces
GAPS = {"easy": 14.0, "mid": 9.0, "hard": 6.0}  # CIELAB lightness from piece to piece
DARKEST, LIGHTEST = 34.0, 80.0
CHROMA = 34.0


def draw_ramp(rng: np.random.Generator, level: str) -> Ramp:
    """A row that is not in order yet.

    Raises:
        Reject: for a colour that screens cannot show, or a row in order.
    """
    low, high = COUNTS[level]
    count, gap = int(rng.integers(low, high + 1)), GAPS[level]
    hue = rng.uniform(0.0, 2.0 * math.pi)
    start = rng.uniform(DARKEST, LIGHTEST - gap * (count - 1))
    ramp = [_colour(start + gap * k, hue) for k in range(count)]
    shuffled = [int(k) for k in rng.permutation(count)]
    if shuffled == list(range(count)):
        raise Reject("the row is in order already")
    return Ramp(tuple(ramp[k] for k in shuffled), BODIES[int(rng.integers(len(BODIES)))])


def _colour(lightness: float, hue: float) -> Colour:
    red, green, blue = from_lab((lightness, CHROMA * math.cos(hue), CHROMA * math.sin(hue)))
    if not all(0.0 <= channel <= 255.0 for channel in (red, green, blue)):
        raise Reject("no screen shows that colour")
    return round(red), round(green), round(blue)
