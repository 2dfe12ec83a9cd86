"""Colours that can be told apart and read."""

from flowbench.render.drawing import Colour

MIN_CONTRAST = 4.5  # WCAG 2.1, level AA for text: what anything the answer needs must have against its ground
BLACK: Colour = (16, 16, 18)
WHITE: Colour = (255, 255, 255)


def luminance(colour: Colour) -> float:
    """Relative luminance of an sRGB colour, 0 black to 1 white (WCAG 2.1)."""
    linear = [(c / 12.92) if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255.0 for v in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: Colour, second: Colour) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.1)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def ink_on(ground: Colour) -> Colour:
    """Black or white, whichever is easier to read on a ground."""
    return max((BLACK, WHITE), key=lambda ink: contrast(ink, ground))


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """`share` of the second colour in the first."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
