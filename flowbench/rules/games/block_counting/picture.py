"""Pictures of Block Counting: the pile seen from its corner, and in play the guessed heights beside it."""

import math
from dataclasses import dataclass

from flowbench.errors import UnknownName
from flowbench.render.board.canvas import Canvas, Point
from flowbench.render.board.colours import BLACK, WHITE, ink_on, mixed
from flowbench.render.board.grid import GridFrame, draw_cells, draw_lines, draw_numbers
from flowbench.render.board.picture import Picture
from flowbench.render.drawing import Colour
from flowbench.rules.games.block_counting.records import Guess, Pile
from flowbench.rules.games.block_counting.sight import Face, Surface, surfaces

SIZE = 512  # pixels, height and width of a picture of the pile
MARGIN = 36.0
MARGIN_BOARD = 96.0
GRAINS = 4  # lines of the wood on a face
FLOOR_ID, CUBE_ID, COMPASS_ID, BOARD_ID, NUMBER_ID = 1, 100, 90, 300, 400
COMPASS_CENTRE, COMPASS_ARM = (452.0, 462.0), 26.0
SLOPE = math.tan(math.radians(30.0))  # of the edges of the floor


@dataclass(frozen=True)
class Look:
    """The colours of a style; `grain` is how much darker the lines of the wood are, 0 for none."""

    ground: Colour
    ink: Colour
    tiles: tuple[Colour, Colour]
    faces: dict[Face, Colour]
    grain: float
    width: float


LOOKS = {
    "plain": Look(
        (246, 247, 250), (40, 46, 58), ((226, 230, 238), (214, 219, 230)),
        {"top": (247, 203, 92), "x": (206, 120, 44), "y": (233, 160, 62)}, 0.0, 1.6,
    ),
    "wood": Look(
        (38, 44, 52), (36, 24, 14), ((96, 106, 118), (86, 95, 107)),
        {"top": (226, 190, 140), "x": (146, 100, 58), "y": (188, 142, 92)}, 0.16, 1.6,
    ),
    "mono": Look(
        WHITE, BLACK, (WHITE, WHITE), {"top": (246, 246, 246), "x": (150, 150, 150), "y": (202, 202, 202)}, 0.0, 2.2,
    ),
}  # fmt: skip
STYLES = tuple(LOOKS)


@dataclass(frozen=True)
class Projection:
    """Where the points of a base of `side` x `side` tiles with columns up to `most` cubes are drawn.

    Attributes:
        edge: length of a cube's edge, pixels.
        left, top: of the base's farthest corner, pixels.
    """

    edge: float
    left: float
    top: float

    @classmethod
    def fit(cls, side: int, most: int) -> "Projection":
        """The largest that leaves a margin, whatever the heights are."""
        width, height = 2 * side * math.cos(math.radians(30.0)), side + most
        edge = min((SIZE - 2 * MARGIN) / width, (SIZE - 2 * MARGIN) / height)
        return cls(edge, SIZE / 2, (SIZE - edge * height) / 2 + edge * most)

    def point(self, x: float, y: float, z: float) -> Point:
        """A point in space on the picture; x goes down to the left, y down to the right, z up."""
        across = self.edge * math.cos(math.radians(30.0))
        return self.left + (y - x) * across, self.top + (x + y) / 2 * self.edge - z * self.edge


def draw(pile: Pile, guess: Guess, style: str, role: str) -> Picture:
    """The picture of a role: "pile" (512 x 512), or "play" (1024 x 512)."""
    if role not in ("pile", "play"):
        raise UnknownName.among("role", role, ("pile", "play"))
    look = LOOKS[style]
    canvas = Canvas(SIZE * (2 if role == "play" else 1), SIZE, look.ground)
    _draw_pile(canvas, pile, look)
    _draw_compass(canvas, pile, look)
    if role == "play":
        _draw_guess(canvas, guess, look)
    return canvas.finish()


