"""A set of several environments, with the little world standing in for the rooms."""

import json
import math
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fake_world import ENV_ID
from typer.testing import CliRunner

import flowbench
from flowbench.cli.app import app
from flowbench.datasets import sets
from flowbench.datasets.sets import NamedSet, Part, load, named_set, roll_out_set, stores
from flowbench.envs.rooms.options import scene_list
from flowbench.errors import BadValue, StoreError, UnknownName

NAME = "little-set"
COUNTS = {"one": 4, "two": 6}


@pytest.fixture(autouse=True)
def little_set(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Part.folder.fget
    monkeypatch.setattr(Part, "folder", property(lambda self: {4: "one", 6: "two"}.get(self.count) or real(self)))
    monkeypatch.setattr(sets, "card", lambda name, about, parts: f"{name}: {about} {sorted(parts)}")
    parts = tuple(Part(ENV_ID, count, {"hardness": count / 20}) for count in COUNTS.values())
    monkeypatch.setitem(sets.SETS, NAME, NamedSet(NAME, "For tests.", parts, "test", {"scenes": 8}, per_scene=2))


def contents(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def image_sums(root: Path) -> dict[str, int]:
    return {item.item_id: int(item.images["i0"].sum()) for item in load(root)}


def test_a_set_holds_the_items_of_its_parts(tmp_path: Path) -> None:
    reports = roll_out_set(NAME, tmp_path / "set")
    assert {folder: report.items for folder, report in reports.items()} == COUNTS
    found = load(tmp_path / "set")
    assert len(found) == 10 == len(found.ids) == len(list(found))
    assert {folder: len(part) for folder, part in stores(tmp_path / "set").items()} == COUNTS
    assert found[0].item_id == found.ids[0] and found[-1].item_id == found.ids[-1]
    assert found[found.ids[5]].item_id == found.ids[5]
    with pytest.raises(UnknownName, match="item"):
        found["nothing"]


def test_a_set_over_its_first_scenes_has_as_many_items_a_scene() -> None:
    whole = named_set("flowbench-sim-train")
    scenes = scene_list(whole.kwargs["scenes"])
    few = whole.over(20)
    assert few.kwargs["scenes"] == list(scenes[:20])
    assert {part.count for part in few.parts} == {math.ceil(250 * 20 / len(scenes))}
    with pytest.raises(BadValue, match=f"has {len(scenes)} scenes"):
        whole.over(len(scenes) + 1)


def test_a_set_can_be_packed_and_unpacked_at_once(tmp_path: Path) -> None:
    roll_out_set(NAME, tmp_path / "set")
    before, sums = contents(tmp_path / "set"), image_sums(tmp_path / "set")
    run = partial(CliRunner().invoke, app)
    assert run(["pack", str(tmp_path / "set")]).stdout == f"2 shards packed: {tmp_path / 'set'}\n"
    assert image_sums(tmp_path / "set") == sums
    assert run(["pack", str(tmp_path / "set"), "--undo"]).exit_code == 0
    assert contents(tmp_path / "set") == before


def test_a_stopped_set_goes_on_to_the_same_bytes(tmp_path: Path, monkeypatch: Any) -> None:
    roll_out_set(NAME, tmp_path / "whole")
    real, calls = sets.rollout, []

    def stops(*args: Any, **kwargs: Any) -> Any:
        calls.append(args)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(*args, **kwargs)

    monkeypatch.setattr(sets, "rollout", stops)
    with pytest.raises(KeyboardInterrupt):
        roll_out_set(NAME, tmp_path / "stopped")
    assert len(load(tmp_path / "stopped")) == 4
    monkeypatch.setattr(sets, "rollout", real)
    roll_out_set(NAME, tmp_path / "stopped")
    assert contents(tmp_path / "stopped") == contents(tmp_path / "whole")


def test_a_scene_gives_a_second_item_only_once_the_stream_came_round(tmp_path: Path) -> None:
    roll_out_set(NAME, tmp_path / "set")
    scenes = [row.keys["scene"] for row in stores(tmp_path / "set")["two"].rows]
    assert max(Counter(scenes).values()) <= 2
    laps = [int(row.keys["lap"]) for row in stores(tmp_path / "set")["two"].rows]
    assert laps == sorted(laps)
    for k, scene in enumerate(scenes):
        assert scenes[:k].count(scene) <= laps[k]


def test_replay_goes_through_all_parts(tmp_path: Path) -> None:
    roll_out_set(NAME, tmp_path / "set")
    seen: list[tuple[int, int]] = []
    report = flowbench.replay(tmp_path / "set", progress=lambda done, total: seen.append((done, total)))
    assert report.count("equal") == 10 and report.exit_code == 0
    assert seen[-1] == (10, 10)
    last = load(tmp_path / "set").ids[-1]
    assert [finding.item_id for finding in flowbench.replay(tmp_path / "set", ids=[last]).findings] == [last]


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.txt").write_text("mine")
    with pytest.raises(StoreError, match="is not empty and holds no set"):
        roll_out_set(NAME, tmp_path / "full")
    roll_out_set(NAME, tmp_path / "set")
    with pytest.raises(StoreError, match="holds another set, 'little-set'"):
        roll_out_set("flowbench-sim-test", tmp_path / "set")
    with pytest.raises(UnknownName, match="Did you mean 'little-set'"):
        named_set("litle-set")


@pytest.mark.parametrize(
    "content", ["[]", '{"name": "x", "parts": {"../up": 3}, "schema_version": 1}', '{"name": 3, "parts": {}}']
)
def test_a_foreign_set_file_is_one_clear_error(tmp_path: Path, content: str) -> None:
    (tmp_path / "set.json").write_text(content)
    with pytest.raises(StoreError):
        load(tmp_path)


def test_the_test_set_has_the_published_composition() -> None:
    counts = {part.folder: part.count for part in named_set("flowbench-sim-test").parts}
    assert counts == {
        "closerto": 94, "closestthree": 112, "contactwall": 19, "countnear": 110, "feasibility": 106, "leftright": 116,
        "nearobject": 117, "occlusion": 40,
    }  # fmt: skip
    assert sum(counts.values()) == 714


def test_the_card_is_written_last(tmp_path: Path) -> None:
    roll_out_set(NAME, tmp_path / "set")
    assert (tmp_path / "set/card.md").read_text() == "little-set: For tests. ['one', 'two']"


def test_the_set_file_names_its_parts(tmp_path: Path) -> None:
    roll_out_set(NAME, tmp_path / "set")
    assert json.loads((tmp_path / "set/set.json").read_text()) == {"name": NAME, "parts": COUNTS, "schema_version": 1}
