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
from tests.games.rolling_cube.decoder import distance, form, glyph, mark, near

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
    read = reader([part for parts in tiles.values() for part in parts], style)
    return {
        cell: (letter(frame, box, style), is_front(frame, box, style), [read(part) for part in tiles[cell]])
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


def reader(tiles, style):
    """How stickers are read: as colours if the tiles show six of them, otherwise as the signs that fit all best."""
    if len({colour(part, style) for part in tiles}) == 6 and all(fits(part, style) for part in tiles):
        return lambda part: colour(part, style)
    forms = [sign(part, style) for part in tiles]
    vocabulary = min(("marks", "digits"), key=lambda name: sum(closest(one, name)[0] for one in forms))
    return lambda part: closest(sign(part, style), vocabulary)[1]


def mismatch(part, name, style):
    pixels = part[2:-2, 2:-2]
    if style != "mono":
        return np.mean(~near(pixels, PAINTS[name], 12))
    ys, xs = np.mgrid[: pixels.shape[0], : pixels.shape[1]] + 1.5  # the pattern begins a pixel further out
    return np.mean((pixels[..., 0] < 128) != expected(name, xs, ys))


def colour(part, style):
    return min(VOCABULARY["colours"], key=lambda name: mismatch(part, name, style))


def fits(part, style):
    return mismatch(part, colour(part, style), style) < 0.2


def sign(part, style):
    ink = ~near(part, LOOKS[style].sticker, 90)
    return form(ink) if ink.any() else None


def closest(one, vocabulary):
    make = mark if vocabulary == "marks" else glyph
    return min((9.0 if one is None else distance(one, make(word)), word) for word in VOCABULARY[vocabulary])
