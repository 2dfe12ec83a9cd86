"""The rules of Classify Blocks."""

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.rules.games.game import GridSpace, Solution
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.classify_blocks import generator, violations
from flowbench.rules.processes.classify_blocks.looks import BlocksLooks, height_m
from flowbench.rules.processes.classify_blocks.records import (
    BINS_Y_M,
    CAPACITY,
    COLOURS,
    EMPTY,
    FLOOR_M,
    FORM_NAMES,
    FORMS,
    MOST_BINS,
    MOST_BLOCKS,
    Block,
    Blocks,
    Filling,
    Sign,
)  # fmt: skip
from flowbench.rules.processes.classify_blocks.rubric import bin_ids, block_ids, rubric
from flowbench.rules.processes.classify_blocks.words import ABOUT, WORDS
from flowbench.rules.processes.colour import PALETTE
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.entity import FIXTURE, PIECE, UPRIGHT, Entity, entity, yaw
from flowbench.rules.processes.hand_work import HandWork
from flowbench.rules.processes.handling import HAND_ID, waiting
from flowbench.rules.processes.predicates.placing import Release
from flowbench.rules.processes.process import Reference
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.scenery import scenery
from flowbench.rules.processes.tracks import Tracks

SNAP_M = 0.03  # how far from its place a block may rest
REACH_M = 0.5  # blocks lie at most so far from the middle of the table
_GRID_ROWS = 5


