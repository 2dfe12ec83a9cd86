"""Which transitions can be annotated, and what is said of those that cannot."""

import gymnasium as gym
import numpy as np
import pytest

import flowbench
from flowbench.errors import BadValue


def test_a_failed_step_is_refused_with_the_reason_and_the_remedy():
    env = gym.make("FlowBench-NearObject-v0", width=64, height=64, scenes=["FloorPlan1"], disable_env_checker=True)
    env.reset(seed=0)
    *_, info = env.step(np.zeros(3, np.float32))
    with pytest.raises(BadValue, match=r"no answer \(short move: 0\.00 m\).*terminated=True.*Step on, or reset"):
        flowbench.annotate(info["transition"])
