import json
from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image
from typer.testing import CliRunner, Result

from flowbench.cli.app import app
from flowbench.cli.plan import MOVABLE, STATIC, VIEW, WALL, footprint


def scene(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["scene", *(str(argument) for argument in arguments)])


def pixels(path: Path) -> np.ndarray:
    with Image.open(path) as picture:
        return np.array(picture)


def test_a_view_of_a_scene_is_drawn_at_the_size_asked_for(tmp_path: Path) -> None:
    result = scene("FloorPlan201", "--out", tmp_path / "x.png", "--size", "90", "--view", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("FloorPlan201, view 1 of ")
    assert pixels(tmp_path / "x.png").shape == (90, 90, 3)
    assert pixels(tmp_path / "x.png").std() > 10


def test_a_photo_differs_from_the_usual_picture_of_the_same_view(tmp_path: Path) -> None:
    for quality in ("textured", "photo"):
        result = scene("FloorPlan201", "--out", tmp_path / f"{quality}.png", "--size", "64", "--quality", quality)
        assert (result.exit_code, result.stderr) == (0, "")
    assert (pixels(tmp_path / "textured.png") != pixels(tmp_path / "photo.png")).mean() > 0.5


def test_a_model_of_a_scene_opens_elsewhere(tmp_path: Path) -> None:
    result = scene("FloorPlan405", "--glb", tmp_path / "x.glb", "--json")
    assert json.loads(result.stdout) == {"model": str(tmp_path / "x.glb"), "scene": "FloorPlan405"}
    model = trimesh.load_scene(tmp_path / "x.glb")
    assert any(name.startswith("Toilet|") for name in model.geometry)
    assert 2.3 < model.bounds[1][1] < 3.7 and not (tmp_path / "FloorPlan405.png").exists()


def test_a_plan_shows_walls_objects_and_views(tmp_path: Path) -> None:
    result = scene("FloorPlan201_physics", "--topdown", "--out", tmp_path / "x.png", "--size", "200", "--json")
    assert json.loads(result.stdout)["scene"] == "FloorPlan201"
    colours = {tuple(colour) for colour in pixels(tmp_path / "x.png").reshape(-1, 3)}
    assert {MOVABLE, STATIC, VIEW, WALL} <= colours


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("FloorPlan2010",), "Did you mean"),
        (("FloorPlan1", "--out", "x.jpg"), ".png in a folder that exists"),
        (("FloorPlan1", "--quality", "photos"), "Did you mean 'photo'"),
        (("FloorPlan1", "--glb", "x.gltf"), ".glb in a folder that exists"),
        (("FloorPlan1", "--out", "nowhere/x.png"), ".png in a folder that exists"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_2(arguments: tuple[str, ...], message: str) -> None:
    result = scene(*arguments)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert message in result.stderr


def test_a_footprint_is_the_outline_seen_from_above() -> None:
    box = np.array([1.0, 5.0, 2.0, 0.5, 9.0, 0.25, *np.eye(3).ravel()])
    outline = footprint(box)
    assert np.allclose(outline.min(axis=0), (0.5, 1.75), atol=0.011)
    assert np.allclose(outline.max(axis=0), (1.5, 2.25), atol=0.011)
