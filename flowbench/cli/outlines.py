"""Thin coloured outlines with letters around the mover (M) and the landmarks (A, B, ...) of a picture."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage
from PIL import ImageDraw, ImageFont

from flowbench.records import IdMap, Image, Item, Mask

LETTERS = "MABCDEF"  # the landmarks' letters are those of the options where options are landmarks
COLOURS = ((255, 138, 0), (0, 190, 255), (120, 230, 60), (240, 90, 240))
_STEPS = ((0, 1), (0, -1), (1, 1), (1, -1))  # (axis, shift)


def outlined(item: Item, image: str, ids: str) -> Image:
    """One of an item's pictures with the things it is about outlined, where its state says which they are."""
    frame = item.images[image].copy()
    width = max(1, round(frame.shape[0] / 250))
    for k, mask in enumerate(_masks(item, item.arrays[ids])):
        if mask.any():
            colour = COLOURS[k % len(COLOURS)]
            frame[edge(mask, width)] = colour
            frame = _lettered(frame, mask, LETTERS[k], colour)
    return frame


def edge(mask: Mask, width: int) -> Mask:
    """The border of a mask: its pixels within `width` steps of one that is not in it."""
    inner = np.pad(mask, width)  # beyond the picture is not in it
    for _ in range(width):
        shrunk = inner.copy()
        for axis, shift in _STEPS:
            shrunk &= np.roll(inner, shift, axis)
        inner = shrunk
    border: NDArray[np.bool_] = np.logical_and(mask, np.logical_not(inner[width:-width, width:-width]))
    return border


def _masks(item: Item, ids: IdMap) -> Iterator[Mask]:
    surfaces = item.state.get("surface_ids", {})
    for name in (item.state.get("mover"), *item.state.get("landmarks", ())):
        if name in surfaces:
            yield np.isin(ids, surfaces[name])


def _lettered(frame: Image, mask: Mask, letter: str, colour: tuple[int, int, int]) -> Image:
    """The letter above the mask, or inside it where there is no room above."""
    rows, columns = np.nonzero(mask)
    size = max(10, frame.shape[0] // 14)
    x, top = float(columns.mean()), int(rows.min())
    y = top - 3 if top > size else top + size
    picture = PillowImage.fromarray(frame)
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size)
    pen.text((x, y), letter, fill=colour, font=font, anchor="ms", stroke_width=max(1, size // 8), stroke_fill=(0, 0, 0))
    return np.array(picture)
