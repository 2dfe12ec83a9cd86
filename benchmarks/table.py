"""Steps a second without pictures (`observation="table"`): medians of wall and processor time. One thread.

    python benchmarks/table.py [--steps 600]

Actions are uniform in the action space ("any"), as an untrained agent's are, and level slides of up to 0.8 m an axis
("slides"), of which about a quarter succeed. A move that succeeds is settled by MuJoCo, which takes most of its time.
"""

import argparse
import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import time  # noqa: E402

import gymnasium as gym  # noqa: E402
import numpy as np  # noqa: E402

from flowbench import registry  # noqa: E402
from flowbench.errors import BadValue  # noqa: E402

SCENES = ["FloorPlan1", "FloorPlan203", "FloorPlan305", "FloorPlan405"]
SEEDS = 20
SLIDE = np.array([0.4, 0.0, 0.4])


def main() -> None:
    """Measure and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=600)
    steps = parser.parse_args().steps
    print(f"{'':27}{'actions':9}{'succeed':>8}{'wall, ms':>10}{'CPU, ms':>10}{'steps/s':>9}{'mean steps/s':>14}")
    for env_id in registry.ids("rooms"):
        for name, scale in (("any", np.ones(3)), ("slides", SLIDE)):
            try:
                row = measure(env_id, scale, steps)
            except BadValue:
                continue  # judged by masks: it has no such observation
            wall, cpu, succeeded = row
            print(
                f"{env_id:27}{name:9}{succeeded.mean():8.2f}{1e3 * np.median(wall):10.2f}{1e3 * np.median(cpu):10.2f}"
                f"{1.0 / np.median(cpu):9.0f}{1.0 / cpu.mean():14.0f}"
            )


def measure(env_id: str, scale: np.ndarray, steps: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Wall and processor time of each step, seconds, and whether it succeeded; resets apart, all compiled before."""
    kwargs = {"ends": False, "motions": "translation"} if "Sandbox" in env_id else {}
    env = gym.make(env_id, scenes=SCENES, observation="table", disable_env_checker=True, **kwargs).unwrapped
    rng, rows = np.random.default_rng(0), list[tuple[float, float, bool]]()
    seed, over = 0, True
    while len(rows) < steps + 50:
        if over:
            env.reset(seed=seed % SEEDS)
            seed += 1
        action = rng.uniform(-1.0, 1.0, env.action_space.shape)
        offset = 1 if len(action) > 3 else 0
        action[offset : offset + 3] *= scale
        action[3 + offset :] = -1.0
        wall, cpu = time.perf_counter(), time.process_time()
        *_, terminated, truncated, info = env.step(action.astype(np.float32))
        rows.append((time.perf_counter() - wall, time.process_time() - cpu, info["transition"].attempt.success))
        over = terminated or truncated
    wall, cpu, succeeded = np.array(rows[50:], dtype=float).T
    return wall, cpu, succeeded


if __name__ == "__main__":
    main()
