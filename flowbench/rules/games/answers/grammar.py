"""The base of all grammars, and those for single values and named fields.

A grammar reads the whole of a folded text (see `folding`) or raises ParseError. Values are immutable and hashable, and
two answers mean the same exactly when their values are equal.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from flowbench.errors import ParseError
from flowbench.rules.games.answers.folding import fold, shown

V = TypeVar("V")

_INTEGER = re.compile(r"0|[1-9][0-9]{0,8}")
SEPARATOR = re.compile(r"[ \n]?[;,][ \n]?|\n")
MOST_WORDS_IN_A_FIELD = 3


class Grammar(ABC, Generic[V]):
    """The form of an answer.

    Attributes:
        separated: whether it has parts with separators between them, and may end with one.
    """

    separated: ClassVar[bool] = True

    @property
    @abstractmethod
    def form(self) -> str:
        """The form in writing, for the line that every question ends with."""

    @property
    def placeholder(self) -> str:
        """A short name of the form, to stand in a field."""
        return self.form

    @abstractmethod
    def read(self, text: str) -> V:
        """The value of a folded text; raises ParseError."""

    @abstractmethod
    def write(self, value: V) -> str:
        """The canonical text of a value."""

    def parse(self, text: str) -> V:
        """The value of an answer as it was given; one full stop, or one separator, after it is no part of it.

        Raises:
            ParseError: says what was expected. Nothing else is ever raised.
        """
        folded = fold(text)
        try:
            return self.read(self._ended(folded))
        except ParseError:
            if not folded.endswith("."):
                raise
        return self.read(self._ended(folded[:-1].rstrip()))

    def _ended(self, text: str) -> str:
        return text[:-1].rstrip() if self.separated and text.endswith((";", ",")) else text


class Integer(Grammar[int]):
    """A whole number from 0, in digits: no sign, no leading zero."""

    separated = False
    form = "<int>"

    def read(self, text: str) -> int:
        """The number."""
        if _INTEGER.fullmatch(text) is None:
            raise ParseError(f"Expected a whole number in digits, got {shown(text)}.")
        return int(text)

    def write(self, value: int) -> str:
        """The number in digits."""
        return str(value)


class Word(Grammar[str]):
    """One of a few words; each may have other spellings."""

    separated = False

    def __init__(self, words: Sequence[str], aliases: Mapping[str, str] | None = None) -> None:
        """Take the words as they are written, and other spellings for them."""
        self.words = tuple(words)
        self.spellings = {word.casefold(): word for word in words}
        for alias, word in (aliases or {}).items():
            self.spellings[fold(alias)] = word

    @property
    def form(self) -> str:
        """The words with bars between them."""
        return "|".join(self.words)

    @property
    def placeholder(self) -> str:
        """The words themselves if they are few."""
        return self.form if len(self.words) <= MOST_WORDS_IN_A_FIELD else "<symbol>"

    def read(self, text: str) -> str:
        """The word as it is written canonically."""
        if text not in self.spellings:
            raise ParseError(f"Expected one of {', '.join(self.words)}, got {shown(text)}.")
        return self.spellings[text]

    def write(self, value: str) -> str:
        """The word."""
        return value


class Fields(Grammar[tuple[tuple[str, V], ...]]):
    """Named values, each exactly once, in any order unless it is said otherwise: `key=value; key=value`.

    The value is a tuple of (key, value) in the order of the keys. Separators inside a value do no harm: a field begins
    where a separator is followed by a key and `=` or `:`.
    """

    def __init__(self, kinds: Mapping[str, Grammar[V]], ordered: bool = False) -> None:
        """Take the grammar of each field by key; `ordered` fields must come in the order of the keys."""
        self.kinds, self.ordered = dict(kinds), ordered
        self._keys = {key.casefold(): key for key in kinds}
        longest_first = sorted(self._keys, key=lambda key: (-len(key), key))
        keys = "|".join(re.escape(key) for key in longest_first)
        self._field = re.compile(rf"(?:^|{SEPARATOR.pattern})({keys}) ?[=:] ?")

    @property
    def form(self) -> str:
        """The fields in their order, then what the names in them stand for."""
        fields = "; ".join(f"{key}={kind.placeholder}" for key, kind in self.kinds.items())
        named = {kind.placeholder: kind.form for kind in self.kinds.values() if kind.placeholder != kind.form}
        return fields + "".join(f", where {name} is {form}" for name, form in named.items())

    def read(self, text: str) -> tuple[tuple[str, V], ...]:
        """The values by key."""
        starts = list(self._field.finditer(text))
        if not starts or starts[0].start() != 0:
            raise ParseError(f"Expected {self.form}, got {shown(text)}.")
        ends = [start.start() for start in starts[1:]] + [len(text)]
        values: dict[str, V] = {}
        for start, end in zip(starts, ends, strict=True):
            key = self._keys[start[1]]
            if key in values:
                raise ParseError(f"The field {key} is given twice.")
            values[key] = self._read_value(key, text[start.end() : end])
        missing = [key for key in self.kinds if key not in values]
        if missing:
            raise ParseError(f"Missing: {', '.join(missing)}.")
        if self.ordered and list(values) != list(self.kinds):
            raise ParseError(f"Expected the order {', '.join(self.kinds)}, got {', '.join(values)}.")
        return tuple((key, values[key]) for key in self.kinds)

    def _read_value(self, key: str, text: str) -> V:
        try:
            return self.kinds[key].read(text)
        except ParseError as e:
            raise ParseError(f"In {key}: {e}") from e

    def write(self, value: tuple[tuple[str, V], ...]) -> str:
        """The fields in their order."""
        return "; ".join(f"{key}={self.kinds[key].write(item)}" for key, item in value)


class Vector(Grammar[tuple[int, ...]]):
    """Whole numbers in a fixed order, with or without square brackets."""

    def __init__(self, length: int) -> None:
        """Take the exact number of entries."""
        self.length = length

    @property
    def form(self) -> str:
        """The brackets with as many places."""
        return f"[<int>, <int>, ...] ({self.length} numbers)"

    def read(self, text: str) -> tuple[int, ...]:
        """The numbers in order."""
        inside = unwrapped(text, "[", "]")
        parts = split(inside) if SEPARATOR.search(inside) else inside.split(" ")
        if len(parts) != self.length:
            raise ParseError(f"Expected {self.length} numbers, got {len(parts)}.")
        return tuple(Integer().read(part) for part in parts)

    def write(self, value: tuple[int, ...]) -> str:
        """The numbers in square brackets."""
        return f"[{', '.join(map(str, value))}]"


def split(text: str, separator: re.Pattern[str] = SEPARATOR) -> list[str]:
    """The parts between separators; an empty part is an error later on."""
    return separator.split(text)


def unwrapped(text: str, opening: str, closing: str) -> str:
    """What is between a pair of brackets, or the text itself where it has neither.

    Raises:
        ParseError: for one bracket without the other.
    """
    if text.startswith(opening) != text.endswith(closing):
        raise ParseError(f"Unbalanced {opening}{closing} around {shown(text)}.")
    return text[len(opening) : len(text) - len(closing)].strip() if text.startswith(opening) else text
