"""How Euler Path looks: nodes and edges, or strings between pins on cork."""

from flowbench.render.clip.sketch import Sketch, disc, label, line
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.digits import strokes
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.solids import Piece, material, mesh, rod, stroke, turned
from flowbench.rules.processes.entity import Colour, Entity

PIN_M, STRING_M = 0.023, 0.0032  # radii
NAMES = "ABCDEFGH"  # of the pins
_STRING: Colour = (236, 232, 224)
_STEEL: Colour = (190, 194, 200)
_TOP_M = 0.034  # of the pins
HIGH_M = 0.012  # of the strings above the board


class EulerLooks(Looks):
    """Graph, mark, trail, chalk."""

    def flat(self, item: Entity) -> Sketch | None:
        """Nodes and edges; a thick trail below them."""
        if item.shape == "graph":
            points = item.fact("points")
            lines = [line([points[a], points[b]]) for a, b in item.fact("edges")]
            discs = [disc(point, PIN_M, (255, 255, 255)) for point in points]
            names = [label(name, point, 1.1 * PIN_M) for name, point in zip(NAMES, points, strict=False)]
            return Sketch((*lines, *discs, *names))
        if item.shape == "mark":
            return Sketch((disc((0.0, 0.0), 0.042, None, item.color, 6.0),))
        if item.shape == "trail":
            points = item.fact("points")
            return Sketch((line(points, item.color, 12.0),), layer=-1) if len(points) > 1 else None
        return Sketch((disc((0.0, 0.0), 0.02, item.color),), layer=1)

    def solid(self, item: Entity) -> Mesh | None:
        """Pins, strings, chalk."""
        if item.shape == "graph":
            return _graph(item)
        if item.shape == "mark":
            ring = [(0.034, 0.0), (0.043, 0.0), (0.043, 0.004), (0.034, 0.004)]
            return mesh([(turned([*ring, ring[0]], sides=40), material(item.color, "", 0.5, 0.3))])
        if item.shape == "trail":
            points = item.fact("points")
            parts = stroke(points, 0.018, 0.0, 0.003) if len(points) > 1 else []
            return mesh([(part, material(item.color, "noise", 0.05, 0.0)) for part in parts]) if parts else None
        body = [(0.004, HIGH_M + 0.002), (0.011, HIGH_M + 0.012), (0.012, 0.085), (0.010, 0.09)]
        return mesh([(turned(body, sides=20), material(item.color, "paper", 0.1, 0.05))])


def _graph(item: Entity) -> Mesh:
    points, pieces = item.fact("points"), list[Piece]()
    thread, steel = material(_STRING, "linen", 0.02, 0.0), material(_STEEL, "", 0.5, 0.8)
    head = material(item.color, "", 0.5, 0.6)
    for a, b in item.fact("edges"):
        pieces.append((rod([(*points[a], HIGH_M), (*points[b], HIGH_M)], STRING_M, 8), thread))
    ink = material((40, 34, 30))
    for name, point in zip(NAMES, points, strict=False):
        pieces.append((turned([(0.004, 0.0), (0.004, 0.028)], point, 10), steel))
        cap = [(0.006, 0.02), (PIN_M, 0.022), (PIN_M, _TOP_M - 0.003), (0.88 * PIN_M, _TOP_M)]
        pieces.append((turned(cap, point, 28), head))
        for path in strokes(name, 1.15 * PIN_M, point):
            pieces += [(part, ink) for part in stroke(path, 0.0045, _TOP_M - 0.001, _TOP_M + 0.0005)]
    return mesh(pieces)
