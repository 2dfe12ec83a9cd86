"""How Polyform Tiling looks: outlined cells, or wooden pieces and a frame lined with felt."""

from flowbench.render.clip.sketch import Sketch, line, polygon
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.solids import Piece, material, mesh, mixed, slab, stroke
from flowbench.rules.processes.entity import Colour, Entity
from flowbench.rules.processes.polyform_tiling.outline import outline, seams
from flowbench.rules.processes.polyform_tiling.records import FLOOR_M, THICK_M, Cell

_RIM_M, _RIM_HIGH_M = 0.022, 0.02
_SLACK_M = 0.0015  # between pieces
_DARK: Colour = (30, 24, 20)
_FELT: Colour = (66, 84, 74)


class TilingLooks(Looks):
    """The frame and the pieces."""

    def flat(self, item: Entity) -> Sketch | None:
        """Outlined cells."""
        cells: tuple[Cell, ...] = item.fact("cells")
        if item.shape == "frame":
            grid = [line(seam, (196, 196, 192), 1.5) for seam in seams(cells)]
            return Sketch((polygon(outline(cells), (244, 244, 240), stroke_px=5.0), *grid), layer=-1)
        inner = [line(seam, mixed(item.color, _DARK, 0.35), 1.5) for seam in seams(cells)]
        return Sketch((polygon(outline(cells, _SLACK_M), item.color), *inner))

    def solid(self, item: Entity) -> Mesh | None:
        """Wood and felt."""
        cells: tuple[Cell, ...] = item.fact("cells")
        if item.shape == "frame":
            return _frame(item.color, cells)
        body = slab(outline(cells, _SLACK_M), 0.0, THICK_M)
        pieces: list[Piece] = [(body, material(item.color, "wood", 0.25, 0.3))]
        groove = material(mixed(item.color, _DARK, 0.35), "", 0.5, 0.1)
        for seam in seams(cells):
            pieces += [(part, groove) for part in stroke(seam, 0.0028, THICK_M - 0.001, THICK_M + 0.0004)]
        return mesh(pieces)


def _frame(color: Colour, cells: tuple[Cell, ...]) -> Mesh:
    """A rim around the region, its floor of felt with the cells drawn on it."""
    inner, outer = outline(cells), outline(cells, -_RIM_M)
    pieces: list[Piece] = [(slab(inner, 0.0, FLOOR_M - 0.0005), material(_FELT, "carpet", 0.15, 0.0))]
    for a, b, c, d in zip(inner, (*inner[1:], inner[0]), outer, (*outer[1:], outer[0]), strict=True):
        pieces.append((slab((a, b, d, c), 0.0, _RIM_HIGH_M), material(color, "wood", 0.3, 0.25)))
    chalk = material(mixed(_FELT, (255, 255, 255), 0.25))
    for seam in seams(cells):
        pieces += [(part, chalk) for part in stroke(seam, 0.002, FLOOR_M - 0.001, FLOOR_M - 0.0002)]
    return mesh(pieces)
