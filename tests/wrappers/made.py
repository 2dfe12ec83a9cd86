"""Small environments, and every wrapper around those it goes around."""

from functools import partial

import gymnasium as gym

from flowbench.wrappers import (
    AddDepth,
    AddFlow,
    AddSegmentation,
    Ask,
    DiscreteMotions,
    PixelsOnly,
    QuestionText,
    SetOfMarks,
    Solvable,
)

SMALL = {"width": 120, "height": 120, "scenes": ["FloorPlan1", "FloorPlan212"]}


def room(category="NearObject", **kwargs):
    return gym.make(f"FlowBench-{category}-v0", **(SMALL | kwargs))


def a_game(name="RollingCube", **kwargs):
    return gym.make(f"Game2Real-{name}-v0", **({"difficulty": "easy"} | kwargs))


ROOMS = {
    "ask 1A": partial(Ask, mode="1A"),
    "ask 2B dots": partial(Ask, mode="2B", refer="dots"),
    "ask text": partial(Ask, reply="text"),
    "ask with probes": partial(Ask, probes=2),
    "pixels": PixelsOnly,
    "small pixels": partial(PixelsOnly, size=64),
    "question": QuestionText,
    "depth": AddDepth,
    "flow": AddFlow,
    "segmentation": AddSegmentation,
    "dots": SetOfMarks,
    "numbers": partial(SetOfMarks, refer="numbers"),
    "discrete": DiscreteMotions,
    "table of motions": partial(DiscreteMotions, motions=[[0.3, 0.0, 0.0], [0.0, 0.0, -0.5]]),
    "solvable": Solvable,
}
GAMES = {
    "ask": Ask,
    "ask RC2": partial(Ask, family="RC2", fmt="open"),
    "ask with probes": partial(Ask, family="RC1", probes=2, size=256),
    "ask text with probes": partial(Ask, probes=1, reply="text"),
    "pixels": PixelsOnly,
    "small pixels": partial(PixelsOnly, size=64, style="mono"),
    "question": QuestionText,
    "flow": AddFlow,
    "segmentation": AddSegmentation,
    "solvable": Solvable,
}
WRAPPED = {
    **{f"room, {name}": (room, wrapper) for name, wrapper in ROOMS.items()},
    **{f"game, {name}": (a_game, wrapper) for name, wrapper in GAMES.items()},
}


def wrapped(name):
    make, wrapper = WRAPPED[name]
    return wrapper(make())
