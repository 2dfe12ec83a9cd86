"""Pictures people look at: text, depth, flow and ids as colours, and sheets of pictures with captions."""

import hashlib
import math
from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from flowbench.errors import BadValue
from flowbench.records import DepthMap, FlowMap, IdMap, Image, Mask

Colour = tuple[int, int, int]

INK: Colour = (28, 30, 34)
PAPER: Colour = (250, 250, 248)
FAR_M = 10.0
_NOWHERE: Colour = (20, 20, 24)
# Corner points of a dark blue to pale yellow ramp of even lightness steps.
_RAMP = ((38, 30, 90), (45, 84, 150), (36, 134, 152), (70, 176, 130), (160, 208, 96), (250, 232, 120))
_WHEEL = (15, 6, 4, 11, 13, 6)  # steps red-yellow-green-cyan-blue-magenta-red of the Middlebury colour wheel


@cache
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's built-in scalable font."""
    return ImageFont.load_default(size)


def text_size(text: str, size: int) -> tuple[int, int]:
    """Width and height in pixels of a text, which may have several lines."""
    left, top, right, bottom = ImageDraw.Draw(Pillow.new("L", (1, 1))).multiline_textbbox((0, 0), text, font(size))
    return math.ceil(right - min(left, 0)), math.ceil(bottom - min(top, 0))


