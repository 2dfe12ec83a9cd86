"""The rules of Pick Unique."""

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.rules.games.game import GridSpace, Solution
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.colour import PALETTE
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.drawing.hand import HOME, hand
from flowbench.rules.processes.entity import FIXTURE, PIECE, Entity, entity, yaw
from flowbench.rules.processes.hand_work import HandWork, mover
from flowbench.rules.processes.handling import HAND_ID, above, waiting
from flowbench.rules.processes.motion import part
from flowbench.rules.processes.pick_unique import generator, moves, violations
from flowbench.rules.processes.pick_unique.looks import HIGH_M, LotLooks
from flowbench.rules.processes.pick_unique.records import (
    CAPACITY,
    COLOURS,
    FLOOR_M,
    FORMS,
    HELD_M,
    MOST_ITEMS,
    MOST_SIDE,
    NOBODY,
    PATTERNS,
    PLACE,
    TRAY_X_M,
    TURNS,
    Lot,
    Picked,
    Thing,
)  # fmt: skip
from flowbench.rules.processes.pick_unique.rubric import item_ids, rubric
from flowbench.rules.processes.pick_unique.words import ABOUT, WORDS
from flowbench.rules.processes.process import Reference, Step
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.scenery import scenery
from flowbench.rules.processes.tracks import Tracks

SNAP_M = 0.03  # how far from its place an item may rest
_MARK_SHARE = 1.7  # radius of the reference's circle, in radii of an item


