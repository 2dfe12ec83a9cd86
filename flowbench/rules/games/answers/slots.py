"""The grammar for some of a few numbered slots: their digits in any order, or `none`."""

import re

from flowbench.errors import ParseError
from flowbench.rules.games.answers.folding import shown
from flowbench.rules.games.answers.grammar import Grammar, unwrapped

_BETWEEN = re.compile(r" ?[+,] ?")


class Slots(Grammar[tuple[int, ...]]):
    """Some of the slots 1 to `count`, none twice: `13`, also `3+1` or `{1,3}`; `none` for no slot.

    The value is in ascending order.
    """

    placeholder = "<slots>"

    def __init__(self, count: int) -> None:
        """Take how many slots there are, at most 9."""
        self.count = count

    @property
    def form(self) -> str:
        """Which digits there are."""
        return f"digits 1-{self.count} of the slots in use, e.g. 1 (none if empty)" if self.count > 1 else "1|none"

    def read(self, text: str) -> tuple[int, ...]:
        """The slots in ascending order."""
        if text in ("none", "{}", "[]"):
            return ()
        inside = unwrapped(unwrapped(text, "[", "]"), "{", "}")
        digits = _BETWEEN.split(inside) if _BETWEEN.search(inside) else list(inside)
        known = [str(slot + 1) for slot in range(self.count)]
        if not digits or any(digit not in known for digit in digits):
            raise ParseError(f"Expected digits from 1 to {self.count} or none, got {shown(text)}.")
        if len(set(digits)) < len(digits):
            raise ParseError("A slot is given twice.")
        return tuple(sorted(int(digit) for digit in digits))

    def write(self, value: tuple[int, ...]) -> str:
        """The digits without separators."""
        return "".join(map(str, value)) or "none"
