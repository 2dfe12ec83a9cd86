"""Pictures of Cube Net: the net with its legend, and in play the net beside the cube's six positions."""

from dataclasses import dataclass

from flowbench.errors import UnknownName
from flowbench.render.board.canvas import Box, Canvas, Point
from flowbench.render.board.colours import BLACK, WHITE
from flowbench.render.board.grid import GridFrame
from flowbench.render.board.marks import draw_mark
from flowbench.render.board.paints import PAINTS, draw_pattern
from flowbench.render.board.picture import Picture
from flowbench.render.drawing import Colour
from flowbench.rules.games.cube_net.folding import POSITIONS, STEPS, Cells
from flowbench.rules.games.cube_net.records import Net, Placed, start_of
from flowbench.rules.games.cube_net.vocabularies import COLOURS, VOCABULARIES
from flowbench.rules.games.stickers import STICKER_COUNT

SIZE = 512  # pixels
MARGIN, LEGEND_WIDTH, LEGEND_HEIGHT = 16.0, 116.0, 84.0
STRIP_SHARE, LETTER_SHARE, PITCH_SHARE = 0.19, 0.15, 0.25  # of a square: the strip, its letter, a sticker
MARK_SHARE, DIGIT_SHARE = 0.37, 0.8  # of a sticker
PATTERN_INSET = 2.0  # pixels between a pattern that stands for a colour and the edge of its sticker
LEAST_TEXT, TEXT_PX, SWATCH_PX = 14.0, 16.0, 24.0
SLOT_GAP, SLOT_TITLE = 4.0, 24.0  # between the positions of the cube in play, and above them for their names

SLOTS = {"top": (0, 1), "left": (1, 0), "front": (1, 1), "right": (1, 2), "back": (1, 3), "bottom": (2, 1)}

# Ids of what is drawn. Squares and stickers count on from theirs.
LINE_ID, NOTE_ID, LEGEND_ID, SLOT_ID, EMPTY_ID, SQUARE_ID, LETTER_ID, STICKER_ID = 1, 2, 10, 30, 40, 50, 60, 100


@dataclass(frozen=True)
class Look:
    """The colours of a style, and whether inner sides are dashed and patterns stand for colours."""

    ground: Colour
    ink: Colour
    paper: Colour
    line: Colour
    sticker: Colour
    edge: Colour
    front: Colour
    symbols: tuple[Colour, ...]
    dashed: bool = False
    patterns: bool = False


_DARK_SYMBOLS = ((170, 30, 40), (20, 84, 168), (12, 104, 56), (112, 46, 150), (134, 72, 8), (0, 98, 108))
_CHALK, _SEPIA = (240, 246, 255), (66, 38, 16)

LOOKS = {
    "flat": Look(
        (232, 238, 244), (30, 36, 44), WHITE, (30, 36, 44), (246, 248, 250), (176, 186, 196), (255, 214, 92),
        _DARK_SYMBOLS,
    ),
    "lines": Look(
        (24, 46, 82), _CHALK, (30, 58, 102), _CHALK, (24, 46, 82), (96, 130, 180), (168, 92, 20),
        (_CHALK,) * 6,
    ),
    "craft": Look(
        (247, 241, 230), _SEPIA, (219, 190, 148), _SEPIA, (238, 222, 194), (160, 124, 82), (240, 148, 84),
        (_SEPIA,) * 6, dashed=True,
    ),
    "mono": Look(
        WHITE, BLACK, WHITE, BLACK, WHITE, (120, 120, 120), (206, 206, 206),
        (BLACK,) * 6, patterns=True,
    ),
}  # fmt: skip
STYLES = tuple(LOOKS)


def draw(net: Net, state: Placed, style: str, role: str) -> Picture:
    """The picture of a role: "net" (512 x 512) or "play" (1024 wide, 512 high)."""
    if role not in ("net", "play"):
        raise UnknownName.among("role", role, ("net", "play"))
    look, grid = LOOKS[style], net_frame(net.cells)
    canvas = Canvas(2 * SIZE if role == "play" else SIZE, SIZE, look.ground)
    shown = start_of(net) if role == "net" else state
    for square, cell in enumerate(net.cells):
        left, top, right, bottom = grid.cell(*cell)
        if role == "net" or shown.folds[square] is None:
            draw_square(canvas, net, square, 0, (left, top, right, bottom), look)
        else:
            canvas.frame((left, top, right, bottom), look.edge, EMPTY_ID + square, 2.0)
    if role == "net":
        _draw_sides(canvas, net, grid, look)
    else:
        _draw_slots(canvas, net, shown, grid.side, look)
    if VOCABULARIES[net.vocabulary].drawn:
        _draw_legend(canvas, net, look)
    return canvas.finish()


def net_frame(cells: Cells) -> GridFrame:
    """Where the squares of a net lie: a tall net leaves room for the legend on its right, a wide one below."""
    rows, columns = (1 + max(cell[k] for cell in cells) for k in (0, 1))
    right, bottom = (LEGEND_WIDTH, MARGIN) if rows > columns else (MARGIN, LEGEND_HEIGHT)
    return GridFrame.fit(rows, columns, (MARGIN, MARGIN, SIZE - right, SIZE - bottom))


def sticker_box(square: Box, place: int) -> Box:
    """The box of one of the nine stickers of a square; all corners are whole pixels."""
    side = square[2] - square[0]
    pitch = float(int(PITCH_SHARE * side))
    row, column = divmod(place, 3)
    left = square[0] + float(int((side - 3 * pitch) / 2)) + column * pitch
    top = square[1] + float(int(STRIP_SHARE * side)) + row * pitch
    return left, top, left + pitch, top + pitch


