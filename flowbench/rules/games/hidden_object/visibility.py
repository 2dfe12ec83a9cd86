"""How much of each object is seen, counted in pixels as the picture's id map shows them, but for a few on edges."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from flowbench.render.board.canvas import SUPERSAMPLING
from flowbench.rules.games.hidden_object.records import SCENE_SIZE, Kind, Thing
from flowbench.rules.games.hidden_object.shapes import outline, placed

_STRIDE = 256  # bits of a row: twice the widest silhouette and more, so that shifted rows never run into others


def reach_of(radius: int) -> int:
    """Pixels from the centroid to the edge of a silhouette's square."""
    return radius + 2


@dataclass(frozen=True)
class Silhouette:
    """The pixels that an object covers where nothing hides it.

    Attributes:
        bits: that of row r and column c of the square around the centroid is bit `_STRIDE` r + c of this number.
        count: how many they are.
    """

    bits: int
    count: int


@lru_cache(maxsize=8192)
def silhouette(shape: str, radius: int, turn_deg: int) -> Silhouette:
    """The silhouette of a shape of this size and turn."""
    middle = float(reach_of(radius))
    side = 2 * reach_of(radius) + 1
    large = Image.new("L", (side * SUPERSAMPLING, side * SUPERSAMPLING), 0)
    points = placed(outline(shape), (middle, middle), radius, turn_deg)
    ImageDraw.Draw(large).polygon([(SUPERSAMPLING * x, SUPERSAMPLING * y) for x, y in points], fill=1)
    first = SUPERSAMPLING // 2
    rows = np.zeros((side, _STRIDE), dtype=np.uint8)
    rows[:, :side] = np.asarray(large)[first::SUPERSAMPLING, first::SUPERSAMPLING]
    bits = int.from_bytes(np.packbits(rows, bitorder="little").tobytes(), "little")
    return Silhouette(bits, bits.bit_count())


@lru_cache(maxsize=16)
def visible_pixels(kinds: tuple[Kind, ...], things: tuple[Thing, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(things,) the pixels that are seen of each object, and those that would be without the others; read-only."""
    whole = [silhouette(kinds[thing.kind].shape, thing.radius, thing.turn_deg) for thing in things]
    x, y, radii = np.array([(thing.x, thing.y, thing.radius) for thing in things], dtype=np.intp).T
    reach = radii + reach_of(0)
    corners = (x - reach + _STRIDE * (y - reach)).tolist()
    left: dict[int, int] = {}
    for below, above in _overlapping(x, y, reach):
        shift = corners[above] - corners[below]
        hidden = whole[above].bits << shift if shift >= 0 else whole[above].bits >> -shift
        left[below] = left.get(below, whole[below].bits) & ~hidden
    counts = [one.count for one in whole]
    seen = np.array(counts, dtype=np.intp)
    for number, bits in left.items():
        seen[number] = bits.bit_count()
    covered = np.array(counts, dtype=np.intp)
    seen.flags.writeable = covered.flags.writeable = False
    return seen, covered


def _overlapping(x: NDArray[np.intp], y: NDArray[np.intp], reach: NDArray[np.intp]) -> list[tuple[int, int]]:
    """(below, above) of pairs whose circles meet."""
    near = reach[:, None] + reach
    meet = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 <= near**2
    below, above = np.nonzero(np.triu(meet, 1))
    return list(zip(below.tolist(), above.tolist(), strict=True))


def fits_in_scene(thing: Thing) -> bool:
    """Whether nothing of an object lies outside of the scene."""
    reach = reach_of(thing.radius)
    return all(reach <= value < SCENE_SIZE - reach for value in (thing.x, thing.y))
