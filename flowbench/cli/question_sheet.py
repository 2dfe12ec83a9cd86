"""The contact sheet of questions about games: a row a question, with its pictures, options and answer."""

import textwrap
from collections.abc import Sequence

import numpy as np
from PIL import Image as PillowImage

from flowbench.records import Image, Item
from flowbench.render.drawing import contact_sheet

CELL = 320  # pixels, the longer side of a picture
SMALL_CELL = 160  # the same where a question has more than three
TEXT_WIDTH = 110  # characters
LETTER_PX = 9  # width of a letter of a caption, on the wide side


def is_question(item: Item) -> bool:
    """Whether an item is a question about a game."""
    return "facts" in item.state


def draw_questions(items: Sequence[Item]) -> Image:
    """One picture of several questions."""
    rows = [[_scaled(item, name) for name, _ in item.question.images] for item in items]
    captions = [
        [textwrap.fill(caption, _cell(item) // LETTER_PX) for _, caption in item.question.images] for item in items
    ]
    return contact_sheet(rows, (), [_text(item) for item in items], captions, size=15)


def _text(item: Item) -> str:
    """Id, question, options, answer."""
    lines = [item.item_id]
    lines += [textwrap.fill(line, TEXT_WIDTH) for line in item.question.text.splitlines()]
    lines += [f"{letter}. {option}" for letter, option in zip("ABCDEF", item.question.choices, strict=False)]
    return "\n".join([*lines, textwrap.fill(f"Answer: {item.answer}", TEXT_WIDTH)])


def _cell(item: Item) -> int:
    return CELL if len(item.question.images) <= 3 else SMALL_CELL


def _scaled(item: Item, name: str) -> Image:
    picture = item.images[name]
    height, width = picture.shape[:2]
    factor = _cell(item) / max(height, width)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    return np.asarray(PillowImage.fromarray(picture).resize(size, PillowImage.Resampling.BOX))
