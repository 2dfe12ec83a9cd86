"""How Maze Round looks: a disc between lines, or a steel marble between strips of wood on a round board."""

import math

import numpy as np

from flowbench.bodies.solids import Solid, loft
from flowbench.render.clip.sketch import INK, Shape, Sketch, disc, line, polygon
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.corridors import Point
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.solids import block, material, mesh, mixed, slab, stroke, turned
from flowbench.rules.processes.entity import Colour, Entity
from flowbench.rules.processes.maze_round.records import FLOOR_M, OUTER_M, polar

MARBLE = 0.27  # radius, corridor widths
_WALL_M, _WALL_HIGH_M, _EDGE_M = 0.012, 0.034, 0.002
_RIM_M = 0.026  # of the board beyond the outer wall
_STEP_DEG = 4.0  # between the points of an arc
_GOAL = 0.3  # half width of the red spot, corridor widths
_MIDDLE_GOAL = 0.6  # its radius in the middle
_FELT_M = 0.0015
_PAPER: Colour = (255, 255, 255)
_LINE_BOARD: Colour = (246, 242, 234)
_LINE_GOAL: Colour = (248, 170, 178)


class RoundLooks(Looks):
    """Board, walls, goal, marble, and the line of a reference."""

    def flat(self, item: Entity) -> Sketch | None:
        """Lines, a pink spot, a blue disc with a gleam."""
        if item.shape == "board":
            return Sketch((disc((0.0, 0.0), OUTER_M + _RIM_M, _LINE_BOARD, INK, 2.0),), layer=-2)
        if item.shape == "walls":
            arcs = [line(_arc(*arc), stroke_px=5.0) for arc in item.fact("arcs")]
            spokes = [line([(a, b), (c, d)], stroke_px=5.0) for a, b, c, d in item.fact("spokes")]
            return Sketch((*arcs, *spokes), layer=1)
        if item.shape == "route":
            return Sketch((line([(x, y) for x, y, _ in item.fact("points")], item.color, 10.0),))
        if item.shape == "goal":
            return Sketch((polygon(_spot(item), mixed(_LINE_GOAL, item.color, 0.25), None),), layer=-1)
        return Sketch(_flat_marble(item.color, MARBLE * float(item.fact("cell"))))

    def solid(self, item: Entity) -> Mesh | None:
        """Wood, red felt, steel."""
        if item.shape == "board":
            round_board = turned([(0.001, 0.0), (OUTER_M + _RIM_M, 0.0), (OUTER_M + _RIM_M, FLOOR_M - 0.003),
                                  (OUTER_M + _RIM_M - 0.003, FLOOR_M), (0.001, FLOOR_M)], sides=96)  # fmt: skip
            return mesh([(round_board, material(item.color, "wood", 0.5, 0.2))])
        if item.shape == "walls":
            strips = [_strip(*arc) for arc in item.fact("arcs")] + [_plank(*wall) for wall in item.fact("spokes")]
            return mesh([(strip, material(item.color, "wood", 0.35, 0.25)) for strip in strips])
        if item.shape == "route":
            path = [(x, y) for x, y, _ in item.fact("points")]
            return mesh([(part, material(item.color)) for part in stroke(path, 0.014, FLOOR_M, FLOOR_M + 0.003)])
        if item.shape == "goal":
            return mesh([(slab(_spot(item), 0.0, _FELT_M), material(item.color, "fabric", 0.12, 0.0))])
        radius = MARBLE * float(item.fact("cell"))
        ball = [(radius * math.sin(a), radius - radius * math.cos(a)) for a in np.linspace(0.02, math.pi - 0.02, 25)]
        return mesh([(turned(ball), material(item.color, "", 0.5, 0.9))])


def _flat_marble(color: Colour, radius: float) -> tuple[Shape, ...]:
    gleam = disc((-0.3 * radius, 0.35 * radius), 0.22 * radius, mixed(color, _PAPER, 0.8), None)
    return disc((0.0, 0.0), radius, color), gleam


def _arc(radius: float, start_deg: float, end_deg: float) -> list[Point]:
    """Points of an arc."""
    count = max(2, math.ceil((end_deg - start_deg) / _STEP_DEG) + 1)
    return [polar(radius, float(angle)) for angle in np.linspace(start_deg, end_deg, count)]


def _spot(item: Entity) -> list[Point]:
    """The outline of the goal about its middle: a disc, or a part of a ring whose middle lies at minus x."""
    width, radius, span = (float(item.fact(name)) for name in ("cell", "radius", "span_deg"))
    if radius == 0.0:
        return _arc(_MIDDLE_GOAL * width, 0.0, 360.0 - _STEP_DEG)
    half = span / 2.0 - math.degrees((0.5 - _GOAL) * width / radius)
    ring = _arc(radius + _GOAL * width, -half, half) + _arc(radius - _GOAL * width, -half, half)[::-1]
    return [(x - radius, y) for x, y in ring]


def _strip(radius: float, start_deg: float, end_deg: float) -> Solid:
    """A wall bent along an arc, its upper edges bevelled, a bit longer than the arc so that corners are closed."""
    half, low, high = _WALL_M / 2.0, FLOOR_M - 0.001, FLOOR_M + _WALL_HIGH_M
    more = math.degrees(half / radius)
    profile = ((half, low), (half, high - _EDGE_M), (half - _EDGE_M, high),
               (_EDGE_M - half, high), (-half, high - _EDGE_M), (-half, low))  # fmt: skip
    rings = []
    count = max(2, math.ceil((end_deg - start_deg) / _STEP_DEG) + 1)
    for angle in np.linspace(start_deg - more, end_deg + more, count):
        across = [polar(radius + offset, float(angle)) for offset, _ in profile]
        rings.append([(x, z, y) for (x, y), (_, z) in zip(across, profile, strict=True)])
    return loft(np.array(rings))


def _plank(ax: float, ay: float, bx: float, by: float) -> Solid:
    """A straight wall across a ring."""
    length, half = math.hypot(bx - ax, by - ay), _WALL_M / 2.0
    plank = block((0.0, -half, FLOOR_M - 0.001), (length, half, FLOOR_M + _WALL_HIGH_M), _EDGE_M)
    angle = -math.degrees(math.atan2(by - ay, bx - ax))
    return plank.tilted(angle, (0.0, 0.0, 0.0), 1).moved(ax, 0.0, ay)
