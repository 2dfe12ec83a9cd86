import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.errors import BadValue
from flowbench.evaluation.parsing import ALPHABET, MAX_CHARS, SHORT_CHARS, read_reply

FOUR = ("the mug", "the pan", "the pot", "the box")
SIX = (*FOUR, "the cup", "the egg")
TEN = tuple(f"thing {k}" for k in range(10))
NO_YES = ("no", "yes")
LONG = "Each thing is looked at in turn, one after the other. " * 20


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("Answer: **D**", "D"),
        ("The box is red, so it must be (B).", "B"),
        ("d", "D"),
        ("c.", "C"),
        ("Option A", "A"),
        ("(a)", "A"),
        ("A\n", "A"),
        ("B) 12", "B"),
        ("I first thought (A), but no: C", "C"),
        ("It is b because a chair hides it", "B"),
        ("\uff21", "A"),
        ("\uff08\uff22\uff09", "B"),
        ("\u7b54\u6848\uff1a\uff23", "C"),
        ("\\boxed{D}", "D"),
        ("\\boxed{\\text{D}}", "D"),
        ("Answer: A because it is nearer", "A"),
        ("The answer is B (C is too far away).", "B"),
        ("Answer:\n\nC", "C"),
        ("Answer: A\nB is further away", "A"),
        ('{"answer": "D"}', "D"),
        ("<answer>C</answer>", "C"),
        ("_B_", "B"),
        ("Answer: A. Wait, I was wrong. Answer: C.", "C"),
        ("A is at 2 m, B is at 1 m. So B", "B"),
        ("B is nearer than A", "B"),
        ("B. The pan ends up beside it. A chair is behind.", "B"),
        ("A. the mug\nB. the pan\nC. the pot\nD. the box\nI take C", "C"),
        ("<think>maybe (A)</think>\nC", "C"),
        ("<Reasoning>(A)</Reasoning> (D)", "D"),
        (LONG + "\n\nSo it must be (B).", "B"),
        (LONG + "So it must be (B).", "B"),
        (LONG + "\n\nB", "B"),
        ("Answer: B\n\n" + LONG + "and then the", "B"),
    ],
)
def test_one_letter_is_read(reply: str, letter: str) -> None:
    assert (read_reply(reply, FOUR).letters, read_reply(reply, FOUR).status) == (letter, "read")


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        ("", "no_answer"),
        ("   ", "no_answer"),
        ("I cannot see the image.", "no_answer"),
        ("None of these", "no_answer"),
        ("null", "no_answer"),
        ("14", "no_answer"),
        ("Error code: 429 - rate limit exceeded", "no_answer"),
        ("A chair is in the way.", "no_answer"),
        ("Answer: A chair", "no_answer"),
        ("The answer is not A.", "no_answer"),
        ("the pan", "no_answer"),
        ("Yes", "no_answer"),
        ("\u0410", "no_answer"),
        ("word " * 4000, "no_answer"),
        ("First take (A), then option B. " * 100 + "so the", "no_answer"),
        (LONG + "\n\nNow consider B, it is", "no_answer"),
        ("<think>it is (A)", "no_answer"),
        ("ANSWER: AB", "ambiguous"),
        ("A and C", "ambiguous"),
        ("Answer: A or C", "ambiguous"),
        ("E", "off_list"),
        ("Answer: E", "off_list"),
    ],
)
def test_what_chooses_nothing_is_told_apart(reply: str, status: str) -> None:
    assert (read_reply(reply, FOUR).letters, read_reply(reply, FOUR).status) == ("", status)


def test_the_pronoun_is_no_option() -> None:
    assert read_reply("I would say H", TEN).letters == "H"
    assert read_reply("I", TEN).letters == "I"


