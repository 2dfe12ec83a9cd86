"""The judge's items of Classify Blocks."""

from flowbench.rules.processes.classify_blocks.records import EMPTY, Blocks, Filling
from flowbench.rules.processes.hand_work import HandWork
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import carried, continuous, hands, one_mover
from flowbench.rules.processes.predicates.placing import misplaced, stay
from flowbench.rules.processes.predicates.stillness import fixed
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.tracks import Tracks


def block_ids(instance: Blocks) -> tuple[str, ...]:
    """Ids of the blocks."""
    return tuple(f"block_{number}" for number in range(1, len(instance.blocks) + 1))


def bin_ids(instance: Blocks) -> tuple[str, ...]:
    """Ids of the trays, the leftmost first."""
    return tuple(f"tray_{number}" for number in range(1, len(instance.signs) + 1))


def rubric(rules: HandWork[Blocks, Filling], instance: Blocks) -> tuple[Item, ...]:
    """B1 to B7."""
    blocks = block_ids(instance)
    home = dict(zip(blocks, instance.homes, strict=True))
    return (
        Item(
            "B1", "The same blocks in number, colour, shape and size throughout.", "object-state inconsistency",
            "none is added",
            lambda tracks: [*inventory(tracks, blocks), *attributes(tracks, blocks)],
        ),
        Item(
            "B2", "One block moves at a time.", "rule violation", "one block moves",
            lambda tracks: one_mover(tracks, blocks),
        ),
        Item(
            "B3", "Each block is put into the tray whose sign it matches.", "rule violation", "into the right tray",
            lambda tracks: misplaced(
                tracks,
                rules.releases(instance, tracks),
                lambda name, number: home[name] == number,
                "is in a wrong tray",
            ),
        ),
        Item(
            "B4", "Blocks in trays, trays, signs and camera stay as they are.", "object-state inconsistency",
            "stay where they are",
            lambda tracks: [*stay(tracks, rules.releases(instance, tracks)), *fixed(tracks, bin_ids(instance))],
        ),
        Item(
            "B5", "One hand carries the blocks; they never move or jump by themselves.", "physical collapse",
            "exactly one hand",
            lambda tracks: [*hands(tracks, 1, blocks), *continuous(tracks, blocks), *carried(tracks, blocks)],
        ),
        Item(
            "B6", "At the end each tray holds only blocks that match its sign.", "rule violation",
            "only blocks that match",
            lambda tracks: final(
                tracks, lambda row: _only_right(rules, instance, tracks, row), "a tray holds a block of another sign"
            ),
        ),
        Item(
            "B7", "At the end no block is left outside the trays.", "rule violation", "no block is left",
            lambda tracks: final(
                tracks, lambda row: _all_placed(rules, instance, tracks, row), "a block is not in any tray"
            ),
        ),
    )  # fmt: skip


def _only_right(rules: HandWork[Blocks, Filling], instance: Blocks, tracks: Tracks, row: int) -> bool:
    """Whether no tray holds a wrong block; what lies nowhere in particular is the concern of B7."""
    state = rules.read(instance, tracks, row)
    return state is None or all(
        instance.homes[block] == number
        for number, places in enumerate(state.bins)
        for block in places
        if block != EMPTY
    )


def _all_placed(rules: HandWork[Blocks, Filling], instance: Blocks, tracks: Tracks, row: int) -> bool:
    state = rules.read(instance, tracks, row)
    return state is not None and all(state.find(block) is not None for block in range(len(instance.blocks)))
