"""What colour paints give when they are mixed: single-constant Kubelka-Munk on seven bands of the spectrum."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from flowbench.records import Floats
from flowbench.rules.processes.colour import colour_difference
from flowbench.rules.processes.entity import Colour
from flowbench.rules.processes.lightness import encoded

BANDS_NM = (400, 450, 500, 550, 600, 650, 700)
REFLECTANCES: Mapping[str, tuple[float, ...]] = {  # of a thick coat, in each band
    "white": (0.93,) * 7,
    "yellow": (0.08, 0.08, 0.42, 0.86, 0.88, 0.90, 0.90),
    "blue": (0.30, 0.62, 0.45, 0.16, 0.06, 0.06, 0.12),
    "red": (0.14, 0.13, 0.05, 0.07, 0.56, 0.86, 0.88),
    "black": (0.03,) * 7,
    "green": (0.06, 0.10, 0.40, 0.44, 0.10, 0.06, 0.14),
    "violet": (0.42, 0.50, 0.14, 0.07, 0.16, 0.34, 0.60),
    "orange": (0.06, 0.06, 0.08, 0.30, 0.85, 0.90, 0.90),
    "magenta": (0.50, 0.40, 0.07, 0.06, 0.45, 0.86, 0.90),
    "cyan": (0.45, 0.75, 0.70, 0.40, 0.10, 0.06, 0.08),
    "brown": (0.05, 0.05, 0.06, 0.10, 0.20, 0.28, 0.32),
}
# CIE 1931 colour matching functions and D65 (both CIE 15) at the bands.
_MATCHING = np.array(
    [
        (0.0143, 0.0004, 0.0679),
        (0.3362, 0.0380, 1.7721),
        (0.0049, 0.3230, 0.2720),
        (0.4334, 0.9950, 0.0087),
        (1.0622, 0.6310, 0.0008),
        (0.2835, 0.1070, 0.0000),
        (0.0114, 0.0041, 0.0000),
    ]
)
_DAYLIGHT = np.array([82.75, 117.01, 109.35, 104.05, 90.01, 80.03, 71.61])
_WHITE = np.array([0.95047, 1.0, 1.08883])
_TO_LINEAR = np.array(  # IEC 61966-2-1: XYZ to linear sRGB
    [[3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560], [0.0556434, -0.2040259, 1.0572252]]
)
_SMALLEST = 1e-6  # share of a paint below which it does not count


def absorption(reflectance: Floats) -> Floats:
    """K/S of a thick coat."""
    return np.asarray((1.0 - reflectance) ** 2 / (2.0 * reflectance))


def reflectance(absorbed: Floats) -> Floats:
    """The coat's reflectance of a K/S."""
    return np.asarray(1.0 + absorbed - np.sqrt(absorbed**2 + 2.0 * absorbed))


def mixed_colour(names: Sequence[str], amounts: Sequence[float]) -> Colour:
    """The colour of a mixture of paints; the amounts, of any unit, are not all 0 and none is below it."""
    total = sum(amounts)
    shares = tuple(round(amount / total, 6) for amount in amounts)
    return _mixture(tuple((name, share) for name, share in zip(names, shares, strict=True) if share > _SMALLEST))


@lru_cache(maxsize=4096)
def _mixture(parts: tuple[tuple[str, float], ...]) -> Colour:
    absorbed = sum(share * absorption(np.array(REFLECTANCES[name])) for name, share in parts)
    weights = _MATCHING * _DAYLIGHT[:, None]
    light = (reflectance(np.asarray(absorbed))[:, None] * weights).sum(axis=0) / weights.sum(axis=0) * _WHITE
    red, green, blue = (min(max(encoded(max(float(v), 0.0)), 0.0), 1.0) for v in _TO_LINEAR @ light)
    return round(255.0 * red), round(255.0 * green), round(255.0 * blue)


def pigment_colour(name: str) -> Colour:
    """The colour of a paint by itself."""
    return mixed_colour((name,), (1.0,))


def difference(names: Sequence[str], amounts: Sequence[float], wanted: Colour) -> float:
    """CIEDE2000 of a mixture from a colour."""
    return colour_difference(mixed_colour(names, amounts), wanted)
