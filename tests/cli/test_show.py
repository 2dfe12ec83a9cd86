import dataclasses
import json
from pathlib import Path

import fake_world
import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from flowbench import annotate
from flowbench.cli.app import app
from flowbench.cli.outlines import COLOURS, edge, outlined
from flowbench.cli.sheet import (
    CELL,
    HEADERS,
    MARKED_CELL,
    draw_sheet,
    longest,
    referred,
    row_pictures,
    row_text,
    scaled,
)
from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import load
from tests.annotators.painted import solved


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("show") / "data"
    rollout(fake_world.ENV_ID, folder, count=5)
    return folder


def test_show_draws_one_picture_with_a_row_an_example(data: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["show", str(data), "--out", str(tmp_path / "sheet.png"), "--count", "2"])
    assert (result.exit_code, result.stdout) == (0, f"2 of 5 items: {tmp_path / 'sheet.png'}\n")
    with Image.open(tmp_path / "sheet.png") as sheet:
        width, height = sheet.size
    assert width >= len(HEADERS) * CELL
    assert height >= 2 * CELL * fake_world.HEIGHT // fake_world.WIDTH


def test_show_as_json_names_what_is_on_the_sheet(data: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["show", str(data), "--out", str(tmp_path / "sheet.png"), "--json"])
    assert json.loads(result.stdout)["ids"] == list(load(data).ids)


@pytest.mark.parametrize("out", ["sheet.jpg", "nowhere/sheet.png"])
def test_a_place_that_will_not_do_is_one_error(data: Path, tmp_path: Path, out: str) -> None:
    result = CliRunner().invoke(app, ["show", str(data), "--out", str(tmp_path / out)])
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_a_row_has_a_picture_for_each_header_at_the_size_of_a_cell(data: Path) -> None:
    pictures = row_pictures(load(data)[0])
    assert len(pictures) == len(HEADERS)
    assert {max(picture.shape[:2]) for picture in pictures} == {CELL}


def test_a_row_says_question_and_answer(data: Path) -> None:
    item = load(data)[0]
    assert row_text(item).splitlines() == [
        item.item_id,
        "Is the block (A) in the right half?",
        "A) yes   B) no",
        f"Answer: {item.answer} (before the move: {item.answer_before})",
    ]


def test_mover_and_landmarks_are_outlined(data: Path) -> None:
    item = load(data)[0]
    frame, ids = np.zeros((100, 100, 3), np.uint8), np.zeros((100, 100), np.int32)
    ids[40:60, 40:60], ids[70:90, 10:30] = 7, 9
    marked = dataclasses.replace(
        item,
        images={"i0": frame},
        arrays={"ids0": ids},
        state={"mover": "Mug|1", "landmarks": ["Box|1"], "surface_ids": {"Mug|1": [7], "Box|1": [9]}},
    )
    picture = outlined(marked, "i0", "ids0")
    assert tuple(picture[59, 50]) == COLOURS[0]
    assert tuple(picture[89, 20]) == COLOURS[1]
    assert not picture[50, 50].any()
    assert not frame.any()


def test_an_edge_is_the_border_of_a_mask_even_at_the_rim_of_the_picture() -> None:
    mask = np.zeros((5, 6), np.bool_)
    mask[0:4, 0:4] = True
    inside = np.zeros_like(mask)
    inside[1:3, 1:3] = True
    assert (edge(mask, 1) == (mask & ~inside)).all()


def test_the_longest_vector_ignores_what_is_not_finite() -> None:
    flow = np.array([[[3.0, 4.0], [np.nan, 0.0], [np.inf, 0.0]]], np.float32)
    assert longest(flow) == 5.0


def test_scaling_keeps_the_shape() -> None:
    assert scaled(np.zeros((400, 800, 3), np.uint8)).shape == (CELL // 2, CELL, 3)


def test_show_can_point_with_marks() -> None:
    item = annotate(solved("FloorPlan201", "yes", 200))
    plain, dots = draw_sheet([item]), draw_sheet([item], "dots")
    assert dots.shape[1] >= len(HEADERS) * MARKED_CELL > plain.shape[1]
    assert row_text(referred(item, "dots")).splitlines()[1].startswith("Move the object at the ")
    shown = row_pictures(referred(item, "numbers"), marked=True)[0]
    assert shown.shape == (MARKED_CELL, MARKED_CELL, 3)
    assert (shown != scaled(item.images["i0"], MARKED_CELL)).any()


def test_items_without_marks_cannot_be_shown_with_them(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    result = CliRunner().invoke(app, ["show", str(data), "--out", str(out), "--refer", "dots"])
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "has no marks" in result.stderr
    assert not out.exists()
