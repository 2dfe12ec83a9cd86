"""Pictures of Missing Tiles: the board, and single tiles as options."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from flowbench.errors import UnknownName
from flowbench.render.board.canvas import Box, Canvas, Point
from flowbench.render.board.colours import BLACK, WHITE
from flowbench.render.board.grid import GridFrame, draw_lines, draw_numbers
from flowbench.render.board.picture import Picture
from flowbench.render.drawing import Colour
from flowbench.rules.games.missing_tiles.generator import MAX_SLOTS
from flowbench.rules.games.missing_tiles.records import Board, Guess
from flowbench.rules.games.missing_tiles.tile import Sides, ports

SIZE, OPTION_SIZE = 512, 256  # pixels
MARGIN, OPTION_MARGIN = 46.0, 28.0

# Ids of what is drawn; tiles, hubs and ports count on from theirs.
TILE_ID, LINE_ID, NOTE_ID, ASKED_ID, HUB_ID, PORT_ID = 1, 90, 91, 92, 100, 1000
PORTS_A_TILE = 4 * MAX_SLOTS

HUB_RADIUS = 0.13  # in tiles, as all lengths below
BEND_DEPTH = 0.17  # how far a trace runs straight in from the side
TICK_LENGTH = 0.07
CURVE_STEPS = 8  # of a road
_WEIGHTS = tuple(
    ((1.0 - t) ** 2, 2.0 * t * (1.0 - t), t * t, t) for t in (k / CURVE_STEPS for k in range(CURVE_STEPS + 1))
)


@dataclass(frozen=True)
class Look:
    """The colours of a style, and how a port is drawn."""

    ground: Colour
    ink: Colour
    tile: Colour
    lines: Colour
    gap: Colour
    mark: Colour
    port: Colour
    edge: Colour
    hub: Colour
    draw_port: Callable[[Canvas, "TileFrame", int, int, "Look", int], None]


@dataclass(frozen=True)
class TileFrame:
    """Where a tile lies: its box, and the points of its slots."""

    box: Box
    slots: int

    @property
    def side(self) -> float:
        """Its length, pixels."""
        return self.box[2] - self.box[0]

    @property
    def centre(self) -> Point:
        """The middle, where the lines of its ports meet."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    def point(self, side: int, slot: int, depth: float = 0.0) -> Point:
        """The point of a slot on its side, or `depth` tiles inside of it."""
        along = (slot + 1) / (self.slots + 1)
        x, y = ((along, depth), (1.0 - depth, along), (along, 1.0 - depth), (depth, along))[side]
        return self.box[0] + x * self.side, self.box[1] + y * self.side


def _draw_pipe(canvas: Canvas, tile: TileFrame, side: int, slot: int, look: Look, ident: int) -> None:
    """A straight pipe: a dark line with a lighter one in it."""
    ends = (tile.point(side, slot), tile.centre)
    width = max(6.0, (0.125, 0.105, 0.085)[tile.slots - 1] * tile.side)
    canvas.line(ends, look.edge, ident, width)
    canvas.line(ends, look.port, ident, 0.5 * width)


def _draw_trace(canvas: Canvas, tile: TileFrame, side: int, slot: int, look: Look, ident: int) -> None:
    """A trace that leaves a pad on the side at a right angle, then bends towards the middle."""
    start, bend = tile.point(side, slot), tile.point(side, slot, BEND_DEPTH)
    canvas.line((start, bend, tile.centre), look.port, ident, max(6.0, 0.055 * tile.side))
    canvas.disc(tile.point(side, slot, 0.07), max(5.0, 0.062 * tile.side), look.port, ident)


def _draw_road(canvas: Canvas, tile: TileFrame, side: int, slot: int, look: Look, ident: int) -> None:
    """A road with pale verges that swings from its side to the middle."""
    start, bend, end = tile.point(side, slot), tile.point(side, slot, 0.34), tile.centre
    width = max(6.5, 0.075 * tile.side)
    curve = _curve(start, bend, end)
    canvas.polygon(_ribbon(curve, width + 3.0), look.edge, ident)
    canvas.polygon(_ribbon(curve, width), look.port)


def _draw_stroke(canvas: Canvas, tile: TileFrame, side: int, slot: int, look: Look, ident: int) -> None:
    """A plain thick line."""
    canvas.line((tile.point(side, slot), tile.centre), look.port, ident, max(6.0, 0.06 * tile.side))


def _curve(start: Point, bend: Point, end: Point) -> list[tuple[Point, Point]]:
    """Points along the quadratic Bezier curve, each with the unit vector across it."""
    (x0, y0), (x1, y1), (x2, y2) = start, bend, end
    found = []
    for first, second, third, share in _WEIGHTS:
        along_x = (1.0 - share) * (x1 - x0) + share * (x2 - x1)
        along_y = (1.0 - share) * (y1 - y0) + share * (y2 - y1)
        length = math.hypot(along_x, along_y)
        point = (first * x0 + second * x1 + third * x2, first * y0 + second * y1 + third * y2)
        found.append((point, (-along_y / length, along_x / length)))
    return found


