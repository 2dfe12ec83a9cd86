"""The rules of Leave Parking Lot."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.rules.games.game import GridSpace, Solution
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.colour import PALETTE
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.entity import FIXTURE, PIECE, Entity, entity, yaw
from flowbench.rules.processes.leave_parking_lot import generator, violations
from flowbench.rules.processes.leave_parking_lot.looks import LotLooks
from flowbench.rules.processes.leave_parking_lot.records import (
    CELL_M,
    COLUMNS,
    DIRECTIONS,
    LENGTHS,
    MOST_CARS,
    ROWS,
    Cars,
    Lot,
)  # fmt: skip
from flowbench.rules.processes.leave_parking_lot.rubric import car_ids, rubric, tier, track_ids
from flowbench.rules.processes.leave_parking_lot.solver import is_free, moved, shortest
from flowbench.rules.processes.leave_parking_lot.walls import walls
from flowbench.rules.processes.leave_parking_lot.words import ABOUT, WORDS
from flowbench.rules.processes.motion import Road, cruised
from flowbench.rules.processes.process import Process, Reference, Step
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.scenery import scenery
from flowbench.rules.processes.tracks import Tracks

COLOURS = ("red", "green", "blue", "yellow")
TRACK_GAP_M = 0.017  # between painted tracks that share cells
SNAP = 0.3  # cells: how far from the middle of a cell a car may stand in it
_FILLET, _SPIN = 0.3, 2.0  # cells: radius of corners, way that a half turn on the spot counts for
_CELLS = LENGTHS[1] + 1


class LeaveParkingLot(Process[Lot, Cars]):
    """Cars leave a lot along their tracks."""

    name: ClassVar[str] = "leave_parking_lot"
    title: ClassVar[str] = "Leave Parking Lot"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Lot
    state_type: ClassVar[type[Any]] = Cars
    action_count: ClassVar[int] = 2 * MOST_CARS
    grid: ClassVar[GridSpace] = GridSpace((MOST_CARS, 2 + 2 * _CELLS), -2, COLUMNS)
    seconds: ClassVar[float] = 0.45
    rests: ClassVar[bool] = False
    looks = LotLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="P4", attributes="P4", fixtures="P6", jump=("P5",), final="P7", hands="P4",
        piece="car_1", fixture="track_1",
        tiers={"truncated": (0, 1)}, may={"reversed": ("P5",)},
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Lot:
        """Cars that depend on each other as the level wants."""
        return generator.draw_lot(rng, level)

    def check(self, instance: Lot) -> None:
        """Whole tracks to the border, cars on cells of their own, a plan."""
        tracks, starts = instance.tracks, instance.starts
        counted = 1 <= len(tracks) <= MOST_CARS and len(starts) == len(tracks)
        lengths = counted and all(2 <= len(track) <= LENGTHS[1] for track in tracks)
        inside = lengths and all(0 <= r < ROWS and 0 <= c < COLUMNS for track in tracks for r, c in track)
        joined = inside and all(
            math.dist(a, b) == 1.0 for track in tracks for a, b in zip(track, track[1:], strict=False)
        )
        border = joined and all(r in (0, ROWS - 1) or c in (0, COLUMNS - 1) for r, c in (track[-1] for track in tracks))
        placed = border and all(0 <= start < len(track) for start, track in zip(starts, tracks, strict=True))
        standing = {track[start] for start, track in zip(starts, tracks, strict=True)} if placed else set()
        if not (len(standing) == len(tracks) and len(set(instance.exits)) == len(tracks) and self._has_plan(instance)):
            raise BadValue(
                f"A lot has 1 to {MOST_CARS} tracks of 2 to {LENGTHS[1]} joined cells in {ROWS} x {COLUMNS} that end "
                f"at the border with exits of their own, cars on cells of their own, and a plan; got {instance}."
            )

    def _has_plan(self, instance: Lot) -> bool:
        try:
            shortest(instance, instance.starts)
        except NoPlan:
            return False
        return True

    def initial(self, instance: Lot) -> Cars:
        """As the cars stand at first."""
        return Cars(instance.starts)

    def obstacle(self, instance: Lot, state: Cars, action: int) -> str | None:
        """No such car, the end of its track, or another car."""
        if not 0 <= action < 2 * len(instance.tracks):
            return "there is no such car"
        there = moved(instance, state.at, action)
        if there is None:
            return "its track ends there"
        return None if is_free(instance, state.at, action // 2, there) else "another car stands there"

    def advance(self, instance: Lot, state: Cars, action: int) -> Cars:
        """One cell on, or back."""
        return Cars(moved(instance, state.at, action) or state.at)

    def force(self, instance: Lot, state: Cars, action: int) -> Cars | None:
        """Into another car."""
        there = moved(instance, state.at, action) if 0 <= action < 2 * len(instance.tracks) else None
        return None if there is None else Cars(there)

    def is_goal(self, instance: Lot, state: Cars) -> bool:
        """All out."""
        return all(instance.is_out(car, index) for car, index in enumerate(state.at))

    def solve(self, instance: Lot, state: Cars) -> Solution:
        """A shortest plan, with few changes from car to car."""
        return Solution(shortest(instance, state.at), "optimal")

    def observe(self, instance: Lot, state: Cars) -> NDArray[np.int16]:
        """(4, 22) a car a row: cells done, cells of its track, row and column of each, the exit last; padded by -2.

        Cells of exits have a row or column of -1, or one beyond the last.
        """
        grid = np.full(self.grid.shape, -2, dtype=np.int16)
        for car, (track, index) in enumerate(zip(instance.tracks, state.at, strict=True)):
            cells = [value for cell in (*track, instance.exits[car]) for value in cell]
            grid[car, : 2 + len(cells)] = [index, len(track), *cells]
        return grid

    def text(self, instance: Lot, state: Cars) -> str:
        """The lot with numbers for cars, then the tracks."""
        rows = [["."] * COLUMNS for _ in range(ROWS)]
        for car, index in enumerate(state.at):
            if not instance.is_out(car, index):
                row, column = instance.cell(car, index)
                rows[row][column] = str(car + 1)
        tracks = [
            f"track {car + 1} ({COLOURS[car]}): " + " ".join(f"R{r + 1}C{c + 1}" for r, c in track)
            for car, track in enumerate(instance.tracks)
        ]
        return "\n".join(["".join(row) for row in rows] + tracks)

    def action_name(self, instance: Lot, action: int) -> str:
        """For example "red car forwards"."""
        return f"{COLOURS[action // 2]} car {DIRECTIONS[action % 2]}"

    def scene(self, instance: Lot, state: Cars) -> dict[str, Entity]:
        """Walls and tracks are fixtures, cars are pieces."""
        scene = scenery("above", "stone", (112, 114, 120)) | {
            "walls": entity(
                FIXTURE, (0.0, 0.0, 0.0), shape="walls", color=(232, 230, 224), extra={"segments": walls(instance)}
            )
        }
        for car, (name, track) in enumerate(zip(car_ids(instance), track_ids(instance), strict=True)):
            color = PALETTE[COLOURS[car]]
            cells = range(len(instance.tracks[car]) + 1)
            aside = (car - (MOST_CARS - 1) / 2.0) * TRACK_GAP_M
            points = tuple(
                tuple(round(v + aside, 5) + 0.0 for v in instance.centre(instance.cell(car, k))) for k in cells
            )
            scene[track] = entity(FIXTURE, (0.0, 0.0, 0.0), shape="track", color=color, extra={"points": points})
            x, y = instance.centre(instance.cell(car, state.at[car]))
            heading = yaw(heading_deg(instance, car, state.at[car]))
            scene[name] = entity(PIECE, (x, y, 0.0), heading, shape="car", color=color)
        return scene

    def pauses(self, instance: Lot, steps: Sequence[Step[Cars]], number: int) -> bool:
        """A run of one car in one direction is one drive."""
        return number + 1 == len(steps) or steps[number + 1].action != steps[number].action

    def motion(self, instance: Lot, steps: Sequence[Step[Cars]], number: int, share: float) -> Mapping[str, Entity]:
        """Along the track at a steady speed."""
        first = last = number
        while first > 0 and steps[first - 1].action == steps[number].action:
            first -= 1
        while last + 1 < len(steps) and steps[last + 1].action == steps[number].action:
            last += 1
        car, back = divmod(steps[number].action, 2)
        start, end = steps[first].before.at[car], steps[last].after.at[car]
        road = _road(instance, car, start, end)
        way = cruised((number - first + share) / (last - first + 1)) * road.length_m
        (x, y), heading = road.at(way)
        name = car_ids(instance)[car]
        before = self.scene(instance, steps[first].before)[name]
        return {name: before.at((x, y, 0.0), yaw(heading + 180.0 * back))}

    def read(self, instance: Lot, tracks: Tracks, row: int) -> Cars | None:
        """How far each car is along its track; None unless each stands in a cell of it."""
        at = []
        for car, name in enumerate(car_ids(instance)):
            x, y = tracks[name].pos[row, :2].tolist()
            apart = [
                math.dist((x, y), instance.centre(instance.cell(car, index)))
                for index in range(len(instance.tracks[car]) + 1)
            ]
            index = min(range(len(apart)), key=apart.__getitem__)
            if apart[index] > SNAP * CELL_M:
                return None
            at.append(index)
        return Cars(tuple(at))

    def rubric(self, instance: Lot) -> tuple[Item, ...]:
        """P1 to P7."""
        return rubric(self, instance)

    def tier(self, instance: Lot, tracks: Tracks) -> int:
        """See `words.tiers`."""
        return tier(self, instance, tracks)

    def oracle(self, instance: Lot, actions: Sequence[int]) -> tuple[str, ...]:
        """A drive a line."""
        lines = []
        for k, action in enumerate(actions):
            if k and actions[k - 1] == action:
                continue
            cells = next(j for j in range(k, len(actions) + 1) if j == len(actions) or actions[j] != action) - k
            unit = "cell" if cells == 1 else "cells"
            lines.append(f"The {self.action_name(instance, action)} {cells} {unit}.")
        return tuple(lines)

    def reference(self, instance: Lot, actions: Sequence[int]) -> Reference:
        """In which order the cars leave, and why."""
        state, order = self.initial(instance), []
        for action in actions:
            state = self.advance(instance, state, action)
            if instance.is_out(action // 2, state.at[action // 2]):
                order.append(action // 2)
        told = f"The cars leave in this order: {', '.join(COLOURS[car] for car in order)}."
        for one in range(len(instance.tracks)):
            for other in range(len(instance.tracks)):
                ahead = instance.tracks[one][instance.starts[one] + 1 :]
                if one != other and instance.tracks[other][instance.starts[other]] in ahead:
                    told += f" The {COLOURS[other]} car stands on the {COLOURS[one]} track and must give way first."
        return Reference(told, self.scene(instance, state))

    def violations(self, instance: Lot, case_id: str) -> Sequence[Corruption]:
        """Off the track, through a wall, into another car, and not all out."""
        return violations.violations(self, instance, case_id)


def heading_deg(lot: Lot, car: int, index: int) -> float:
    """Where a car at rest looks: on along its track."""
    ahead = min(index, len(lot.tracks[car]) - 1)
    (ax, ay), (bx, by) = lot.centre(lot.cell(car, ahead)), lot.centre(lot.cell(car, ahead + 1))
    return math.degrees(math.atan2(by - ay, bx - ax))


@lru_cache(maxsize=256)
def _road(lot: Lot, car: int, start: int, end: int) -> Road:
    """The way between two places of a car; backwards it looks away from where it drives."""
    step = 1 if end >= start else -1
    points = tuple(lot.centre(lot.cell(car, index)) for index in range(start, end + step, step))
    turn = 0.0 if step == 1 else 180.0
    looks, ends = heading_deg(lot, car, start) + turn, heading_deg(lot, car, end) + turn
    return Road(points, _FILLET * CELL_M, looks, _SPIN * CELL_M, ends)
