"""How fast games are: steps, questions and pictures of every game, beside two tasks of reasoning-gym in the same run.

    python benchmarks/games.py                 # everything, a few minutes
    python benchmarks/games.py --only steps    # or items, pictures

One thread. Every figure is a median, by processor time and by the clock; where other programs run, look at the first.
A question is made without its pictures, as reasoning-gym's are texts; `ratio` is our rate over that of
`color_cube_rotation` and of `rectangle_count`, taken in turns with ours, so that a busy machine slows both.
"""

import argparse
import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import itertools  # noqa: E402
import statistics  # noqa: E402
import time  # noqa: E402
from collections import defaultdict  # noqa: E402
from collections.abc import Callable, Iterator  # noqa: E402
from dataclasses import dataclass  # noqa: E402

import cv2  # noqa: E402
import gymnasium as gym  # noqa: E402
import numpy as np  # noqa: E402
import reasoning_gym  # noqa: E402

import flowbench  # noqa: E402
from flowbench.rules.games.sample import draw, roles  # noqa: E402
from flowbench.rules.games.table import env_id_of, game, games  # noqa: E402

PEERS = ("color_cube_rotation", "rectangle_count")
ROUNDS = 5  # of each measure, in turns
SLICE_S = 0.15  # of processor time a round
WARM_UP = 40  # questions, so that what is computed once is
STEPS, STEPS_LEAST, SIMPLEST, ITEMS, PICTURE_MS = "steps/s", 5_000, 30_000, 200, 25.0  # what is aimed at


@dataclass(frozen=True)
class Pace:
    """What a piece of work takes, seconds of the processor and of the clock."""

    cpu_s: float
    wall_s: float

    @classmethod
    def of(cls, work: Callable[[], object], count: int = 1) -> "Pace":
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(count):
            work()
        return cls((time.process_time() - cpu) / count, (time.perf_counter() - wall) / count)

    @classmethod
    def median(cls, paces: list["Pace"]) -> "Pace":
        return cls(statistics.median(p.cpu_s for p in paces), statistics.median(p.wall_s for p in paces))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("steps", "items", "pictures"))
    parser.add_argument("--games", default=",".join(games()), help="names with commas between them")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    names = given.games.split(",")
    print(
        f"flowbench {flowbench.__version__}, reasoning-gym {reasoning_gym.__version__}, load {os.getloadavg()[0]:.1f}"
    )
    for title, report in (("steps", report_steps), ("items", report_items), ("pictures", report_pictures)):
        if given.only in (None, title):
            report(names)


def report_steps(names: list[str]) -> None:
    """Steps of the environments without rendering, legal actions drawn beforehand."""
    print(f"\n{'environment':32}{'steps/s':>10}{'by clock':>10}")
    rates = {}
    for name in names:
        pace = step_pace(env_id_of(name))
        rates[name] = 1.0 / pace.cpu_s
        print(f"{env_id_of(name):32}{rates[name]:10,.0f}{1.0 / pace.wall_s:10,.0f}")
    low, high = min(rates.values()), max(rates.values())
    print(f"slowest {low:,.0f} (aim {STEPS_LEAST:,}), fastest {high:,.0f} (aim {SIMPLEST:,})")


def step_pace(env_id: str) -> Pace:
    env = gym.make(env_id, difficulty="easy").unwrapped
    rng = np.random.default_rng(0)
    paces = []
    for seed in range(60):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            wall, cpu = time.perf_counter_ns(), time.process_time_ns()
            observation, _, terminated, truncated, _ = env.step(action)
            paces.append(Pace((time.process_time_ns() - cpu) / 1e9, (time.perf_counter_ns() - wall) / 1e9))
            over = terminated or truncated
    return Pace.median(paces)


