"""What all game environments share: one Gymnasium environment over any game's rules."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from flowbench.envs.games.options import GameConfig, ResetOptions, reset_options
from flowbench.envs.turns import TurnEnv
from flowbench.records import Attempt, Image, Origin, Task, Transition, Verdict
from flowbench.rules.games.difficulty import hardness
from flowbench.rules.games.expert import Expert
from flowbench.rules.games.game import Ending, Game, Setting
from flowbench.rules.games.generation import draw_instance
from flowbench.rules.games.plain import to_plain
from flowbench.rules.games.position import Position
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.games.table import game as find_game

PENALTY = -0.1
SHAPED_SHARE = 0.25

Observation = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Episode:
    """Everything a game episode is between two steps.

    Attributes:
        optimum: length of the solver's plan from the start.
        budget: steps after which it is cut off.
        steps: taken so far, illegal ones too.
        effective: legal ones among them.
    """

    position: Position
    seed: int
    options: Mapping[str, Any]
    optimum: int
    budget: int
    steps: int = 0
    effective: int = 0
    over: bool = False


class GameEnv(TurnEnv[Episode]):
    """Base of the games; what a game is about, its observations and its actions are on its card. `game` is the rules.

    ## Observation space
    Dict: `grid`, int16, the position in numbers; `action_mask`, int8, 1 where an action is legal.

    ## Action space
    Discrete. An illegal action changes nothing and counts as a step.

    ## Reward
    1 at the goal, else 0. `illegal="penalty"` makes an illegal action cost 0.1. With `reward="shaped"` each step also
    earns a quarter of the share of the shortest way that it saves (less than 0 where it leads away).

    ## Episode end
    Terminated where the game ends, and at an illegal action with `illegal="terminate"`; truncated after `max_steps`, by
    default four times the optimum and ten more. Stepping on raises `ResetNeeded`.

    ## Info keys
    `position` (instance and state: what planners see), `step`, `seed` (pass it back to `reset` for the same episode),
    `options`; after each step `transition`, `events`, `illegal`, with `reason` where it is true, and at the goal
    `optimal`: whether no shorter way exists.

    ## Arguments
    `difficulty` ("easy", "medium", "hard" or a number from 0 to 1), `variant` (a way to play), `split` ("train",
    "eval", "dev"; no instance is in two of them), `illegal` ("noop", "penalty", "terminate"), `reward` ("sparse",
    "shaped"), `max_steps`, `style` (how pictures are drawn). `reset(options=...)` takes `difficulty` and `instance` (a
    record or its JSON values).
    """

    config: GameConfig

    def __init__(self, render_mode: str | None = None, **config: Any) -> None:
        """Check the configuration; the first instance is drawn at the first reset."""
        self.game: Game[Any, Any] = find_game(self.env_id)
        super().__init__(render_mode, GameConfig.of(self.env_id, self.game, config))
        grid = self.game.grid
        self.observation_space = spaces.Dict(
            {
                "grid": spaces.Box(grid.low, grid.high, grid.shape, np.int16),
                "action_mask": spaces.Box(0, 1, (self.game.action_count,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.game.action_count)
        self._expert = Expert(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start an episode with an instance that a solver has proved sound.

        Raises:
            NothingToAsk: when no instance could be drawn.
            BadValue, UnknownName: for a bad seed or option.
        """
        pinned = reset_options(self.game, options)
        self._episode = None
        episode_seed = self._episode_seed(seed)
        self._episode = self._start(episode_seed, pinned)
        return self._observe(self._episode.position), self._info(self._episode)

    def _start(self, seed: int, pinned: ResetOptions) -> Episode:
        game, config = self.game, self.config
        difficulty = config.difficulty if pinned.difficulty is None else pinned.difficulty
        instance = pinned.instance
        options: dict[str, Any] = {"difficulty": difficulty}
        if instance is None:
            setting = Setting(hardness(difficulty), str(config.variant), config.split)
            instance = draw_instance(game, setting, seed, self.env_id)
        else:
            options["instance"] = to_plain(instance)
        position = Position(game.name, instance, game.initial(instance))
        optimum = len(game.solve(instance, position.state).actions)
        budget = config.max_steps or game.budget(instance, optimum)
        return Episode(position, seed, options, optimum, budget)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take one action; an illegal one changes nothing and counts as a step.

        Raises:
            ResetNeeded: before the first reset and after the end of an episode.
            BadValue: for what is no action of this game at all.
        """
        episode = self._episode
        if episode is None or episode.over:
            raise ResetNeeded("Call reset before step: no episode is running.")
        number, before = self._number(action), episode.position
        reason = self.game.obstacle(before.instance, before.state, number)
        events: Mapping[str, Any] = {}
        after = before
        if reason is None:
            move = self.game.advance(before.instance, before.state, number)
            after, events = Position(before.game, before.instance, move.state), move.events
        ending = self.game.ending(after.instance, after.state)
        over = ending is not None or (reason is not None and self.config.illegal == "terminate")
        now = Episode(
            after, episode.seed, episode.options, episode.optimum, episode.budget,
            episode.steps + 1, episode.effective + (reason is None), over or episode.steps + 1 >= episode.budget,
        )  # fmt: skip
        self._episode = now
        transition = self._transition(episode, number, now, reason, ending)
        info = self._info(now) | {"transition": transition, "events": events, "illegal": reason is not None}
        if reason is not None:
            info["reason"] = reason
        if ending == "goal":
            info["optimal"] = now.effective == now.optimum
        return self._observe(after), self._reward(before, after, reason, ending), over, now.over and not over, info

    def _transition(
        self, episode: Episode, action: int, now: Episode, reason: str | None, ending: Ending | None
    ) -> Transition:
        measures = {"steps": now.steps, "effective_steps": now.effective, "optimum": now.optimum}
        return Transition(
            before=episode.position,
            action=action,
            after=now.position,
            attempt=Attempt(reason is None, reason or ""),
            verdict=Verdict(None if reason else ending or "open", reason or "", measures),
            task=Task(self.game.name, "", (), "goal"),
            origin=Origin(self._spec_json, (episode.seed,), episode.options, episode.steps),
        )

    def _reward(self, before: Position, after: Position, reason: str | None, ending: Ending | None) -> float:
        if reason is not None:
            return PENALTY if self.config.illegal == "penalty" else 0.0
        won = float(ending == "goal")
        if self.config.reward == "sparse":
            return won
        saved = self._distance(before) - self._distance(after)
        return won + SHAPED_SHARE * saved / max(1, self._episode_now().optimum)

    def _distance(self, position: Position) -> int:
        """Steps left on the solver's plan; where there is no plan, as many as from the start."""
        try:
            return len(self.game.solve(position.instance, position.state).actions)
        except NoPlan:
            return self._episode_now().optimum

    def expert_action(self) -> int:
        """The next action of the solver's plan from the present state.

        Raises:
            ResetNeeded: when no episode is running.
            NoPlan: when no plan leads to the goal any more.
        """
        position = self._episode_now().position
        return self._expert.action(position.instance, position.state)

    def _rules_of(self, position: Position | None) -> str:
        return self.game.name if position is None else position.game

    def _draw(self, position: Position) -> Image:
        return position.draw(str(self.config.style)).frame

    def _observe(self, position: Position) -> Observation:
        instance, state = position.instance, position.state
        return {"grid": self.game.observe(instance, state), "action_mask": self.game.mask(instance, state)}

    def _info(self, episode: Episode) -> dict[str, Any]:
        return {
            "position": episode.position,
            "step": episode.steps,
            "seed": episode.seed,
            "options": _own(episode.options),
        }


def _own(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options that whoever gets them may change; only those with an instance hold lists, and take time to copy."""
    return copy.deepcopy(dict(options)) if "instance" in options else dict(options)