def _ribbon(curve: Sequence[tuple[Point, Point]], width: float) -> list[Point]:
    """The outline of a band along a curve."""
    half = width / 2.0
    left = [(x + half * across_x, y + half * across_y) for (x, y), (across_x, across_y) in curve]
    right = [(x - half * across_x, y - half * across_y) for (x, y), (across_x, across_y) in reversed(curve)]
    return left + right


LOOKS: Mapping[str, Look] = {
    "pipes": Look(
        (244, 246, 248), (38, 46, 56), (214, 226, 236), (130, 148, 164), (250, 238, 200), (176, 60, 20),
        (236, 122, 40), (104, 44, 10), (104, 44, 10), _draw_pipe,
    ),
    "circuit": Look(
        (14, 32, 26), (214, 232, 220), (18, 74, 54), (8, 46, 34), (40, 44, 46), (255, 226, 120),
        (244, 206, 112), (244, 206, 112), (226, 232, 230), _draw_trace,
    ),
    "roads": Look(
        (238, 240, 230), (44, 52, 38), (164, 204, 132), (118, 158, 92), (240, 232, 214), (150, 36, 36),
        (66, 68, 74), (226, 226, 216), (66, 68, 74), _draw_road,
    ),
    "mono": Look(
        WHITE, BLACK, WHITE, (150, 150, 150), (222, 222, 222), BLACK, BLACK, BLACK, BLACK, _draw_stroke,
    ),
}  # fmt: skip
STYLES = tuple(LOOKS)


def draw(instance: Board, state: Guess, style: str, role: str) -> Picture:
    """The board, 512 x 512."""
    if role != "board":
        raise UnknownName.among("role", role, ("board",))
    look, grid = LOOKS[style], board_frame(instance)
    canvas = Canvas(SIZE, SIZE, look.ground)
    cells = [(row, column) for row in range(grid.rows) for column in range(grid.columns)]
    for number, cell in enumerate(cells):
        canvas.rectangle(grid.cell(*cell), look.gap if cell in instance.missing else look.tile, TILE_ID + number)
    draw_lines(canvas, grid, look.lines, LINE_ID)
    for number, cell in enumerate(cells):
        tile = TileFrame(grid.cell(*cell), instance.slots)
        if cell == instance.asked:
            _draw_asked(canvas, tile, state, look, number)
        elif cell not in instance.missing:
            _draw_tile(canvas, tile, instance.tile(cell), look, number)
    draw_numbers(canvas, grid, look.ink, NOTE_ID)
    return canvas.finish()


def draw_tile_alone(sides: Sides, slots: int, style: str) -> Picture:
    """A tile as an option, 256 x 256."""
    look, tile = LOOKS[style], TileFrame(option_box(), slots)
    canvas = Canvas(OPTION_SIZE, OPTION_SIZE, look.ground)
    canvas.rectangle(tile.box, look.tile, TILE_ID)
    canvas.frame(tile.box, look.lines, LINE_ID, 3.0)
    _draw_tile(canvas, tile, sides, look, 0)
    return canvas.finish()


def board_frame(instance: Board) -> GridFrame:
    """Where the tiles of a board lie."""
    return GridFrame.fit(instance.rows, instance.columns, (MARGIN, MARGIN, SIZE - 12.0, SIZE - 12.0))


def option_box() -> Box:
    """The tile of an option."""
    return OPTION_MARGIN, OPTION_MARGIN, OPTION_SIZE - OPTION_MARGIN, OPTION_SIZE - OPTION_MARGIN


def _draw_tile(canvas: Canvas, tile: TileFrame, sides: Sides, look: Look, number: int) -> None:
    first = PORT_ID + number * PORTS_A_TILE
    for side, slot in ports(sides):
        look.draw_port(canvas, tile, side, slot, look, first + side * MAX_SLOTS + slot)
    canvas.disc(tile.centre, max(7.0, HUB_RADIUS * tile.side), look.hub, HUB_ID + number)


def _draw_asked(canvas: Canvas, tile: TileFrame, state: Guess, look: Look, number: int) -> None:
    """The gap: a tick at each slot, the ports put there so far, and the question mark."""
    for side in range(4):
        for slot in range(tile.slots):
            ends = (tile.point(side, slot), tile.point(side, slot, TICK_LENGTH))
            canvas.line(ends, look.mark, ASKED_ID, 2.0)
    for side, slot in ports(state.sides):
        look.draw_port(canvas, tile, side, slot, look, PORT_ID + number * PORTS_A_TILE + side * MAX_SLOTS + slot)
    canvas.disc(tile.centre, 0.27 * tile.side, look.gap, ASKED_ID)
    canvas.text("?", tile.centre, 0.5 * tile.side, look.mark, ASKED_ID)
