"""`fit`: the body of an object of a type, filling its box."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from flowbench.bodies.catalogue import PLAIN, RECIPES, Recipe
from flowbench.bodies.draft import THINNEST_M, Body, Draft, pick
from flowbench.errors import BadValue
from flowbench.records import Vector
from flowbench.render.meshes import Material
from flowbench.seeding import Key

BUILT_IN_KEY = ("body", "built in")
LARGEST_M = 1000.0


def fit(
    object_type: str,
    size: Vector,
    *,
    asset_id: str = "",
    name: str = "",
    seed: Key = 0,
    surfaces_m: tuple[float, ...] = (),
    materials: Mapping[str, Material] = MappingProxyType({}),
) -> Body:
    """Return the body of an object type in a box of `size` (metres; x width, y height, z depth).

    The mesh spans the box exactly, except that sides below 4 mm are drawn 4 mm thick and that windows, curtains,
    blinds, shower parts and shelves are thin whatever their box says: the former stand in the middle plane of the box,
    a shelf is a board at its bottom. Those (shelves apart) and floors have no collision boxes: they never block.

    Where a box is only the air above a surface, the surface is drawn below it: counters, and tables and desks flatter
    than 12 cm.

    A type without a recipe gets a plain rounded box, since users bring their own types.

    Args:
        asset_id: decides shape and materials, so that two objects of one asset look alike.
        name: decides the shade of the colours, and everything when there is no asset. What is built into a room
            (cupboards, drawers, shelves, taps, windows ...) ignores it: such things match.
        seed: another seed gives another look; a scene's name gives each scene its own fittings.
        surfaces_m: heights above the bottom of the box at which the object is known to carry things, the main one
            first: the mattress, the seat, the desk top, the boards of a shelving unit.
        materials: materials by slot that replace the drawn ones, see `materials`: a dresser's wood for its drawers.

    Raises:
        BadValue: for sizes that are not three finite, non-negative numbers.
    """
    width, height, depth = (float(side) for side in size)
    if not all(0 <= side < LARGEST_M for side in (width, height, depth)):
        raise BadValue(f"A size is three lengths from 0 to {LARGEST_M:g} m, got {size!r} for {object_type!r}.")
    surfaces = tuple(float(surface) for surface in surfaces_m)
    return _fit(object_type, (width, height, depth), asset_id, name, seed, surfaces, tuple(sorted(materials.items())))


def materials(object_type: str, *, asset_id: str = "", name: str = "", seed: Key = 0) -> dict[str, Material]:
    """The materials by slot that `fit` would draw for an object; what is wooden calls its slot "wood"."""
    recipe = RECIPES.get(object_type, PLAIN)
    keys = _keys(object_type, recipe, asset_id, name, seed)
    return {slot: pick(slot, recipe.looks, *keys) for slot in recipe.looks}


@lru_cache(maxsize=1024)
def _fit(
    object_type: str,
    size: Vector,
    asset: str,
    name: str,
    seed: Key,
    surfaces: tuple[float, ...],
    given: tuple[tuple[str, Material], ...],
) -> Body:
    recipe = RECIPES.get(object_type, PLAIN)
    width, height, depth = (max(side, THINNEST_M) for side in size)
    turned = _is_turned(recipe, width, depth)
    across, along = (depth, width) if turned else (width, depth)
    keys = _keys(object_type, recipe, asset, name, seed)
    draft = Draft((across, height, along), *keys, recipe.looks, surfaces, dict(given))
    recipe.make(draft)
    body = draft.finish((width, height, depth), turned)
    return body if recipe.blocks else Body(body.mesh, body.boxes[:0])


def _keys(
    object_type: str, recipe: Recipe, asset: str, name: str, seed: Key
) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
    """Keys of an object's shape and of its colours."""
    if recipe.built_in:
        key = (*BUILT_IN_KEY, asset, seed)
        return key, key
    shape = ("body", object_type, asset or name, seed)
    return shape, (*shape, name)


def _is_turned(recipe: Recipe, width: float, depth: float) -> bool:
    if recipe.along == "long":
        return width > depth
    return recipe.along == "thin" and width < depth
