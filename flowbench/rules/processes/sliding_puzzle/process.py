"""The rules of Sliding Puzzle."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.rules.games.game import GridSpace, Solution
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.entity import FIXTURE, PIECE, Entity, entity
from flowbench.rules.processes.motion import slid
from flowbench.rules.processes.process import Process, Reference, Step
from flowbench.rules.processes.reading import rests, tier_of
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.scenery import scenery
from flowbench.rules.processes.sliding_puzzle import generator, violations
from flowbench.rules.processes.sliding_puzzle.looks import SlidingLooks
from flowbench.rules.processes.sliding_puzzle.records import (
    DIRECTIONS,
    LARGEST,
    TRAY_M,
    Tiles,
    Tray,
    source,
    swapped,
)  # fmt: skip
from flowbench.rules.processes.sliding_puzzle.rubric import rubric, tile_ids
from flowbench.rules.processes.sliding_puzzle.solver import is_solvable, shortest
from flowbench.rules.processes.sliding_puzzle.words import ABOUT, WORDS
from flowbench.rules.processes.tracks import Tracks

SNAP = 0.15  # cells: how far from the middle of a cell a tile may lie in it
FLOOR_M = 0.003


class SlidingPuzzle(Process[Tray, Tiles]):
    """Numbered tiles slide into order."""

    name: ClassVar[str] = "sliding_puzzle"
    title: ClassVar[str] = "Sliding Puzzle"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Tray
    state_type: ClassVar[type[Any]] = Tiles
    action_count: ClassVar[int] = len(DIRECTIONS)
    grid: ClassVar[GridSpace] = GridSpace((LARGEST, LARGEST), -1, LARGEST**2 - 1)
    seconds: ClassVar[float] = 0.55
    looks = SlidingLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="S1", attributes="S1", fixtures="S5", jump=("S3",), final="S6", hands="S1",
        piece="tile_1", fixture="tray",
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Tray:
        """A board whose shortest plan is as long as the level wants."""
        return generator.draw_tray(rng, level)

    def check(self, instance: Tray) -> None:
        """All tiles, in an order that can be solved and is not solved."""
        good = 3 <= instance.size <= LARGEST and sorted(instance.start) == list(range(instance.size**2))
        if not (good and instance.start != instance.goal and is_solvable(instance.start, instance.size)):
            raise BadValue(
                f"A tray has 3 or {LARGEST} cells a side and holds the tiles 0 (empty) to size * size - 1 once each, "
                f"in an order that can be solved and is not; got {instance}."
            )

    def initial(self, instance: Tray) -> Tiles:
        """As the tiles lie at first."""
        return Tiles(instance.start)

    def obstacle(self, instance: Tray, state: Tiles, action: int) -> str | None:
        """No tile on that side of the empty cell."""
        if not 0 <= action < len(DIRECTIONS):
            return "there is no such direction"
        there = source(state.board, instance.size, action)
        return "no tile can slide that way" if there is None else None

    def advance(self, instance: Tray, state: Tiles, action: int) -> Tiles:
        """One slide."""
        cell = source(state.board, instance.size, action)
        return state if cell is None else Tiles(swapped(state.board, cell))

    def force(self, instance: Tray, state: Tiles, action: int) -> Tiles | None:
        """Nothing: where no tile is, none can be forced."""
        return None

    def is_goal(self, instance: Tray, state: Tiles) -> bool:
        """In reading order."""
        return state.board == instance.goal

    def solve(self, instance: Tray, state: Tiles) -> Solution:
        """A shortest plan."""
        return Solution(shortest(state.board, instance.size, instance.goal), "optimal")

    def observe(self, instance: Tray, state: Tiles) -> NDArray[np.int16]:
        """(4, 4) the tile in each cell, 0 the empty one, -1 beyond a 3 x 3 board."""
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        grid[: instance.size, : instance.size] = np.reshape(state.board, (instance.size, instance.size))
        return grid

    def text(self, instance: Tray, state: Tiles) -> str:
        """Rows of numbers, the empty cell as a dot."""
        cells = [f"{tile:>2}" if tile else " ." for tile in state.board]
        return "\n".join(" ".join(cells[k : k + instance.size]) for k in range(0, len(cells), instance.size))

    def action_name(self, instance: Tray, action: int) -> str:
        """For example "slide a tile up"."""
        return f"slide a tile {DIRECTIONS[action]}"

    def scene(self, instance: Tray, state: Tiles) -> dict[str, Entity]:
        """The tray is a fixture, tiles are pieces."""
        side = round(instance.cell_m, 5)
        scene = scenery("above", "cloth", (122, 142, 150)) | {
            "tray": entity(FIXTURE, (0.0, 0.0, 0.0), shape="tray", color=(150, 104, 62), extra={"side": TRAY_M})
        }
        for name, number in zip(tile_ids(instance), range(1, instance.size**2), strict=True):
            x, y = instance.centre(state.board.index(number))
            look = {"side": side, "label": str(number)}
            scene[name] = entity(PIECE, (x, y, FLOOR_M), shape="tile", color=(222, 184, 130), extra=look)
        return scene

    def motion(self, instance: Tray, steps: Sequence[Step[Tiles]], number: int, share: float) -> Mapping[str, Entity]:
        """The tile that differs slides."""
        before, after = (self.scene(instance, state) for state in (steps[number].before, steps[number].after))
        return {
            name: item.at(slid(item.pos, after[name].pos, share))
            for name, item in before.items()
            if item != after[name]
        }

    def read(self, instance: Tray, tracks: Tracks, row: int) -> Tiles | None:
        """The tile in each cell; None unless each lies in a cell of its own."""
        board = [0] * instance.size**2
        side, reach = instance.cell_m, SNAP * instance.cell_m
        for number, name in enumerate(tile_ids(instance), 1):
            x, y = tracks[name].pos[row, :2].tolist()
            column, line = round((x + TRAY_M / 2.0) / side - 0.5), round((TRAY_M / 2.0 - y) / side - 0.5)
            if not (0 <= column < instance.size and 0 <= line < instance.size):
                return None
            cell = line * instance.size + column
            middle = instance.centre(cell)
            if board[cell] or max(abs(x - middle[0]), abs(y - middle[1])) > reach:
                return None
            board[cell] = number
        return Tiles(tuple(board))

    def rubric(self, instance: Tray) -> tuple[Item, ...]:
        """S1 to S6."""
        return rubric(self, instance)

    def tier(self, instance: Tray, tracks: Tracks) -> int:
        """See `words.tiers`."""
        return tier_of(self, instance, tracks, rests(self, instance, tracks, tile_ids(instance)))

    def oracle(self, instance: Tray, actions: Sequence[int]) -> tuple[str, ...]:
        """A slide a line."""
        board, lines = instance.start, []
        for action in actions:
            cell = source(board, instance.size, action)
            if cell is not None:
                lines.append(f"Slide tile {board[cell]} {DIRECTIONS[action]}.")
                board = swapped(board, cell)
        return tuple(lines)

    def reference(self, instance: Tray, actions: Sequence[int]) -> Reference:
        """The board in order."""
        return Reference(scene=self.scene(instance, Tiles(instance.goal)))

    def violations(self, instance: Tray, case_id: str) -> Sequence[Corruption]:
        """Diagonal, lifted, two at once, wrong order."""
        return violations.violations(self, instance, case_id)
