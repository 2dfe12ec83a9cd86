"""What a model is asked about a game: the pictures in order, and the words."""

from dataclasses import dataclass

from flowbench.errors import BadValue
from flowbench.records import Item
from flowbench.rules.games.answers.choice import LETTERS

_LETTER_ONLY = f"Answer directly. Reply with one option letter ({LETTERS[0]}-{LETTERS[-1]}) only."
_FORMAT_ONLY = "Answer directly. Reply with only the answer in the format above. No other text."


@dataclass(frozen=True)
class GamePrompt:
    """What to send.

    Attributes:
        images: names of the item's pictures in the order in which they are sent.
        text: the words that follow them.
    """

    images: tuple[str, ...]
    text: str


def game_prompt(item: Item, hint: bool = True) -> GamePrompt:
    """The prompt of a question about a game; its reply is what `score` wants.

    Args:
        hint: whether the rules of the game and the notation come first.

    Raises:
        BadValue: for items that are no questions about games.
    """
    if "facts" not in item.state:
        raise BadValue(f"Item {item.item_id} is no question about a game. Rooms have `evaluation.prompts.prompt`.")
    question = item.question
    lines = [str(item.state["hint"])] if hint else []
    lines.append(question.text)
    if question.choices:
        lines += ["Options:", *(f"{letter}. {text}" for letter, text in zip(LETTERS, question.choices, strict=True))]
    shown = [f"Image {k}: {caption}." for k, (_, caption) in enumerate(question.images, start=1)]
    lines.append(" ".join(shown))
    lines.append(_LETTER_ONLY if question.answer_schema == "letter" else _FORMAT_ONLY)
    return GamePrompt(tuple(name for name, _ in question.images), "\n".join(lines))
