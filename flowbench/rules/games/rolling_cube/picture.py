"""Pictures of Rolling Cube: the board with its numbered path, the panel of six faces, and both together in play."""

import math
from dataclasses import dataclass

from flowbench.errors import UnknownName
from flowbench.render.board.canvas import Box, Canvas, Point
from flowbench.render.board.colours import BLACK, WHITE
from flowbench.render.board.grid import GridFrame, draw_cells, draw_lines, draw_numbers
from flowbench.render.board.marks import draw_mark
from flowbench.render.board.picture import Picture
from flowbench.render.drawing import Colour
from flowbench.rules.games.cube_frames import FACES, SEEN
from flowbench.rules.games.rolling_cube.generator import visits
from flowbench.rules.games.rolling_cube.records import Cube, Rolls
from flowbench.rules.games.stickers import STICKER_COUNT, VOCABULARIES

SIZE = 512  # pixels, height and width of a board or panel
MARGIN = 68.0  # around the board, for numbers and compass letters
TEXT_PX = 16.0

# Ids of what is drawn; stickers and cells count on from theirs.
CELL_ID, LINE_ID, NOTE_ID, PATH_ID, TARGET_ID = 1, 90, 91, 92, 93
DISC_ID, CUBE_STICKER_ID, PANEL_STICKER_ID, PANEL_ID = 100, 200, 300, 94

ALONE_RADIUS, SHARED_RADIUS, SHARED_OFFSET = 0.27, 0.22, 0.26  # of a step's disc, in cells
QUADRANTS = ((-1, -1), (1, 1), (-1, 1), (1, -1))  # where the discs of a cell that is entered again lie: x, y
CUBE_INSET = 0.1  # of the cube in its cell, in cells

NET = {"top": (0, 1), "west": (1, 0), "south": (1, 1), "east": (1, 2), "north": (1, 3), "bottom": (2, 1)}
UP_NOTES = {"top": "N up", "bottom": "S up"}  # the side faces have the sky up
NET_PITCH_X, NET_PITCH_Y, NET_LEFT, NET_TOP, FACE_SIDE = 122.0, 150.0, 22.0, 62.0, 102.0


@dataclass(frozen=True)
class Look:
    """The colours of a style."""

    ground: Colour
    ink: Colour
    cells: tuple[Colour, ...]
    lines: Colour
    disc: Colour
    digit: Colour
    path: Colour
    arrows: bool
    sticker: Colour
    symbols: tuple[Colour, ...]


_DARK_SYMBOLS = ((170, 30, 40), (20, 84, 168), (12, 104, 56), (112, 46, 150), (134, 72, 8), (0, 98, 108))
_LIGHT_SYMBOLS = ((255, 138, 132), (130, 190, 255), (130, 226, 148), (214, 172, 255), (255, 198, 104), (118, 230, 230))

LOOKS = {
    "discs": Look(
        (250, 247, 240), (44, 40, 36), ((240, 229, 208), (228, 213, 186)), (150, 130, 100),
        (28, 62, 110), WHITE, (120, 138, 168), False, WHITE, _DARK_SYMBOLS,
    ),
    "arrows": Look(
        (34, 40, 50), (232, 236, 242), ((58, 68, 84), (50, 59, 73)), (100, 114, 136),
        (246, 240, 226), (24, 28, 36), (255, 176, 64), True, (22, 26, 33), _LIGHT_SYMBOLS,
    ),
    "mono": Look(
        WHITE, BLACK, (WHITE, (240, 240, 240)), (70, 70, 70),
        BLACK, WHITE, (80, 80, 80), True, WHITE, (BLACK,) * 6,
    ),
}  # fmt: skip
STYLES = tuple(LOOKS)


def draw(instance: Rolls, state: Cube, style: str, role: str) -> Picture:
    """The picture of a role: "path" and "faces" (512 x 512), or "play" (1024 x 512), both side by side."""
    if role not in ("path", "faces", "play"):
        raise UnknownName.among("role", role, ("path", "faces", "play"))
    look = LOOKS[style]
    canvas = Canvas(SIZE * (2 if role == "play" else 1), SIZE, look.ground)
    if role != "faces":
        _draw_board(canvas, instance, state, look, in_play=role == "play")
    if role != "path":
        _draw_panel(canvas, instance, state, look, SIZE if role == "play" else 0)
    return canvas.finish()


def board_frame(instance: Rolls) -> GridFrame:
    """Where the cells of the board lie."""
    return GridFrame.fit(instance.rows, instance.columns, (MARGIN, MARGIN, SIZE - MARGIN, SIZE - MARGIN))


def disc_places(instance: Rolls) -> list[tuple[Point, float]]:
    """Centre and radius of the disc of each step, the start first; in a quadrant where a cell has several."""
    grid, cells = board_frame(instance), visits(instance)
    places = []
    for k, cell in enumerate(cells):
        x, y = grid.centre(*cell)
        if cells.count(cell) == 1:
            places.append(((x, y), ALONE_RADIUS * grid.side))
        else:
            right, down = QUADRANTS[cells[:k].count(cell)]
            offset = SHARED_OFFSET * grid.side
            places.append(((x + right * offset, y + down * offset), SHARED_RADIUS * grid.side))
    return places


def net_box(face: str) -> Box:
    """The square of a face on the panel."""
    row, column = NET[face]
    left, top = NET_LEFT + column * NET_PITCH_X, NET_TOP + row * NET_PITCH_Y
    return left, top, left + FACE_SIDE, top + FACE_SIDE


