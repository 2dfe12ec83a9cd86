"""What holds for every family of questions of every game, in every format it has."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from flowbench.errors import BadValue, ParseError, UnknownName
from flowbench.rules.games.answers.choice import LETTERS
from flowbench.rules.games.answers.grammar import Fields
from flowbench.rules.games.generation import fingerprint, split_of
from flowbench.rules.games.options import MOST_OF_A_KIND
from flowbench.rules.games.sample import facts, from_facts, score
from flowbench.rules.games.table import game
from tests.games.harness import CHOICES, FAMILIES, GAMES, OPEN, create, grade, mutated, referee, samples

every_family = pytest.mark.parametrize(("name", "family", "fmt"), FAMILIES)
every_open = pytest.mark.parametrize(("name", "family", "fmt"), OPEN)
every_choice = pytest.mark.parametrize(("name", "family", "fmt"), CHOICES)
few_or_many = pytest.mark.parametrize("count", [100, pytest.param(2_000, marks=pytest.mark.slow)])
# Items, and changed answers of each.
few_or_many_mutated = pytest.mark.parametrize(
    ("count", "mutations"), [(100, 20), pytest.param(500, 200, marks=pytest.mark.slow)]
)

WRAPPED = (
    "Answer: {}", '"{}"', "`{}`", "```\n{}\n```", "$\\boxed{{{}}}$", '{{"answer": "{}"}}', "The answer is {}",
    "{} because the rules say so", "{} or {}", "{}\n{}", "{}...", "{} ?", "<b>{}</b>",
)  # fmt: skip
DIGESTS = """
import hashlib, json
from flowbench.datasets.questions import create
from flowbench.rules.games.sample import draw, roles
from flowbench.rules.games.table import game, games
for name in games():
    questions = create(name, size=40, seed=5)
    for k in (0, 17, 39):
        sample = questions.sample(k)
        pictures = [draw(game(name), sample, role).frame.tobytes() for role, _ in roles(game(name), sample)]
        words = repr(sample).encode()
        print(name, k, hashlib.sha256(words + b"".join(pictures)).hexdigest())