def corners(surface: Surface) -> tuple[tuple[int, int, int], ...]:
    """The four corners of a surface in space, in order."""
    face, x, y, z = surface
    if face == "x":
        return (x + 1, y, z), (x + 1, y + 1, z), (x + 1, y + 1, z + 1), (x + 1, y, z + 1)
    if face == "y":
        return (x, y + 1, z), (x + 1, y + 1, z), (x + 1, y + 1, z + 1), (x, y + 1, z + 1)
    return (x, y, z + 1), (x + 1, y, z + 1), (x + 1, y + 1, z + 1), (x, y + 1, z + 1)


def _draw_pile(canvas: Canvas, pile: Pile, look: Look) -> None:
    side = len(pile.seen)
    projection = Projection.fit(side, pile.most)
    for surface in surfaces(pile.seen):
        points = [projection.point(*corner) for corner in corners(surface)]
        ident = _ident(surface, side)
        if surface.face == "floor":
            colour = look.tiles[(surface.x + surface.y) % 2]
        else:
            colour = look.faces[surface.face]
        canvas.polygon(points, colour, ident)
        if surface.face != "floor" and look.grain > 0.0:
            _draw_grain(canvas, points, surface, mixed(colour, BLACK, look.grain), ident)
        canvas.line([*points, points[0]], look.ink, ident, look.width)


def _ident(surface: Surface, side: int) -> int:
    """The id of a cube, or of a tile of the floor."""
    tile = surface.x * side + surface.y
    return FLOOR_ID + tile if surface.face == "floor" else CUBE_ID + tile + surface.z * side * side


def _draw_grain(canvas: Canvas, points: list[Point], surface: Surface, colour: Colour, ident: int) -> None:
    """Lines along the first edge of a face, at heights that depend on where the cube is."""
    first, second, third, fourth = points
    for k in range(GRAINS):
        wave = 0.06 * math.sin(7.0 * surface.x + 11.0 * surface.y + 5.0 * surface.z + 3.0 * k)
        share = (k + 0.5) / GRAINS + wave
        sides = ((first, fourth), (second, third))
        ends = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in sides]
        canvas.line(ends, colour, ident, 1.0)


def _draw_compass(canvas: Canvas, pile: Pile, look: Look) -> None:
    ink = look.ink if look.ground[0] > 128 else (225, 228, 232)
    x, y = COMPASS_CENTRE
    ends = ((-1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0))  # N, E, S, W seen from the south-east: row, column
    for k, letter in enumerate("NESW"):
        row, column = ends[(k - pile.corner) % 4]
        right, down = (column - row) * COMPASS_ARM, (column + row) * COMPASS_ARM * SLOPE
        canvas.line(((x, y), (x + right, y + down)), ink, COMPASS_ID, 3.0 if letter == "N" else 1.4)
        canvas.text(letter, (x + 1.4 * right, y + 1.4 * down), 16.0, ink, COMPASS_ID)


def _draw_guess(canvas: Canvas, guess: Guess, look: Look) -> None:
    side = len(guess.heights)
    ink = look.ink if look.ground[0] > 128 else (225, 228, 232)
    area = (SIZE + MARGIN_BOARD, MARGIN_BOARD, 2 * SIZE - MARGIN_BOARD / 2, SIZE - MARGIN_BOARD / 2)
    grid = GridFrame.fit(side, side, area)
    draw_cells(canvas, grid, (look.tiles[0],), BOARD_ID)
    draw_lines(canvas, grid, ink, COMPASS_ID)
    draw_numbers(canvas, grid, ink, COMPASS_ID)
    canvas.text("guess (N at the top)", ((area[0] + area[2]) / 2, grid.top - 44.0), 16.0, ink, COMPASS_ID)
    for row, heights in enumerate(guess.heights):
        for column, height in enumerate(heights):
            ident = NUMBER_ID + 10 * (row * side + column) + height
            canvas.text(str(height), grid.centre(row, column), 0.5 * grid.side, ink_on(look.tiles[0]), ident)
