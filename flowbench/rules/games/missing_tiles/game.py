"""The rules of Missing Tiles."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.render.board.picture import Picture
from flowbench.rules.games.game import GridSpace, Move, Setting
from flowbench.rules.games.handing_in import HandingInGame
from flowbench.rules.games.missing_tiles import generator, picture, symmetry
from flowbench.rules.games.missing_tiles.families import Pattern, PortList, SomeSides
from flowbench.rules.games.missing_tiles.records import Board, Guess
from flowbench.rules.games.missing_tiles.tile import SIDES, Sides, ports, slots_of, toggled

SUBMIT = len(SIDES) * generator.MAX_SLOTS
SIDE_NAMES = ("north", "east", "south", "west")
_WHOLE, _GONE, _ASKED, _NOTHING = 0, 1, 2, -1


class MissingTiles(HandingInGame[Board, Guess]):
    """Facing sides of neighbours hold ports in the same slots, so that a missing tile is known from its neighbours."""

    name = "missing_tiles"
    title = "Missing Tiles"
    capability = 1
    instance_type = Board
    state_type = Guess
    action_count = SUBMIT + 1
    grid = GridSpace((generator.MAX_SIDE, generator.MAX_SIDE, 5), -1, 7)
    styles = picture.STYLES
    pictures = (("board", "board of tiles, one of them marked ?"),)
    view = "board"
    work = "the tile"
    families = (Pattern(), SomeSides(), PortList())

    def sample(self, rng: np.random.Generator, setting: Setting) -> Board:
        """A board; its missing tile is determined by its neighbours."""
        return generator.draw_board(rng, setting)

    def check(self, instance: Board) -> None:
        """Borders of the right number and size, none that lead off the board, missing tiles apart from one another."""
        rows, columns, slots = instance.rows, instance.columns, instance.slots
        sides = range(generator.LEAST_SIDE, generator.MAX_SIDE + 1)
        fits = rows in sides and columns in sides and 1 <= slots <= generator.MAX_SLOTS
        fits = fits and _is_table(instance.level, rows + 1, columns, slots)
        fits = fits and _is_table(instance.upright, rows, columns + 1, slots)
        fits = fits and not any(instance.level[0] + instance.level[-1])
        fits = fits and not any(row[0] or row[-1] for row in instance.upright)
        gone = instance.missing
        fits = fits and 1 <= len(gone) <= generator.MAX_MISSING and all(instance.holds(cell) for cell in gone)
        fits = fits and not any(generator.touch(a, b) for k, a in enumerate(gone) for b in gone[:k])
        if not fits or generator.is_plain(instance.wanted()):
            raise BadValue(
                f"A Missing Tiles instance has {generator.LEAST_SIDE} to {generator.MAX_SIDE} rows and columns, 1 to "
                f"{generator.MAX_SLOTS} slots a side, tables of the ports on all borders (none on the rim), and 1 or 2 "
                f"missing tiles that do not touch, the first neither empty nor the same on all sides; got {instance}."
            )

    def initial(self, instance: Board) -> Guess:
        """A tile without ports."""
        return Guess()

    def flaw_of_change(self, instance: Board, state: Guess, action: int) -> str | None:
        """No such slot."""
        return None if action % generator.MAX_SLOTS < instance.slots else "the sides have fewer slots"

    def mask(self, instance: Board, state: Guess) -> NDArray[np.int8]:
        """(13,) side by side in the order N, E, S, W, three slots each; then handing in."""
        legal = np.zeros(self.action_count, dtype=np.int8)
        if not state.submitted:
            legal[:SUBMIT] = np.tile(np.arange(generator.MAX_SLOTS) < instance.slots, len(SIDES))
            legal[SUBMIT] = 1
        return legal

    def advance(self, instance: Board, state: Guess, action: int) -> Move[Guess]:
        """Change a slot, or hand in."""
        if action == SUBMIT:
            return Move(Guess(state.sides, submitted=True))
        return Move(Guess(toggled(state.sides, divmod(action, generator.MAX_SLOTS))))

    def is_right(self, instance: Board, state: Guess) -> bool:
        """Whether the tile fits."""
        return state.sides == instance.wanted()

    def corrections(self, instance: Board, state: Guess) -> Iterable[int]:
        """Every slot changed that differs from what the neighbours show: only one tile fits."""
        wanted = instance.wanted()
        differing = [bits ^ wish for bits, wish in zip(state.sides, wanted, strict=True)]
        return [side * generator.MAX_SLOTS + slot for side, slot in ports(_four(differing))]

    def observe(self, instance: Board, state: Guess) -> NDArray[np.int16]:
        """(6, 6, 5) N, E, S, W as bits, and what is there: 0 a tile, 1 a missing one, 2 the one asked for; else -1."""
        seen = np.full(self.grid.shape, _NOTHING, dtype=np.int16)
        level, upright = np.array(instance.level), np.array(instance.upright)
        part = seen[: instance.rows, : instance.columns]
        part[..., 0], part[..., 2] = level[:-1], level[1:]
        part[..., 1], part[..., 3] = upright[:, 1:], upright[:, :-1]
        part[..., 4] = _WHOLE
        for cell in instance.missing[1:]:
            part[cell] = (*(_NOTHING,) * 4, _GONE)
        part[instance.asked] = (*state.sides, _ASKED)
        return seen

    def text(self, instance: Board, state: Guess) -> str:
        """A line a tile."""
        lines = [f"board {instance.rows} x {instance.columns}, {instance.slots} slots a side"]
        for row in range(instance.rows):
            for column in range(instance.columns):
                lines.append(f"R{row + 1}C{column + 1}: {self._tile_text(instance, state, (row, column))}")
        return "\n".join(lines)

    def _tile_text(self, instance: Board, state: Guess, cell: tuple[int, int]) -> str:
        if cell == instance.asked:
            return f"? ({'handed in' if state.submitted else 'so far'} {_written(state.sides)})"
        return "missing" if cell in instance.missing else _written(instance.tile(cell))

    def draw(self, instance: Board, state: Guess, style: str, role: str) -> Picture:
        """Role "board"."""
        return picture.draw(instance, state, self.check_style(style), role)

    def canonical(self, instance: Board) -> Any:
        """The tile asked for and the eight around it, up to turning and mirroring."""
        return symmetry.canonical(instance)

    def hint(self, instance: Board) -> str:
        """How sides face one another, and how slots are numbered."""
        numbered = (
            f"Each side has {instance.slots} slots, numbered from West to East on the sides N and S and from North to "
            "South on the sides E and W."
            if instance.slots > 1
            else "Each side has one slot, number 1, in its middle."
        )
        return (
            "Square tiles lie on a board; N is the top side of a tile, E the right, S the bottom and W the left one. "
            f"{numbered} A slot is empty or holds a port, which is drawn as a line from the side to the middle of the "
            "tile. Where two tiles meet, the same slots of both facing sides hold ports. Sides on the rim of the board "
            "hold none. Tiles that are missing follow the same rules."
        )

    def action_name(self, instance: Board, action: int) -> str:
        """For example "change north 1"."""
        if action == SUBMIT:
            return "hand in"
        side, slot = divmod(action, generator.MAX_SLOTS)
        return f"change {SIDE_NAMES[side]} {slot + 1}"


def _is_table(table: tuple[tuple[int, ...], ...], height: int, width: int, slots: int) -> bool:
    """Whether a table has this size and holds bits of so many slots."""
    return len(table) == height and all(
        len(row) == width and all(0 <= bits < 1 << slots for bits in row) for row in table
    )


def _four(values: list[int]) -> Sides:
    north, east, south, west = values
    return north, east, south, west


def _written(sides: Sides) -> str:
    return " ".join(f"{n}={''.join(map(str, slots_of(bits))) or 'none'}" for n, bits in zip(SIDES, sides, strict=True))