"""


@few_or_many
@every_family
def test_reference_scores_also_with_a_second_judge(name, family, fmt, count):
    for sample in samples(name, family, fmt, count):
        assert grade(sample, sample.answer) == 1.0
        assert referee(name).accepts(sample, sample.answer)


@few_or_many
@every_choice
def test_exactly_one_of_six_distinct_options_is_right(name, family, fmt, count):
    for sample in samples(name, family, fmt, count):
        judged = [referee(name).accepts(sample, letter) for letter in LETTERS]
        assert [grade(sample, letter) == 1.0 for letter in LETTERS] == judged
        assert judged.count(True) == 1 and LETTERS[judged.index(True)] == sample.answer
        assert len(set(sample.options)) == 6 and sample.kinds[judged.index(True)] == "right"
        assert max(sample.kinds.count(kind) for kind in sample.kinds) <= MOST_OF_A_KIND


@few_or_many_mutated
@every_open
def test_mutated_answers_score_as_the_second_judge_says(name, family, fmt, count, mutations):
    rng = np.random.default_rng(3)
    for sample in samples(name, family, fmt, count):
        wrong = 0
        for _ in range(mutations):
            text = mutated(sample.answer, rng)
            accepted = referee(name).accepts(sample, text)
            assert grade(sample, text) == float(accepted), text
            wrong += not accepted
        assert wrong >= mutations // 4


@every_open
def test_words_around_an_answer_score_nothing(name, family, fmt):
    for sample in samples(name, family, fmt, 4):
        for frame in WRAPPED:
            text = frame.format(*[sample.answer] * frame.count("{}"))
            assert grade(sample, text) == 0.0, text
        assert [grade(sample, text) for text in ("", " ", "none at all", "...", "[]", "?")] == [0.0] * 6


@every_open
def test_case_width_space_and_a_full_stop_do_not_matter(name, family, fmt):
    wide = {ord(digit): ord(digit) + 0xFEE0 for digit in "0123456789"}
    for sample in samples(name, family, fmt, 4):
        text = sample.answer
        for same in (
            text.upper(),
            text.lower(),
            f"  {text}\n",
            f"{text}.",
            text.translate(wide),
            text.replace("; ", ";\n"),
        ):
            assert grade(sample, same) == 1.0, same


@pytest.mark.parametrize("count", [20, pytest.param(2_000, marks=pytest.mark.slow)])
@every_open
def test_independent_fields_may_come_in_any_order_and_only_once(name, family, fmt, count):
    rng = np.random.default_rng(0)
    for sample in samples(name, family, fmt, count):
        grammar = game(name).family(family).grammar(sample.instance, sample.query)
        fields = sample.answer.split("; ") if isinstance(grammar, Fields) else [sample.answer]
        ordered = isinstance(grammar, Fields) and grammar.ordered
        for _ in range(4):
            order = rng.permutation(len(fields))
            kept = not ordered or list(order) == sorted(order)
            assert grade(sample, "; ".join(fields[k] for k in order)) == float(kept)
        assert grade(sample, "; ".join([*fields, fields[0]])) == 0.0
        assert len(fields) == 1 or grade(sample, "; ".join(fields[1:])) == 0.0


@pytest.mark.parametrize("text", ["x" * 1_000_000, "[" * 9_999, "(" * 5_000 + ")" * 5_000, " " * 10_000, "a=" * 5_000])
@every_family
def test_parsing_is_total(name, family, fmt, text):
    sample = samples(name, family, fmt, 1)[0]
    assert score(game(name), sample, text).score == 0.0
    with pytest.raises(ParseError):
        game(name).family(family).grammar(sample.instance, sample.query).parse(text)


@every_open
def test_what_is_asked_gives_nothing_away(name, family, fmt):
    for sample in samples(name, family, fmt, 6):
        prompt = sample.question.split("\nAnswer format:")[0] + sample.hint
        assert len(sample.answer) < 3 or sample.answer not in prompt
        assert "\nAnswer format: " in sample.question


@every_family
def test_facts_survive_json_and_hold_no_answer(name, family, fmt):
    for sample in samples(name, family, fmt, 4):
        given = json.loads(json.dumps(facts(sample)))
        again = from_facts(game(name), given)
        assert (again.instance, again.query, again.options) == (sample.instance, sample.query, sample.options)
        assert not {"answer", "kinds", "solution", "correct"} & set(given)
        assert grade(again, sample.answer) == 1.0


@every_family
def test_foreign_facts_are_refused(name, family, fmt):
    given = facts(samples(name, family, fmt, 1)[0])
    rules = game(name)
    for wrong in (
        {},
        given | {"game": "chess"},
        given | {"format": "essay"},
        given | {"instance": 5},
        given | {"options": ["A"]},
    ):
        with pytest.raises(BadValue):
            from_facts(rules, wrong)
    with pytest.raises(UnknownName):
        from_facts(rules, given | {"family": "XX9"})


@every_choice
def test_right_letters_are_balanced(name, family, fmt):
    letters = [sample.answer for sample in samples(name, family, fmt, 25)]
    counts = [letters.count(letter) for letter in LETTERS]
    assert max(counts) - min(counts) <= 2 and letters != sorted(letters)


@pytest.mark.parametrize("name", GAMES)
def test_a_question_depends_on_its_index_alone(name):
    whole, other = create(name, size=30, seed=2), create(name, size=500, seed=2)
    expected = [whole.sample(k) for k in (29, 4, 0)]
    assert [other.sample(k) for k in (0, 4, 29)] == expected[::-1]
    assert create(name, size=30, seed=3).sample(0) != whole.sample(0)


@pytest.mark.parametrize("name", GAMES)
def test_item_is_complete_and_scores_its_answer(name):
    questions = create(name, size=8, seed=4)
    for item in questions:
        assert set(item) == {"id", "images", "question", "hint", "options", "image_roles", "answer", "metadata"}
        assert len(item["images"]) == len(item["image_roles"]) and json.dumps(item["metadata"])
        assert questions.score_answer(item["answer"], item) == 1.0 and questions.explain(item["answer"], item) == ""
        assert questions.score_answer("no idea", item) == 0.0 and questions.explain("no idea", item)
    assert len({item["id"] for item in questions}) == 8
    assert questions[-1]["id"] == questions[7]["id"]
    with pytest.raises(IndexError):
        questions[8]


@pytest.mark.parametrize("name", GAMES)
def test_splits_share_no_instance(name):
    rules = game(name)
    for split in ("train", "eval", "dev"):
        questions = create(name, size=6, seed=1, split=split)
        assert {split_of(rules, questions.sample(k).instance) for k in range(6)} == {split}


@pytest.mark.parametrize("name", GAMES)
def test_fingerprint_sees_through_symmetry_and_not_more(name):
    questions = create(name, size=8, seed=6)
    found = []
    for k in range(8):
        instance = questions.sample(k).instance
        prints = {fingerprint(game(name), other) for other in referee(name).equivalents(instance)}
        assert prints == {fingerprint(game(name), instance)}
        found += prints
    assert len(set(found)) == 8


def test_same_bytes_whatever_the_hash_seed():
    outputs = [
        subprocess.run(
            [sys.executable, "-c", DIGESTS], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "4294967295")
    ]
    assert outputs[0] == outputs[1] == outputs[2] and len(outputs[0].splitlines()) == 3 * len(GAMES)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "roling_cube"}, "Did you mean 'rolling_cube'"),
        ({"family": "RC9"}, "Unknown family"),
        ({"family": "RC2", "fmt": "choice"}, "no questions"),
        ({"fmt": "essay"}, "Unknown format"),
        ({"size": 0}, "size"),
        ({"size": True}, "size"),
        ({"seed": -1}, "seed"),
        ({"seed": None}, "seed"),
        ({"difficulty": "extreme"}, "Unknown difficulty"),
        ({"difficulty": 1.5}, "difficulty"),
        ({"split": "test"}, "Unknown split"),
        ({"style": "oil"}, "Unknown style"),
        ({"game": None}, "Unknown game None"),
        ({"game": ["rolling_cube"]}, "Unknown game"),
        ({"family": ["RC1"]}, "Unknown family"),
        ({"fmt": ["open"]}, "Unknown format"),
        ({"split": ["train"]}, "Unknown split"),
        ({"style": ["mono"]}, "Unknown style"),
        ({"size": 2.5}, "size must be an integer"),
        ({"difficulty": ["easy"]}, "difficulty"),
    ],
)
def test_bad_arguments_are_one_clear_error(arguments, message):
    with pytest.raises((BadValue, UnknownName), match=message):
        create(**({"game": "rolling_cube"} | arguments))


def test_numbers_of_numpy_are_numbers():
    ours, theirs = (create("rolling_cube", size=kind(3), seed=kind(5), difficulty=0.5) for kind in (int, np.int64))
    assert len(theirs) == 3 and theirs.sample(np.int64(1)) == ours.sample(1)
    assert json.dumps(create("rolling_cube", size=1, difficulty=np.float32(0.5))[0]["metadata"])


@pytest.mark.parametrize("item", [{}, {"metadata": {}}, {"metadata": {"facts": 3}}, {"metadata": None}, None, "A"])
def test_what_is_no_question_cannot_be_scored(item):
    with pytest.raises(BadValue, match="Expected a question"):
        create("rolling_cube").score_answer("A", item)
