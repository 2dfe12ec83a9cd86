"""The four families of questions about a rolled cube: Top, some faces, all faces, and on the way."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from flowbench.rules.games.answers.cells import Grid
from flowbench.rules.games.answers.grammar import Fields, Grammar, Word
from flowbench.rules.games.cube_frames import FACES
from flowbench.rules.games.difficulty import level
from flowbench.rules.games.family import Family, Format, Whole
from flowbench.rules.games.options import Wrong
from flowbench.rules.games.rejection import Reject
from flowbench.rules.games.rolling_cube.records import Rolls, after, centre_of, face_of
from flowbench.rules.games.rolling_cube.wrong_patterns import wrong_patterns
from flowbench.rules.games.stickers import VOCABULARIES, likenesses, rows

Pattern = tuple[tuple[str, ...], ...]

BEFORE_SHARE = 0.5  # of the choices with the pattern that was on the face before the first roll


@dataclass(frozen=True)
class FacesQuery:
    """Which faces, and whether their whole patterns or the symbols in their centres."""

    faces: tuple[str, ...]
    whole: bool


@dataclass(frozen=True)
class CheckpointQuery:
    """After which rolls; one roll: the whole pattern of `face`; several: the symbols in the centre of Top."""

    rolls: tuple[int, ...]
    face: str


def _grid(instance: Rolls) -> Grid:
    vocabulary = VOCABULARIES[instance.vocabulary]
    return Grid(3, 3, vocabulary.words, vocabulary.aliases)


def _word(instance: Rolls) -> Word:
    vocabulary = VOCABULARIES[instance.vocabulary]
    return Word(vocabulary.words, vocabulary.aliases)


def _pattern(instance: Rolls, rolls: int, face: str) -> Pattern:
    seen = face_of(instance, after(instance, rolls).orientation, FACES.index(face))
    return rows(seen, VOCABULARIES[instance.vocabulary].words)


def _centre(instance: Rolls, rolls: int, face: str) -> str:
    symbol = centre_of(instance, after(instance, rolls).orientation, FACES.index(face))
    return VOCABULARIES[instance.vocabulary].words[symbol]


def _wrong_patterns(instance: Rolls, rolls: int, face: str, rng: np.random.Generator) -> Iterator[Wrong[Pattern]]:
    """See `wrong_patterns`: of other faces, as likely the one that was there before the first roll as any now."""
    words, place = VOCABULARIES[instance.vocabulary].words, FACES.index(face)
    seen = [face_of(instance, after(instance, rolls).orientation, k) for k in range(len(FACES))]
    right, others = seen[place], seen[:place] + seen[place + 1 :]
    before = instance.faces[place]
    if before not in likenesses(right) and rng.random() < BEFORE_SHARE:
        others = [before]
    return (Wrong(wrong.kind, rows(wrong.value, words)) for wrong in wrong_patterns(right, others, rng))


class TopFace(Family[Rolls, Whole, Pattern]):
    """RC1: the pattern on Top at the end."""

    id = "RC1"
    formats = ("open", "choice")

    def ask(self, instance: Rolls, rng: np.random.Generator, hard: float, fmt: Format) -> Whole:
        """The same of every instance."""
        return Whole()

    def question(self, instance: Rolls, query: Whole) -> str:
        """The wording."""
        return (
            "The cube rolls along the whole numbered path. Which pattern does its Top face show at the end, its rows "
            "read from North to South and each from West to East?"
        )

    def grammar(self, instance: Rolls, query: Whole) -> Grammar[Pattern]:
        """Three rows of three symbols."""
        return _grid(instance)

    def answer(self, instance: Rolls, query: Whole) -> Pattern:
        """By rolling along."""
        return _pattern(instance, len(instance.moves), "top")

    def wrongs(self, instance: Rolls, query: Whole, rng: np.random.Generator, hard: float) -> Iterator[Wrong[Pattern]]:
        """See `_wrong_patterns`."""
        return _wrong_patterns(instance, len(instance.moves), "top", rng)


Named = tuple[tuple[str, Any], ...]


class SomeFaces(Family[Rolls, FacesQuery, Named]):
    """RC2: the patterns, or at the easiest the centres, of two or three faces at the end."""

    id = "RC2"
    formats = ("open",)
    query_type = FacesQuery

    def ask(self, instance: Rolls, rng: np.random.Generator, hard: float, fmt: Format) -> FacesQuery:
        """Two or three faces, listed in a fixed order."""
        count = int(rng.integers(2, 4))
        chosen = sorted(int(k) for k in rng.permutation(len(FACES))[:count])
        return FacesQuery(tuple(FACES[k] for k in chosen), level(hard) != "easy")

    def question(self, instance: Rolls, query: FacesQuery) -> str:
        """The wording."""
        what = "which patterns are on" if query.whole else "which symbols are in the centres of"
        names = [face.capitalize() for face in query.faces]
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        return f"After the last roll of the numbered path, {what} the cube's {listed} faces?"

    def grammar(self, instance: Rolls, query: FacesQuery) -> Grammar[Named]:
        """A field a face."""
        kind: Grammar[Any] = _grid(instance) if query.whole else _word(instance)
        return Fields({face: kind for face in query.faces})

    def answer(self, instance: Rolls, query: FacesQuery) -> Named:
        """By rolling along."""
        look = _pattern if query.whole else _centre
        return tuple((face, look(instance, len(instance.moves), face)) for face in query.faces)


class AllFaces(SomeFaces):
    """RC3: all six faces at the end, their centres or, at the hardest, their patterns."""

    id = "RC3"

    def ask(self, instance: Rolls, rng: np.random.Generator, hard: float, fmt: Format) -> FacesQuery:
        """All faces."""
        return FacesQuery(FACES, level(hard) == "hard")


class Checkpoint(Family[Rolls, CheckpointQuery, Any]):
    """RC4: one face's pattern after some roll before the last, or the centre of Top after two or three rolls."""

    id = "RC4"
    formats = ("open", "choice")
    query_type = CheckpointQuery

    def ask(self, instance: Rolls, rng: np.random.Generator, hard: float, fmt: Format) -> CheckpointQuery:
        """A choice is always about one pattern."""
        before_last = range(1, len(instance.moves))
        count = 1 if fmt == "choice" else int(rng.integers(1, 4))
        if count > len(before_last):
            raise Reject("path too short for the checkpoints")
        chosen = sorted(int(k) for k in rng.permutation(before_last)[:count])
        return CheckpointQuery(tuple(chosen), FACES[int(rng.integers(len(FACES)))] if count == 1 else "top")

    def question(self, instance: Rolls, query: CheckpointQuery) -> str:
        """The wording."""
        if len(query.rolls) == 1:
            return (
                f"The cube has just made roll {query.rolls[0]} of the numbered path. Which pattern is on its "
                f"{query.face.capitalize()} face at that moment?"
            )
        listed = f"{', '.join(map(str, query.rolls[:-1]))} and {query.rolls[-1]}"
        return f"Which symbol is in the centre of the cube's Top face right after rolls {listed} of the numbered path?"

    def grammar(self, instance: Rolls, query: CheckpointQuery) -> Grammar[Any]:
        """A pattern, or a field a roll, in their order."""
        if len(query.rolls) == 1:
            return _grid(instance)
        return Fields({f"k{roll}": _word(instance) for roll in query.rolls}, ordered=True)

    def answer(self, instance: Rolls, query: CheckpointQuery) -> Any:
        """By rolling along, up to there."""
        if len(query.rolls) == 1:
            return _pattern(instance, query.rolls[0], query.face)
        return tuple((f"k{roll}", _centre(instance, roll, "top")) for roll in query.rolls)

    def wrongs(
        self, instance: Rolls, query: CheckpointQuery, rng: np.random.Generator, hard: float
    ) -> Iterator[Wrong[Pattern]]:
        """See `_wrong_patterns`."""
        return _wrong_patterns(instance, query.rolls[0], query.face, rng)
