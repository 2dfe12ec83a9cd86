"""Instance and state of Dot Shape. Coordinates are whole tenths of a pixel, x right and y down."""

from dataclasses import dataclass

UNITS_PER_PX = 10
SIZE_PX = 512  # of a picture

Dot = tuple[int, int]
Layer = tuple[Dot, ...]  # dots in the order of their numbers
Layers = tuple[Layer, ...]  # outer, middle, inner


@dataclass(frozen=True)
class Dots:
    """An instance.

    Attributes:
        layers: closed contours from the outermost to the innermost, each as its dots in order. A dot is a vertex where
            the contour turns, or lies on a straight part of it.
    """

    layers: Layers


@dataclass(frozen=True, slots=True)
class Joined:
    """A state: how many dots of each layer have been joined; one more than there are when the contour is closed."""

    counts: tuple[int, ...]
