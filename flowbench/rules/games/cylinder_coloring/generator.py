"""Draws painted cylinders for Cylinder Coloring."""

import numpy as np

from flowbench.rules.games.cylinder_coloring.records import SECTORS, WORDS, Cylinder, is_determined
from flowbench.rules.games.difficulty import Dial, level
from flowbench.rules.games.game import Setting
from flowbench.rules.games.rejection import Reject

RINGS = Dial((2, 2), (3, 3), (4, 5))
COLOURS = Dial((3, 3), (4, 4), (5, 5))
LEAST_RINGS, MAX_RINGS, MAX_COLOURS = 2, 5, 5
LEAST_COLUMNS = 5  # different ones among the eight
OPPOSITE = (0, 4)
SIDEWAYS = (2, 6)  # targets of the easiest, halfway between the given views
HARD_REFERENCES = ((0, 2), (0, 3), OPPOSITE)


def draw_cylinder(rng: np.random.Generator, setting: Setting) -> Cylinder:
    """A cylinder whose target view is determined by those given.

    Raises:
        Reject: when its columns are too much alike, or the target view is its own mirror image or one of those given.
    """
    palette = tuple(
        WORDS[k] for k in sorted(int(k) for k in rng.permutation(len(WORDS))[: COLOURS.draw(rng, setting.hard)])
    )
    shape = (RINGS.draw(rng, setting.hard), SECTORS)
    rings = tuple(tuple(int(colour) for colour in ring) for ring in rng.integers(len(palette), size=shape))
    if len(set(zip(*rings, strict=True))) < LEAST_COLUMNS or {c for ring in rings for c in ring} < set(
        range(len(palette))
    ):
        raise Reject("too much alike all round")
    references, target = _draw_views(rng, level(setting.hard))
    cylinder = Cylinder(palette, rings, references, target, arrow=level(setting.hard) != "hard")
    wanted = cylinder.view(target)
    if wanted == tuple(ring[::-1] for ring in wanted) or wanted in map(cylinder.view, references):
        raise Reject("target view like another one")
    return cylinder


def _draw_views(rng: np.random.Generator, name: str) -> tuple[tuple[int, int], int]:
    """Azimuths of the given views and the target: at the easiest from azimuth 0 on, otherwise from any."""
    references = HARD_REFERENCES[int(rng.integers(len(HARD_REFERENCES)))] if name == "hard" else OPPOSITE
    targets = SIDEWAYS if name == "easy" else [k for k in range(SECTORS) if is_determined(references, k)]
    start = 0 if name == "easy" else int(rng.integers(SECTORS))
    target = targets[int(rng.integers(len(targets)))]
    first, second = ((start + azimuth) % SECTORS for azimuth in references)
    return (first, second), (start + target) % SECTORS
