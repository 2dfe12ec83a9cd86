"""What the tests of all games share. A game brings, in a folder of its name here:

- `referee.py`: `accepts(sample, text) -> bool`, a second, dumber judge that shares no code with the game but its
  records and never looks at `sample.answer`; `equivalents(instance) -> list` of instances that are the same up to the
  game's symmetries and renamings.
- `decoder.py`: `decode(frame, role, style) -> value` reads a picture back from its pixels alone (and may use the
  game's layout functions); `truth(sample, role) -> value` is what it must find.
- `test_<name>.py`: the vectors of the specification, and whatever else makes this game this game.
"""

import re
from functools import lru_cache
from importlib import import_module

import numpy as np

from flowbench.datasets.questions import create
from flowbench.rules.games.game import Setting
from flowbench.rules.games.generation import draw_instance
from flowbench.rules.games.sample import draw, score
from flowbench.rules.games.table import game, games

GAMES = games()
LEVELS = ("easy", "medium", "hard")
FAMILIES = [(name, family.id, fmt) for name in GAMES for family in game(name).families for fmt in family.formats]
CHOICES = [case for case in FAMILIES if case[2] == "choice"]
OPEN = [case for case in FAMILIES if case[2] == "open"]
VARIANTS = [(name, variant) for name in GAMES for variant in game(name).variants]
STYLES = [(name, style) for name in GAMES for style in game(name).styles]

_TOKEN = re.compile(r"[A-Za-z]+|[0-9]|[^A-Za-z0-9\s]")


def referee(name):
    return import_module(f"tests.games.{name}.referee")


def decoder(name):
    return import_module(f"tests.games.{name}.decoder")


def samples(name, family, fmt, count, split="train", seed=1):
    """Questions of one family, all levels of difficulty mixed."""
    questions = create(name, family, fmt, size=count, seed=seed, split=split)
    return [questions.sample(k) for k in range(count)]


def instances(name, variant, count, seed=1):
    """Instances of one variant, from the easiest to the hardest."""
    rules = game(name)
    hards = np.linspace(0.0, 1.0, count)
    return [draw_instance(rules, Setting(float(hard), variant), seed, k) for k, hard in enumerate(hards)]


@lru_cache(maxsize=2)
def pictured(sample, role):
    """The picture of a sample in one of its roles; kept for whoever asks next."""
    return draw(game(sample.game), sample, role)


def grade(sample, text):
    return score(game(sample.game), sample, text).score


def random_walk(rules, instance, rng, length):
    """States along legal actions, the first included; ends where the game does."""
    states = [rules.initial(instance)]
    for _ in range(length):
        legal = np.flatnonzero(rules.mask(instance, states[-1]))
        if len(legal) == 0 or rules.ending(instance, states[-1]) is not None:
            break
        states.append(rules.step(instance, states[-1], int(rng.choice(legal))).state)
    return states


def mutated(text, rng):
    """A text with one token dropped, doubled, exchanged with another, or replaced by one from elsewhere in it."""
    tokens = list(_TOKEN.finditer(text))
    k, other = (int(rng.integers(len(tokens))) for _ in range(2))
    token, donor = tokens[k].group(), tokens[other].group()
    digit = str(rng.integers(10))
    new = [
        "", token + token, donor, digit if token.isdigit() else donor, f" {token} {donor} ",
    ][int(rng.integers(5))]  # fmt: skip
    return text[: tokens[k].start()] + new + text[tokens[k].end() :]
