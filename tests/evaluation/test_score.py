"""`flowbench score` and `flowbench.score` on a stored data set."""

import json

import pytest
from typer.testing import CliRunner

import flowbench
from flowbench.cli.app import app
from flowbench.errors import StoreError
from flowbench.evaluation.grading import Answer
from flowbench.evaluation.options import options_of
from flowbench.evaluation.prompts import prompt
from flowbench.render.files import write_flo, write_png


def run(*arguments):
    return CliRunner().invoke(app, ["score", *map(str, arguments)])


@pytest.fixture
def rows(rooms):
    """Right answers in mode 1A, none of them readable in mode 2A, in two orders."""
    return [
        {"id": one.item_id, "mode": mode, "shuffle": k, "response": options_of(one, k).key if mode == "1A" else None}
        for one in rooms
        for mode in ("1A", "2A")
        for k in range(2)
    ]


def write(path, rows):
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


def test_a_table_says_it_all(rooms, rows, tmp_path):
    result = run(write(tmp_path / "answers.jsonl", rows), "--data", rooms.root)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["occlusion", "6", "100.0", "61.0", "to", "100.0", "50.0"] in lines
    assert ["all", "6", "0.0", "0.0", "to", "39.0", "50.0"] in lines
    assert "Imagination gap, acc(2A) - acc(1A): -100.0 [-100.0, -100.0]" in result.stdout
    assert "Unread: no answer 12; accuracy over the others -" in result.stdout


def test_json_and_the_function_say_the_same(rooms, rows, tmp_path):
    path = write(tmp_path / "answers.jsonl", rows)
    found = json.loads(run(path, "--data", rooms.root, "--json").stdout)
    report = flowbench.score(rooms.root, path)
    assert found["answers"] == json.loads(json.dumps(report.to_json()))
    assert (found["exit_code"], found["ids"], found["predictions"]) == (0, list(rooms.ids), None)
    answers = [Answer(row["id"], row["response"], row["mode"], row["shuffle"]) for row in rows]
    assert flowbench.score(iter(rooms), answers) == report


def test_missing_and_unknown_answers_exit_with_one(rooms, rows, tmp_path):
    del rows[0]
    rows.append({"id": "stranger", "response": "A", "shuffle": 0})
    result = run(write(tmp_path / "answers.jsonl", rows), "--data", rooms.root)
    assert result.exit_code == 1
    assert f"1 without an answer in mode 1A, shuffle 0: {rooms.ids[0]}" in result.stderr
    assert "1 answered but not in the data set: stranger" in result.stderr


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 3 is not strict JSON"),
        ('{"id": "x", "response": NaN}', "line 3 is not strict JSON"),
        ("[" * 100_000, "line 3 is"),
        ("7", "line 3 is no answer"),
        ('{"id": "x"}', "line 3 is no answer"),
        ('{"id": 7, "response": "A"}', "line 3 is no answer"),
        ('{"id": "x", "response": ["A"]}', "line 3: the response is a list"),
        ('{"id": "x", "response": "A", "mode": "3"}', "line 3: the mode is '3'"),
        ('{"id": "x", "response": "A", "mode": []}', "line 3: the mode is"),
        ('{"id": "x", "response": "A", "shuffle": -1}', "line 3: the shuffle is -1"),
        ('{"id": "x", "response": "A", "shuffle": true}', "line 3: the shuffle is True"),
    ],
)
def test_a_bad_line_is_one_error_with_its_number(rooms, tmp_path, line, message):
    path = tmp_path / "answers.jsonl"
    path.write_text(f'{{"id": "{rooms.ids[0]}", "response": "A"}}\n\n{line}\n')
    result = run(path, "--data", rooms.root)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert message in result.stderr


def test_an_answer_given_twice_is_one_error_with_both_lines(rooms, tmp_path):
    row = {"id": rooms.ids[0], "response": "A"}
    result = run(write(tmp_path / "answers.jsonl", [row, row]), "--data", rooms.root)
    assert result.exit_code == 2
    assert "answers.jsonl line 1 and answers.jsonl line 2" in result.stderr


def test_marks_of_order_foreign_keys_and_line_ends_do_no_harm(rooms, tmp_path):
    path = tmp_path / "answers.jsonl"
    lines = [json.dumps({"id": one.item_id, "response": options_of(one).key, "model": "x"}) for one in rooms]
    path.write_bytes("\ufeff".encode() + "\r\n".join(lines).encode())
    assert flowbench.score(rooms, path).modes["1A"].overall.value == 1.0


def test_files_that_are_not_there_are_one_error(rooms, tmp_path):
    for arguments in ((tmp_path / "no.jsonl", "--data", rooms.root), (tmp_path, "--data", rooms.root)):
        result = run(*arguments)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    with pytest.raises(StoreError):
        flowbench.score(tmp_path, tmp_path / "no.jsonl")


def test_nothing_to_score_and_two_choices_are_errors(rooms, rows, tmp_path):
    path = write(tmp_path / "answers.jsonl", rows)
    ids = tmp_path / "ids.txt"
    ids.write_text(rooms.ids[0])
    for arguments in ((), (path, "--ids", ids, "--share", "0.5"), (path, "--share", "2")):
        result = run(*arguments, "--data", rooms.root)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_a_share_or_a_list_is_scored_alone(rooms, rows, tmp_path):
    path = write(tmp_path / "answers.jsonl", rows)
    half = json.loads(run(path, "--data", rooms.root, "--share", "0.5", "--json").stdout)
    assert (half["answers"]["items"], half["exit_code"]) == (3, 0)
    ids = tmp_path / "ids.txt"
    ids.write_text("\n".join(half["ids"]) + "\n\n")
    again = json.loads(run(path, "--data", rooms.root, "--ids", ids, "--json").stdout)
    assert again == half


def test_predicted_flow_and_pictures(rooms, tmp_path):
    for one in rooms:
        write_flo(tmp_path / f"{one.item_id}.flo", one.arrays["flow01"])
        write_png(tmp_path / f"{one.item_id}.png", one.images["i0"])
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for path in list(tmp_path.glob("*.png")):
        path.rename(pictures / path.name)
    result = run("--flow", tmp_path, "--frames", pictures, "--data", rooms.root)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["predicted", "100.0", "61.0", "to", "100.0", "0.000", "0.000", "0.0", "0.0", "+0.00"] in lines
    assert ["zero", "flow", "0.0", "0.0", "to", "39.0", "1.000", "1.000", "100.0", "-", "+0.00"] in lines
    (tmp_path / f"{rooms.ids[2]}.flo").unlink()
    result = run("--flow", tmp_path, "--data", rooms.root, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["predictions"]["missing_flow"] == [rooms.ids[2]]


def test_prompts_of_real_items_have_question_options_and_no_move_after_it(rooms):
    one = rooms[0]
    assert one.state["motion_text"] in prompt(one, "1A").text
    assert one.state["motion_text"] not in prompt(one, "2A").text
