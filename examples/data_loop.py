"""A training loop's data side in plain NumPy: items made when they are needed, in batches, by several environments.

Each item is exact by construction and made from its seed alone, so that a worker can be handed a share of the seeds
and a run can go on where it stopped.

    python examples/data_loop.py --batches 2 --size 4
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, islice

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

import flowbench

ENV_IDS = ("FlowBench-LeftRight-v0", "FlowBench-CloserTo-v0", "FlowBench-DepthOrder-v0")


def item_of(env: gym.Env, seed: int) -> flowbench.Item | None:
    """The item of an episode that the environment's scripted agent plays; None where it does not get what it wants."""
    planner = flowbench.make_planner(env.spec)
    observation, info = env.reset(seed=seed)
    while planner.ideas_left(info):
        observation, _, terminated, truncated, info = env.step(planner.act(observation, info))
        if terminated:
            return flowbench.annotate(info["transition"])
        if truncated:
            break
    return None


def stream(seeds: Iterable[int], size: int = 224) -> Iterator[flowbench.Item]:
    """Items of three categories in turn, one a seed at most."""
    envs = [gym.make(env_id, scenes="robothor", width=size, height=size) for env_id in ENV_IDS]
    for seed in seeds:
        item = item_of(envs[seed % len(envs)], seed)
        if item is not None:
            yield item


def batches(items: Iterator[flowbench.Item], size: int) -> Iterator[tuple[flowbench.Item, ...]]:
    """Items in batches, for ever."""
    while batch := tuple(islice(items, size)):
        yield batch


def stacked(items: tuple[flowbench.Item, ...]) -> dict[str, NDArray]:
    """A batch as arrays: what a model is shown, and what it is to predict."""
    key = [item.question.values.index(item.answer) for item in items]
    return {
        "image": np.stack([item.images["i0"] for item in items]),  # (B, H, W, 3) uint8
        "depth": np.stack([item.arrays["depth0"] for item in items]),  # (B, H, W) float32, metres
        "flow": np.stack([item.arrays["flow01"] for item in items]),  # (B, H, W, 2) float32, pixels
        "valid": np.stack([item.arrays["valid01"] for item in items]),  # (B, H, W) bool
        "answer": np.array(key),  # (B,) number of the right option
    }


def main() -> None:
    """Print what some batches hold."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--batches", type=int, default=2)
    options.add_argument("--size", type=int, default=4, help="items in a batch")
    options.add_argument("--first-seed", type=int, default=0)
    chosen = options.parse_args()
    answers: Counter[str] = Counter()
    items = stream(count(chosen.first_seed))
    for number, batch in enumerate(islice(batches(items, chosen.size), chosen.batches)):
        arrays = stacked(batch)
        moved = np.abs(arrays["flow"]).max(axis=-1)[arrays["valid"]]
        print(f"batch {number}:", {name: (array.shape, str(array.dtype)) for name, array in arrays.items()})
        print(f"  {100 * (moved > 0).mean():.1f} % of the pixels move, by {moved[moved > 0].mean():.1f} px in the mean")
        for item in batch:
            answers[item.answer] += 1
            print(f"  {item.question.text} {list(item.question.choices)} -> {item.answer}")
    print("answers:", dict(sorted(answers.items())))


if __name__ == "__main__":
    main()
