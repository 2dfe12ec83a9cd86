"""How much of each object is seen, counted in pixels as the picture's id map shows them, but for a few on edges."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from flowbench.render.board.canvas import SUPERSAMPLING
from flowbench.rules.games.hidden_object.records import SCENE_SIZE, Kind, Thing
from flowbench.rules.games.hidden_object.shapes import outline, placed

Silhouette = NDArray[np.bool_]  # (2 reach + 1, 2 reach + 1), the centroid in the middle pixel's corner


def reach_of(radius: int) -> int:
    """Pixels from the centroid to the edge of a silhouette's array."""
    return radius + 2


@lru_cache(maxsize=8192)
def silhouette(shape: str, radius: int, turn_deg: int) -> Silhouette:
    """The pixels that an object covers where nothing hides it."""
    middle = float(reach_of(radius))
    side = 2 * reach_of(radius) + 1
    large = Image.new("L", (side * SUPERSAMPLING, side * SUPERSAMPLING), 0)
    points = placed(outline(shape), (middle, middle), radius, turn_deg)
    ImageDraw.Draw(large).polygon([(SUPERSAMPLING * x, SUPERSAMPLING * y) for x, y in points], fill=1)
    first = SUPERSAMPLING // 2
    covered: Silhouette = np.asarray(large)[first::SUPERSAMPLING, first::SUPERSAMPLING] > 0
    return covered


def visible_pixels(kinds: Sequence[Kind], things: Sequence[Thing]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(things,) the pixels that are seen of each object, and those that would be without the others."""
    top = np.full((SCENE_SIZE, SCENE_SIZE), -1, dtype=np.int16)
    parts = []
    for number, thing in enumerate(things):
        covered = silhouette(kinds[thing.kind].shape, thing.radius, thing.turn_deg)
        reach = reach_of(thing.radius)
        window = top[thing.y - reach : thing.y + reach + 1, thing.x - reach : thing.x + reach + 1]
        window[covered] = number
        parts.append((window, covered))
    seen = [np.count_nonzero(window[covered] == number) for number, (window, covered) in enumerate(parts)]
    return np.array(seen, dtype=np.intp), np.array([np.count_nonzero(c) for _, c in parts], dtype=np.intp)


def fits_in_scene(thing: Thing) -> bool:
    """Whether nothing of an object lies outside of the scene."""
    reach = reach_of(thing.radius)
    return all(reach <= value < SCENE_SIZE - reach for value in (thing.x, thing.y))
