"""What one attempt at a motion costs: collision check, pose check, settling, teleport, picture and label. One thread.

    python benchmarks/attempt.py [SCENE]

Medians of process time; the picture is 800 x 800 `flat`.
"""

import argparse
import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import statistics  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable  # noqa: E402

import gymnasium as gym  # noqa: E402

import flowbench  # noqa: E402
from flowbench.geometry.check_pose import check_free, check_pose  # noqa: E402
from flowbench.geometry.motion import moved_poses  # noqa: E402
from flowbench.physics.settle import settle  # noqa: E402
from flowbench.planners.rooms.base import as_action  # noqa: E402
from flowbench.rules.rooms import occlusion  # noqa: E402

RUNS = 60


def main() -> None:
    """Measure and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="?", default="FloorPlan1")
    name = parser.parse_args().scene
    env = gym.make("FlowBench-Occlusion-v0", scenes=[name], quality="flat", compound=False).unwrapped
    _, info = env.reset(seed=0)
    scene, task = info["scene"], info["task"]
    witnesses = list(occlusion.witnesses(scene, task.mover, task.landmarks[0], task.wanted))
    poses = [moved_poses(scene, witness.motion)[task.mover] for witness in witnesses]
    action, start = as_action(witnesses[0].motion), env.clone_state()

    def attempt() -> None:
        env.restore_state(start)
        env.step(action)

    print(
        f"{name}: {len(scene.poses)} objects, mover {task.mover}, {len(poses)} poses, flowbench {flowbench.__version__}"
    )
    rows = {
        "collision check": (lambda k: check_free(scene, task.mover, poses[k % len(poses)]), 1e6, "us"),
        "collision and support": (lambda k: check_pose(scene, task.mover, poses[k % len(poses)]), 1e6, "us"),
        "settle": (lambda k: settle(scene, task.mover, poses[k % len(poses)]), 1e3, "ms"),
        "attempt: teleport, settle, picture, label": (lambda k: attempt(), 1e3, "ms"),
    }
    for title, (work, scale, unit) in rows.items():
        print(f"{title:45}{median(work) * scale:10.2f} {unit}")


def median(work: Callable[[int], object]) -> float:
    """Median processor time of one call, seconds."""
    work(0)
    times = []
    for k in range(RUNS):
        started = time.process_time_ns()
        work(k)
        times.append((time.process_time_ns() - started) / 1e9)
    return statistics.median(times)


if __name__ == "__main__":
    main()
