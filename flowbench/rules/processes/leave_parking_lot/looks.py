"""How Leave Parking Lot looks: coloured rectangles on lines, or toy cars on a printed mat."""

from flowbench.bodies.solids import Solid
from flowbench.render.clip.sketch import INK, Sketch, line, polygon, rectangle
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.car import toy_car
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.solids import Piece, block, material, mesh, mixed, slab, stroke
from flowbench.rules.processes.entity import Colour, Entity
from flowbench.rules.processes.leave_parking_lot.records import CELL_M

CAR_LONG_M, CAR_WIDE_M = 0.1, 0.056
_TRACK_M = 0.014
_WALL_M, _WALL_HIGH_M = 0.012, 0.03
_WHITE: Colour = (255, 255, 255)


class LotLooks(Looks):
    """Walls, tracks, cars."""

    def flat(self, item: Entity) -> Sketch | None:
        """Lines and rectangles."""
        if item.shape == "walls":
            return Sketch(tuple(line([(a, b), (c, d)], INK, 6.0) for a, b, c, d in item.fact("segments")), layer=1)
        if item.shape == "track":
            points, pale = item.fact("points"), mixed(item.color, _WHITE, 0.45)
            return Sketch((line(points, pale, _TRACK_M * 800.0), polygon(_arrow(points), pale, None)), layer=-1)
        half, wide = CAR_LONG_M / 2.0, CAR_WIDE_M / 2.0
        glass = rectangle(0.12 * CAR_LONG_M, 0.8 * wide, (214, 232, 244), INK, 2.0, (0.12 * CAR_LONG_M, 0.0))
        return Sketch((rectangle(half, wide, item.color, radius=0.012), glass))

    def solid(self, item: Entity) -> Mesh | None:
        """Barriers, paint, toy cars."""
        if item.shape == "walls":
            white = material(item.color, "", 0.5, 0.3)
            return mesh([(_barrier(*segment), white) for segment in item.fact("segments")])
        if item.shape == "track":
            paint = material(item.color, "noise", 0.1, 0.05)
            points = item.fact("points")
            pieces: list[Piece] = [(part, paint) for part in stroke(points, _TRACK_M, 0.0, 0.0012)]
            return mesh([*pieces, (slab(_arrow(points), 0.0, 0.0013), paint)])
        return toy_car(item.color, CAR_LONG_M)


def _arrow(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """The tip at the end of a track."""
    (ax, ay), (bx, by) = points[-2:]
    ux, uy = (bx - ax) / CELL_M, (by - ay) / CELL_M
    return [
        (bx + 0.045 * ux, by + 0.045 * uy),
        (bx + 0.005 * ux - 0.035 * uy, by + 0.005 * uy + 0.035 * ux),
        (bx + 0.005 * ux + 0.035 * uy, by + 0.005 * uy - 0.035 * ux),
    ]


def _barrier(ax: float, ay: float, bx: float, by: float) -> Solid:
    half = _WALL_M / 2.0
    return block(
        (min(ax, bx) - half, min(ay, by) - half, 0.0), (max(ax, bx) + half, max(ay, by) + half, _WALL_HIGH_M), 0.003
    )
