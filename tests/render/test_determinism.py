import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from flowbench.render.pictures import render
from tests.render.digest import digest
from tests.render.solids import camera_in, clutter

ROOT = Path(__file__).parents[2]


def elsewhere(**environment: str) -> str:
    """The digest as another process computes it."""
    surroundings = {**os.environ, **environment}
    command = [sys.executable, "-m", "tests.render.digest"]
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_another_process_draws_the_same_bytes() -> None:
    assert elsewhere() == digest()


def test_code_compiled_for_any_processor_draws_the_same_bytes(tmp_path: Path) -> None:
    assert elsewhere(NUMBA_CPU_NAME="generic", NUMBA_CACHE_DIR=str(tmp_path)) == digest()


def test_drawing_twice_gives_the_same_bytes_whatever_was_drawn_between() -> None:
    model, other = clutter(np.random.default_rng(1)), clutter(np.random.default_rng(2), 10)
    camera = camera_in(np.random.default_rng(3))
    first = render(model, camera)
    render(other, camera_in(np.random.default_rng(4), 333))
    second = render(model, camera)
    assert first.frame.tobytes() == second.frame.tobytes()
    assert first.depth.tobytes() == second.depth.tobytes()
    assert first.ids.tobytes() == second.ids.tobytes()


def test_both_qualities_give_the_same_depth_and_ids() -> None:
    model, camera = clutter(np.random.default_rng(6)), camera_in(np.random.default_rng(6))
    flat, textured = render(model, camera, "flat"), render(model, camera)
    assert flat.depth.tobytes() == textured.depth.tobytes()
    assert flat.ids.tobytes() == textured.ids.tobytes()
    assert not flat.frame.any()
