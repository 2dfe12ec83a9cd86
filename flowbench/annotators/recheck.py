"""Whether a rewording asks exactly what its template asks, as far as that can be read off the words.

Each check errs on the side of the template: a rewording that might mean something else is refused, even if it does not.
"""

import re
from collections import Counter
from collections.abc import Sequence

from flowbench.annotators.wording import Token, Wording, plain, read

MAX_GROWTH, SLACK = 2.0, 40  # longest rewording: this many times the template, and characters on top
MAX_SENTENCES = 2

_PUNCTUATION = set(" .,?!:;'()-%")
_ADDRESS = re.compile(r"[A-Za-z]\.[A-Za-z]|\b(?:www|https?)\b", re.I)
_SENTENCE_END = re.compile(r"[.?!]+(?=\s|$)")
_CHOICE_GLUE = {"the", "a", "an", "this", "that", "object", "item", "called", "named"}


def objection(template: str, rewording: str, names: Sequence[str] = ()) -> str:
    """Why a question's rewording is refused; "" where it is not.

    Args:
        names: of the task's objects in words; those of all object types are known.

    >>> asked = "Move the mug 0.40 m to the left. Does it touch a wall?"
    >>> objection(asked, "With the mug shifted 0.40 m to the left, would it be touching a wall?")
    ''
    >>> objection(asked, "With the mug shifted 0.40 m to the right, would it be touching a wall?")
    "the direction 'left' is missing"
    """
    template, rewording = plain(template), plain(rewording)
    if rewording.casefold() == template.casefold():
        return "it repeats the template"
    return (
        _looks(template, rewording)
        or _sentences(template, rewording)
        or _difference(read(template, names), read(rewording, names))
    )


def choice_objection(template: str, rewording: str, names: Sequence[str] = ()) -> str:
    """Why an option's rewording is refused; "" where it is not. Only articles and the like may change in it."""
    template, rewording = plain(template), plain(rewording)
    before, after = read(template, names), read(rewording, names)
    strange = set(after.words) - set(before.words) - _CHOICE_GLUE
    added = f"the word {min(strange)!r} is added" if strange else ""
    return _looks(template, rewording) or _difference(before, after) or added


def _looks(template: str, rewording: str) -> str:
    allowed = _PUNCTUATION | set(template)
    odd = [mark for mark in rewording if mark not in allowed and not (mark.isascii() and mark.isalnum())]
    if odd:
        return f"the character {odd[0]!r} does not belong there"
    if _ADDRESS.search(rewording):
        return "it holds an address or an abbreviation"
    if len(rewording) > MAX_GROWTH * len(template) + SLACK:
        return f"{len(rewording)} characters are too many"
    return "" if rewording else "it is empty"


def _sentences(template: str, rewording: str) -> str:
    count = len(_SENTENCE_END.findall(rewording))
    most = max(MAX_SENTENCES, len(_SENTENCE_END.findall(template)))
    if not 1 <= count <= most:
        return f"it has {count} sentences, not one to {most}"
    if rewording[-1] != template[-1] or rewording.count("?") != template.count("?"):
        return "it does not end in one question"
    return "" if rewording[0].isupper() else "it does not begin like a sentence"


def _difference(before: Wording, after: Wording) -> str:
    return (
        _tallies("object", Counter(before.names), Counter(after.names))
        or _tallies("number", before.numbers, after.numbers)
        or _tallies("direction", before.directions, after.directions)
        or _ways(before, after)
        or _tallies("sense", before.senses, after.senses)
        or _tallies("sense", Counter(before.topics), Counter(after.topics))
        or _order(before.roles, after.roles)
    )


def _tallies(kind: str, before: Counter[str], after: Counter[str]) -> str:
    lost, added = before - after, after - before
    if lost:
        return f"the {kind} {min(lost)!r} is missing"
    return f"the {kind} {min(added)!r} is added" if added else ""


def _ways(before: Wording, after: Wording) -> str:
    """For the same numbers and directions: whether each number is in its place and goes where it went."""
    changed = [old for old, new in zip(before.measures, after.measures, strict=True) if old != new]
    return f"{' '.join(changed[0]).rstrip()!r} is no longer in its place" if changed else ""


def _order(before: Sequence[Token], after: Sequence[Token]) -> str:
    return "" if before == after else "objects and directions come in another order"
