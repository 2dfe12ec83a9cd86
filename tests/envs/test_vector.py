"""Vector environments: automatic resets, and what is left when they are closed."""

import multiprocessing

import gymnasium as gym
import pytest

from flowbench import registry
from tests.envs.test_all import SMALL

first, *others = registry.ids("rooms")  # the others in the exhaustive run: spawned processes take seconds to start
every_id = pytest.mark.parametrize("env_id", [first, *(pytest.param(name, marks=pytest.mark.slow) for name in others)])
PINNED = {"scene": "FloorPlan212", "view": 1}
RESETS = 6


def make(env_id, mode, **more):
    kwargs = {"vector_kwargs": {"context": "spawn"}} if mode == "async" else {}
    return gym.make_vec(f"flowbench:{env_id}", vectorization_mode=mode, **SMALL, **kwargs, **more)


def starts(envs, options):
    """The (scene, view) of each environment at its first start and at each automatic reset."""
    _, infos = envs.reset(seed=[3, 4], options=options)
    envs.set_attr("render_budget", 1)
    still = envs.action_space.sample() * 0
    found = [places(infos)]
    while len(found) <= RESETS:
        assert envs.step(still)[3].all()
        found.append(places(envs.step(still)[4]))
    return found


def places(infos):
    return list(zip(infos["options"]["scene"], infos["options"]["view"], strict=True))


# trouble report R04: options hold for one episode, arguments of the constructor for all
@every_id
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_an_automatic_reset_forgets_the_options_but_not_the_arguments(env_id, mode):
    envs = make(env_id, mode, num_envs=2)
    try:
        pinned, *later = starts(envs, PINNED)
    finally:
        envs.close()
    assert pinned == [("FloorPlan212", 1)] * 2
    assert len({place for pair in later for place in pair}) > 2
    assert {scene for pair in later for scene, _ in pair} <= set(SMALL["scenes"])
    assert multiprocessing.active_children() == []


# trouble report R03
@every_id
def test_four_spawned_environments_leave_no_process_behind(env_id):
    envs = make(env_id, "async", num_envs=4)
    envs.reset(seed=0)
    envs.step(envs.action_space.sample())
    assert len(multiprocessing.active_children()) == 4
    envs.close()
    assert multiprocessing.active_children() == []
