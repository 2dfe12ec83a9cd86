"""Hands: their fingertips are at the reference point, the arm comes in from the lower edge of the picture."""

from flowbench.records import Vector
from flowbench.render.clip.sketch import INK, Shape, Sketch, line
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.solids import Piece, material, mesh, rod
from flowbench.rules.processes.entity import HAND, Colour, Entity, entity
from flowbench.rules.processes.table_plane import TABLE_WIDTH_M, WIDTH_PX

SKIN: Colour = (224, 172, 138)
SLEEVE: Colour = (70, 96, 140)
HOME: Vector = (0.42, -0.55, 0.12)  # where a hand waits, below the lower edge: none of it is seen

OUTLINE_PX = 5.0
PX_PER_M = WIDTH_PX / TABLE_WIDTH_M
# Ways of finger joints from the palm to the tip (x, y, z up), with radii: thumb, index, middle, and two curled fingers.
_FINGERS: tuple[tuple[tuple[Vector, ...], tuple[float, ...]], ...] = (
    (((0.012, -0.105, 0.060), (-0.024, -0.062, 0.052), (-0.022, -0.024, 0.028), (-0.012, -0.004, 0.006)),
     (0.016, 0.014, 0.012, 0.009)),
    (((0.030, -0.070, 0.078), (0.022, -0.018, 0.082), (0.012, 0.014, 0.048), (0.008, 0.012, 0.006)),
     (0.014, 0.013, 0.0115, 0.009)),
    (((0.050, -0.070, 0.076), (0.046, -0.016, 0.080), (0.034, 0.018, 0.048), (0.026, 0.014, 0.010)),
     (0.014, 0.013, 0.0115, 0.009)),
    (((0.068, -0.076, 0.070), (0.070, -0.030, 0.074), (0.062, -0.006, 0.050), (0.054, -0.026, 0.034)),
     (0.013, 0.012, 0.011, 0.010)),
    (((0.084, -0.088, 0.062), (0.088, -0.052, 0.064), (0.080, -0.030, 0.046), (0.072, -0.048, 0.034)),
     (0.012, 0.011, 0.010, 0.009)),
)  # fmt: skip
_PALM = (
    ((0.086, -0.190, 0.070), (0.066, -0.140, 0.072), (0.052, -0.085, 0.074), (0.050, -0.062, 0.074)),
    (0.028, 0.036, 0.036, 0.026),
)
_ARM = (
    ((0.240, -0.900, 0.080), (0.140, -0.380, 0.076), (0.096, -0.215, 0.072), (0.084, -0.180, 0.071)),
    (0.046, 0.040, 0.030, 0.028),
)
_CUFF = (((0.262, -1.000, 0.080), (0.150, -0.430, 0.078)), (0.062, 0.056))


def hand(pos: Vector) -> Entity:
    """A hand with its fingertips at a point."""
    return entity(HAND, pos, shape="hand", color=SKIN)


def solid_hand(item: Entity) -> Mesh:
    """Forearm in a sleeve, palm and five fingers that pinch the reference point."""
    skin, sleeve = material(item.color, "", 0.5, 0.12), material(SLEEVE, "fabric", 0.2, 0.0)
    pieces: list[Piece] = [(rod(path, radii, 14), skin) for path, radii in (*_FINGERS, _PALM, _ARM)]
    return mesh([*pieces, (rod(*_CUFF, 18), sleeve)])


def flat_hand(item: Entity) -> Sketch:
    """The same seen from above: outlined strokes, arm and palm in one."""
    whole = [(path, 2.0 * sum(radii) / len(radii)) for path, radii in (_ARM, _PALM)]
    shapes: list[Shape] = [_line(path, INK, width, OUTLINE_PX) for path, width in whole]
    shapes += [_line(path, item.color, width) for path, width in whole]
    for (path, radii), fill in ((_CUFF, SLEEVE), *((finger, item.color) for finger in reversed(_FINGERS))):
        width = 2.0 * sum(radii) / len(radii)
        shapes += [_line(path, INK, width, OUTLINE_PX), _line(path, fill, width)]
    return Sketch((*shapes, _line(_PALM[0][1:], item.color, 0.06)), layer=2)


def _line(path: tuple[Vector, ...], ink: Colour, width_m: float, extra_px: float = 0.0) -> Shape:
    return line([(x, y) for x, y, _ in path], ink, width_m * PX_PER_M + extra_px)
