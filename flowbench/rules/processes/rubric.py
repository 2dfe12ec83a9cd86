"""What a rubric is made of: items that count events, and what kind of failure each is."""

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks

Failure = Literal["physical collapse", "rule violation", "object-state inconsistency"]
FAILURES: tuple[Failure, ...] = ("physical collapse", "rule violation", "object-state inconsistency")


@dataclass(frozen=True)
class Event:
    """A violation: from when to when (seconds), by which entity ("" for several), and what happened in a few words."""

    start: float
    end: float
    entity: str
    detail: str


Check = Callable[[Tracks], Iterable[Event]]


@dataclass(frozen=True)
class Item:
    """One line of a rubric.

    Attributes:
        id: a letter of the task and a number.
        text: what must hold, for people and for other judges.
        failure: the kind of failure that a violation is.
        told: a word of the prompt that tells this rule; the prompt must hold it.
        check: finds the events.
    """

    id: str
    text: str
    failure: Failure
    told: str
    check: Check


def merged(events: Iterable[Event]) -> tuple[Event, ...]:
    """Events of one entity with no more than half a second between them become one, in order of time."""
    found: list[Event] = []
    by_entity = sorted(events, key=lambda event: (event.entity, event.start, event.end))
    for _, group in itertools.groupby(by_entity, key=lambda event: event.entity):
        run: Event | None = None
        for event in group:
            if run is not None and event.start - run.end <= TOL.merge_s:
                run = Event(run.start, max(run.end, event.end), run.entity, run.detail)
            else:
                found += [] if run is None else [run]
                run = event
        found += [] if run is None else [run]
    return tuple(sorted(found, key=lambda event: (event.start, event.entity)))
