"""The rules of Color Mix."""

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.rules.games.game import GridSpace, Solution
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.color_mix import generator, moves, violations
from flowbench.rules.processes.color_mix.looks import MixLooks
from flowbench.rules.processes.color_mix.pigments import REFLECTANCES
from flowbench.rules.processes.color_mix.recipes import completion, matches
from flowbench.rules.processes.color_mix.records import CAPACITY, FULL, MOST_CUPS, STICK_HOME, STIR, Bowl, Paints
from flowbench.rules.processes.color_mix.rubric import levels, poured, rubric
from flowbench.rules.processes.color_mix.things import (
    BOWL,
    CUP_Z_M,
    HOME,
    MIXTURE,
    STICK,
    cup_id,
    scene_of,
)  # fmt: skip
from flowbench.rules.processes.color_mix.words import ABOUT, WORDS
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.entity import Entity
from flowbench.rules.processes.handling import LEAVE_S
from flowbench.rules.processes.process import Process, Reference, Step
from flowbench.rules.processes.reading import goal_at
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.tracks import Tracks

SNAP_M, UPRIGHT_DEG = 0.03, 6.0  # how far from its place, and how far tipped, a cup may stand
SNAP_UNITS, EVEN = 0.15, 0.05  # how far from whole units a level may be, and how uneven a stirred mixture
_PIGMENTS = tuple(REFLECTANCES)


