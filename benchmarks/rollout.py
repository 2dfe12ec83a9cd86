"""How fast a roll-out is: items a second with one and two workers, peak memory, and where processor time goes.

    python benchmarks/rollout.py --scenes ithor --count 60
    python benchmarks/rollout.py --scenes FloorPlan1,FloorPlan201 --count 6 --size 300

Each run starts in a process of its own, after one small run that compiles everything.
"""

import argparse
import json
import multiprocessing
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

STAGES = (  # name, module, attribute that is timed; a stage's own time is without that of the stages inside it
    ("positioning of views", "flowbench.envs.rooms.base", "views"),
    ("loading and looking", "flowbench.envs.rooms.base", "RoomEnv._look"),
    ("reset: proposals and the rest", "flowbench.envs.rooms.base", "RoomEnv.reset"),
    ("attempts", "flowbench.envs.rooms.base", "RoomEnv.step"),
    ("slots: planner and the rest", "flowbench.datasets.runners", "run_slot"),
    ("labels and flow", "flowbench.datasets.runners", "annotate"),
    ("digests", "flowbench.datasets.runners", "episode_of"),
    ("PNG", "flowbench.datasets.item_files", "write_png"),
    ("arrays", "flowbench.datasets.item_files", "write_npz"),
    ("files and fsync", "flowbench.datasets.work", "fill_folder"),
    ("commits", "flowbench.datasets.writer", "commit_shard"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--env", default="FlowBench-Occlusion-v0")
    parser.add_argument("--scenes", default="ithor")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--views", type=int, default=10)
    parser.add_argument("--size", type=int, default=800)
    parser.add_argument("--preset", default="balanced")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each kind; medians are printed")
    parser.add_argument("--only", choices=("1", "2", "stages"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.only == "stages":
        print(json.dumps(profile(given)))
    elif given.only:
        print(json.dumps(measure(given, int(given.only))))
    else:
        report(given)


def report(given: argparse.Namespace) -> None:
    print(f"{given.env}, {given.scenes}, {given.views} views, {given.size} x {given.size}, {given.count} items")
    digests = set()
    for workers in ("1", "2"):
        runs = [in_process(workers) for _ in range(given.repeat)]
        rate = statistics.median(run["items_per_s"] for run in runs)
        peaks = "; ".join(", ".join(f"{mb} MB" for mb in run["peaks_mb"]) for run in runs)
        digests |= {run["digest"] for run in runs}
        cpu = statistics.median(run["cpu_s_per_item"] for run in runs)
        print(f"{workers} worker(s): {rate:.2f} items/s, {cpu:.3f} s of processor time each (median of {given.repeat})")
        print(f"  peak memory {peaks}")
    print("one digest" if len(digests) == 1 else f"DIFFERENT digests: {sorted(digests)}")
    stages = in_process("stages")
    whole = sum(stages.values())
    for name, seconds in sorted(stages.items(), key=lambda pair: -pair[1]):
        print(f"{name:<32} {100 * seconds / whole:5.1f} %  {1000 * seconds / given.count:7.1f} ms an item")


def in_process(kind: str) -> dict[str, Any]:
    command = [sys.executable, __file__, *sys.argv[1:], "--only", kind]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def measure(given: argparse.Namespace, workers: int) -> dict[str, Any]:
    peaks: dict[int, int] = {}
    over = threading.Event()
    watcher = threading.Thread(target=watch, args=(peaks, over))
    roll_out(given, 1, 1)
    watcher.start()
    start, before = time.perf_counter(), processor_s()
    result = roll_out(given, given.count, workers)
    seconds, cpu_s = time.perf_counter() - start, processor_s() - before
    over.set()
    watcher.join()
    return {
        "items_per_s": result.items / seconds,
        "cpu_s_per_item": cpu_s / result.items,
        "peaks_mb": list(peaks.values()),
        "digest": result.digest,
    }


def processor_s() -> float:
    """Processor time of this process and of the workers that have ended."""
    return sum(os.times()[:4])


def watch(peaks: dict[int, int], over: threading.Event) -> None:
    """Note the peak memory of this process (where slots run when there is one worker) and of its workers."""
    while not over.wait(0.2):
        for process in (multiprocessing.current_process(), *multiprocessing.active_children()):
            if process.pid is not None:
                peaks[process.pid] = peak_mb(process.pid) or peaks.get(process.pid, 0)


def peak_mb(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:  # it ended meanwhile
        return 0
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")), 0)


def roll_out(given: argparse.Namespace, count: int, workers: int) -> Any:
    from flowbench.datasets.rollout import rollout

    kwargs = {"scenes": given.scenes if given.scenes in ("ithor", "robothor") else given.scenes.split(",")}
    size = {"width": given.size, "height": given.size, "views_per_scene": given.views}
    folder = Path(tempfile.mkdtemp(prefix="flowbench-"))
    try:
        return rollout(
            given.env, folder / "data", count=count, workers=workers, preset=given.preset, kwargs={**kwargs, **size}
        )
    finally:
        shutil.rmtree(folder)


class Clock:
    """Own processor time of nested stages."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.inner = [0.0]

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            self.inner.append(0.0)
            start = time.process_time()
            try:
                return function(*args, **kwargs)
            finally:
                spent = time.process_time() - start
                self.seconds[name] += spent - self.inner.pop()
                self.inner[-1] += spent

        return run


def profile(given: argparse.Namespace) -> dict[str, float]:
    from importlib import import_module

    roll_out(given, 1, 1)
    clock = Clock()
    for name, module, attribute in STAGES:
        holder: Any = import_module(module)
        *path, last = attribute.split(".")
        for part in path:
            holder = getattr(holder, part)
        setattr(holder, last, clock.timed(name, getattr(holder, last)))
    clock.timed("admission and the rest", roll_out)(given, given.count, 1)
    return dict(clock.seconds)


if __name__ == "__main__":
    main()
