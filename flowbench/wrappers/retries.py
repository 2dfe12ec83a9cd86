"""Episodes that a wrapper chooses from: those that follow from a seed, and what a scripted agent makes of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flowbench import seeding
from flowbench.envs.probe import unchanged
from flowbench.errors import NothingToAsk
from flowbench.planners import Planner
from flowbench.records import Transition
from flowbench.wrappers.kinds import AnyEnv

MOST_TRIES = 64

Start = tuple[Any, dict[str, Any]]  # observation, info


@dataclass(frozen=True, eq=False)
class Played:
    """An episode that a scripted agent brought to its goal: the last transition, and its actions."""

    transition: Transition
    actions: tuple[Any, ...]


def starts(env: AnyEnv, seed: int | None, options: dict[str, Any] | None) -> Iterator[Start]:
    """The episode of a seed (or the next), then at most 63 others whose seeds follow from its own.

    `info["seed"]` of each gives that very episode again. Whichever is taken, the generator of the environment is left
    as after the first.
    """
    observation, info = env.reset(seed=seed, options=options)
    yield observation, info
    base: Any = env.unwrapped
    generator, number = base._np_random, base._np_random_seed
    first = int(info["seed"])
    for attempt in range(1, MOST_TRIES):
        try:
            start = env.reset(seed=_following(first, attempt), options=options)
        except NothingToAsk:
            continue
        finally:
            base._np_random, base._np_random_seed = generator, number
        yield start


def _following(seed: int, attempt: int) -> int:
    """A seed of 63 bits that belongs to another one and the number of an attempt."""
    return int.from_bytes(seeding.digest(seed, "another start", attempt)[:8], "little") >> 1


def play(env: AnyEnv, planner: Planner, observation: Any, info: dict[str, Any]) -> Played | None:
    """Let a scripted agent play the running episode to its end, then put the episode back.

    Returns:
        What it did, or None where it did not reach the goal.
    """
    base: Any = env.unwrapped
    actions = []
    with unchanged(base):
        while planner.ideas_left(info):
            actions.append(planner.act(observation, info))
            observation, _, terminated, truncated, info = base.step(actions[-1])
            if terminated or truncated:
                return Played(info["transition"], tuple(actions)) if _is_won(info["transition"]) else None
    return None


def _is_won(transition: Transition) -> bool:
    return transition.verdict.answer == transition.task.wanted
