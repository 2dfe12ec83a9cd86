"""Pictures of Cylinder Coloring: a view with its azimuth, a view as an option, and in play what is seen and wanted."""

import math
from dataclasses import dataclass

from flowbench.errors import UnknownName
from flowbench.render.board.canvas import Canvas, Point
from flowbench.render.board.colours import BLACK, WHITE, mixed
from flowbench.render.board.paints import PAINTS, draw_pattern
from flowbench.render.board.picture import Picture
from flowbench.render.drawing import Colour
from flowbench.rules.games.cylinder_coloring.records import EIGHTH_DEG, SEEN, Cylinder, Eye, Pattern, degrees

SIZE, OPTION_SIZE = 512, 256  # pixels
ELEVATION = math.sin(math.radians(20.0))  # of the view, so that the top is seen: height of a circle to its width
STRIPS, PATTERN_STRIPS = 6, 3  # flat parts that a patch is drawn in
LIGHT_DEG, LEAST_LIGHT = (
    -25.0,
    0.62,
)  # where the light comes from, from the middle to the right, and the light at the rim
TEXT_PX, PLAN_TEXT_PX = 24.0, 14.0
PLAN_RADIUS, EYE_REACH, EYE_RADIUS, DEGREES_REACH = 20.0, 38.0, 7.0, 62.0
SEAM_PX, WHITE_SEAM_PX = 2.5, 7.0
TITLE_SHARE, CAP_ARROW_SHARE = 0.93, 0.72  # height of the title in a view, length of the arrow in the radius

# Ids of what is drawn. Patches count on from theirs by 8 times their ring and their place from the left.
LINE_ID, NOTE_ID, CAP_ID, EYE_ID, ARROW_ID, PATCH_ID, WANTED_ID = 1, 2, 3, 10, 20, 100, 200
PATCHES_OF_A_RING = 8


@dataclass(frozen=True)
class Body:
    """Where a cylinder stands in a picture: the middle of its top, its radius and height, pixels."""

    x: float
    top: float
    radius: float
    height: float

    def point(self, angle_deg: float, share: float) -> Point:
        """A point of the side, by its angle to the right of the middle and the share of the height above it."""
        angle = math.radians(angle_deg)
        down = self.top + self.height * share + ELEVATION * self.radius * math.cos(angle)
        return self.x + self.radius * math.sin(angle), down


VIEW_BODY = Body(204.0, 84.0, 138.0, 260.0)
OPTION_BODY = Body(128.0, 54.0, 88.0, 150.0)
PLAN: Point = (428.0, 424.0)


@dataclass(frozen=True)
class Look:
    """The colours of a style, whether it is shaded, and whether patterns stand for colours."""

    ground: Colour
    ink: Colour
    line: Colour
    cap: Colour
    shaded: bool = False
    patterns: bool = False


LOOKS = {
    "flat": Look((244, 240, 232), (38, 36, 40), (38, 36, 40), (214, 206, 192)),
    "shaded": Look((46, 54, 68), (238, 240, 244), (20, 22, 28), (150, 158, 170), shaded=True),
    "mono": Look(WHITE, BLACK, BLACK, WHITE, patterns=True),
}
STYLES = tuple(LOOKS)


def draw(cylinder: Cylinder, state: Eye, style: str, role: str) -> Picture:
    """The picture of a role: "view1" and "view2" (512 x 512), or "play" (1024 wide, 512 high)."""
    if role not in ("view1", "view2", "play"):
        raise UnknownName.among("role", role, ("view1", "view2", "play"))
    look = LOOKS[style]
    canvas = Canvas(SIZE * (2 if role == "play" else 1), SIZE, look.ground)
    if role != "play":
        azimuth = cylinder.references[("view1", "view2").index(role)]
        _draw_view(canvas, cylinder, azimuth, look, (0.0, PATCH_ID, ""))
        return canvas.finish()
    _draw_view(canvas, cylinder, state.azimuth, look, (0.0, PATCH_ID, "handed in: " if state.submitted else "now: "))
    _draw_view(canvas, cylinder, cylinder.target, look, (float(SIZE), WANTED_ID, "wanted: "))
    return canvas.finish()


def draw_option(cylinder: Cylinder, pattern: Pattern, style: str) -> Picture:
    """A view as an option, 256 x 256, as if from the azimuth that is asked for."""
    look = LOOKS[style]
    canvas = Canvas(OPTION_SIZE, OPTION_SIZE, look.ground)
    _draw_body(canvas, cylinder, pattern, OPTION_BODY, look, PATCH_ID)
    if cylinder.arrow:
        _draw_arrow(canvas, OPTION_BODY, cylinder.target, look)
    return canvas.finish()


def eye_place(azimuth: int) -> Point:
    """Where the eye is on the plan of a view: azimuth 0 below, then counter-clockwise."""
    return _on_plan(azimuth, EYE_REACH)


