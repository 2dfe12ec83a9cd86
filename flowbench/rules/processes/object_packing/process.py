"""The rules of Object Packing."""

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
from flowbench.rules.processes.entity import FIXTURE, PIECE, UPRIGHT, Entity, entity, yaw
from flowbench.rules.processes.hand_work import HandWork
from flowbench.rules.processes.handling import HAND_ID, waiting
from flowbench.rules.processes.object_packing import generator, violations
from flowbench.rules.processes.object_packing.knowledge import (
    HAZARDS,
    OCCASIONS,
    Ware,
    containers,
    fits,
    is_arguable,
    reasons,
    wares,
)  # fmt: skip
from flowbench.rules.processes.object_packing.looks import PackingLooks, thickness_m
from flowbench.rules.processes.object_packing.records import (
    CARD,
    CONTAINER_Y_M,
    EMPTY,
    FLOOR_M,
    MOST_ITEMS,
    PLACES,
    Luggage,
    Packed,
    place_at,
)  # fmt: skip
from flowbench.rules.processes.object_packing.rubric import CARD_ID, CONTAINER, item_ids, rubric
from flowbench.rules.processes.object_packing.words import ABOUT, WORDS
from flowbench.rules.processes.process import Reference
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.scenery import scenery
from flowbench.rules.processes.tracks import Tracks

SNAP_M = 0.03  # how far from its place a thing may rest
TOLERATED = 1  # mistakes in the selection that the best tier allows, as the benchmark does
_LEAST_M, _PER_CM, _MOST_M = 0.085, 0.0018, 0.134  # length in the picture of what fits: compressed, so that all is seen
_TOO_LARGE_M = 0.46  # of what does not: longer than the container
_HIGHEST_GRIP_M = 0.055
_HAZARD_NUMBERS = {"": 0} | {name: k for k, name in enumerate(HAZARDS, 1)}


