"""Roll-outs of processes: same bytes whatever the workers, resumed, replayed, scored."""

import json
import re
import shutil

import pytest

from flowbench.datasets import strict_json
from flowbench.datasets.process_files import case_folder, read_case
from flowbench.datasets.process_plan import (
    is_process_data,
    make_process_plan,
    read_process_plan,
    split_id,
    tasks_of,
)
from flowbench.datasets.process_replay import replay_processes
from flowbench.datasets.process_rollout import roll_out_processes
from flowbench.datasets.process_score import score_processes
from flowbench.datasets.trajectory_files import trajectory_bytes
from flowbench.errors import BadValue, NothingToAsk, StoreError, UnknownName
from flowbench.rules.games.plain import to_plain
from flowbench.rules.processes.prompts import plan as plan_of
from flowbench.rules.processes.table import process, processes
from tests.processes.harness import corruptions_of, states_along

TASKS = ("maze_square", "hanoi_tower")


def files_of(root):
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    root = tmp_path_factory.mktemp("vgi") / "data"
    roll_out_processes(make_process_plan(TASKS, 1, styles=["line"], clips=False), root)
    return root


def test_every_case_has_its_files(data):
    plan = read_process_plan(data)
    assert is_process_data(data) and plan.case_ids[0] == "maze_square_lv1_001" and len(plan.case_ids) == 6
    for case_id in plan.case_ids:
        case = plan.case(case_id)
        folder = case_folder(data, case)
        assert read_case(folder) == case
        assert {path.name for path in folder.iterdir()} >= {
            "instance.json", "prompt.txt", "prompt_instance.txt", "oracle_prompt.txt", "tiers.txt", "rubric.json",
            "first_frame_line.png", "final_frame_line.png", "reference_line.png", "trajectory.jsonl.gz", "verdict.json",
            "schematic.png", "realism_prompt.txt",
        }  # fmt: skip
        assert json.loads((folder / "verdict.json").read_text())["success"] is True
        assert (folder / "schematic.png").read_bytes() == (folder / "first_frame_line.png").read_bytes()
    assert set(strict_json.read(data / "manifest.json")["cases"]) == set(plan.case_ids)


def test_a_stopped_run_goes_on_and_workers_do_not_matter(data, tmp_path):
    plan = read_process_plan(data)
    out = tmp_path / "again"
    shutil.copytree(data, out)
    (out / "manifest.json").unlink()
    shutil.rmtree(out / "hanoi_tower")
    (out / "maze_square" / "lv2" / ".tmp-maze_square_lv2_001").mkdir()
    report = roll_out_processes(plan, out, workers=2)
    (out / "maze_square" / "lv2" / ".tmp-maze_square_lv2_001").rmdir()
    assert report.cases == 6 and files_of(out) == files_of(data)
    assert roll_out_processes(plan, out).made == 0


def test_foreign_folders_and_other_plans_are_refused(data, tmp_path):
    with pytest.raises(StoreError, match="other arguments"):
        roll_out_processes(make_process_plan(TASKS, 2, styles=["line"], clips=False), data)
    (tmp_path / "note.txt").write_text("mine")
    with pytest.raises(StoreError, match="holds something else"):
        roll_out_processes(make_process_plan(TASKS, 1), tmp_path)


def test_replay_finds_nothing_and_then_what_was_changed(data, tmp_path):
    assert replay_processes(data).exit_code == 0
    out = tmp_path / "copy"
    shutil.copytree(data, out)
    path = out / "maze_square" / "lv1" / "maze_square_lv1_001" / "prompt.txt"
    path.write_text("another")
    report = replay_processes(out)
    assert report.exit_code == 1 and report.first.item_id == "maze_square_lv1_001"
    assert report.first.difference.field == "prompt.txt"
    with pytest.raises(UnknownName, match="Did you mean"):
        replay_processes(out, ids=["maze_square_lv1_002"])


def test_other_rules_are_not_comparable(data, tmp_path):
    out = tmp_path / "copy"
    shutil.copytree(data, out)
    told = json.loads((out / "cases.json").read_text())
    told["versions"]["engine"] = "processes 0"
    (out / "cases.json").write_text(json.dumps(told))
    assert replay_processes(out).exit_code == 3


