"""The three families of questions about a missing tile: all its sides, some of them, and its ports as a list."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from flowbench.render.board.picture import Picture
from flowbench.rules.games.answers.grammar import Fields, Grammar, Integer
from flowbench.rules.games.answers.sequences import Names
from flowbench.rules.games.answers.slots import Slots
from flowbench.rules.games.difficulty import level
from flowbench.rules.games.family import Family, Format, Whole
from flowbench.rules.games.game import Game
from flowbench.rules.games.missing_tiles import picture
from flowbench.rules.games.missing_tiles.records import Board
from flowbench.rules.games.missing_tiles.tile import SIDES, Sides, degree, ports, side_of, slots_of
from flowbench.rules.games.missing_tiles.wrong_tiles import wrong_tiles
from flowbench.rules.games.options import Wrong

Named = tuple[tuple[str, tuple[int, ...]], ...]  # (side, its slots from 1)

FEW_SIDES, MANY_SIDES = 2, 3  # asked for at the easiest, and otherwise


@dataclass(frozen=True)
class SidesQuery:
    """Which sides are asked for."""

    sides: tuple[str, ...]


def _named(sides: Sides) -> Named:
    return tuple((name, slots_of(side)) for name, side in zip(SIDES, sides, strict=True))


def _listed(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


class Pattern(Family[Board, Whole, Named]):
    """MT1: all four sides; in a choice the options are drawn tiles."""

    id = "MT1"
    formats = ("open", "choice")
    draws_options = True

    def ask(self, instance: Board, rng: np.random.Generator, hard: float, fmt: Format) -> Whole:
        """The same of every instance."""
        return Whole()

    def question(self, instance: Board, query: Whole) -> str:
        """The wording; it fits both formats."""
        return (
            "The tile marked ? is missing. Which tile fits into its place as it is, without being turned: which slots "
            "of its sides N, E, S and W hold a port?"
        )

    def grammar(self, instance: Board, query: Whole) -> Grammar[Named]:
        """A field a side."""
        return Fields({side: Slots(instance.slots) for side in SIDES})

    def answer(self, instance: Board, query: Whole) -> Named:
        """What the neighbours show."""
        return _named(instance.wanted())

    def flaw(self, instance: Board, query: Whole, value: Named) -> str | None:
        """The first side that does not go with its neighbour."""
        return _mismatch(instance, value)

    def wrongs(self, instance: Board, query: Whole, rng: np.random.Generator, hard: float) -> Iterator[Wrong[Named]]:
        """See `wrong_tiles`."""
        for wrong in wrong_tiles(instance, rng):
            yield Wrong(wrong.kind, _named(wrong.value))

    def draw_option(self, game: Game[Board, Any], instance: Board, query: Whole, value: Named, style: str) -> Picture:
        """A tile, twice as large as the largest on a board."""
        north, east, south, west = (side_of(slots) for _, slots in value)
        return picture.draw_tile_alone((north, east, south, west), instance.slots, style)


def _mismatch(instance: Board, value: Named) -> str | None:
    wanted = dict(_named(instance.wanted()))
    return next((f"side {name} does not go with its neighbour" for name, slots in value if slots != wanted[name]), None)


class SomeSides(Family[Board, SidesQuery, Named]):
    """MT2: two sides at the easiest, otherwise three."""

    id = "MT2"
    formats = ("open",)
    query_type = SidesQuery

    def ask(self, instance: Board, rng: np.random.Generator, hard: float, fmt: Format) -> SidesQuery:
        """Sides in the order N, E, S, W; at least one that does not lie on the rim."""
        row, column = instance.asked
        rim = (row == 0, column == instance.columns - 1, row == instance.rows - 1, column == 0)
        count = FEW_SIDES if level(hard) == "easy" else MANY_SIDES
        order = sorted((int(k) for k in rng.permutation(len(SIDES))), key=lambda side: rim[side])
        first, rest = order[0], rng.permutation(order[1:])[: count - 1]
        return SidesQuery(tuple(SIDES[k] for k in sorted([first, *(int(k) for k in rest)])))

    def question(self, instance: Board, query: SidesQuery) -> str:
        """The wording."""
        return f"Which slots hold a port on the sides {_listed(query.sides)} of the missing tile that is marked ?"

    def grammar(self, instance: Board, query: SidesQuery) -> Grammar[Named]:
        """A field a side."""
        return Fields({side: Slots(instance.slots) for side in query.sides})

    def answer(self, instance: Board, query: SidesQuery) -> Named:
        """What the neighbours show."""
        return tuple((side, slots) for side, slots in _named(instance.wanted()) if side in query.sides)

    def flaw(self, instance: Board, query: SidesQuery, value: Named) -> str | None:
        """The first side that does not go with its neighbour."""
        return _mismatch(instance, value)


class PortList(Family[Board, Whole, tuple[tuple[str, Any], ...]]):
    """MT3: the ports as a list, and how many there are."""

    id = "MT3"
    formats = ("open",)

    def ask(self, instance: Board, rng: np.random.Generator, hard: float, fmt: Format) -> Whole:
        """The same of every instance."""
        return Whole()

    def question(self, instance: Board, query: Whole) -> str:
        """The wording."""
        return (
            "List all ports of the missing tile that is marked ?, each as the letter of its side (N, E, S or W) and "
            "the number of its slot, and give the tile's degree, which is how many ports it has."
        )

    def grammar(self, instance: Board, query: Whole) -> Grammar[tuple[tuple[str, Any], ...]]:
        """The set and the number."""
        names = [_port_name(side, slot) for side in range(len(SIDES)) for slot in range(instance.slots)]
        kinds: dict[str, Grammar[Any]] = {"ports": Names(names), "degree": Integer()}
        return Fields(kinds)

    def answer(self, instance: Board, query: Whole) -> tuple[tuple[str, Any], ...]:
        """The union of what the neighbours show."""
        wanted = instance.wanted()
        return ("ports", frozenset(_port_name(*port) for port in ports(wanted))), ("degree", degree(wanted))

    def flaw(self, instance: Board, query: Whole, value: tuple[tuple[str, Any], ...]) -> str | None:
        """Ports that are no ports, ports left out, or a number that is not theirs."""
        given = dict(value)
        wanted = {_port_name(*port) for port in ports(instance.wanted())}
        if given["degree"] != len(given["ports"]):
            return "the degree is not the number of the ports given"
        if surplus := sorted(given["ports"] - wanted):
            return f"no port at {', '.join(surplus)}"
        return f"{len(wanted - given['ports'])} ports left out" if wanted - given["ports"] else None


def _port_name(side: int, slot: int) -> str:
    return f"{SIDES[side]}{slot + 1}"
