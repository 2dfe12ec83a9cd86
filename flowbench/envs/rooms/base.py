"""What all room environments share: resetting to a scene, view and task, and attempting one motion a step."""

import dataclasses
import json
import operator
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from flowbench import registry, seeding
from flowbench.bodies.own import checked
from flowbench.envs.rooms import observation
from flowbench.envs.rooms.attempts import attempt, look_at_boxes, look_drawn
from flowbench.envs.rooms.episode import Episode, Past
from flowbench.envs.rooms.options import TABLE, ResetOptions, RoomConfig, reset_options, scene_list
from flowbench.envs.rooms.proposals import Proposals
from flowbench.envs.rooms.views import View, stand_at, views
from flowbench.errors import BadValue, NothingToAsk
from flowbench.geometry.motion import action_of, motions_of, moves_of, together
from flowbench.records import Action, Motion, Origin, SceneState, Snapshot, Task, Transition, Verdict
from flowbench.rules.rooms import motions
from flowbench.rules.rooms.manner import Manner, budget, propose
from flowbench.rules.rooms.presets import answer_of
from flowbench.simulators import EMBEDDED, Simulator, make_simulator, with_pixels

MAX_DRAWS = 64
SHAPED_SHARE = 0.25


class RoomEnv(gymnasium.Env[Any, Any]):
    """Base of the room categories. What a task asks is on the category's card; all else is the same for all of them.

    A household scene is seen from a fixed camera. The task, fixed at reset, names a mover A, landmarks and a wanted
    answer. Each step tries one translation of A **from its first place** (with `compound=True`: from where it is now)
    and looks again. The answer is computed from the realised outcome. A task is only given if a free and supported
    motion is known that should bring the wanted answer about.

    ## Observation space
    Dict. All bounds are finite.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `image` | (H, W, 3) | uint8 | RGB, row 0 at the top |
    | `objects` | (1920,) | float32 | 96 rows of 20 columns, one row an object (`objects.reshape(96, 20)`): mover, landmarks, then visible ones by pixels. Columns: surface id, type number, box centre (right, up, forward; metres, level camera frame), box size (3; metres, body axes), sin and cos of yaw relative to the camera, visible pixels, visible share of the free silhouette, u / W, v / H, then 0/1 flags: pickupable, moveable, usable mover, is mover, is landmark, in frame |
    | `task` | (16,) | float32 | category, number of the wanted answer among the rule's `ANSWERS`, mover's surface id, up to six landmark surface ids, numeric parameters; the last number is the surface id of a second mover |

    ## Action space
    `Box(-1, 1, (3,), float32)`: the mover's translation (right, up, forward) in the level camera frame times 2.0 m,
    rounded to whole centimetres before it is executed. The camera's pitch never enters. Other kinds of `motions` have
    more numbers, in this order:

    | `motions` | numbers | what a step does |
    |---|---|---|
    | `translation` | 3 | moves A |
    | `yaw` | 4 | moves A and turns it about the vertical through its box centre (times 180 degrees, clockwise from above) |
    | `sequence` | 6 | moves A, and from there again; both ends must be legal |
    | `two_movers` | 6 | moves A, then the second mover that the task's parameters name |
    | `camera` | 7 | moves A, then the camera: right, forward (times 0.5 m), yaw (30 degrees), tilt down (15 degrees) |
    | `carry` | 3 | moves A with all that rests on or in it; only things that carry something are movers |

    Angles are rounded to whole degrees. `docs/exactness.md` lists which category takes which.

    ## Reward
    1 when the outcome is plausible (free of collisions, supported, inside the room, moved by at least 0.15 m, the mover
    clearly seen, everything named still told apart by its name), unambiguous, and the wanted one; else 0. With
    `reward="shaped"` a plausible outcome that is not the wanted one earns up to 0.25 for coming near it.

    ## Episode end
    Terminated at the wanted outcome, truncated after the category's render budget. Stepping on raises `ResetNeeded`.

    ## Info keys
    `scene` (SceneState at reset: what planners see), `task`, `step`, `seed` (pass it back to `reset` for the same
    episode), `options` (scene, view, wanted, proposal of this episode), and after each step `transition`.

    ## Arguments
    `scenes` ("ithor", "robothor", "procthor", a file with houses such as "train.jsonl.gz", or a list of names and files; see `docs/houses.md`), `views_per_scene` (3), `preset` ("balanced", "paper", "paper_literal"),
    `search` ("default", "fast", "full", in Occlusion "ray_grid"), `backend` ("embedded", or "ai2thor" with `controller`, see `docs/unity.md`), `quality` ("textured", "flat"), `width`, `height` (800), `reward` ("sparse", "shaped"),
    `compound` (False), `observation` ("image", "table"), `motions` (see above). `reset(options=...)` takes `scene`, `view`, `mover`, `landmarks`, `wanted`, `proposal`, for that
    one episode; an automatic reset of a vector environment draws everything anew. `wanted` is an answer, or where the
    category balances flips a class such as "yes/flip": an answer, and whether it differs from the one before the move.
    `preset="paper_literal"` plans and judges as the paper does, for comparison: moved things hang where they are put,
    5 cm are a move, 30 pixels are seen, and where a view does not give what is wanted a task with another answer follows
    (its parameter `instead_of` names what was wanted). "fast" and "full" are the paper's two render budgets.
    `observation="table"` leaves `image` out and draws nothing: what is seen, and the pixel columns, are told from boxes.
    Answers are those of the picture; which outcomes are clear enough to have one may differ in rare cases, so that
    `annotate` draws the pictures and judges anew. Occlusion, Left Right and Depth Order, judged by masks, refuse it.
    """  # noqa: E501 (a table row is one line)

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 2}  # noqa: RUF012
    env_id: ClassVar[str]
    config_type: ClassVar[type[RoomConfig]] = RoomConfig

    def __init__(self, render_mode: str | None = None, **config: Any) -> None:
        """Check the configuration; the simulator starts at the first reset."""
        self.config = self.config_type.of(self.env_id, config)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise BadValue(f"render_mode must be None or one of {self.metadata['render_modes']}, got {render_mode!r}.")
        self.render_mode = render_mode
        self.manner = Manner(self.config.preset, self.config.search)
        self.render_budget = budget(self.rule, self.manner)
        self._draws = self.config.observation != TABLE
        size = (self.config.width, self.config.height) if self._draws else None
        self.observation_space = observation.observation_space(size)
        self.action_space = spaces.Box(-1.0, 1.0, (self._action_size(),), np.float32)
        self._simulator: Simulator | None = None
        self._episode: Episode | None = None
        self._proposals: Proposals | None = None
        self._tables: tuple[Snapshot, Task, dict[str, NDArray[Any]]] | None = None
        self._spec_text: tuple[EnvSpec | None, str] | None = None

    @cached_property
    def rule(self) -> Any:
        """The module with the category's pure functions."""
        return registry.resolve(registry.entry(self.env_id).rule)

    @classmethod
    def slot_space(cls, kwargs: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
        """All (scene, view number) pairs an environment with these keyword arguments draws from, in published order."""
        config = cls.config_type.of(cls.env_id, kwargs)
        if config.observation == TABLE:
            raise BadValue(f"A data set holds pictures: roll out {cls.env_id} without observation={TABLE!r}.")
        names = cls.askable(scene_list(config.scenes))
        return tuple((scene, view) for scene in names for view in range(config.views_per_scene))

    @classmethod
    def askable(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some scenes that the category can ask about: all, unless the category says otherwise."""
        return names

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Start an episode: a scene, a view, and a task with a known geometric witness.

        Raises:
            NothingToAsk: when what `options` pins down has no (further) task.
            BadValue, UnknownName: for a bad seed or option.
        """
        seed = seeding.seed_value(seed)
        super().reset(seed=None if seed is None else seed % 2**64)
        names = scene_list(self.config.scenes)
        pinned = reset_options(options, names, self.config.views_per_scene, self.rule.CLASSES)
        self._episode = None
        episode_seed = int(self.np_random.integers(2**63)) if seed is None else seed
        self._episode = self._draw(episode_seed, pinned, self.askable(names))
        return self._observe(self._episode.before), self._info(self._episode)

    def _draw(self, seed: int, pinned: ResetOptions, names: tuple[str, ...]) -> Episode:
        """Draw scenes and views until one has a task; what is pinned stays, and so does the wanted answer."""
        wanted = self._wanted(seed, pinned.wanted)
        all_pinned = pinned.scene is not None and pinned.view is not None
        for draw in range(1 if all_pinned else MAX_DRAWS):
            rng = seeding.generator(seed, self.env_id, "place", draw)
            scene, view = names[int(rng.integers(len(names)))], int(rng.integers(self.config.views_per_scene))
            scene = scene if pinned.scene is None else pinned.scene
            view = view if pinned.view is None else pinned.view
            episode = self._try_place(seed, scene, view, wanted, pinned)
            if episode is not None:
                return episode
        raise NothingToAsk(
            f"{self.env_id}: no task with the wanted answer {wanted!r} and options {dataclasses.asdict(pinned)} after "
            f"{1 if all_pinned else MAX_DRAWS} draw(s), seed {seed}. Reset with another view, answer or proposal."
        )

    def _wanted(self, seed: int, asked: str | None) -> str:
        """A class drawn with the preset's rates, among those that match what was asked for: a class or an answer."""
        rates = self.rule.rates(self.config.preset)
        fitting = {name: rate for name, rate in rates.items() if asked in (None, name, answer_of(name))}
        share, total = seeding.fraction(seed, self.env_id, "wanted") * sum(fitting.values()), 0.0
        for name, rate in fitting.items():
            total += rate
            if share < total:
                return str(name)
        return str(next(iter(fitting)))

    def _try_place(self, seed: int, scene: str, number: int, wanted: str, pinned: ResetOptions) -> Episode | None:
        proposals = self._proposals_at(seed, scene, number, wanted, pinned)
        task = None if proposals is None else proposals.task(pinned.proposal)
        if proposals is None or task is None:
            return None
        before = proposals.before
        options = {"scene": scene, "view": number, "wanted": wanted, "proposal": pinned.proposal}
        if pinned.mover is not None:
            options["mover"] = pinned.mover
        if pinned.landmarks is not None:
            options["landmarks"] = list(pinned.landmarks)
        return Episode(task, before, before.scene, seed, options, self._made())

    def _proposals_at(self, seed: int, scene: str, number: int, wanted: str, pinned: ResetOptions) -> Proposals | None:
        """The proposals of a view, which may be those of the last reset; None where the scene has no such view."""
        key = (seed, scene, number, wanted, pinned.mover, pinned.landmarks)
        if self._proposals is not None and self._proposals.key == key:
            return self._proposals
        found = views(scene, self.config.views_per_scene, self._elsewhere())
        if number >= len(found):
            return None
        before = self._look(scene, found[number])
        for name in (pinned.mover, *(pinned.landmarks or ())):
            if name is not None:
                before.scene.number(name)  # an unknown id is an error that offers the nearest
        rng = seeding.generator(seed, self.env_id, "task", scene, number, wanted)
        plain = propose(self.rule, before, wanted, rng, self.manner)
        tasks = (task for one in plain if (task := self._asked(before, one)) is not None)
        self._proposals = Proposals(key, before, (task for task in tasks if _matches(task, pinned)))
        return self._proposals

    def _look(self, scene: str, view: View) -> Snapshot:
        simulator = self._running()
        stand_at(simulator, scene, view)
        return self._look_now(simulator)

    def _look_now(self, simulator: Simulator) -> Snapshot:
        """The present state: drawn, or with `observation="table"` measured on boxes."""
        return look_drawn(simulator) if self._draws else look_at_boxes(simulator)

    def step(self, action: NDArray[np.float32]) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Attempt one motion of the mover and look again.

        Raises:
            ResetNeeded: before the first reset and after the end of an episode.
            BadValue: for an action that is not as many finite numbers in [-1, 1] as the action space has.
        """
        episode = self._episode
        if episode is None or episode.over:
            raise ResetNeeded("Call reset before step: no episode is running.")
        action_taken = self.motion(action, episode.task)
        start = self._start(episode, action_taken)
        probe = self.rule.way_points(episode.task) if hasattr(self.rule, "way_points") else ()
        after, facts = attempt(
            self._running(), start, action_taken, probe, stay=self.manner.is_literal, look=self._look_now
        )
        before, moved = self._before(), self._history(episode, action_taken, facts.success)
        verdict = self.rule.label(episode.task, before, after, facts)
        whole = self._whole(episode, action_taken)
        won = self._wins(verdict, episode.task)
        truncated = not won and episode.steps + 1 >= self.render_budget
        origin = Origin(self._spec_json(), (episode.seed,), episode.options, episode.steps)
        transition = Transition(before, whole, after, facts, verdict, episode.task, origin)
        self._episode = dataclasses.replace(
            self._episode_now(), now=after.scene, steps=episode.steps + 1, over=won or truncated, past=moved
        )
        reward = self._reward(verdict, won)
        info = self._info(self._episode) | {"transition": transition}
        return self._observe(after), reward, won, truncated, info

    def _wins(self, verdict: Verdict, task: Task) -> bool:
        """Whether an outcome is the wanted one."""
        return verdict.answer == task.wanted

    def motion(self, action: NDArray[np.float32], task: Task) -> Action:
        """What an action does: its numbers times their limits, in whole centimetres and degrees."""
        return motions.decode(self.config.motions, task, self._numbers(action))

    def _numbers(self, action: NDArray[np.float32]) -> list[float]:
        """The numbers of an action, checked."""
        (count,) = self.action_space.shape or ()
        expected = f"An action must be {count} finite numbers in [-1, 1]"
        try:
            values = np.asarray(action, dtype=np.float64)
        except (TypeError, ValueError) as e:
            raise BadValue(f"{expected}, got {action!r}.") from e
        if values.shape != (count,) or not np.isfinite(values).all() or np.abs(values).max() > 1.0:
            raise BadValue(f"{expected}, got {np.asarray(action).tolist()}.")
        return [float(value) for value in values]

    def _action_size(self) -> int:
        """How many numbers an action has."""
        return motions.action_size(self.config.motions)

    def _asked(self, before: Snapshot, task: Task) -> Task | None:
        """A task with this environment's kind of motions; None where there is nothing to do that with."""
        return motions.with_motions(before, task, self.config.motions)

    def _start(self, episode: Episode, action: Action) -> SceneState:
        """From where an action is tried."""
        return episode.now if self.config.compound else episode.before.scene

    def _history(self, episode: Episode, action: Action, success: bool) -> tuple[Past, ...]:
        """The actions behind the state that an action leads to, where they build on each other."""
        if not (self.config.compound and success):
            return episode.past
        return (*episode.past, Past(episode.now, moves_of(action)))

    def _whole(self, episode: Episode, action: Action) -> Action:
        """All that has been done since the picture before: what it and the picture after show."""
        if not self.config.compound:
            return action
        done = (*(move for past in episode.past for move in past.moves), *moves_of(action))
        return action_of(together(motions_of(done)) or (Motion(episode.task.mover),))

    def _running(self) -> Simulator:
        if self._simulator is None:
            self._simulator = make_simulator(
                self.config.backend,
                self.config.width,
                self.config.height,
                self.config.quality,
                carry=self.config.motions == motions.CARRY,
                bodies=checked(self.config.bodies),
                controller=self.config.controller,
            )
        return self._simulator

    def _elsewhere(self) -> Simulator | None:
        """The simulator, where its scenes are not those of the embedded engine."""
        return None if self.config.backend == EMBEDDED else self._running()

    def _episode_now(self) -> Episode:
        if self._episode is None:
            raise ResetNeeded("Call reset first: no episode is running.")
        return self._episode

    def _before(self) -> Snapshot:
        """The snapshot before the move, drawn again if this environment was unpickled or restored."""
        episode = self._episode_now()
        if self._draws and episode.before.pixels is None:
            self._episode = dataclasses.replace(episode, before=with_pixels(episode.before))
        return self._episode_now().before

    def _reward(self, verdict: Verdict, won: bool) -> float:
        if won or self.config.reward == "sparse":
            return float(won)
        return SHAPED_SHARE * float(self.rule.nearness(self._episode_now().task, verdict))

    def _observe(self, view: Snapshot) -> dict[str, NDArray[Any]]:
        """The observation of a view; tables of the same view under the same task are not worked out twice."""
        task, answers = self._episode_now().task, self.rule.ANSWERS
        if self._draws:
            return observation.observe(view, task, answers)
        if self._tables is None or self._tables[0] is not view or self._tables[1] is not task:
            self._tables = view, task, observation.observe(view, task, answers, image=False)
        return {name: array.copy() for name, array in self._tables[2].items()}

    def _info(self, episode: Episode) -> dict[str, Any]:
        return {
            "scene": episode.before.scene,
            "task": episode.task,
            "step": episode.steps,
            "seed": episode.seed,
            "options": {name: list(v) if isinstance(v, list) else v for name, v in episode.options.items()},
        }

    def _spec_json(self) -> str:
        """What makes this environment again, as JSON; `gymnasium.make` sets the spec once it is made."""
        if self._spec_text is None or self._spec_text[0] is not self.spec:
            spec = self.spec or EnvSpec(
                self.env_id, entry_point=registry.entry(self.env_id).env, kwargs=dataclasses.asdict(self.config)
            )
            text = json.dumps({"id": spec.id, "kwargs": dict(spec.kwargs)}, sort_keys=True, default=operator.index)
            self._spec_text = self.spec, text
        return self._spec_text[1]

    def _made(self) -> str:
        """What episodes of this environment depend on, as JSON."""
        return json.dumps(
            {"id": self.env_id, **dataclasses.asdict(self.config)}, sort_keys=True, default=operator.index
        )

    def clone_state(self) -> Episode:
        """The running episode; immutable, so it can be kept and restored any number of times."""
        return self._episode_now()

    def restore_state(self, state: Episode) -> None:
        """Continue from a cloned episode.

        Raises:
            BadValue: for the episode of an environment that was made otherwise, or anything else.
        """
        if not isinstance(state, Episode):
            raise BadValue(f"restore_state takes what clone_state gave, got {type(state).__name__}.")
        if state.made != self._made():
            raise BadValue(f"This episode belongs to {state.made}, this environment is {self._made()}. Make it alike.")
        self._running().restore(state.now)
        self._episode = state

    def render(self) -> NDArray[np.uint8] | None:
        """The present picture (H, W, 3) uint8, or None with `render_mode=None`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing with render_mode=None; make the environment with 'rgb_array'.")
            return None
        episode = self._episode_now()
        simulator = self._running()
        simulator.restore(episode.now)
        pixels = simulator.snapshot().pixels
        return None if pixels is None else pixels.frame

    def __getstate__(self) -> dict[str, Any]:
        """What an unpickled environment goes on from; proposals are found again when they are asked for."""
        return {name: value for name, value in self.__dict__.items() if name != "rule"} | {"_proposals": None}

    def close(self) -> None:
        """Let go of the simulator; the environment can be reset again."""
        if self._simulator is not None:
            self._simulator.close()
        self._simulator = None
        self._episode = None
        self._tables = None
        self._proposals = None


def _matches(task: Task, pinned: ResetOptions) -> bool:
    same_mover = pinned.mover is None or task.mover == pinned.mover
    return same_mover and (pinned.landmarks is None or task.landmarks == pinned.landmarks)
