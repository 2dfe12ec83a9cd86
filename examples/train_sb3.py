"""Train an agent with Stable-Baselines3 on FlowBench-ContactWall-v0, and compare it on seeds it has never seen.

    pip install 'flowbench-gym[rl]'
    python examples/train_sb3.py --cpu-minutes 10

The agent sees numbers (`observation="table"`, nothing is drawn) and moves the object in one of eight directions by 0.15
to 2 m. Every attempt starts from the first state, so the agent is shown that state at each and learns which moves are
worth trying there. `Solvable` keeps out tasks that cannot be won.
"""

import argparse
import json
import math
import time
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

import flowbench
from flowbench.wrappers import DiscreteMotions, Solvable

ENV_ID = "FlowBench-ContactWall-v0"
ROOMS = ("FloorPlan3", "FloorPlan207", "FloorPlan318", "FloorPlan427")  # a kitchen, living room, bedroom and bathroom
TURNS = 8  # directions, 45 degrees apart
LENGTHS_M = np.arange(0.15, 2.0, 0.05).round(2).tolist()
MOTIONS = [
    [round(length * math.cos(turn), 2), 0.0, round(length * math.sin(turn), 2)]
    for turn in (2.0 * math.pi * k / TURNS for k in range(TURNS))
    for length in LENGTHS_M
]
TRAINING_SEEDS = range(0, 600)
HELD_OUT_SEEDS = range(1_000_000, 1_000_500)
COPIES = 16  # environments that practise side by side in one process
ROWS, COLUMNS = 12, slice(1, 10)  # of `objects`: the mover, then what is seen most; types, places, sizes, turns
SCALE = np.array([100.0, 5.0, 5.0, 5.0, 2.0, 2.0, 2.0, 1.0, 1.0])

Policy = Callable[[NDArray[np.float32], dict[str, Any]], Any]


def make(scenes: Sequence[str] = ROOMS, reward: str = "shaped") -> Solvable:
    """The environment without pictures, only with tasks that have been won."""
    return Solvable(gym.make(ENV_ID, scenes=list(scenes), observation="table", reward=reward))


