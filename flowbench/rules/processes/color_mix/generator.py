"""Draws paints and a card that one recipe matches and no other comes near."""

import numpy as np

from flowbench.rules.games.rejection import Reject
from flowbench.rules.processes.color_mix.pigments import REFLECTANCES, difference, mixed_colour, pigment_colour
from flowbench.rules.processes.color_mix.recipes import amounts, ratio
from flowbench.rules.processes.color_mix.records import MOST_CUPS, Paints
from flowbench.rules.processes.colour import colour_difference

UNIQUE_DE = 6.5  # all other recipes differ more than this from the card
NEAR_MISS_DE = 12.0  # so far off is the recipe with its likeliest wrong paint
TRIES = 400
CUPS = {"easy": 2, "mid": 4, "hard": MOST_CUPS}
RECIPES: dict[str, tuple[tuple[int, ...], ...]] = {  # units of the paints that are needed
    "easy": ((1, 1),),
    "mid": ((2, 1),),
    "hard": ((2, 1), (1, 1, 1)),
}


def draw_paints(rng: np.random.Generator, level: str) -> Paints:
    """Different paints in random order.

    Raises:
        Reject: when none of many tries had a unique recipe.
    """
    names, cups = tuple(REFLECTANCES), CUPS[level]
    for _ in range(TRIES):
        pigments = tuple(names[k] for k in rng.permutation(len(names))[:cups])
        wanted = RECIPES[level][int(rng.integers(len(RECIPES[level])))]
        recipe = [0] * cups
        for cup, units in zip(rng.permutation(cups), wanted, strict=False):
            recipe[int(cup)] = units
        paints = Paints(pigments, tuple(recipe))
        if is_unique(paints) and (level != "hard" or _misses(paints)):
            return paints
    raise Reject("no recipe that is the only one")


def is_unique(paints: Paints) -> bool:
    """Whether every other ratio of the paints gives clearly another colour."""
    own = ratio(paints.recipe)
    return all(
        difference(paints.pigments, units, paints.target) > UNIQUE_DE
        for units in amounts(paints.count)
        if ratio(units) != own
    )


def _misses(paints: Paints) -> bool:
    """Whether the spare paint that is most like a needed one spoils the mixture when it is taken instead."""
    needed = [k for k, units in enumerate(paints.recipe) if units]
    spare = [k for k, units in enumerate(paints.recipe) if not units]
    looks = [pigment_colour(name) for name in paints.pigments]
    right, wrong = min(
        ((a, b) for a in needed for b in spare), key=lambda pair: colour_difference(looks[pair[0]], looks[pair[1]])
    )
    swapped = list(paints.recipe)
    swapped[right], swapped[wrong] = 0, swapped[right]
    return colour_difference(mixed_colour(paints.pigments, swapped), paints.target) > NEAR_MISS_DE
