"""Instance and state of Cylinder Coloring, and what is seen from where.

Azimuths are numbers from 0 to 7, in eighths of a turn, counter-clockwise as seen from above. Sector s lies between the
azimuths s and s + 1, so that from azimuth a the sectors a - 2 to a + 1 are seen, from left to right.
"""

from dataclasses import dataclass

SECTORS = 8
SEEN = (-2, -1, 0, 1)  # sectors seen from an azimuth, relative to it
EIGHTH_DEG = 360 // SECTORS
WORDS = ("red", "yellow", "green", "blue", "purple", "white")  # colours that stay apart in any light

Pattern = tuple[tuple[int, ...], ...]  # ring by ring from the top, colours as numbers in a palette


@dataclass(frozen=True)
class Cylinder:
    """An instance.

    Attributes:
        palette: the names of the colours.
        rings: eight sectors of each ring, from the top.
        references: the azimuths of both given views.
        target: the azimuth of the view that is asked for.
        arrow: whether an arrow on the top points to azimuth 0.
    """

    palette: tuple[str, ...]
    rings: Pattern
    references: tuple[int, int]
    target: int
    arrow: bool

    def view(self, azimuth: int) -> Pattern:
        """What is seen from an azimuth: four sectors of each ring, from left to right."""
        return tuple(tuple(ring[(azimuth + k) % SECTORS] for k in SEEN) for ring in self.rings)

    def named(self, pattern: Pattern) -> tuple[tuple[str, ...], ...]:
        """A pattern with the names of its colours."""
        return tuple(tuple(self.palette[colour] for colour in ring) for ring in pattern)


@dataclass(frozen=True, slots=True)
class Eye:
    """A state: the azimuth from which one looks, and whether this view has been handed in."""

    azimuth: int
    submitted: bool = False


def seen_from(azimuth: int) -> frozenset[int]:
    """The sectors that are seen from an azimuth."""
    return frozenset((azimuth + k) % SECTORS for k in SEEN)


def is_determined(references: tuple[int, ...], target: int) -> bool:
    """Whether the given views show every sector of another view, which is none of them."""
    shown = frozenset().union(*(seen_from(azimuth) for azimuth in references))
    return target not in references and seen_from(target) <= shown


def degrees(azimuth: int) -> int:
    """An azimuth in degrees."""
    return azimuth % SECTORS * EIGHTH_DEG