class PickUnique(HandWork[Lot, Picked]):
    """The item without a copy goes into the tray."""

    name: ClassVar[str] = "pick_unique"
    title: ClassVar[str] = "Pick Unique"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Lot
    state_type: ClassVar[type[Any]] = Picked
    action_count: ClassVar[int] = MOST_ITEMS + 1
    grid: ClassVar[GridSpace] = GridSpace((5, MOST_ITEMS), -1, len(COLOURS))
    seconds: ClassVar[float] = 1.4
    looks = LotLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="U1", attributes="U1", fixtures="U4", jump=("U5",), final="U6", hands="U5",
        piece="item_1", fixture="tray",
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Lot:
        """More items, and more attributes that count."""
        return generator.draw_lot(rng, level)

    def check(self, instance: Lot) -> None:
        """A square of known items, one of them without a copy."""
        known = all(
            thing.form in FORMS and thing.colour in COLOURS and thing.pattern in PATTERNS and thing.turn_deg in TURNS
            for thing in instance.things
        )
        sizes = 2 <= instance.side <= MOST_SIDE and len(instance.things) == instance.side**2
        if not (known and sizes and instance.unique != NOBODY):
            raise BadValue(
                f"A lot has side * side items (side 2 to {MOST_SIDE}) of known forms, colours, patterns and turns, "
                f"exactly one of them without a copy; got {instance}."
            )

    def initial(self, instance: Lot) -> Picked:
        """Nothing held, the tray empty."""
        return Picked(NOBODY, (NOBODY,) * CAPACITY)

    def obstacle(self, instance: Lot, state: Picked, action: int) -> str | None:
        """Nothing or too much in the hand, no such item, a full tray; any item may be taken."""
        if action == PLACE:
            if state.held == NOBODY:
                return "the hand holds nothing"
            return None if NOBODY in state.tray else "the tray is full"
        if not 0 <= action < len(instance.things):
            return "there is no such item"
        if state.held != NOBODY:
            return "the hand holds an item already"
        return "that item lies in the tray" if action in state.tray else None

    def advance(self, instance: Lot, state: Picked, action: int) -> Picked:
        """Take, or lay into the first free place of the tray."""
        if action != PLACE:
            return Picked(action, state.tray)
        tray = list(state.tray)
        tray[tray.index(NOBODY)] = state.held
        return Picked(NOBODY, tuple(tray))

    def force(self, instance: Lot, state: Picked, action: int) -> Picked | None:
        """A second item is taken: what the hand holds falls back to its place. An empty hand lays nothing down."""
        there = 0 <= action < len(instance.things) and action not in (state.held, *state.tray)
        return self.advance(instance, state, action) if there else None

    def is_goal(self, instance: Lot, state: Picked) -> bool:
        """The unique item in the tray, alone, and the hand empty."""
        return state.held == NOBODY and [item for item in state.tray if item != NOBODY] == [instance.unique]

    def solve(self, instance: Lot, state: Picked) -> Solution:
        """Take it, lay it down."""
        if self.is_goal(instance, state):
            return Solution((), "optimal")
        if state.held not in (NOBODY, instance.unique) or any(item != NOBODY for item in state.tray):
            raise NoPlan("another item was taken, and it cannot be put back")
        return Solution((PLACE,) if state.held == instance.unique else (instance.unique, PLACE), "unique")

    def observe(self, instance: Lot, state: Picked) -> NDArray[np.int16]:
        """(5, 36) a column an item: form, colour, pattern, quarter turns, and where it is; -1 where there is none."""
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        for k, thing in enumerate(instance.things):
            place = 1 if k == state.held else 2 if k in state.tray else 0
            numbers = FORMS.index(thing.form), COLOURS.index(thing.colour), PATTERNS.index(thing.pattern)
            grid[:, k] = *numbers, TURNS.index(thing.turn_deg), place
        return grid

    def text(self, instance: Lot, state: Picked) -> str:
        """A line an item, and the hand."""
        words = {NOBODY: "nothing"} | {k: f"{_place_of(instance, k)}" for k in range(len(instance.things))}
        lines = [f"{words[k]}: {_name_of(thing)}" for k, thing in enumerate(instance.things)]
        tray = ", ".join(words[k] for k in state.tray if k != NOBODY) or "nothing"
        return "\n".join([*lines, f"hand: {words[state.held]}", f"tray: {tray}"])

    def action_name(self, instance: Lot, action: int) -> str:
        """For example "take the item at row 2, column 4"."""
        if action == PLACE:
            return "lay it into the tray"
        if action < len(instance.things):
            return f"take the item at {_place_of(instance, action)}"
        return f"take item {action + 1}, which is not there"

    def scene(self, instance: Lot, state: Picked) -> dict[str, Entity]:
        """The tray is a fixture, items are pieces."""
        scene = scenery("above", "cloth", (186, 178, 160)) | {
            "tray": entity(FIXTURE, (TRAY_X_M, 0.0, 0.0), shape="tray", color=(176, 132, 84)),
            HAND_ID: waiting(),
        }
        for k, (name, thing) in enumerate(zip(item_ids(instance), instance.things, strict=True)):
            look = {"radius": instance.radius_m, "pattern": thing.pattern}
            lies = entity(
                PIECE, (*instance.cell(k), 0.0), yaw(thing.turn_deg), shape=thing.form, color=PALETTE[thing.colour],
                extra=look,
            )  # fmt: skip
            if k in state.tray:
                lies = lies.at((*instance.tray_place(state.tray.index(k)), FLOOR_M))
            if k == state.held:
                x, y, z = lies.pos
                lies = lies.at((x, y, z + HELD_M), parent=HAND_ID)
                scene[HAND_ID] = hand((x, y, z + HELD_M + self.grip_m(lies)))
            scene[name] = lies
        return scene

    def motion(self, instance: Lot, steps: Sequence[Step[Picked]], number: int, share: float) -> Mapping[str, Entity]:
        """Take and lift, or carry and lay down; what is held falls where a second item is taken."""
        step = steps[number]
        if NOBODY not in (step.before.held, step.after.held):
            return self._let_fall(instance, step, share)
        name, item, goal = mover(self, instance, step)
        if step.action == PLACE:
            return moves.lay(name, item, goal, share, self.grip_m(item))
        hand_from = HOME
        if number:
            _, _, last = mover(self, instance, steps[number - 1])
            hand_from = above(last.pos, self.grip_m(last))
        return moves.take(name, item, goal, share, hand_from, self.grip_m(item))

    def _let_fall(self, instance: Lot, step: Step[Picked], share: float) -> Mapping[str, Entity]:
        before, after = self.scene(instance, step.before), self.scene(instance, step.after)
        held, other = (item_ids(instance)[k] for k in (step.before.held, step.after.held))
        falls = moves.fall(held, before[held], after[held], share)
        hand_from, way = before[HAND_ID].pos, part(share, moves.FALLEN, 1.0)
        return falls | moves.take(other, before[other], after[other], way, hand_from, self.grip_m(before[other]))

    def leaving(self, instance: Lot, last: Step[Picked], share: float) -> Mapping[str, Entity]:
        """The hand goes home, unless it holds something."""
        return super().leaving(instance, last, share) if last.after.held == NOBODY else {}

    def pieces(self, instance: Lot) -> tuple[str, ...]:
        """All items."""
        return item_ids(instance)

    def grip_m(self, item: Entity) -> float:
        """At the upper edge."""
        return HIGH_M

    def where(self, instance: Lot, state: Picked) -> Mapping[str, Hashable]:
        """What is held, and what lies in the tray."""
        names = item_ids(instance)
        held = {} if state.held == NOBODY else {names[state.held]: "hand"}
        return held | {names[item]: "tray" for item in state.tray if item != NOBODY}

    def read(self, instance: Lot, tracks: Tracks, row: int) -> Picked | None:
        """What is held and what lies in the tray; None unless all others lie in their places."""
        held, tray = NOBODY, [NOBODY] * CAPACITY
        for k, name in enumerate(item_ids(instance)):
            x, y, z = tracks[name].pos[row].tolist()
            at_home = math.dist((x, y), instance.cell(k)) <= SNAP_M
            if at_home and abs(z) <= SNAP_M:
                continue
            if at_home and abs(z - HELD_M) <= SNAP_M and held == NOBODY:
                held = k
                continue
            place = next((n for n in range(CAPACITY) if math.dist((x, y), instance.tray_place(n)) <= SNAP_M), None)
            if place is None or z > SNAP_M or tray[place] != NOBODY:
                return None
            tray[place] = k
        return Picked(held, tuple(tray))

    def rubric(self, instance: Lot) -> tuple[Item, ...]:
        """U1 to U6."""
        return rubric(self, instance)

    def oracle(self, instance: Lot, actions: Sequence[int]) -> tuple[str, ...]:
        """Which item it is, and where it goes."""
        lines = {
            PLACE: "Carry the item over to the tray and lay it down there.",
            **{
                k: f"Take the item at {_place_of(instance, k)}: the {_name_of(thing)}."
                for k, thing in enumerate(instance.things)
            },
        }
        return tuple(lines[action] for action in actions)

    def reference(self, instance: Lot, actions: Sequence[int]) -> Reference:
        """The item in the tray, a circle about the place where it lay, and why it is this one."""
        k = instance.unique
        end = self.scene(instance, Picked(NOBODY, (k, *(NOBODY,) * (CAPACITY - 1))))
        look = {"radius": round(_MARK_SHARE * instance.radius_m, 5)}
        end["mark"] = entity(FIXTURE, (*instance.cell(k), 0.0), shape="circle mark", color=(214, 40, 48), extra=look)
        text = f"The unique item is the {_name_of(instance.things[k])} at {_place_of(instance, k)}: it occurs once, "
        return Reference(text + "every other kind at least twice.", end)

    def violations(self, instance: Lot, case_id: str) -> Sequence[Corruption]:
        """See `pick_unique.violations`."""
        return violations.violations(self, instance, case_id)


def _place_of(lot: Lot, item: int) -> str:
    row, column = divmod(item, lot.side)
    return f"row {row + 1}, column {column + 1}"


def _name_of(thing: Thing) -> str:
    turned = f", turned {thing.turn_deg} degrees to the left" if thing.turn_deg else ""
    return f"{thing.pattern} {thing.colour} {thing.form}{turned}"
