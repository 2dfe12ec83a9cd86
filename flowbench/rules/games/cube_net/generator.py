"""Draws nets and their stickers for Cube Net."""

import numpy as np

from flowbench.rules.games.cube_net.folding import SQUARES, Cells, hinges, likenesses, nets
from flowbench.rules.games.cube_net.records import LABELS, Net
from flowbench.rules.games.cube_net.vocabularies import COLOURS, VOCABULARIES
from flowbench.rules.games.difficulty import level
from flowbench.rules.games.game import Setting
from flowbench.rules.games.stickers import draw_faces


def draw_net(rng: np.random.Generator, setting: Setting) -> Net:
    """A net: one of the eleven, all alike; however it lies; the easiest have the most central square as anchor.

    Evaluation shows marks and colours, as its questions are the same in every language.
    """
    shape = nets()[int(rng.integers(len(nets())))]
    ways = likenesses(shape)
    cells = ways[int(rng.integers(len(ways)))]
    order = [int(k) for k in rng.permutation(SQUARES)]
    cells = tuple(cells[k] for k in order)
    anchor = central(cells) if level(setting.hard) == "easy" else int(rng.integers(SQUARES))
    labels = "".join(LABELS[int(k)] for k in rng.permutation(SQUARES))
    names = ["marks", COLOURS] if setting.split == "eval" else sorted(VOCABULARIES)
    return Net(cells, labels, draw_faces(rng, SQUARES), anchor, names[int(rng.integers(len(names)))])


def central(cells: Cells) -> int:
    """The square from which the others are fewest hinges away; of several, the first from the top left."""
    return min(range(SQUARES), key=lambda k: (sum(hinges(cells, k)), cells[k]))
