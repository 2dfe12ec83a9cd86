"""The three families of questions about a folded net: which square, its whole pattern, some of its stickers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from flowbench.rules.games.answers.cells import Grid
from flowbench.rules.games.answers.grammar import Fields, Grammar, Word
from flowbench.rules.games.cube_net import wrong_answers
from flowbench.rules.games.cube_net.folding import FRONT, POSITIONS, hinges
from flowbench.rules.games.cube_net.records import LABELS, Net
from flowbench.rules.games.cube_net.vocabularies import VOCABULARIES
from flowbench.rules.games.difficulty import level
from flowbench.rules.games.family import Family, Format
from flowbench.rules.games.options import Wrong
from flowbench.rules.games.stickers import STICKER_COUNT, rows

Pattern = tuple[tuple[str, ...], ...]
Named = tuple[tuple[str, str], ...]

NEAREST_HARD = 2  # hinges from the anchor to what the hardest questions ask about, at least
FEWEST_CELLS, MOST_CELLS = 2, 4  # that CN3 asks for
OTHERS = tuple(position for position in POSITIONS if position != POSITIONS[FRONT])


@dataclass(frozen=True)
class PositionsQuery:
    """Which positions of the cube are asked about."""

    positions: tuple[str, ...]


@dataclass(frozen=True)
class CellsQuery:
    """Which stickers of which position: row and column, from 0."""

    position: str
    cells: tuple[tuple[int, int], ...]


def draw_position(net: Net, rng: np.random.Generator, hard: float) -> str:
    """A position next to the anchor in the net at the easiest, two hinges or more from it at the hardest, or any."""
    far = dict(zip((POSITIONS[fold.position] for fold in net.folds), hinges(net.cells, net.anchor), strict=True))
    wanted = {
        "easy": [position for position in OTHERS if far[position] == 1],
        "medium": list(OTHERS),
        "hard": [position for position in OTHERS if far[position] >= NEAREST_HARD],
    }[level(hard)]
    return wanted[int(rng.integers(len(wanted)))]


def _in_front(net: Net) -> str:
    return f"The net is folded to a cube so that square {net.labels[net.anchor]} is in front with its upper side up."


class Squares(Family[Net, PositionsQuery, Any]):
    """CN1: which square is at a position, or which two are; of two, the first is chosen as for one."""

    id = "CN1"
    formats = ("open", "choice")
    query_type = PositionsQuery

    def ask(self, instance: Net, rng: np.random.Generator, hard: float, fmt: Format) -> PositionsQuery:
        """One position at the easiest, two at the hardest; between them two where the answer is open."""
        first = draw_position(instance, rng, hard)
        one = level(hard) == "easy" or (level(hard) == "medium" and fmt == "choice")
        others = [position for position in OTHERS if position != first]
        chosen = {first} if one else {first, others[int(rng.integers(len(others)))]}
        return PositionsQuery(tuple(position for position in POSITIONS if position in chosen))

    def question(self, instance: Net, query: PositionsQuery) -> str:
        """The wording."""
        places = [_place(position) for position in query.positions]
        if len(places) == 1:
            return f"{_in_front(instance)} Which square is then {places[0]} of the cube?"
        return f"{_in_front(instance)} Which squares are then {places[0]} and {places[1]} of the cube?"

    def grammar(self, instance: Net, query: PositionsQuery) -> Grammar[Any]:
        """A letter, or a field a position."""
        if len(query.positions) == 1:
            return Word(LABELS)
        return Fields({position: Word(LABELS) for position in query.positions})

    def answer(self, instance: Net, query: PositionsQuery) -> Any:
        """By folding."""
        labels = tuple(instance.labels[instance.square_at(position)] for position in query.positions)
        return labels[0] if len(labels) == 1 else tuple(zip(query.positions, labels, strict=True))

    def wrongs(
        self, instance: Net, query: PositionsQuery, rng: np.random.Generator, hard: float
    ) -> Iterator[Wrong[Any]]:
        """The squares at the other positions; of two, both wrong, one wrong, or exchanged."""
        if len(query.positions) == 1:
            return wrong_answers.wrong_squares(instance, query.positions[0], rng)
        return wrong_answers.wrong_pairs(instance, query.positions, rng)


class WholePattern(Family[Net, PositionsQuery, Pattern]):
    """CN2: the whole pattern at a position, as it is read there."""

    id = "CN2"
    formats = ("open", "choice")
    query_type = PositionsQuery

    def ask(self, instance: Net, rng: np.random.Generator, hard: float, fmt: Format) -> PositionsQuery:
        """One position."""
        return PositionsQuery((draw_position(instance, rng, hard),))

    def question(self, instance: Net, query: PositionsQuery) -> str:
        """The wording."""
        place = _place(query.positions[0])
        return f"{_in_front(instance)} Which pattern is then {place} of the cube, as it is read there?"

    def grammar(self, instance: Net, query: PositionsQuery) -> Grammar[Pattern]:
        """Three rows of three symbols."""
        vocabulary = VOCABULARIES[instance.vocabulary]
        return Grid(3, 3, vocabulary.words, vocabulary.aliases)

    def answer(self, instance: Net, query: PositionsQuery) -> Pattern:
        """By folding."""
        return rows(instance.read_at(query.positions[0]), VOCABULARIES[instance.vocabulary].words)

    def wrongs(
        self, instance: Net, query: PositionsQuery, rng: np.random.Generator, hard: float
    ) -> Iterator[Wrong[Pattern]]:
        """See `wrong_answers.wrong_faces`."""
        words = VOCABULARIES[instance.vocabulary].words
        for wrong in wrong_answers.wrong_faces(instance, query.positions[0], rng):
            yield Wrong(wrong.kind, rows(wrong.value, words))


class SomeStickers(Family[Net, CellsQuery, Named]):
    """CN3: two to four stickers at a position."""

    id = "CN3"
    formats = ("open", "choice")
    query_type = CellsQuery

    def ask(self, instance: Net, rng: np.random.Generator, hard: float, fmt: Format) -> CellsQuery:
        """Stickers in the order of reading; at most one is the centre, which no turn moves."""
        position = draw_position(instance, rng, hard)
        count = int(rng.integers(FEWEST_CELLS, MOST_CELLS + 1))
        places = sorted(int(k) for k in rng.permutation(STICKER_COUNT)[:count])
        return CellsQuery(position, tuple(divmod(place, 3) for place in places))

    def question(self, instance: Net, query: CellsQuery) -> str:
        """The wording."""
        names = [_cell(cell) for cell in query.cells]
        return (
            f"{_in_front(instance)} Which symbols are then at {', '.join(names[:-1])} and {names[-1]} of the pattern "
            f"{_place(query.position)} of the cube, as it is read there (R: row from the top, C: column from the left)?"
        )

    def grammar(self, instance: Net, query: CellsQuery) -> Grammar[Named]:
        """A field a sticker."""
        vocabulary = VOCABULARIES[instance.vocabulary]
        return Fields({_cell(cell): Word(vocabulary.words, vocabulary.aliases) for cell in query.cells})

    def answer(self, instance: Net, query: CellsQuery) -> Named:
        """By folding."""
        return _stickers(instance, query, instance.read_at(query.position))

    def wrongs(self, instance: Net, query: CellsQuery, rng: np.random.Generator, hard: float) -> Iterator[Wrong[Named]]:
        """The same places of wrong patterns."""
        for wrong in wrong_answers.wrong_faces(instance, query.position, rng):
            yield Wrong(wrong.kind, _stickers(instance, query, wrong.value))


def _stickers(net: Net, query: CellsQuery, face: tuple[int, ...]) -> Named:
    words = VOCABULARIES[net.vocabulary].words
    return tuple((_cell(cell), words[face[3 * cell[0] + cell[1]]]) for cell in query.cells)


def _cell(cell: tuple[int, int]) -> str:
    return f"R{cell[0] + 1}C{cell[1] + 1}"


def _place(position: str) -> str:
    return {
        "top": "on top",
        "bottom": "at the bottom",
        "back": "at the back",
        "left": "on the left",
        "right": "on the right",
    }[position]
