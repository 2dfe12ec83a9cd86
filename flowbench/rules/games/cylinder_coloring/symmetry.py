"""Cylinders that are the same but for where azimuth 0 is, being mirrored, and the names of colours."""

from typing import Any

from flowbench.rules.games.cylinder_coloring.records import SECTORS, Cylinder, Pattern


def canonical(cylinder: Cylinder) -> Any:
    """The least description among eight turns of the cylinder and of its mirror image."""
    views = (*cylinder.references, cylinder.target)
    mirror = tuple(ring[::-1] for ring in cylinder.rings)  # sector s comes to lie at 7 - s, azimuth a at -a
    described = []
    for rings, azimuths in ((cylinder.rings, views), (mirror, tuple(-azimuth for azimuth in views))):
        for shift in range(SECTORS):
            first, second, target = ((azimuth - shift) % SECTORS for azimuth in azimuths)
            turned = tuple(ring[shift:] + ring[:shift] for ring in rings)
            described.append([_renamed(turned), sorted((first, second)), target])
    return min(described)


def _renamed(rings: Pattern) -> Pattern:
    """Colours numbered in the order in which they first occur."""
    numbers: dict[int, int] = {}
    return tuple(tuple(numbers.setdefault(colour, len(numbers)) for colour in ring) for ring in rings)
