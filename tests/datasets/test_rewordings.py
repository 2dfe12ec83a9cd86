"""Rewordings of a whole data set: asked for, written, resumed, read back. The little world asks about a moved block."""

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import fake_world
import pytest

from flowbench.annotators.chat import Chat, Endpoint
from flowbench.annotators.rephrase import Manner
from flowbench.datasets.rephrase import MAX_SILENT, Report, rephrase
from flowbench.datasets.rewordings import read_rewordings, reworded
from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import load
from flowbench.errors import BadValue, EndpointError, StoreError
from flowbench.records import Item, Question, Transition
from tests.annotators.fake_endpoint import Answer, FakeEndpoint, serving, words

COUNT = 6
REAL = fake_world.annotate_push


def annotate_differently(transition: Transition, item_id: str) -> Item:
    """The little world's item with a question of its own each."""
    item = REAL(transition, item_id)
    text = f"Move the mug {abs(transition.before['x_m']):.2f} m to the left. After the move, does it touch the sofa?"
    question = Question(text, ("no", "yes"), item.question.images, "letter", ("no", "yes"))
    texts = {"names": {"question": text, "choices": ["no", "yes"], "motion": "Move."}, "dots": {"question": "dots"}}
    return dataclasses.replace(item, question=question, state={**item.state, "texts": texts})


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("rewordings") / "data"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fake_world, "annotate_push", annotate_differently)
        rollout(fake_world.ENV_ID, folder, count=COUNT)
    yield folder


def good(request: dict[str, Any], _: int) -> Answer:
    text = json.loads(request["messages"][1]["content"])["text"]
    return words(text.replace("Move the mug", "Shift the mug").replace("does it touch", "is it touching"))


