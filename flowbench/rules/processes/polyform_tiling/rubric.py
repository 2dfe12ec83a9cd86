"""The judge's items of Polyform Tiling."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from flowbench.rules.processes.polyform_tiling.outline import area
from flowbench.rules.processes.polyform_tiling.records import CELL_M, Shape, Tiling
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import carried, continuous, hands, one_mover
from flowbench.rules.processes.predicates.outlines import Outlines, drawn_in, lying, overlaps
from flowbench.rules.processes.predicates.stillness import fixed, still_after
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.reading import Rest, goal_at, is_step, resting, rests
from flowbench.rules.processes.rubric import Event, Item
from flowbench.rules.processes.tracks import Tracks

SLIVER = 0.02  # cells: how much area may overlap, or stick out, of outlines that are drawn in by half the tolerance


def piece_ids(tiling: Tiling) -> tuple[str, ...]:
    """Ids of the pieces in order."""
    return tuple(f"piece_{number}" for number in range(1, len(tiling.pieces) + 1))


def rubric(rules: Process[Any, Any], tiling: Tiling) -> tuple[Item, ...]:
    """T1 to T7."""
    pieces = piece_ids(tiling)
    return (
        Item(
            "T1", "The same pieces, rigid, throughout.", "object-state inconsistency", "keep their shape",
            lambda tracks: [*inventory(tracks, pieces), *attributes(tracks, pieces)],
        ),
        Item(
            "T2", "Pieces that lie do not overlap.", "physical collapse", "never overlap",
            lambda tracks: overlaps(tracks, _outlines(tiling), SLIVER * CELL_M**2),
        ),
        Item(
            "T3", "No piece is laid across or beyond the outline.", "rule violation", "beyond the outline",
            lambda tracks: beyond(tiling, tracks, pieces),
        ),
        Item(
            "T4", "One hand carries one piece at a time; nothing moves by itself or jumps.", "rule violation",
            "one piece at a time",
            lambda tracks: [
                *one_mover(tracks, pieces), *hands(tracks, 1, pieces),
                *continuous(tracks, pieces), *carried(tracks, pieces),
            ],
        ),
        Item(
            "T5", "A piece that lies in the frame stays there.", "rule violation", "stays there",
            lambda tracks: moves_again(rests(rules, tiling, tracks, pieces), tracks, pieces),
        ),
        Item(
            "T6", "The frame and the camera stay as they are.", "object-state inconsistency", "frame stays",
            lambda tracks: fixed(tracks, ("frame",)),
        ),
        Item(
            "T7", "At the end the floor of the frame is covered exactly.", "rule violation", "no gap",
            lambda tracks: final(tracks, goal_at(rules, tiling, tracks), "the floor is not covered exactly"),
        ),
    )  # fmt: skip


def tier(rules: Process[Any, Any], tiling: Tiling, tracks: Tracks) -> int:
    """2 covered at the end, 1 where a piece was laid by the rules, else 0."""
    holds = goal_at(rules, tiling, tracks)
    if all(holds(row) for row in range(len(tracks))[tracks.end]):
        return 2
    states = [rest.state for rest in rests(rules, tiling, tracks, piece_ids(tiling))]
    return int(len(states) > 1 and states[1] is not None and is_step(rules, tiling, states[0], states[1]))


def beyond(tiling: Tiling, tracks: Tracks, pieces: Sequence[str]) -> list[Event]:
    """An event for each piece that comes to lie elsewhere than it waited, and not wholly inside the outline."""
    region, outlines = area(tiling.region), _outlines(tiling)
    found: list[Event] = []
    before: set[str] = set()
    for first, end in resting(tracks, pieces):
        row = (first + end) // 2
        out = {
            name
            for name, shape in lying(tracks, outlines, row).items()
            if tracks[name].shift_m[row] > CELL_M and shape.difference(region).area > SLIVER * CELL_M**2
        }
        new = sorted(out - before)
        found += [Event(tracks.time(first), tracks.time(end - 1), name, "lies beyond the outline") for name in new]
        before = out
    return found


def _outlines(tiling: Tiling) -> Outlines:
    return {name: _inner(shape) for name, shape in zip(piece_ids(tiling), tiling.pieces, strict=True)}


@lru_cache(maxsize=256)
def _inner(shape: Shape) -> Any:
    return drawn_in(area(shape))


def moves_again(states: Sequence[Rest], tracks: Tracks, pieces: Sequence[str]) -> list[Event]:
    """Pieces that leave the place in the frame where they came to lie."""
    found = []
    for number, name in enumerate(pieces):
        laid = next((rest for rest in states if rest.state is not None and rest.state.poses[number] is not None), None)
        if laid is not None:
            found += still_after(tracks, name, laid.last if laid.last < len(tracks) else laid.first)
    return found
