"""The rules of Jigsaw Puzzle."""

import itertools
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.rules.games.game import GridSpace, Solution
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.entity import FIXTURE, PIECE, Entity, entity, yaw
from flowbench.rules.processes.hand_work import HandWork, mover
from flowbench.rules.processes.handling import HAND_ID, seconds_for, waiting
from flowbench.rules.processes.jigsaw_puzzle import generator, violations
from flowbench.rules.processes.jigsaw_puzzle.looks import JigsawLooks
from flowbench.rules.processes.jigsaw_puzzle.painting import KINDS, NUMBERS
from flowbench.rules.processes.jigsaw_puzzle.records import (
    FLOOR_M,
    GRIP_M,
    MOST_COLUMNS,
    MOST_PIECES,
    MOST_ROWS,
    TURNS,
    Assembly,
    Edge,
    Jigsaw,
    Pose,
    number_of,
    parts_of,
)  # fmt: skip
from flowbench.rules.processes.jigsaw_puzzle.rubric import piece_ids, rubric, sides_of
from flowbench.rules.processes.jigsaw_puzzle.words import ABOUT, TURNS_IN_WORDS, WORDS
from flowbench.rules.processes.predicates.placing import Release
from flowbench.rules.processes.process import Reference, Step
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.scenery import scenery
from flowbench.rules.processes.tracks import Tracks

SNAP = 0.15  # slots: how far from the middle of a slot a piece may lie in it
SNAP_DEG = 12.0
FLAT_M = 0.008  # how far above the floor of the frame it may be
HALF_TURN_S = 1.2  # least time of an action with half a turn
MOST_WAITING = 6  # pieces beside the frame


