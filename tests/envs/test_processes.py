"""What a fresh interpreter makes of the environments: the same instances, and without a screen."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flowbench import registry

ROOT = Path(__file__).parents[2]
INSTANCES = """
import hashlib, json, pickle, random, sys
import gymnasium as gym, numpy as np
import flowbench
from flowbench import registry

def digest(seen):
    observation, *facts = seen
    arrays = b"".join(name.encode() + observation[name].tobytes() for name in sorted(observation))
    return hashlib.sha256(arrays + repr(facts).encode()).hexdigest()

def instance(env, planner, seed):
    observation, info = env.reset(seed=seed)
    start = digest((observation, info["scene"].poses, info["scene"].camera, info["task"], info["options"]))
    observation, reward, *_, info = env.step(planner.act(observation, info))
    transition = info["transition"]
    words = flowbench.annotate(transition).question if transition.verdict.answer else ""
    return [start, digest((observation, reward, transition.verdict, transition.attempt, words))]

count, disturbed = int(sys.argv[1]), sys.argv[2] == "disturbed"
if disturbed:
    np.random.seed(99), random.seed(99)
before = pickle.dumps((np.random.get_state(), random.getstate()))
found = {}
for env_id in registry.ids("rooms"):
    env = gym.make(env_id, width=100, height=100, scenes=["FloorPlan1", "FloorPlan212", "FloorPlan301"])
    planner = flowbench.make_planner(env.spec)
    found[env_id] = [instance(env, planner, 7 if k == 0 else None) for k in range(count)]
print(json.dumps({"instances": found, "untouched": before == pickle.dumps((np.random.get_state(), random.getstate()))}))
"""
WITHOUT_A_SCREEN = """
import json, os, sys, threading
from pathlib import Path
import gymnasium as gym
import flowbench
from flowbench import registry
from flowbench.render.drawing import label

pictures = {}

def draw(env_id):
    make = lambda: gym.make(env_id, width=100, height=100, scenes=["FloorPlan1"], render_mode="rgb_array")
    one, other = make(), make()
    one.reset(seed=0), other.reset(seed=0)
    frame = one.render()
    one.close()
    pictures[env_id] = [float(frame.std()), bool((other.render() == frame).all())]
    assert (label(frame, "mug", (4, 4)) != frame).any()

for env_id in registry.ids("rooms"):
    thread = threading.Thread(target=draw, args=(env_id,))
    thread.start()
    thread.join()
screens = ("matplotlib", "tkinter", "pygame", "OpenGL", "moderngl", "torch", "ai2thor", "sounddevice")
libraries = ("libX11", "libwayland", "libGL.", "libEGL", "libOSMesa", "libvulkan", "libasound", "libpulse")
maps = Path("/proc/self/maps")
mapped = maps.read_text() if maps.exists() else ""
print(json.dumps({
    "pictures": pictures,
    "loaded": [name for name in screens if name in sys.modules] + [name for name in libraries if name in mapped],
    "backend": os.environ["MPLBACKEND"],
}))
"""


def run(code, *arguments, environment=None, **more):
    surroundings = {**os.environ, **more} if environment is None else environment
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


# trouble report R02
@pytest.mark.parametrize("count", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_instances_depend_neither_on_the_process_nor_on_global_random_numbers(count):
    unset = {name: value for name, value in os.environ.items() if name != "PYTHONHASHSEED"}
    runs = [
        run(INSTANCES, count, "as it is", PYTHONHASHSEED="0"),
        run(INSTANCES, count, "as it is", PYTHONHASHSEED="1"),
        run(INSTANCES, count, "disturbed", environment=unset),
    ]
    assert runs[0]["instances"] == runs[1]["instances"] == runs[2]["instances"]
    assert all(result["untouched"] for result in runs)
    for instances in runs[0]["instances"].values():
        assert len({start for start, _ in instances}) > count / 2


# trouble report R42
def test_pictures_need_no_screen_no_home_and_no_fonts():
    nowhere = {name: "/proc/nowhere" for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
    bare = {"PATH": os.environ["PATH"], "MPLBACKEND": "TkAgg", "FONTCONFIG_FILE": os.devnull, **nowhere}
    result = run(WITHOUT_A_SCREEN, environment=bare)
    assert result["loaded"] == [] and result["backend"] == "TkAgg"
    ours = {env_id for env_id in registry.ids("rooms") if env_id.startswith("FlowBench-")}  # others may be registered
    assert set(result["pictures"]) == ours
    assert all(spread > 10 and unharmed for spread, unharmed in result["pictures"].values())
