"""Another solver: pours in every order, one unit after the other, with its own optics in plain Python."""

import itertools
import math

from flowbench.rules.processes.color_mix.pigments import REFLECTANCES
from flowbench.rules.processes.colour import colour_difference

CMF = (
    (0.0143, 0.0004, 0.0679), (0.3362, 0.0380, 1.7721), (0.0049, 0.3230, 0.2720), (0.4334, 0.9950, 0.0087),
    (1.0622, 0.6310, 0.0008), (0.2835, 0.1070, 0.0), (0.0114, 0.0041, 0.0),
)  # fmt: skip
D65 = (82.75, 117.01, 109.35, 104.05, 90.01, 80.03, 71.61)
WHITE = (0.95047, 1.0, 1.08883)


def colour(units):
    """The sRGB colour of {pigment: units}."""
    total, bands = sum(units.values()), []
    for band in range(7):
        ks = sum(n / total * (1 - REFLECTANCES[p][band]) ** 2 / (2 * REFLECTANCES[p][band]) for p, n in units.items())
        bands.append(1 + ks - math.sqrt(ks * ks + 2 * ks))
    xyz = [
        WHITE[k] * sum(r * c[k] * s for r, c, s in zip(bands, CMF, D65, strict=True))
        / sum(c[k] * s for c, s in zip(CMF, D65, strict=True))
        for k in range(3)
    ]  # fmt: skip
    x, y, z = xyz
    linear = (
        3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
        -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
        0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
    )
    return tuple(
        round(255 * min(max(12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055, 0.0), 1.0)) for v in linear
    )


def _matching(paints):
    """All sets of pours that give the colour of the card, as sorted tuples of cups."""
    wanted = colour({p: n for p, n in zip(paints.pigments, paints.recipe, strict=True) if n})
    found = set()
    for length in range(1, 5):
        for pours in itertools.combinations_with_replacement(range(len(paints.pigments)), length):
            units = {paints.pigments[cup]: pours.count(cup) for cup in pours}
            if max(units.values()) <= 2 and colour_difference(colour(units), wanted) <= 6.0:
                found.add(pours)
    return found


def optimum(paints):
    return min(len(pours) for pours in _matching(paints)) + 1


def solutions(paints):
    return len({tuple(sorted(set(pours))) for pours in _matching(paints)})
