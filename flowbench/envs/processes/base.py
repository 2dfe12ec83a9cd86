"""What all process environments share: one Gymnasium environment over any process's rules."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from flowbench.envs.processes.options import ProcessConfig, ResetOptions, reset_options
from flowbench.envs.turns import TurnEnv
from flowbench.records import Attempt, Image, Origin, Task, Transition, Verdict
from flowbench.rules.games.expert import Expert
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.position import Case, Position
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.prompts import instance_prompt
from flowbench.rules.processes.table import process as find_process
from flowbench.rules.processes.table_plane import HEIGHT_PX, WIDTH_PX
from flowbench.rules.processes.trajectory import Trajectory

Observation = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Episode:
    """Everything a process episode is between two steps.

    Attributes:
        optimum: length of the solver's plan from the start.
        budget: steps after which it is cut off.
        actions: those that changed something, in order; with them the clip can be made.
        steps: taken so far, those that changed nothing too.
        violations: illegal actions that were done all the same.
    """

    position: Position
    seed: int
    options: Mapping[str, Any]
    optimum: int
    budget: int
    actions: tuple[int, ...] = ()
    steps: int = 0
    violations: int = 0
    over: bool = False


class ProcessEnv(TurnEnv[Episode]):
    """Base of the processes; see the subclass for the card. `process` is the rules."""

    config: ProcessConfig

    def __init__(self, render_mode: str | None = None, **config: Any) -> None:
        """Check the configuration; the first case is drawn at the first reset."""
        self.process: Process[Any, Any] = find_process(self.env_id)
        super().__init__(render_mode, ProcessConfig.of(self.env_id, config))
        grid, count = self.process.grid, self.process.action_count
        parts: dict[str, spaces.Space[Any]] = {"action_mask": spaces.Box(0, 1, (count,), np.int8)}
        if self.config.obs_mode != "image":
            parts["state"] = spaces.Box(grid.low, grid.high, grid.shape, np.int16)
        if self.config.obs_mode != "state":
            parts["image"] = spaces.Box(0, 255, (HEIGHT_PX, WIDTH_PX, 3), np.uint8)
        self.observation_space = spaces.Dict(parts)
        self.action_space = spaces.Discrete(count)
        self._expert = Expert(self.process)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start an episode with a case that the solver has proved solvable.

        Raises:
            NothingToAsk: when no case could be drawn.
            BadValue, UnknownName: for a bad seed or option.
        """
        pinned = reset_options(self.process.name, options)
        self._episode = None
        episode_seed = self._episode_seed(seed)
        self._episode = self._start(episode_seed, pinned)
        return self._observe(self._episode.position), self._info(self._episode)

    def _start(self, seed: int, pinned: ResetOptions) -> Episode:
        rules, config, case = self.process, self.config, pinned.case
        options: dict[str, Any] = {"level": pinned.level or config.level, "index": pinned.index or 1}
        if case is None:
            case = draw_case(rules.name, options["level"], options["index"], seed, config.split)
        else:
            options = {"case": case.to_json()}
        position = Position(case, rules.initial(case.instance))
        optimum = len(rules.solve(case.instance, position.state).actions)
        return Episode(position, seed, options, optimum, config.max_steps or 2 * optimum + 4)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take one action; an illegal one counts as a step, and is done only where `mode` is "permissive".

        Raises:
            ResetNeeded: before the first reset and after the end of an episode.
            BadValue: for what is no action of this process at all.
        """
        episode = self._episode
        if episode is None or episode.over:
            raise ResetNeeded("Call reset before step: no episode is running.")
        number, case = self._number(action), episode.position.case
        before = episode.position.state
        reason = self.process.obstacle(case.instance, before, number)
        after = before if reason is not None else self.process.advance(case.instance, before, number)
        forced = reason is not None and self.config.mode == "permissive" and self._forced(case, before, number)
        if forced:
            after = self.process.step(case.instance, before, number, permissive=True).state
        won = self.process.is_goal(case.instance, after)
        now = dataclasses.replace(
            episode,
            position=Position(case, after),
            actions=(*episode.actions, number) if reason is None or forced else episode.actions,
            steps=episode.steps + 1,
            violations=episode.violations + forced,
            over=won or episode.steps + 1 >= episode.budget,
        )
        self._episode = now
        info = self._info(now) | {"transition": self._transition(episode, number, now, reason, won)}
        if reason is not None:
            info["illegal"] = reason
        return self._observe(now.position), self._reward(episode, now, won), won, now.over and not won, info

    def _forced(self, case: Case, state: Any, action: int) -> bool:
        return self.process.force(case.instance, state, action) is not None

    def _transition(self, episode: Episode, action: int, now: Episode, reason: str | None, won: bool) -> Transition:
        answer = None if now.position == episode.position else "goal" if won else "open"
        return Transition(
            before=episode.position,
            action=action,
            after=now.position,
            attempt=Attempt(reason is None, reason or ""),
            verdict=Verdict(answer, reason or "", {"steps": now.steps, "optimum": now.optimum}),
            task=Task(self.process.name, "", (), "goal"),
            origin=Origin(self._spec_json, (episode.seed,), episode.options, episode.steps),
        )

    def _reward(self, before: Episode, now: Episode, won: bool) -> float:
        if self.config.reward == "sparse" or before.position == now.position:
            return float(won)
        saved = self._distance(before.position) - self._distance(now.position)
        return float(won) + saved / max(1, now.optimum)

    def _distance(self, position: Position) -> int:
        """Actions left on the solver's plan; where there is no plan, as many as from the start."""
        try:
            return self.process.distance(position.case.instance, position.state)
        except NoPlan:
            return self._episode_now().optimum

    def solve(self) -> tuple[int, ...]:
        """The solver's plan from the present state.

        Raises:
            ResetNeeded: when no episode is running.
            NoPlan: when no plan leads to the goal any more.
        """
        position = self._episode_now().position
        return self.process.solve(position.case.instance, position.state).actions

    def expert_action(self) -> int:
        """The next action of the solver's plan from the present state; raises as `solve` does, and at the goal."""
        position = self._episode_now().position
        return self._expert.action(position.case.instance, position.state)

    def trajectory(self) -> Trajectory:
        """The clip of the episode so far: what the judge is given.

        Raises:
            BadValue: when more was done than fits into a clip.
        """
        episode = self._episode_now()
        case = episode.position.case
        return animate(self.process, case.instance, case.case_id, episode.actions, permissive=True)

    @property
    def case(self) -> Case:
        """The case of the running episode."""
        return self._episode_now().position.case

    def _rules_of(self, position: Position | None) -> str:
        return self.process.name if position is None else position.case.process

    def _observe(self, position: Position) -> Observation:
        instance, state, observed = position.case.instance, position.state, self.config.obs_mode
        seen: Observation = {"action_mask": self.process.mask(instance, state)}
        if observed != "image":
            seen["state"] = self.process.observe(instance, state)
        if observed != "state":
            seen["image"] = self._draw(position)
        return seen

    def _draw(self, position: Position) -> Image:
        from flowbench.rules.processes.drawing.painter import draw_scene

        scene = self.process.scene(position.case.instance, position.state)
        return draw_scene(self.process.looks, self.config.style, scene)

    def _info(self, episode: Episode) -> dict[str, Any]:
        case = episode.position.case
        return {
            "position": episode.position,
            "case_id": case.case_id,
            "goal": self.process.words.goal,
            "prompt": instance_prompt(case),
            "step": episode.steps,
            "violations": episode.violations,
            "seed": episode.seed,
            "options": dict(episode.options),
        }
