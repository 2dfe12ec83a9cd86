"""Questions about games in a store: the same bytes whatever the workers, made again by replay, shown and packed."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from flowbench.cli.question_sheet import draw_questions, is_question
from flowbench.datasets.composition import COMPOSITION, DIFFICULTIES, shares
from flowbench.datasets.game_plan import GamePlan
from flowbench.datasets.pack import pack, unpack
from flowbench.datasets.plan import make_plan, read_plan
from flowbench.datasets.questions import create
from flowbench.datasets.replay import replay
from flowbench.datasets.rollout import rollout
from flowbench.datasets.runners import GameRunner
from flowbench.datasets.spread import spread
from flowbench.datasets.store import load
from flowbench.errors import BadValue, UnknownName
from flowbench.rules.games.sample import from_facts, score
from flowbench.rules.games.table import game

ENV_ID = "Game2Real-RollingCube-v0"


def content(root: Path) -> dict[str, str]:
    files = sorted(path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("games") / "data"
    rollout(ENV_ID, out, count=8, seed=5)
    return out


def test_any_number_of_workers_and_any_extension_give_the_same_bytes(made: Path, tmp_path: Path) -> None:
    rollout(ENV_ID, tmp_path / "two", count=8, seed=5, workers=2)
    rollout(ENV_ID, tmp_path / "longer", count=3, seed=5)
    rollout(ENV_ID, tmp_path / "longer", count=8, seed=5)
    assert content(tmp_path / "two") == content(made) == content(tmp_path / "longer")


def test_stored_questions_are_those_of_create_and_are_scored_by_their_facts(made: Path) -> None:
    questions, dataset = create("rolling_cube", size=8, seed=5), load(made)
    for k, item in enumerate(dataset):
        sample = questions.sample(k)
        assert (item.question.text, item.answer, item.question.choices) == (
            sample.question,
            sample.answer,
            sample.options,
        )
        rebuilt = from_facts(game("rolling_cube"), item.state["facts"])
        assert score(game("rolling_cube"), rebuilt, item.answer).score == 1.0
        assert [name for name, _ in item.question.images] == ["i0", "i1"] == sorted(item.images)
        for picture, ids in (("i0", "ids0"), ("i1", "ids1")):
            assert item.images[picture].shape[:2] == item.arrays[ids].shape and item.arrays[ids].dtype == np.int32
        assert len(item.state["plan"]) == len(sample.instance.moves) and item.state["proof"] == "determined"


def test_replay_makes_everything_again_and_names_what_differs(made: Path, tmp_path: Path) -> None:
    assert replay(made).exit_code == 0 and replay(made).count("equal") == 8
    rollout(ENV_ID, tmp_path / "data", count=2, seed=5)
    record = tmp_path / "data/shards/00000/000001/record.json"
    changed = json.loads(record.read_text())
    changed["item"]["state"]["difficulty"] = "trivial"
    record.write_text(json.dumps(changed))
    report = replay(tmp_path / "data")
    assert report.exit_code == 1 and report.first is not None and "state.difficulty" in str(report.first)


def test_packing_and_undoing_it_keep_the_items(tmp_path: Path) -> None:
    rollout("Game2Real-BlockCounting-v0", tmp_path / "data", count=3)
    before = content(tmp_path / "data")
    pack(tmp_path / "data")
    assert replay(tmp_path / "data").exit_code == 0 and set(load(tmp_path / "data")[0].images) == {"i0"}
    unpack(tmp_path / "data")
    assert content(tmp_path / "data") == before


def test_sheet_shows_questions(made: Path) -> None:
    items = list(load(made))[:2]
    assert all(map(is_question, items))
    sheet = draw_questions(items)
    assert sheet.dtype == np.uint8 and sheet.shape[0] > 600 and sheet.std() > 10


def test_a_question_that_cannot_be_drawn_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flowbench.datasets.questions.MAX_ATTEMPTS", 0)
    plan = make_plan(ENV_ID)
    assert isinstance(plan, GamePlan)
    run = GameRunner(plan).run(0)
    assert (run.log.outcome, run.keys, run.make) == ("no proposal", None, None)


def test_plan_reads_back() -> None:
    plan = make_plan(ENV_ID, seed=3, split="eval", kwargs={"fmt": "choice", "difficulty": 0.25})
    again = read_plan(json.loads(json.dumps(plan.describe())))
    assert isinstance(again, GamePlan) and again.describe() == plan.describe() and again.tag == plan.tag
    assert set(plan.rates) == {"RC1 choice", "RC4 choice"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"preset": "paper"}, "one preset"),
        ({"split": "test"}, "Unknown split"),
        ({"kwargs": {"scenes": "ithor"}}, "take"),
        ({"kwargs": {"family": "RC9"}}, "Unknown family"),
        ({"kwargs": {"family": "RC2", "fmt": "choice"}}, "no questions"),
    ],
)
def test_bad_plans_are_one_clear_error(arguments: dict, message: str) -> None:
    with pytest.raises((BadValue, UnknownName), match=message):
        make_plan(ENV_ID, **arguments)


def test_composition_adds_up_to_the_published_numbers() -> None:
    columns = [sum(row[k] for families in COMPOSITION.values() for row in families.values()) for k in range(4)]
    assert columns == [600, 400, 20_701, 3_192]
    assert len(COMPOSITION) == 18 and sum(map(len, COMPOSITION.values())) == 65
    rolling = COMPOSITION["rolling_cube"].values()
    assert [sum(row[k] for row in rolling) for k in range(4)] == [60, 16, 1_676, 120]
    assert len(shares("block_counting", "eval")) == 58 and len(shares("block_counting", "train")) == 1_079
    with pytest.raises(UnknownName):
        shares("chess", "train")


def test_composition_names_the_families_and_formats_that_games_have() -> None:
    for name in ("rolling_cube", "block_counting"):
        for split in ("train", "eval"):
            assert all(fmt in game(name).family(family).formats for family, fmt in shares(name, split))
        assert set(COMPOSITION[name]) == {family.id for family in game(name).families}


def test_difficulties_have_the_stated_shares() -> None:
    counts = {
        split: [levels.count(name) for name in ("easy", "medium", "hard")] for split, levels in DIFFICULTIES.items()
    }
    assert counts == {"train": [3, 4, 3], "dev": [3, 4, 3], "eval": [1, 2, 2]}


def test_spread_holds_each_value_as_often_as_listed_in_each_block() -> None:
    values = ("a", "a", "b", "c", "c")
    found = [spread(values, index, 7, "x") for index in range(30)]
    assert all(sorted(found[k : k + 5]) == list(values) for k in range(0, 30, 5))
    assert len({tuple(found[k : k + 5]) for k in range(0, 30, 5)}) > 1
    assert found != [spread(values, index, 8, "x") for index in range(30)]
