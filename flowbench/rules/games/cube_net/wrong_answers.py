"""Answers that come of folding a net wrongly."""

from collections.abc import Iterator

import numpy as np

from flowbench.rules.games.cube_net.folding import POSITIONS, SQUARES
from flowbench.rules.games.cube_net.records import Net
from flowbench.rules.games.options import Wrong
from flowbench.rules.games.pairs import PAIRS, in_pairs
from flowbench.rules.games.stickers import Face, flipped, turned

Labels = tuple[tuple[str, str], ...]  # (position, letter)


def wrong_squares(net: Net, position: str, rng: np.random.Generator) -> Iterator[Wrong[str]]:
    """The letters of the squares at the other five positions."""
    for k in rng.permutation(len(POSITIONS)):
        if POSITIONS[k] != position:
            yield Wrong(f"the square at the {POSITIONS[k]}", net.labels[net.square_at(POSITIONS[k])])


def wrong_pairs(net: Net, positions: tuple[str, ...], rng: np.random.Generator) -> Iterator[Wrong[Labels]]:
    """Two letters for either place, in every combination, and two combinations with their letters exchanged.

    The right one is as often each of the six.
    """
    first, second = right = tuple(net.labels[net.square_at(position)] for position in positions)
    others = [label for label in net.labels if label not in right]
    third, fourth = (others[int(k)] for k in rng.permutation(len(others))[:2])
    one, other, also, too = (
        (first, second, third, fourth), (third, second, first, fourth), (second, first, third, fourth)
    )[int(rng.integers(3))]  # fmt: skip
    pairs = [(one, other), (also, other), (one, too), (also, too), (other, one), (too, also)]
    for pair in pairs:
        if pair != right:
            yield Wrong(_mistake(right, pair), tuple(zip(positions, pair, strict=True)))


def _mistake(right: tuple[str, ...], pair: tuple[str, ...]) -> str:
    if pair == right[::-1]:
        return "exchanged"
    if pair[0] == right[0] or pair[1] == right[1]:
        return "the second wrong" if pair[0] == right[0] else "the first wrong"
    return "one at the other's place" if set(pair) & set(right) else "both wrong"


def wrong_faces(net: Net, position: str, rng: np.random.Generator) -> Iterator[Wrong[Face]]:
    """Pairs, see `in_pairs`, of patterns turned, mirrored or of other squares; the edit exchanges two stickers.

    Then all turns of all squares, for questions about so few stickers that many answers fall together.
    """
    right = net.read_at(position)
    places = [int(k) for k in rng.permutation(len(right))]
    first, second = places[0], next(k for k in places if right[k] != right[places[0]])
    mistakes = _mistakes(net, position, (first, second), rng)
    yield from in_pairs(right, "two stickers exchanged", lambda face: _exchanged(face, first, second), mistakes)
    for k in rng.permutation(SQUARES * 4):
        square, quarters = divmod(int(k), 4)
        yield Wrong(f"square {net.labels[square]}, however turned", turned(net.faces[square], quarters))


def _mistakes(net: Net, position: str, apart: tuple[int, int], rng: np.random.Generator) -> list[Wrong[Face]]:
    """Two mistakes, then more.

    The two are turned, mirrored or another square; where one of the three patterns, the right one included, is not
    like the others, that is as often the right one. As far as they can, they differ at the two places `apart`.
    """
    right, square = net.read_at(position), net.square_at(position)
    readings = [turned(right, int(quarters)) for quarters in rng.permutation((1, 2, 3))]
    turns = [Wrong("as printed" if face == net.faces[square] else "turned", face) for face in readings]
    mirrors = [Wrong("mirrored", turned(flipped(right), int(quarters))) for quarters in rng.permutation(4)]
    for found in (turns, mirrors):
        found.sort(key=lambda wrong: wrong.value[apart[0]] == wrong.value[apart[1]])
    others = _other_square(net, square, apart, rng)
    strange = [others, mirrors, turns][int(rng.integers(3))] or mirrors
    first = strange[:2] if strange is turns or rng.random() < 1.0 / PAIRS else [strange[0], turns[0]]
    return first + [wrong for wrong in turns + mirrors + others if wrong not in first]


def _other_square(net: Net, square: int, apart: tuple[int, int], rng: np.random.Generator) -> list[Wrong[Face]]:
    """Another square at the right turn and at one more; none if no square does."""
    first, second = apart
    for k in rng.permutation(SQUARES).tolist():
        quarters = [net.folds[k].quarters + more for more in (0, int(rng.integers(1, 4)))]
        read = [turned(net.faces[k], turn % 4) for turn in quarters]
        if k != square and all(face[first] != face[second] for face in read):
            return [Wrong("another square", face) for face in read]
    return []


def _exchanged(face: Face, first: int, second: int) -> Face:
    stickers = list(face)
    stickers[first], stickers[second] = face[second], face[first]
    return tuple(stickers)
