"""What a model is asked: the words of a mode, with lettered options in a given order."""

from dataclasses import dataclass

from flowbench.errors import UnknownName
from flowbench.evaluation.options import options_of
from flowbench.evaluation.parsing import ALPHABET
from flowbench.records import Item

MODES = ("1A", "1B", "2A", "2B")
REASONING_TOKENS = 4096  # the budget of a reply in modes 1B and 2B
_DIRECT = "Answer with {what} only."
_REASONED = "Reason step by step first. End with a line of the form: Answer: {what}"


@dataclass(frozen=True)
class Prompt:
    """What to send.

    Attributes:
        text: the words.
        image: name of the one picture of the item that goes with them: "i0" before, "i1" after the move.
        max_tokens: the budget of the reply where it reasons first.
    """

    text: str
    image: str
    max_tokens: int | None


def prompt(item: Item, mode: str = "1A", shuffle: int | None = None) -> Prompt:
    """The prompt of an item.

    Args:
        mode: "1..." shows the picture before the move, says the move and asks; "2..." shows the picture after it and
            asks the same without the move. "...A" wants the letter at once, "...B" reasons first.
        shuffle: which order of options (see `options_of`); it belongs into the answer, for the key follows it.
    """
    if mode not in MODES:
        raise UnknownName.among("mode", mode, MODES)
    options = options_of(item, shuffle)
    seen = mode.startswith("2")
    question = str(item.state["static_question"]) if seen else item.question.text
    lettered = [f"{letter}. {text}" for letter, text in zip(ALPHABET, options.texts, strict=False)]
    what = "the letter" if options.size == 1 else f"the {options.size} letters"
    reasons = mode.endswith("B")
    wanted = (_REASONED if reasons else _DIRECT).format(what=what)
    text = "\n".join([question, *lettered, wanted])
    return Prompt(text, "i1" if seen else "i0", REASONING_TOKENS if reasons else None)
