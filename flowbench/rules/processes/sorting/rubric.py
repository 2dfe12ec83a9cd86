"""The judge's items of Sorting."""

from flowbench.rules.processes.hand_work import HandWork
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import carried, continuous, hands, in_order, one_mover
from flowbench.rules.processes.predicates.placing import first_rows, misplaced, stay
from flowbench.rules.processes.predicates.stillness import fixed
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.reading import goal_at
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.sorting.records import Ramp, Row

FIXTURES = ("mat", "rack")


def piece_ids(ramp: Ramp) -> tuple[str, ...]:
    """Ids of the pieces, the leftmost of the top row first."""
    return tuple(f"piece_{number}" for number in range(1, ramp.count + 1))


def rubric(rules: HandWork[Ramp, Row], ramp: Ramp) -> tuple[Item, ...]:
    """O1 to O8."""
    pieces = piece_ids(ramp)
    ordered = [pieces[k] for k in ramp.order]
    own_slot = {name: slot for slot, name in enumerate(ordered)}
    return (
        Item(
            "O1", "The same pieces in number, colour, shape and size throughout.", "object-state inconsistency",
            "none is added",
            lambda tracks: [*inventory(tracks, pieces), *attributes(tracks, pieces)],
        ),
        Item(
            "O2", "One piece moves at a time.", "rule violation", "one piece moves",
            lambda tracks: one_mover(tracks, pieces),
        ),
        Item(
            "O3", "Pieces are placed from the darkest to the lightest.", "rule violation", "is placed first",
            lambda tracks: in_order(tracks, ordered, first_rows(rules.releases(ramp, tracks))),
        ),
        Item(
            "O4", "Each piece goes into its own slot.", "rule violation", "into its own slot",
            lambda tracks: misplaced(
                tracks, rules.releases(ramp, tracks), lambda name, slot: own_slot[name] == slot, "is in a wrong slot"
            ),
        ),
        Item(
            "O5", "Placed pieces, rack, mat and camera stay as they are.", "object-state inconsistency",
            "never moves again",
            lambda tracks: [*stay(tracks, rules.releases(ramp, tracks)), *fixed(tracks, FIXTURES)],
        ),
        Item(
            "O6", "One hand works, and no tool.", "object-state inconsistency", "exactly one hand",
            lambda tracks: hands(tracks, 1, pieces),
        ),
        Item(
            "O7", "Pieces are carried by the hand, without jumps.", "physical collapse", "while the hand holds it",
            lambda tracks: [*continuous(tracks, pieces), *carried(tracks, pieces)],
        ),
        Item(
            "O8", "At the end the bottom row runs from dark to light.", "rule violation", "complete and in order",
            lambda tracks: final(tracks, goal_at(rules, ramp, tracks), "the row is incomplete or out of order"),
        ),
    )  # fmt: skip
