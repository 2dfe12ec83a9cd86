"""The rules of Hanoi Tower."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.rules.games.game import GridSpace, Solution
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.colour import PALETTE
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.entity import FIXTURE, PIECE, Entity, entity
from flowbench.rules.processes.hanoi_tower import generator, violations
from flowbench.rules.processes.hanoi_tower.generator import distances, goal_of
from flowbench.rules.processes.hanoi_tower.looks import HanoiLooks
from flowbench.rules.processes.hanoi_tower.moves import over_tip
from flowbench.rules.processes.hanoi_tower.records import (
    MOST_DISKS,
    MOVES,
    PEG_NAMES,
    PEG_X_M,
    THICK_M,
    Stacks,
    Tower,
    height_m,
    is_ordered,
    moved,
    radius_m,
)  # fmt: skip
from flowbench.rules.processes.hanoi_tower.rubric import disk_ids, rubric
from flowbench.rules.processes.hanoi_tower.words import ABOUT, WORDS
from flowbench.rules.processes.process import Process, Reference, Step
from flowbench.rules.processes.reading import rests, tier_of
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.scenery import scenery
from flowbench.rules.processes.tracks import Tracks

COLOURS = ("red", "yellow", "blue", "green")  # of the disks, the smallest first
SNAP_M = 0.03  # how far from its place on a peg a disk may rest


class HanoiTower(Process[Tower, Stacks]):
    """A stack of disks moves to the marked peg."""

    name: ClassVar[str] = "hanoi_tower"
    title: ClassVar[str] = "Hanoi Tower"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Tower
    state_type: ClassVar[type[Any]] = Stacks
    action_count: ClassVar[int] = len(MOVES)
    grid: ClassVar[GridSpace] = GridSpace((4, MOST_DISKS), 0, MOST_DISKS)
    seconds: ClassVar[float] = 0.9
    looks = HanoiLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="H1", attributes="H1", fixtures="H6", jump=("H3",), final="H7", hands="H1",
        piece="disk_1", fixture="board",
        may={"teleport": ("H2",), "goal from the start": ("H2",)},
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Tower:
        """A legal state whose shortest plan is as long as the level wants."""
        return generator.draw_tower(rng, level)

    def check(self, instance: Tower) -> None:
        """All disks in order on three pegs, not yet on the target."""
        disks = sorted(disk for peg in instance.start for disk in peg)
        good = 1 <= len(disks) <= MOST_DISKS and disks == list(range(1, len(disks) + 1)) and instance.target in range(3)
        ordered = all(is_ordered(peg) for peg in instance.start)
        if not (good and ordered and instance.start != goal_of(len(disks), instance.target)):
            raise BadValue(
                f"A tower has disks 1 to n (n up to {MOST_DISKS}) once each on three pegs, from below, none on a "
                f"smaller one, and a target peg 0, 1 or 2 that does not hold them all yet; got {instance}."
            )

    def initial(self, instance: Tower) -> Stacks:
        """As the disks stand at first."""
        return Stacks(instance.start)

    def obstacle(self, instance: Tower, state: Stacks, action: int) -> str | None:
        """Nothing to take, or a smaller disk in the way."""
        if not 0 <= action < len(MOVES):
            return "there is no such move"
        source, target = MOVES[action]
        if not state.pegs[source]:
            return "no disk is on that peg"
        smaller = state.pegs[target] and state.pegs[target][-1] < state.pegs[source][-1]
        return "a smaller disk lies there" if smaller else None

    def advance(self, instance: Tower, state: Stacks, action: int) -> Stacks:
        """The topmost disk goes over."""
        return Stacks(moved(state.pegs, *MOVES[action]))

    def force(self, instance: Tower, state: Stacks, action: int) -> Stacks | None:
        """Onto a smaller disk."""
        known = 0 <= action < len(MOVES) and bool(state.pegs[MOVES[action][0]])
        return self.advance(instance, state, action) if known else None

    def is_goal(self, instance: Tower, state: Stacks) -> bool:
        """All on the target."""
        return state.pegs == goal_of(instance.disks, instance.target)

    def solve(self, instance: Tower, state: Stacks) -> Solution:
        """A shortest plan, down the table of distances; from states out of order, after undoing the disorder."""
        table, plan = distances(instance.disks, instance.target), []
        while state.pegs not in table:
            action = self._mending(instance, state)
            plan.append(action)
            state = self.advance(instance, state, action)
        proved = not plan
        while table[state.pegs]:
            action = next(
                k
                for k in range(len(MOVES))
                if self.obstacle(instance, state, k) is None
                and table[self.advance(instance, state, k).pegs] < table[state.pegs]
            )
            plan.append(action)
            state = self.advance(instance, state, action)
        return Solution(tuple(plan), "optimal" if proved else "determined")

    def _mending(self, instance: Tower, state: Stacks) -> int:
        """A legal move of a disk that lies on a smaller one."""
        for action, (source, _) in enumerate(MOVES):
            if not is_ordered(state.pegs[source]) and self.obstacle(instance, state, action) is None:
                return action
        raise NoPlan("a disk lies on a smaller one and cannot get away by the rules")

    def observe(self, instance: Tower, state: Stacks) -> NDArray[np.int16]:
        """(4, 4). Rows 0 to 2: disks of the pegs from below, 1 the smallest, 0 none. Row 3: the target peg, then 0."""
        grid = np.zeros(self.grid.shape, dtype=np.int16)
        for k, peg in enumerate(state.pegs):
            grid[k, : len(peg)] = peg
        grid[3, 0] = instance.target
        return grid

    def text(self, instance: Tower, state: Stacks) -> str:
        """A line a peg."""
        lines = [f"{name}: {' '.join(map(str, peg)) or '-'}" for name, peg in zip(PEG_NAMES, state.pegs, strict=True)]
        return "\n".join([*lines, f"target: {PEG_NAMES[instance.target]}"])

    def action_name(self, instance: Tower, action: int) -> str:
        """For example "left to right"."""
        source, target = MOVES[action]
        return f"{PEG_NAMES[source]} to {PEG_NAMES[target]}"

    def scene(self, instance: Tower, state: Stacks) -> dict[str, Entity]:
        """Board with pegs and mark are fixtures, disks are pieces."""
        scene = scenery("front", "wood", (176, 138, 98)) | {
            "board": entity(FIXTURE, (0.0, 0.0, 0.0), shape="board", color=(196, 152, 104)),
            "mark": entity(FIXTURE, (PEG_X_M[instance.target], 0.0, 0.0), shape="mark", color=(214, 52, 60)),
        }
        for x, peg in zip(PEG_X_M, state.pegs, strict=True):
            for level, disk in enumerate(peg):
                look = {"radius": radius_m(disk)}
                color = PALETTE[COLOURS[disk - 1]]
                scene[f"disk_{disk}"] = entity(PIECE, (x, 0.0, height_m(level)), shape="disk", color=color, extra=look)
        return scene

    def motion(self, instance: Tower, steps: Sequence[Step[Stacks]], number: int, share: float) -> Mapping[str, Entity]:
        """Up, over the tips, down."""
        before, after = (self.scene(instance, state) for state in (steps[number].before, steps[number].after))
        return {
            name: item.at(over_tip(item.pos, after[name].pos, share))
            for name, item in before.items()
            if item != after[name]
        }

    def read(self, instance: Tower, tracks: Tracks, row: int) -> Stacks | None:
        """The disks on each peg from below; None unless each lies in a place of its own, without gaps."""
        stacks: list[list[tuple[float, int]]] = [[], [], []]
        for number, name in enumerate(disk_ids(instance), 1):
            x, y, z = tracks[name].pos[row].tolist()
            peg = min(range(3), key=lambda k: abs(x - PEG_X_M[k]))
            if abs(x - PEG_X_M[peg]) > SNAP_M or abs(y) > SNAP_M:
                return None
            stacks[peg].append((z, number))
        pegs = [tuple(number for _, number in sorted(stack)) for stack in stacks]
        for stack in stacks:
            if any(abs(z - height_m(k)) > THICK_M / 3.0 for k, (z, _) in enumerate(sorted(stack))):
                return None
        return Stacks((pegs[0], pegs[1], pegs[2]))

    def rubric(self, instance: Tower) -> tuple[Item, ...]:
        """H1 to H7."""
        return rubric(self, instance)

    def tier(self, instance: Tower, tracks: Tracks) -> int:
        """See `words.tiers`."""
        return tier_of(self, instance, tracks, rests(self, instance, tracks, disk_ids(instance)))

    def oracle(self, instance: Tower, actions: Sequence[int]) -> tuple[str, ...]:
        """A disk a line."""
        pegs, lines = instance.start, []
        for action in actions:
            source, target = MOVES[action]
            lines.append(
                f"Move the {COLOURS[pegs[source][-1] - 1]} disk from the {PEG_NAMES[source]} peg "
                f"to the {PEG_NAMES[target]} peg."
            )  # noqa: E501
            pegs = moved(pegs, source, target)
        return tuple(lines)

    def reference(self, instance: Tower, actions: Sequence[int]) -> Reference:
        """The stack on the marked peg."""
        return Reference(scene=self.scene(instance, Stacks(goal_of(instance.disks, instance.target))))

    def violations(self, instance: Tower, case_id: str) -> Sequence[Corruption]:
        """Larger on smaller, a lower disk, through a peg, two at once, the wrong peg."""
        return violations.violations(self, instance, case_id)
