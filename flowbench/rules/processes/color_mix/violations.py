"""Clips that break the rules of Color Mix."""

from collections.abc import Iterator, Sequence

from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.color_mix.records import FULL, Bowl, Paints
from flowbench.rules.processes.color_mix.things import MIXTURE, with_facts
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.corruptions.edits import edited
from flowbench.rules.processes.corruptions.hand_work import without_hand
from flowbench.rules.processes.corruptions.library import other_colour
from flowbench.rules.processes.entity import Entity
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.trajectory import Trajectory

_MADE_UNITS = 0.4  # that come from nowhere
_FRAMES = 8


def violations(rules: Process[Paints, Bowl], paints: Paints, case_id: str) -> Sequence[Corruption]:
    """Another colour, unstirred, recoloured by itself, paint from nowhere, no hand."""
    plan = rules.solve(paints, rules.initial(paints)).actions
    oracle = animate(rules, paints, case_id, plan)
    rows = _after_first(oracle)
    recoloured = edited(oracle, rows, MIXTURE, other_colour)
    return (
        *_wrong(rules, paints, case_id),
        Corruption("unstirred", animate(rules, paints, case_id, plan[:-1]), hits=("C6",), tiers=(1,), exactly=1),
        Corruption("free recolour", recoloured, hits=("C3",), tiers=(2,), exactly=1),
        Corruption("paint from nowhere", edited(oracle, rows, MIXTURE, _more), hits=("C2",), tiers=(2,), exactly=1),
        Corruption("no hand", without_hand(oracle), hits=("C5",), tiers=(2,)),
    )


def _wrong(rules: Process[Paints, Bowl], paints: Paints, case_id: str) -> Iterator[Corruption]:
    """The last unit from a cup that is not needed, or too much from one that is."""
    *pours, last, stir = rules.solve(paints, rules.initial(paints)).actions
    spare = [cup for cup, units in enumerate(paints.recipe) if not units]
    other = spare[0] if spare else next(c for c in range(paints.count) if c != last and pours.count(c) < FULL)
    clip = animate(rules, paints, case_id, (*pours, other, stir))
    yield Corruption("wrong goal", clip, hits=("C1", "C6") if spare else ("C6",), tiers=(1,), exactly=1)


def _after_first(clip: Trajectory) -> range:
    """Some frames soon after the first unit has run."""
    first = next(k for k, frame in enumerate(clip.frames) if frame.entities[MIXTURE].fact("units") >= 1.0)
    return range(first + 2, first + 2 + _FRAMES)


def _more(item: Entity) -> Entity:
    return with_facts(item, units=float(item.fact("units")) + _MADE_UNITS)
