import errno
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import fake_world
import pytest
from fake_world import content

from flowbench.datasets import folders
from flowbench.datasets.plan import make_plan
from flowbench.datasets.replay import replay
from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import load
from flowbench.errors import BadValue, StoreError

ENV_ID = fake_world.ENV_ID


def run(out: Path, count: int = 16, **more: Any) -> dict[str, str]:
    rollout(ENV_ID, out, count=count, **more)
    return content(out)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return run(tmp_path_factory.mktemp("whole") / "data")


def test_the_same_arguments_give_the_same_bytes(tmp_path: Path, whole: dict[str, str]) -> None:
    assert run(tmp_path / "data") == whole


def test_the_order_of_arguments_does_not_matter(tmp_path: Path) -> None:
    one = run(tmp_path / "one", 3, kwargs={"scenes": 5, "hardness": 0.1})
    assert run(tmp_path / "other", 3, kwargs={"hardness": 0.1, "scenes": 5}) == one
    assert replay(tmp_path / "one").exit_code == 0


def test_the_layout_is_the_published_one(whole: dict[str, str]) -> None:
    names = {"/".join(name.split("/")[-1:]) for name in whole} - {"index.parquet"}  # which needs pyarrow
    assert names == {
        "plan.json", "manifest.json", "index.jsonl", "items.jsonl", "slots.jsonl", "record.json",
        "i0.png", "i1.png", "arrays.npz",
    }  # fmt: skip
    assert "shards/00000/000000/record.json" in whole


def test_every_prefix_keeps_the_rate(tmp_path: Path) -> None:
    rollout(ENV_ID, tmp_path / "data", count=25, preset="paper", kwargs={"scenes": 24})
    classes = [row.keys["class"] for row in load(tmp_path / "data").rows]
    for n in range(len(classes) + 1):
        assert abs(classes[:n].count("yes") - Fraction(4, 5) * n) <= 1


def test_views_and_scenes_give_no_more_items_than_asked_for(tmp_path: Path) -> None:
    report = rollout(ENV_ID, tmp_path / "data", count=400, per_view=2, per_scene=3, kwargs={"scenes": 6})
    rows = load(tmp_path / "data").rows
    assert max(Counter(row.keys["view"] for row in rows).values()) == 2
    assert max(Counter(row.keys["scene"] for row in rows).values()) == 3
    assert report.items == len(rows) <= 6 * 3
    assert report.exit_code == 1
    assert {"view", "scene"} & set(report.skipped)


def test_the_same_question_with_the_same_answer_comes_once(tmp_path: Path) -> None:
    rollout(ENV_ID, tmp_path / "data", count=400, per_view=6, kwargs={"scenes": 4})
    questions = [row.keys["question"] for row in load(tmp_path / "data").rows]
    assert len(set(questions)) == len(questions)


@pytest.mark.parametrize("limits", [{"per_view": 2}, {"per_scene": 1}])
def test_other_limits_are_another_data_set(tmp_path: Path, limits: dict[str, int]) -> None:
    run(tmp_path / "data", 4)
    with pytest.raises(StoreError, match="was asked for"):
        run(tmp_path / "data", 4, **limits)


# trouble report R37
def test_a_finished_roll_out_is_left_alone(tmp_path: Path, whole: dict[str, str], monkeypatch: Any) -> None:
    run(tmp_path / "data")
    monkeypatch.setattr(fake_world.PushEnv, "reset", None)
    times = [path.stat().st_mtime_ns for path in sorted((tmp_path / "data").rglob("*.json*"))]
    assert run(tmp_path / "data") == whole
    assert times == [path.stat().st_mtime_ns for path in sorted((tmp_path / "data").rglob("*.json*"))]


# trouble report R40
@pytest.mark.parametrize("first", [1, 12, 15])
def test_a_larger_count_extends_to_the_bytes_of_asking_at_once(
    tmp_path: Path, whole: dict[str, str], first: int
) -> None:
    run(tmp_path / "data", first)
    assert run(tmp_path / "data") == whole


