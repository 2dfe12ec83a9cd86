"""Processes in which one hand takes things and puts them elsewhere, one each step: their motion, states and tier."""

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar, TypeVar

from flowbench.rules.processes import handling
from flowbench.rules.processes.drawing.hand import HOME
from flowbench.rules.processes.entity import PIECE, Entity
from flowbench.rules.processes.handling import LEAVE_S, above, pick_and_place
from flowbench.rules.processes.predicates.placing import Release, releases
from flowbench.rules.processes.process import Process, Step
from flowbench.rules.processes.reading import Rest, goal_at, rests
from flowbench.rules.processes.tracks import Tracks

I = TypeVar("I")  # noqa: E741 - the instance
S = TypeVar("S")  # the state


class HandWork(Process[I, S]):
    """A process each of whose steps has a hand move one piece, which lies still before and after."""

    leave_s: ClassVar[float] = LEAVE_S

    @abstractmethod
    def pieces(self, instance: I) -> tuple[str, ...]:
        """Ids of the things that a hand may move."""

    @abstractmethod
    def grip_m(self, item: Entity) -> float:
        """How far above a piece's reference point it is held."""

    def motion(self, instance: I, steps: Sequence[Step[S]], number: int, share: float) -> Mapping[str, Entity]:
        """The hand comes from where it let go last, takes the piece, carries it and lets go."""
        name, item, goal = mover(self, instance, steps[number])
        hand_from = HOME if number == 0 else self._place_left(instance, steps[number - 1])
        return pick_and_place(name, item, goal, share, hand_from=hand_from, grip_m=self.grip_m(item))

    def leaving(self, instance: I, last: Step[S], share: float) -> Mapping[str, Entity]:
        """The hand goes home."""
        _, _, goal = mover(self, instance, last)
        return handling.leaving(goal.pos, self.grip_m(goal), share)

    def _place_left(self, instance: I, step: Step[S]) -> tuple[float, float, float]:
        _, _, goal = mover(self, instance, step)
        return above(goal.pos, self.grip_m(goal))

    @abstractmethod
    def where(self, instance: I, state: S) -> Mapping[str, Hashable]:
        """The place of each piece that has been put somewhere."""

    def states(self, instance: I, tracks: Tracks) -> tuple[Rest, ...]:
        """The states that are read whenever all pieces rest."""
        return rests(self, instance, tracks, self.pieces(instance))

    def releases(self, instance: I, tracks: Tracks) -> tuple[Release, ...]:
        """Which piece was put where, in order of time."""
        states = self.states(instance, tracks)
        return tracks.kept("releases", lambda: releases(states, partial(self.where, instance)))

    def tier(self, instance: I, tracks: Tracks) -> int:
        """2 where the goal is formed at the end, 1 where something was put down that counts, else 0."""
        if all(map(goal_at(self, instance, tracks), range(len(tracks))[tracks.end])):
            return 2
        return int(any(self.earns(instance, release) for release in self.releases(instance, tracks)))

    def earns(self, instance: I, release: Release) -> bool:
        """Whether putting something down is a beginning, for tier 1."""
        return True


@lru_cache(maxsize=512)
def mover(rules: Process[Any, Any], instance: Any, step: Step[Any]) -> tuple[str, Entity, Entity]:
    """The piece that a step moves: its id, and how it is before and after."""
    before, after = rules.scene(instance, step.before), rules.scene(instance, step.after)
    name = next(name for name, item in before.items() if item.kind == PIECE and item != after[name])
    return name, before[name], after[name]
