"""Answers to stored questions about games: judged by the rules, whatever else the item says."""

import copy
import dataclasses
import json

import pytest
from typer.testing import CliRunner

import flowbench
from flowbench.annotators.question_item import question_item
from flowbench.cli.app import app
from flowbench.datasets.questions import create
from flowbench.datasets.rollout import rollout
from flowbench.errors import BadValue
from flowbench.evaluation.game_answers import sample_of, score
from flowbench.evaluation.game_prompts import game_prompt
from flowbench.evaluation.grading import Answer
from flowbench.evaluation.statistics import wilson
from flowbench.evaluation.subsets import stratified
from flowbench.records import Origin
from flowbench.rules.games.table import game, games

ENV_ID = "Game2Real-RollingCube-v0"


def item_of(name, index=0, family=None, fmt=None, seed=3):
    questions = create(name, family, fmt, size=index + 1, seed=seed)
    sample = questions.sample(index)
    about = {"difficulty": questions.level(index), "split": "train"}
    item_id = f"{name}-{sample.family}-{sample.fmt}-{index}"
    return question_item(game(name), sample, item_id, Origin('{"id": "x"}', (3,), {}, 0), about)


def families():
    return [(name, family.id, fmt) for name in games() for family in game(name).families for fmt in family.formats]


@pytest.fixture(scope="module")
def items():
    return [item_of(name, 0, family, fmt) for name, family, fmt in families()]


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cubes") / "data"
    rollout(ENV_ID, folder, count=10, seed=5)
    return flowbench.load(folder)


def right(items):
    return [Answer(item.item_id, item.answer) for item in items]


def altered(item, change):
    state = copy.deepcopy(dict(item.state))
    change(state)
    return dataclasses.replace(item, state=state)


def run(*arguments):
    return CliRunner().invoke(app, ["score", *map(str, arguments)])


def test_right_answers_to_every_family_score_and_are_counted_by_each_group(items):
    report = score(items, right(items))
    assert report.complete and report.overall.value == report.read_accuracy == 1.0
    assert (report.overall.low, report.overall.high) == wilson(len(items), len(items))
    assert list(report.groups["game"]) == sorted(games())
    assert list(report.groups["family"]) == sorted({family for _, family, _ in families()})
    for scores in report.groups.values():
        assert sum(found.n for found in scores.values()) == len(items) == report.items
    formats = report.groups["format"]
    assert (formats["choice"].chance, formats["open"].chance) == pytest.approx((1 / 6, 0.0))
    assert json.loads(json.dumps(report.to_json()))["complete"] is True


def test_any_right_answer_scores_and_a_wrong_one_does_not_whatever_is_stored():
    item = item_of("rolling_cube", 0, "RC1", "open")
    loose = item.answer.replace("; ", ",\n").upper()
    other = " / ".join(reversed(item.answer.split(" / ")))
    assert other != item.answer
    assert score([item], [Answer(item.item_id, loose)]).overall.value == 1.0
    report = score([item], [Answer(item.item_id, other)])
    assert report.overall.value == 0.0 and report.overall.off_format == 0
    lying = altered(item, lambda state: state.update(option_kinds=["right"] * 6, plan=[], proof="none"))
    assert score([lying], [Answer(item.item_id, item.answer)]).overall.value == 1.0


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("<think>A, or rather</think>\n{}", (1.0, 0, 0)),
        ("{}", (1.0, 0, 0)),
        ("I think it is {}", (0.0, 0, 1)),
        ("<think>{}", (0.0, 1, 0)),
        ("  ", (0.0, 1, 0)),
        (None, (0.0, 1, 0)),
        ("{}{}{}{}", (0.0, 0, 1)),
    ],
)
def test_replies_are_read_strictly_and_no_answer_is_apart(response, expected):
    for fmt in ("open", "choice"):
        item = item_of("rolling_cube", 0, "RC4", fmt)
        text = None if response is None else response.replace("{}", item.answer)
        found = score([item], [Answer(item.item_id, text)]).overall
        assert (found.value, found.no_answer, found.off_format) == expected


