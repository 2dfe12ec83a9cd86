import subprocess
import sys

import gymnasium as gym
import pytest

import flowbench
from flowbench import registry
from flowbench.errors import BadValue, UnknownName

OCCLUSION = "FlowBench-Occlusion-v0"


def test_entries_resolve():
    for env_id in registry.ids():
        entry = registry.entry(env_id)
        assert all(registry.resolve(part) for part in (entry.env, entry.rule, entry.planner, entry.annotator))


def test_unknown_id_offers_the_nearest():
    with pytest.raises(UnknownName, match="Did you mean 'FlowBench-Occlusion-v0'"):
        registry.entry("FlowBench-Oclusion-v0")


def test_registering_twice_is_once_and_never_another():
    entry = registry.entry(OCCLUSION)
    flowbench.register(entry)
    with pytest.raises(BadValue, match="registered already"):
        flowbench.register(flowbench.Entry(OCCLUSION, "rooms", "a:b", "c", "d:e", "f:g"))


def test_spec_survives_json():
    spec = gym.spec(OCCLUSION)
    assert type(spec).from_json(spec.to_json()).id == OCCLUSION


# trouble report R42
def test_import_is_light():
    code = (
        "import gymnasium, sys, time; t = time.perf_counter(); import flowbench; d = time.perf_counter() - t;"
        "heavy = {'numba', 'mujoco', 'cv2', 'trimesh', 'shapely', 'PIL', 'typer', 'pyarrow', 'networkx'};"
        "heavy &= set(sys.modules);"
        "print(sorted(heavy), d < 0.5)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] True"


# trouble report R03
def test_bare_id_works_with_the_module_prefix():
    code = "import gymnasium as gym; print(gym.make('flowbench:FlowBench-Occlusion-v0').spec.id)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == OCCLUSION


def test_public_names_resolve_and_unknown_ones_do_not():
    assert all(getattr(flowbench, name) for name in flowbench.__all__)
    assert dir(flowbench) == sorted(flowbench.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        flowbench.nothing  # noqa: B018
