import pickle
import subprocess
import sys

import pytest

from flowbench import errors
from tests import toy

SCENE = toy.scene([toy.box_object("Box|1", (0.0, 0.25, 3.0), (0.5, 0.5, 0.5))])
LOAD = """
import pickle, sys
from tests import toy
scene = toy.scene([toy.box_object("Box|1", (0.0, 0.25, 3.0), (0.5, 0.5, 0.5))])
travelled = pickle.loads(sys.stdin.buffer.read())
print(travelled == scene, hash(travelled) == hash(scene), travelled in {scene})
"""


@pytest.mark.parametrize("seed", ["0", "1"])
def test_equal_scenes_are_one_key_also_after_a_journey(seed):
    hash(SCENE)
    done = subprocess.run(
        [sys.executable, "-c", LOAD], input=pickle.dumps(SCENE), env={"PYTHONHASHSEED": seed}, capture_output=True
    )
    assert done.stdout.split() == [b"True"] * 3, done.stderr


def test_a_moved_scene_is_another():
    moved = SCENE.with_poses({"Box|1": SCENE.pose("Box|1").__class__((1.0, 0.0, 3.0))})
    assert moved != SCENE and moved == pickle.loads(pickle.dumps(moved))


@pytest.mark.parametrize(
    "error",
    [
        errors.UnknownName.among("scene", "X", ["A", "B"], "Try."),
        errors.MissingExtra.of("av", "video"),
        errors.BadValue("b"),
        errors.NothingToAsk("n"),
        errors.SimulatorError("s"),
        errors.StoreError("t"),
    ],
)
def test_errors_pickle(error):
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error) and str(copy) == str(error)
