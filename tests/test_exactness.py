"""The page of what is exact cannot go stale."""

import runpy
from pathlib import Path

import pytest

from flowbench.rules.rooms.motions import KINDS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "exactness.md").read_text(encoding="utf-8")
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "write_constants.py"))


def test_the_list_of_constants_is_what_the_code_says():
    assert SCRIPT["with_list"](PAGE) == PAGE, "run python scripts/write_constants.py"


@pytest.mark.parametrize(
    "line",
    [
        "| `rules.rooms.limits` | `USUAL.move.min_move_m` | 0.15 |",
        "| `rules.rooms.limits` | `PAPER.mover.min_pixels` | 30 |",
        "| `rules.rooms.occlusion` | `LIMITS.yes_cover` | 0.5 |",
        "| `geometry.check_pose` | `STEP_DEG` | 5 |",
        "| `rules.rooms.motions` | `REACH.camera_yaw_deg` | 30 |",
        "| `physics.settle` | `MAX_TILT_DEG` | 5 |",
    ],
)
def test_the_list_has_what_matters(line):
    assert line in PAGE.splitlines()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_motion_is_told(kind):
    assert f"| `{kind}` |" in PAGE


def test_a_changed_constant_would_show(monkeypatch):
    import flowbench.geometry.check_pose as module

    monkeypatch.setattr(module, "STEP_DEG", 6.0)
    assert SCRIPT["with_list"](PAGE) != PAGE
