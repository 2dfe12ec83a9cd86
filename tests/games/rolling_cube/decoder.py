"""Reads the board with its path and the panel of faces back from pixels."""

from functools import cache, lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from flowbench.render.board.canvas import Canvas
from flowbench.render.board.marks import outline
from flowbench.rules.games.cube_frames import FACES
from flowbench.rules.games.rolling_cube.picture import (
    ALONE_RADIUS,
    LOOKS,
    MARGIN,
    QUADRANTS,
    SHARED_OFFSET,
    SHARED_RADIUS,
    SIZE,
    draw_disc,
    net_box,
)
from tests.games.pixels import near

WORDS = {
    "marks": ["circle", "square", "triangle", "plus", "heart", "moon"],
    "digits": list("123456"),
    "letters": list("GHJKPT"),
}
SIDE = 24  # of the patches that are compared


def truth(sample, role):
    instance = sample.instance
    if role == "path":
        return instance.rows, instance.columns, instance.start, instance.moves
    return {
        name: [WORDS[instance.vocabulary][symbol] for symbol in face]
        for name, face in zip(FACES, instance.faces, strict=True)
    }


def decode(frame, role, style):
    return decode_path(frame, style) if role == "path" else decode_faces(frame, style)


def patch(mask):
    return np.asarray(Image.fromarray((mask * 255).astype(np.uint8)).resize((SIDE, SIDE), Image.Resampling.BOX)) / 255.0


def cropped(mask):
    rows, columns = np.nonzero(mask > 0.5)
    return mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


@cache
def glyph(text):
    image = Image.new("L", (120, 120), 0)
    ImageDraw.Draw(image).text((60, 60), text, fill=255, font=ImageFont.load_default(60), anchor="mm")
    return form(np.asarray(image) > 127)


@cache
def mark(name):
    image = Image.new("L", (120, 120), 0)
    ImageDraw.Draw(image).polygon([(60 + 50 * x, 60 + 50 * y) for x, y in outline(name)], fill=255)
    return form(np.asarray(image) > 127)


def form(mask):
    """What is compared of a mask: its ink as a patch, and how much wider than high it is."""
    mask = cropped(mask)
    return patch(mask), mask.shape[1] / mask.shape[0]


@cache
def alphabet(words):
    """Forms of the words of a vocabulary: (6, 24, 24) and (6,)."""
    make = mark if words == "marks" else glyph
    inks, aspects = zip(*(make(word) for word in WORDS[words]), strict=True)
    return np.array(inks), np.array(aspects)


def closest(one, words):
    """(difference, word) of the word of a vocabulary that a form is most like."""
    inks, aspects = alphabet(words)
    apart = np.abs(one[0] - inks).mean(axis=(1, 2)) + 0.5 * np.abs(np.log(one[1] / aspects))
    return float(apart.min()), WORDS[words][int(apart.argmin())]


def decode_faces(frame, style):
    look = LOOKS[style]
    found = {}
    for name in FACES:
        left, top, right, bottom = (int(value) for value in net_box(name))
        pitch = (right - left) // 3
        cells = []
        for k in range(9):
            row, column = divmod(k, 3)
            y, x = top + row * pitch + 4, left + column * pitch + 4
            tile = frame[y : y + pitch - 8, x : x + pitch - 8]
            cells.append(form(~near(tile, look.sticker, 90)))
        found[name] = cells
    everything = [cell for cells in found.values() for cell in cells]
    best = min(WORDS, key=lambda words: sum(closest(cell, words)[0] for cell in everything))
    return {name: [closest(cell, best)[1] for cell in cells] for name, cells in found.items()}


def decode_path(frame, style):
    look = LOOKS[style]
    area = frame[int(MARGIN) - 20 :, int(MARGIN) - 20 :][: SIZE - 2 * int(MARGIN) + 40, : SIZE - 2 * int(MARGIN) + 40]
    lines = near(area, look.lines, 30)
    ys, xs = line_places(lines.sum(axis=1)), line_places(lines.sum(axis=0))
    rows, columns = len(ys) - 1, len(xs) - 1
    side = round((ys[-1] - ys[0]) / rows)  # cells begin at whole pixels
    top, left = (round(line + 0.5) + int(MARGIN) - 20 for line in (ys[0], xs[0]))
    numbers = {}
    for row in range(rows):
        for column in range(columns):
            x, y = left + (column + 0.5) * side, top + (row + 0.5) * side
            spots = [(x, y, ALONE_RADIUS)]
            spots += [(x + a * SHARED_OFFSET * side, y + b * SHARED_OFFSET * side, SHARED_RADIUS) for a, b in QUADRANTS]
            for spot_x, spot_y, radius in spots:
                number = disc_number(frame, spot_x, spot_y, radius * side, look)
                if number is not None:
                    numbers[number] = (row, column)
    cells = [numbers[k] for k in range(len(numbers))]
    steps = {(-1, 0): "N", (0, 1): "E", (1, 0): "S", (0, -1): "W"}
    moves = [steps[b[0] - a[0], b[1] - a[1]] for a, b in zip(cells, cells[1:], strict=False)]
    return rows, columns, cells[0], "".join(moves)


def line_places(counts):
    """Middles of the runs of rows (or columns) that are mostly line."""
    full = np.flatnonzero(counts > 0.6 * counts.max())
    runs = np.split(full, np.flatnonzero(np.diff(full) > 3) + 1)
    return [float(run.mean()) for run in runs]


def disc_number(frame, x, y, radius, look):
    """The number on a disc, or None where there is no whole disc."""
    if around(frame, x, y, 0.85 * radius, look) < 0.95 or around(frame, x, y, 1.25 * radius, look) > 0.3:
        return None
    left, top, side = int(x - radius), int(y - radius), int(2 * radius) + 2
    tile = frame[top : top + side, left : left + side].astype(np.int16)
    rows, columns = np.indices((side, side)) + 0.5
    inside = np.hypot(rows - (y - top), columns - (x - left)) < 0.8 * radius
    discs = [disc(x - left, y - top, radius, side, k, look) for k in range(17)]
    return min((np.abs(tile - disc)[inside].mean(), k) for k, disc in enumerate(discs))[1]


def around(frame, x, y, radius, look):
    """The share of the pixels on a circle that have the colour of a disc."""
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    rows, columns = (y + radius * np.sin(angles)).astype(int), (x + radius * np.cos(angles)).astype(int)
    return near(frame[rows, columns], look.disc, 60).mean()


@lru_cache(maxsize=4096)
def disc(x, y, radius, side, step, look):
    """A disc with a number, drawn alone."""
    canvas = Canvas(side, side, look.disc)
    draw_disc(canvas, (x, y), radius, step, look)
    return canvas.finish().frame.astype(np.int16)
