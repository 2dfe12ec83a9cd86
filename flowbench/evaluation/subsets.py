"""Parts of a data set: samples that keep its categories' shares, and scoring only what was chosen."""

import math
from collections.abc import Collection, Iterable, Iterator

from flowbench.errors import BadValue
from flowbench.records import Item
from flowbench.seeding import fraction


def stratified(items: Iterable[Item], share: float) -> tuple[str, ...]:
    """Ids of a share of each category, at least one item of each; always the same ones for the same ids.

    A smaller share is a subset of a larger one. The ids come in the order of the items.
    """
    if not 0.0 < share <= 1.0:
        raise BadValue(f"A share lies in (0, 1], got {share}.")
    by_category: dict[str, list[str]] = {}
    order: list[str] = []
    for item in items:
        by_category.setdefault(_category(item), []).append(item.item_id)
        order.append(item.item_id)
    chosen: set[str] = set()
    for category, ids in by_category.items():
        ids.sort(key=lambda name: fraction("subset", category, name))
        chosen.update(ids[: max(1, math.floor(share * len(ids) + 0.5))])
    return tuple(name for name in order if name in chosen)


def _category(item: Item) -> str:
    """A room's category, or the family of a question about a game."""
    return str(item.state["category"] if "category" in item.state else item.state["facts"]["family"])


class Chosen:
    """The items with certain ids, in the order of the data set; without ids, all of them."""

    def __init__(self, ids: Collection[str] | None) -> None:
        """Remember the ids."""
        self._wanted = None if ids is None else set(ids)
        self._others: set[str] = set()
        self.ids: list[str] = []

    def of(self, items: Iterable[Item]) -> Iterator[Item]:
        """The chosen items, noted in `ids`.

        Raises:
            BadValue: at the end, if there was none, an id came twice, or an id that was chosen is no item's.
        """
        for item in items:
            if self._wanted is None or item.item_id in self._wanted:
                self.ids.append(item.item_id)
                yield item
            else:
                self._others.add(item.item_id)
        nowhere = sorted((self._wanted or set()) - set(self.ids))
        if nowhere:
            raise BadValue(f"{len(nowhere)} of the ids chosen belong to no item; the first is {nowhere[0]!r}.")
        if not self.ids or len(set(self.ids)) != len(self.ids):
            raise BadValue("There are no items to score." if not self.ids else "Two of the items have the same id.")

    def strangers(self, names: Iterable[str]) -> list[str]:
        """Which of some names are no item's at all, sorted."""
        return sorted(set(names) - set(self.ids) - self._others)
