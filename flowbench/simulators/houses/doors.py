"""Doors that stand open: a frame, and its leaf or leaves turned by a right angle."""

from functools import lru_cache

from flowbench.bodies import RECIPES, Body
from flowbench.bodies.draft import Draft
from flowbench.records import Vector

POST_M, POST_SHARE = 0.07, 0.12
LEAF_M = 0.04
TWO_LEAVES_M = 1.5
SILL_M = 0.005
PANEL_M = 0.01  # how far a leaf's panels stand out


def leaf_m(width: float) -> float:
    """How far a leaf of a door of this width reaches when it stands open."""
    return (width - 2.0 * _post(width)) / (2.0 if width > TWO_LEAVES_M else 1.0)


def open_size(size: Vector) -> tuple[Vector, float]:
    """Size of the box around a door that stands open, and how far its middle is from the frame's, along its front."""
    width, height, depth = size
    ahead = leaf_m(width)
    return (width, height, depth / 2.0 + ahead), (ahead - depth / 2.0) / 2.0


@lru_cache(maxsize=256)
def open_door(size: Vector, asset_id: str, seed: str) -> Body:
    """The body of a door that stands open, in a box of `open_size`."""
    key = ("body", "built in", asset_id, seed)
    depth = 2.0 * (size[2] - leaf_m(size[0]))
    draft = Draft(size, key, key, RECIPES["Doorway"].looks)
    draft.loose = True
    half_x, h, back = size[0] / 2, size[1], -size[2] / 2
    post = _post(size[0])
    for x in (-half_x, half_x - post):
        draft.piece((x, 0.0, back), (x + post, h, back + depth), "frame")
    draft.piece((-half_x + post, h - post, back), (half_x - post, h, back + depth), "frame")
    for hinge in (-1.0, 1.0) if size[0] > TWO_LEAVES_M else (-1.0,):
        _leaf(draft, hinge * (half_x - post), hinge, back + depth / 2, size[2] / 2, h - post)
    return draft.finish(size, False)


def _leaf(draft: Draft, x: float, hinge: float, start: float, end: float, top: float) -> None:
    """A panelled leaf along z, hung at x."""
    inner = x - hinge * LEAF_M
    draft.piece((min(x, inner), SILL_M, start), (max(x, inner), top - SILL_M, end), "leaf", 0.003)
    rim, thick = (end - start) * 0.16, PANEL_M
    for low, high in ((0.08, 0.44), (0.54, 0.94)):
        lower, upper = (min(x, inner) - thick, top * low, start + rim), (max(x, inner) + thick, top * high, end - rim)
        draft.panel(lower, upper, "leaf", PANEL_M * 0.9)
    z = end - rim * 0.5
    for side in (min(x, inner) - 0.045, max(x, inner)):
        draft.panel((side, top * 0.5 - 0.012, z - 0.06), (side + 0.045, top * 0.5 + 0.012, z + 0.01), "handle", 0.006)


def _post(width: float) -> float:
    return min(POST_M, width * POST_SHARE)
