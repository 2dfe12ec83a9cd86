"""Views that are mistaken for the one asked for."""

from collections.abc import Callable

import numpy as np

from flowbench.rules.games.cylinder_coloring.records import SECTORS, SEEN, Cylinder, Pattern
from flowbench.rules.games.options import Wrong


def mistakes(cylinder: Cylinder, rng: np.random.Generator) -> list[Wrong[Pattern]]:
    """Views from elsewhere, mirrored, or with rings exchanged: one of each in any order, then more."""
    target = cylinder.target
    first = [
        Wrong("mirrored", tuple(ring[::-1] for ring in cylinder.view(target))),
        Wrong("from the opposite side", cylinder.view(target + SECTORS // 2)),
        Wrong("an eighth too far", cylinder.view(target + 1)),
        Wrong("an eighth too far", cylinder.view(target - 1)),
        Wrong("counted the other way round", cylinder.view(-target)),
        Wrong("a given view", cylinder.view(cylinder.references[int(rng.integers(2))])),
    ]
    later = [Wrong("another side", cylinder.view(azimuth)) for azimuth in range(SECTORS)]
    later += [Wrong("another side, mirrored", tuple(ring[::-1] for ring in wrong.value)) for wrong in later]
    return [first[int(k)] for k in rng.permutation(len(first))] + [later[int(k)] for k in rng.permutation(len(later))]


def draw_edit(cylinder: Cylinder, rng: np.random.Generator, hard: float) -> tuple[str, Callable[[Pattern], Pattern]]:
    """A small change: two rings exchanged or, the more often the harder, one patch in another colour."""
    rings = [int(k) for k in rng.permutation(len(cylinder.rings))]
    if rng.random() >= hard:
        return "two rings exchanged", lambda pattern: _exchanged(pattern, rings[0], rings[1])
    column, shift = int(rng.integers(len(SEEN))), int(rng.integers(1, len(cylinder.palette)))
    return "a patch repainted", lambda pattern: _repainted(pattern, (rings[0], column), shift, len(cylinder.palette))


def _exchanged(pattern: Pattern, first: int, second: int) -> Pattern:
    rings = list(pattern)
    rings[first], rings[second] = pattern[second], pattern[first]
    return tuple(rings)


def _repainted(pattern: Pattern, patch: tuple[int, int], shift: int, colour_count: int) -> Pattern:
    """One patch in the colour so many further on in the palette."""
    row, column = patch
    ring = list(pattern[row])
    ring[column] = (ring[column] + shift) % colour_count
    return (*pattern[:row], tuple(ring), *pattern[row + 1 :])
