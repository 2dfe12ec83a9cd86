"""What if I moved this? Try a table of moves without making any, compare what would come of them, then make the best.

python examples/probing_counterfactual_moves.py --seed 6
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import gymnasium as gym

import flowbench
from flowbench.wrappers import DiscreteMotions, QuestionText


@dataclass(frozen=True)
class Tried:
    """A move of the table, what it would answer, and further things that would then be so."""

    number: int
    words: str
    answer: str | None
    reason: str
    is_left: str | None
    is_closer: str | None


def tries(env: gym.Env, transitions: tuple[flowbench.Transition, ...]) -> Iterator[Tried]:
    """Ask three questions of each move: the episode's own, and two of other categories."""
    for number, transition in enumerate(transitions):
        motion, landmark = transition.action, transition.task.landmarks[0]
        side = flowbench.measure(transition, "left_right", landmark=landmark, side="left")
        order = flowbench.measure(transition, "depth_order", landmark=landmark, word="closer")
        words = f"right {motion.right_m:+.2f} m, forward {motion.forward_m:+.2f} m"
        reason = transition.verdict.reason.split(":")[0]
        yield Tried(number, words, transition.verdict.answer, reason, side.answer, order.answer)


def main() -> None:
    """Probe all moves of the table, print what would come of them, and make the first that does what is wanted."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=6)
    seed = options.parse_args().seed
    env = QuestionText(DiscreteMotions(gym.make("FlowBench-NearObject-v0", scenes="robothor", width=400, height=400)))
    _, info = env.reset(seed=seed)
    print(info["goal"], info["question"])
    state = env.unwrapped.clone_state()
    found = list(tries(env, flowbench.probe(env, range(env.action_space.n))))
    assert env.unwrapped.clone_state() == state  # nothing has happened
    for tried in found:
        told = tried.answer or f"no answer ({tried.reason})"
        print(f"{tried.number:3} {tried.words:34} {told:26} left {tried.is_left}, closer {tried.is_closer}")
    good = [tried.number for tried in found if tried.answer == info["task"].wanted]
    if not good:
        print("None of these moves does it.")
        return
    *_, reward, terminated, _, info = env.step(good[0])
    print(f"Made number {good[0]}: reward {reward:g}, ended {terminated}. {info['outcome']}")


if __name__ == "__main__":
    main()