def report_items(names: list[str]) -> None:
    """Questions without pictures, each family in each of its formats, in turns with the peers."""
    print(f"\n{'questions':36}{'items/s':>9}{'by clock':>10}" + "".join(f"{'/ ' + peer:>24}" for peer in PEERS))
    least = []
    for name in names:
        for family in game(name).families:
            for fmt in family.formats:
                questions = flowbench.create(name, family.id, fmt, size=1_000_000, seed=1)
                ours, theirs = rates(questions.sample)
                least.append(1.0 / ours.cpu_s)
                ratios = "".join(f"{theirs[peer].cpu_s / ours.cpu_s:24.2f}" for peer in PEERS)
                label = f"{name} {family.id} {fmt}"
                print(f"{label:36}{1.0 / ours.cpu_s:9,.0f}{1.0 / ours.wall_s:10,.0f}{ratios}", flush=True)
    peers = ", ".join(f"{peer} {1.0 / pace.cpu_s:,.0f}/s" for peer, pace in rates(None)[1].items())
    print(f"slowest {min(least):,.0f} items/s (aim {ITEMS}); {peers}")


def rates(sample: Callable[[int], object] | None) -> tuple[Pace, dict[str, Pace]]:
    """Time a question of ours and one of each peer take, in turns."""
    works = {peer: peer_work(peer) for peer in PEERS}
    if sample is not None:
        works["ours"] = numbered(sample)
    found: dict[str, list[Pace]] = defaultdict(list)
    for work in works.values():
        for _ in range(WARM_UP):
            work()
    for _ in range(ROUNDS):
        for label, work in works.items():
            found[label].append(sliced(work))
    medians = {label: Pace.median(paces) for label, paces in found.items()}
    return medians.get("ours", Pace(0.0, 0.0)), {peer: medians[peer] for peer in PEERS}


def sliced(work: Callable[[], object]) -> Pace:
    """The mean over as many runs as go into a slice."""
    wall, cpu = time.perf_counter(), time.process_time()
    for count in itertools.count(1):
        work()
        if time.process_time() - cpu > SLICE_S:
            return Pace((time.process_time() - cpu) / count, (time.perf_counter() - wall) / count)
    raise AssertionError("there is always a next number")


def peer_work(peer: str) -> Callable[[], object]:
    return numbered(reasoning_gym.create_dataset(peer, size=1_000_000, seed=1).__getitem__)


def numbered(take: Callable[[int], object]) -> Callable[[], object]:
    """Work that takes the next item at each call."""
    numbers = itertools.count()
    return lambda: take(next(numbers))


def report_pictures(names: list[str]) -> None:
    """One picture of each role in each style, at the hardest difficulty; the middle and the slowest of several."""
    print(f"\n{'picture':42}{'ms':>8}{'slowest':>9}{'by clock':>10}")
    worst = (0.0, "")
    for name in names:
        for style in game(name).styles:
            for role, paces in sorted(picture_paces(name, style).items()):
                middle = Pace.median(paces)
                slowest = max(pace.cpu_s for pace in paces)
                worst = max(worst, (1e3 * middle.cpu_s, f"{name} {style} {role}"))
                label = f"{name} {style} {role}"
                print(f"{label:42}{1e3 * middle.cpu_s:8.1f}{1e3 * slowest:9.1f}{1e3 * middle.wall_s:10.1f}", flush=True)
    print(f"slowest {worst[1]}: {worst[0]:.1f} ms (aim {PICTURE_MS:.0f})")


def picture_paces(name: str, style: str) -> dict[str, list[Pace]]:
    """By role; each picture is drawn several times, and its least time counts."""
    found: dict[str, list[Pace]] = defaultdict(list)
    for role, work in pictures(name, style):
        runs = [Pace.of(work) for _ in range(4)]
        found[role].append(min(runs, key=lambda pace: pace.cpu_s))
    return found


def pictures(name: str, style: str) -> Iterator[tuple[str, Callable[[], object]]]:
    rules = game(name)
    questions = flowbench.create(name, size=8, seed=1, style=style, difficulty="hard")
    for k in range(8):
        sample = questions.sample(k)
        state = rules.initial(sample.instance)
        yield rules.view, lambda sample=sample, state=state: rules.draw(sample.instance, state, style, rules.view)
        for role, _ in roles(rules, sample):
            yield ("option" if role in "ABCDEF" else role), lambda sample=sample, role=role: draw(rules, sample, role)


if __name__ == "__main__":
    main()