@pytest.mark.parametrize(
    "reply",
    [
        "ACE",
        "ace",
        "ECA",
        "Answer: A, C and E",
        "Answer: A, C, and E.",
        "(A), (C), (E)",
        "Answer: (A)(C)(E)",
        "(A, C, E)",
        "{A, C, E}",
        "[A C E]",
        "A/C/E",
        "\\boxed{A, C, E}",
        '{"answer": ["A", "C", "E"]}',
        "The three closest are E, A and C.",
        "A, C, E are closest; B is far",
        "Answer: A (the mug), C (the pot) and E (the cup)",
        "A\nC\nE",
        "Answer:\n1. A\n2. C\n3. E",
        "A) the mug\nC) the pot\nE) the cup",
        "B: 0.5 m, D: 0.7 m, F: 1.2 m. The closest three are A, C and E.",
        LONG + "Hence A, C and E.",
    ],
)
def test_sets_are_read_whatever_their_order(reply: str) -> None:
    assert read_reply(reply, SIX, size=3).letters == "ACE"


@pytest.mark.parametrize(
    ("reply", "letters", "status"),
    [
        ("Answer: B", "B", "read"),
        ("Answer: A, B, C, D", "ABCD", "read"),
        ("Answer: A, C, G", "", "off_list"),
        ("A chair and a table", "", "no_answer"),
        ("FACADE", "", "no_answer"),
        ("I cannot tell", "", "no_answer"),
    ],
)
def test_sets_of_another_size_are_wrong_not_unread(reply: str, letters: str, status: str) -> None:
    reading = read_reply(reply, SIX, size=3)
    assert (reading.letters, reading.status) == (letters, status)


@pytest.mark.parametrize(
    ("reply", "letters"),
    [
        ("Yes", "B"),
        ("no.", "A"),
        ("**Yes**", "B"),
        ("Yes, it does", "B"),
        ("No, because A chair hides it", "A"),
        ("Answer: no", "A"),
        ("The answer is yes.", "B"),
        ("\\boxed{\\text{no}}", "A"),
        ("(A)", "A"),
        ("A. Yes", "A"),
        (LONG + "\n\nYes", "B"),
        ("There is no way to tell", ""),
        ("Not sure", ""),
        ("yes and no", ""),
        ("No, it is B", ""),
    ],
)
def test_yes_and_no_are_read_where_they_are_the_options(reply: str, letters: str) -> None:
    assert read_reply(reply, NO_YES).letters == letters


@pytest.mark.parametrize(
    "reply",
    [
        "9" * 10_000_000,
        "(" * 1_000_000,
        "Answer:" * 200_000,
        "answer " * 200_000,
        "A" * 1_000_000,
        "A, " * 500_000,
        "a\u0301\u0327" * 300_000,
        "<think>" * 100_000,
        "\ufdfa" * 500_000,
        "__import__('os').system('true')",
        "9**9**9",
        "\ud83d",
    ],
    ids=lambda reply: ascii(reply[:12]),
)
def test_hostile_text_is_read_in_time(reply: str) -> None:
    start = time.perf_counter()
    for size in (1, 3):
        read_reply(reply, SIX, size)
    assert time.perf_counter() - start < 2.0


@given(st.text(st.characters() | st.sampled_from("ABCDEFabcdef (),.:\n*answer"), max_size=3 * SHORT_CHARS))
@settings(deadline=None)
def test_any_text_gives_options_or_nothing(reply: str) -> None:
    for size in (1, 3):
        reading = read_reply(reply, SIX, size)
        assert set(reading.letters) <= set("ABCDEF")
        assert (reading.letters != "") == (reading.status == "read")
        assert len(reading.letters) <= (1 if size == 1 else 6)


@given(st.integers(2, 26), st.data(), st.text(max_size=200))
@settings(deadline=None)
def test_a_declared_last_answer_wins_over_anything_before(count: int, data: st.DataObject, before: str) -> None:
    letter = data.draw(st.sampled_from(ALPHABET[:count]))
    assert read_reply(f"{before}\n\nAnswer: {letter}", tuple("x" * count)).letters == letter


def test_only_the_end_of_a_reply_is_looked_at() -> None:
    assert read_reply("Answer: B\n" + "." * MAX_CHARS, FOUR).status == "no_answer"


def test_more_options_than_letters_are_refused() -> None:
    with pytest.raises(BadValue, match="27"):
        read_reply("A", tuple("x" * 27))
