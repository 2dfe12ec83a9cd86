from collections import Counter

import pytest

from flowbench.errors import BadValue
from flowbench.evaluation.subsets import stratified
from tests.evaluation.items import item

ITEMS = [item(category, item_id=f"{category}-{k}") for k in range(40) for category in ("occlusion", "left_right")] + [
    item("near_object", item_id="alone")
]


def categories(ids: tuple[str, ...]) -> Counter[str]:
    return Counter(name.split("-")[0] for name in ids)


@pytest.mark.parametrize(("share", "each"), [(0.2, 8), (0.5, 20), (0.01, 1), (1.0, 40)])
def test_each_category_keeps_its_share_and_at_least_one(share: float, each: int) -> None:
    assert categories(stratified(ITEMS, share)) == {"occlusion": each, "left_right": each, "alone": 1}


def test_a_subset_is_the_same_whatever_the_order_and_lies_in_larger_ones() -> None:
    small, large = stratified(ITEMS, 0.2), stratified(ITEMS, 0.5)
    assert set(stratified(ITEMS[::-1], 0.2)) == set(small) < set(large)
    assert list(small) == [one.item_id for one in ITEMS if one.item_id in small]


@pytest.mark.parametrize("share", [0.0, -1.0, 1.5, float("nan")])
def test_a_share_lies_between_nothing_and_all(share: float) -> None:
    with pytest.raises(BadValue, match="share"):
        stratified(ITEMS, share)