class JigsawPuzzle(HandWork[Jigsaw, Assembly]):
    """Cut pieces of a picture are put together in a frame."""

    name: ClassVar[str] = "jigsaw_puzzle"
    title: ClassVar[str] = "Jigsaw Puzzle"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Jigsaw
    state_type: ClassVar[type[Any]] = Assembly
    action_count: ClassVar[int] = MOST_PIECES * MOST_PIECES * TURNS
    grid: ClassVar[GridSpace] = GridSpace((MOST_PIECES + 1, 6), -12, 12)
    seconds: ClassVar[float] = 0.95
    looks = JigsawLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="J1", attributes="J1", fixtures="J4", jump=("J6",), final="J7", hands="J6",
        piece="piece_1", fixture="frame",
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Jigsaw:
        """A picture cut into as many pieces as the level wants."""
        return generator.draw_jigsaw(rng, level)

    def check(self, instance: Jigsaw) -> None:
        """Pieces once each, cuts of different forms, a known picture."""
        rows, columns, count = instance.rows, instance.columns, instance.count
        sized = 2 <= rows <= MOST_ROWS and 2 <= columns <= MOST_COLUMNS and 0 <= instance.placed < count
        cuts = rows * (columns - 1) + (rows - 1) * columns
        whole = sized and sorted(instance.homes) == list(range(count)) and len(instance.turns) == count
        lying = whole and all(turn in range(TURNS) for turn in instance.turns)
        lying = lying and not any(instance.turns[instance.waiting :]) and instance.waiting <= MOST_WAITING
        apart = len(instance.edges) == cuts and all(map(_is_cut, instance.edges))
        apart = apart and all(itertools.starmap(generator.are_apart, itertools.combinations(instance.edges, 2)))
        painting = instance.painting
        painted = painting.kind in KINDS and len(painting.numbers) == NUMBERS
        painted = painted and all(0.0 <= number <= 1.0 for number in painting.numbers)
        if not (lying and apart and painted):
            raise BadValue(
                f"A jigsaw has 2 to {MOST_ROWS} rows and columns, each slot once in `homes`, quarter turns 0 to 3 for "
                f"each piece, 0 for the last `placed` ones, at most {MOST_WAITING} other pieces, {cuts} cuts of "
                f"different forms, and a painting among {', '.join(KINDS)} with {NUMBERS} numbers from 0 to 1; got "
                f"{instance}."
            )

    def initial(self, instance: Jigsaw) -> Assembly:
        """Some pieces lie in their slots, the others beside the frame."""
        poses = [None if k < instance.waiting else (home, 0) for k, home in enumerate(instance.homes)]
        return Assembly(tuple(poses))

    def obstacle(self, instance: Jigsaw, state: Assembly, action: int) -> str | None:
        """No such piece or slot, placed already, taken, or edges that do not fit."""
        piece, slot, quarters = parts_of(action)
        if not (0 <= piece < instance.count and slot < instance.count):
            return "there is no such piece or slot"
        if state.poses[piece] is not None:
            return "this piece lies in the frame already"
        if any(pose is not None and pose[0] == slot for pose in state.poses):
            return "another piece lies there"
        turns = (instance.turns[piece] + quarters) % TURNS
        fits = all(self._fits(instance, state, piece, (slot, turns), direction) for direction in range(TURNS))
        return None if fits else "its edges do not fit there"

    def _fits(self, instance: Jigsaw, state: Assembly, piece: int, pose: Pose, direction: int) -> bool:
        """Whether a side is straight at the border and nowhere else, and fits a neighbour that lies there."""
        side = instance.side_towards(piece, pose[1], direction)
        there = instance.beside(pose[0], direction)
        if there is None or side == 0:
            return there is None and side == 0
        for other, lies in enumerate(state.poses):
            if lies is not None and lies[0] == there:
                return instance.side_towards(other, lies[1], (direction + 2) % TURNS) == -side
        return True

    def advance(self, instance: Jigsaw, state: Assembly, action: int) -> Assembly:
        """A piece is turned from how it lies and put into a slot."""
        piece, slot, quarters = parts_of(action)
        poses = list(state.poses)
        pose = poses[piece]
        turns = instance.turns[piece] if pose is None else pose[1]
        poses[piece] = (slot, (turns + quarters) % TURNS)
        return Assembly(tuple(poses))

    def force(self, instance: Jigsaw, state: Assembly, action: int) -> Assembly | None:
        """Where it does not fit, on another piece, or from slot to slot; not where it lies already."""
        piece, slot, _ = parts_of(action)
        if not (0 <= piece < instance.count and slot < instance.count):
            return None
        after = self.advance(instance, state, action)
        return None if after == state else after

    def is_goal(self, instance: Jigsaw, state: Assembly) -> bool:
        """Each piece upright in its own slot."""
        return state.poses == tuple((home, 0) for home in instance.homes)

    def solve(self, instance: Jigsaw, state: Assembly) -> Solution:
        """A step each waiting piece, from the top left slot on; all plans are as long."""
        if any(pose not in (None, (home, 0)) for home, pose in zip(instance.homes, state.poses, strict=True)):
            raise NoPlan("a piece lies where it does not belong, and placed pieces never move again")
        left = sorted((home, piece) for piece, home in enumerate(instance.homes) if state.poses[piece] is None)
        plan = (number_of(piece, home, -instance.turns[piece] % TURNS) for home, piece in left)
        return Solution(tuple(plan), "optimal")

    def observe(self, instance: Jigsaw, state: Assembly) -> NDArray[np.int16]:
        """(10, 6). Row 0: rows, columns, zeros. Row p: how piece p lies.

        Its sides at the top, right, bottom and left (0 straight, else the number of the cut's form, negative for the
        hole), its slot (from 1; 0 beside the frame), its quarter turns counter-clockwise from upright; -1 for no piece.
        """
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        grid[0] = (instance.rows, instance.columns, 0, 0, 0, 0)
        forms = [0] + [rank + 1 for rank in _ranks(instance.edges)]
        for piece, pose in enumerate(state.poses):
            turns = instance.turns[piece] if pose is None else pose[1]
            sides = [instance.side_towards(piece, turns, direction) for direction in range(TURNS)]
            seen = [forms[abs(side)] * (1 if side > 0 else -1) for side in sides]
            grid[piece + 1] = (*seen, 0 if pose is None else pose[0] + 1, turns)
        return grid

    def text(self, instance: Jigsaw, state: Assembly) -> str:
        """The slots with the numbers of their pieces, then a line for each piece."""
        seen = self.observe(instance, state)
        in_slot = {int(slot): piece for piece, slot in enumerate(seen[1:, 4], 1) if slot > 0}
        cells = [str(in_slot.get(slot, ".")) for slot in range(1, instance.count + 1)]
        lines = [" ".join(cells[k : k + instance.columns]) for k in range(0, len(cells), instance.columns)]
        for piece in range(1, instance.count + 1):
            top, right, bottom, left, _, turns = seen[piece].tolist()
            lines.append(f"piece {piece}: top {top}, right {right}, bottom {bottom}, left {left}, turned {90 * turns}")
        return "\n".join(lines)

    def action_name(self, instance: Jigsaw, action: int) -> str:
        """For example "piece 2 to row 1, column 3, turned 90 degrees"."""
        piece, slot, quarters = parts_of(action)
        row, column = divmod(slot, instance.columns)
        return f"piece {piece + 1} to row {row + 1}, column {column + 1}, turned {90 * quarters} degrees"

    def scene(self, instance: Jigsaw, state: Assembly) -> dict[str, Entity]:
        """The frame is a fixture, pieces lie in it or beside it."""
        look = {"cell": instance.cell_m, "size": (instance.rows, instance.columns)}
        scene = scenery("above", "wood", (172, 138, 100)) | {
            "frame": entity(FIXTURE, (0.0, 0.0, 0.0), shape="frame", color=(112, 78, 50), extra=look),
            HAND_ID: waiting(),
        }
        for piece, (name, pose) in enumerate(zip(piece_ids(instance), state.poses, strict=True)):
            x, y = instance.place(piece, pose)
            turns = instance.turns[piece] if pose is None else pose[1]
            facts = look | {
                "number": piece + 1,
                "painting": (instance.painting.kind, instance.painting.numbers),
                "sides": sides_of(instance, piece),
                "slot": divmod(instance.homes[piece], instance.columns),
            }
            z = 0.0 if pose is None else FLOOR_M
            scene[name] = entity(PIECE, (x, y, z), yaw(90.0 * turns), shape="piece", color=(206, 186, 150), extra=facts)
        return scene

    def pieces(self, instance: Jigsaw) -> tuple[str, ...]:
        """All pieces."""
        return piece_ids(instance)

    def grip_m(self, item: Entity) -> float:
        """At the upper side."""
        return GRIP_M

    def duration(self, instance: Jigsaw, step: Step[Assembly]) -> float:
        """Longer where the way is long, or the piece is turned half round."""
        _, item, goal = mover(self, instance, step)
        half = abs(item.quat[0] * goal.quat[0] + item.quat[3] * goal.quat[3]) < 0.1
        return max(HALF_TURN_S if half else self.seconds, seconds_for(item.pos, goal.pos))

    def where(self, instance: Jigsaw, state: Assembly) -> Mapping[str, Hashable]:
        """The pose of each piece that was put into the frame; those that lay there at first are no one's doing."""
        names = piece_ids(instance)[: instance.waiting]
        return {name: pose for name, pose in zip(names, state.poses, strict=False) if pose is not None}

    def earns(self, instance: Jigsaw, release: Release) -> bool:
        """A piece in its own place."""
        return release.place == (instance.homes[piece_ids(instance).index(release.piece)], 0)

    def read(self, instance: Jigsaw, tracks: Tracks, row: int) -> Assembly | None:
        """The pose of each piece; None unless each lies as at first, or flat and straight in a slot."""
        poses: list[Pose | None] = []
        reach = SNAP * instance.cell_m
        for piece, name in enumerate(piece_ids(instance)):
            track = tracks[name]
            if piece < instance.waiting and track.shift_m[row] <= reach and track.turn_deg[row] <= SNAP_DEG:
                poses.append(None)
                continue
            x, y, z = track.pos[row].tolist()
            quarter = round(float(track.heading_deg[row]) / 90.0)
            straight = abs(float(track.heading_deg[row]) - 90.0 * quarter) <= SNAP_DEG and abs(z - FLOOR_M) <= FLAT_M
            slots = (slot for slot in range(instance.count) if _near((x, y), instance.slot_at(slot), reach))
            slot = next(slots, None)
            if slot is None or not straight:
                return None
            poses.append((slot, quarter % TURNS))
        return Assembly(tuple(poses))

    def rubric(self, instance: Jigsaw) -> tuple[Item, ...]:
        """J1 to J7."""
        return rubric(self, instance)

    def oracle(self, instance: Jigsaw, actions: Sequence[int]) -> tuple[str, ...]:
        """A piece a line."""
        lines = []
        left = (instance.waiting + 1) // 2
        for piece, slot, quarters in map(parts_of, actions):
            row, column = divmod(slot, instance.columns)
            side, number = ("left", piece + 1) if piece < left else ("right", piece - left + 1)
            turn = f"{TURNS_IN_WORDS[quarters]} and " if quarters else ""
            lines.append(
                f"Take piece {number} from the top of those on the {side}, {turn}put it into row {row + 1}, column "
                f"{column + 1} of the frame."
            )
        return tuple(lines)

    def reference(self, instance: Jigsaw, actions: Sequence[int]) -> Reference:
        """The whole picture."""
        return Reference(scene=self.scene(instance, Assembly(tuple((home, 0) for home in instance.homes))))

    def violations(self, instance: Jigsaw, case_id: str) -> Sequence[Corruption]:
        """See `jigsaw_puzzle.violations`."""
        return violations.violations(self, instance, case_id)


def _is_cut(edge: Edge) -> bool:
    """Whether a cut leaves room for its tab."""
    return edge.tab in (0, 1) and abs(edge.offset) <= 0.1 and 0.0 <= edge.size <= 1.0 and abs(edge.skew) <= 0.06


def _ranks(edges: Sequence[Edge]) -> list[int]:
    """A number for each cut, by its form alone: where it is in the puzzle does not show."""
    ordered = sorted(edges, key=lambda edge: (edge.offset, edge.size, edge.skew))
    return [ordered.index(edge) for edge in edges]


def _near(place: tuple[float, float], goal: tuple[float, float], reach: float) -> bool:
    return abs(place[0] - goal[0]) <= reach and abs(place[1] - goal[1]) <= reach
