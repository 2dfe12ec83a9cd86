"""Answers that come of folding a net wrongly."""

from collections.abc import Iterator

import numpy as np

from flowbench.rules.games.cube_net.folding import POSITIONS, SQUARES
from flowbench.rules.games.cube_net.records import Net
from flowbench.rules.games.options import Wrong
from flowbench.rules.games.pairs import in_pairs
from flowbench.rules.games.stickers import Face, flipped, turned

Labels = tuple[tuple[str, str], ...]  # (position, letter)


def wrong_squares(net: Net, position: str, rng: np.random.Generator) -> Iterator[Wrong[str]]:
    """The letters of the squares at the other five positions."""
    for k in rng.permutation(len(POSITIONS)):
        if POSITIONS[k] != position:
            yield Wrong(f"the square at the {POSITIONS[k]}", net.labels[net.square_at(POSITIONS[k])])


def wrong_pairs(net: Net, positions: tuple[str, ...], rng: np.random.Generator) -> Iterator[Wrong[Labels]]:
    """Two letters of which each occurs as often at its place as the right one, which thus does not stand out."""
    first, second = (net.labels[net.square_at(position)] for position in positions)
    others = [label for label in net.labels if label not in (first, second)]
    third, fourth = (others[int(k)] for k in rng.permutation(len(others))[:2])
    chosen = [
        ("the first wrong", third, second),
        ("the second wrong", first, fourth),
        ("both wrong", third, fourth),
        ("exchanged", second, first),
        ("exchanged and wrong", fourth, third),
    ]
    for kind, one, other in chosen:
        yield Wrong(kind, ((positions[0], one), (positions[1], other)))


def wrong_faces(net: Net, position: str, rng: np.random.Generator) -> Iterator[Wrong[Face]]:
    """Pairs, see `in_pairs`, of patterns turned, mirrored or of another square; the edit exchanges two stickers.

    Then all turns of all squares, for questions about so few stickers that many answers fall together.
    """
    right = net.read_at(position)
    first, second = (int(k) for k in rng.permutation(len(right))[:2])
    mistakes = _mistakes(net, position, rng)
    yield from in_pairs(right, "two stickers exchanged", lambda face: _exchanged(face, first, second), mistakes)
    for k in rng.permutation(SQUARES * 4):
        square, quarters = divmod(int(k), 4)
        yield Wrong(f"square {net.labels[square]}, however turned", turned(net.faces[square], quarters))


def _mistakes(net: Net, position: str, rng: np.random.Generator) -> list[Wrong[Face]]:
    """The pattern turned, as printed, mirrored, and that of another square: one of each in any order, then more."""
    right, square = net.read_at(position), net.square_at(position)
    turns = [Wrong("turned", turned(right, int(quarters))) for quarters in rng.permutation((1, 2, 3))]
    mirrors = [Wrong("mirrored", turned(flipped(right), int(quarters))) for quarters in rng.permutation(4)]
    others = [
        Wrong("another square", turned(net.faces[int(k)], net.folds[int(k)].quarters))
        for k in rng.permutation(SQUARES)
        if k != square
    ]
    first = [turns[0], Wrong("as printed", net.faces[square]), mirrors[0], others[0]]
    return [first[int(k)] for k in rng.permutation(len(first))] + turns[1:] + mirrors[1:] + others[1:]


def _exchanged(face: Face, first: int, second: int) -> Face:
    stickers = list(face)
    stickers[first], stickers[second] = face[second], face[first]
    return tuple(stickers)
