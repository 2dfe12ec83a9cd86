"""A category of your own, from outside the package: rule, words, environment, planner, and one entry in the registry.

The question: is object A, once moved, in the middle third of the picture? Everything else (scenes, views, pictures,
flow, depth, segmentation, data sets, replay, probing, questions for models) comes with `RoomEnv` and works as for the
package's own categories.

    python examples/own_category.py
"""

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import gymnasium as gym
import numpy as np

import flowbench
from flowbench.annotators.referring import written_item
from flowbench.datasets.rollout import rollout
from flowbench.envs.rooms.base import RoomEnv
from flowbench.geometry.camera import project
from flowbench.geometry.check_pose import world_box
from flowbench.geometry.motion import displacement
from flowbench.planners.rooms.witnesses import WitnessPlanner
from flowbench.records import Attempt, Motion, SceneState, Snapshot, Task, Verdict
from flowbench.rules.rooms import presets
from flowbench.rules.rooms.moves import LEFT, RIGHT, slides
from flowbench.rules.rooms.plausible import move_length, rejection
from flowbench.rules.rooms.presets import answer_of, is_flip
from flowbench.rules.rooms.referable import movers
from flowbench.seeding import ordered
from flowbench.wrappers import Ask, Solvable

# The rule: pure functions in a module. `flowbench.Entry` names the module.

CATEGORY = "middle_third"
ANSWERS = ("yes", "no")
CLASSES = presets.flip_classes(ANSWERS)  # an answer, and whether it is another than before the move
RENDER_BUDGET = 8
MARGIN = 0.03  # of the width: an outcome nearer to the edge of the third is ambiguous
LENGTHS_M = (0.3, 0.45, 0.6, 0.8, 1.0, 1.3)

QUESTIONS = {
    "schema": "letter",
    "choices": list(ANSWERS),
    "questions": [
        "After the move, is the centre of {mover} in the middle third of the picture, from left to right?",
        "Once {mover} has been moved, does its centre lie in the middle third of the picture's width?",
        "With {mover} in its new place, is its centre in the middle one of three equal columns of the picture?",
        "If this move is made, will the centre of {mover} be in the middle third between the left and right edge?",
        "Does the centre of {mover} end up in the middle one of three columns of equal width?",
    ],
    "static_questions": [
        "Is the centre of {mover} in the middle third of the picture, from left to right?",
        "Does the centre of {mover} lie in the middle third of the picture's width?",
        "Is the centre of {mover} in the middle one of three equal columns of the picture?",
        "Is the centre of {mover} in the middle third between the left and right edge?",
        "Is the centre of {mover} in the middle one of three columns of equal width?",
    ],
    "reasoning": {
        "all": "{motion} Its centre is then at {across_percent} % of the picture's width; the middle third goes from "
        "33 % to 67 %. So the answer is {answer}.",
    },
}


def rates(preset: str) -> Mapping[str, float]:
    """Share of each class a preset wants."""
    return presets.with_flips(presets.yes_no_rates(CATEGORY, preset), preset)


def across(scene: SceneState, mover: str, motion: Motion | None = None) -> float:
    """Where the centre of an object's box is in the picture, share of the width; nan behind the camera."""
    centre = world_box(scene, mover)[None, 0:3]
    if motion is not None:
        centre = centre + displacement(scene.camera, motion)
    return float(project(scene.camera, centre)[0, 0]) / scene.camera.width


def answer(share: float, reserve: float = 0.0) -> str | None:
    """Whether a share is in the middle third; None where that is ambiguous."""
    beyond = abs(share - 0.5) - 1.0 / 6.0
    if not abs(beyond) >= MARGIN + reserve:
        return None
    return "yes" if beyond < 0.0 else "no"


