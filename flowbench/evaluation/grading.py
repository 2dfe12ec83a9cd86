"""One answer against one item: what was chosen, whether it is right, and the facts that splits are made by."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from flowbench.errors import BadValue, UnknownName
from flowbench.evaluation.lengths import length_bin
from flowbench.evaluation.options import Options, options_of, parts
from flowbench.evaluation.parsing import Status, read_reply
from flowbench.evaluation.prompts import MODES
from flowbench.records import Item

RELATIONS = ("closer_to", "closest_three", "left_right")
THRESHOLDS = ("count_near", "near_object")


@dataclass(frozen=True)
class Answer:
    """A reply to one item.

    Attributes:
        response: the model's words; None where there is no reply (an error, a refusal of the service).
        mode: "1A", "1B", "2A" or "2B" (see `prompts`).
        shuffle: which order of options the item was asked in (see `options.options_of`); None: as stored.
        source: where it was read, for error messages.
    """

    item_id: str
    response: str | None
    mode: str = "1A"
    shuffle: int | None = None
    source: str = ""

    def __post_init__(self) -> None:
        """Check the mode."""
        if self.mode not in MODES:
            raise UnknownName.among("mode", self.mode, MODES)


@dataclass(frozen=True)
class Facts:
    """What splits need to know about an item.

    Attributes:
        change: whether the answer is another than before the move; None where that one is not known.
        before: the answer before the move, where it is one of the possible ones.
        kind: "relations" (objects against each other), "thresholds" (distances in metres), or None.
        length: the bin of the move's length; None where it is not known.
    """

    item_id: str
    category: str
    change: Literal["changed", "unchanged"] | None
    before: frozenset[str] | None
    kind: Literal["relations", "thresholds"] | None
    length: str | None
    options: Options


@dataclass(frozen=True)
class Mark:
    """One graded answer. `chosen` is empty unless the status is "read"; "missing" is an item without an answer."""

    facts: Facts
    status: Status | Literal["missing"]
    chosen: frozenset[str] = frozenset()

    @property
    def correct(self) -> bool:
        """Whether exactly the right options were chosen."""
        return self.chosen == self.facts.options.right


def facts_of(item: Item) -> Facts:
    """The facts of a room item.

    Raises:
        BadValue: for items without a category, or that do not ask for letters.
    """
    if "category" not in item.state:
        raise BadValue(
            f"Item {item.item_id} has no category in its state: only room items are scored by letters. Questions about "
            "games are scored by their rules: evaluation.game_answers."
        )
    options, category = options_of(item), str(item.state["category"])
    before = None if item.answer_before is None else parts(item, item.answer_before)
    move_m = item.state.get("measures", {}).get("move_m")
    return Facts(
        item_id=item.item_id,
        category=category,
        change=None if before is None else "unchanged" if before == options.right else "changed",
        before=before if before is not None and options.can_be(before) else None,
        kind="relations" if category in RELATIONS else "thresholds" if category in THRESHOLDS else None,
        length=None if move_m is None else length_bin(float(move_m)),
        options=options,
    )


def mark(item: Item, facts: Facts, answer: Answer | None, shuffle: int | None = None) -> Mark:
    """Grade an answer (None: there is none) to an item whose facts are known."""
    if answer is None:
        return Mark(facts, "missing")
    options = facts.options if shuffle is None else options_of(item, shuffle)
    reading = read_reply(answer.response or "", options.texts, options.size)
    return Mark(facts, reading.status, options.chosen(reading.letters))


def by_place(answers: Iterable[Answer]) -> Mapping[tuple[str, int | None, str], Answer]:
    """Answers by (mode, shuffle, item id).

    Raises:
        BadValue: when an item is answered twice in one mode and order.
    """
    found: dict[tuple[str, int | None, str], Answer] = {}
    for answer in answers:
        place = (answer.mode, answer.shuffle, answer.item_id)
        if place in found:
            order = "" if answer.shuffle is None else f", shuffle {answer.shuffle}"
            where = " and ".join(filter(None, (found[place].source, answer.source)))
            raise BadValue(
                f"Item {answer.item_id} is answered twice in mode {answer.mode}{order}{where and f' ({where})'}. "
                "Keep one of the answers."
            )
        found[place] = answer
    return found