class ObjectPacking(HandWork[Luggage, Packed]):
    """What belongs into a container goes into it."""

    name: ClassVar[str] = "object_packing"
    title: ClassVar[str] = "Object Packing"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Luggage
    state_type: ClassVar[type[Any]] = Packed
    action_count: ClassVar[int] = MOST_ITEMS
    grid: ClassVar[GridSpace] = GridSpace((5, MOST_ITEMS), -1, max(len(OCCASIONS), len(HAZARDS)))
    seconds: ClassVar[float] = 1.3
    looks = PackingLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="K1", attributes="K1", fixtures="K6", jump=("K5",), final="K2", hands="K5",
        piece="item_1", fixture=CARD_ID,
        may={"static": ("K7",), "truncated": ("K7",)},
        tiers={"truncated": (1, 2)},  # half of two is one mistake
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Luggage:
        """More things, and near twins."""
        return generator.draw_luggage(rng, level)

    def check(self, instance: Luggage) -> None:
        """Known things, each once, none arguable, at least one to pack and one to leave."""
        known = instance.occasion in OCCASIONS and all(name in wares() for name in instance.items)
        sizes = 2 <= len(instance.items) <= MOST_ITEMS and len(set(instance.items)) == len(instance.items)
        good = (
            known
            and sizes
            and not any(is_arguable(item, instance.occasion) for item in instance.wares)
            and 0 < len(instance.right) < len(instance.items)
            and len(instance.too_large) <= 1
        )
        if not good:
            raise BadValue(
                f"Luggage has an occasion among {', '.join(OCCASIONS)} and 2 to {MOST_ITEMS} different things of the "
                f"table that clearly do or do not belong to it, some of each, one that is too large at most; got "
                f"{instance}."
            )

    def initial(self, instance: Luggage) -> Packed:
        """All outside."""
        return Packed((EMPTY,) * PLACES)

    def obstacle(self, instance: Luggage, state: Packed, action: int) -> str | None:
        """No such thing outside, or one that does not fit; a wrong thing is none."""
        if not 0 <= action < len(instance.items):
            return "there is no such thing"
        if action in state.places:
            return "that is packed already"
        return None if fits(instance.wares[action], instance.occasion) else "that does not fit"

    def advance(self, instance: Luggage, state: Packed, action: int) -> Packed:
        """Into the first free place."""
        places = list(state.places)
        places[places.index(EMPTY)] = action
        return Packed(tuple(places))

    def force(self, instance: Luggage, state: Packed, action: int) -> Packed | None:
        """What does not fit is forced in all the same, and reaches through the walls."""
        there = 0 <= action < len(instance.items) and action not in state.places and EMPTY in state.places
        return self.advance(instance, state, action) if there else None

    def is_goal(self, instance: Luggage, state: Packed) -> bool:
        """Exactly the right things inside."""
        return sorted(state.inside) == list(instance.right)

    def solve(self, instance: Luggage, state: Packed) -> Solution:
        """One step for each thing that belongs into it."""
        if any(item not in instance.right for item in state.inside):
            raise NoPlan("a wrong thing is packed, and nothing is taken out again")
        return Solution(tuple(item for item in instance.right if item not in state.inside), "optimal")

    def observe(self, instance: Luggage, state: Packed) -> NDArray[np.int16]:
        """(5, 6) a column a thing: whether it fits, its hazard, whether it suits, is packed; row 4 the occasion."""
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        for k, item in enumerate(instance.wares):
            facts = fits(item, instance.occasion), _HAZARD_NUMBERS[item.hazard], instance.occasion in item.suits
            grid[:4, k] = *facts, k in state.places
        grid[4] = OCCASIONS.index(instance.occasion)
        return grid

    def text(self, instance: Luggage, state: Packed) -> str:
        """What lies where."""
        names = instance.items
        inside = ", ".join(names[k] for k in state.inside) or "nothing"
        outside = ", ".join(f"{k + 1} {name}" for k, name in enumerate(names) if k not in state.places) or "nothing"
        container = containers()[instance.occasion]
        return f"{container.name} for {container.trip}: {inside}\ntable: {outside}"

    def action_name(self, instance: Luggage, action: int) -> str:
        """For example "pack the apple"."""
        return f"pack the {instance.items[action]}" if action < len(instance.items) else f"pack thing {action + 1}"

    def scene(self, instance: Luggage, state: Packed) -> dict[str, Entity]:
        """Container and card are fixtures, things are pieces."""
        look = {"occasion": instance.occasion}
        scene = scenery("above", "wood", (220, 198, 164)) | {
            CONTAINER: entity(FIXTURE, (0.0, CONTAINER_Y_M, 0.0), shape="container", extra=look),
            CARD_ID: entity(FIXTURE, (*CARD, 0.0), shape="card", extra=look),
            HAND_ID: waiting(),
        }
        for k, (name, item) in enumerate(zip(item_ids(instance), instance.wares, strict=True)):
            packed = k in state.places
            (x, y), z = (place_at(state.places.index(k)), FLOOR_M) if packed else (instance.laid(k), 0.0)
            extra = {"length": _length_m(item, instance.occasion), "hazard": item.hazard}
            turn = yaw(90.0) if k in instance.too_large else UPRIGHT
            scene[name] = entity(PIECE, (x, y, z), turn, shape=item.icon, color=PALETTE[item.colour], extra=extra)
        return scene

    def pieces(self, instance: Luggage) -> tuple[str, ...]:
        """All things."""
        return item_ids(instance)

    def grip_m(self, item: Entity) -> float:
        """Near the upper side."""
        high = thickness_m(item.shape, str(item.fact("hazard")), float(item.fact("length")))
        return round(min(max(high - 0.004, 0.008), _HIGHEST_GRIP_M), 4)

    def where(self, instance: Luggage, state: Packed) -> Mapping[str, Hashable]:
        """What is inside."""
        names = item_ids(instance)
        return {names[item]: "inside" for item in state.inside}

    def read(self, instance: Luggage, tracks: Tracks, row: int) -> Packed | None:
        """What lies in each place; None unless each thing lies in a place of its own or where it lay first."""
        places = [EMPTY] * PLACES
        for k, name in enumerate(item_ids(instance)):
            x, y, z = tracks[name].pos[row].tolist()
            if z > SNAP_M:
                return None
            if math.dist((x, y), instance.laid(k)) <= SNAP_M:
                continue
            place = next((n for n in range(PLACES) if math.dist((x, y), place_at(n)) <= SNAP_M), None)
            if place is None or places[place] != EMPTY:
                return None
            places[place] = k
        return Packed(tuple(places))

    def rubric(self, instance: Luggage) -> tuple[Item, ...]:
        """K1 to K7."""
        return rubric(self, instance)

    def tier(self, instance: Luggage, tracks: Tracks) -> int:
        """2 with one mistake at most in the last rows, 1 where anything was packed, else 0."""
        end = [self.read(instance, tracks, row) for row in range(len(tracks))[tracks.end]]
        if all(state is not None and _mistakes(instance, state) <= TOLERATED for state in end):
            return 2
        return int(bool(self.releases(instance, tracks)))

    def note(self, instance: Luggage) -> str:
        """The occasion, and what lies there."""
        container = containers()[instance.occasion]
        listed = ", ".join(("an " if name[0] in "aeiou" else "a ") + name for name in instance.items)
        return f"The {container.name} is packed for {container.trip}. On the table lie: {listed}."

    def oracle(self, instance: Luggage, actions: Sequence[int]) -> tuple[str, ...]:
        """What is packed in which order, and why the rest stays."""
        name = containers()[instance.occasion].name
        packed = tuple(f"Put the {instance.items[k]} into the {name}." for k in actions)
        return (*packed, *_left(instance))

    def reference(self, instance: Luggage, actions: Sequence[int]) -> Reference:
        """The selection in words, and the packed container."""
        inside = ", ".join(instance.items[k] for k in instance.right)
        places = tuple(actions) + (EMPTY,) * (PLACES - len(actions))
        return Reference(f"Packed: {inside}. {' '.join(_left(instance))}", self.scene(instance, Packed(places)))

    def violations(self, instance: Luggage, case_id: str) -> Sequence[Corruption]:
        """See `object_packing.violations`."""
        return violations.violations(self, instance, case_id)


def _left(instance: Luggage) -> tuple[str, ...]:
    """Why things stay, a sentence each; the reason is the first rule that speaks against it."""
    return tuple(
        f"Leave the {item.name}: {why[0]}." for item in instance.wares if (why := reasons(item, instance.occasion))
    )


def _mistakes(instance: Luggage, state: Packed) -> int:
    return len(set(state.inside) ^ set(instance.right))


def _length_m(item: Ware, occasion: str) -> float:
    if not fits(item, occasion):
        return _TOO_LARGE_M
    return round(min(_LEAST_M + _PER_CM * max(item.dims_cm), _MOST_M), 4)
