"""The counters of houses: straight, round one corner (L) or two (C), as the names of their assets say."""

from dataclasses import replace
from functools import lru_cache

from flowbench import bodies
from flowbench.bodies import Body
from flowbench.records import Vector

ARM_M = 0.61
SLAB_BOX_M = 0.004  # `bodies.counter` hangs a slab and its base below a box this high
Rectangle = tuple[float, float, float, float]


def pieces(asset_id: str, width: float, depth: float) -> tuple[Rectangle, ...]:
    """Rectangles (x low, z low, x high, z high) about the middle of a counter's box; its back is at -z."""
    kind = next((part for part in asset_id.split("_") if part in ("L", "C")), "I")
    x, z, arm = width / 2.0, depth / 2.0, min(ARM_M, width / 2.0, depth)
    if kind == "I" or depth <= arm + SLAB_BOX_M:
        return ((-x, -z, x, z),)
    left, right = (-x, arm - z, arm - x, z), (x - arm, arm - z, x, z)
    return ((-x, -z, x, arm - z), left) if kind == "L" else ((-x, -z, x, arm - z), left, right)


@lru_cache(maxsize=128)
def counter(size: Vector, asset_id: str, seed: str) -> Body:
    """The body of a counter that fills its box from the floor to its top."""
    width, height, depth = size
    hung = bodies.counter(
        pieces(asset_id, width, depth), (width, SLAB_BOX_M, depth), base_m=height, asset_id=asset_id, seed=seed
    )
    vertices, boxes = hung.mesh.vertices.copy(), hung.boxes.copy()
    vertices[:, 1] += height / 2.0 + SLAB_BOX_M / 2.0
    boxes[:, 1] += height / 2.0 + SLAB_BOX_M / 2.0
    return Body(replace(hung.mesh, vertices=vertices), boxes)
