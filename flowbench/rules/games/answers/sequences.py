"""Grammars for what happens in order (moves, names, events by time, commands to vehicles), and for sets of names."""

import re
from collections.abc import Mapping, Sequence

from flowbench.errors import ParseError
from flowbench.rules.games.answers.folding import shown
from flowbench.rules.games.answers.grammar import SEPARATOR, Grammar, Integer, Word, split, unwrapped

MAX_MOVES = 500

FLAT_ALIASES = {
    "up": "U", "down": "D", "left": "L", "right": "R",
    "\u2191": "U", "\u2193": "D", "\u2190": "L", "\u2192": "R",
}  # fmt: skip
COMPASS_ALIASES = {"north": "N", "east": "E", "south": "S", "west": "W"}

_STEP = re.compile(r"[ \n]?[;,][ \n]?|[ \n]")
_ORDER = re.compile(r"[ \n]?(?:->|[>\u2192;,])[ \n]?|\n")
_PLUS = re.compile(r"[ \n]?[+,;][ \n]?|\n")


class Moves(Grammar[str]):
    """Single letters in order, with or without separators: `R,R,D` or `RRD`; words by alias."""

    def __init__(self, letters: str, aliases: Mapping[str, str] = FLAT_ALIASES) -> None:
        """Take the letters, and words for them."""
        self.move = Word(tuple(letters), {word: letter for word, letter in aliases.items() if letter in letters})

    @property
    def form(self) -> str:
        """The letters there are."""
        return f"<moves in order, letters {''.join(self.move.words)}>"

    def read(self, text: str) -> str:
        """The letters in order; at least one."""
        parts = split(unwrapped(text, "[", "]"), _STEP)
        moves = [move for part in parts for move in self._moves(part)]
        if not 1 <= len(moves) <= MAX_MOVES:
            raise ParseError(f"Expected 1 to {MAX_MOVES} moves, got {len(moves)}.")
        return "".join(moves)

    def _moves(self, part: str) -> list[str]:
        whole = part in self.move.spellings or not part
        return [self.move.read(move) for move in ([part] if whole else part)]

    def write(self, value: str) -> str:
        """The letters without separators."""
        return value


class Order(Grammar[tuple[str, ...]]):
    """Names in an order, none twice: `b > a`; `none` for an empty order."""

    def __init__(self, names: Sequence[str]) -> None:
        """Take the names there are; not all need to occur."""
        self.name = Word(names)

    @property
    def form(self) -> str:
        """Names with `>` between them."""
        return "<name> > <name> > ... (none if empty)"

    def read(self, text: str) -> tuple[str, ...]:
        """The names in order."""
        if text == "none":
            return ()
        names = tuple(self.name.read(part) for part in split(text, _ORDER))
        if len(set(names)) < len(names):
            raise ParseError("A name is given twice.")
        return names

    def write(self, value: tuple[str, ...]) -> str:
        """The names with `>` between them."""
        return " > ".join(value) or "none"


class Names(Grammar[frozenset[str]]):
    """Names in any order, none twice: `A+B+D`, or in braces with commas; `none` for no name."""

    def __init__(self, names: Sequence[str]) -> None:
        """Take the names there are."""
        self.name = Word(names)

    @property
    def form(self) -> str:
        """Names with `+` between them."""
        return "<name>+<name>+... (any order; none if empty)"

    def read(self, text: str) -> frozenset[str]:
        """The set."""
        if text in ("none", "{}"):
            return frozenset()
        names = [self.name.read(part) for part in split(unwrapped(text, "{", "}"), _PLUS)]
        if len(set(names)) < len(names):
            raise ParseError("A name is given twice.")
        return frozenset(names)

    def write(self, value: frozenset[str]) -> str:
        """The names in the order in which they are listed in the grammar."""
        return "+".join(name for name in self.name.words if name in value) or "none"


Event = tuple[int, str]  # number of the move, what happened


class Events(Grammar[tuple[Event, ...]]):
    """What happened at which move: `t1=key a; t3=capture 7`, in any order; `none` for nothing.

    Some events carry a number after their name.
    """

    def __init__(self, names: Sequence[str], counted: Sequence[str] = ()) -> None:
        """Take the events there are, and those among them that carry a number."""
        self.names, self.counted = tuple(names), tuple(counted)
        self._word = Word(names)
        self._time = re.compile(r"t ?([1-9][0-9]{0,3}) ?[=:] ?(.+)")

    @property
    def form(self) -> str:
        """The events there are."""
        kinds = [f"{name} <int>" if name in self.counted else name for name in self.names]
        return f"t<int>=<event>; ... with events {', '.join(kinds)} (none if there are none)"

    def read(self, text: str) -> tuple[Event, ...]:
        """The events by time."""
        if text == "none":
            return ()
        events = tuple(sorted(self._event(part) for part in split(text, SEPARATOR)))
        if len(set(events)) < len(events):
            raise ParseError("An event is given twice.")
        return events

    def _event(self, part: str) -> Event:
        match = self._time.fullmatch(part)
        if match is None:
            raise ParseError(f"Expected an event such as t1={self.names[0]}, got {shown(part)}.")
        name, space, number = match[2].rpartition(" ")
        if name and self._word.spellings.get(name) in self.counted:
            return int(match[1]), f"{self._word.read(name)} {Integer().read(number)}"
        word = self._word.read(match[2])
        if word in self.counted:
            raise ParseError(f"The event {word} needs its number.")
        return int(match[1]), word

    def write(self, value: tuple[Event, ...]) -> str:
        """The events by time."""
        return "; ".join(f"t{time}={event}" for time, event in sorted(value)) or "none"


Command = tuple[str, int]  # vehicle, cells to the right or down (negative: to the left or up)


class Commands(Grammar[tuple[Command, ...]]):
    """Slides of vehicles in order: `B+3, A+4`; `B down 3` and `B D3` too."""

    form = "<vehicle><+ or -><cells>, ..."

    def __init__(self, vehicles: Sequence[str]) -> None:
        """Take the letters of the vehicles."""
        self.vehicle = Word(vehicles)
        self._command = re.compile(r"([a-z]) ?(?:([+-]) ?|(right|down|left|up|[rdlu]) ?)([1-9])")

    def read(self, text: str) -> tuple[Command, ...]:
        """The commands in order; at least one."""
        commands = tuple(self._read_command(part) for part in split(unwrapped(text, "[", "]")))
        if len(commands) > MAX_MOVES:
            raise ParseError(f"Expected at most {MAX_MOVES} commands, got {len(commands)}.")
        return commands

    def _read_command(self, part: str) -> Command:
        match = self._command.fullmatch(part)
        if match is None:
            raise ParseError(f"Expected a command such as A+1, got {shown(part)}.")
        backward = match[2] == "-" or (match[3] or "r")[0] in "lu"
        return self.vehicle.read(match[1]), -int(match[4]) if backward else int(match[4])

    def write(self, value: tuple[Command, ...]) -> str:
        """The commands with commas."""
        return ", ".join(f"{vehicle}{cells:+d}" for vehicle, cells in value)