def test_solutions_score_full_marks_in_every_form(data, tmp_path):
    plan = read_process_plan(data)
    report = score_processes(data, data)
    assert report.complete and report.overall.success == report.overall.final == 1.0
    rows = {"actions": [], "state": []}
    for case_id in plan.case_ids:
        case = plan.case(case_id)
        rows["actions"].append({"id": case_id, "actions": list(plan_of(case))})
        rows["state"].append({"id": case_id, "state": to_plain(states_along(case)[-1])})
    for kind, told in rows.items():
        path = tmp_path / f"{kind}.jsonl"
        path.write_bytes(strict_json.lines(told))
        report = score_processes(path, data)
        assert report.complete and report.overall.final == 1.0 and (report.overall.rubric is None) == (kind == "state")


def test_cheats_missing_and_unreadable_submissions_are_told_apart(data, tmp_path):
    plan = read_process_plan(data)
    maze, hanoi = plan.case("maze_square_lv1_001"), plan.case("hanoi_tower_lv2_001")
    by_name = {item.name: item.trajectory for item in corruptions_of(maze)}
    (tmp_path / "maze_square_lv1_001.jsonl.gz").write_bytes(trajectory_bytes(by_name["teleport"]))
    static = {item.name: item.trajectory for item in corruptions_of(hanoi)}["static"]
    (tmp_path / "hanoi_tower_lv2_001.jsonl.gz").write_bytes(trajectory_bytes(static))
    (tmp_path / "hanoi_tower_lv3_001.jsonl.gz").write_bytes(b"nothing")
    (tmp_path / "clock_lv1_001.jsonl.gz").write_bytes(b"nothing")
    report = score_processes(tmp_path, data)
    scores = {score.case_id: score for score in report.scores}
    assert 0 < scores["maze_square_lv1_001"].final < 1 and not scores["maze_square_lv1_001"].success
    assert scores["hanoi_tower_lv2_001"].final == 0.0 and "gzip" in scores["hanoi_tower_lv3_001"].reason
    assert len(report.missing) == 3 and report.unknown == ("clock_lv1_001",)
    assert report.groups["task"]["maze_square"].failures["object-state inconsistency"] > 0
    assert json.dumps(report.to_json())


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"actions": [1, 3] * 15}, "has room for|a wall|the maze ends"),
        ({"actions": [99]}, "no such direction"),
        ({"actions": "up"}, "a list of integers"),
        ({"actions": [True]}, "a list of integers"),
        ({"state": {"row": 0}}, "must be a map"),
        ({"state": {"row": 99, "column": 99, "heading": 0}}, "Error"),
    ],
    ids=str,
)
def test_bad_rows_score_nothing_and_say_why(data, tmp_path, row, reason):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(strict_json.lines([{"id": "maze_square_lv1_001", **row}]))
    score = score_processes(path, data).scores[0]
    assert score.final == 0.0 and re.search(reason, score.reason)


@pytest.mark.parametrize("row", [5, {"id": "maze_square_lv1_001"}, {"id": 5, "state": {}}, {"id": "x", "actions": []}])
def test_files_that_are_no_submissions_are_refused(data, tmp_path, row):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(strict_json.lines([row]))
    with pytest.raises(StoreError, match="line 1"):
        score_processes(path, data)


def test_targets_and_arguments():
    assert tasks_of("vgi") == processes() and tasks_of("flowbench:VGI-MazeSquare-v0") == ("maze_square",)
    assert tasks_of("FlowBench-Occlusion-v0") is None
    assert split_id("maze_square_lv2_014") == ("maze_square", "mid", 14)
    for bad in ("maze_square", "maze_square_lv4_001", "../x_lv1_001", "maze_square_lv1_1"):
        with pytest.raises(BadValue):
            split_id(bad)
    with pytest.raises(UnknownName, match="Did you mean 'maze_square'"):
        make_process_plan(["maze_squar"], 1)
    for count in (0, 1001, True, "1"):
        with pytest.raises(BadValue, match="Cases of a level"):
            make_process_plan(None, count)


def test_solutions_that_the_judge_faults_are_never_written(data, tmp_path, monkeypatch):
    rules = process("maze_square")
    monkeypatch.setattr(type(rules), "seconds", 0.05)
    monkeypatch.setattr("flowbench.rules.processes.animation.SHORTEST_S", 1.3)
    monkeypatch.setattr("flowbench.rules.processes.animation.SLOWEST_S", 0.05)
    with pytest.raises((StoreError, NothingToAsk), match="finds fault|no easy"):
        roll_out_processes(make_process_plan(["maze_square"], 1, styles=["line"], clips=False), tmp_path / "x")
