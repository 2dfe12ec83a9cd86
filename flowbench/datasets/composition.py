"""How many questions of each family the published collection has, and ours in the same proportions.

A row is: open and choice questions of the evaluation, open and choice questions of the data set. The sums by game are
those of Game2Real-Bench (arXiv 2610.18834, table 2); how they divide among the families of a game is ours.
"""

from collections.abc import Mapping

from flowbench.errors import UnknownName

COMPOSITION: Mapping[str, Mapping[str, tuple[int, int, int, int]]] = {
    "missing_tiles": {"MT1": (15, 18, 136, 112), "MT2": (15, 0, 135, 0), "MT3": (15, 0, 135, 0)},
    "hidden_object": {
        "HO1": (12, 14, 160, 40), "HO2": (12, 0, 160, 0), "HO3": (12, 15, 160, 40), "HO4": (11, 0, 160, 0),
    },
    "dot_shape": {"DS1": (0, 8, 0, 160), "DS2": (0, 8, 0, 160), "DS3": (0, 8, 0, 160)},
    "color_swap": {"CS1": (0, 15, 0, 300), "CS2": (0, 0, 100, 0), "CS3": (0, 0, 100, 0), "CS4": (0, 0, 100, 0)},
    "cube_net": {"CN1": (15, 7, 360, 40), "CN2": (15, 6, 360, 40), "CN3": (15, 6, 360, 40)},
    "cylinder_coloring": {"CC1": (0, 24, 0, 720)},
    "block_counting": {
        "BC1": (8, 8, 240, 30), "BC2": (7, 7, 240, 30), "BC3": (7, 7, 240, 30), "BC4": (7, 7, 239, 30),
    },
    "rolling_cube": {
        "RC1": (15, 8, 419, 60), "RC2": (15, 0, 419, 0), "RC3": (15, 0, 419, 0), "RC4": (15, 8, 419, 60),
    },
    "hexakai": {
        "HK1": (7, 5, 260, 20), "HK2": (6, 5, 260, 20), "HK3": (6, 5, 260, 20),
        "HK4": (6, 4, 260, 20), "HK5": (6, 4, 260, 20), "HK6": (6, 4, 260, 20),
    },
    "tapa": {"TP1": (12, 8, 500, 35), "TP2": (11, 8, 500, 35), "TP3": (11, 7, 500, 35), "TP4": (11, 7, 500, 35)},
    "battleship": {"BS1": (8, 5, 330, 40), "BS2": (7, 5, 330, 40), "BS3": (7, 5, 330, 40), "BS4": (7, 0, 330, 0)},
    "block_island": {"BI1": (9, 8, 360, 30), "BI2": (9, 8, 360, 30), "BI3": (9, 8, 360, 30), "BI4": (8, 8, 360, 30)},
    "pipe": {"PI1": (14, 5, 480, 40), "PI2": (13, 5, 480, 40), "PI3": (13, 5, 480, 40)},
    "laser": {"LA1": (10, 0, 400, 0), "LA2": (10, 0, 400, 0), "LA3": (0, 17, 0, 120), "LA4": (10, 0, 400, 0)},
    "keypath_quest": {"KP1": (13, 9, 680, 40), "KP2": (13, 8, 680, 40), "KP3": (13, 8, 680, 40)},
    "growing_trail": {"GT1": (16, 6, 600, 40), "GT2": (15, 6, 600, 40), "GT3": (15, 6, 600, 40)},
    "mancala": {"MA1": (10, 4, 400, 20), "MA2": (10, 4, 400, 20), "MA3": (10, 4, 400, 20), "MA4": (10, 3, 400, 20)},
    "rush_exit": {"RE1": (9, 8, 310, 20), "RE2": (8, 8, 310, 20), "RE3": (8, 8, 310, 20), "RE4": (8, 8, 310, 20)},
}  # fmt: skip

DIFFICULTIES: Mapping[str, tuple[str, ...]] = {
    "train": ("easy",) * 3 + ("medium",) * 4 + ("hard",) * 3,
    "dev": ("easy",) * 3 + ("medium",) * 4 + ("hard",) * 3,
    "eval": ("easy",) * 1 + ("medium",) * 2 + ("hard",) * 2,
}
"""The levels of a block of questions, by split."""


def shares(game: str, split: str) -> list[tuple[str, str]]:
    """(family, format), each as often as a game's questions of a split have it.

    Raises:
        UnknownName: for a game that is not in the table.
    """
    if game not in COMPOSITION:
        raise UnknownName.among("game of the published collection", game, COMPOSITION, "Name a family and a format.")
    first = 0 if split == "eval" else 2
    return [
        (family, fmt)
        for family, row in COMPOSITION[game].items()
        for fmt, count in zip(("open", "choice"), row[first : first + 2], strict=True)
        for _ in range(count)
    ]