def test_missing_and_unknown_answers_are_listed(items):
    report = score(items, [*right(items[1:]), Answer("stranger", "A")])
    assert (report.missing, report.unknown, report.complete) == ((items[0].item_id,), ("stranger",), False)
    assert report.overall.no_answer == 1 and report.overall.value == pytest.approx(1 - 1 / len(items))
    some = [items[2].item_id, items[5].item_id]
    assert score(items, right(items), some).items == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda state: state["facts"]["instance"].update(moves="N"), "facts describe no question|another instance"),
        (lambda state: state["facts"].update(family="RC2"), "was altered|no question"),
        (lambda state: state["facts"].update(format="open", options=[]), "was altered"),
        (lambda state: state["facts"]["options"].reverse(), "other options"),
        (lambda state: state["facts"].update(game="chess"), "Unknown game"),
        (lambda state: state["facts"].update(instance=[]), "facts describe no question"),
        (lambda state: state.update(facts=7), "facts describe no question"),
        (lambda state: state.pop("facts"), "no question about a game"),
    ],
)
def test_altered_facts_are_one_clear_error(change, message):
    item = altered(item_of("rolling_cube", 0, "RC1", "choice"), change)
    with pytest.raises(BadValue, match=message) as caught:
        score([item], [Answer(item.item_id, "A")])
    assert item.item_id in str(caught.value)


def test_facts_turned_into_those_of_a_like_instance_are_found_out():
    item = item_of("missing_tiles", 0, "MT1", "open")
    given = item.state["facts"]["instance"]
    sample = sample_of(item)
    rules = game("missing_tiles")
    from flowbench.rules.games.plain import to_plain
    from tests.games.missing_tiles.referee import equivalents

    like = next(
        to_plain(other)
        for other in equivalents(sample.instance)
        if to_plain(other) != given
        and rules.family("MT1").flaw(other, sample.query, rules.family("MT1").answer(sample.instance, sample.query))
    )
    with pytest.raises(BadValue, match="was altered"):
        sample_of(altered(item, lambda state: state["facts"].update(instance=like)))


def test_modes_and_orders_are_refused(items):
    for answer in (Answer(items[0].item_id, "A", "2A"), Answer(items[0].item_id, "A", shuffle=1)):
        with pytest.raises(BadValue, match="without mode and shuffle"):
            score(items, [answer])
    with pytest.raises(BadValue, match="None of the answers"):
        score(items, [Answer("stranger", "A")])
    with pytest.raises(BadValue, match="twice"):
        score(items, [*right(items), *right(items[:1])])


def test_stored_questions_are_scored_on_the_command_line(stored, tmp_path):
    rows = [{"id": item.item_id, "response": item.answer} for item in stored]
    rows[0]["response"], rows[1]["response"] = "no idea", None
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    result = run(path, "--data", stored.root)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert next(line for line in lines if line[:1] == ["all"])[1:3] == ["10", "80.0"]
    assert any(line[:2] == ["rolling_cube", "10"] for line in lines)
    found = json.loads(run(path, "--data", stored.root, "--json").stdout)
    assert found["answers"] == json.loads(json.dumps(flowbench.score(stored.root, path).to_json()))
    assert (found["answers"]["overall"]["no_answer"], found["answers"]["overall"]["off_format"]) == (1, 1)
    share = run(path, "--data", stored.root, "--share", "0.5", "--json")
    assert share.exit_code == 0 and json.loads(share.stdout)["ids"] == list(stratified(stored, 0.5))


def test_altered_files_exit_with_two(tmp_path):
    folder = tmp_path / "data"
    rollout(ENV_ID, folder, count=2, seed=6)
    record = folder / "shards/00000/000001/record.json"
    content = json.loads(record.read_text())
    content["item"]["state"]["facts"]["query"] = {"face": "nowhere"}
    record.write_text(json.dumps(content))
    rows = [{"id": item.item_id, "response": "A"} for item in flowbench.load(folder)]
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    result = run(path, "--data", folder)
    assert result.exit_code == 2 and rows[1]["id"] in result.stderr and "Traceback" not in result.stderr


def test_prompts_hold_the_options_and_never_the_answer(items):
    for item in items:
        asked = game_prompt(item)
        assert asked.images == tuple(item.images) and asked.text.startswith(item.state["hint"])
        assert all(option in asked.text for option in item.question.choices)
        assert not game_prompt(item, hint=False).text.startswith(item.state["hint"])
        if item.question.answer_schema == "text" and len(item.answer) > 3:
            assert item.answer not in asked.text
    with pytest.raises(BadValue, match="no question about a game"):
        game_prompt(altered(items[0], lambda state: state.pop("facts")))
