"""How Jigsaw Puzzle looks: flat colours in black outlines, or printed cardboard in a wooden frame."""

from functools import lru_cache
from typing import Any

import shapely

from flowbench.bodies.solids import Solid
from flowbench.render.clip.sketch import INK, Shape, Sketch, line, polygon, rectangle
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.sheets import raised, sheet
from flowbench.rules.processes.drawing.solids import Piece, block, material, mesh, mixed, stroke
from flowbench.rules.processes.entity import Colour, Entity
from flowbench.rules.processes.jigsaw_puzzle.cutting import outline, piece_shape
from flowbench.rules.processes.jigsaw_puzzle.painting import Painting, layers
from flowbench.rules.processes.jigsaw_puzzle.records import FLOOR_M, THICK_M

_RIM_M, _RIM_HIGH_M = 0.026, 0.016
_SLACK_M = 0.0004  # by which the edges of cardboard are drawn in
_MARGIN_M = 0.0017  # of cardboard that the print leaves free, so that cuts are seen
_CARD_SHADE = 0.45  # how dark the cut edges of cardboard are
_PRINT_M = 0.0003  # of the print above the cardboard
_LIFT_M = 0.0002  # for each number of a piece: where pieces overlap, one is seen
_LEAST_M2 = 1e-7  # smaller scraps of a picture are left out
_GRAIN = 1e-6  # to which points of cut shapes are rounded, so that slivers do no harm
_LINE_FRAME: Colour = (226, 222, 214)
_FLOOR: Colour = (255, 255, 255)
_GRID: Colour = (206, 206, 202)
_DARK: Colour = (40, 30, 24)
_FELT: Colour = (84, 92, 88)


class JigsawLooks(Looks):
    """The frame and the pieces."""

    def flat(self, item: Entity) -> Sketch | None:
        """Flat colours; slots are pale squares."""
        cell = float(item.fact("cell"))
        rows, columns = item.fact("size")
        if item.shape == "frame":
            half_x, half_y = columns * cell / 2.0, rows * cell / 2.0
            rim = rectangle(half_x + _RIM_M, half_y + _RIM_M, mixed(_LINE_FRAME, item.color, 0.15), radius=0.01)
            grid = [line(path, _GRID, 1.5) for path in _seams(rows, columns, cell)]
            return Sketch((rim, rectangle(half_x, half_y, _FLOOR), *grid), layer=-1)
        shape = piece_shape(item.fact("sides"), cell)
        parts: list[Shape] = []
        for colour, points in _layers(item):
            cut = _placed(shapely.Polygon(points), item).intersection(shape, grid_size=_GRAIN)
            parts += [polygon(outline(part), colour, None) for part in _polygons(cut)]
        return Sketch((*parts, polygon(outline(shape), None, INK, 2.5)))

    def solid(self, item: Entity) -> Mesh | None:
        """Wood and felt; cardboard with a print."""
        cell = float(item.fact("cell"))
        if item.shape == "frame":
            rows, columns = item.fact("size")
            return _frame(item.color, rows, columns, cell)
        body, printed = (piece_shape(item.fact("sides"), cell, inset) for inset in (_SLACK_M, _MARGIN_M))
        top = THICK_M + _LIFT_M * int(item.fact("number"))
        card = material(mixed(item.color, _DARK, _CARD_SHADE), "paper", 0.2, 0.0)
        pieces: list[Piece] = [(raised(body, 0.0, top - _PRINT_M), card)]
        for colour, region in _seen(_painting(item), _width(item)):
            cut = shapely.MultiPolygon(_polygons(_placed(region, item).intersection(printed, grid_size=_GRAIN)))
            if not cut.is_empty:
                pieces.append((sheet(cut, top), material(colour, "", 0.5, 0.12)))
        return mesh(pieces)


def _painting(item: Entity) -> Painting:
    return Painting(*item.fact("painting"))


def _width(item: Entity) -> float:
    rows, columns = item.fact("size")
    return float(columns / rows)


def _layers(item: Entity) -> Any:
    return layers(_painting(item), _width(item))


def _placed(region: Any, item: Entity) -> Any:
    """A region of the picture in the frame of a piece, metres."""
    rows, (row, column), cell = item.fact("size")[0], item.fact("slot"), float(item.fact("cell"))
    high = rows * cell
    middle = (column + 0.5) * cell, (rows - row - 0.5) * cell
    return shapely.transform(region, lambda points: points * high - middle)


def _polygons(shape: Any) -> list[Any]:
    """The polygons of a cut, scraps left out."""
    parts = shapely.get_parts(shape)
    return [part for part in parts if part.geom_type == "Polygon" and part.area > _LEAST_M2]


@lru_cache(maxsize=16)
def _seen(painting: Painting, width: float) -> tuple[tuple[Colour, Any], ...]:
    """What is seen of each colour of a picture: its shapes without those that lie on them."""
    covered: Any = shapely.Polygon()
    found: dict[Colour, list[Any]] = {}
    for colour, points in reversed(layers(painting, width)):
        shape = shapely.Polygon(points)
        found.setdefault(colour, []).append(shape.difference(covered, grid_size=_GRAIN))
        covered = covered.union(shape, grid_size=_GRAIN)
    return tuple((colour, shapely.union_all(parts, grid_size=_GRAIN)) for colour, parts in found.items())


def _seams(rows: int, columns: int, cell: float) -> list[list[tuple[float, float]]]:
    """The lines between slots."""
    half_x, half_y = columns * cell / 2.0, rows * cell / 2.0
    upright = [[(k * cell - half_x, -half_y), (k * cell - half_x, half_y)] for k in range(1, columns)]
    level = [[(-half_x, k * cell - half_y), (half_x, k * cell - half_y)] for k in range(1, rows)]
    return upright + level


def _frame(color: Colour, rows: int, columns: int, cell: float) -> Mesh:
    """Four strips of wood about a floor of felt with the slots drawn on it."""
    x, y = columns * cell / 2.0, rows * cell / 2.0
    outer_x, outer_y = x + _RIM_M, y + _RIM_M
    wood = material(color, "wood", 0.35, 0.25)
    floor = block((-x, -y, 0.0), (x, y, FLOOR_M - 0.0005), 0.0001)
    strips: list[Solid] = [
        block((-outer_x, y, 0.0), (outer_x, outer_y, _RIM_HIGH_M), 0.003),
        block((-outer_x, -outer_y, 0.0), (outer_x, -y, _RIM_HIGH_M), 0.003),
        block((-outer_x, -y, 0.0), (-x, y, _RIM_HIGH_M), 0.003),
        block((x, -y, 0.0), (outer_x, y, _RIM_HIGH_M), 0.003),
    ]
    chalk = material(mixed(_FELT, (255, 255, 255), 0.22))
    pieces: list[Piece] = [(floor, material(_FELT, "carpet", 0.15, 0.0)), *((strip, wood) for strip in strips)]
    for path in _seams(rows, columns, cell):
        pieces += [(part, chalk) for part in stroke(path, 0.0022, FLOOR_M - 0.001, FLOOR_M - 0.0002)]
    return mesh(pieces)
