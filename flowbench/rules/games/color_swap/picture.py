"""Pictures of Color Swap: the model with its cards, a model alone, and the model before and now in play."""

from dataclasses import dataclass

from flowbench.errors import UnknownName
from flowbench.render.board.canvas import Box, Canvas, Point
from flowbench.render.board.clipping import middle
from flowbench.render.board.colours import BLACK, WHITE, mixed
from flowbench.render.board.paints import PAINTS, draw_pattern
from flowbench.render.board.picture import Picture
from flowbench.render.drawing import Colour
from flowbench.rules.games.color_swap.figures import SIDE, Piece
from flowbench.rules.games.color_swap.records import Card, Colours, Model, Painting

SIZE, PANEL_WIDTH, OPTION_SIZE = 512, 256, 256  # pixels: a model, the panel beside it, a model as an option
MARGIN, OPTION_MARGIN = 16.0, 8.0  # around a model
PLAY_SIDE, PLAY_TOP = 384.0, 88.0  # of each model in play
TEXT_PX, SWATCH_PX = 16.0, 24.0
LEGEND_TOP, LEGEND_PITCH, LEGEND_COLUMNS = 46.0, 30.0, 2
CARDS_TOP, CARD_TITLE, ROW_PITCH, CARD_GAP, CARD_INSET = 172.0, 30.0, 32.0, 10.0, 10.0
SOURCE_X, ARROW_X, TARGET_X = 20.0, (112.0, 140.0), 148.0  # of a row, from the left of the panel
NAME_SHIFT = 30.0  # of a colour's name from the left of its swatch

# Ids of what is drawn. A piece counts on from its id by 16 times its number and its colour.
LINE_ID, NOTE_ID, CARD_ID, LEGEND_ID, ROW_ID, PIECE_ID, BEFORE_ID = 1, 2, 3, 10, 30, 1000, 2000
COLOURS_OF_A_PIECE = 16


@dataclass(frozen=True)
class Look:
    """How a style draws.

    Attributes:
        line, line_width: what separates pieces; its width in pixels of the large picture.
        glow: share of white that is mixed into the inner part of a piece.
        edge: share of black that is mixed into its rim.
        paper: of the cards.
        patterns: whether patterns stand for the colours.
    """

    ground: Colour
    ink: Colour
    line: Colour
    line_width: float
    glow: float
    edge: float
    paper: Colour
    patterns: bool = False


LOOKS = {
    "mosaic": Look((240, 234, 222), (40, 36, 32), (142, 136, 128), 4.0, 0.0, 0.0, (253, 250, 243)),
    "glass": Look((28, 32, 44), (236, 238, 244), (10, 11, 15), 7.0, 0.2, 0.12, (58, 64, 82)),
    "blocks": Look((186, 206, 220), (22, 34, 46), (116, 132, 148), 4.0, 0.0, 0.3, (244, 248, 250)),
    "mono": Look(WHITE, BLACK, (128, 128, 128), 5.0, 0.0, 0.0, WHITE, patterns=True),
}
STYLES = tuple(LOOKS)
INNER_SHARE = 0.8  # of a piece, what its rim leaves
LEAST_LINE = 3.0  # pixels


def draw(model: Model, state: Painting, style: str, role: str) -> Picture:
    """The picture of a role: "card" (768 wide, 512 high) or "play" (1024 x 512)."""
    if role not in ("card", "play"):
        raise UnknownName.among("role", role, ("card", "play"))
    look = LOOKS[style]
    if role == "card":
        canvas = Canvas(SIZE + PANEL_WIDTH, SIZE, look.ground)
        _draw_pieces(canvas, model, model.colours, look, model_box(), PIECE_ID)
        _draw_panel(canvas, model, look, float(SIZE))
        return canvas.finish()
    canvas = Canvas(2 * int(PLAY_SIDE) + PANEL_WIDTH, SIZE, look.ground)
    right = PLAY_SIDE + PANEL_WIDTH
    for left, title, colours, first_id in (
        (0.0, "before", model.colours, BEFORE_ID),
        (right, "now", state.colours, PIECE_ID),
    ):
        box = (left + MARGIN, PLAY_TOP, left + PLAY_SIDE - MARGIN, PLAY_TOP + PLAY_SIDE - 2 * MARGIN)
        _draw_pieces(canvas, model, colours, look, box, first_id)
        ending = ", handed in" if state.submitted and title == "now" else ""
        canvas.text(title + ending, (left + PLAY_SIDE / 2, PLAY_TOP / 2), 1.4 * TEXT_PX, look.ink, NOTE_ID)
    _draw_panel(canvas, model, look, PLAY_SIDE)
    return canvas.finish()


def draw_model_alone(model: Model, colours: Colours, style: str) -> Picture:
    """A model as an option, 256 x 256."""
    look = LOOKS[style]
    canvas = Canvas(OPTION_SIZE, OPTION_SIZE, look.ground)
    _draw_pieces(canvas, model, colours, look, option_box(), PIECE_ID)
    return canvas.finish()


def model_box() -> Box:
    """Where the model is beside the cards."""
    return MARGIN, MARGIN, SIZE - MARGIN, SIZE - MARGIN


