"""How far apart two colours are to the eye (CIEDE2000), and colours with names that are told apart at a glance."""

import math
from collections.abc import Mapping
from functools import lru_cache

from flowbench.render.lab import to_lab
from flowbench.rules.processes.entity import Colour

PALETTE: Mapping[str, Colour] = {
    "red": (205, 38, 44),
    "orange": (240, 140, 30),
    "yellow": (248, 218, 60),
    "lime": (156, 204, 60),
    "green": (30, 130, 66),
    "teal": (22, 150, 160),
    "sky": (116, 194, 244),
    "blue": (32, 78, 176),
    "purple": (122, 58, 160),
    "pink": (240, 132, 178),
    "brown": (122, 78, 44),
    "grey": (136, 140, 146),
}
"""Any two are at least 20 apart by CIEDE2000."""

_FAR = 25.0**7


@lru_cache(maxsize=4096)
def colour_difference(one: Colour, two: Colour) -> float:
    """CIEDE2000 of two sRGB colours (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = to_lab(one), to_lab(two)
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2.0) ** 7
    stretch = 1.5 - 0.5 * math.sqrt(mean7 / (mean7 + _FAR))
    c1, c2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1 * stretch)) % 360.0, math.degrees(math.atan2(b2, a2 * stretch)) % 360.0
    turn, hue = _hues(c1, c2, h1, h2)
    chroma, light = (c1 + c2) / 2.0, (l1 + l2) / 2.0 - 50.0
    weight = (
        1.0
        - 0.17 * math.cos(math.radians(hue - 30.0))
        + 0.24 * math.cos(math.radians(2.0 * hue))
        + 0.32 * math.cos(math.radians(3.0 * hue + 6.0))
        - 0.20 * math.cos(math.radians(4.0 * hue - 63.0))
    )
    part_l = (l2 - l1) / (1.0 + 0.015 * light * light / math.sqrt(20.0 + light * light))
    part_c = (c2 - c1) / (1.0 + 0.045 * chroma)
    part_h = 2.0 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2.0)) / (1.0 + 0.015 * chroma * weight)
    tilt = 60.0 * math.exp(-(((hue - 275.0) / 25.0) ** 2))
    twist = -math.sin(math.radians(tilt)) * 2.0 * math.sqrt(chroma**7 / (chroma**7 + _FAR))
    return math.sqrt(max(part_l**2 + part_c**2 + part_h**2 + twist * part_c * part_h, 0.0))


def _hues(c1: float, c2: float, h1: float, h2: float) -> tuple[float, float]:
    """Signed difference and mean of two hues, degrees."""
    if c1 * c2 == 0.0:
        return 0.0, h1 + h2
    turn = (h2 - h1 + 180.0) % 360.0 - 180.0
    return turn, (h1 + turn / 2.0) % 360.0
