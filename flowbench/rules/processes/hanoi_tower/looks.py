"""How Hanoi Tower looks: rectangles on lines, or turned wood."""

from flowbench.render.clip.sketch import Sketch, line, rectangle
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.solids import block, material, mesh, mixed, turned
from flowbench.rules.processes.entity import Colour, Entity
from flowbench.rules.processes.hanoi_tower.records import BASE_M, PEG_RADIUS_M, PEG_TOP_M, PEG_X_M, THICK_M

_HALF_X_M, _HALF_Y_M = 0.55, 0.19
_ROUND_M = 0.014  # of a disk's edges
_DARK: Colour = (60, 38, 22)


class HanoiLooks(Looks):
    """Board with pegs, mark, disks."""

    def flat(self, item: Entity) -> Sketch | None:
        """Seen from the front."""
        if item.shape == "board":
            pegs = [line([(x, BASE_M), (x, PEG_TOP_M)], stroke_px=9.0) for x in PEG_X_M]
            base = rectangle(_HALF_X_M, BASE_M / 2, (222, 222, 218), centre=(0.0, BASE_M / 2))
            return Sketch((*pegs, base), layer=-2)
        if item.shape == "mark":
            return Sketch((rectangle(0.15, 0.018, item.color, centre=(0.0, -0.03)),), layer=-1)
        return Sketch((rectangle(float(item.fact("radius")), THICK_M / 2 - 0.002, item.color, radius=0.02),))

    def solid(self, item: Entity) -> Mesh | None:
        """Turned wood on a board."""
        if item.shape == "board":
            wood = material(item.color, "wood", 0.5, 0.25)
            base = block((-_HALF_X_M, -_HALF_Y_M, 0.0), (_HALF_X_M, _HALF_Y_M, BASE_M), 0.008)
            peg = material(mixed(item.color, _DARK, 0.45), "wood", 0.3, 0.3)
            r, top = PEG_RADIUS_M, PEG_TOP_M
            profile = [(r, BASE_M), (r, top - r), (0.87 * r, top - 0.5 * r), (0.5 * r, top - 0.13 * r), (0.05 * r, top)]
            return mesh([(base, wood), *((turned(profile, (x, 0.0), 24), peg) for x in PEG_X_M)])
        if item.shape == "mark":
            square = block((-0.14, -0.36, 0.0005), (0.14, -0.24, 0.004), 0.001)
            return mesh([(square, material(item.color, "fabric", 0.1, 0.0))])
        return _disk(item.color, float(item.fact("radius")))


def _disk(color: Colour, radius: float) -> Mesh:
    """About its middle, with rounded edges and the rim of its hole."""
    half, r = THICK_M / 2 - 0.001, _ROUND_M
    profile = [(0.024, -half), (radius - r, -half), (radius - 0.3 * r, -half + 0.3 * r), (radius, -half + r)]
    profile += [(x, -y) for x, y in reversed(profile)]
    rim = [
        (PEG_RADIUS_M + 0.004, half - 0.001),
        (0.027, half - 0.001),
        (0.027, half + 0.0008),
        (PEG_RADIUS_M + 0.004, half + 0.0008),
    ]
    dark = material(mixed(color, _DARK, 0.5), "wood", 0.2, 0.1)
    return mesh([(turned(profile, sides=48), material(color, "wood", 0.25, 0.45)), (turned(rim, sides=32), dark)])
