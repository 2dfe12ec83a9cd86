"""The gallery shows the games there are: its text is made again, its pictures are all there."""

import importlib.util
import re
from pathlib import Path

import pytest
from PIL import Image

from flowbench.rules.games.table import game, games

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "gallery"
MAX_BYTES = 6_000_000


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("draw_games", ROOT / "scripts" / "draw_games.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def page():
    return (FOLDER / "games.md").read_text(encoding="utf-8")


def test_every_game_style_and_family_has_its_place(page):
    headings = re.findall(r"^##+ (.*)$", page, re.MULTILINE)
    expected = [line for name in games() for line in (game(name).title, *(family.id for family in game(name).families))]
    assert headings == expected
    assert all(f"`{style}`" in page for name in games() for style in game(name).styles)


def test_page_is_the_one_that_would_be_written_now(script, page):
    assert page == script.page(), "run scripts/draw_games.py"


def test_pictures_are_those_of_the_page_and_small(page):
    linked = set(re.findall(r"\]\((games/[a-z0-9_]+\.png)\)", page))
    there = {f"games/{path.name}" for path in (FOLDER / "games").iterdir()}
    assert linked == there and len(linked) == len(games()) + sum(len(game(name).families) for name in games())
    assert sum((FOLDER / name).stat().st_size for name in there) < MAX_BYTES
    for name in there:
        with Image.open(FOLDER / name) as picture:
            picture.verify()
