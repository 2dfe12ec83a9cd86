"""How Sliding Puzzle looks: outlined squares, or wooden tiles with sunken numbers in a wooden tray."""

from flowbench.bodies.solids import Solid
from flowbench.render.clip.sketch import Sketch, label, rectangle, rounded_rectangle
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.digits import Stroke, strokes
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.solids import block, material, mesh, mixed, slab, stroke
from flowbench.rules.processes.entity import Colour, Entity

HIGH_M = 0.035
_GAP_M = 0.004  # between tiles
_RIM_M, _RIM_HIGH_M = 0.035, 0.05
_NUMBER: Colour = (70, 42, 24)
_LINE_TILE: Colour = (250, 232, 190)
_LINE_TRAY: Colour = (232, 232, 230)


class SlidingLooks(Looks):
    """The tray and the tiles."""

    def flat(self, item: Entity) -> Sketch | None:
        """Outlined squares."""
        side = float(item.fact("side"))
        if item.shape == "tray":
            return Sketch(
                (
                    rectangle(side / 2 + 0.02, side / 2 + 0.02, _LINE_TRAY),
                    rectangle(side / 2, side / 2, (255, 255, 255)),
                ),
                layer=-1,
            )
        half, text = side / 2 - _GAP_M, str(item.fact("label"))
        return Sketch(
            (
                rectangle(half, half, mixed(_LINE_TILE, item.color, 0.25), radius=0.012),
                label(text, (0.0, 0.0), 0.55 * side),
            )
        )

    def solid(self, item: Entity) -> Mesh | None:
        """Wood."""
        side = float(item.fact("side"))
        if item.shape == "tray":
            return _tray(item.color, side)
        half = side / 2 - _GAP_M / 2
        wood = material(item.color, "wood", 0.3, 0.25)
        lines = [part for path in strokes(str(item.fact("label")), 0.5 * side) for part in _engraved(path, 0.06 * side)]
        body = block((-half, -half, 0.0), (half, half, HIGH_M), 0.006)
        return mesh([(body, wood), *((part, material(_NUMBER, "", 0.5, 0.1)) for part in lines)])


def _engraved(path: Stroke, width: float) -> list[Solid]:
    return stroke(path, width, HIGH_M - 0.002, HIGH_M + 0.0006)


def _tray(color: Colour, side: float) -> Mesh:
    inner, outer = side / 2, side / 2 + _RIM_M
    rim = material(color, "wood", 0.4, 0.2)
    floor = (
        slab(rounded_rectangle(inner, inner, 0.0), 0.0, 0.003),
        material(mixed(color, (20, 14, 8), 0.45), "wood", 0.4, 0.05),
    )
    boards = [
        block((-outer, inner, 0.0), (outer, outer, _RIM_HIGH_M), 0.005),
        block((-outer, -outer, 0.0), (outer, -inner, _RIM_HIGH_M), 0.005),
        block((-outer, -inner, 0.0), (-inner, inner, _RIM_HIGH_M), 0.005),
        block((inner, -inner, 0.0), (outer, inner, _RIM_HIGH_M), 0.005),
    ]
    return mesh([floor, *((board, rim) for board in boards)])
