"""Faces of 3 x 3 stickers: the symbols on them, how they are drawn at random, turned and compared."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

Face = tuple[int, ...]  # nine symbols 0 to 5, row by row

SYMBOL_COUNT = 6
STICKER_COUNT = 9
_TURNED = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # where each sticker comes from in a quarter turn clockwise
_FLIPPED = (2, 1, 0, 5, 4, 3, 8, 7, 6)  # and in a reflection that exchanges left and right


@dataclass(frozen=True)
class Vocabulary:
    """The names of the six symbols as they are written, and other spellings. `drawn` ones are marks, not characters."""

    words: tuple[str, ...]
    aliases: Mapping[str, str] = field(default_factory=dict)
    drawn: bool = False


VOCABULARIES: Mapping[str, Vocabulary] = {
    "marks": Vocabulary(
        ("circle", "square", "triangle", "plus", "heart", "moon"),
        {
            "c": "circle", "disc": "circle", "disk": "circle", "o": "circle", "s": "square", "t": "triangle",
            "p": "plus", "cross": "plus", "+": "plus", "h": "heart", "m": "moon", "crescent": "moon",
        },
        drawn=True,
    ),
    "digits": Vocabulary(tuple("123456")),
    "letters": Vocabulary(tuple("GHJKPT")),
}  # fmt: skip


def turned(face: Face, quarters: int) -> Face:
    """A face turned clockwise by quarter turns."""
    for _ in range(quarters % 4):
        face = tuple(face[k] for k in _TURNED)
    return face


def flipped(face: Face) -> Face:
    """A face with left and right exchanged."""
    return tuple(face[k] for k in _FLIPPED)


def likenesses(face: Face) -> tuple[Face, ...]:
    """The four turns of a face, then the four turns of its mirror image."""
    return tuple(turned(start, quarters) for start in (face, flipped(face)) for quarters in range(4))


def draw_face(rng: np.random.Generator) -> Face:
    """A face that holds all six symbols, three of them twice."""
    twice = rng.permutation(SYMBOL_COUNT)[: STICKER_COUNT - SYMBOL_COUNT]
    stickers = [*range(SYMBOL_COUNT), *(int(symbol) for symbol in twice)]
    return tuple(stickers[int(k)] for k in rng.permutation(STICKER_COUNT))


def draw_faces(rng: np.random.Generator, count: int = 6) -> tuple[Face, ...]:
    """Faces of which none equals a turn or mirror image of another, or of itself."""
    faces: list[Face] = []
    while len(faces) < count:
        face = draw_face(rng)
        alike = likenesses(face)
        if len(set(alike)) == len(alike) and not any(other in alike for other in faces):
            faces.append(face)
    return tuple(faces)


def renamed(faces: tuple[Face, ...]) -> tuple[Face, ...]:
    """Faces with their symbols numbered in the order in which they first occur."""
    names: dict[int, int] = {}
    for face in faces:
        for symbol in face:
            names.setdefault(symbol, len(names))
    return tuple(tuple(names[symbol] for symbol in face) for face in faces)


def rows(face: Face, words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """A face as three rows of words."""
    return tuple(tuple(words[symbol] for symbol in face[3 * k : 3 * k + 3]) for k in range(3))