def propose(before: Snapshot, want: str, rng: np.random.Generator) -> Iterator[Task]:
    """Tasks of a view that some free and supported move answers as is wanted, in random order."""
    scene = before.scene
    for mover in rng.permutation(movers(before)).tolist():
        first = answer(across(scene, mover))
        task = Task(CATEGORY, mover, (), answer_of(want), {}, int(rng.integers(len(QUESTIONS["questions"]))))
        if first is not None and (first != task.wanted) == is_flip(want) and witnesses(scene, task):
            yield task


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Slides to the left and right that should give the wanted answer, in an order of the task's own."""
    motions = slides(scene, task.mover, LENGTHS_M, (LEFT, RIGHT))
    found = [one for one in motions if answer(across(scene, task.mover, one), reserve=0.01) == task.wanted]
    return ordered(found, CATEGORY, scene.layout.scene, task.mover, task.text_key)


def label(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The answer from the realised pose, or why there is none."""
    reason = rejection(task, before, after, attempt)
    return Verdict(None, reason) if reason else outcome(task, before, after, attempt)


def outcome(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The same for any outcome, plausible or not (what `flowbench.measure` asks)."""
    end = across(after.scene, task.mover)
    measures = {
        "across": end,
        "across_before": across(before.scene, task.mover),
        "move_m": move_length(before.scene, after.scene, task.mover),
    }
    found = answer(end)
    return Verdict(found, "" if found else f"ambiguous: at {end:.2f} of the width", measures)


def answer_before(task: Task, before: Snapshot) -> str | None:
    """The answer to the same question before the move."""
    return answer(across(before.scene, task.mover))


def nearness(task: Task, verdict: Verdict) -> float:
    """How near a plausible outcome came to the wanted answer, in [0, 1]."""
    if "across" not in verdict.measures:
        return 0.0
    beyond = abs(verdict.measures["across"] - 0.5) - 1.0 / 6.0
    return float(np.clip(1.0 - max(0.0, beyond if task.wanted == "yes" else -beyond), 0.0, 1.0))


class MiddleThirdEnv(RoomEnv):
    """Move object A so that it is, or is not, in the middle third of the picture, from left to right.

    Ambiguous within 3 % of the width of an edge of that third. Truncated after 8 attempts. Observations, actions,
    rewards and arguments: see `RoomEnv`.
    """

    env_id = "Mine-MiddleThird-v0"


class MiddleThirdPlanner(WitnessPlanner):
    """Slides A to the left or right, into the middle third or out of it."""

    rule: ClassVar = sys.modules[__name__]


flowbench.register(
    flowbench.Entry(
        id=MiddleThirdEnv.env_id,
        family="rooms",
        env=f"{__name__}:MiddleThirdEnv",
        rule=__name__,
        planner=f"{__name__}:MiddleThirdPlanner",
        annotator="flowbench.annotators.item:annotate_room",
    )
)


def main() -> None:
    """Play an episode, ask it as a question, write a small data set, and replay it."""
    made = {"scenes": "robothor", "width": 300, "height": 300}
    env = Solvable(gym.make(MiddleThirdEnv.env_id, **made))
    planner = flowbench.make_planner(MiddleThirdEnv.env_id)
    observation, info = env.reset(seed=4)
    done = False
    while not done:
        observation, reward, terminated, truncated, info = env.step(planner.act(observation, info))
        done = terminated or truncated
    item = flowbench.annotate(info["transition"])
    print(item.question.text, "->", item.answer)
    print(written_item(item, "dots")[0].text)
    print(item.state["reasoning"])

    ask = Ask(gym.make(MiddleThirdEnv.env_id, **made), mode="2A")
    _, info = ask.reset(seed=4)
    *_, ended = ask.answer("A")
    print(info["prompt"], "->", ended["answer"])

    with tempfile.TemporaryDirectory() as folder:
        rollout(MiddleThirdEnv.env_id, f"{folder}/data", count=2, kwargs=made)
        data = flowbench.load(f"{folder}/data")
        print([item.answer for item in data], "replayed:", flowbench.replay(f"{folder}/data").count("equal"), "equal")


if __name__ == "__main__":
    main()
