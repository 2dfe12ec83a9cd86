"""What bodies are made of: each material has swatches to draw a colour from, a texture and a gloss."""

import colorsys
from dataclasses import dataclass

from flowbench.render.meshes import Material
from flowbench.seeding import Key, fraction

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Substance:
    """A material before its colour is drawn.

    Attributes:
        swatches: sRGB hex colours, any of which may be drawn.
        texture: name of a procedural texture, "" for none.
        tile_m: metres one repeat covers.
        gloss: 0 (matt) to 1 (polished).
        jitter: largest relative change of lightness.
        glow: how bright it shines by itself, see `Material`.
    """

    swatches: tuple[str, ...]
    texture: str = ""
    tile_m: float = 1.0
    gloss: float = 0.1
    jitter: float = 0.06
    glow: float = 0.0


def _of(
    swatches: str, texture: str = "", tile_m: float = 1.0, gloss: float = 0.1, jitter: float = 0.06, glow: float = 0.0
) -> Substance:
    return Substance(tuple(swatches.split()), texture, tile_m, gloss, jitter, glow)


SUBSTANCES = {
    "oak": _of("c69c63 b98b52 d3b07c", "wood", 0.6, 0.25),
    "walnut": _of("6d4730 7b5337 5c3b26", "wood", 0.6, 0.3),
    "pine": _of("dcbd88 e3c998 d0ab74", "wood", 0.6, 0.2),
    "mahogany": _of("7f412b 8c4a30 6f3424", "wood", 0.6, 0.35),
    "black wood": _of("35302d 2b2725", "wood", 0.6, 0.3),
    "painted wood": _of("f1eee6 e6e1d6 c9d3d0 8ba3a4 55656f b4c2ad d8c7a8", "", 1.0, 0.3),
    "white paint": _of("f3f1ec ecebe6", "", 1.0, 0.3, 0.03),
    "brushed steel": _of("b4b8bb c2c5c7 a5a9ac", "metal", 0.3, 0.6, 0.04),
    "dark steel": _of("4b4e52 3d4044 5a5c5f", "metal", 0.3, 0.5),
    "chrome": _of("cfd4d8 dadee0", "", 1.0, 0.9, 0.03),
    "brass": _of("b98f45 c49c55", "", 1.0, 0.8),
    "copper": _of("b4673f a85c38", "", 1.0, 0.8),
    "black iron": _of("2b2c2e 353638", "noise", 0.2, 0.3),
    "enamel": _of("b9322c d9822b 2f6f8f e9e4d4 3f7d5a 30353a", "", 1.0, 0.7),
    "white enamel": _of("f2f2f0 eceae4 e4e7e8", "", 1.0, 0.6, 0.03),
    "ceramic": _of("f4f2ec f0ece2 f6f6f4", "", 1.0, 0.8, 0.02),
    "glaze": _of("2f6690 c8553d e3b23c 588157 f0e6d2 7d5a80 3d405b 81b29a d88c9a 264653", "", 1.0, 0.8),
    "terracotta": _of("b9653f a9583a c8775a", "noise", 0.3, 0.1),
    "stone": _of("8d8b86 a8a49c 6f6d6a c9c3b6", "stone", 0.4, 0.15),
    "bronze": _of("6e5433 5b4a35 7f6a45", "noise", 0.3, 0.6),
    "marble": _of("e6e3de d6d3cd 4a4a4c b9aa97 7d7a76", "marble", 1.0, 0.6, 0.04),
    "laminate": _of("d9d5cc b8b0a4 6b675f e7e4dd 4d4844", "noise", 0.5, 0.35),
    "glass": _of("b9d3da c3dcdc aecbd6", "", 1.0, 0.9, 0.03),
    "green glass": _of("3f6b4a 2f5a3f 5b7f3a", "", 1.0, 0.9),
    "wine glass": _of("2b3a2a 233524 3a2a1e", "", 1.0, 0.9),
    "mirror": _of("c5d3da cddae0", "", 1.0, 1.0, 0.02),
    "linen": _of("e9e2d3 d7cbb6 c2b49c f0ece2", "linen", 0.25, 0.02),
    "white cotton": _of("f4f2ee ebe9e4 e2e6ea", "linen", 0.25, 0.02, 0.03),
    "fabric": _of("7d8ca3 a35d4f 5f7f6f c9a24b 4a5568 b7a08a 8c6d8f d0c8bb 3f6c7d 94794f", "fabric", 0.25, 0.03),
    "upholstery": _of("8a8f98 6f7f8f a9937a 5d6b5a 94594a c2b59f 4c5566 b38b6d 3f5f6f cfc6b6", "fabric", 0.25, 0.03),
    "bright fabric": _of("c8553d e3b23c 2f6690 588157 d88c9a f2cc8f 6d597a 81b29a f0ece2", "fabric", 0.2, 0.03),
    "terry": _of("e9e4da 8fb0bf c98f8f a7bfa0 d9b98c 6f86a6 f3f1ec b79fc0", "carpet", 0.25, 0.0),
    "leather": _of("6b4630 3a2d27 8a5a3c a8794f 4b3a33", "noise", 0.15, 0.4),
    "fur": _of("a8733f 8a5a30 c69a66 7a5a44 d9c3a0", "carpet", 0.2, 0.0),
    "wicker": _of("b58d55 a27a45 c9a56d", "fabric", 0.6, 0.1),
    "cardboard": _of("b98d5b c59b69 a97e4d", "paper", 0.4, 0.05),
    "paper": _of("f3f0e8 eeeae0 f7f5f0", "paper", 0.4, 0.02, 0.02),
    "newsprint": _of("d9d5ca cfcabd", "paper", 0.3, 0.02, 0.03),
    "cover": _of("7f2f2f 2f4f7f 2f6f4f b8862b 3a3a44 8a4f7a c75b39 1f6f78 d8c9a3 5a3d2b", "paper", 0.4, 0.25),
    "plastic": _of("d94f3d 3d7dd9 4fa36a e6b93c 8a5fbf 30343a e8e8e6 e07fa0 39a0a6", "", 1.0, 0.5),
    "white plastic": _of("f0f0ee e6e6e3 dddfdf", "", 1.0, 0.45, 0.03),
    "black plastic": _of("232427 2d2e32 1c1d20", "", 1.0, 0.45),
    "grey plastic": _of("8a8d91 74777b a0a3a6", "", 1.0, 0.4),
    "rubber": _of("3a2f2c b2402f 2b2b2d", "", 1.0, 0.15),
    "bag plastic": _of("2a2c30 1f2124 35383c", "", 1.0, 0.6),
    "soap": _of("f0e4c8 e8c9c4 cfe0d0 d8d3ea", "", 1.0, 0.35),
    "sponge": _of("e8c840 e0b93a", "noise", 0.05, 0.0),
    "scourer": _of("4f7f45 44733b", "noise", 0.03, 0.0),
    "wax": _of("f2e8cf c8553d e9d8e0 b7c9a8 f7f3e8", "", 1.0, 0.3),
    "flame": _of("3a2f28", "", 1.0, 0.0),
    "leaf": _of("4f8a3c 3f7a34 6a9a48 2f6a3a 5c8f55", "leaf", 0.15, 0.15),
    "bark": _of("6a4a30 7a5a3c 5a4030", "wood", 0.2, 0.05),
    "soil": _of("4a3424 3d2b1e", "noise", 0.1, 0.0),
    "flower": _of("d9607a e8b33c e9e4f0 c8553d a06fbf", "", 1.0, 0.1),
    "apple skin": _of("b8262a c43a2c 8fae3a d0a12f a81f2d", "noise", 0.15, 0.5),
    "tomato skin": _of("d0352a c22a20 dd4a2f", "", 1.0, 0.6),
    "egg shell": _of("ecd9bd d9b58c f3ece0", "", 1.0, 0.2),
    "potato skin": _of("b08a58 a07a4a c29c68", "noise", 0.08, 0.05),
    "lettuce leaf": _of("8fbf5a 7fae4c a5cc6f", "leaf", 0.12, 0.15),
    "crust": _of("b9803f a86f32 c99250", "noise", 0.2, 0.1),
    "basketball": _of("c8642a bb5a25", "noise", 0.05, 0.15),
    "foil": _of("c9ccd0", "metal", 0.1, 0.8),
    "label": _of("e8e4d6 d94f3d 3d7dd9 4fa36a e6b93c f0f0ee", "paper", 0.3, 0.2),
    "amber": _of("7a4a1e 8a5a2a", "", 1.0, 0.85),
    "lamp shade": _of("f0e4c8 e9dcc0 f5efe2 d9c3a0 c9b6a0", "fabric", 0.25, 0.05, 0.06, 1.0),
    "lamp glass": _of("fbf5e9", "", 1.0, 0.1, 0.0, 1.0),
    "screen": _of("1b2026", "screen", 1.0, 0.6, 0.0, 0.8),
    "dark screen": _of("16181b 1d2024", "", 1.0, 0.8),
    "digits": _of("ff5a3c 5aff7a 6fd0ff", "", 1.0, 0.2, 0.0, 1.0),
    "film": _of("1b2026", "film", 1.0, 0.6, 0.0, 0.8),
    "painting": _of("c9b48f", "painting", 1.0, 0.15, 0.0),
    "seascape": _of("5a8aa0", "seascape", 1.0, 0.15, 0.0),
    "blocks": _of("d8d2c0", "blocks", 1.0, 0.15, 0.0),
    "circles": _of("d0c0a8", "circles", 1.0, 0.15, 0.0),
    "flowers": _of("50584a", "flowers", 1.0, 0.15, 0.0),
    "sky": _of("a9cbe6", "sky", 1.0, 0.2, 0.0, 1.35),
    "garden view": _of("8fb08a", "garden", 1.0, 0.2, 0.0, 1.5),
    "town view": _of("9aa4ac", "town", 1.0, 0.2, 0.0, 1.45),
    "slats": _of("f0eee8 e2dccf d0c4ae", "", 1.0, 0.2, 0.03),
    "shower cloth": _of("e9eef0 cfe0e6 f0e6d8 b7cdd6", "fabric", 0.3, 0.15),
    "clear glass": _of("cfe3e6 c4dde2", "", 1.0, 0.9, 0.02),
    "plaster": _of("ebe5d8 e3dccb dfe3e0 e9e2da d9dfe2 efe9dc", "plaster", 1.5, 0.02, 0.03),
    "warm plaster": _of("ead9c0 e6cfae efe0c6 dcc8b4 e9e0d0 e3c9b4 d9bfa3", "plaster", 1.5, 0.02, 0.03),
    "cool plaster": _of("cfdbe0 c4d3cf d9dfe6 d2d8c8 dcd6e0 b4c4c0 aebccb b9c4a8", "plaster", 1.5, 0.02, 0.03),
    "striped paper": _of("e3dcc8 d5dce0 e0d0c8 d3dac8 d8d0de c9b8a0", "stripes", 0.7, 0.03, 0.03),
    "leafy paper": _of("dcd6c2 c6d2d0 dcc8bc bcc8b2 cbc4d4 a9b6b4", "damask", 0.9, 0.03, 0.03),
    "ceiling": _of("f4f2ee f1efe9", "plaster", 1.5, 0.0, 0.01),
    "wall tile": _of("e6ecec d3e0e0 e9e6dc cfdad3 dfe3ea", "tile", 0.45, 0.6, 0.03),
    "subway tile": _of("eef0ee dfe6e2 c3d4d2 e8e2d4 b9cbb8 cfd8e2 f1efe8", "subway", 0.6, 0.65, 0.03),
    "mosaic tile": _of("9fc0c4 c9d6d2 b4c6a8 c8b89c a8b8cc d8d4cc", "mosaic", 0.36, 0.6, 0.03),
    "brick": _of("a3583f 94503a b06a4c", "brick", 0.8, 0.05),
    "floor wood": _of("a67c50 b8966c 85603f ad8a62 c8b08a 9a8468 6f5138 b9a58c", "planks", 0.5, 0.3),
    "parquet": _of("a88058 b8986e 86643f c2a880 93704a 7a5a40", "parquet", 0.95, 0.35),
    "floor tile": _of("cfc8bc b7b2a8 d9d6cf a39a8c b39f88 8f9496", "tile", 0.7, 0.5),
    "checker tile": _of("d6d2c8 c9cfd0 d9cdbb b9c4bc c9b3a4", "checker", 0.8, 0.5),
    "hex tile": _of("d8d4ca b9bcba c8bca8 9ea6a6 e0dcd4", "hexagons", 0.6, 0.5),
    "slate tile": _of("8a8d8c 77736c a09a90 6c7478", "slate", 1.2, 0.25),
    "terrazzo": _of("d9d4cb c8cac6 dccfc4 bfb8ae", "terrazzo", 0.8, 0.55, 0.03),
    "carpet": _of("b5a48d 9a9aa0 8d9a8f b79a86 7f8794 a68f9a 8c7b6c 6f7a86 a9aa9c", "carpet", 0.5, 0.0),
}

METALS = frozenset({"brushed steel", "dark steel", "chrome", "brass", "copper", "bronze", "foil", "mirror"})

# Cupboards, drawers and counters of one room are made of one of these.
FITTED_WOODS = ("painted wood", "white paint", "oak", "white paint", "pine", "painted wood")


def draw(name: str, *key: Key) -> Material:
    """The material of a name, its colour drawn by the key."""
    substance = SUBSTANCES[name]
    swatch = substance.swatches[int(fraction(*key, "swatch") * len(substance.swatches))]
    colour = _jittered(_rgb(swatch), substance.jitter, fraction(*key, "light"))
    look = substance.texture, substance.tile_m, substance.gloss, substance.glow, name in METALS
    return Material(name, colour, *look)


def _rgb(swatch: str) -> Colour:
    red, green, blue = (int(swatch[k : k + 2], 16) / 255 for k in (0, 2, 4))
    return red, green, blue


def _jittered(colour: Colour, jitter: float, where: float) -> Colour:
    hue, light, saturation = colorsys.rgb_to_hls(*colour)
    light = min(max(light * (1 + jitter * (2 * where - 1)), 0.0), 1.0)
    red, green, blue = colorsys.hls_to_rgb(hue, light, saturation)
    return red, green, blue