def test_more_than_one_round_extends_too(tmp_path: Path) -> None:
    run(tmp_path / "data", 33, kwargs={"scenes": 24})
    assert run(tmp_path / "data", 42, kwargs={"scenes": 24}) == run(tmp_path / "once", 42, kwargs={"scenes": 24})
    assert (tmp_path / "data/shards/00001").is_dir()


# trouble report R40
def test_a_smaller_count_is_refused(tmp_path: Path, whole: dict[str, str]) -> None:
    run(tmp_path / "data")
    with pytest.raises(StoreError, match="holds 16 items already, more than 12"):
        run(tmp_path / "data", 12)
    assert content(tmp_path / "data") == whole


# trouble report R40
@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 1}, "seed is 0 there, 1 was asked for"),
        ({"preset": "paper"}, "preset is 'balanced' there, 'paper' was asked for"),
        ({"split": "test"}, "split is 'train' there"),
        ({"kwargs": {"scenes": 5}}, "kwargs.scenes is None there, 5 was asked for"),
    ],
)
def test_another_plan_is_refused_with_the_difference(tmp_path: Path, change: dict[str, Any], named: str) -> None:
    before = run(tmp_path / "data", 5)
    with pytest.raises(StoreError, match=named):
        run(tmp_path / "data", 5, **change)
    assert content(tmp_path / "data") == before


def test_other_versions_are_refused(tmp_path: Path, monkeypatch: Any) -> None:
    run(tmp_path / "data", 5)
    monkeypatch.setattr("flowbench.simulators.ENGINE_VERSION", 99)
    with pytest.raises(StoreError, match=r"versions.engine is '.*' there, '99' was asked for"):
        run(tmp_path / "data", 6)