def slot_box(position: str, side: float) -> Box:
    """Where a position of the cube is shown in play."""
    row, column = SLOTS[position]
    wide, high = 4 * side + 3 * SLOT_GAP, 3 * (side + SLOT_TITLE)
    left = SIZE + float(int((SIZE - wide) / 2)) + column * (side + SLOT_GAP)
    top = float(int((SIZE - high) / 2)) + row * (side + SLOT_TITLE) + SLOT_TITLE
    return left, top, left + side, top + side


def legend_entry(symbol: int, cells: Cells) -> Point:
    """The middle of a symbol in the legend."""
    rows, columns = (1 + max(cell[k] for cell in cells) for k in (0, 1))
    if rows > columns:
        return SIZE - LEGEND_WIDTH + 22.0, SIZE / 2 + (symbol - 2.5) * 36.0
    return 92.0 + 140.0 * (symbol % 3), SIZE - LEGEND_HEIGHT + 26.0 + 34.0 * (symbol // 3)


def draw_square(canvas: Canvas, net: Net, square: int, quarters: int, box: Box, look: Look) -> None:
    """A square whose pattern is turned clockwise by quarters; its letter stays upright."""
    left, top, right, bottom = box
    side = right - left
    canvas.rectangle(box, look.paper, SQUARE_ID + square)
    if square == net.anchor:
        canvas.rectangle((left, top, right, sticker_box(box, 0)[1]), look.front, SQUARE_ID + square)
    canvas.frame(box, look.line, SQUARE_ID + square, 2.0)
    letter = (left + side / 2, top + STRIP_SHARE * side / 2 + 1.0)
    canvas.text(net.labels[square], letter, max(LEAST_TEXT, LETTER_SHARE * side), look.ink, LETTER_ID + square)
    canvas.place(SQUARE_ID + square, left, top)
    canvas.place(LETTER_ID + square, left, top)
    for k in range(STICKER_COUNT):
        _draw_sticker(canvas, net, (square, k), sticker_box(box, _turned_place(k, quarters)), look)


def _turned_place(place: int, quarters: int) -> int:
    """Where a sticker is after quarter turns clockwise."""
    row, column = divmod(place, 3)
    for _ in range(quarters):
        row, column = column, 2 - row
    return 3 * row + column


def _draw_sticker(canvas: Canvas, net: Net, sticker: tuple[int, int], box: Box, look: Look) -> None:
    square, k = sticker
    ident = STICKER_ID + STICKER_COUNT * square + k
    left, top, right, bottom = box
    canvas.rectangle(box, look.edge, ident)
    inner = (left + 1.0, top + 1.0, right - 1.0, bottom - 1.0)
    canvas.rectangle(inner, look.sticker, ident)
    _draw_symbol(canvas, net, net.faces[square][k], inner, look, ident)
    canvas.place(ident, left, top)


def _draw_symbol(canvas: Canvas, net: Net, symbol: int, box: Box, look: Look, ident: int) -> None:
    left, top, right, bottom = box
    word, side, centre = (
        VOCABULARIES[net.vocabulary].words[symbol],
        right - left,
        ((left + right) / 2, (top + bottom) / 2),
    )
    if net.vocabulary == COLOURS and look.patterns:
        a, b, c, d = left + PATTERN_INSET, top + PATTERN_INSET, right - PATTERN_INSET, bottom - PATTERN_INSET
        draw_pattern(canvas, word, [(a, b), (c, b), (c, d), (a, d)], ident, (a, b))
    elif net.vocabulary == COLOURS:
        canvas.rectangle(box, PAINTS[word], ident)
    elif VOCABULARIES[net.vocabulary].drawn:
        draw_mark(canvas, word, centre, MARK_SHARE * side, look.symbols[symbol], ident)
    else:
        canvas.text(word, centre, DIGIT_SHARE * side, look.symbols[symbol], ident)


def _draw_sides(canvas: Canvas, net: Net, grid: GridFrame, look: Look) -> None:
    """The outline, and where two squares meet the line along which they are folded."""
    if not look.dashed:
        return
    for row, column in net.cells:
        left, top, right, bottom = grid.cell(row, column)
        for step, ends in (("down", ((left, bottom), (right, bottom))), ("right", ((right, top), (right, bottom)))):
            if (row + STEPS[step][0], column + STEPS[step][1]) in net.cells:
                canvas.line(ends, look.paper, LINE_ID, 4.0)
                canvas.dashes(*ends, look.line, LINE_ID, 2.0, 6.0)


def _draw_slots(canvas: Canvas, net: Net, state: Placed, side: float, look: Look) -> None:
    """The six positions, each with what has been put there."""
    for number, position in enumerate(POSITIONS):
        box = slot_box(position, side)
        canvas.frame(box, look.edge, SLOT_ID + number, 2.0)
        canvas.text(position, ((box[0] + box[2]) / 2, box[1] - SLOT_TITLE / 2), LEAST_TEXT, look.ink, NOTE_ID)
    for square, fold in enumerate(state.folds):
        if fold is not None:
            draw_square(canvas, net, square, fold.quarters, slot_box(POSITIONS[fold.position], side), look)


def _draw_legend(canvas: Canvas, net: Net, look: Look) -> None:
    for symbol, word in enumerate(VOCABULARIES[net.vocabulary].words):
        x, y = legend_entry(symbol, net.cells)
        half = SWATCH_PX / 2
        box = (x - half, y - half, x + half, y + half)
        if net.vocabulary == COLOURS:
            canvas.rectangle(
                (x - half - 1.0, y - half - 1.0, x + half + 1.0, y + half + 1.0), look.edge, LEGEND_ID + symbol
            )
        _draw_symbol(canvas, net, symbol, box, look, LEGEND_ID + symbol)
        canvas.text(word, (x + half + 8.0, y), TEXT_PX, look.ink, LEGEND_ID + symbol, "left")
