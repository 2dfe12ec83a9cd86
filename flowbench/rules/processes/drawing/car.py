"""A toy car."""

from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.solids import block, material, mesh, rod
from flowbench.rules.processes.entity import Colour

_TYRE: Colour = (34, 34, 38)
_WINDOW: Colour = (196, 224, 240)


def toy_car(color: Colour, length_m: float) -> Mesh:
    """A toy car that looks along x, its wheels on z = 0; a bit more than half as wide as long, wheels included."""
    side = length_m / 0.54
    long, wide, high = 0.27 * side, 0.15 * side, 0.13 * side
    axle, tyre = 0.05 * side, 0.052 * side
    body, window, lamp = material(color, "", 0.5, 0.6), material(_WINDOW, "", 0.5, 0.8), material((255, 240, 190))
    pieces = [
        (block((-long, -wide, 0.45 * axle), (long, wide, 0.45 * axle + 0.55 * high), 0.03 * side), body),
        (block((-0.62 * long, -0.82 * wide, 0.5 * high), (0.36 * long, 0.82 * wide, 1.15 * high), 0.03 * side), window),
        (block((-0.54 * long, -0.78 * wide, 1.05 * high), (0.24 * long, 0.78 * wide, 1.25 * high), 0.02 * side), body),
        (block((0.93 * long, -0.7 * wide, 0.5 * high), (1.02 * long, -0.35 * wide, 0.75 * high), 0.004), lamp),
        (block((0.93 * long, 0.35 * wide, 0.5 * high), (1.02 * long, 0.7 * wide, 0.75 * high), 0.004), lamp),
    ]  # fmt: skip
    for x in (-0.58 * long, 0.58 * long):
        for sign in (-1.0, 1.0):
            wheel = rod([(x, sign * 0.86 * wide, axle), (x, sign * 1.18 * wide, axle)], tyre, 16)
            pieces.append((wheel, material(_TYRE, "", 0.5, 0.1)))
    return mesh(pieces)