def test_a_foreign_folder_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(StoreError, match=r"holds other things \(thesis.tex\)"):
        run(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_foreign_plan_is_refused(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text('{"title": "five-year plan"}')
    with pytest.raises(StoreError, match="not a plan of ours"):
        run(tmp_path)


def test_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(StoreError, match="not a folder"):
        run(tmp_path / "data")


@pytest.mark.parametrize("count", [0, -1, 2.0, "3", True])
def test_a_count_is_a_positive_integer(tmp_path: Path, count: Any) -> None:
    with pytest.raises(BadValue, match="positive integer"):
        rollout(ENV_ID, tmp_path / "data", count=count)
    assert not (tmp_path / "data").exists()


# trouble report R37
def test_a_second_process_is_refused(tmp_path: Path) -> None:
    run(tmp_path / "data", 5)
    with folders.locked(tmp_path / "data"), pytest.raises(StoreError, match="Another process"):
        run(tmp_path / "data", 6)


def test_running_dry_is_reported_and_can_be_repeated(tmp_path: Path) -> None:
    report = rollout(ENV_ID, tmp_path / "data", count=400, kwargs={"scenes": 4})
    assert not report.complete
    assert report.exit_code == 1
    assert report.lines()[0].startswith(f"{report.items} of 400 items")
    assert sum(report.slots.values()) + sum(report.skipped.values()) == 4 * 3 * 2 * 3
    before = content(tmp_path / "data")
    assert rollout(ENV_ID, tmp_path / "data", count=500, kwargs={"scenes": 4}).items == report.items
    assert content(tmp_path / "data") == before


def test_a_dry_roll_out_can_be_had_as_if_no_more_had_been_asked_for(tmp_path: Path) -> None:
    few: dict[str, Any] = {"seed": 2, "kwargs": {"scenes": 5, "hardness": 0.6}}
    items = rollout(ENV_ID, tmp_path / "data", count=400, **few).items
    dry = content(tmp_path / "data")
    assert run(tmp_path / "data", items, **few) == run(tmp_path / "once", items, **few) != dry


def test_the_report_says_why_attempts_failed(tmp_path: Path) -> None:
    report = rollout(ENV_ID, tmp_path / "data", count=30, kwargs={"scenes": 24})
    assert {"collision", "ambiguous", "no proposal in this view"} <= set(report.reasons)
    assert 0 < report.view_yield < 1
    assert report.items == sum(report.found.values()) - sum(report.refused.values())


class Stop(Exception):
    """Stands for a power cut: nothing of ours catches it."""


def cut_at(name: str, moment: int) -> Callable[..., Any]:
    """A stand-in for a function of `os` that stops at its n-th call."""
    real, calls = getattr(os, name), [0]

    def stand_in(*args: Any, **kwargs: Any) -> Any:
        calls[0] += 1
        if calls[0] == moment:
            raise Stop
        return real(*args, **kwargs)

    return stand_in


# trouble report R40
@pytest.mark.parametrize("name", ["replace", "rename", "fsync"])
@pytest.mark.parametrize("moment", [1, 3, 7, 31])
def test_cut_off_anywhere_it_resumes_to_the_same_bytes(
    tmp_path: Path, whole: dict[str, str], monkeypatch: Any, name: str, moment: int
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, name, cut_at(name, moment))
        try:
            run(tmp_path / "data")
        except Stop:
            assert not (tmp_path / "data/manifest.json").exists()
    assert run(tmp_path / "data") == whole


# trouble report R40: fewer than were asked for at first, but no fewer than are there
def test_cut_off_it_can_be_finished_with_a_smaller_count(tmp_path: Path, monkeypatch: Any) -> None:
    with monkeypatch.context() as patch, pytest.raises(Stop):
        patch.setattr(os, "rename", cut_at("rename", 7))
        run(tmp_path / "data")
    assert len(list((tmp_path / "data").glob("shards/00000/*/record.json"))) <= 12
    assert run(tmp_path / "data", 12) == run(tmp_path / "once", 12)


@pytest.mark.parametrize("moment", range(1, 22, 4))
def test_an_extension_cut_off_resumes_to_the_same_bytes(
    tmp_path: Path, whole: dict[str, str], monkeypatch: Any, moment: int
) -> None:
    run(tmp_path / "data", 8)
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", cut_at("replace", moment))
        try:
            run(tmp_path / "data")
        except Stop:
            assert len(load(tmp_path / "data")) >= 8
    assert run(tmp_path / "data") == whole


# trouble report R40
@pytest.mark.parametrize("moment", [2, 9, 40, 80])
def test_a_full_disk_is_one_error_and_the_store_still_loads(
    tmp_path: Path, whole: dict[str, str], monkeypatch: Any, moment: int
) -> None:
    real, calls = os.fsync, [0]

    def full(handle: int) -> None:
        calls[0] += 1
        if calls[0] >= moment:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StoreError, match="No space left on device"):
            run(tmp_path / "data")
    if (tmp_path / "data/plan.json").exists():
        assert len(load(tmp_path / "data")) < 16
    assert run(tmp_path / "data") == whole


# trouble report R40
def test_killed_it_resumes_to_the_same_bytes(tmp_path: Path, whole: dict[str, str]) -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); import fake_world; fake_world.register();"
        "from flowbench.datasets.rollout import rollout;"
        "print('ready', flush=True); rollout(fake_world.ENV_ID, sys.argv[2], count=16)"
    )
    here, rng = str(Path(__file__).parent), random.Random(5)
    for _ in range(3):
        child = subprocess.Popen([sys.executable, "-c", script, here, str(tmp_path / "data")], stdout=subprocess.PIPE)
        with child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(rng.uniform(0.02, 0.25))
            child.send_signal(signal.SIGKILL)
    assert run(tmp_path / "data") == whole


# trouble report R41
def test_episodes_hold_one_action_a_step(tmp_path: Path) -> None:
    run(tmp_path / "data", 12)
    dataset = load(tmp_path / "data")
    for item in dataset:
        assert len(dataset.record(item.item_id).episode.actions) == item.origin.step + 1


def test_a_plan_has_a_stable_item_id() -> None:
    assert make_plan(ENV_ID).item_id(192) == make_plan(ENV_ID).item_id(192)
    assert make_plan(ENV_ID).item_id(192) != make_plan(ENV_ID, seed=1).item_id(192)
