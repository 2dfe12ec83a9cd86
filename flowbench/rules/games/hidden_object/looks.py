"""The styles of Hidden Object: colours, and what the ground looks like."""

from collections.abc import Mapping
from dataclasses import dataclass

from flowbench.render.board.canvas import Canvas
from flowbench.render.board.colours import BLACK, WHITE, mixed
from flowbench.render.drawing import Colour
from flowbench.rules.games.hidden_object.records import SCENE_SIZE, Scene
from flowbench.rules.games.hidden_object.shapes import SHAPES, outline, placed
from flowbench.seeding import generator

GROUND_ID = 0
RULE_PITCH = 32.0  # between the lines on paper, pixels
SPECKS, CLUTTER = 220, 110  # of paper, and pale shapes in the clutter
PAPER_SHARES = (0.6, 0.7)  # how far lines and specks of paper are from the ground towards their tints
CLUTTER_SHARE = 0.14  # how far the pale shapes are from the ground towards their tint


@dataclass(frozen=True)
class Look:
    """The colours of a style; `fills` holds the colour of an object and that of its stripes and dots."""

    ground: Colour
    texture: str
    tints: tuple[Colour, ...]
    lake: Colour
    border: Colour
    badge: Colour
    letter: Colour
    letter_on_ground: Colour
    rim: Colour
    mark: Colour
    mark_edge: Colour
    frame: Colour
    card: Colour
    letter_on_card: Colour
    fills: Mapping[str, tuple[Colour, Colour]]


LOOKS: Mapping[str, Look] = {
    "icons": Look(
        ground=(246, 243, 234), texture="plain", tints=(), lake=(226, 234, 238), border=(96, 84, 70),
        badge=(60, 52, 44), letter=WHITE, letter_on_ground=(60, 52, 44), rim=(34, 30, 28),
        mark=(255, 0, 200), mark_edge=WHITE, frame=(120, 104, 84), card=(255, 253, 247), letter_on_card=(40, 34, 28),
        fills={
            "red": ((220, 60, 50), (255, 214, 206)), "yellow": ((248, 200, 60), (140, 86, 0)),
            "green": ((74, 166, 88), (214, 246, 216)), "blue": ((66, 118, 210), (208, 226, 255)),
        },
    ),
    "paper": Look(
        ground=(252, 250, 242), texture="paper", tints=((186, 208, 226), (222, 214, 196)), lake=(238, 240, 226),
        border=(110, 110, 124), badge=(40, 46, 86), letter=WHITE, letter_on_ground=(40, 46, 86),
        rim=(40, 46, 86), mark=(226, 0, 140), mark_edge=WHITE, frame=(206, 196, 172), card=(255, 254, 249),
        letter_on_card=(40, 46, 86),
        fills={
            "red": ((244, 140, 130), (170, 30, 40)), "yellow": ((252, 226, 130), (150, 100, 0)),
            "green": ((160, 214, 150), (24, 104, 48)), "blue": ((150, 190, 240), (26, 62, 150)),
        },
    ),
    "clutter": Look(
        ground=(58, 62, 72), texture="clutter", tints=((120, 150, 170), (150, 130, 150), (140, 150, 110)),
        lake=(50, 68, 84), border=(226, 226, 220), badge=(240, 238, 228), letter=(30, 32, 38),
        letter_on_ground=(240, 238, 228), rim=(16, 16, 20), mark=(0, 255, 220), mark_edge=BLACK,
        frame=(30, 33, 40), card=(70, 75, 87), letter_on_card=(244, 242, 234),
        fills={
            "red": ((236, 84, 74), (80, 10, 10)), "yellow": ((250, 212, 92), (120, 74, 0)),
            "green": ((98, 194, 110), (10, 98, 42)), "blue": ((104, 160, 248), (10, 30, 110)),
        },
    ),
    "mono": Look(
        ground=(232, 232, 232), texture="plain", tints=(), lake=(216, 216, 216), border=(90, 90, 90), badge=BLACK,
        letter=WHITE, letter_on_ground=BLACK, rim=BLACK, mark=BLACK, mark_edge=WHITE, frame=(120, 120, 120),
        card=(232, 232, 232), letter_on_card=BLACK,
        fills={
            "red": ((146, 146, 146), (62, 62, 62)), "yellow": (WHITE, (128, 128, 128)),
            "green": ((200, 200, 200), (90, 90, 90)), "blue": ((70, 70, 70), WHITE),
        },
    ),
}  # fmt: skip


def draw_ground(canvas: Canvas, look: Look, scene: Scene) -> None:
    """Lines and specks of paper, or pale shapes that are no objects; nothing where the ground is plain."""
    if look.texture == "paper":
        _draw_paper(canvas, look, scene)
    elif look.texture == "clutter":
        _draw_clutter(canvas, look, scene)


def _draw_paper(canvas: Canvas, look: Look, scene: Scene) -> None:
    line, speck = (mixed(look.ground, tint, share) for tint, share in zip(look.tints, PAPER_SHARES, strict=True))
    for k in range(1, int(SCENE_SIZE / RULE_PITCH)):
        y = k * RULE_PITCH
        canvas.rectangle((0.0, y, SCENE_SIZE, y + 1.0), line, GROUND_ID)
    for x, y, size in _scatter("paper", scene, SPECKS):
        canvas.disc((x, y), 0.6 + 1.2 * size, speck)


def _draw_clutter(canvas: Canvas, look: Look, scene: Scene) -> None:
    tints = [mixed(look.ground, tint, CLUTTER_SHARE) for tint in look.tints]
    for k, (x, y, size) in enumerate(_scatter("clutter", scene, CLUTTER)):
        points = placed(outline(SHAPES[k % len(SHAPES)]), (x, y), 14.0 + 30.0 * size, 360.0 * size * k)
        canvas.polygon(points, tints[k % len(tints)])


def _scatter(what: str, scene: Scene, count: int) -> list[tuple[float, float, float]]:
    """Places and sizes (0 to 1) that depend on where the first object lies, so that scenes differ."""
    rng = generator("hidden object ground", what, scene.things[0].x, scene.things[0].y)
    drawn = rng.random((count, 3))
    return [(SCENE_SIZE * float(x), SCENE_SIZE * float(y), float(size)) for x, y, size in drawn]
