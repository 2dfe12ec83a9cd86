"""FlowBench-Sandbox-v0."""

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.envs.rooms.base import RoomEnv
from flowbench.envs.rooms.episode import Episode, Past
from flowbench.envs.rooms.options import RoomConfig
from flowbench.errors import BadValue
from flowbench.geometry.motion import action_of, motions_of, moves_of, together
from flowbench.records import Action, SceneState, Snapshot, Task, Verdict
from flowbench.rules.rooms import motions, sandbox
from flowbench.rules.rooms.presets import PAPER_LITERAL


@dataclass(frozen=True)
class SandboxConfig(RoomConfig):
    """The keyword arguments of the sandbox: those of a room, some with other defaults.

    Attributes:
        ends: whether an episode ends when the task's mover, and nothing else, has another place.
    """

    building: ClassVar[tuple[str, ...]] = motions.KINDS

    compound: bool = True
    motions: str = motions.YAW
    ends: bool = True

    def __post_init__(self) -> None:
        """Check every value."""
        super().__post_init__()
        if self.preset == PAPER_LITERAL:
            raise BadValue(
                "The sandbox is not the paper's, which has no rules for it. Leave preset='paper_literal' out."
            )
        if self.ends not in (True, False):
            raise BadValue(f"ends must be true or false, got {self.ends!r}.")


class SandboxEnv(RoomEnv):
    """Move any object, any way: shift it, turn it, take it back, and again. Everything else is as in `RoomEnv`.

    The task names four things. An episode ends with reward 1 when the one that the wanted letter stands for is all that
    has another place, is clearly seen there, and all four can still be named; with `ends=False` it goes on and pays
    nothing. Truncated after 64 steps.

    ## Action space
    `Box(-1, 1, (6,), float32)`, by default (`motions="yaw"`):

    | number | meaning |
    |---|---|
    | 0 | which object of the n that `info["movable"]` lists: number k has 2 k / n - 1 up to 2 (k + 1) / n - 1 |
    | 1 to 3 | its translation (right, up, forward) in the level camera frame, times 2.0 m, in whole centimetres |
    | 4 | its yaw about the vertical through its box centre, clockwise from above, times 180 degrees, in whole degrees |
    | last | above 0: undo. The last successful action is taken back, and the other numbers are not looked at |

    `motions="translation"` leaves the yaw out. `motions="carry"`: what rests on or in the object goes with it.
    `motions="camera"` adds four numbers before the last: how far the camera goes (right, forward; times 0.5 m), turns
    (times 30 degrees) and tilts (down; times 15 degrees), after the object has moved.

    Moves build on each other (`compound=False`: each starts from the first state). `transition.before` is the state at
    reset, `transition.action` all that was done since: one motion an object, or every move in its order where the
    camera moved too.

    ## Info keys
    As in `RoomEnv`, and `movable` (ids), `can_undo` (bool).

    ## Version history
    v0: first version.
    """

    env_id = "FlowBench-Sandbox-v0"
    config_type: ClassVar[type[RoomConfig]] = SandboxConfig
    config: SandboxConfig

    def motion(self, action: NDArray[np.float32], task: Task) -> Action:
        """What an action does; `()` for undo."""
        layout = self._episode_now().before.scene.layout
        return sandbox.decode(layout, self.config.motions, self._numbers(action))

    def undo(self) -> Any:
        """Take the last successful action back: a step like any other; what `step` returns."""
        layout = self._episode_now().before.scene.layout
        return self.step(sandbox.encode(layout, self.config.motions, ()))

    def _action_size(self) -> int:
        return sandbox.action_size(self.config.motions)

    def _asked(self, before: Snapshot, task: Task) -> Task | None:
        kind = self.config.motions
        plain = kind == motions.TRANSLATION
        return task if plain else dataclasses.replace(task, parameters={**task.parameters, "motions": kind})

    def _start(self, episode: Episode, action: Action) -> SceneState:
        if action == sandbox.UNDO and episode.past:
            return episode.past[-1].scene
        return super()._start(episode, action)

    def _history(self, episode: Episode, action: Action, success: bool) -> tuple[Past, ...]:
        return episode.past[:-1] if action == sandbox.UNDO else super()._history(episode, action, success)

    def _whole(self, episode: Episode, action: Action) -> Action:
        if not self.config.compound:
            return action
        undone = action == sandbox.UNDO
        done = tuple(move for past in (episode.past[:-1] if undone else episode.past) for move in past.moves)
        done += moves_of(action)
        return action_of(done if len(motions_of(done)) < len(done) else together(motions_of(done)))

    def _wins(self, verdict: Verdict, task: Task) -> bool:
        return self.config.ends and super()._wins(verdict, task)

    def _info(self, episode: Episode) -> dict[str, Any]:
        movable = sandbox.movable(episode.before.scene.layout)
        return super()._info(episode) | {"movable": movable, "can_undo": bool(episode.past)}

    @classmethod
    def slot_space(cls, kwargs: Any) -> tuple[tuple[str, int], ...]:
        """All (scene, view number) pairs it draws from.

        Raises:
            BadValue: for `ends=False`, with which no episode gives an item.
        """
        if not cls.config_type.of(cls.env_id, kwargs).ends:  # type: ignore[attr-defined]
            raise BadValue(f"A data set holds episodes that end: roll out {cls.env_id} without ends=False.")
        return super().slot_space(kwargs)
