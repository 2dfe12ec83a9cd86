import pytest

from flowbench.errors import UnknownName
from flowbench.evaluation.options import options_of
from flowbench.evaluation.parsing import read_reply
from flowbench.evaluation.prompts import MODES, prompt
from tests.evaluation.items import MOVE, item


def test_the_move_is_told_before_it_and_shown_after_it() -> None:
    before, after = prompt(item(), "1A"), prompt(item(), "2A")
    assert before.text.splitlines() == [f"{MOVE} What then?", "A. no", "B. yes", "Answer with the letter only."]
    assert after.text.splitlines()[0] == "What now?"
    assert (before.image, after.image) == ("i0", "i1")


def test_reasoning_is_asked_for_and_has_a_budget() -> None:
    assert [prompt(item(), mode).max_tokens for mode in MODES] == [None, 4096, None, 4096]
    assert "Answer: the 3 letters" in prompt(item("closest_three", "ABC"), "1B").text


@pytest.mark.parametrize("shuffle", [None, 0, 1, 2])
def test_options_come_in_the_order_the_key_belongs_to(shuffle: int | None) -> None:
    one = item("count_near", "5")
    options = options_of(one, shuffle)
    lines = prompt(one, "1A", shuffle).text.splitlines()
    assert f"{options.key}. 5" in lines
    assert read_reply(options.key, options.texts).letters == options.key


def test_another_mode_is_refused() -> None:
    with pytest.raises(UnknownName, match="mode '3A'"):
        prompt(item(), "3A")
