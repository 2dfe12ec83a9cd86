"""The examples run as they are, without a warning, and show what they say they show."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name, *arguments):
    """What an example prints."""
    command = [sys.executable, "-W", "error", str(EXAMPLES / f"{name}.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_probing_finds_a_move_that_does_what_is_wanted():
    told = run("probing_counterfactual_moves")
    assert len(re.findall(r"^ *\d+ right", told, re.MULTILINE)) == 24
    assert re.search(r"^Made number \d+: reward 1, ended True\. Move the bowl", told, re.MULTILINE)


def test_the_data_loop_makes_batches():
    told = run("data_loop", "--batches", "2", "--size", "2")
    assert told.count("'flow': ((2, 224, 224, 2), 'float32')") == 2 and told.count(" -> ") == 4


def test_a_category_of_one_s_own_has_all_that_the_others_have():
    told = run("own_category")
    assert "replayed: 2 equal" in told and "the object at the" in told and "Answer with the letter only." in told


def test_the_training_script_trains_and_compares():
    pytest.importorskip("stable_baselines3", reason="needs the extra rl")
    told = run("train_sb3", "--cpu-minutes", "0.5", "--training", "4", "--held-out", "2")
    assert told.count('"agent"') == 4


def test_the_motions_of_the_training_script_are_those_it_says():
    spec = importlib.util.spec_from_file_location("train_sb3", EXAMPLES / "train_sb3.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert len(script.MOTIONS) == script.TURNS * len(script.LENGTHS_M) == 296
    assert not set(script.TRAINING_SEEDS) & set(script.HELD_OUT_SEEDS) and len(script.HELD_OUT_SEEDS) == 500


def test_every_example_is_tried_here():
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {
        "probing_counterfactual_moves", "data_loop", "own_category", "train_sb3",
    }  # fmt: skip
