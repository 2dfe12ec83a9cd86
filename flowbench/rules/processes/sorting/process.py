"""The rules of Sorting."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.render.lab import to_lab
from flowbench.rules.games.game import GridSpace, Solution
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.entity import FIXTURE, PIECE, Entity, entity
from flowbench.rules.processes.hand_work import HandWork
from flowbench.rules.processes.handling import HAND_ID, waiting
from flowbench.rules.processes.process import Reference
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.scenery import scenery
from flowbench.rules.processes.sorting import generator, violations
from flowbench.rules.processes.sorting.looks import HIGH_M, SortingLooks
from flowbench.rules.processes.sorting.records import (
    BODIES,
    EMPTY,
    MOST_PIECES,
    RACK_HIGH_M,
    SLOTS_Y_M,
    TOP_Y_M,
    Ramp,
    Row,
)  # fmt: skip
from flowbench.rules.processes.sorting.rubric import piece_ids, rubric
from flowbench.rules.processes.sorting.words import ABOUT, WORDS
from flowbench.rules.processes.tracks import Tracks

LEAST_GAP = 4.0  # CIELAB lightness: pieces nearer than this are not told apart
SNAP_M = 0.03  # how far from its place a piece may rest
_FILL = 0.41  # radius of a piece, in pitches
_MAT_M = 0.0025  # thickness


class Sorting(HandWork[Ramp, Row]):
    """Pieces go into a row from dark to light."""

    name: ClassVar[str] = "sorting"
    title: ClassVar[str] = "Sorting"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Ramp
    state_type: ClassVar[type[Any]] = Row
    action_count: ClassVar[int] = MOST_PIECES**2
    grid: ClassVar[GridSpace] = GridSpace((2, MOST_PIECES), -1, MOST_PIECES)
    seconds: ClassVar[float] = 1.2
    looks = SortingLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="O1", attributes="O1", fixtures="O5", jump=("O7",), final="O8", hands="O6",
        piece="piece_1", fixture="rack",
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Ramp:
        """A row of one hue, out of order."""
        return generator.draw_ramp(rng, level)

    def check(self, instance: Ramp) -> None:
        """Some pieces, whose lightness tells them apart, not in order."""
        bytes_ = all(0 <= channel <= 255 for colour in instance.colours for channel in colour)
        light = sorted(to_lab(colour)[0] for colour in instance.colours)
        apart = all(b - a >= LEAST_GAP for a, b in zip(light, light[1:], strict=False))
        sizes = 2 <= instance.count <= MOST_PIECES and instance.body in BODIES
        if not (sizes and bytes_ and apart and instance.order != tuple(range(instance.count))):
            raise BadValue(
                f"A ramp has 2 to {MOST_PIECES} sRGB colours that differ by {LEAST_GAP:g} in CIELAB lightness and are "
                f"not in order yet, and a body among {', '.join(BODIES)}; got {instance}."
            )

    def initial(self, instance: Ramp) -> Row:
        """All slots empty."""
        return Row((EMPTY,) * instance.count)

    def obstacle(self, instance: Ramp, state: Row, action: int) -> str | None:
        """No such piece or slot, one that is taken, or a darker piece that comes first."""
        piece, slot = divmod(action, MOST_PIECES)
        if not (0 <= piece < instance.count and slot < instance.count):
            return "there is no such piece or slot"
        if piece in state.slots:
            return "a placed piece never moves again"
        if state.slots[slot] != EMPTY:
            return "that slot is taken"
        return None if piece == _next(instance, state) else "a darker piece comes first"

    def advance(self, instance: Ramp, state: Row, action: int) -> Row:
        """Into the slot, from wherever it is."""
        piece, slot = divmod(action, MOST_PIECES)
        slots = [EMPTY if there == piece else there for there in state.slots]
        slots[slot] = piece
        return Row(tuple(slots))

    def force(self, instance: Ramp, state: Row, action: int) -> Row | None:
        """Out of turn, or from slot to slot; not where a piece lies."""
        piece, slot = divmod(action, MOST_PIECES)
        free = 0 <= piece < instance.count and slot < instance.count and state.slots[slot] == EMPTY
        return self.advance(instance, state, action) if free else None

    def is_goal(self, instance: Ramp, state: Row) -> bool:
        """From dark to light."""
        return state.slots == instance.order

    def solve(self, instance: Ramp, state: Row) -> Solution:
        """One step a piece, in the only order there is."""
        if any(piece not in (EMPTY, own) for piece, own in zip(state.slots, instance.order, strict=True)):
            raise NoPlan("a piece lies in a slot of another, and placed pieces never move again")
        left = [(piece, slot) for slot, piece in enumerate(instance.order) if state.slots[slot] == EMPTY]
        return Solution(tuple(piece * MOST_PIECES + slot for piece, slot in left), "optimal")

    def observe(self, instance: Ramp, state: Row) -> NDArray[np.int16]:
        """(2, 6) top row and slots: 1 the darkest piece, and so on; 0 nothing; -1 beyond a shorter row."""
        ranks = {piece: rank for rank, piece in enumerate(instance.order, 1)} | {EMPTY: 0}
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        grid[0, : instance.count] = [0 if k in state.slots else ranks[k] for k in range(instance.count)]
        grid[1, : instance.count] = [ranks[piece] for piece in state.slots]
        return grid

    def text(self, instance: Ramp, state: Row) -> str:
        """Two rows of lightness ranks."""
        top, slots = (" ".join(str(k) if k else "." for k in row if k >= 0) for row in self.observe(instance, state))
        return f"top row (1 is the darkest): {top}\nslots: {slots}"

    def action_name(self, instance: Ramp, action: int) -> str:
        """For example "piece 3 to slot 1"."""
        piece, slot = divmod(action, MOST_PIECES)
        return f"piece {piece + 1} to slot {slot + 1}"

    def scene(self, instance: Ramp, state: Row) -> dict[str, Entity]:
        """Mat and rack are fixtures, pieces lie on the mat or in the rack."""
        radius = round(_FILL * instance.pitch_m, 5)
        look = {"pitch": instance.pitch_m, "count": instance.count, "radius": radius}
        square = {"square": int(instance.body.endswith("tile"))}
        scene = scenery("above", "wood", (188, 160, 126)) | {
            "mat": entity(FIXTURE, (0.0, TOP_Y_M, 0.0), shape="mat", color=(104, 112, 108), extra=look | square),
            "rack": entity(FIXTURE, (0.0, SLOTS_Y_M, 0.0), shape="rack", color=(206, 176, 134), extra=look | square),
            HAND_ID: waiting(),
        }
        for k, name in enumerate(piece_ids(instance)):
            placed = k in state.slots
            (x, y), z = (instance.slot(state.slots.index(k)), RACK_HIGH_M) if placed else (instance.top(k), _MAT_M)
            color = instance.colours[k]
            scene[name] = entity(PIECE, (x, y, z), shape=instance.body, color=color, extra={"radius": radius})
        return scene

    def pieces(self, instance: Ramp) -> tuple[str, ...]:
        """The leftmost of the top row first."""
        return piece_ids(instance)

    def grip_m(self, item: Entity) -> float:
        """At the upper edge."""
        return HIGH_M

    def where(self, instance: Ramp, state: Row) -> Mapping[str, Hashable]:
        """The slot of each placed piece."""
        names = piece_ids(instance)
        return {names[piece]: slot for slot, piece in enumerate(state.slots) if piece != EMPTY}

    def read(self, instance: Ramp, tracks: Tracks, row: int) -> Row | None:
        """The piece in each slot; None unless each lies in a slot of its own or where it lay first."""
        slots = [EMPTY] * instance.count
        for k, name in enumerate(piece_ids(instance)):
            x, y, z = tracks[name].pos[row].tolist()
            if z > SNAP_M:
                return None
            if _near((x, y), instance.top(k)):
                continue
            slot = next((n for n in range(instance.count) if _near((x, y), instance.slot(n))), None)
            if slot is None or slots[slot] != EMPTY:
                return None
            slots[slot] = k
        return Row(tuple(slots))

    def rubric(self, instance: Ramp) -> tuple[Item, ...]:
        """O1 to O8."""
        return rubric(self, instance)

    def oracle(self, instance: Ramp, actions: Sequence[int]) -> tuple[str, ...]:
        """A piece a line."""
        lines = []
        for piece, slot in (divmod(action, MOST_PIECES) for action in actions):
            rank = instance.order.index(piece) + 1
            lines.append(
                f"Take the piece at position {piece + 1} of the top row (number {rank} from the darkest) and put it "
                f"into slot {slot + 1}."
            )
        return tuple(lines)

    def reference(self, instance: Ramp, actions: Sequence[int]) -> Reference:
        """The row in order."""
        return Reference(scene=self.scene(instance, Row(instance.order)))

    def violations(self, instance: Ramp, case_id: str) -> Sequence[Corruption]:
        """See `sorting.violations`."""
        return violations.violations(self, instance, case_id)


def _next(instance: Ramp, state: Row) -> int:
    """The darkest piece that is still in the top row; -1 for none."""
    return next((piece for piece in instance.order if piece not in state.slots), -1)


def _near(place: tuple[float, float], goal: tuple[float, float]) -> bool:
    return abs(place[0] - goal[0]) <= SNAP_M and abs(place[1] - goal[1]) <= SNAP_M