def _draw_board(canvas: Canvas, instance: Rolls, state: Cube, look: Look, in_play: bool) -> None:
    grid = board_frame(instance)
    draw_cells(canvas, grid, look.cells, CELL_ID)
    draw_lines(canvas, grid, look.lines, LINE_ID)
    draw_numbers(canvas, grid, look.ink, NOTE_ID)
    left, top, right, bottom = grid.box
    middle_x, middle_y, away = (left + right) / 2, (top + bottom) / 2, 2.4 * TEXT_PX
    for letter, place in (
        ("N", (middle_x, top - away)),
        ("S", (middle_x, bottom + away - TEXT_PX)),
        ("W", (left - 3.4 * TEXT_PX, middle_y)),
        ("E", (right + 1.4 * TEXT_PX, middle_y)),
    ):
        canvas.text(letter, place, 1.3 * TEXT_PX, look.ink, NOTE_ID)
    if instance.variant == "follow":
        _draw_path(canvas, instance, look)
    else:
        _draw_target(canvas, instance, grid, look)
    if in_play:
        _draw_cube(canvas, instance, state, grid, look)


def _draw_path(canvas: Canvas, instance: Rolls, look: Look) -> None:
    places = disc_places(instance)
    width = max(3.0, 0.045 * board_frame(instance).side)
    for (start, _), (end, radius) in zip(places, places[1:], strict=False):
        if look.arrows:
            canvas.arrow(start, _short_of(start, end, radius + 1.0), look.path, PATH_ID, width)
        else:
            canvas.line((start, end), look.path, PATH_ID, width)
    for step, (centre, radius) in enumerate(places):
        draw_disc(canvas, centre, radius, step, look)


def draw_disc(canvas: Canvas, centre: Point, radius: float, step: int, look: Look) -> None:
    """The disc of a step with its number."""
    canvas.disc(centre, radius, look.disc, DISC_ID + step)
    canvas.text(str(step), centre, max(14.0, 1.15 * radius), look.digit, DISC_ID + step)


def _short_of(start: Point, end: Point, distance: float) -> Point:
    share = 1.0 - distance / math.dist(start, end)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _draw_target(canvas: Canvas, instance: Rolls, grid: GridFrame, look: Look) -> None:
    row, column, symbol = instance.target
    canvas.frame(grid.cell(row, column, 3.0), look.path, TARGET_ID, 5.0)
    _draw_symbol(canvas, instance, symbol, grid.centre(row, column), 0.3 * grid.side, look.ink, TARGET_ID)


def _draw_cube(canvas: Canvas, instance: Rolls, state: Cube, grid: GridFrame, look: Look) -> None:
    box = grid.cell(state.row, state.column, CUBE_INSET * grid.side)
    _draw_face(canvas, instance, SEEN[state.orientation][0], box, look, CUBE_STICKER_ID)


def _draw_panel(canvas: Canvas, instance: Rolls, state: Cube, look: Look, shift: int) -> None:
    for face, name in enumerate(FACES):
        left, top, right, bottom = net_box(name)
        box = (left + shift, top, right + shift, bottom)
        _draw_face(canvas, instance, SEEN[state.orientation][face], box, look, PANEL_STICKER_ID)
        middle = (left + right) / 2 + shift
        tick = [(middle - 7, top - 3), (middle + 7, top - 3), (middle, top - 12)]
        canvas.polygon(tick, look.ink, PANEL_ID)
        title = f"{name.capitalize()} ({UP_NOTES.get(name, 'sky up')})"
        canvas.text(title, (middle, top - 24), 14.0, look.ink, PANEL_ID)
    if VOCABULARIES[instance.vocabulary].drawn:
        _draw_legend(canvas, instance, look, shift)


def _draw_legend(canvas: Canvas, instance: Rolls, look: Look, shift: int) -> None:
    for symbol, word in enumerate(VOCABULARIES[instance.vocabulary].words):
        x = shift + 292.0 + 112.0 * (symbol // 3)
        y = 376.0 + 36.0 * (symbol % 3)
        _draw_symbol(canvas, instance, symbol, (x, y), 11.0, look.symbols[symbol], PANEL_ID)
        canvas.text(word, (x + 22.0, y), TEXT_PX, look.ink, PANEL_ID, "left")


def _draw_face(canvas: Canvas, instance: Rolls, stickers: tuple[int, ...], box: Box, look: Look, first_id: int) -> None:
    left, top, right, _ = box
    canvas.rectangle(box, look.lines, PANEL_ID)
    pitch = (right - left) / 3
    for k, sticker in enumerate(stickers):
        row, column = divmod(k, 3)
        x, y = left + column * pitch, top + row * pitch
        ident, symbol = first_id + sticker, instance.faces[sticker // STICKER_COUNT][sticker % STICKER_COUNT]
        centre = (x + pitch / 2, y + pitch / 2)
        canvas.rectangle((x + 1.5, y + 1.5, x + pitch - 1.5, y + pitch - 1.5), look.sticker, ident)
        _draw_symbol(canvas, instance, symbol, centre, 0.34 * pitch, look.symbols[symbol], ident)
        canvas.place(ident, *centre)


def _draw_symbol(
    canvas: Canvas, instance: Rolls, symbol: int, centre: Point, radius: float, colour: Colour, ident: int
) -> None:
    vocabulary = VOCABULARIES[instance.vocabulary]
    if vocabulary.drawn:
        draw_mark(canvas, vocabulary.words[symbol], centre, radius, colour, ident)
    else:
        canvas.text(vocabulary.words[symbol], centre, 2.1 * radius, colour, ident)