class ColorMix(Process[Paints, Bowl]):
    """Paints are poured and stirred until they match a card."""

    name: ClassVar[str] = "color_mix"
    title: ClassVar[str] = "Color Mix"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Paints
    state_type: ClassVar[type[Any]] = Bowl
    action_count: ClassVar[int] = MOST_CUPS + 1
    grid: ClassVar[GridSpace] = GridSpace((4, MOST_CUPS), -1, 255)
    seconds: ClassVar[float] = 2.0  # of a nominal 1.3: a cup goes to the bowl and back, and nothing may be that quick
    leave_s: ClassVar[float] = LEAVE_S
    looks = MixLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="C4", attributes="C4", fixtures="C4", jump=("C2",), final="C6", hands="C5",
        piece="cup_1", fixture=BOWL,
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Paints:
        """More cups, and more of them that are not needed."""
        return generator.draw_paints(rng, level)

    def check(self, instance: Paints) -> None:
        """Different known paints, and a recipe of two or more of them that cups and bowl allow."""
        known = all(name in REFLECTANCES for name in instance.pigments)
        sizes = 2 <= instance.count <= MOST_CUPS and len(set(instance.pigments)) == instance.count
        recipe = (
            len(instance.recipe) == instance.count
            and all(0 <= units <= FULL for units in instance.recipe)
            and sum(units > 0 for units in instance.recipe) >= 2
            and sum(instance.recipe) <= CAPACITY
        )
        if not (known and sizes and recipe):
            raise BadValue(
                f"Paints: 2 to {MOST_CUPS} different pigments among {', '.join(REFLECTANCES)}, and for each 0 to "
                f"{FULL} units, of two or more of them and {CAPACITY} in all at most; got {instance}."
            )

    def initial(self, instance: Paints) -> Bowl:
        """Nothing poured."""
        return Bowl((0,) * instance.count, False)

    def obstacle(self, instance: Paints, state: Bowl, action: int) -> str | None:
        """No such cup, an empty one, a full bowl, or nothing to stir; a wrong paint is none."""
        if action == STIR:
            if not state.units:
                return "there is nothing to stir"
            return "it has been stirred already" if state.stirred else None
        if not 0 <= action < instance.count:
            return "there is no such cup"
        if state.left(action) == 0:
            return "that cup is empty"
        return "the bowl is full" if state.units == CAPACITY else None

    def advance(self, instance: Paints, state: Bowl, action: int) -> Bowl:
        """A unit more, or evenly mixed."""
        if action == STIR:
            return Bowl(state.poured, True, state.lost)
        return Bowl(tuple(units + (cup == action) for cup, units in enumerate(state.poured)), False, state.lost)

    def force(self, instance: Paints, state: Bowl, action: int) -> Bowl | None:
        """Paint runs from an empty cup, made from nothing; or what is poured into the full bowl is lost."""
        if not 0 <= action < instance.count or (state.units == CAPACITY) == (state.left(action) == 0):
            return None
        full = state.units == CAPACITY
        lost = list(state.lost or (0,) * instance.count)
        lost[action] += 1 if full else -1
        after = state if full else self.advance(instance, state, action)
        return dataclasses.replace(after, lost=tuple(lost))

    def is_goal(self, instance: Paints, state: Bowl) -> bool:
        """Stirred, and of the card's colour, all of it from the cups."""
        return state.stirred and not state.lost and matches(instance, state.poured)

    def solve(self, instance: Paints, state: Bowl) -> Solution:
        """What is missing, cup by cup, and stirring."""
        if self.is_goal(instance, state):
            return Solution((), "optimal")
        more = None if state.lost else completion(instance, state)
        if more is None:
            raise NoPlan("whatever is poured now, the bowl never gets the colour of the card")
        pours = [cup for cup, units in enumerate(more) for _ in range(units)]
        return Solution((*pours, STIR), "optimal")

    def observe(self, instance: Paints, state: Bowl) -> NDArray[np.int16]:
        """(4, 5) a column a cup: pigment, units left, units poured; row 3: red, green, blue of the card, stirred."""
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        for cup, (name, units) in enumerate(zip(instance.pigments, state.poured, strict=True)):
            grid[:3, cup] = _PIGMENTS.index(name), state.left(cup), units
        grid[3, :4] = *instance.target, state.stirred
        return grid

    def text(self, instance: Paints, state: Bowl) -> str:
        """A line a cup, the bowl, the card."""
        lines = [
            f"cup {cup + 1}: {state.left(cup)} of {FULL} units of {name}" for cup, name in enumerate(instance.pigments)
        ]
        parts = [f"{units} {name}" for name, units in zip(instance.pigments, state.poured, strict=True) if units]
        bowl = f"bowl: {' + '.join(parts) or 'empty'}{', stirred' if state.stirred else ''}"
        return "\n".join([*lines, bowl, "card: rgb({}, {}, {})".format(*instance.target)])

    def action_name(self, instance: Paints, action: int) -> str:
        """For example "pour a unit from cup 2"."""
        return "stir" if action == STIR else f"pour a unit from cup {action + 1}"

    def scene(self, instance: Paints, state: Bowl) -> dict[str, Entity]:
        """Bowl, card and stand are fixtures; cups, paints, mixture and stick are pieces."""
        return scene_of(instance, state)

    def motion(self, instance: Paints, steps: Sequence[Step[Bowl]], number: int, share: float) -> Mapping[str, Entity]:
        """A cup is tipped over the bowl, or the stick goes round in it."""
        step = steps[number]
        hand_from = moves.place_of(instance, steps[number - 1].action) if number else HOME
        if step.action == STIR:
            return moves.stir(instance, step.before, share, hand_from)
        return moves.pour(instance, step.before, step.action, share, hand_from)

    def leaving(self, instance: Paints, last: Step[Bowl], share: float) -> Mapping[str, Entity]:
        """The hand goes home."""
        return moves.leaving(instance, last.action, share)

    def read(self, instance: Paints, tracks: Tracks, row: int) -> Bowl | None:
        """Whole units in cups and bowl; None unless all stand in their places and nothing is lost."""
        homes = [(instance.cup_x(cup), 0.0, CUP_Z_M) for cup in range(instance.count)]
        for name, home in (*((cup_id(cup), homes[cup]) for cup in range(instance.count)), (STICK, STICK_HOME)):
            if math.dist(tracks[name].pos[row], home) > SNAP_M or tracks[name].turn_deg[row] > UPRIGHT_DEG:
                return None
        gone, risen = poured(instance, tracks)[:, row], float(levels(tracks, (MIXTURE,))[0, row])
        whole = np.rint(gone)
        item = tracks[MIXTURE].entities[row]
        if item is None or np.abs(gone - whole).max() > SNAP_UNITS or abs(risen - whole.sum()) > SNAP_UNITS:
            return None
        if whole.min() < 0 or whole.max() > FULL:
            return None
        uneven = item.fact("uneven")
        return Bowl(tuple(int(units) for units in whole), bool(whole.sum() and uneven is not None and uneven <= EVEN))

    def rubric(self, instance: Paints) -> tuple[Item, ...]:
        """C1 to C6."""
        return rubric(self, instance)

    def tier(self, instance: Paints, tracks: Tracks) -> int:
        """2 where the goal is formed at the end, 1 where a cup was ever a unit down, else 0."""
        if all(map(goal_at(self, instance, tracks), range(len(tracks))[tracks.end])):
            return 2
        return int(bool((poured(instance, tracks) > 1.0 - SNAP_UNITS).any()))

    def oracle(self, instance: Paints, actions: Sequence[int]) -> tuple[str, ...]:
        """A unit a line."""
        return tuple(
            "Stir the paint in the bowl with the stick until it is even."
            if action == STIR
            else f"Pour one unit of {instance.pigments[action]} from cup {action + 1} into the bowl."
            for action in actions
        )

    def reference(self, instance: Paints, actions: Sequence[int]) -> Reference:
        """The recipe, and the bowl with the mixture."""
        parts = [
            f"{units} unit{'s' if units > 1 else ''} of {name}"
            for name, units in zip(instance.pigments, instance.recipe, strict=True)
            if units
        ]
        return Reference(f"{', '.join(parts)}; stirred.", self.scene(instance, Bowl(instance.recipe, True)))

    def violations(self, instance: Paints, case_id: str) -> Sequence[Corruption]:
        """See `color_mix.violations`."""
        return violations.violations(self, instance, case_id)
