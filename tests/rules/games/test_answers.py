"""Answer grammars: what they take, what they refuse, and that they do it on any text, at once."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.errors import ParseError
from flowbench.rules.games.answers.cells import Cell, CellList, CellSet, Grid, Line, Placement
from flowbench.rules.games.answers.choice import LETTERS, read_letter
from flowbench.rules.games.answers.grammar import Fields, Integer, Vector, Word
from flowbench.rules.games.answers.sequences import COMPASS_ALIASES, Commands, Events, Moves, Names, Order

STATES = Word(("shaded", "empty"), {"#": "shaded", ".": "empty", "1": "shaded", "0": "empty"})
CELLS_6 = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=5)
GRAMMARS = {
    "integer": (Integer(), st.integers(0, 999_999_999)),
    "word": (Word(("red", "grey"), {"gray": "grey"}), st.sampled_from(["red", "grey"])),
    "fields": (
        Fields({"top": Integer(), "left": Integer()}),
        st.tuples(st.integers(0, 99), st.integers(0, 99)).map(lambda v: (("top", v[0]), ("left", v[1]))),
    ),
    "vector": (Vector(4), st.tuples(*[st.integers(0, 99)] * 4)),
    "cell": (Cell(9, 12), st.tuples(st.integers(0, 8), st.integers(0, 11))),
    "cells in order": (
        CellList(9, 12),
        st.lists(st.tuples(st.integers(0, 8), st.integers(0, 11)), min_size=1, max_size=30).map(tuple),
    ),
    "set of cells": (CellSet(9, 12), st.frozensets(st.tuples(st.integers(0, 8), st.integers(0, 11)), max_size=40)),
    "line": (Line(7, ("#", ".")), st.tuples(*[st.sampled_from("#.")] * 7)),
    "grid": (Grid(2, 3, tuple("123456")), st.tuples(*[st.tuples(*[st.sampled_from("123456")] * 3)] * 2)),
    "grid of words": (
        Grid(2, 2, ("plus", "moon")),
        st.tuples(*[st.tuples(*[st.sampled_from(["plus", "moon"])] * 2)] * 2),
    ),
    "placement": (
        Placement(("L", "I", "T", "S"), 6, 6),
        st.tuples(st.sampled_from("LITS"), CELLS_6),
    ),
    "moves": (Moves("UDLR"), st.text("UDLR", min_size=1, max_size=60)),
    "rolls": (Moves("NESW", COMPASS_ALIASES), st.text("NESW", min_size=1, max_size=60)),
    "order": (Order(("a", "b", "c", "d")), st.permutations(["a", "b", "c", "d"]).flatmap(
        lambda names: st.integers(0, 4).map(lambda k: tuple(names[:k])))),
    "names": (Names(tuple("ABCDE")), st.frozensets(st.sampled_from("ABCDE"))),
    "events": (
        Events(("key a", "door A", "capture", "extra"), ("capture",)),
        st.frozensets(
            st.tuples(st.integers(1, 99), st.sampled_from(["key a", "door A", "capture 7", "extra"])), max_size=6
        ).map(lambda events: tuple(sorted(events))),
    ),
    "commands": (
        Commands(tuple("ABCDEF")),
        st.lists(
            st.tuples(st.sampled_from("ABCDEF"), st.sampled_from([-4, -3, -2, -1, 1, 2, 3, 4])), min_size=1, max_size=60
        ).map(tuple),
    ),
    "fields with commas": (
        Fields({"A": Placement(("L", "S"), 6, 6), "B": Placement(("L", "S"), 6, 6)}),
        st.tuples(*[st.tuples(st.sampled_from("LS"), CELLS_6)] * 2).map(lambda v: (("A", v[0]), ("B", v[1]))),
    ),
}  # fmt: skip
every_grammar = pytest.mark.parametrize("name", GRAMMARS)


@every_grammar
@settings(max_examples=60)
@given(data=st.data())
def test_written_values_read_back_in_any_case_and_width(name, data):
    grammar, values = GRAMMARS[name]
    value = data.draw(values)
    text = grammar.write(value)
    wide = text.translate({ord(digit): ord(digit) + 0xFEE0 for digit in "0123456789"})
    for same in (text, f" {text}\t", text.upper(), text.lower(), wide, f"{text}."):
        assert grammar.parse(same) == value
    with pytest.raises(ParseError):
        grammar.parse(f"{text} because of the rules")


@every_grammar
@settings(max_examples=150, deadline=None)
@given(text=st.one_of(st.text(max_size=60), st.text("R1C2 ,;=:[]()>#.+-/@\nABt0", max_size=60), st.binary(max_size=40)))
def test_reading_is_total(name, text):
    grammar, _ = GRAMMARS[name]
    given_text = text.decode("latin-1") if isinstance(text, bytes) else text
    try:
        value = grammar.parse(given_text)
    except ParseError:
        return
    assert grammar.parse(grammar.write(value)) == value


@every_grammar
@pytest.mark.parametrize("text", [None, 5, b"R1C1", ["R1C1"]])
def test_what_is_no_text_is_a_parse_error(name, text):
    with pytest.raises(ParseError):
        GRAMMARS[name][0].parse(text)


SLOW = {
    "brackets": "[" * 10_000, "spaces": " " * 9_999 + "x", "newlines": "\n;" * 5_000, "keys": "top=" * 2_500,
    "cells": "R1C1," * 2_000, "arrows": "->" * 5_000, "rows": "1 1 1/" * 1_600, "nested": "[[" + "1],[" * 2_400,
    "words": "answer " * 1_400, "ligatures": "\ufdfa" * 10_000, "marks": "a\u0301" * 5_000, "long": "R" * 1_000_000,
    "gap": "A" + " " * 9_998 + "x",
}  # fmt: skip


@every_grammar
@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_ten_thousand_characters_take_five_milliseconds_at_most(name, text):
    grammar, _ = GRAMMARS[name]
    assert min(seconds(lambda: grammar.parse(text)) for _ in range(9)) < 0.005


@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_letters_are_read_as_fast(text):
    assert min(seconds(lambda: read_letter(text)) for _ in range(9)) < 0.005


def seconds(call):
    start = time.perf_counter()
    try:
        call()
    except ParseError:
        pass
    return time.perf_counter() - start


@pytest.mark.parametrize(
    ("grammar", "text", "value"),
    [
        (Integer(), "17", 17),
        (Fields({"red": Integer(), "blue": Integer()}), "blue : 0,\n red=3;", (("red", 3), ("blue", 0))),
        (Cell(9, 9), "(2, 4)", (1, 3)),
        (CellSet(9, 9), "r1c1 R1C2", frozenset({(0, 0), (0, 1)})),
        (CellSet(9, 9), "[(1,1), (1,2)]", frozenset({(0, 0), (0, 1)})),
        (CellSet(9, 9), "[]", frozenset()),
        (CellList(9, 9), "R1C3 > R2C3 -> R1C3", ((0, 2), (1, 2), (0, 2))),
        (CellList(9, 9), "R1C3 \u2192 R2C3", ((0, 2), (1, 2))),
        (Moves("UDLR"), "R,R,D", "RRD"),
        (Moves("UDLR"), "right; Right  down", "RRD"),
        (Moves("UDLR"), "\u2192 \u2192 \u2193", "RRD"),
        (Grid(3, 3, tuple("123456")), "664\n132\n425", tuple(map(tuple, ("664", "132", "425")))),
        (Grid(3, 3, tuple("123456")), "[[6,6,4],[1,3,2],[4,2,5]]", tuple(map(tuple, ("664", "132", "425")))),
        (Grid(3, 3, tuple("123456")), "6 6 4; 1 3 2; 4 2 5", tuple(map(tuple, ("664", "132", "425")))),
        (Line(6, ("#", ".")), "##.#..", tuple("##.#..")),
        (Line(6, ("#", ".")), "##.#...", tuple("##.#..")),
        (Line(6, ("#", ".")), "# # . # . .", tuple("##.#..")),
        (Vector(6), "4,4,0,5,5,5", (4, 4, 0, 5, 5, 5)),
        (Vector(2), "4 5", (4, 5)),
        (Order(("a", "b")), "b, a", ("b", "a")),
        (Order(("a", "b")), "none", ()),
        (Names(tuple("ABD")), "{d, a}", frozenset("AD")),
        (Events(("key a", "door A")), "t3=door a; t1=Key A", ((1, "key a"), (3, "door A"))),
        (Commands(tuple("AB")), "B+3, A right 2, a l1, B \u2212 4", (("B", 3), ("A", 2), ("A", -1), ("B", -4))),
        (Fields({"R1C2": STATES, "R3C3": STATES}), "R3C3=.; R1C2=#", (("R1C2", "shaded"), ("R3C3", "empty"))),
        (
            Fields({"a": Vector(3), "b": Vector(3), "storeA": Integer()}),
            "a=[1,2,3]; storeA=7; b=[4,5,6]",
            (("a", (1, 2, 3)), ("b", (4, 5, 6)), ("storeA", 7)),
        ),
    ],
)
def test_forms_of_the_specification(grammar, text, value):
    assert grammar.parse(text) == value


@pytest.mark.parametrize(
    ("grammar", "texts"),
    [
        (
            Integer(),
            ["", "+17", "-1", "017", "1.5", "17 or 18", "seventeen", "about 7", "1e3", "1_000", "\u00bd", "17..", "1 7",
             "1" * 10],
        ),
        (Cell(4, 4), ["R5C1", "R0C1", "R1", "C1R1", "R01C1", "1,1", "R1C1C1", "A1"]),
        (CellSet(4, 4), ["R1C1,R1C1", "R1C1,,R1C2", "R1C1 and R1C2", "[R1C1", "R1C1]", ""]),
        (CellList(4, 4), ["R1C1 >", "> R1C1", "R1C1 >> R1C2", ""]),
        (Moves("UDLR"), ["", "RRX", "R..D", "R,,D", "RRD...", "3R", "R-D"]),
        (Vector(3), ["1,2", "1,2,3,4", "[1,2,3", "1,,3", "1,-2,3", "1;2;x"]),
        (Grid(2, 2, tuple("12")), ["12", "12/1", "12/13", "12/12/12", "[[1,2],[1,2]", "12//12"]),
        (Line(3, ("#", ".")), ["##", "####", "#x#", "'#.#'"]),
        (Order(("a", "b")), ["a > a", "a >", "c", "a b", ""]),
        (Names(tuple("AB")), ["A+A", "AB", "{A", "C", ""]),
        (
            Events(("key a", "capture"), ("capture",)),
            ["t1=capture", "t1=key a 3", "t0=key a", "key a", "t1=key a; t1=key a", ""],
        ),
        (Commands(tuple("AB")), ["A", "A+0", "A3", "C+1", "A+10", "A up", "+3", "A++1", ""]),
        (Placement(("L",), 4, 4), ["L", "@R1C1", "O@R1C1", "L@R9C1", "L R1C1"]),
        (
            Fields({"red": Integer(), "blue": Integer()}),
            ["red=1", "red=1; blue=2; red=1", "red=1; blue=2; green=3", "red=1 blue=2", "red 1; blue 2", "red=; blue=2",
             "{red=1; blue=2}", "so red=1; blue=2", "red=1;; blue=2"],
        ),
        (Fields({"k2": Integer(), "k5": Integer()}, ordered=True), ["k5=1; k2=2"]),
    ],
)  # fmt: skip
def test_what_is_refused(grammar, texts):
    for text in texts:
        with pytest.raises(ParseError):
            grammar.parse(text)


def test_letters_as_specified():
    accepted = {
        "A": "A", "b": "B", "(C)": "C", "D.": "D", "E)": "E", "Answer: F": "F",
        "final answer: (a).": "A", "Option B": "B",
        "[C]": "C", "Answer A": "A", "answer=D": "D", "choice e": "E", "F:": "F",
    }  # fmt: skip
    assert {text: read_letter(text) for text in accepted} == accepted
    refused = [
        "A and B", "A/B", "AB", "G", "1", "The answer is A", "A. 6 6 4", "answerA", "(A", "A)]", "(A))", "A,", "A B",
        "Option", "\u00e9", "**A**", "\\boxed{A}", "", None, 3,
    ]  # fmt: skip
    for text in refused:
        with pytest.raises(ParseError):
            read_letter(text)
    assert [read_letter(letter) for letter in LETTERS] == list(LETTERS)


@every_grammar
def test_forms_are_written_down(name):
    form = GRAMMARS[name][0].form
    assert form and "\n" not in form and GRAMMARS[name][0].placeholder
