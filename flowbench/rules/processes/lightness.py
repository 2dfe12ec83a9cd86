"""Colours of a wanted CIELAB lightness: the inverse of `render.lab.to_lab`."""

import math

from flowbench.render.lab import Lab

# IEC 61966-2-1: XYZ (D65) to linear sRGB, and the white point.
_FROM_XYZ = (
    (3.2404542, -1.5371385, -0.4985314),
    (-0.9692660, 1.8760108, 0.0415560),
    (0.0556434, -0.2040259, 1.0572252),
)
_WHITE = (0.95047, 1.0, 1.08883)
_EPSILON, _KAPPA = 216.0 / 24389.0, 24389.0 / 27.0  # CIE 15: where the cube root gives way to a line, and its slope


def from_lab(lab: Lab) -> tuple[float, float, float]:
    """The sRGB colour of L*, a*, b*; its channels leave 0 to 255 where a screen cannot show it.

    >>> from flowbench.render.lab import to_lab
    >>> [round(channel) for channel in from_lab(to_lab((200, 120, 40)))]
    [200, 120, 40]
    """
    y = (lab[0] + 16.0) / 116.0
    roots = (y + lab[1] / 500.0, y, y - lab[2] / 200.0)
    xyz = [_unroot(root) * white for root, white in zip(roots, _WHITE, strict=True)]
    red, green, blue = (255.0 * encoded(sum(w * c for w, c in zip(row, xyz, strict=True))) for row in _FROM_XYZ)
    return red, green, blue


def encoded(value: float) -> float:
    """The sRGB value (0 to 1) of a linear light."""
    return 12.92 * value if value <= 0.0031308 else 1.055 * math.pow(value, 1.0 / 2.4) - 0.055


def _unroot(root: float) -> float:
    return root**3 if root**3 > _EPSILON else (116.0 * root - 16.0) / _KAPPA
