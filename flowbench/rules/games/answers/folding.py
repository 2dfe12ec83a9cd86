"""What is made equal in every written answer before it is read: width, case, kinds of dash, white space."""

import re
import unicodedata

from flowbench.errors import ParseError

MAX_CHARACTERS = 10_000  # longer than any answer; what is longer is no answer
MAX_BEYOND_ASCII = 1_000  # of them; single ones can unfold to eighteen

_DASHES = str.maketrans({dash: "-" for dash in "\u2010\u2011\u2012\u2013\u2014\u2212"})
_SPACE = re.compile(r" \s+|[^\S ]\s*")  # all but single spaces, which stay


def fold(text: str) -> str:
    """The text in lower case and NFKC, white space as single spaces and newlines.

    Raises:
        ParseError: for what is not a text, and for one of more than 10,000 characters, or 1,000 beyond ASCII.
    """
    if not isinstance(text, str):
        raise ParseError(f"An answer is a text, got {type(text).__name__}.")
    _check_length(text)
    if len(text) - len(text.encode("ascii", "ignore")) > MAX_BEYOND_ASCII:
        raise ParseError(f"An answer has at most {MAX_BEYOND_ASCII} characters beyond ASCII.")
    folded = unicodedata.normalize("NFKC", text).translate(_DASHES).casefold()
    _check_length(folded)
    return _SPACE.sub(lambda match: "\n" if "\n" in match.group() else " ", folded).strip()


def _check_length(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise ParseError(f"An answer has at most {MAX_CHARACTERS} characters, got {len(text)}.")


def shown(text: str) -> str:
    """A text as it is quoted in a message: short, in quotes."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
