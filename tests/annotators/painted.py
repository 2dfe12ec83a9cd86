"""Snapshots whose masks are painted by hand, and real transitions."""

import gymnasium as gym
import numpy as np

import flowbench
from flowbench.errors import NothingToAsk
from flowbench.records import Camera, Pixels, Snapshot
from tests import toy

OCCLUSION = "FlowBench-Occlusion-v0"


def painted(masks, colours=None):
    """A picture in which each named mask (H, W) shows an object of that name; later ones lie over earlier ones."""
    height, width = next(iter(masks.values())).shape
    state = toy.scene(
        [toy.box_object(name, (0.0, 0.5, 3.0 + k), (0.5, 1.0, 0.5)) for k, name in enumerate(masks)],
        Camera((0.0, 1.5, 0.0), 0.0, 0.0, 90.0, width, height),
    )
    ids, frame = np.zeros((height, width), np.int32), np.full((height, width, 3), 120, np.uint8)
    for name, mask in masks.items():
        ids[mask] = state.layout.surface_ids[name]
        frame[mask] = (colours or {}).get(name, (120, 120, 120))
    counts = {k: (int((ids == k).sum()),) * 2 for k in state.layout.surface_ids.values()}
    return Snapshot(state, Pixels(frame, np.ones((height, width), np.float32), ids), counts)


def rectangle(shape, left, top, width, height):
    mask = np.zeros(shape, bool)
    mask[top : top + height, left : left + width] = True
    return mask


def solved(scene, wanted, size, seed=3):
    """The transition of the first solved episode in a scene's views."""
    env = gym.make(OCCLUSION, width=size, height=size, disable_env_checker=True)
    planner = flowbench.make_planner(env.spec)
    for view in range(3):
        try:
            observation, info = env.reset(seed=seed, options={"scene": scene, "view": view, "wanted": wanted})
        except NothingToAsk:
            continue
        over = False
        while planner.ideas_left(info) and not over:
            observation, _, terminated, truncated, info = env.step(planner.act(observation, info))
            over = terminated or truncated
            if terminated:
                return info["transition"]
    raise AssertionError(f"no answer in {scene}")
