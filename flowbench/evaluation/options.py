"""The options of an item: in which order they are shown, which letters are right, what guessing earns."""

from dataclasses import dataclass
from math import comb

from flowbench.errors import BadValue
from flowbench.evaluation.parsing import ALPHABET
from flowbench.records import Item
from flowbench.seeding import ordered

SHUFFLES = 3  # orders in which an item is asked when the mean over orders is reported


@dataclass(frozen=True)
class Options:
    """The options in the order shown, and the right ones.

    Attributes:
        texts: what is shown, A first.
        values: what each stands for.
        right: the values that make up the answer.
    """

    texts: tuple[str, ...]
    values: tuple[str, ...]
    right: frozenset[str]

    @property
    def size(self) -> int:
        """How many letters are asked for."""
        return len(self.right)

    @property
    def key(self) -> str:
        """The right letters, sorted.

        >>> Options(("no", "yes"), ("no", "yes"), frozenset(["yes"])).key
        'B'
        """
        return "".join(letter for letter, value in zip(ALPHABET, self.values, strict=False) if value in self.right)

    @property
    def answers(self) -> int:
        """How many different answers there are: options, or sets of as many options as are asked for."""
        return comb(len(self.values), self.size)

    def chosen(self, letters: str) -> frozenset[str]:
        """The values behind letters."""
        return frozenset(self.values[ALPHABET.index(letter)] for letter in letters)

    def can_be(self, answer: frozenset[str]) -> bool:
        """Whether an answer is one of the possible ones."""
        return len(answer) == self.size and answer <= set(self.values)


def options_of(item: Item, shuffle: int | None = None) -> Options:
    """The options of an item, in the stored order or in one of the orders drawn from its id.

    Args:
        shuffle: 0, 1, 2, ...: the order that belongs to (item id, shuffle); None: as stored.

    Raises:
        BadValue: for items that do not ask for letters, or whose options and answer do not fit together.
    """
    question = item.question
    values = question.values or question.choices
    if question.answer_schema not in ("letter", "letters"):
        raise BadValue(
            f"Item {item.item_id} is answered with {question.answer_schema!r}; scoring by letters needs 'letter' or "
            "'letters', as room items have."
        )
    right = parts(item, item.answer)
    if not (2 <= len(values) == len(set(values)) == len(question.choices) <= len(ALPHABET)) or not right <= set(values):
        raise BadValue(
            f"Item {item.item_id}: {len(question.choices)} options with the values {values} and the answer "
            f"{item.answer!r} do not fit together. Expected 2 to 26 different values, one an option, the answer's "
            "among them."
        )
    order = list(range(len(values)))
    if shuffle is not None:
        order = ordered(order, "answer order", item.item_id, shuffle)
    return Options(tuple(question.choices[k] for k in order), tuple(values[k] for k in order), right)


def parts(item: Item, answer: str) -> frozenset[str]:
    """The values that make up an answer: its characters where a set is asked for, else itself."""
    return frozenset(answer) if item.question.answer_schema == "letters" else frozenset([answer])


def chance(item: Item) -> float:
    """Accuracy of guessing: one over the number of possible answers."""
    return 1.0 / options_of(item).answers