def run(
    data: Path,
    out: Path,
    answer: Callable[[dict[str, Any], int], Answer | None],
    progress: Callable[[int, int], None] | None = None,
    **settings: Any,
) -> tuple[Report, FakeEndpoint]:
    with serving(answer) as server, Chat(Endpoint(server.url, **settings), sleep=lambda _: None) as chat:
        return rephrase(data, out, chat, Manner("m"), progress), server


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_item_gets_a_row_in_order_and_the_store_stays_as_it_is(data: Path, tmp_path: Path) -> None:
    before = fake_world.content(data)
    report, server = run(data, tmp_path / "words.jsonl", good)
    assert fake_world.content(data) == before
    rows = rows_of(tmp_path / "words.jsonl")
    assert [row["id"] for row in rows] == list(load(data).ids)
    assert all(set(row) == {"id", "text", "choices", "source", "reason"} for row in rows)
    assert {(row["source"], row["reason"], *row["choices"]) for row in rows} == {("model", "", "no", "yes")}
    assert (report.items, report.from_model, report.asked, report.exit_code) == (COUNT, COUNT, COUNT, 0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["words.jsonl", "words.replies.jsonl"]
    assert len(set(server.asked)) == COUNT


def test_bad_words_and_no_words_leave_the_template(data: Path, tmp_path: Path) -> None:
    texts = [item.question.text for item in load(data)]

    def mixed(request: dict[str, Any], number: int) -> Answer | None:
        text = json.loads(request["messages"][1]["content"])["text"]
        other = text.replace("After the move, does", "Would")
        return {
            texts[0]: words(other),
            texts[1]: words(other.replace(" m to", "9 m to")),
            texts[2]: words(other.replace("left", "right")),
            texts[3]: (200, {}, b"{"),
            texts[4]: (200, {}, b'{"choices": []}'),
            texts[5]: words(other) if number > 5 else (500, {}, b""),
        }[text]

    report, _ = run(data, tmp_path / "words.jsonl", mixed)
    rows = rows_of(tmp_path / "words.jsonl")
    assert [row["source"] for row in rows] == ["model", "template", "template", "template", "template", "model"]
    assert [row["text"] for row in rows][1:5] == texts[1:5]
    assert "number" in rows[1]["reason"] and "direction 'left' is missing" in rows[2]["reason"]
    assert rows[3]["reason"] == rows[4]["reason"] == "no reply: a reply that is none of the protocol"
    assert (report.from_model, report.silent, report.exit_code) == (2, 2, 1)
    assert sum(report.reasons.values()) == 4


def test_nothing_is_asked_twice(data: Path, tmp_path: Path) -> None:
    run(data, tmp_path / "words.jsonl", good)
    first = (tmp_path / "words.jsonl").read_bytes()
    report, server = run(data, tmp_path / "words.jsonl", lambda *_: (500, {}, b""))
    assert (server.requests, report.asked, report.from_model) == ([], 0, COUNT)
    assert (tmp_path / "words.jsonl").read_bytes() == first


def test_an_interrupted_run_asks_only_the_rest(data: Path, tmp_path: Path) -> None:
    def interrupt(done: int, _: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    out = tmp_path / "words.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run(data, out, good, interrupt)
    assert not out.exists()
    with open(tmp_path / "words.replies.jsonl", "ab") as file:
        file.write(b'{"key": "cut o')
    _, server = run(data, out, good)
    assert server.asked == [item.question.text for item in load(data)][3:]
    run(data, tmp_path / "at_once.jsonl", good)
    assert out.read_bytes() == (tmp_path / "at_once.jsonl").read_bytes()


def test_a_killed_process_goes_on(data: Path, tmp_path: Path) -> None:
    code = "import sys; sys.path[:0] = sys.argv.pop(1).split(':'); import fake_world; fake_world.register(); "
    code += "from flowbench.cli import main; main()"
    folders = ":".join([str(Path(fake_world.__file__).parent), os.getcwd()])
    out = tmp_path / "words.jsonl"
    command = [sys.executable, "-c", code, folders, "rephrase", str(data), "--model", "m", "--out", str(out)]

    def kill(request: dict[str, Any], number: int) -> Answer | None:
        if number < 4:
            return good(request, number)
        process.kill()
        return None

    with serving(kill) as server:
        process = subprocess.Popen([*command, "--url", server.url], stderr=subprocess.DEVNULL)
        assert process.wait(60) == -9
    assert not out.exists()
    report, server = run(data, out, good)
    assert (report.asked, server.asked) == (2, [item.question.text for item in load(data)][4:])


def test_a_dead_endpoint_ends_the_run_and_keeps_what_there_is(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "words.jsonl"
    with pytest.raises(EndpointError, match=f"{MAX_SILENT} times in a row .last: HTTP 503"):
        run(data, out, lambda request, number: good(request, 0) if number == 0 else (503, {}, b""), tries=1)
    assert not out.exists() and len(rows_of(tmp_path / "words.replies.jsonl")) == 1


def test_single_silences_do_not_end_the_run(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flowbench.datasets.rephrase.MAX_SILENT", 2)
    report, _ = run(data, tmp_path / "words.jsonl", lambda request, n: good(request, n) if n % 2 else (400, {}, b""))
    assert (report.silent, report.from_model) == (3, 3)


def test_another_model_is_asked_anew(data: Path, tmp_path: Path) -> None:
    run(data, tmp_path / "words.jsonl", good)
    with serving(good) as server, Chat(Endpoint(server.url)) as chat:
        assert rephrase(data, tmp_path / "words.jsonl", chat, Manner("another")).asked == COUNT


def test_a_data_set_is_read_with_other_words(data: Path, tmp_path: Path) -> None:
    run(data, tmp_path / "words.jsonl", good)
    plain, dataset = load(data), reworded(load(data), tmp_path / "words.jsonl")
    assert (len(dataset), dataset.ids) == (COUNT, plain.ids)
    for old, new in zip(plain, dataset, strict=True):
        assert new.question.text.startswith("Shift the mug") and "Shift" not in old.question.text
        assert new.state["texts"]["names"]["question"] == new.question.text
        assert (
            new.state["texts"]["names"]["motion"] == "Move."
            and new.state["texts"]["dots"] == old.state["texts"]["dots"]
        )
        assert (new.answer, new.question.choices, new.origin) == (old.answer, old.question.choices, old.origin)
        assert new == dataset[new.item_id]
    assert dataset[-1].item_id == plain.ids[-1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"text": "Shift the mug 9.99 m to the left. Is it then touching the sofa?"},
            "do not ask its question .the number",
        ),
        ({"choices": ["yes", "no"]}, "options that are answers have changed"),
        ({"source": "template"}, "another template"),
    ],
)
def test_words_that_do_not_fit_are_an_error_when_read(
    data: Path, tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    out = tmp_path / "words.jsonl"
    run(data, out, good)
    first, *rest = rows_of(out)
    out.write_text("".join(json.dumps(row) + "\n" for row in [first | change, *rest]))
    dataset = reworded(load(data), out)
    assert dataset[1].item_id == rest[0]["id"]
    with pytest.raises(StoreError, match=message):
        dataset[0]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "lacks 6 of 6 items"),
        ("[]", "line 1 is no rewording"),
        ('{"id": "x", "text": "x", "choices": [], "source": "me", "reason": ""}', "line 1 is no rewording"),
        ('{"id": "x", "text": "x", "choices": [2], "source": "model", "reason": ""}', "line 1 is no rewording"),
        ('{"id": "x"', "not strict JSON"),
    ],
)
def test_a_foreign_file_is_one_clear_error(data: Path, tmp_path: Path, line: str, message: str) -> None:
    out = tmp_path / "words.jsonl"
    out.write_text(line and line + "\n")
    with pytest.raises(StoreError, match=message):
        reworded(load(data), out)


def test_an_item_has_one_row(tmp_path: Path) -> None:
    row = '{"id": "x", "text": "x", "choices": [], "source": "model", "reason": ""}\n'
    (tmp_path / "words.jsonl").write_text(row + row)
    with pytest.raises(StoreError, match="line 2: the item x has words already"):
        read_rewordings(tmp_path / "words.jsonl")


def test_places_that_will_not_do_are_refused_before_anything_is_asked(data: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.jsonl").write_text('{"precious": 1}\n')
    (tmp_path / "other.jsonl").write_text('{"id": "x", "text": "", "choices": [], "source": "model", "reason": ""}\n')
    (tmp_path / "odd.replies.jsonl").write_text('{"precious": 1}\n')
    before = fake_world.content(tmp_path)
    for out, error, message in (
        (tmp_path / "mine.jsonl", StoreError, "no rewording of ours"),
        (tmp_path / "other.jsonl", StoreError, "another data set"),
        (tmp_path / "odd.jsonl", StoreError, "no reply of ours"),
        (tmp_path / "words.txt", BadValue, "NAME.jsonl"),
        (data / "words.jsonl", BadValue, "inside the data set"),
        (tmp_path / ".." / tmp_path.name / "mine.jsonl", StoreError, "no rewording of ours"),
    ):
        with pytest.raises(error, match=message):
            run(data, out, lambda *_: pytest.fail("it was asked"))
    assert fake_world.content(tmp_path) == before
