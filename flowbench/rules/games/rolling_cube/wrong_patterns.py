"""Patterns that are mistaken for the one on a face; the right one is any of the six, as likely as every other.

Faces are drawn without any preference for a turn, a mirror image or a place of a symbol. What is made here of the right
face and another one is made of either, and of any of its likenesses, alike: so the options themselves do not tell
which of them was there first.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from flowbench.rules.games.options import Wrong
from flowbench.rules.games.rejection import Reject
from flowbench.rules.games.stickers import STICKER_COUNT, Face, likenesses

EXCHANGED_SHARE = 0.5  # of the questions with exchanged symbols, rather than likenesses alone
ALONE_SHARE = 1.0 / 3.0  # of these in which the right face is the one without a likeness
TRIES = 20  # for six that are different
_TURNS = 4  # the first of the eight likenesses

EXCHANGED = "two symbols exchanged"


def wrong_patterns(right: Face, others: Sequence[Face], rng: np.random.Generator) -> Iterator[Wrong[Face]]:
    """Five wrong patterns.

    Args:
        others: patterns of other faces, none of them a likeness of the right one.
    """
    for _ in range(TRIES):
        other = others[int(rng.integers(len(others)))]
        exchanged = rng.random() < EXCHANGED_SHARE
        wrongs = _with_exchanges(right, other, rng) if exchanged else _likenesses_of_both(right, other, rng)
        if len({right, *(wrong.value for wrong in wrongs)}) == len(wrongs) + 1:
            return iter(wrongs)
    raise Reject("patterns too much alike")


def _likenesses_of_both(right: Face, other: Face, rng: np.random.Generator) -> list[Wrong[Face]]:
    """Each of both faces as it is and in two of its likenesses."""
    wrongs = [Wrong("another face", other)]
    for name, face in (("", right), ("another face, ", other)):
        alike = likenesses(face)
        for k in 1 + rng.permutation(len(alike) - 1)[:2]:
            wrongs.append(Wrong(f"{name}{_named(int(k))}", alike[int(k)]))
    return wrongs


def _with_exchanges(right: Face, other: Face, rng: np.random.Generator) -> list[Wrong[Face]]:
    """Two faces and a likeness of one of them, each as it is and with the symbols of two places exchanged."""
    place, before = int(rng.integers(STICKER_COUNT - 1)), bool(rng.random() < 0.5)
    first = _exchanged(right, place) if before else right  # of which the right one is the changed one, or itself
    alone, k = rng.random() < ALONE_SHARE, 1 + int(rng.integers(len(likenesses(right)) - 1))
    copied, name = (other, f"another face, {_named(k)}") if alone else (first, _named(k))
    wrongs = [Wrong(EXCHANGED, first if before else _exchanged(first, place))]
    for kind, face, pure in ((name, likenesses(copied)[k], alone or not before), ("another face", other, True)):
        wrongs.append(Wrong(kind if pure else f"{kind}, {EXCHANGED}", face))
        wrongs.append(Wrong(f"{kind}, {EXCHANGED}", _exchanged(face, place)))
    return wrongs


def _named(likeness: int) -> str:
    return "turned" if likeness < _TURNS else "mirrored"


def _exchanged(face: Face, place: int) -> Face:
    """A face with the symbols at a place and the next one, in reading order, exchanged."""
    return (*face[:place], face[place + 1], face[place], *face[place + 2 :])
