"""Reads a net back from pixels: where its squares lie, their letters, which is the anchor, every sticker."""

import itertools
from functools import cache

import numpy as np

from flowbench.render.board.canvas import Canvas
from flowbench.render.board.paints import PAINTS
from flowbench.rules.games.cube_net.picture import LOOKS, draw_square, net_frame, sticker_box
from flowbench.rules.games.cube_net.records import Net
from tests.games.color_swap.decoder import expected
from tests.games.cube_net.referee import VOCABULARY
from tests.games.pixels import near
from tests.games.rolling_cube.decoder import closest, form

LEAST_UNLIKE = 0.2  # share of pixels that are unlike a colour, from which on it is another one
EXTENTS = ((2, 5), (5, 2), (3, 4), (4, 3))


def truth(sample, role):
    net = sample.instance
    return {
        cell: (net.labels[k], k == net.anchor, [VOCABULARY[net.vocabulary][symbol] for symbol in net.faces[k]])
        for k, cell in enumerate(net.cells)
    }


def decode(frame, role, style):
    boxes = max((squares(frame, extent, style) for extent in EXTENTS), key=len)
    tiles = {cell: [tile(frame, sticker_box(box, k)) for k in range(9)] for cell, box in boxes.items()}
    words = iter(read([part for parts in tiles.values() for part in parts], style))
    return {
        cell: (letter(frame, box, style), is_front(frame, box, style), [next(words) for _ in tiles[cell]])
        for cell, box in boxes.items()
    }


def squares(frame, extent, style):
    """The cells of a layout of this many rows and columns that hold a square with a pattern."""
    grid = net_frame(tuple(itertools.product(range(extent[0]), range(extent[1]))))
    cells = {cell: grid.cell(*cell) for cell in itertools.product(range(extent[0]), range(extent[1]))}
    return {cell: box for cell, box in cells.items() if has_pattern(frame, box, style)}


def has_pattern(frame, box, style):
    edges = []
    for k in range(9):
        left, top, right, bottom = (int(value) for value in sticker_box(box, k))
        edges += [frame[top, left:right], frame[bottom - 1, left:right], frame[top:bottom, left]]
    return near(np.concatenate(edges), LOOKS[style].edge, 40).mean() > 0.9


def tile(frame, box):
    left, top, right, bottom = (int(value) for value in box)
    return frame[top + 2 : bottom - 2, left + 2 : right - 2]


def is_front(frame, box, style):
    left, top = int(box[0]) + 5, int(box[1]) + 5
    return bool(near(frame[top : top + 6, left : left + 6], LOOKS[style].front, 30).mean() > 0.9)


def letter(frame, box, style):
    left, top, right, _ = (int(value) for value in box)
    strip = frame[top + 3 : int(sticker_box(box, 0)[1]) - 1, left + 6 : right - 6].astype(np.int16)
    front = is_front(frame, box, style)
    return min("PQRSTU", key=lambda name: np.abs(strip - titled(name, right - left, front, style)).sum())


@cache
def titled(name, side, front, style):
    """The strip of a square with its letter, drawn alone."""
    net = Net(((0, 0),), name, ((0,) * 9,), 0 if front else 1, "colours")
    canvas = Canvas(side, side, LOOKS[style].ground)
    box = (0.0, 0.0, float(side), float(side))
    draw_square(canvas, net, 0, 0, box, LOOKS[style])
    return canvas.finish().frame[3 : int(sticker_box(box, 0)[1]) - 1, 6 : side - 6].astype(np.int16)


def read(tiles, style):
    """What is on stickers: colours if the tiles show six of them, otherwise the signs that fit all best."""
    coloured = [colour(part, style) for part in tiles]
    if len({name for _, name in coloured}) == 6 and all(apart < LEAST_UNLIKE for apart, _ in coloured):
        return [name for _, name in coloured]
    forms = [sign(part, style) for part in tiles]
    if not all(forms):
        return [None] * len(forms)
    vocabulary = min(("marks", "digits"), key=lambda name: sum(closest(one, name)[0] for one in forms))
    return [closest(one, vocabulary)[1] for one in forms]


def mismatch(part, name, style):
    pixels = part[2:-2, 2:-2]
    if style != "mono":
        return np.mean(~near(pixels, PAINTS[name], 12))
    return np.mean((pixels[..., 0] < 128) != pattern(name, *pixels.shape[:2]))


@cache
def pattern(name, height, width):
    """Where a tile is dark that has the pattern of a colour."""
    ys, xs = np.mgrid[:height, :width] + 1.5  # the pattern begins a pixel further out
    return expected(name, xs, ys)


def colour(part, style):
    """(share of pixels that are unlike it, name) of the colour that a tile is most like."""
    return min((mismatch(part, name, style), name) for name in VOCABULARY["colours"])


def sign(part, style):
    apart = np.abs(part.astype(np.int16) - np.array(LOOKS[style].sticker, dtype=np.int16)).max(axis=-1)
    return form(apart / apart.max()) if apart.max() > 90 else None
