"""The rules of Polyform Tiling."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.rules.games.game import GridSpace, Solution
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes import handling
from flowbench.rules.processes.colour import PALETTE
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.drawing.hand import HOME
from flowbench.rules.processes.entity import FIXTURE, PIECE, Entity, entity, yaw
from flowbench.rules.processes.polyform_tiling import actions, generator, violations
from flowbench.rules.processes.polyform_tiling.looks import TilingLooks
from flowbench.rules.processes.polyform_tiling.records import (
    CELL_M,
    FLOOR_M,
    GRIP_M,
    MOST_COLUMNS,
    MOST_PIECES,
    MOST_ROWS,
    TURNS,
    Cell,
    Laid,
    Pose,
    Tiling,
    box_of,
    covered,
    normal,
    turned,
)  # fmt: skip
from flowbench.rules.processes.polyform_tiling.rubric import piece_ids, rubric, tier
from flowbench.rules.processes.polyform_tiling.solver import covers
from flowbench.rules.processes.polyform_tiling.words import ABOUT, WORDS
from flowbench.rules.processes.process import Process, Reference, Step
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.scenery import scenery
from flowbench.rules.processes.tracks import Tracks

COLOURS = ("red", "yellow", "blue", "green", "orange", "purple")
SNAP = 0.3  # cells: how far from a cell of the grid a piece may lie in it
SNAP_DEG = 12.0
_LAYERS = MOST_PIECES + 1


class PolyformTiling(Process[Tiling, Laid]):
    """Pieces of squares are laid into a frame."""

    name: ClassVar[str] = "polyform_tiling"
    title: ClassVar[str] = "Polyform Tiling"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Tiling
    state_type: ClassVar[type[Any]] = Laid
    action_count: ClassVar[int] = actions.COUNT
    grid: ClassVar[GridSpace] = GridSpace((_LAYERS, MOST_ROWS, MOST_COLUMNS), -1, MOST_PIECES)
    seconds: ClassVar[float] = 1.2
    leave_s: ClassVar[float] = handling.LEAVE_S
    looks = TilingLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="T1", attributes="T1", fixtures="T6", jump=("T4",), final="T7", hands="T4",
        piece="piece_1", fixture="frame",
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Tiling:
        """A region and pieces that cover it in one way only."""
        return generator.draw_tiling(rng, level)

    def check(self, instance: Tiling) -> None:
        """Whole pieces that can cover the region."""
        pieces, region = instance.pieces, instance.region
        shaped = 1 <= len(pieces) <= MOST_PIECES and all(pieces) and bool(region) and normal(region) == region
        shaped = shaped and all(normal(piece) == piece and len(set(piece)) == len(piece) for piece in pieces)
        rows, columns = box_of(region) if shaped else (0, 0)
        small = 1 <= rows <= MOST_ROWS and 1 <= columns <= MOST_COLUMNS
        fits = small and sum(len(piece) for piece in pieces) == len(set(region))
        if not (fits and next(covers(frozenset(region), dict(enumerate(pieces))), None)):
            raise BadValue(
                f"A tiling has a region of up to {MOST_ROWS} x {MOST_COLUMNS} cells (sorted, from row and column 0), "
                f"and up to {MOST_PIECES} pieces, sorted likewise, that can cover it exactly; got {instance}."
            )

    def initial(self, instance: Tiling) -> Laid:
        """All pieces wait."""
        return Laid((None,) * len(instance.pieces))

    def obstacle(self, instance: Tiling, state: Laid, action: int) -> str | None:
        """No such piece, laid already, beyond the outline, or on another piece."""
        piece = actions.piece_of(action)
        if not (0 <= action < self.action_count and piece < len(instance.pieces)):
            return "there is no such piece"
        if state.poses[piece] is not None:
            return "this piece lies in the frame already"
        cells = covered(instance.pieces[piece], actions.pose_of(action))
        if not cells <= frozenset(instance.region):
            return "it reaches beyond the outline"
        return "another piece lies there" if cells & self._taken(instance, state) else None

    def mask(self, instance: Tiling, state: Laid) -> NDArray[np.int8]:
        """(864,) 1 where a piece can be laid."""
        free = frozenset(instance.region) - self._taken(instance, state)
        mask = np.zeros(self.action_count, dtype=np.int8)
        for piece, shape in enumerate(instance.pieces):
            if state.poses[piece] is None:
                for pose in itertools.product(range(MOST_ROWS), range(MOST_COLUMNS), range(TURNS)):
                    mask[actions.number_of(piece, pose)] = covered(shape, pose) <= free
        return mask

    def _taken(self, instance: Tiling, state: Laid) -> frozenset[Cell]:
        laid = [covered(shape, pose) for shape, pose in zip(instance.pieces, state.poses, strict=True) if pose]
        return frozenset[Cell]().union(*laid)

    def advance(self, instance: Tiling, state: Laid, action: int) -> Laid:
        """A piece is laid."""
        poses = list(state.poses)
        poses[actions.piece_of(action)] = actions.pose_of(action)
        return Laid(tuple(poses))

    def force(self, instance: Tiling, state: Laid, action: int) -> Laid | None:
        """On another piece, beyond the outline, or from where it lies in the frame to another place."""
        piece = actions.piece_of(action)
        known = 0 <= action < self.action_count and piece < len(instance.pieces)
        moves = known and state.poses[piece] != actions.pose_of(action)
        return self.advance(instance, state, action) if moves else None

    def is_goal(self, instance: Tiling, state: Laid) -> bool:
        """All laid, each cell covered once."""
        if any(pose is None for pose in state.poses):
            return False
        return self._taken(instance, state) == frozenset(instance.region)

    def solve(self, instance: Tiling, state: Laid) -> Solution:
        """The pieces that are left, from the top left cell on; all plans are as long."""
        taken = self._taken(instance, state)
        waiting = {k: shape for k, shape in enumerate(instance.pieces) if state.poses[k] is None}
        laid = sum(len(shape) for k, shape in enumerate(instance.pieces) if k not in waiting)
        free = frozenset(instance.region) - taken
        plan = next(covers(free, waiting), None) if len(taken) == laid and taken <= set(instance.region) else None
        if plan is None:
            raise NoPlan("the pieces that lie leave no way to cover the rest")
        return Solution(tuple(actions.number_of(piece, pose) for piece, pose in plan), "optimal")

    def observe(self, instance: Tiling, state: Laid) -> NDArray[np.int16]:
        """(7, 6, 6). Layer 0: the region, -1 outside it, 0 free, else the number of the piece that lies there.

        Layers 1 to 6: the pieces as they wait, their number in their cells, at the top left; 0 elsewhere and once laid.
        """
        grid = np.zeros(self.grid.shape, dtype=np.int16)
        grid[0] = -1
        for cell in instance.region:
            grid[(0, *cell)] = 0
        for number, (shape, pose) in enumerate(zip(instance.pieces, state.poses, strict=True), 1):
            for row, column in shape if pose is None else ():
                if row < MOST_ROWS and column < MOST_COLUMNS:
                    grid[number, row, column] = number
            for row, column in covered(shape, pose) if pose is not None else ():
                if 0 <= row < MOST_ROWS and 0 <= column < MOST_COLUMNS:
                    grid[0, row, column] = number
        return grid

    def text(self, instance: Tiling, state: Laid) -> str:
        """The region with numbers of pieces, then the pieces that wait."""
        seen = self.observe(instance, state)
        rows, columns = instance.size
        lines = ["".join(" " if v < 0 else "." if v == 0 else str(v) for v in row[:columns]) for row in seen[0, :rows]]
        for number, (shape, pose) in enumerate(zip(instance.pieces, state.poses, strict=True), 1):
            if pose is None:
                high, wide = box_of(shape)
                lines.append(f"piece {number}:")
                lines += ["".join("#" if (r, c) in shape else " " for c in range(wide)) for r in range(high)]
        return "\n".join(lines)

    def action_name(self, instance: Tiling, action: int) -> str:
        """For example "piece 2 to row 1, column 3, turned 90 degrees"."""
        row, column, turns = actions.pose_of(action)
        return (
            f"piece {actions.piece_of(action) + 1} to row {row + 1}, column {column + 1}, turned {90 * turns} degrees"
        )

    def scene(self, instance: Tiling, state: Laid) -> dict[str, Entity]:
        """The frame is a fixture, the shapes are pieces."""
        scene = scenery("above", "wood", (188, 156, 118)) | {
            "frame": entity(
                FIXTURE, (0.0, 0.0, 0.0), shape="frame", color=(120, 82, 52), extra={"cells": instance.region}
            ),
            handling.HAND_ID: handling.waiting(),
        }
        for k, name in enumerate(piece_ids(instance)):
            scene[name] = self._piece(instance, k, state.poses[k])
        return scene

    def _piece(self, instance: Tiling, piece: int, pose: Pose | None) -> Entity:
        x, y = instance.place(piece, pose)
        turn = yaw(90.0 * pose[2]) if pose else yaw(0.0)
        look = {"cells": instance.pieces[piece]}
        return entity(PIECE, (x, y, FLOOR_M), turn, shape="piece", color=PALETTE[COLOURS[piece]], extra=look)

    def duration(self, instance: Tiling, step: Step[Laid]) -> float:
        """Longer where the way is long."""
        came, goal = self._came(instance, step), self._goal(instance, step)
        return max(self.seconds, handling.seconds_for(came.pos, goal.pos))

    def motion(self, instance: Tiling, steps: Sequence[Step[Laid]], number: int, share: float) -> Mapping[str, Entity]:
        """The hand takes the piece, turns it in the air and lays it down."""
        step = steps[number]
        piece = actions.piece_of(step.action)
        hand_from = HOME if number == 0 else handling.above(self._goal(instance, steps[number - 1]).pos, GRIP_M)
        came, goal = self._came(instance, step), self._goal(instance, step)
        name = piece_ids(instance)[piece]
        return handling.pick_and_place(name, came, goal, share, hand_from=hand_from, grip_m=GRIP_M)

    def leaving(self, instance: Tiling, last: Step[Laid], share: float) -> Mapping[str, Entity]:
        """The hand goes home."""
        return handling.leaving(self._goal(instance, last).pos, GRIP_M, share)

    def _came(self, instance: Tiling, step: Step[Laid]) -> Entity:
        piece = actions.piece_of(step.action)
        return self._piece(instance, piece, step.before.poses[piece])

    def _goal(self, instance: Tiling, step: Step[Laid]) -> Entity:
        return self._piece(instance, actions.piece_of(step.action), actions.pose_of(step.action))

    def read(self, instance: Tiling, tracks: Tracks, row: int) -> Laid | None:
        """The pose of each piece; None unless each waits, or lies flat and straight in the grid."""
        poses: list[Pose | None] = []
        for piece, name in enumerate(piece_ids(instance)):
            track = tracks[name]
            if track.shift_m[row] <= SNAP * CELL_M:
                poses.append(None)
                continue
            quarter = round(float(track.heading_deg[row]) / 90.0)
            flat = abs(float(track.pos[row, 2]) - FLOOR_M) <= SNAP * CELL_M
            if not flat or abs(float(track.heading_deg[row]) - 90.0 * quarter) > SNAP_DEG:
                return None
            pose = self._pose_at(instance, piece, quarter % TURNS, track.pos[row].tolist())
            if pose is None:
                return None
            poses.append(pose)
        return Laid(tuple(poses))

    def _pose_at(self, instance: Tiling, piece: int, turns: int, pos: Sequence[float]) -> Pose | None:
        rows, columns = box_of(turned(instance.pieces[piece], turns))
        left, top = instance.at(0.0, 0.0)
        row, column = (top - pos[1]) / CELL_M - rows / 2.0, (pos[0] - left) / CELL_M - columns / 2.0
        if max(abs(row - round(row)), abs(column - round(column))) > SNAP:
            return None
        return round(row), round(column), turns

    def rubric(self, instance: Tiling) -> tuple[Item, ...]:
        """T1 to T7."""
        return rubric(self, instance)

    def tier(self, instance: Tiling, tracks: Tracks) -> int:
        """See `words.tiers`."""
        return tier(self, instance, tracks)

    def oracle(self, instance: Tiling, actions_: Sequence[int]) -> tuple[str, ...]:
        """A piece a line, with the cells it covers."""
        lines = []
        for action in actions_:
            piece, pose = actions.piece_of(action), actions.pose_of(action)
            cells = sorted(covered(instance.pieces[piece], pose))
            where = ", ".join(f"row {row + 1} column {column + 1}" for row, column in cells)
            turn = f"turn it {90 * pose[2]} degrees counter-clockwise and " if pose[2] else ""
            lines.append(f"Take the {COLOURS[piece]} piece, {turn}lay it on {where}.")
        return tuple(lines)

    def reference(self, instance: Tiling, actions_: Sequence[int]) -> Reference:
        """All pieces in the frame."""
        state = self.initial(instance)
        for action in actions_:
            state = self.advance(instance, state, action)
        return Reference(scene=self.scene(instance, state))

    def violations(self, instance: Tiling, case_id: str) -> Sequence[Corruption]:
        """On each other, beyond the outline, by itself, moved again, wrong place."""
        return violations.violations(self, instance, case_id)
