"""Pictures of Dot Shape: contours, joined dots, and numbered dots with or without the lines joined so far."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from flowbench.errors import UnknownName
from flowbench.render.board.canvas import Canvas, Point
from flowbench.render.board.colours import BLACK, WHITE
from flowbench.render.board.picture import Picture
from flowbench.render.drawing import Colour
from flowbench.rules.games.dot_shape.contours import points_of, vertices
from flowbench.rules.games.dot_shape.generator import MAX_DOTS
from flowbench.rules.games.dot_shape.labels import label_places
from flowbench.rules.games.dot_shape.records import SIZE_PX, Joined, Layer, Layers
from flowbench.seeding import generator

NUMBER_PX, PLATE_PX = 15.0, 9.0  # height of numbers, radius of the ground kept free around them
DOT_PX, SQUARE_PX, HALO_PX, CONTOUR_PX, LINE_PX = 6.0, 6.2, 9.5, 4.0, 2.5
STARS, SMUDGES = 120, 60  # of the star chart and the chalkboard

# Ids of what is drawn; dots and lines count on from theirs, layer by layer.
DOT_ID, LINE_ID, GROUND_ID = 100, 300, 0

REFERENCE = (("reference", "reference contour"),)
JOINED = (("joined", "reference, its dots joined"),)
ROLES = ("reference", "joined", "dots", "play")


@dataclass(frozen=True)
class Look:
    """The colours of a style; `inks` are those of the layers, from the outer one inward."""

    ground: Colour
    texture: Colour
    line: Colour
    inks: tuple[Colour, Colour, Colour]
    texturing: Callable[[Canvas, "Look"], None] | None = None


def _draw_stars(canvas: Canvas, look: Look) -> None:
    """Faint points all over, too small for dots."""
    rng = generator("dot shape", "stars")
    for x, y, size in rng.random((STARS, 3)) * (SIZE_PX, SIZE_PX, 1.0):
        canvas.disc((float(x), float(y)), 0.5 + 0.7 * float(size), look.texture, GROUND_ID)


def _draw_smudges(canvas: Canvas, look: Look) -> None:
    """Faint strokes of a cloth."""
    rng = generator("dot shape", "smudges")
    for x, y, width in rng.random((SMUDGES, 3)) * (SIZE_PX, SIZE_PX, 1.0):
        start = (float(x), float(y))
        end = (start[0] + 40.0 + 60.0 * float(width), start[1] - 12.0)
        canvas.line((start, end), look.texture, GROUND_ID, 5.0 + 6.0 * float(width))


LOOKS: Mapping[str, Look] = {
    "print": Look((252, 250, 243), (0, 0, 0), (168, 160, 148), ((24, 50, 120), (160, 24, 32), (10, 96, 50))),
    "chalk": Look(
        (36, 66, 54), (39, 70, 58), (132, 160, 146), ((246, 246, 238), (255, 220, 120), (255, 178, 190)), _draw_smudges
    ),
    "stars": Look(
        (14, 18, 44), (56, 64, 102), (150, 92, 132), ((255, 244, 206), (140, 212, 255), (255, 180, 130)), _draw_stars
    ),
    "mono": Look(WHITE, (0, 0, 0), (165, 165, 165), (BLACK, BLACK, BLACK)),
}
STYLES = tuple(LOOKS)


def draw(layers: Layers, state: Joined | None, style: str, role: str) -> Picture:
    """The picture of a role, 512 x 512; only "play" needs a state."""
    if role not in ROLES:
        raise UnknownName.among("role", role, ROLES)
    look = LOOKS[style]
    canvas = Canvas(SIZE_PX, SIZE_PX, look.ground)
    if look.texturing is not None:
        look.texturing(canvas, look)
    for place, layer in enumerate(layers):
        ink, first = look.inks[place], LINE_ID + place * MAX_DOTS
        if role == "reference":
            corners = vertices(layer)  # a line must not show where dots lie on it
            _draw_lines(canvas, corners, len(corners) + 1, ink, CONTOUR_PX, first)
        elif role == "joined":
            _draw_lines(canvas, layer, len(layer) + 1, look.line, LINE_PX, first)
        elif state is not None and role == "play":
            _draw_lines(canvas, layer, state.counts[place], look.line, LINE_PX, first)
    if role in ("dots", "play"):
        _draw_numbers(canvas, layers, look)
    if state is not None and role == "play":
        _draw_halos(canvas, layers, state, look)
    if role != "reference":
        for place, layer in enumerate(layers):
            _draw_dots(canvas, layer, place, look)
    return canvas.finish()


def _draw_lines(canvas: Canvas, layer: Layer, joined: int, ink: Colour, width: float, first_id: int) -> None:
    """The lines between the first so many dots; one more than there are closes the contour. Ends are rounded."""
    points = _points(layer)
    for k in range(joined - 1):
        canvas.line((points[k], points[(k + 1) % len(points)]), ink, first_id + k, width)
    for k in range(min(joined, len(points)) if joined > 1 else 0):
        canvas.disc(points[k], width / 2.0, ink, first_id + k)


def _draw_numbers(canvas: Canvas, layers: Layers, look: Look) -> None:
    """All plates first: none covers a number."""
    places = [[(float(x), float(y)) for x, y in layer] for layer in label_places(layers)]
    for middles in places:
        for middle in middles:
            canvas.disc(middle, PLATE_PX, look.ground, GROUND_ID)
    for place, middles in enumerate(places):
        for k, middle in enumerate(middles):
            canvas.text(str(k + 1), middle, NUMBER_PX, look.inks[place], DOT_ID + place * MAX_DOTS + k)


def _draw_halos(canvas: Canvas, layers: Layers, state: Joined, look: Look) -> None:
    """A rim around each dot that has been joined."""
    for place, (joined, layer) in enumerate(zip(state.counts, layers, strict=True)):
        for k, point in enumerate(_points(layer)[:joined]):
            canvas.disc(point, HALO_PX, look.line, LINE_ID + place * MAX_DOTS + k)


def _draw_dots(canvas: Canvas, layer: Layer, place: int, look: Look) -> None:
    """Discs, rings or squares."""
    for k, (x, y) in enumerate(_points(layer)):
        ident, ink = DOT_ID + place * MAX_DOTS + k, look.inks[place]
        if place == 2:
            canvas.rectangle((x - SQUARE_PX, y - SQUARE_PX, x + SQUARE_PX, y + SQUARE_PX), ink, ident)
            continue
        canvas.disc((x, y), DOT_PX, ink, ident)
        if place == 1:
            canvas.disc((x, y), DOT_PX - 2.5, look.ground, ident)


def _points(layer: Layer) -> Sequence[Point]:
    return [(float(x), float(y)) for x, y in points_of(layer)]
