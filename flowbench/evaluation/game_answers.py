"""Answers to questions about games: judged by the rules of the game from the facts that an item holds.

The stored answer and the kinds of the wrong options have no part in that; the stored answer only shows whether facts
were altered. A reply must be in the format asked for and nothing else (after a reasoning block): see
`rules.games.answers`. Replies that are not, and items without a reply, count as wrong and are listed apart.
"""

import dataclasses
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from flowbench.errors import BadValue, FlowBenchError
from flowbench.evaluation.grading import Answer, by_place
from flowbench.evaluation.parsing import after_reasoning
from flowbench.evaluation.prompts import MODES
from flowbench.evaluation.statistics import wilson
from flowbench.evaluation.subsets import Chosen
from flowbench.records import Item
from flowbench.rules.games.answers.choice import LETTERS
from flowbench.rules.games.difficulty import LEVELS
from flowbench.rules.games.generation import fingerprint
from flowbench.rules.games.sample import Sample, from_facts, question_text
from flowbench.rules.games.sample import score as judge
from flowbench.rules.games.table import game

Status = Literal["right", "wrong", "off_format", "no_answer", "missing"]


@dataclass(frozen=True)
class GameMark:
    """One graded answer.

    Attributes:
        status: "off_format" is a reply that is not in the format asked for, "no_answer" an empty one, and "missing" an
            item that nobody answered.
        chance: of guessing: one in six for a choice, 0 for an open question.
    """

    item_id: str
    game: str
    capability: str
    family: str
    fmt: str
    difficulty: str
    status: Status
    chance: float


@dataclass(frozen=True)
class GameScore:
    """The accuracy of a group of items.

    Attributes:
        value: share of items answered right, with its 95 % Wilson interval `low` to `high`.
        chance: accuracy of guessing.
        no_answer: items without an answer, or with an empty one.
        off_format: replies that are not in the format asked for.
    """

    n: int
    value: float
    low: float
    high: float
    chance: float
    no_answer: int
    off_format: int