def option_box() -> Box:
    """Where the model is in an option."""
    return OPTION_MARGIN, OPTION_MARGIN, OPTION_SIZE - OPTION_MARGIN, OPTION_SIZE - OPTION_MARGIN


def legend_swatch(number: int, left: float) -> Box:
    """The swatch of a colour of the palette, in a panel that begins at `left`."""
    row, column = divmod(number, LEGEND_COLUMNS)
    x = left + SOURCE_X + column * (TARGET_X - SOURCE_X)
    y = LEGEND_TOP + row * LEGEND_PITCH
    return x, y, x + SWATCH_PX, y + SWATCH_PX


def row_swatches(card: int, row: int, rows_before: int, left: float) -> tuple[Box, Box]:
    """Both swatches of a row of a card; `rows_before` are on the cards before it."""
    y = _card_top(card, rows_before) + CARD_TITLE + row * ROW_PITCH + (ROW_PITCH - SWATCH_PX) / 2
    source, target = left + SOURCE_X, left + TARGET_X
    return (source, y, source + SWATCH_PX, y + SWATCH_PX), (target, y, target + SWATCH_PX, y + SWATCH_PX)


def placed(piece: Piece, box: Box) -> list[Point]:
    """A piece in pixels, its figure fitted into a square box."""
    scale = (box[2] - box[0]) / SIDE
    return [(box[0] + x * scale, box[1] + y * scale) for x, y in piece]


def _draw_pieces(canvas: Canvas, model: Model, colours: Colours, look: Look, box: Box, first_id: int) -> None:
    scale = (box[2] - box[0]) / (SIZE - 2 * MARGIN)
    width = max(LEAST_LINE, look.line_width * scale)
    shapes = [placed(piece, box) for piece in model.pieces]
    for number, (shape, colour) in enumerate(zip(shapes, colours, strict=True)):
        ident = first_id + COLOURS_OF_A_PIECE * number + colour
        _draw_piece(canvas, shape, model.palette[colour], look, ident)
    for shape in shapes:
        canvas.line([*shape, shape[0], shape[1]], look.line, LINE_ID, width)


def _draw_piece(canvas: Canvas, shape: list[Point], paint: str, look: Look, ident: int) -> None:
    if look.patterns:
        draw_pattern(canvas, paint, shape, ident)
        return
    colour = PAINTS[paint]
    canvas.polygon(shape, mixed(colour, BLACK, look.edge), ident)
    if look.edge > 0.0:
        x, y = middle(shape)
        inner = [(x + (a - x) * INNER_SHARE, y + (b - y) * INNER_SHARE) for a, b in shape]
        canvas.polygon(inner, mixed(colour, WHITE, look.glow), ident)


def _draw_panel(canvas: Canvas, model: Model, look: Look, left: float) -> None:
    canvas.text("colours", (left + CARD_INSET, LEGEND_TOP - 20.0), TEXT_PX, look.ink, NOTE_ID, "left")
    for number, paint in enumerate(model.palette):
        _draw_swatch(canvas, paint, legend_swatch(number, left), look, LEGEND_ID + number)
    rows_before = 0
    for number, card in enumerate(model.cards):
        _draw_card(canvas, model, card, (number, rows_before), look, left)
        rows_before += len(card)


def _card_top(card: int, rows_before: int) -> float:
    return CARDS_TOP + card * (CARD_TITLE + CARD_GAP + 4.0) + rows_before * ROW_PITCH


def _draw_card(canvas: Canvas, model: Model, card: Card, place: tuple[int, int], look: Look, left: float) -> None:
    number, rows_before = place
    top, bottom = (
        _card_top(number, rows_before),
        _card_top(number, rows_before) + CARD_TITLE + len(card) * ROW_PITCH + 4.0,
    )
    box = (left + CARD_INSET, top, left + PANEL_WIDTH - CARD_INSET, bottom)
    canvas.rectangle(box, look.paper, CARD_ID)
    canvas.frame(box, look.ink, CARD_ID, 2.0)
    title = "card" if len(model.cards) == 1 else f"card {number + 1}"
    canvas.text(title, (left + SOURCE_X, top + CARD_TITLE / 2 + 2.0), TEXT_PX, look.ink, CARD_ID, "left")
    for k, row in enumerate(card):
        source, target = row_swatches(number, k, rows_before, left)
        ident = ROW_ID + 8 * number + k
        _draw_swatch(canvas, model.palette[row.source], source, look, ident)
        _draw_swatch(canvas, model.palette[row.target], target, look, ident)
        y = (source[1] + source[3]) / 2
        start, end = (left + ARROW_X[0], y), (left + ARROW_X[1], y)
        canvas.arrow(start, end, look.ink, ident, 3.0)
        if row.both:
            canvas.arrow(end, start, look.ink, ident, 3.0)


def _draw_swatch(canvas: Canvas, paint: str, box: Box, look: Look, ident: int) -> None:
    left, top, right, bottom = box
    shape = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if look.patterns:
        draw_pattern(canvas, paint, shape, ident)
    else:
        canvas.polygon(shape, PAINTS[paint], ident)
    canvas.frame((left - 2.0, top - 2.0, right + 2.0, bottom + 2.0), look.ink, ident, 2.0)
    canvas.text(paint, (left + NAME_SHIFT, (top + bottom) / 2), TEXT_PX, look.ink, ident, "left")
