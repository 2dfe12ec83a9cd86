"""The rules by which names that readers give to pictures are judged."""

import importlib.util
import json
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
NAMING = ROOT / "docs" / "naming"
SYNONYMS = tomllib.loads((NAMING / "synonyms.toml").read_text())


def scoring() -> ModuleType:
    spec = importlib.util.spec_from_file_location("score_naming", ROOT / "scripts" / "score_naming.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_type_of_the_scenes_has_accepted_names_in_one_writing() -> None:
    kinds = set()
    for name in ("ithor_types.json", "robothor_types.json"):
        kinds |= set(json.loads((ROOT / "tests" / "data" / name).read_text()))
    assert kinds <= set(SYNONYMS)
    assert all(names and all(name == name.lower().strip() for name in names) for names in SYNONYMS.values())


def test_the_key_names_each_type_once_on_the_sheets_of_bodies() -> None:
    key = json.loads((NAMING / "key.json").read_text())
    bodies = [kind for sheet, cells in key.items() if sheet.startswith("bodies") for kind in cells.values()]
    assert len(bodies) == len(set(bodies)) == 117 and set(bodies) <= set(SYNONYMS)
    assert all((NAMING / f"{sheet}.png").is_file() for sheet in key)


@pytest.mark.parametrize(
    ("answer", "kind", "right"),
    [
        ("Arm-chair", "ArmChair", True),
        ("a blue armchair.", "ArmChair", True),
        ("TV stand", "TVStand", True),
        ("glasses", "Cup", False),
        ("wine glass", "Cup", True),
        ("chair leg", "Chair", False),
        ("", "Chair", False),
        ("boots", "Boots", True),
        ("key chains", "KeyChain", True),
    ],
)
def test_an_answer_is_right_when_it_ends_in_an_accepted_name(answer: str, kind: str, right: bool) -> None:
    assert scoring().is_right(answer, kind, SYNONYMS[kind]) is right


def test_a_picture_without_an_answer_counts_as_wrong() -> None:
    key = {"bodies_00": {"1": "Mug", "2": "Bed"}}
    rows = list(scoring().judged([{"reader": "a", "sheet": "bodies_00", "answers": {"1": "cup"}}], key, SYNONYMS))
    assert [row[-1] for row in rows] == [True, False]
    assert scoring().wrong(rows) == {"Bed": ["-"]}
