"""How Maze Square looks: a disc between lines, or a toy car between planks on a carpet."""

from flowbench.bodies.solids import Solid
from flowbench.render.clip.sketch import Sketch, disc, line, rectangle, rounded_rectangle
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.car import toy_car
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.solids import block, material, mesh, mixed, slab, stroke
from flowbench.rules.processes.entity import Colour, Entity

_WALL_M, _WALL_HIGH_M = 0.012, 0.05
_LINE_GOAL: Colour = (248, 170, 178)


class MazeLooks(Looks):
    """Walls, goal, car, and the line of a reference."""

    def flat(self, item: Entity) -> Sketch | None:
        """Lines, a pink square, a blue disc with a nose."""
        if item.shape == "walls":
            return Sketch(tuple(line([(a, b), (c, d)], stroke_px=5.0) for a, b, c, d in item.fact("segments")), layer=1)
        if item.shape == "route":
            return Sketch((line([(x, y) for x, y, _ in item.fact("points")], item.color, 10.0),))
        side = float(item.fact("cell"))
        if item.shape == "goal":
            return Sketch((rectangle(0.36 * side, 0.36 * side, mixed(_LINE_GOAL, item.color, 0.25), None),), layer=-1)
        radius = 0.24 * side
        nose = disc((0.5 * radius, 0.0), 0.22 * radius, (255, 255, 255), None)
        return Sketch((disc((0.0, 0.0), radius, item.color), nose))

    def solid(self, item: Entity) -> Mesh | None:
        """Planks, a red mat, a car with wheels."""
        if item.shape == "walls":
            planks = [_plank(*segment) for segment in item.fact("segments")]
            return mesh([(plank, material(item.color, "wood", 0.35, 0.2)) for plank in planks])
        if item.shape == "route":
            path = [(x, y) for x, y, _ in item.fact("points")]
            return mesh([(part, material(item.color)) for part in stroke(path, 0.018, 0.001, 0.004)])
        side = float(item.fact("cell"))
        if item.shape == "goal":
            mat = rounded_rectangle(0.38 * side, 0.38 * side, 0.05 * side)
            return mesh([(slab(mat, 0.0, 0.004), material(item.color, "fabric", 0.12, 0.0))])
        return toy_car(item.color, 0.54 * side)


def _plank(ax: float, ay: float, bx: float, by: float) -> Solid:
    half = _WALL_M / 2.0
    return block(
        (min(ax, bx) - half, min(ay, by) - half, 0.0), (max(ax, bx) + half, max(ay, by) + half, _WALL_HIGH_M), 0.002
    )
