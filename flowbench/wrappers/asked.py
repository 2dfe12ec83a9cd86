"""What an episode of `Ask` asks, how a reply is given as an action, and how it is graded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.evaluation.grading import Answer, facts_of, mark
from flowbench.evaluation.parsing import ALPHABET
from flowbench.evaluation.prompts import prompt
from flowbench.records import Image, Item
from flowbench.rules.games.answers.choice import LETTERS
from flowbench.rules.games.sample import Sample, draw, roles, score
from flowbench.rules.games.table import game
from flowbench.wrappers.fitting import fitted
from flowbench.wrappers.kinds import AnyEnv

TEXT_BYTES = 1024  # of a reply given as an action


@dataclass(frozen=True)
class Graded:
    """A graded reply.

    Attributes:
        score: 1 right, 0 not.
        status: "read", or why nothing could be read ("no_answer", "off_list", "ambiguous", "unreadable").
        diagnosis: in words what is wrong; empty where it is right.
    """

    score: float
    status: str
    diagnosis: str


class Asked(Protocol):
    """A question with its pictures."""

    @property
    def replies(self) -> tuple[str, ...]:
        """The replies that can be chosen, in order; none for open questions."""

    @property
    def right(self) -> str:
        """A right reply."""

    @property
    def pictures(self) -> tuple[Image, ...]:
        """The pictures, in order."""

    def info(self) -> dict[str, Any]:
        """What is told of the question, in flat values that vector environments carry."""

    def grade(self, text: str) -> Graded:
        """Grade a reply in words, whatever it is."""


@dataclass(frozen=True, eq=False)
class RoomQuestion:
    """A question about a move in a room, in one of the paper's four modes (see `evaluation.prompts`)."""

    item: Item
    mode: str

    @property
    def replies(self) -> tuple[str, ...]:
        """One letter each, or as many as are asked for."""
        size = facts_of(self.item).options.size
        letters = ALPHABET[: len(self.item.question.choices)]
        return tuple("".join(chosen) for chosen in combinations(letters, size))

    @property
    def right(self) -> str:
        """The right letters."""
        return facts_of(self.item).options.key

    @property
    def pictures(self) -> tuple[Image, ...]:
        """Those that go with the mode."""
        return tuple(self.item.images[name] for name, _ in self._shown)

    @property
    def _shown(self) -> tuple[tuple[str, str], ...]:
        """Name and role of each picture: the question's own, or the one after the move."""
        return (("i1", "after the move"),) if self.mode.startswith("2") else self.item.question.images

    def info(self) -> dict[str, Any]:
        """The question, its options and the whole prompt."""
        seen = self.mode.startswith("2")
        return {
            "question": str(self.item.state["static_question"]) if seen else self.item.question.text,
            "prompt": prompt(self.item, self.mode).text,
            "choices": self.item.question.choices,
            "image_roles": tuple(role for _, role in self._shown),
            "mode": self.mode,
            "category": str(self.item.state["category"]),
        }

    def grade(self, text: str) -> Graded:
        """By the rule that reads letters out of a model's reply."""
        given = mark(self.item, facts_of(self.item), Answer(self.item.item_id, text, self.mode))
        if given.status != "read":
            return Graded(0.0, given.status, f"nothing that can be graded: {given.status}")
        return Graded(float(given.correct), "read", "" if given.correct else "another option is right")


@dataclass(frozen=True)
class GameQuestion:
    """A question of a game's families."""

    sample: Sample

    @property
    def replies(self) -> tuple[str, ...]:
        """The six letters, or nothing."""
        return tuple(LETTERS) if self.sample.fmt == "choice" else ()

    @property
    def right(self) -> str:
        """The reference answer."""
        return self.sample.answer

    @property
    def pictures(self) -> tuple[Image, ...]:
        """Those of the question, then those of drawn options."""
        rules = game(self.sample.game)
        return tuple(draw(rules, self.sample, role).frame for role, _ in roles(rules, self.sample))

    def info(self) -> dict[str, Any]:
        """The question, the rules of the game, the options, and the whole prompt."""
        sample = self.sample
        drawn = game(sample.game).family(sample.family).draws_options
        choices = () if drawn else sample.options
        lettered = [f"{letter}. {text}" for letter, text in zip(LETTERS, choices, strict=False)]
        return {
            "question": sample.question,
            "prompt": "\n".join([sample.hint, sample.question, *lettered]),
            "choices": choices,
            "image_roles": tuple(caption for _, caption in roles(game(sample.game), sample)),
            "family": sample.family,
            "format": sample.fmt,
        }

    def grade(self, text: str) -> Graded:
        """By the rules of the game, from the instance; the reference answer is not looked at."""
        grade = score(game(self.sample.game), self.sample, text)
        unreadable = grade.diagnosis.startswith("not in the format")
        return Graded(grade.score, "unreadable" if unreadable else "read", grade.diagnosis)


class Asker(Protocol):
    """Makes the questions of an environment.

    Attributes:
        choices: how many replies can be chosen from; 0 for open questions.
        shape: of the pictures: how many at most, height, width.
    """

    choices: int
    shape: tuple[int, int, int]

    def ask(self, env: AnyEnv, observation: Any, info: dict[str, Any]) -> Asked | None:
        """The question of a fresh episode, which is left as it is; None where it gives none."""

    def look(self, info: Mapping[str, Any]) -> Image:
        """The picture after a move that was tried."""

    def outcome(self, info: Mapping[str, Any]) -> dict[str, Any]:
        """What is told of such a move: nothing that the picture does not show but whether it could be made."""


def stacked(pictures: Sequence[Image], shape: tuple[int, int, int]) -> NDArray[np.uint8]:
    """(N, H, W, 3) uint8: pictures at the top left, made smaller where they do not fit; unused places are black."""
    count, height, width = shape
    stack = np.zeros((count, height, width, 3), dtype=np.uint8)
    for place, picture in zip(stack, pictures, strict=False):
        place[:] = fitted(picture, height, width)
    return stack


def as_bytes(text: str, size: int = TEXT_BYTES) -> NDArray[np.int64]:
    """A reply in words as an action of an open question: (size,) int64, its UTF-8 bytes, then zeros.

    >>> as_bytes("R1C2", 6).tolist()
    [82, 49, 67, 50, 0, 0]

    Raises:
        BadValue: for what is no text, or is too long; `Ask.answer` takes replies of any length.
    """
    if not isinstance(text, str):
        raise BadValue(f"A reply is text, got {type(text).__name__} {text!r}.")
    data = text.encode("utf-8", errors="replace")
    if len(data) > size:
        raise BadValue(f"As an action a reply has at most {size} bytes, got {len(data)}. Pass it to Ask.answer.")
    return np.frombuffer(data.ljust(size, b"\0"), dtype=np.uint8).astype(np.int64)


def as_text(action: Any, size: int = TEXT_BYTES) -> str:
    """The reply behind such an action; bytes that are no text become replacement characters.

    Raises:
        BadValue: for what is no such action.
    """
    values = np.asarray(action)
    good = values.shape == (size,) and np.issubdtype(values.dtype, np.integer)
    if not good or values.min() < 0 or values.max() > 255:
        raise BadValue(f"A reply as an action is {size} bytes, which flowbench.wrappers.asked.as_bytes makes.")
    return values.astype(np.uint8).tobytes().rstrip(b"\0").decode("utf-8", errors="replace")
