"""Procedural textures by name, with mip maps, packed once per process into one table for the shader.

A texture is a tileable square of factors around 1 (linear light) that multiply a material's colour; `PICTURES` carry
the colour themselves and replace it. Texels are stored as square roots, which spreads 8 bits evenly over what the eye
tells apart, one uint64 each with a channel in every 16 bits, so that all three are blended by one multiplication.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from flowbench import seeding
from flowbench.errors import UnknownName
from flowbench.records import Floats
from flowbench.render import coverings, patterns, scenery

LEVELS = 9  # 256, 128, ..., 1 texels a side
BRIGHTEST = 2.0  # the largest factor a texel can hold
STRIDE = sum(((patterns.SIZE >> level) + 1) ** 2 for level in range(LEVELS))  # texels of one texture with all levels

_MAKERS: dict[str, Callable[[Generator], Floats]] = {
    "wood": patterns.wood,
    "planks": patterns.planks,
    "carpet": patterns.carpet,
    "fabric": patterns.fabric,
    "linen": patterns.linen,
    "tile": patterns.tile,
    "brick": patterns.brick,
    "plaster": patterns.plaster,
    "paper": patterns.paper,
    "marble": patterns.marble,
    "stone": patterns.stone,
    "leaf": patterns.leaf,
    "metal": patterns.metal,
    "noise": patterns.plain_noise,
    "checker": patterns.checker,
    "screen": patterns.screen,
    "painting": patterns.painting,
    "sky": patterns.sky,
    "parquet": coverings.parquet,
    "hexagons": coverings.hexagons,
    "terrazzo": coverings.terrazzo,
    "subway": coverings.subway,
    "mosaic": coverings.mosaic,
    "slate": coverings.slate,
    "stripes": coverings.stripes,
    "damask": coverings.damask,
    "garden": scenery.garden,
    "town": scenery.town,
    "seascape": scenery.seascape,
    "blocks": scenery.blocks,
    "circles": scenery.circles,
    "flowers": scenery.flowers,
    "film": scenery.film,
}
TEXTURES = tuple(_MAKERS)
PICTURES = frozenset(
    {"screen", "painting", "sky", "garden", "town", "seascape", "blocks", "circles", "flowers", "film"}
)


def texture_number(name: str) -> int:
    """Row of a texture in the table, -1 for "" (plain); an unknown name is an error that offers the nearest."""
    if name == "":
        return -1
    if name not in _MAKERS:
        raise UnknownName.among("texture", name, TEXTURES)
    return TEXTURES.index(name)


@cache
def texture(name: str) -> Floats:
    """(256, 256, 3) factors of a texture by name; row 0 is v = 0. Patterns average 1 in each channel."""
    texture_number(name)
    made = _MAKERS[name](seeding.generator("texture", name))
    made = np.repeat(made[:, :, None], 3, axis=2) if made.ndim == 2 else made
    if name not in PICTURES:
        made = made / made.mean(axis=(0, 1))
    return np.clip(made, 0.0, BRIGHTEST)


@cache
def table() -> NDArray[np.uint64]:
    """All textures with their mip maps in one row; a texture starts at its number times STRIDE, coarsest level first.

    Each level repeats its first row and column behind its last, so that neighbours need no wrapping.
    """
    return np.concatenate([_packed(level) for name in TEXTURES for level in reversed(_levels(texture(name)))])


def _levels(finest: Floats) -> list[Floats]:
    levels = [finest]
    while len(levels) < LEVELS:
        last = levels[-1]
        levels.append(0.25 * (last[::2, ::2] + last[1::2, ::2] + last[::2, 1::2] + last[1::2, 1::2]))
    return levels


def _packed(level: Floats) -> NDArray[np.uint64]:
    stored: NDArray[np.uint64] = np.rint(255.0 * np.sqrt(level / BRIGHTEST)).astype(np.uint64)
    word: NDArray[np.uint64] = stored[..., 0] | (stored[..., 1] << np.uint64(16)) | (stored[..., 2] << np.uint64(32))
    return np.pad(word, (0, 1), mode="wrap").reshape(-1)
