"""`score`: answers in words against the items they answer.

A question counts as right only if exactly the right options are chosen. Replies that cannot be read, and items without
a reply, count as wrong and are listed apart. Nothing is drawn at random in place of an answer.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from flowbench.errors import BadValue
from flowbench.evaluation.grading import Answer, Mark, by_place, facts_of, mark
from flowbench.evaluation.reports import Report, imagination_gap, mode_report
from flowbench.evaluation.subsets import Chosen
from flowbench.records import Item

Place = tuple[str, int | None]  # mode and shuffle
_IMAGINED, _SEEN = "1", "2"  # what the names of modes begin with


def score(items: Iterable[Item], answers: Iterable[Answer], ids: Collection[str] | None = None) -> Report:
    """Score answers.

    Args:
        items: room items; pictures and arrays are not looked at.
        answers: at most one for each item, mode and shuffle. A mode or shuffle that has any is expected to have all.
        ids: score these items alone; answers to others are then left out without a word.

    Raises:
        BadValue: for items that are not rooms', answers given twice, ids that no item has, or answers of which none
            belongs to an item.
    """
    given, chosen = by_place(answers), Chosen(ids)
    names = {item_id for _, _, item_id in given}
    marks: dict[Place, list[Mark]] = {place: [] for place in sorted({place[:2] for place in given}, key=str)}
    for item in chosen.of(items):
        facts = facts_of(item)
        for (mode, shuffle), some in marks.items():
            some.append(mark(item, facts, given.get((mode, shuffle, item.item_id)), shuffle))
    if names.isdisjoint(chosen.ids):
        raise BadValue("None of the answers belongs to an item scored. Are they answers to this data set?")
    modes = sorted({mode for mode, _ in marks})
    return Report(
        items=len(chosen.ids),
        modes={mode: mode_report(_of_mode(marks, mode)) for mode in modes},
        imagination_gap={
            effort: imagination_gap(_of_mode(marks, _IMAGINED + effort), _of_mode(marks, _SEEN + effort))
            for effort in ("A", "B")
            if {_IMAGINED + effort, _SEEN + effort} <= set(modes)
        },
        missing={
            _place_name(*place): found
            for place, some in marks.items()
            if (found := tuple(one.facts.item_id for one in some if one.status == "missing"))
        },
        unknown=tuple(chosen.strangers(names)),
    )


def _of_mode(marks: Mapping[Place, Sequence[Mark]], mode: str) -> dict[str, Sequence[Mark]]:
    """The marks of a mode by the name of their answer order."""
    return {_order_name(shuffle): some for (name, shuffle), some in marks.items() if name == mode}


def _order_name(shuffle: int | None) -> str:
    return "stored" if shuffle is None else str(shuffle)


def _place_name(mode: str, shuffle: int | None) -> str:
    return mode if shuffle is None else f"{mode}, shuffle {shuffle}"