class ClassifyBlocks(HandWork[Blocks, Filling]):
    """Blocks go into the trays whose signs they match."""

    name: ClassVar[str] = "classify_blocks"
    title: ClassVar[str] = "Classify Blocks"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Blocks
    state_type: ClassVar[type[Any]] = Filling
    action_count: ClassVar[int] = MOST_BLOCKS * MOST_BINS
    grid: ClassVar[GridSpace] = GridSpace((_GRID_ROWS, MOST_BLOCKS), -1, len(COLOURS))
    seconds: ClassVar[float] = 1.1
    looks = BlocksLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="B1", attributes="B1", fixtures="B4", jump=("B5",), final="B7", hands="B5",
        piece="block_1", fixture="tray_1",
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Blocks:
        """By colour, by form, by both."""
        return generator.draw_blocks(rng, level)

    def check(self, instance: Blocks) -> None:
        """Known colours and forms, and one tray with room for each block."""
        blocks, signs = instance.blocks, instance.signs
        sizes = 1 <= len(blocks) <= MOST_BLOCKS and 2 <= len(signs) <= MOST_BINS
        known = all(
            item.colour in (*COLOURS, *empty) and item.form in (*FORMS, *empty)
            for items, empty in ((blocks, ()), (signs, ("",)))
            for item in items
        )
        near = all(math.isfinite(b.x_m + b.y_m) and max(abs(b.x_m), abs(b.y_m)) <= REACH_M for b in blocks)
        if not (sizes and known and near and self._each_has_a_tray(instance)):
            raise BadValue(
                f"Blocks: 1 to {MOST_BLOCKS} blocks within {REACH_M:g} m, 2 to {MOST_BINS} signs, of known colours and "
                f"forms, so that each block matches one sign and no sign more than {CAPACITY} blocks; got {instance}."
            )

    def _each_has_a_tray(self, instance: Blocks) -> bool:
        homes = instance.homes
        return -1 not in homes and all(homes.count(k) <= CAPACITY for k in range(len(instance.signs)))

    def initial(self, instance: Blocks) -> Filling:
        """All trays empty."""
        return Filling(((EMPTY,) * CAPACITY,) * len(instance.signs))

    def obstacle(self, instance: Blocks, state: Filling, action: int) -> str | None:
        """No such block or tray, a block in a tray, or a full tray; a wrong tray is none."""
        block, number = divmod(action, MOST_BINS)
        if not (0 <= block < len(instance.blocks) and number < len(instance.signs)):
            return "there is no such block or tray"
        if state.find(block) is not None:
            return "a block in a tray stays there"
        return None if EMPTY in state.bins[number] else "that tray is full"

    def advance(self, instance: Blocks, state: Filling, action: int) -> Filling:
        """Into the first free place of the tray, from wherever it is."""
        block, number = divmod(action, MOST_BINS)
        bins = [[EMPTY if there == block else there for there in places] for places in state.bins]
        bins[number][bins[number].index(EMPTY)] = block
        return Filling(tuple(map(tuple, bins)))

    def force(self, instance: Blocks, state: Filling, action: int) -> Filling | None:
        """From tray to tray; not where there is no room."""
        block, number = divmod(action, MOST_BINS)
        known = 0 <= block < len(instance.blocks) and number < len(instance.signs)
        if not known or EMPTY not in state.bins[number] or block in state.bins[number]:
            return None
        return self.advance(instance, state, action)

    def is_goal(self, instance: Blocks, state: Filling) -> bool:
        """Each block in its tray."""
        return all(
            (found := state.find(block)) is not None and found[0] == home for block, home in enumerate(instance.homes)
        )

    def solve(self, instance: Blocks, state: Filling) -> Solution:
        """One step a block, from the first to the last."""
        plan = []
        for block, home in enumerate(instance.homes):
            found = state.find(block)
            if found is None:
                plan.append(block * MOST_BINS + home)
            elif found[0] != home:
                raise NoPlan("a block lies in a wrong tray, and blocks in trays stay there")
        return Solution(tuple(plan), "optimal")

    def observe(self, instance: Blocks, state: Filling) -> NDArray[np.int16]:
        """(5, 8). Rows 0 to 2: colour, form and tray of each block (0 on the table); rows 3, 4: signs, 0 for any."""
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        for k, block in enumerate(instance.blocks):
            found = state.find(k)
            grid[:3, k] = (
                COLOURS.index(block.colour) + 1,
                FORMS.index(block.form) + 1,
                0 if found is None else found[0] + 1,
            )
        for k, sign in enumerate(instance.signs):
            grid[3:, k] = (
                COLOURS.index(sign.colour) + 1 if sign.colour else 0,
                FORMS.index(sign.form) + 1 if sign.form else 0,
            )
        return grid

    def text(self, instance: Blocks, state: Filling) -> str:
        """A line a tray, and what is left on the table."""
        names = [_name_of(block) for block in instance.blocks]
        lines = [
            f"tray {number} ({_sign_name(sign)}): {', '.join(names[k] for k in places if k != EMPTY) or '-'}"
            for number, (sign, places) in enumerate(zip(instance.signs, state.bins, strict=True), 1)
        ]
        left = [f"{k + 1} {name}" for k, name in enumerate(names) if state.find(k) is None]
        return "\n".join([*lines, f"table: {', '.join(left) or '-'}"])

    def action_name(self, instance: Blocks, action: int) -> str:
        """For example "block 3 to tray 2"."""
        block, number = divmod(action, MOST_BINS)
        return f"block {block + 1} to tray {number + 1}"

    def scene(self, instance: Blocks, state: Filling) -> dict[str, Entity]:
        """Trays are fixtures, blocks are pieces."""
        scene = scenery("above", "wood", (214, 190, 156)) | {HAND_ID: waiting()}
        for k, (name, sign) in enumerate(zip(bin_ids(instance), instance.signs, strict=True)):
            color = PALETTE[sign.colour or "grey"]
            look = {"form": sign.form, "coloured": int(bool(sign.colour))}
            scene[name] = entity(FIXTURE, (instance.bin_x(k), BINS_Y_M, 0.0), shape="tray", color=color, extra=look)
        for k, (name, block) in enumerate(zip(block_ids(instance), instance.blocks, strict=True)):
            found = state.find(k)
            pos = (block.x_m, block.y_m, 0.0) if found is None else (*instance.slot(*found), FLOOR_M)
            turn = yaw(block.turn_deg) if found is None else UPRIGHT
            look = {"small": int(block.small)}
            scene[name] = entity(PIECE, pos, turn, shape=block.form, color=PALETTE[block.colour], extra=look)
        return scene

    def pieces(self, instance: Blocks) -> tuple[str, ...]:
        """All blocks."""
        return block_ids(instance)

    def grip_m(self, item: Entity) -> float:
        """Near the upper edge."""
        return height_m(bool(item.fact("small"))) - 0.004

    def where(self, instance: Blocks, state: Filling) -> Mapping[str, Hashable]:
        """The tray of each block that lies in one."""
        found = {name: state.find(k) for k, name in enumerate(block_ids(instance))}
        return {name: place[0] for name, place in found.items() if place is not None}

    def earns(self, instance: Blocks, release: Release) -> bool:
        """Only in its own tray."""
        return instance.homes[block_ids(instance).index(release.piece)] == release.place

    def read(self, instance: Blocks, tracks: Tracks, row: int) -> Filling | None:
        """What lies in each place; None unless each block lies in a place of its own or where it lay first."""
        bins = [[EMPTY] * CAPACITY for _ in instance.signs]
        for k, (name, block) in enumerate(zip(block_ids(instance), instance.blocks, strict=True)):
            x, y, z = tracks[name].pos[row].tolist()
            if z > SNAP_M:
                return None
            if math.dist((x, y), (block.x_m, block.y_m)) <= SNAP_M:
                continue
            found = self._place_at(instance, (x, y))
            if found is None or bins[found[0]][found[1]] != EMPTY:
                return None
            bins[found[0]][found[1]] = k
        return Filling(tuple(map(tuple, bins)))

    def _place_at(self, instance: Blocks, point: tuple[float, float]) -> tuple[int, int] | None:
        places = ((number, place) for number in range(len(instance.signs)) for place in range(CAPACITY))
        return next((found for found in places if math.dist(point, instance.slot(*found)) <= SNAP_M), None)

    def rubric(self, instance: Blocks) -> tuple[Item, ...]:
        """B1 to B7."""
        return rubric(self, instance)

    def oracle(self, instance: Blocks, actions: Sequence[int]) -> tuple[str, ...]:
        """A block a line."""
        lines = []
        for number, home in (divmod(action, MOST_BINS) for action in actions):
            block = instance.blocks[number]
            row, place = _where_in_rows(instance, number)
            lines.append(
                f"Put the {_name_of(block)} (number {place} from the left in the {row} row) into tray {home + 1} from "
                f"the left."
            )
        return tuple(lines)

    def reference(self, instance: Blocks, actions: Sequence[int]) -> Reference:
        """All in their trays."""
        state = self.initial(instance)
        for action in actions:
            state = self.advance(instance, state, action)
        return Reference(scene=self.scene(instance, state))

    def violations(self, instance: Blocks, case_id: str) -> Sequence[Corruption]:
        """See `classify_blocks.violations`."""
        return violations.violations(self, instance, case_id)


def _name_of(block: Block) -> str:
    return f"{'small ' if block.small else ''}{block.colour} {FORM_NAMES[block.form]}"


def _sign_name(sign: Sign) -> str:
    return " ".join(word for word in (sign.colour, FORM_NAMES.get(sign.form, "")) if word)


def _where_in_rows(instance: Blocks, number: int) -> tuple[str, int]:
    """Blocks lie in two rows, the upper one the longer where they differ."""
    upper = (len(instance.blocks) + 1) // 2
    return ("upper", number + 1) if number < upper else ("lower", number - upper + 1)