def features(observation: dict[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    """The mover and the objects seen most, about 1 in size, and which answer is wanted."""
    objects = (observation["objects"].reshape(-1, 20)[:ROWS, COLUMNS] / SCALE).ravel()
    return np.append(objects, observation["task"][1]).astype(np.float32)


class Tasks:
    """The episodes of given seeds, drawn once, and what has come of the motions tried in them.

    The same motion of the same task comes out the same, so nothing is simulated twice.
    """

    def __init__(self, env: gym.Env, seeds: Sequence[int]) -> None:
        self.env, self.table = env, DiscreteMotions(env, MOTIONS)
        self.starts = []
        for seed in seeds:
            observation, info = env.reset(seed=seed)
            self.starts.append((env.unwrapped.clone_state(), features(observation), info))
        self._outcomes: dict[tuple[Hashable, bytes], tuple[float, bool]] = {}

    def outcome(self, number: int, action: NDArray[np.float32]) -> tuple[float, bool]:
        """The reward of an action in an episode, and whether it wins."""
        state, _, info = self.starts[number]
        key = (task_of(info), np.asarray(action, dtype=np.float32).tobytes())
        if key not in self._outcomes:
            self.env.unwrapped.restore_state(state)
            _, reward, won, _, _ = self.env.step(action)
            self._outcomes[key] = float(reward), won
        return self._outcomes[key]


class Pool(gym.Env):
    """Takes up episodes of some tasks again, in a drawn order; observations are `features` of the first state.

    Actions are those of the room, or with `tabled` numbers of the table of motions.
    """

    def __init__(self, tasks: Tasks, tabled: bool) -> None:
        self.tasks = tasks
        self._action = tasks.table.action if tabled else np.asarray
        self.action_space = tasks.table.action_space if tabled else tasks.env.action_space
        self.observation_space = gym.spaces.Box(-20.0, 20.0, tasks.starts[0][1].shape, np.float32)
        self.recent: deque[bool] = deque(maxlen=100)  # which of the last episodes were won
        self._rng, self._now, self._attempts = np.random.default_rng(0), 0, 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Take up one of the episodes: a drawn one, or number `options["number"]`."""
        self._rng = self._rng if seed is None else np.random.default_rng(seed)
        drawn = int(self._rng.integers(len(self.tasks.starts)))
        self._now, self._attempts = drawn if options is None else int(options["number"]), 0
        _, seen, info = self.tasks.starts[self._now]
        return seen, dict(info)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Attempt a motion; what is seen is always the start, from which the next attempt begins too."""
        _, seen, info = self.tasks.starts[self._now]
        reward, won = self.tasks.outcome(self._now, self._action(action))
        self._attempts += 1
        cut = not won and self._attempts >= self.tasks.env.unwrapped.render_budget
        if won or cut:
            self.recent.append(won)
        return seen, reward, won, cut, info | {"step": self._attempts}


def task_of(info: dict[str, Any]) -> Hashable:
    """What makes a task another one: the view, the mover and the wanted answer."""
    return info["options"]["scene"], info["options"]["view"], info["task"].mover, info["task"].wanted


def wins(env: gym.Env, policy: Policy, count: int) -> list[tuple[str, bool]]:
    """The wanted answer of each episode of a pool, and whether the policy brought it about."""
    results = []
    for number in range(count):
        observation, info = env.reset(options={"number": number})
        wanted, done, won = info["task"].wanted, False, False
        while not done:
            observation, _, won, cut, info = env.step(policy(observation, info))
            done = won or cut
        results.append((wanted, won))
    return results


def shares(results: Sequence[tuple[str, bool]], new: Sequence[bool]) -> dict[str, float | None]:
    """Percent of the episodes won: of all, by the answer that was wanted, and of those with a task never practised."""
    return {
        "all": percent([won for _, won in results]),
        "contact": percent([won for answer, won in results if answer == "yes"]),
        "no_contact": percent([won for answer, won in results if answer == "no"]),
        "new_tasks": percent([won for (_, won), is_new in zip(results, new, strict=True) if is_new]),
    }


def train(tasks: Tasks, cpu_seconds: float, seed: int) -> tuple[Any, int]:
    """A PPO agent after so many seconds of this process's processor time, and how many attempts it made."""
    import torch
    from stable_baselines3 import PPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import DummyVecEnv

    pools = [Pool(tasks, tabled=True) for _ in range(COPIES)]

    class UntilTimeIsUp(BaseCallback):
        def _on_rollout_start(self) -> None:
            recent = [won for pool in pools for won in pool.recent]
            tell({"attempts": self.num_timesteps, "cpu_s": cpu_s(), "won_percent": percent(recent)})

        def _on_step(self) -> bool:
            return time.process_time() < cpu_seconds

    torch.set_num_threads(1)
    model = PPO(
        "MlpPolicy",
        DummyVecEnv([lambda pool=pool: pool for pool in pools]),
        n_steps=8192 // COPIES,
        batch_size=1024,
        n_epochs=6,
        learning_rate=7e-4,
        gamma=0.0,  # an attempt changes nothing for the next
        gae_lambda=0.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
    )
    model.learn(10**9, callback=UntilTimeIsUp())
    return model, model.num_timesteps


def percent(won: Sequence[bool]) -> float | None:
    """Percent of the episodes won, or None without any."""
    return round(100.0 * float(np.mean(won)), 1) if len(won) else None


def cpu_s() -> int:
    """Processor time of this process so far, seconds."""
    return round(time.process_time())


def tell(facts: dict[str, Any]) -> None:
    """Print a line of JSON."""
    print(json.dumps(facts), flush=True)


def main() -> None:
    """Train, then play the held-out seeds with every agent."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument(
        "--cpu-minutes", type=float, default=10.0, help="of this process, drawing of episodes included"
    )
    options.add_argument("--held-out", type=int, default=len(HELD_OUT_SEEDS), help="seeds to play")
    options.add_argument("--training", type=int, default=len(TRAINING_SEEDS), help="episodes to train on")
    options.add_argument("--seed", type=int, default=0)
    chosen = options.parse_args()
    practice = Tasks(make(), TRAINING_SEEDS[: chosen.training])
    model, attempts = train(practice, 60.0 * chosen.cpu_minutes, chosen.seed)
    tell({"attempts": attempts, "cpu_s": cpu_s()})

    rng = np.random.default_rng(chosen.seed)
    held_out = Tasks(make(), HELD_OUT_SEEDS[: chosen.held_out])
    practised = {task_of(info) for _, _, info in practice.starts}
    new = [task_of(info) not in practised for _, _, info in held_out.starts]
    tell({"tasks_practised": len(practised), "held_out_episodes": len(new), "with_a_new_task": sum(new)})
    plain, tabled = Pool(held_out, tabled=False), Pool(held_out, tabled=True)
    agents: dict[str, tuple[gym.Env, Policy]] = {
        "random": (plain, lambda seen, info: rng.uniform(-1.0, 1.0, 3).astype(np.float32)),
        "random, from the table of motions": (tabled, lambda seen, info: int(rng.integers(len(MOTIONS)))),
        "PPO": (tabled, lambda seen, info: int(model.predict(seen, deterministic=False)[0])),
        "scripted planner": (plain, flowbench.make_planner(ENV_ID).act),
    }
    for name, (env, policy) in agents.items():
        results = wins(env, policy, len(new))
        tell({"agent": name, **shares(results, new)})


if __name__ == "__main__":
    main()