def _on_plan(azimuth: int, reach: float) -> Point:
    angle = math.radians(degrees(azimuth))
    return PLAN[0] + reach * math.sin(angle), PLAN[1] + reach * math.cos(angle)


def _draw_view(canvas: Canvas, cylinder: Cylinder, azimuth: int, look: Look, where: tuple[float, int, str]) -> None:
    """A view with its title and plan, moved to the right."""
    shift, first_id, title = where
    body = Body(VIEW_BODY.x + shift, VIEW_BODY.top, VIEW_BODY.radius, VIEW_BODY.height)
    _draw_body(canvas, cylinder, cylinder.view(azimuth), body, look, first_id)
    if cylinder.arrow:
        _draw_arrow(canvas, body, azimuth, look)
    canvas.text(f"{title}view from {degrees(azimuth)}\u00b0", (body.x, TITLE_SHARE * SIZE), TEXT_PX, look.ink, NOTE_ID)
    _draw_plan(canvas, azimuth, look, shift)


def _draw_body(canvas: Canvas, cylinder: Cylinder, pattern: Pattern, body: Body, look: Look, first_id: int) -> None:
    count = len(pattern)
    for row, ring in enumerate(pattern):
        for column, colour in enumerate(ring):
            ident = first_id + PATCHES_OF_A_RING * row + column
            _draw_patch(canvas, cylinder.palette[colour], (row, column, count), body, look, ident)
    for share in (k / count for k in range(1, count + 1)):
        arc = [body.point(angle, share) for angle in range(-90, 91, 6)]
        _draw_seam(canvas, arc, look)
    for k in (*SEEN, SEEN[-1] + 1):
        _draw_seam(canvas, [body.point(k * EIGHTH_DEG, 0.0), body.point(k * EIGHTH_DEG, 1.0)], look)
    rim = [body.point(angle, 0.0) for angle in range(0, 360, 6)]
    canvas.polygon(rim, look.cap, CAP_ID)
    canvas.line([*rim, rim[0], rim[1]], look.line, LINE_ID, SEAM_PX)


def _draw_seam(canvas: Canvas, points: list[Point], look: Look) -> None:
    """A line between patches; a wide white one under it where patterns would hide it."""
    if look.patterns:
        canvas.line(points, WHITE, LINE_ID, WHITE_SEAM_PX)
    canvas.line(points, look.line, LINE_ID, SEAM_PX)


def _draw_patch(canvas: Canvas, paint: str, place: tuple[int, int, int], body: Body, look: Look, ident: int) -> None:
    """A patch in upright strips, each flat."""
    row, column, count = place
    strips = PATTERN_STRIPS if look.patterns else STRIPS
    for k in range(strips):
        left, right = ((SEEN[column] + (k + end) / strips) * EIGHTH_DEG for end in (0, 1))
        corners = [(left, row), (right, row), (right, row + 1), (left, row + 1)]
        strip = [body.point(angle, ring / count) for angle, ring in corners]
        if look.patterns:
            draw_pattern(canvas, paint, strip, ident)
        else:
            canvas.polygon(strip, _lit(PAINTS[paint], (left + right) / 2, look), ident)


def _lit(colour: Colour, angle_deg: float, look: Look) -> Colour:
    """A colour in the light that falls on the side at an angle."""
    if not look.shaded:
        return colour
    light = max(0.0, math.cos(math.radians(angle_deg - LIGHT_DEG)))
    return mixed(BLACK, colour, LEAST_LIGHT + (1.0 - LEAST_LIGHT) * light)


def _draw_arrow(canvas: Canvas, body: Body, azimuth: int, look: Look) -> None:
    """On the top, from its middle towards azimuth 0."""
    angle = math.radians(-degrees(azimuth))
    reach = CAP_ARROW_SHARE * body.radius
    tip = (body.x + reach * math.sin(angle), body.top + ELEVATION * reach * math.cos(angle))
    canvas.arrow(
        (body.x, body.top), tip, look.ink if not look.shaded else BLACK, ARROW_ID + azimuth, 0.032 * body.radius
    )


def _draw_plan(canvas: Canvas, azimuth: int, look: Look, shift: float) -> None:
    """The cylinder from above, the eye beside it, and the azimuths in degrees."""
    x, y = PLAN[0] + shift, PLAN[1]
    canvas.disc((x, y), PLAN_RADIUS, look.cap, CAP_ID)
    canvas.ring((x, y), PLAN_RADIUS, look.ink, NOTE_ID, 2.0)
    eye_x, eye_y = eye_place(azimuth)
    canvas.line(((x, y), (eye_x + shift, eye_y)), look.ink, EYE_ID + azimuth, 2.0)
    canvas.disc((eye_x + shift, eye_y), EYE_RADIUS, look.ink, EYE_ID + azimuth)
    for quarter in (0, 2, 4, 6):
        text_x, text_y = _on_plan(quarter, DEGREES_REACH)
        canvas.text(f"{degrees(quarter)}\u00b0", (text_x + shift, text_y), PLAN_TEXT_PX, look.ink, NOTE_ID)
