"""The rules of Maze Square."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.rules.games.game import GridSpace
from flowbench.rules.processes.corridors import Point, ways_from
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.entity import FIXTURE, PIECE, Entity, entity, yaw
from flowbench.rules.processes.maze_square import generator, violations
from flowbench.rules.processes.maze_square.looks import MazeLooks
from flowbench.rules.processes.maze_square.records import COMPASS, FILLET, HEADINGS_DEG, Car, Maze
from flowbench.rules.processes.maze_square.rubric import rubric
from flowbench.rules.processes.maze_square.words import ABOUT, DIRECTIONS, WORDS
from flowbench.rules.processes.maze_work import MazeWork
from flowbench.rules.processes.motion import Road, cruised
from flowbench.rules.processes.process import Step
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.scenery import scenery
from flowbench.rules.processes.tracks import Tracks

SPIN = 0.9  # cells that a half turn on the spot counts for


class MazeSquare(MazeWork[Maze, Car]):
    """A car drives through a square maze to the goal."""

    name: ClassVar[str] = "maze_square"
    title: ClassVar[str] = "Maze Square"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Maze
    state_type: ClassVar[type[Any]] = Car
    action_count: ClassVar[int] = len(COMPASS)
    grid: ClassVar[GridSpace] = GridSpace((2 * generator.LARGEST + 1, 2 * generator.LARGEST + 1), -1, 6)
    mover: ClassVar[str] = "car"
    route_z_m: ClassVar[float] = 0.004
    looks = MazeLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="M3", attributes="M3", fixtures="M1", jump=("M3",), final="M5", hands="M3",
        piece="car", fixture="goal",
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Maze:
        """A tree of corridors with start and goal as far apart as the level wants."""
        return generator.draw_maze(rng, level)

    def check(self, instance: Maze) -> None:
        """Walls around it, a way to the goal."""
        n = instance.size
        shaped = (
            2 <= n <= generator.LARGEST
            and len(instance.h) == n + 1
            and all(len(row) == n for row in instance.h)
            and len(instance.v) == n
            and all(len(row) == n + 1 for row in instance.v)
        )
        closed = shaped and all(instance.h[0] + instance.h[n]) and all(row[0] and row[n] for row in instance.v)
        placed = closed and instance.holds(instance.start) and instance.holds(instance.goal)
        known = instance.heading in tuple(COMPASS) and instance.start != instance.goal
        if not (placed and known and instance.goal in ways_from(instance, instance.start)):
            raise BadValue(
                f"A maze has 2 to {generator.LARGEST} cells a side, a closed border, flags of walls (h: size + 1 "
                "rows of size, v: size rows of size + 1), a heading of N, E, S, W, and a way from its start to another "
                f"cell, its goal; got {instance}."
            )

    def initial(self, instance: Maze) -> Car:
        """On the start cell."""
        return Car(*instance.start, COMPASS.index(instance.heading))

    def advance(self, instance: Maze, state: Car, action: int) -> Car:
        """One cell on."""
        return Car(*(instance.beside(state.cell, action) or state.cell), action)

    def observe(self, instance: Maze, state: Car) -> NDArray[np.int16]:
        """(15, 15) cells and the walls between them, from above: cell (r, c) at [2 r + 1, 2 c + 1].

        0 free, 1 wall, 2 goal, 3 to 6 the car looking N, E, S, W, -1 beyond a smaller maze.
        """
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        n = instance.size
        part = grid[: 2 * n + 1, : 2 * n + 1]
        part[:] = 0
        part[::2, ::2] = 1
        part[::2, 1::2] = instance.h
        part[1::2, ::2] = instance.v
        part[2 * instance.goal[0] + 1, 2 * instance.goal[1] + 1] = 2
        part[2 * state.row + 1, 2 * state.column + 1] = 3 + state.heading
        return grid

    def text(self, instance: Maze, state: Car) -> str:
        """The maze in characters: the car as ^ > v <, the goal as G."""
        signs = " #G^>v<"
        n = 2 * instance.size + 1
        return "\n".join("".join(signs[value] for value in row) for row in self.observe(instance, state)[:n, :n])

    def action_name(self, instance: Maze, action: int) -> str:
        """For example "drive up"."""
        return f"drive {DIRECTIONS[action]}"

    def scene(self, instance: Maze, state: Car) -> dict[str, Entity]:
        """Walls and goal are fixtures, the car is the piece."""
        x, y = instance.centre(state.cell)
        goal_x, goal_y = instance.centre(instance.goal)
        side = round(instance.cell_m, 5)
        return scenery("above", "carpet", (150, 140, 126)) | {
            "walls": entity(
                FIXTURE,
                (0.0, 0.0, 0.0),
                shape="walls",
                color=(196, 152, 98),
                extra={"segments": instance.walls, "cell": side},
            ),
            "goal": entity(FIXTURE, (goal_x, goal_y, 0.0), shape="goal", color=(214, 48, 48), extra={"cell": side}),
            "car": entity(
                PIECE,
                (x, y, 0.0),
                yaw(HEADINGS_DEG[state.heading]),
                shape="car",
                color=(38, 102, 190),
                extra={"cell": side},
            ),
        }

    def motion(self, instance: Maze, steps: Sequence[Step[Car]], number: int, share: float) -> Mapping[str, Entity]:
        """Along the middle of the corridors at a steady speed, corners rounded."""
        road = _road(instance, steps[0].before, tuple(step.after.cell for step in steps))
        (x, y), heading = road.at(cruised((number + share) / len(steps)) * road.length_m)
        car = self.scene(instance, steps[0].before)["car"]
        return {"car": car.at((x, y, 0.0), yaw(heading))}

    def read(self, instance: Maze, tracks: Tracks, row: int) -> Car | None:
        """The cell the car is in."""
        car = tracks["car"]
        cell = instance.cell_at(float(car.pos[row, 0]), float(car.pos[row, 1]))
        if cell is None:
            return None
        heading = round((90.0 - float(car.heading_deg[row])) / 90.0) % len(COMPASS)
        return Car(*cell, heading)

    def rubric(self, instance: Maze) -> tuple[Item, ...]:
        """M1 to M5."""
        return rubric(instance)

    def oracle(self, instance: Maze, actions: Sequence[int]) -> tuple[str, ...]:
        """A direction a line."""
        return tuple(f"Drive one cell {DIRECTIONS[action]}." for action in actions)

    def route(self, instance: Maze, steps: Sequence[Step[Car]]) -> Sequence[Point]:
        """From the middle of a cell to that of the next."""
        return [instance.centre(instance.start), *(instance.centre(step.after.cell) for step in steps)]

    def violations(self, instance: Maze, case_id: str) -> Sequence[Corruption]:
        """Walls crossed, corners cut, wrong ends."""
        return violations.violations(self, instance, case_id)


@lru_cache(maxsize=64)
def _road(instance: Maze, start: Car, cells: tuple[tuple[int, int], ...]) -> Road:
    points = [instance.centre(start.cell), *(instance.centre(cell) for cell in cells)]
    side = instance.cell_m
    return Road(tuple(points), FILLET * side, HEADINGS_DEG[start.heading], SPIN * side)
