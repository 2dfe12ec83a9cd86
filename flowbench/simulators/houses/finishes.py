"""Materials of walls, floors and ceilings by name: AI2-THOR's names tell what they are of, and often the colour."""

import colorsys
import re
from dataclasses import dataclass, replace

from flowbench.bodies.materials import SUBSTANCES, draw
from flowbench.render.meshes import Material
from flowbench.simulators.houses.assets import material_groups

Colour = tuple[float, float, float]
PLAIN = "PureWhite"  # its colour comes with it
# Words in a name, the first that fits, and the substance they stand for.
SUBSTANCE_WORDS = (
    ("subway", "subway tile"),
    ("checker", "checker tile"),
    ("hextile", "hex tile"),
    ("smalltile|smallkitchentile|shard|irregularglass", "mosaic tile"),
    ("brick|fireplace", "brick"),
    ("marble|granite|countertop", "marble"),
    ("tile|porcelain|ceramic", "wall tile"),
    ("concrete", "slate tile"),
    ("carpet|rug", "carpet"),
    ("cloth|fabric|leather", "fabric"),
    ("slashhatch|floorscross", "parquet"),
    ("smooth|counters|cabinet|cream_wood|woodclean|purelack_wood|robinegg", "oak"),
    ("wicker", "wicker"),
    ("wood|floor|beam|plank", "floor wood"),
    ("drywall|plaster|wall|white|pvc", "plaster"),
)
COLOUR_WORDS = (
    ("pureblack|black", "2e2a28"),
    ("dark", "5b3f2b"),
    ("robinegg", "9cc3c0"),
    ("turquoise", "79b3ae"),
    ("orange", "c98a4e"),
    ("yellow", "e2cf94"),
    ("green", "a9b793"),
    ("blue", "a3b6c6"),
    ("pink|rose", "d8b3a8"),
    ("red", "a0553f"),
    ("white|while|light|pale|clean", "e9e3d6"),
    ("grey", "a8a7a3"),
    ("cream|eggshell|beige|tan|sand", "dccdb0"),
    ("brown", "8a6a4c"),
    ("medium|rich", "96693f"),
)
VENEER, PLANKS = "oak", "floor wood"  # the grain of one sheet is too wide for a whole floor: it is laid in planks
PALE = frozenset({"plaster", "warm plaster", "wall tile", "subway tile", "mosaic tile", "marble"})
PALE_SHARE = 0.5  # how far the colours of these go to white
WHITE: Colour = (0.95, 0.945, 0.93)


@dataclass(frozen=True)
class Finish:
    """The look of a surface as a house names it.

    Attributes:
        name: of a material of the database; "" for none given.
        colour: sRGB from 0 to 1 that multiplies the material, or None.
    """

    name: str = ""
    colour: Colour | None = None


def is_known(name: str) -> bool:
    """Whether AI2-THOR's database has a material of this name."""
    return name in material_groups()


def material(finish: Finish, usual: str) -> Material:
    """Our material for a finish.

    Args:
        usual: the substance for a finish without a name.
    """
    substance = _first(SUBSTANCE_WORDS, finish.name) or usual if finish.name else usual
    if substance == VENEER and usual == PLANKS:
        substance = PLANKS
    if finish.name == PLAIN:
        substance = "plaster"
    drawn = draw(substance, "finish", finish.name)
    colour = drawn.colour
    swatch = _first(COLOUR_WORDS, finish.name)
    if swatch is not None and SUBSTANCES[substance].texture:
        colour = _toned(swatch, substance)
    if finish.name == PLAIN:
        colour = WHITE
    if finish.colour is not None:
        colour = _product(colour if finish.name == PLAIN else (1.0, 1.0, 1.0), finish.colour)
    return replace(drawn, colour=colour)


def _first(rows: tuple[tuple[str, str], ...], name: str) -> str | None:
    return next((value for words, value in rows if re.search(words, name.lower())), None)


def _toned(swatch: str, substance: str) -> Colour:
    red, green, blue = (int(swatch[k : k + 2], 16) / 255 for k in (0, 2, 4))
    if substance not in PALE:
        return red, green, blue
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    paler = light + (1.0 - light) * PALE_SHARE * light
    red, green, blue = colorsys.hls_to_rgb(hue, min(paler, 0.93), saturation)
    return red, green, blue


def _product(a: Colour, b: Colour) -> Colour:
    return a[0] * b[0], a[1] * b[1], a[2] * b[2]
