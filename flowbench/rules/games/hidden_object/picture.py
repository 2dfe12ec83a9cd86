"""Pictures of Hidden Object: the scene, the card with the kinds to count, and both in one."""

from collections.abc import Sequence

from flowbench.errors import UnknownName
from flowbench.render.board.canvas import Canvas, Point
from flowbench.render.board.picture import Picture
from flowbench.rules.games.hidden_object.looks import LOOKS, Look, draw_ground
from flowbench.rules.games.hidden_object.names import region_letter
from flowbench.rules.games.hidden_object.records import SCENE_MARGIN, SCENE_SIZE, Cell, Kind, Marks, Scene
from flowbench.rules.games.hidden_object.regions import BADGE_RADIUS, Polygon, badge_place
from flowbench.rules.games.hidden_object.shapes import DOT_RADIUS, dots, inside, outline, placed, stripes

CARD_HEIGHT = 256  # pixels; as wide as the scene
CARD_RADIUS, CARD_PITCH = 58, 184.0  # of the objects on the card
LETTER_PX, TARGET_PX, TICK_PX = 20.0, 26.0, 14.0
MARK_WIDTH = 3.0
BORDER_WIDTH, DASH = 4.0, 9.0

# Ids of what is drawn; regions, letters, targets, objects and marks count on from theirs.
REGION_ID, BORDER_ID, NOTE_ID, CARD_ID, FRAME_ID = 1, 30, 31, 32, 33
LETTER_ID, TARGET_ID, THING_ID, MARK_ID = 40, 60, 1000, 2000

STYLES = tuple(LOOKS)
INSET_CAPTION = "scene, with the card of kinds to look for below it"
TOGETHER = (("inset", INSET_CAPTION),)
APART = (("card", "card of kinds to look for"), ("scene", "scene"))
ROLES = ("card", "scene", "inset", "play")

Targets = tuple[tuple[str, int], ...]  # name and kind of what is shown on the card


def draw(instance: Scene, state: Marks, targets: Targets, style: str, role: str) -> Picture:
    """Role "scene" (768 x 768), "card" (768 x 256), "inset" or "play" (768 x 1024, the card below the scene)."""
    if role not in ROLES:
        raise UnknownName.among("role", role, ROLES)
    look = LOOKS[style]
    heights = {"card": CARD_HEIGHT, "scene": SCENE_SIZE}
    canvas = Canvas(SCENE_SIZE, heights.get(role, SCENE_SIZE + CARD_HEIGHT), look.ground)
    if role != "card":
        _draw_scene(canvas, instance, look)
    if role == "play":
        _draw_ticks(canvas, instance, look)
        _draw_marks(canvas, instance, state.cells, look)
    if role != "scene":
        _draw_card(canvas, instance.kinds, targets, look, 0 if role == "card" else SCENE_SIZE)
    return canvas.finish()


def card_places(count: int, top: int) -> list[Point]:
    """Middles of the objects on the card, from left to right."""
    left = (SCENE_SIZE - (count - 1) * CARD_PITCH) / 2.0
    return [(left + k * CARD_PITCH, top + 0.56 * CARD_HEIGHT) for k in range(count)]


def draw_kind(
    canvas: Canvas, kind: Kind, centre: Point, radius: float, turn_deg: float, look: Look, ident: int
) -> None:
    """An object: a dark rim, its colour in it, and stripes or dots."""
    fill, ink = look.fills[kind.colour]
    canvas.polygon(placed(outline(kind.shape), centre, radius, turn_deg), look.rim, ident)
    canvas.polygon(placed(inside(kind.shape), centre, radius, turn_deg), fill)
    if kind.fill == "striped":
        for stripe in stripes(kind.shape):
            canvas.polygon(placed(stripe, centre, radius, turn_deg), ink)
    if kind.fill == "dotted":
        for dot in placed(dots(kind.shape), centre, radius, turn_deg):
            canvas.disc(dot, DOT_RADIUS * radius, ink)


def _draw_scene(canvas: Canvas, instance: Scene, look: Look) -> None:
    draw_ground(canvas, look, instance)
    for number, region in enumerate(instance.regions):
        if len(region) > 4:
            canvas.polygon(region, look.lake, REGION_ID + number)
    for region in instance.regions:
        _draw_border(canvas, region, look)
    for number, thing in enumerate(instance.things):
        kind = instance.kinds[thing.kind]
        draw_kind(canvas, kind, (thing.x, thing.y), thing.radius, thing.turn_deg, look, THING_ID + number)
    for number, region in enumerate(instance.regions):
        place = badge_place(region)
        canvas.disc(place, BADGE_RADIUS, look.badge, LETTER_ID + number)
        canvas.text(region_letter(number), place, LETTER_PX, look.letter, LETTER_ID + number)


def _draw_border(canvas: Canvas, region: Polygon, look: Look) -> None:
    """Dashes all around; a short side, as lakes have them, is one dash in two."""
    for k in range(len(region)):
        start, end = region[k - 1], region[k]
        if len(region) == 4:
            canvas.dashes(start, end, look.border, BORDER_ID, BORDER_WIDTH, DASH)
        else:
            middle = ((start[0] + end[0]) / 2.0, (start[1] + end[1]) / 2.0)
            canvas.line((start, middle), look.border, BORDER_ID, BORDER_WIDTH)


def _draw_ticks(canvas: Canvas, instance: Scene, look: Look) -> None:
    """Rows and columns of the cells, in the margin."""
    pitch = (SCENE_SIZE - 2 * SCENE_MARGIN) / instance.cells
    for k in range(instance.cells):
        along = SCENE_MARGIN + (k + 0.5) * pitch
        canvas.text(f"R{k + 1}", (SCENE_MARGIN / 2.0, along), TICK_PX, look.letter_on_ground, NOTE_ID)
        canvas.text(f"C{k + 1}", (along, SCENE_MARGIN / 2.0), TICK_PX, look.letter_on_ground, NOTE_ID)


def _draw_marks(canvas: Canvas, instance: Scene, cells: Sequence[Cell], look: Look) -> None:
    for cell in cells:
        number = instance.by_cell[cell]
        thing = instance.things[number]
        place = (thing.x, thing.y)
        canvas.ring(place, thing.radius + 3.0, look.mark_edge, MARK_ID + number, MARK_WIDTH + 2.0)
        canvas.ring(place, thing.radius + 2.0, look.mark, MARK_ID + number, MARK_WIDTH)


def _draw_card(canvas: Canvas, kinds: Sequence[Kind], targets: Targets, look: Look, top: int) -> None:
    """A panel with the kinds and their names."""
    canvas.rectangle((0.0, top, SCENE_SIZE, top + CARD_HEIGHT), look.frame, FRAME_ID)
    inset = 10.0
    canvas.rectangle((inset, top + inset, SCENE_SIZE - inset, top + CARD_HEIGHT - inset), look.card, CARD_ID, 12.0)
    for k, ((name, kind), (x, y)) in enumerate(zip(targets, card_places(len(targets), top), strict=True)):
        draw_kind(canvas, kinds[kind], (x, y), CARD_RADIUS, 0.0, look, TARGET_ID + k)
        canvas.text(name, (x, top + 44.0), TARGET_PX, look.letter_on_card, NOTE_ID)
