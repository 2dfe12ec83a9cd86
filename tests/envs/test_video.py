"""Recorders around an environment: real frames, and nothing broken when somebody forgets to close."""

import gc
import sys
import types

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.wrappers import RecordVideo

from flowbench import registry
from tests.envs.test_all import SMALL

every_id = pytest.mark.parametrize("env_id", registry.ids("rooms"))


@pytest.fixture
def films(monkeypatch):
    """The frames of every film Gymnasium hands to its encoder, which is not needed here."""
    written = []

    class ImageSequenceClip:
        def __init__(self, frames, fps):
            self.frames = frames

        def write_videofile(self, path, **_):
            written.append(list(self.frames))

    encoder = types.ModuleType("moviepy.video.io.ImageSequenceClip")
    encoder.ImageSequenceClip = ImageSequenceClip
    for name in ("moviepy", "moviepy.video", "moviepy.video.io"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, encoder.__name__, encoder)
    return written


def recorded(env_id, folder):
    env = gym.make(env_id, render_mode="rgb_array", **SMALL)
    env.unwrapped.render_budget = 1
    return RecordVideo(env, str(folder / "films"), episode_trigger=lambda episode: True, disable_logger=True)


# trouble report R05
@every_id
def test_an_episode_of_one_step_is_a_film_of_two_pictures(env_id, tmp_path, films):
    env = recorded(env_id, tmp_path)
    env.reset(seed=0)
    assert env.step(np.zeros(env.action_space.shape, np.float32))[3]
    env.close()
    assert [len(film) for film in films] == [2]
    assert all(frame.shape == (120, 120, 3) and frame.std() > 10 for film in films for frame in film)
    env.unwrapped.reset(seed=0)  # closing the recorder leaves an environment that can be reset
    assert (env.unwrapped.render() == films[0][0]).all()


# trouble report R05
@every_id
def test_a_forgotten_close_costs_nothing_but_the_film(env_id, tmp_path, films):
    env = recorded(env_id, tmp_path)
    env.reset(seed=0)
    env.step(np.zeros(env.action_space.shape, np.float32))
    inner = env.unwrapped
    with pytest.warns(UserWarning, match="Unable to save last video"):
        del env
        gc.collect()
    inner.reset(seed=1)
    assert inner.render().std() > 10
