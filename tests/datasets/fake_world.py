"""A tiny environment with the contract of the real ones: a block is pushed, and is it in the right half?"""

import errno
import hashlib
import json
import multiprocessing
import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

import flowbench
from flowbench.errors import BadValue, NothingToAsk
from flowbench.records import Attempt, Item, Origin, Question, Task, Transition, Verdict
from flowbench.seeding import fraction, generator

ENV_ID = "FlowBenchTest-Push-v0"
CLASSES = ("yes", "no")
HEIGHT, WIDTH = 6, 10
TROUBLE = "FLOWBENCH_TEST_TROUBLE"  # an environment variable: what goes wrong in worker processes


def get_into_trouble(kind: str) -> None:
    """Called at every third episode of a worker process."""
    if kind == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "slow":
        time.sleep(0.5)
    if kind == "broken":
        raise ZeroDivisionError("the world has a hole")
    if kind == "full disk":

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        os.mkdir = full


def rates(preset: str) -> Mapping[str, float]:
    return {"balanced": {"yes": 0.5, "no": 0.5}, "paper": {"yes": 0.8, "no": 0.2}}[preset]


class PushEnv(gymnasium.Env[np.ndarray, np.ndarray]):
    """`hardness` is the share of views with nothing to ask; a quarter of the proposals never work."""

    render_budget = 6

    def __init__(
        self, scenes: int = 8, preset: str = "balanced", hardness: float = 0.3, render_mode: Any = None
    ) -> None:
        self.observation_space = spaces.Box(0, 255, (HEIGHT, WIDTH, 3), np.uint8)
        self.action_space = spaces.Box(-1, 1, (3,), np.float32)
        self.kwargs = {"scenes": scenes, "preset": preset, "hardness": hardness}
        self.render_mode = render_mode
        self.steps = 0
        self.episodes = 0

    @classmethod
    def slot_space(cls, kwargs: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
        names = {"scenes", "hardness"}
        if set(kwargs) - names:
            raise TypeError(f"unexpected argument {sorted(set(kwargs) - names)}")
        return tuple((f"room{k}", view) for k in range(kwargs.get("scenes", 8)) for view in range(3))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self.episodes += 1
        if self.episodes % 3 == 0 and multiprocessing.parent_process() is not None:
            get_into_trouble(os.environ.get(TROUBLE, ""))
        self.options = dict(options or {})
        scene, view, proposal = (self.options[name] for name in ("scene", "view", "proposal"))
        if fraction("empty", scene, view) < self.kwargs["hardness"] or proposal >= 3:
            raise NothingToAsk("this view has nothing to ask")
        self.episode_seed = seed
        rng = generator("start", int(seed or 0), scene, view, proposal)
        self.start = round(float(rng.uniform(-0.5, 0.5)), 2)
        self.blocked = fraction("blocked", int(seed or 0), proposal) < 0.25
        self.steps = 0
        return self._picture(self.start), self._info()

    def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if action.shape != (3,) or not np.all(np.abs(action) <= 1):
            raise BadValue(f"An action is three numbers in [-1, 1], got {action}.")
        right = round(float(action[0]), 2)
        end = round(self.start + right, 2)
        answer = None if self.blocked or abs(end) < 0.1 else ("yes" if end > 0 else "no")
        reason = "collision: Wall|3" if self.blocked else "" if answer else f"ambiguous: {end:.2f}"
        done = answer == self.options["wanted"]
        before, after = (self._state(x) for x in (self.start, end))
        transition = Transition(
            before=before,
            action=(right, 0.0, 0.0),
            after=after,
            attempt=Attempt(success=not self.blocked, error="collision" if self.blocked else ""),
            verdict=Verdict(answer, reason, {"x": end}),
            task=Task("push", "block", ("wall",), self.options["wanted"]),
            origin=Origin(self._spec_json(), (int(self.episode_seed or 0),), dict(self.options), self.steps),
        )
        self.steps += 1
        truncated = not done and self.steps >= self.render_budget
        return self._picture(end), float(done), done, truncated, {**self._info(), "transition": transition}

    def _info(self) -> dict[str, Any]:
        return {"start": self.start, "step": self.steps, "wanted": self.options["wanted"]}

    def _spec_json(self) -> str:
        return json.dumps({"id": ENV_ID, "kwargs": self.kwargs}, sort_keys=True)

    def _state(self, x: float) -> dict[str, Any]:
        return {"x_m": np.float64(x), "gap_m": float("inf"), "pose": (x, 0.0, 1.5), "picture": self._picture(x)}

    def _picture(self, x: float) -> np.ndarray:
        picture = np.full((HEIGHT, WIDTH, 3), 40, np.uint8)
        column = int(np.clip((x + 1.5) / 3 * WIDTH, 0, WIDTH - 2))
        picture[2:4, column : column + 2] = (200, 60, int(abs(x) * 100))
        return picture


class PushPlanner:
    """Pushes toward the wanted half, harder each time; gives up after three tries."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def ideas_left(self, info: Mapping[str, Any]) -> bool:
        return bool(info["step"] < 3)

    def act(self, observation: Any, info: Mapping[str, Any]) -> np.ndarray:
        sign = 1.0 if info["wanted"] == "yes" else -1.0
        return np.array([sign * 0.25 * (info["step"] + 1), 0.0, 0.0])


def annotate_push(transition: Transition, item_id: str) -> Item:
    arrays: dict[str, np.ndarray] = {}
    for k, state in enumerate((transition.before, transition.after)):
        red = state["picture"][..., 0].astype(np.float32)
        arrays[f"depth{k}"] = np.where(red > 100, red / 50, np.inf).astype(np.float32)
        arrays[f"ids{k}"] = (red > 100).astype(np.int32) + 1
    shift = np.float32(transition.after["x_m"] - transition.before["x_m"])
    for k, name in enumerate(("01", "10")):
        mask = arrays[f"ids{k}"] == 2
        arrays[f"flow{name}"] = np.stack([mask * shift, np.zeros_like(mask, np.float32)], axis=-1).astype(np.float32)
        arrays[f"valid{name}"] = ~mask
    assert transition.verdict.answer is not None
    return Item(
        item_id=item_id,
        question=Question("Is the block (A) in the right half?", CLASSES, (("i0", "before"), ("i1", "after")), "text"),
        answer=transition.verdict.answer,
        answer_before="yes" if transition.before["x_m"] > 0 else "no",
        state={name: transition.after[name] for name in ("x_m", "gap_m", "pose")} | {"mover": "block"},
        images={"i0": transition.before["picture"], "i1": transition.after["picture"]},
        arrays=arrays,
        origin=transition.origin,
    )


def content(root: Path) -> dict[str, str]:
    """The digest of every file below a folder."""
    files = sorted(path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def register() -> None:
    flowbench.register(
        flowbench.Entry(
            id=ENV_ID,
            family="rooms",
            env="fake_world:PushEnv",
            rule="fake_world",
            planner="fake_world:PushPlanner",
            annotator="fake_world:annotate_push",
        )
    )