def label(
    image: Image, text: str, position: tuple[int, int], size: int = 16, ink: Colour = PAPER, ground: Colour | None = INK
) -> Image:
    """A copy of a picture with a text at `position` (x, y of its top left corner), on a plate if `ground` is given."""
    canvas = Pillow.fromarray(image)
    draw = ImageDraw.Draw(canvas)
    (x, y), (width, height) = position, text_size(text, size)
    if ground is not None:
        pad = max(2, size // 5)
        draw.rectangle((x, y, x + width + 2 * pad, y + height + 2 * pad), fill=ground)
        x, y = x + pad, y + pad
    draw.multiline_text((x, y), text, fill=ink, font=font(size))
    return np.asarray(canvas)


def depth_colours(depth: DepthMap, far_m: float = FAR_M) -> Image:
    """Depth as colour, near bright and far dark, the same at every call: even steps of the root of the depth."""
    known = np.isfinite(depth) & (depth > 0.0)
    share = 1.0 - np.sqrt(np.clip(np.where(known, depth, far_m).astype(np.float64) / far_m, 0.0, 1.0))
    colours = _ramp_table()[np.rint(share * 255.0).astype(np.intp)]
    return np.where(known[:, :, np.newaxis], colours, np.array(_NOWHERE, dtype=np.uint8))


def flow_colours(flow: FlowMap, max_px: float) -> Image:
    """Optical flow on the Middlebury colour wheel: hue is direction, white is still, full colour is `max_px` or more.

    What is not finite is black.
    """
    if not max_px > 0.0:
        raise BadValue(f"The length that gets full colour must be above 0 pixels, got {max_px}.")
    known: Mask = np.isfinite(flow[:, :, 0]) & np.isfinite(flow[:, :, 1])
    u, v = (np.where(known, flow[:, :, k], 0.0).astype(np.float64) for k in (0, 1))
    length = np.clip(np.sqrt(u * u + v * v) / max_px, 0.0, 1.0)[:, :, None]
    wheel = _wheel_table()
    turn = (np.arctan2(-v, -u) / np.pi + 1.0) / 2.0 * (len(wheel) - 1)
    low = np.floor(turn).astype(np.intp)
    share = (turn - low)[:, :, None]
    hue = wheel[low] * (1.0 - share) + wheel[(low + 1) % len(wheel)] * share
    colours = np.rint(255.0 * (1.0 - length * (1.0 - hue))).astype(np.uint8)
    return np.where(known[:, :, None], colours, np.uint8(0))


def id_colours(ids: IdMap) -> Image:
    """Ids as distinct colours that depend on the id alone; 0 is black."""
    values, where = np.unique(ids, return_inverse=True)
    table = np.array([id_colour(int(value)) for value in values], dtype=np.uint8).reshape(-1, 3)
    return table[where.reshape(ids.shape)]


@lru_cache(maxsize=4096)
def id_colour(number: int) -> Colour:
    """The colour of an id: a well mixed hue, two saturations, two lightnesses; black for 0."""
    if number == 0:
        return (0, 0, 0)
    mixed = hashlib.sha256(number.to_bytes(8, "little", signed=True)).digest()
    hue = int.from_bytes(mixed[:2], "little") / 65536.0 * 6.0
    strength, light = (0.55, 0.85)[mixed[2] & 1], (0.95, 0.72)[mixed[3] & 1]
    corners = [min(max(abs((hue + shift) % 6.0 - 3.0) - 1.0, 0.0), 1.0) for shift in (0.0, 4.0, 2.0)]
    red, green, blue = (int(round(255.0 * light * (1.0 - strength * (1.0 - corner)))) for corner in corners)
    return red, green, blue


def contact_sheet(
    rows: Sequence[Sequence[Image]],
    headers: Sequence[str] = (),
    row_texts: Sequence[str] = (),
    captions: Sequence[Sequence[str]] = (),
    size: int = 16,
    gap: int = 8,
) -> Image:
    """Pictures in rows on paper.

    Args:
        rows: the pictures of each row; sizes may differ, a column is as wide as its widest.
        headers: one text above each column.
        row_texts: one text above each row.
        captions: one text below each picture, row by row.
        size: text height, pixels.
        gap: space around pictures, pixels.
    """
    columns = max((len(row) for row in rows), default=0)
    if columns == 0:
        raise BadValue("A contact sheet needs at least one picture.")
    widths = [max(row[k].shape[1] for row in rows if k < len(row)) for k in range(columns)]
    lefts = [gap + sum(widths[:k]) + gap * k for k in range(columns)]
    places: list[tuple[int, int, Image]] = []
    texts: list[tuple[int, int, str]] = []
    y = gap
    if any(headers):
        texts += [(left, y, text) for left, text in zip(lefts, headers, strict=False)]
        y += max(text_size(text, size)[1] for text in headers) + gap
    for number, row in enumerate(rows):
        if number < len(row_texts) and row_texts[number]:
            texts.append((gap, y, row_texts[number]))
            y += text_size(row_texts[number], size)[1] + gap
        places += [(left, y, image) for left, image in zip(lefts, row, strict=False)]
        y += max((image.shape[0] for image in row), default=0) + gap
        under = captions[number] if number < len(captions) else ()
        if any(under):
            texts += [(left, y - gap // 2, text) for left, text in zip(lefts, under, strict=False)]
            y += max(text_size(text, size)[1] for text in under) + gap
    right = max([lefts[-1] + widths[-1], *(x + text_size(text, size)[0] for x, _, text in texts)])
    return _paste((right + gap, y), places, texts, size)


def _paste(
    size: tuple[int, int], places: list[tuple[int, int, Image]], texts: list[tuple[int, int, str]], height: int
) -> Image:
    sheet = Pillow.new("RGB", size, PAPER)
    for x, y, image in places:
        sheet.paste(Pillow.fromarray(image), (x, y))
    draw = ImageDraw.Draw(sheet)
    for x, y, text in texts:
        draw.multiline_text((x, y), text, fill=INK, font=font(height))
    return np.asarray(sheet)


@cache
def _ramp_table() -> NDArray[np.uint8]:
    stops = np.linspace(0.0, 255.0, len(_RAMP))
    channels = [np.interp(np.arange(256.0), stops, [corner[k] for corner in _RAMP]) for k in range(3)]
    table: NDArray[np.uint8] = np.rint(np.stack(channels, axis=1)).astype(np.uint8)
    return table


@cache
def _wheel_table() -> NDArray[np.float64]:
    corners = ((1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1), (1, 0, 1))
    rows = []
    for k, steps in enumerate(_WHEEL):
        start, end = np.array(corners[k], dtype=np.float64), np.array(corners[(k + 1) % 6], dtype=np.float64)
        rows += [start + (end - start) * step / steps for step in range(steps)]
    return np.array(rows)
