"""Reads a board of tiles, or a tile that is an option, back from pixels."""

import re

import numpy as np

from flowbench.render.board.grid import GridFrame
from flowbench.rules.games.missing_tiles.picture import LOOKS, MARGIN, SIZE, TileFrame, option_box

PLACES = {1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4}  # along a side, of the slots of tiles with one, two and three


def truth(sample, role):
    board = sample.instance
    if role in tuple("ABCDEF"):
        text = sample.options["ABCDEF".index(role)]
        found = {side: re.findall("[1-3]", slots) for side, slots in re.findall("([NESW])=([0-9a-z]+)", text)}
        return {(side, round(int(k) / (board.slots + 1), 3)) for side, slots in found.items() for k in slots}
    tiles = {}
    for row in range(board.rows):
        for column in range(board.columns):
            if (row, column) not in board.missing:
                sides = (board.level[row][column], board.upright[row][column + 1])
                sides += (board.level[row + 1][column], board.upright[row][column])
                tiles[row, column] = {(s, k) for s in range(4) for k in range(board.slots) if sides[s] & 2**k}
    return board.rows, board.slots, tiles, board.missing[0], set(board.missing)


def near(pixels, colour, within=40):
    return np.abs(np.asarray(pixels, dtype=int) - np.array(colour)).max(axis=-1) <= within


def is_plain(frame, x, y, colour, within=40):
    """Whether the pixels around a point have mostly this colour."""
    return near(frame[int(y) - 1 : int(y) + 2, int(x) - 1 : int(x) + 2], colour, within).mean() > 0.5


def decode(frame, role, style):
    look = LOOKS[style]
    if role == "board":
        return decode_board(frame, look)
    found = set()
    for number, side in enumerate("NESW"):
        for place in PLACES:
            x, y = point(option_box(), number, place, 0.045)
            if not is_plain(frame, x, y, look.tile):
                found.add((side, round(place, 3)))
    return found


def point(box, side, along, depth):
    left, top, right, bottom = box
    x, y = ((along, depth), (1 - depth, along), (along, 1 - depth), (depth, along))[side]
    return left + x * (right - left), top + y * (bottom - top)


def decode_board(frame, look):
    grid = next(grid for grid in map(fitted, (6, 5, 4, 3)) if lined(frame, grid, look) > 0.5)
    cells = [(row, column) for row in range(grid.rows) for column in range(grid.rows)]
    gone = {cell for cell in cells if is_plain(frame, *point(grid.cell(*cell), 0, 0.1, 0.1), look.gap, 16)}
    (asked,) = [cell for cell in gone if has_mark(frame, grid.cell(*cell), look)]
    slots = tick_count(frame, grid.cell(*asked), look)
    tiles = {}
    for cell in set(cells) - gone:
        tile = TileFrame(grid.cell(*cell), slots)
        places = [(side, slot) for side in range(4) for slot in range(slots)]
        tiles[cell] = {place for place in places if not is_plain(frame, *tile.point(*place, 0.045), look.tile)}
    return grid.rows, slots, tiles, asked, gone


def fitted(n):
    return GridFrame.fit(n, n, (MARGIN, MARGIN, SIZE - 12.0, SIZE - 12.0))


def lined(frame, grid, look):
    """The least share of a line of the grid that has the colour of lines; the rim is not looked at."""
    left, top, right, bottom = (int(value) for value in grid.box)
    lines = [int(grid.left + k * grid.side) for k in range(1, grid.columns)]
    return min(near(frame[top:bottom, x], look.lines, 20).mean() for x in lines)


def has_mark(frame, box, look):
    left, top, right, bottom = (int(value) for value in box)
    inset = (right - left) // 5
    return near(frame[top + inset : bottom - inset, left + inset : right - inset], look.mark).any()


def tick_count(frame, box, look):
    """Runs of tick colour along the bottom of the gap, just inside of it."""
    left, _, right, bottom = box
    y = int(bottom - 0.045 * (right - left))
    ink = near(frame[y, int(left) + 3 : int(right) - 3], look.mark, 90).astype(int)
    return int((np.diff(np.concatenate(([0], ink))) == 1).sum())
