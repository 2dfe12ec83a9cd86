"""Counters made of several rectangles: their boxes may span a walkway that is not counter.

A counter's box is the first two centimetres of air above it, where things are found: the slab hangs below the box.
"""

from collections.abc import Sequence

from flowbench.bodies.draft import THINNEST_M, Body, Draft
from flowbench.bodies.fitting import BUILT_IN_KEY
from flowbench.bodies.materials import FITTED_WOODS
from flowbench.records import Vector
from flowbench.seeding import Key

LOOKS = {"top": ("marble", "marble", "laminate", "oak"), "wood": FITTED_WOODS}
OVERHANG_M = 0.06
BOARD_M = 0.02
SLAB_M = 0.035


def counter(
    pieces: Sequence[tuple[float, float, float, float]],
    size: Vector,
    *,
    base_m: float = 0.0,
    asset_id: str = "",
    name: str = "",
    seed: Key = 0,
) -> Body:
    """A counter in the frame of its box: a slab under each piece, its top at the box's bottom, and what carries it.

    Args:
        pieces: rectangles (x low, z low, x high, z high) about the centre of the box; none means the whole box.
        size: the box.
        base_m: how far a closed base reaches below the box (to the floor), 0 for none. The base is a shell for
            collisions: cupboards built into it keep their contents.
        asset_id: with `seed`, decides the materials, which match those of cupboards of the same key.
        name: decides the shade; leave it out for an exact match.
        seed: as in `fit`: a scene's name gives each scene its own fittings.
    """
    width, height, depth = size[0], max(size[1], THINNEST_M), size[2]
    key = (*BUILT_IN_KEY, asset_id, seed)
    draft = Draft((width, height, depth), key, (*key, name), LOOKS)
    draft.loose = True
    for x0, z0, x1, z1 in pieces or [(-width / 2, -depth / 2, width / 2, depth / 2)]:
        draft.piece((x0, -SLAB_M, z0), (x1, 0.0, z1), "top", 0.0)
        if base_m > SLAB_M:
            edge = min(OVERHANG_M, (x1 - x0) / 4, (z1 - z0) / 4)
            low, high = (x0 + edge, -base_m, z0 + edge), (x1 - edge, -SLAB_M, z1 - edge)
            draft.panel(low, high, "wood", 0.0)
            draft.walls(low, high, BOARD_M, "-x +x -z +z")
    return draft.finish((width, height, depth), False)
