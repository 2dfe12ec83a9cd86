"""The rules of Maze Round."""

import itertools
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.rules.games.game import GridSpace
from flowbench.rules.processes.corridors import Cell, Point, ways_from
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.entity import FIXTURE, PIECE, Entity, entity, yaw
from flowbench.rules.processes.maze_round import generator, violations
from flowbench.rules.processes.maze_round.looks import RoundLooks
from flowbench.rules.processes.maze_round.rails import Rails
from flowbench.rules.processes.maze_round.records import (
    ACTIONS,
    FEWEST_RINGS,
    FLOOR_M,
    MOST_RINGS,
    MOST_SECTORS,
    OUT_LEFT,
    OUT_RIGHT,
    Labyrinth,
    Marble,
    middle_deg,
    sectors,
)  # fmt: skip
from flowbench.rules.processes.maze_round.rubric import rubric
from flowbench.rules.processes.maze_round.words import ABOUT, MOVES, WORDS
from flowbench.rules.processes.maze_work import MazeWork
from flowbench.rules.processes.motion import cruised
from flowbench.rules.processes.process import Step
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.scenery import scenery
from flowbench.rules.processes.tracks import Tracks

ROUTE_STEP_M = 0.004  # between the points of the line in a reference


class MazeRound(MazeWork[Labyrinth, Marble]):
    """A marble rolls through a round maze to the goal."""

    name: ClassVar[str] = "maze_round"
    title: ClassVar[str] = "Maze Round"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Labyrinth
    state_type: ClassVar[type[Any]] = Marble
    action_count: ClassVar[int] = len(ACTIONS)
    grid: ClassVar[GridSpace] = GridSpace((3, MOST_RINGS + 1, MOST_SECTORS), -1, 2)
    mover: ClassVar[str] = "marble"
    route_z_m: ClassVar[float] = FLOOR_M
    looks = RoundLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="M3", attributes="M3", fixtures="M1", jump=("M3",), final="M5", hands="M3",
        piece="marble", fixture="goal",
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Labyrinth:
        """A tree of corridors, its mouth as far from the middle as the level wants."""
        return generator.draw_labyrinth(rng, level)

    def check(self, instance: Labyrinth) -> None:
        """Whole rings, one gap in the middle, a way from the middle to the mouth."""
        shaped = FEWEST_RINGS <= instance.rings <= MOST_RINGS and all(
            len(flags) == instance.rings
            and all(len(row) == sectors(ring) and set(row) <= {0, 1} for ring, row in enumerate(flags, 1))
            for flags in (instance.inner, instance.sides)
        )
        ends = sorted((instance.start, instance.goal))
        placed = shaped and all(instance.holds(cell) for cell in ends) and ends[0] == generator.MIDDLE
        placed = placed and ends[1][0] == instance.rings and instance.inner[0].count(0) == 1
        if not (placed and instance.goal in ways_from(instance, instance.start)):
            raise BadValue(
                f"A round maze has {FEWEST_RINGS} to {MOST_RINGS} rings, a flag of 0 or 1 for each of their cells in "
                "`inner` (exactly one 0 in ring 1) and in `sides`, and a way between the middle (0, 0) and a cell of "
                f"the outermost ring, which are its start and goal; got {instance}."
            )

    def initial(self, instance: Labyrinth) -> Marble:
        """On the start cell."""
        return Marble(*instance.start)

    def advance(self, instance: Labyrinth, state: Marble, action: int) -> Marble:
        """One cell on."""
        return Marble(*(instance.beside(state.cell, action) or state.cell))

    def observe(self, instance: Labyrinth, state: Marble) -> NDArray[np.int16]:
        """(3, 6, 24) by ring, 0 the middle, and sector, clockwise from the top; -1 where a ring has no such cell.

        Layer 0: 0 free, 1 goal, 2 marble. Layer 1: 1 where a wall runs on the inner side of the cell. Layer 2: 1 where
        one stands on its clockwise side.
        """
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        for ring in range(instance.rings + 1):
            grid[:, ring, : sectors(ring)] = 0
        for layer, flags in ((1, instance.inner), (2, instance.sides)):
            for ring, row in enumerate(flags, 1):
                grid[layer, ring, : len(row)] = row
        grid[(0, *instance.goal)] = 1
        grid[(0, *state.cell)] = 2
        return grid

    def text(self, instance: Labyrinth, state: Marble) -> str:
        """A line a ring, the middle first, from the top clockwise: cells as . G o, _ before and | behind for walls."""
        seen, lines = self.observe(instance, state), []
        for ring in range(instance.rings + 1):
            cells = range(sectors(ring))
            signs = ("_" * int(seen[1, ring, k]) + ".Go"[seen[0, ring, k]] + "|" * int(seen[2, ring, k]) for k in cells)
            lines.append(f"ring {ring}: {' '.join(signs)}")
        return "\n".join(lines)

    def action_name(self, instance: Labyrinth, action: int) -> str:
        """For example "roll one cell clockwise"."""
        return f"roll one cell {MOVES[action]}"

    def scene(self, instance: Labyrinth, state: Marble) -> dict[str, Entity]:
        """Board, walls and goal are fixtures, the marble is the piece."""
        width = round(instance.cell_m, 5)
        return scenery("above", "cloth", (104, 124, 118)) | {
            "board": entity(FIXTURE, (0.0, 0.0, 0.0), shape="board", color=(206, 172, 126)),
            "walls": entity(
                FIXTURE,
                (0.0, 0.0, 0.0),
                shape="walls",
                color=(138, 92, 54),
                extra={"arcs": instance.arcs, "spokes": instance.spokes, "cell": width},
            ),
            "goal": self._goal(instance, width),
            "marble": self._marble(instance, instance.centre(state.cell), width),
        }

    def _goal(self, instance: Labyrinth, width: float) -> Entity:
        ring = instance.goal[0]
        look = {"cell": width, "radius": round(instance.radius(ring), 5), "span_deg": 360.0 / sectors(ring)}
        place = (*instance.centre(instance.goal), FLOOR_M)
        return entity(FIXTURE, place, yaw(middle_deg(instance.goal)), shape="goal", color=(214, 48, 48), extra=look)

    def _marble(self, instance: Labyrinth, place: Point, width: float) -> Entity:
        return entity(PIECE, (*place, FLOOR_M), shape="marble", color=(58, 104, 190), extra={"cell": width})

    def motion(
        self, instance: Labyrinth, steps: Sequence[Step[Marble]], number: int, share: float
    ) -> Mapping[str, Entity]:
        """Along the middle of the rings and straight through the gaps at a steady speed, corners rounded."""
        rails = self._rails(instance, steps)
        place = rails.at(cruised((number + share) / len(steps)) * rails.length_m)
        return {"marble": self._marble(instance, place, round(instance.cell_m, 5))}

    def _rails(self, instance: Labyrinth, steps: Sequence[Step[Marble]]) -> Rails:
        return _rails(instance, (steps[0].before.cell, *(step.after.cell for step in steps)))

    def read(self, instance: Labyrinth, tracks: Tracks, row: int) -> Marble | None:
        """The cell the marble is in."""
        x, y, _ = tracks["marble"].pos[row].tolist()
        cell = instance.cell_at(x, y)
        return None if cell is None else Marble(*cell)

    def rubric(self, instance: Labyrinth) -> tuple[Item, ...]:
        """M1 to M5."""
        return rubric(instance)

    def oracle(self, instance: Labyrinth, actions: Sequence[int]) -> tuple[str, ...]:
        """A line for each stretch in one direction."""
        states = self.states_of(instance, actions)
        ways = [self._way(instance, state, action) for state, action in zip(states, actions, strict=False)]
        stretches = [(way, len(list(same))) for way, same in itertools.groupby(ways)]
        return tuple(f"Roll {'one cell' if n == 1 else f'{n} cells'} {way}." for way, n in stretches)

    def _way(self, instance: Labyrinth, state: Marble, action: int) -> str:
        """A direction in words, "to the left" where another cell lies to the right."""
        parts = instance.beside(state.cell, OUT_RIGHT) is not None
        return f"{MOVES[action]} to the left" if parts and action == OUT_LEFT else MOVES[action]

    def route(self, instance: Labyrinth, steps: Sequence[Step[Marble]]) -> Sequence[Point]:
        """The line that the marble follows, as a row of points."""
        rails = self._rails(instance, steps)
        count = int(rails.length_m / ROUTE_STEP_M) + 2
        return [rails.at(rails.length_m * k / (count - 1)) for k in range(count)]

    def violations(self, instance: Labyrinth, case_id: str) -> Sequence[Corruption]:
        """Walls crossed, the middle of the ring left, wrong ends."""
        return violations.violations(self, instance, case_id)


@lru_cache(maxsize=64)
def _rails(instance: Labyrinth, cells: tuple[Cell, ...]) -> Rails:
    return Rails(instance, cells)
