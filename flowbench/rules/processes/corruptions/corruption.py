"""A clip with what the judge must say of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from flowbench.rules.processes.trajectory import Trajectory
from flowbench.rules.processes.verdict import ProcessVerdict

ANY_TIER = (0, 1, 2)


@dataclass(frozen=True)
class Corruption:
    """A clip and the verdict it must get.

    Attributes:
        name: what was done to it.
        hits: items with at least one violation.
        may: items that may have some, too; all others must have none.
        tiers: the tiers it may get.
        exactly: the number of violations of each item in `hits`; None for any.
        some: at least one of these items is hit (for what shows up in one way or another).
        anything: any other item may be hit, too: the clip breaks rules all over.
    """

    name: str
    trajectory: Trajectory
    hits: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    tiers: tuple[int, ...] = ANY_TIER
    exactly: int | None = None
    some: tuple[str, ...] = ()
    anything: bool = False

    def flaws(self, verdict: ProcessVerdict) -> list[str]:
        """What is wrong with a verdict on this clip, in words."""
        counts = verdict.counts
        found = [f"{item} is not hit" for item in self.hits if counts[item] == 0]
        found += [
            f"{item} is hit {count} times"
            for item, count in counts.items()
            if count and not self.anything and item not in (*self.hits, *self.may, *self.some)
        ]
        if self.exactly is not None:
            found += [
                f"{i} is hit {counts[i]} times, not {self.exactly}" for i in self.hits if counts[i] != self.exactly
            ]
        if self.some and not any(counts[item] for item in self.some):
            found.append(f"none of {self.some} is hit")
        if verdict.tier not in self.tiers:
            found.append(f"tier {verdict.tier}, not one of {self.tiers}")
        return found


@dataclass(frozen=True)
class Roles:
    """Which rubric item of a process has which duty; so the library knows what each of its corruptions must hit.

    Attributes:
        inventory: pieces neither come nor go.
        attributes: pieces keep colour, shape and size.
        fixtures: fixtures stay; also the item of the scene (camera, ground).
        jump: hit when pieces jump from the first scene to the last.
        final: the goal at the end.
        hands: hit when there is a hand too many.
        piece: id of a piece that can be doubled, recoloured ...: one that every instance has.
        fixture: id of a fixture that can be shifted.
        may: further items that a corruption of the library may hit, by its name.
        tiers: tiers that differ from the usual, by the corruption's name.
    """

    inventory: str
    attributes: str
    fixtures: str
    jump: tuple[str, ...]
    final: str
    hands: str
    piece: str
    fixture: str
    may: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    tiers: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
