"""How long a step takes in process and through AI2-THOR's own client (pipes), pictures, depth and ids included.

    python benchmarks/thor.py            # needs the extra `thor`

Both do the same work: turn the agent, draw, and hand over all metadata. The difference is what the client and the two
processes cost.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("DISPLAY", ":0")  # the client wants a name; nothing opens it

from flowbench.simulators.embedded.engine import Engine  # noqa: E402
from flowbench.simulators.player import player_command  # noqa: E402

PICTURES = {"renderDepthImage": True, "renderInstanceSegmentation": True}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="?", default="FloorPlan1")
    parser.add_argument("--side", type=int, default=300)
    parser.add_argument("--steps", type=int, default=200)
    arguments = parser.parse_args()
    here, there = in_process(arguments.scene, arguments.side), client(arguments.scene, arguments.side)
    first, second = [], []
    for number in range(arguments.steps + 10):  # in turns, so that whatever else runs slows both; the first 10 warm up
        first.append(milliseconds(here, number))
        second.append(milliseconds(there, number))
    first, second = first[10:], second[10:]
    print(
        f"{arguments.scene}, {arguments.side} x {arguments.side}, colour, depth, ids, metadata; {arguments.steps} steps"
    )
    for name, times in (("in process", first), ("through the client", second)):
        print(
            f"  {name:<20} {told(statistics.median(times), min(times))}  {1e3 / statistics.median(times):6.1f} steps/s"
        )
    more = statistics.median(second) - statistics.median(first), min(second) - min(first)
    print(f"  {'overhead':<20} {told(*more)}")


def told(median: float, fastest: float) -> str:
    """Both in one phrase."""
    return f"{median:6.1f} ms (fastest {fastest:.1f})"


def in_process(scene: str, side: int) -> Callable[[int], Any]:
    """One step of the engine, everything looked at."""
    engine = Engine(side, side)
    engine.step("Reset", sceneName=scene)
    engine.step("Initialize", snapToGrid=False)

    def step(number: int) -> Any:
        event = engine.step("RotateLook", rotation={"y": 7.0 * number}, horizon=10)
        return dict(event.metadata), event.frame, event.depth_frame, event.instance_segmentation_frame

    return step


def client(scene: str, side: int) -> Callable[[int], Any]:
    """The same through the real client."""
    from ai2thor.controller import Controller
    from ai2thor.fifo_server import FifoServer

    controller = Controller(
        local_executable_path=player_command(),
        server_class=FifoServer,
        scene=scene,
        width=side,
        height=side,
        snapToGrid=False,
        **PICTURES,
    )

    def step(number: int) -> Any:
        event = controller.step("RotateLook", rotation={"y": 7.0 * number}, horizon=10)
        return event.metadata, event.frame, event.depth_frame, event.instance_segmentation_frame

    return step


def milliseconds(step: Callable[[int], Any], number: int) -> float:
    """How long one step takes."""
    started = time.perf_counter()
    step(number)
    return (time.perf_counter() - started) * 1e3


if __name__ == "__main__":
    main()
