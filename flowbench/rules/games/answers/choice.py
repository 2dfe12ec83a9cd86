"""The answer to a question with six options: one letter."""

import re

from flowbench.errors import ParseError
from flowbench.rules.games.answers.folding import MAX_CHARACTERS, shown

LETTERS = "ABCDEF"
CHOICE_FORMAT = "one letter A-F"

_SPACE = re.compile(r"\s+", re.ASCII)
_LETTER = re.compile(
    r"\s*(?:(?:final\s+)?answer(?:\s*[:=]\s*|\s+)|option\s+|choice\s+)?"
    r"(?:\(([A-F])\)|\[([A-F])\]|([A-F])\)?)\s*[.:]?\s*",
    re.IGNORECASE | re.ASCII,
)


def read_letter(text: str) -> str:
    """The letter that a text consists of; "Answer: F", "(c).", "Option B" and the like will do.

    Raises:
        ParseError: for everything else.
    """
    if not isinstance(text, str) or len(text) > MAX_CHARACTERS:
        raise ParseError("Expected one option letter A-F, got no short text.")
    match = _LETTER.fullmatch(_SPACE.sub(" ", text.strip()))  # long runs of spaces would be tried again and again
    if match is None:
        raise ParseError(f"Expected one option letter A-F, got {shown(text)}.")
    return str(match[1] or match[2] or match[3]).upper()
