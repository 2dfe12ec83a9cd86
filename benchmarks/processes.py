"""How long processes take: cases, judging, environment steps, frames and clips. Wall and CPU seconds, one thread.

python benchmarks/processes.py [--tasks maze_square,hanoi_tower] [--clips]
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import gymnasium

import flowbench  # noqa: F401 - registers the environments
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.drawing.painter import draw_clip, film_clip
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.levels import LEVELS
from flowbench.rules.processes.process import STYLES
from flowbench.rules.processes.prompts import plan
from flowbench.rules.processes.table import env_id_of, process, processes

CASES = 10  # of each level
STEPS = 2000


def timed(call):
    wall, cpu = time.perf_counter(), time.process_time()
    value = call()
    return value, time.perf_counter() - wall, time.process_time() - cpu


def measure_logic(name):
    """Milliseconds of CPU a case to draw and solve, a clip to make, and a clip to judge; median and slowest."""
    rules = process(name)
    rows = []
    for level in LEVELS:
        for index in range(1, CASES + 1):
            case, _, drawn = timed(lambda level=level, index=index: draw_case(name, level, index))
            clip, _, made = timed(lambda case=case: animate(rules, case.instance, case.case_id, plan(case)))
            verdict, _, judged = timed(lambda case=case, clip=clip: judge(case, clip))
            assert verdict.success, case.case_id
            rows.append((drawn, made, judged))
    return [(1e3 * statistics.median(column), 1e3 * max(column)) for column in zip(*rows, strict=True)]


def measure_steps(name):
    """Environment steps a CPU second, state observations, random legal actions."""
    env = gymnasium.make(env_id_of(name), max_steps=10**5).unwrapped
    observation, _ = env.reset(seed=0)
    env.action_space.seed(0)
    taken, start = 0, time.process_time()
    for _ in range(STEPS):
        if not observation["action_mask"].any():
            observation, _ = env.reset()
            continue
        observation, _, terminated, truncated, _ = env.step(env.action_space.sample(observation["action_mask"]))
        taken += 1
        if terminated or truncated:
            observation, _ = env.reset()
    return taken / (time.process_time() - start)


def measure_style(name, style, clips):
    """Milliseconds a frame (wall, CPU), and the seconds of a clip with encoding (wall, CPU) if asked for."""
    rules, case = process(name), draw_case(name, "mid", 1)
    clip = animate(rules, case.instance, case.case_id, plan(case))
    for _ in draw_clip(rules.looks, style, clip.with_scenes([clip.frames[0].entities] * 2)):
        pass
    count, wall, cpu = timed(lambda: sum(1 for _ in draw_clip(rules.looks, style, clip)))
    told = f"{style}: {count} frames, {1e3 * wall / count:.1f} ms a frame ({1e3 * cpu / count:.1f} CPU)"
    if clips:
        with tempfile.TemporaryDirectory() as folder:
            _, wall, cpu = timed(lambda: film_clip(rules.looks, style, clip, Path(folder) / "clip.mp4"))
        told += f", clip {wall:.2f} s ({cpu:.2f} CPU)"
    return told


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", default=",".join(processes()))
    parser.add_argument("--clips", action="store_true")
    options = parser.parse_args()
    for name in options.tasks.split(","):
        parts = zip(("case", "clip", "judge"), measure_logic(name), strict=True)
        logic = ", ".join(f"{part} {middle:.1f} (at most {most:.1f})" for part, (middle, most) in parts)
        print(f"{name}: CPU ms {logic}; {measure_steps(name):,.0f} steps/s", flush=True)
        for style in STYLES:
            print(f"  {measure_style(name, style, options.clips)}", flush=True)


if __name__ == "__main__":
    main()
