"""The judge's items of Jigsaw Puzzle."""

from functools import lru_cache
from typing import Any

from flowbench.rules.processes.hand_work import HandWork
from flowbench.rules.processes.jigsaw_puzzle.cutting import STRAIGHT, Side, piece_shape, side_of
from flowbench.rules.processes.jigsaw_puzzle.records import Assembly, Jigsaw
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import carried, continuous, hands, one_mover
from flowbench.rules.processes.predicates.outlines import drawn_in, overlaps
from flowbench.rules.processes.predicates.placing import misplaced, stay
from flowbench.rules.processes.predicates.stillness import fixed, still
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.reading import goal_at
from flowbench.rules.processes.rubric import Item

SLIVER = 0.004  # slots: how much area of two pieces may overlap


def piece_ids(jigsaw: Jigsaw) -> tuple[str, ...]:
    """Ids of the pieces; those that lie in their slots from the beginning are the last ones."""
    return tuple(f"piece_{number}" for number in range(1, jigsaw.count + 1))


def sides_of(jigsaw: Jigsaw, piece: int) -> tuple[Side, ...]:
    """The forms of the four sides of a piece when it is upright."""
    return tuple(
        side_of(jigsaw.edges[abs(side) - 1], 1 if side > 0 else -1) if side else STRAIGHT
        for side in jigsaw.sides[piece]
    )


def rubric(rules: HandWork[Jigsaw, Assembly], jigsaw: Jigsaw) -> tuple[Item, ...]:
    """J1 to J7."""
    pieces = piece_ids(jigsaw)
    home = dict(zip(pieces, jigsaw.homes, strict=True))
    return (
        Item(
            "J1", "The same pieces, rigid and with the same print, throughout.", "object-state inconsistency",
            "keep their shape",
            lambda tracks: [*inventory(tracks, pieces), *attributes(tracks, pieces)],
        ),
        Item(
            "J2", "One piece moves at a time.", "rule violation", "one piece moves",
            lambda tracks: one_mover(tracks, pieces),
        ),
        Item(
            "J3", "Each piece is put only into its own place, the right way round.", "rule violation",
            "only into its own place",
            lambda tracks: misplaced(
                tracks,
                rules.releases(jigsaw, tracks),
                lambda name, pose: pose == (home[name], 0),
                "is in a wrong place, or the wrong way round",
            ),
        ),
        Item(
            "J4", "Placed pieces, frame and camera stay as they are.", "object-state inconsistency",
            "stay where they are",
            lambda tracks: [
                *stay(tracks, rules.releases(jigsaw, tracks)),
                *still(tracks, pieces[jigsaw.waiting :]),
                *fixed(tracks, ("frame",)),
            ],
        ),
        Item(
            "J5", "Pieces do not lie on each other.", "physical collapse", "never overlap",
            lambda tracks: overlaps(tracks, dict(zip(pieces, _shapes(jigsaw), strict=True)), SLIVER * jigsaw.cell_m**2),
        ),
        Item(
            "J6", "One hand carries the pieces; they never jump or move by themselves.", "physical collapse",
            "exactly one bare hand",
            lambda tracks: [*hands(tracks, 1, pieces), *continuous(tracks, pieces), *carried(tracks, pieces)],
        ),
        Item(
            "J7", "At the end the picture is whole and upright.", "rule violation", "whole and upright",
            lambda tracks: final(tracks, goal_at(rules, jigsaw, tracks), "the picture is not whole and upright"),
        ),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _shapes(jigsaw: Jigsaw) -> tuple[Any, ...]:
    return tuple(drawn_in(piece_shape(sides_of(jigsaw, piece), jigsaw.cell_m)) for piece in range(jigsaw.count))
