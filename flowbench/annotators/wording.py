"""A question taken apart: the objects, numbers, directions and senses that its words stand for."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from flowbench.annotators.names import name_of
from flowbench.annotators.senses import (
    COUNTED,
    DIRECTIONS,
    LOOKS,
    NOT_DIRECTIONS,
    NUMBER_WORDS,
    ORDERED,
    PRESENT,
    PRONOUNS,
    UNITS,
)

Kind = Literal["name", "pronoun", "number", "direction", "ordered", "counted", "present", "word"]

_TYPOGRAPHY = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "\u00a0": " "})
_NUMBER = re.compile(
    rf"(-?[0-9]+(?:[.,:/-]?[0-9]+)*)(?:\s*({'|'.join(sorted(UNITS, key=len, reverse=True))})(?![a-z]))?"
)
_WORD = re.compile(r"[a-z]+|\S")
_ORDINARY_HEADS = {
    "stand",
    "roll",
    "switch",
    "control",
    "top",
    "head",
    "unit",
}  # of names; in sentences mostly no thing
_BEFORE_DIRECTION = {"to", "the", "further", "more"}  # between a length and its direction: "0.40 m to the left"
_AFTER_DIRECTION = {"by", "a", "distance", "of", "for", "it", "the", "exactly"}  # "to the left by 0.40 m"


@dataclass(frozen=True)
class Token:
    """One word or phrase: what kind it is and what it stands for ("nearest" for "closest"; "0.40 m" for a length)."""

    kind: Kind
    value: str


@dataclass(frozen=True)
class Wording:
    """What can be read off a text.

    Attributes:
        measures: (number with its unit, direction it goes in or "") in order.
        roles: the objects, the directions that belong to no length and the ordered senses, in order; "it" is the object
            named first, and an object again right after itself is left out.
        senses: how often each sense occurs that must be said as often.
        topics: the senses that must be said at all.
        words: all other words and marks.
    """

    measures: tuple[tuple[str, str], ...]
    roles: tuple[Token, ...]
    senses: Counter[str]
    topics: frozenset[str]
    words: tuple[str, ...]

    @property
    def names(self) -> frozenset[str]:
        """The objects that are mentioned."""
        return frozenset(token.value for token in self.roles if token.kind == "name")

    @property
    def numbers(self) -> Counter[str]:
        """The numbers with their units."""
        return Counter(number for number, _ in self.measures)

    @property
    def directions(self) -> Counter[str]:
        """The directions, those of lengths and all others."""
        free = (token.value for token in self.roles if token.kind == "direction")
        return Counter([*free, *(way for _, way in self.measures if way)])


def plain(text: str) -> str:
    """A text with typographic quotes, dashes and spaces as typed ones, single spaces, none at the ends."""
    return " ".join(text.translate(_TYPOGRAPHY).split())


def read(text: str, names: Sequence[str] = ()) -> Wording:
    """Take a text apart.

    Args:
        names: of objects in words, beside those of all object types.
    """
    tokens = list(_tokens(plain(text).lower(), _vocabulary(tuple(sorted(set(names))))))
    ways = _ways(tokens)
    bound = set(ways.values())
    return Wording(
        measures=tuple(
            (token.value, tokens[ways[k]].value if k in ways else "")
            for k, token in enumerate(tokens)
            if token.kind == "number"
        ),
        roles=_roles([token for k, token in enumerate(tokens) if k not in bound]),
        senses=Counter(token.value for token in tokens if token.kind in ("counted", "ordered")),
        topics=frozenset(token.value for token in tokens if token.kind == "present"),
        words=tuple(token.value for token in tokens if token.kind == "word"),
    )


def _roles(tokens: Sequence[Token]) -> tuple[Token, ...]:
    moved = next((token for token in tokens if token.kind == "name"), None)
    found = [moved if token.kind == "pronoun" else token for token in tokens]
    placed = [token for token in found if token and token.kind in ("name", "direction", "ordered")]
    repeated = [k for k in range(1, len(placed)) if placed[k] == placed[k - 1] and placed[k].kind == "name"]
    return tuple(token for k, token in enumerate(placed) if k not in repeated)


def _ways(tokens: Sequence[Token]) -> dict[int, int]:
    """Place of a number -> place of the direction it goes in, where there is one. What follows it comes first."""
    numbers = [k for k, token in enumerate(tokens) if token.kind == "number"]
    ways: dict[int, int] = {}
    for glue, step in ((_BEFORE_DIRECTION, 1), (_AFTER_DIRECTION, -1)):
        for k in numbers:
            place = _past(tokens, k + step, step, glue)
            if k not in ways and place is not None and place not in ways.values():
                ways[k] = place
    return ways


def _past(tokens: Sequence[Token], place: int, step: int, glue: set[str]) -> int | None:
    """The place of the direction beyond some glue; names count as glue on the way back ("raise the mug by 0.12 m")."""
    while 0 <= place < len(tokens):
        token = tokens[place]
        if token.kind == "direction":
            return place
        if token.value not in glue and not (step < 0 and token.kind == "name"):
            return None
        place += step
    return None


@dataclass(frozen=True)
class _Vocabulary:
    tokens: dict[str, Token]
    pattern: re.Pattern[str]


def _tokens(text: str, vocabulary: _Vocabulary) -> Iterator[Token]:
    place = 0
    while place < len(text):
        if text[place] == " ":
            place += 1
        elif number := _NUMBER.match(text, place):
            yield Token("number", " ".join(part for part in number.groups() if part))
            place = number.end()
        elif phrase := vocabulary.pattern.match(text, place):
            yield vocabulary.tokens[phrase.group()]
            place = phrase.end()
        elif word := _WORD.match(text, place):
            single = len(word.group()) == 1 and word.group().isalpha() and word.group() not in "ais"
            yield Token("counted", "answer") if single else Token("word", word.group())
            place = word.end()


@lru_cache(maxsize=256)
def _vocabulary(names: tuple[str, ...]) -> _Vocabulary:
    tokens = {
        **{form: Token("counted", form) for form in LOOKS},
        **{form: Token("counted", sense) for sense, forms in COUNTED.items() for form in forms},
        **{form: Token("ordered", sense) for sense, forms in ORDERED.items() for form in forms},
        **{form: Token("present", sense) for sense, forms in PRESENT.items() for form in forms},
        **{form: Token("direction", sense) for sense, forms in DIRECTIONS.items() for form in forms},
        **{form: Token("word", form) for form in NOT_DIRECTIONS},
        **{form: Token("pronoun", form) for form in PRONOUNS},
        **{word: Token("number", value) for word, value in NUMBER_WORDS.items()},
    }
    for name in {*_known_names(), *(name.lower() for name in names)}:
        for which in ("", "left ", "right "):
            tokens[f"{which}{name}"] = tokens[f"{which}{name}s"] = Token("name", f"{which}{name}")
    longest_first = sorted(tokens, key=lambda form: (-len(form), form))
    return _Vocabulary(tokens, re.compile(f"(?:{'|'.join(map(re.escape, longest_first))})(?![a-z0-9])"))


@lru_cache(maxsize=1)
def _known_names() -> frozenset[str]:
    """Names of all object types, and what they are kinds of ("machine" for "coffee machine")."""
    types = (files("flowbench.assets") / "object_types.txt").read_text(encoding="utf-8").split()
    names = {name_of(kind).lower() for kind in types}
    heads = {name.split()[-1] for name in names if " " in name} - _ORDINARY_HEADS
    return frozenset(names | heads)