@dataclass(frozen=True)
class GameReport:
    """Everything `score` says about answers to questions about games.

    Attributes:
        items: how many were scored.
        groups: scores by "game", "capability", "family", "format" and "difficulty", each by name.
        read_accuracy: accuracy over the replies that could be read; None where none could.
        missing: ids of items without an answer.
        unknown: ids of answers that belong to no scored item; they are left out.
    """

    items: int
    overall: GameScore
    groups: Mapping[str, Mapping[str, GameScore]]
    read_accuracy: float | None
    missing: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether every item is answered and every answer belongs to one."""
        return not self.missing and not self.unknown

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {**dataclasses.asdict(self), "complete": self.complete}


_GROUPS: Mapping[str, Callable[[GameMark], str]] = {
    "game": lambda mark: mark.game,
    "capability": lambda mark: mark.capability,
    "family": lambda mark: mark.family,
    "format": lambda mark: mark.fmt,
    "difficulty": lambda mark: mark.difficulty,
}


def is_game_item(item: Item) -> bool:
    """Whether an item is a question about a game."""
    return "facts" in item.state


def score(items: Iterable[Item], answers: Iterable[Answer], ids: Collection[str] | None = None) -> GameReport:
    """Score answers.

    Args:
        items: questions about games; pictures and arrays are not looked at.
        answers: at most one for each item.
        ids: score these items alone; answers to others are then left out without a word.

    Raises:
        BadValue: for items that are no questions about games or whose facts do not fit to them, for answers in other
            modes or orders, answers given twice, ids that no item has, or answers of which none belongs to an item.
    """
    given, chosen = {item_id: answer for (*_, item_id), answer in by_place(map(_plain, answers)).items()}, Chosen(ids)
    marks = [mark(item, given.get(item.item_id)) for item in chosen.of(items)]
    if given.keys().isdisjoint(chosen.ids):
        raise BadValue("None of the answers belongs to an item scored. Are they answers to this data set?")
    read = [one for one in marks if one.status in ("right", "wrong")]
    return GameReport(
        items=len(marks),
        overall=_score_of(marks),
        groups={name: _by(marks, key) for name, key in _GROUPS.items()},
        read_accuracy=sum(one.status == "right" for one in read) / len(read) if read else None,
        missing=tuple(one.item_id for one in marks if one.status == "missing"),
        unknown=tuple(chosen.strangers(given)),
    )


def mark(item: Item, answer: Answer | None) -> GameMark:
    """Grade an answer (None: there is none) to a question.

    Raises:
        BadValue: when the item is no question about a game, or its facts do not fit to it.
    """
    sample = sample_of(item)
    return GameMark(
        item_id=item.item_id,
        game=sample.game,
        capability=str(game(sample.game).capability),
        family=sample.family,
        fmt=sample.fmt,
        difficulty=str(item.state.get("difficulty")),
        status=_status(sample, answer),
        chance=1.0 / len(LETTERS) if sample.fmt == "choice" else 0.0,
    )


def sample_of(item: Item) -> Sample:
    """The question that an item's facts describe.

    Raises:
        BadValue: when the item holds no facts, they break the rules, or it was not made with them.
    """
    if not is_game_item(item):
        raise BadValue(f"Item {item.item_id} is no question about a game: its state has no facts.")
    facts = item.state["facts"]
    try:
        rules = game(facts["game"])
        sample = from_facts(rules, facts)
        problem = _alteration(item, sample)
    except (FlowBenchError, LookupError, TypeError, ValueError, ArithmeticError) as e:
        raise BadValue(f"Item {item.item_id}: its facts describe no question ({e}). Roll it out again.") from e
    if problem is not None:
        raise BadValue(f"Item {item.item_id} was altered: {problem}. Roll it out again.")
    return sample


def _alteration(item: Item, sample: Sample) -> str | None:
    """What shows that an item was not made with its facts, in a few words."""
    rules = game(sample.game)
    family = rules.family(sample.family)
    if item.state.get("instance_id") != fingerprint(rules, sample.instance):
        return "its facts are about another instance"
    if item.question.text != question_text(family, sample.fmt, sample.instance, sample.query):
        return "its facts ask another question"
    if item.question.choices != (() if family.draws_options else sample.options):
        return "its facts hold other options"
    return None if judge(rules, sample, item.answer).score == 1.0 else "its answer is not right by its facts"


def _status(sample: Sample, answer: Answer | None) -> Status:
    if answer is None:
        return "missing"
    reply = after_reasoning(answer.response or "").strip()
    if not reply:
        return "no_answer"
    grade = judge(game(sample.game), sample, reply)
    return ("right" if grade.score == 1.0 else "wrong") if grade.read else "off_format"


def _plain(answer: Answer) -> Answer:
    """The answer, checked to be to the question as it stands."""
    if answer.mode != MODES[0] or answer.shuffle is not None:
        raise BadValue(
            f"Item {answer.item_id}: questions about games are asked in one way, without mode and shuffle; got mode "
            f"{answer.mode!r}, shuffle {answer.shuffle!r}."
        )
    return answer


def _by(marks: Sequence[GameMark], key: Callable[[GameMark], str]) -> dict[str, GameScore]:
    groups: dict[str, list[GameMark]] = {}
    for one in marks:
        groups.setdefault(key(one), []).append(one)
    levels = list(LEVELS)
    names = sorted(groups, key=lambda name: (levels.index(name) if name in levels else len(levels), name))
    return {name: _score_of(groups[name]) for name in names}


def _score_of(marks: Sequence[GameMark]) -> GameScore:
    found = Counter(one.status for one in marks)
    count = len(marks)
    low, high = wilson(found["right"], count)
    return GameScore(
        n=count,
        value=found["right"] / count,
        low=low,
        high=high,
        chance=sum(one.chance for one in marks) / count,
        no_answer=found["no_answer"] + found["missing"],
        off_format=found["off_format"],
    )
