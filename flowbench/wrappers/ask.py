"""`Ask`: an episode is a question, its answer is the action, and a rule pays for it."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from flowbench.envs.rooms.base import RoomEnv
from flowbench.errors import BadValue, NothingToAsk, UnknownName
from flowbench.numbers import whole
from flowbench.wrappers.arguments import MAX_SIDE
from flowbench.wrappers.ask_games import GameAsker
from flowbench.wrappers.ask_rooms import RoomAsker
from flowbench.wrappers.asked import TEXT_BYTES, Asked, Asker, as_text, stacked
from flowbench.wrappers.kinds import AnyEnv, room_or_game_under
from flowbench.wrappers.retries import MOST_TRIES, starts

REPLIES = ("letter", "text")
MOST_PROBES = 100
SIDE = 512  # of a game's pictures, pixels

Observation = dict[str, NDArray[Any]]
Step = tuple[Observation, float, bool, bool, dict[str, Any]]


@dataclasses.dataclass(frozen=True, eq=False)
class Episode:
    """A question and what has been done about it so far.

    Attributes:
        start: the state every move is tried from; None where a move begins where the last one led.
    """

    asked: Asked
    seed: int
    start: Any
    pictures: tuple[NDArray[np.uint8], ...]
    probes_left: int
    over: bool = False


class Ask(gymnasium.Wrapper[Any, Any, Any, Any], gymnasium.utils.RecordConstructorArgs):
    """Turn an environment into one that asks questions.

    In a room the question is the category's, about a move that really came out: the environment's scripted agent won
    with it, and the episode was put back. In a game it is one of its families' about the instance of the episode.

    ## Observation space
    Dict: `images` (N, H, W, 3) uint8, the pictures of the question in order, unused places black. In a room N is 1 (in
    the sandbox, which asks what lies between two pictures, 2), H and W are the environment's; in a game N is 2, or 8
    where options are drawn, H and W are `size`, larger pictures being made smaller. With probes there is one more
    place, the last, which shows the outcome of the last probe.
    `probes_left` (1,) int32.

    ## Action space
    With `reply="letter"` `Discrete(n)`: one of `info["replies"]`. With `reply="text"` (the only way for open questions)
    `MultiDiscrete([256] * 1024)`: UTF-8 bytes, then zeros (`flowbench.wrappers.asked.as_bytes`). `answer(text)` takes
    replies of any length, for every question.
    With `probes=k` the action is Dict: `answer` as before, but 0 is "not yet" and letters count from 1 (in text, the
    empty reply), and `move`, an action of the environment to be tried then. In a room every move starts from the first
    state, in a game (and with `compound=True`) from where the last one led; where that is the end, no probe is left.

    ## Reward
    1 for a right answer, 0 otherwise, by the package's rules alone: letters as `flowbench score` reads them, answers of
    games as their families verify them.

    ## Episode end
    Terminated by the answer; truncated by "not yet" without a probe left.

    ## Info keys
    At the start: `question`, `prompt` (the whole text for a model: rules of the game, question, lettered options, form
    of the answer), `choices`, `replies`, `image_roles`, `seed`; in rooms `mode` and `category`, in games `family` and
    `format`. After a probe `moved` and `told`. At the end `answer` (a right one), `status`, `diagnosis`. Nothing tells
    the answer before.

    ## Arguments
    `mode` (rooms): "1A", "1B" say the move and show the picture before it; "2A", "2B" show the picture after it. "B"
    asks for reasoning first. `refer` (rooms): "names", "dots", "numbers". `family` (games): "RC1", ...; None draws one
    for each episode among those of the format. `fmt` (games): "choice" or "open"; None is "choice" where there is one.
    `probes`: moves that may be tried first, 0 to 100. `reply`: "letter", "text"; None is "letter" where letters can be
    chosen. `size` (games): side of the pictures, pixels.
    """

    def __init__(
        self,
        env: AnyEnv,
        mode: str | None = None,
        refer: str | None = None,
        family: str | None = None,
        fmt: str | None = None,
        probes: int = 0,
        reply: str | None = None,
        size: int | None = None,
    ) -> None:
        """Wrap a room or a game.

        Raises:
            UnknownName, BadValue: naming the argument, what came and what would do.
        """
        gymnasium.utils.RecordConstructorArgs.__init__(
            self, mode=mode, refer=refer, family=family, fmt=fmt, probes=probes, reply=reply, size=size
        )
        gymnasium.Wrapper.__init__(self, env)
        self.probes = whole("probes", probes, 0, MOST_PROBES)
        base = room_or_game_under(env, "Ask")
        if isinstance(base, RoomEnv):
            _unused("a room", family=family, fmt=fmt, size=size)
            self._asker: Asker = RoomAsker(base, mode or "1A", refer or "names", self.probes > 0)
        else:
            _unused("a game", mode=mode, refer=refer)
            side = whole("size", SIDE if size is None else size, 16, MAX_SIDE)
            self._asker = GameAsker(base, family, fmt, side, self.probes > 0)
        self.reply = _reply(reply, self._asker.choices)
        self.observation_space = spaces.Dict(
            {
                "images": spaces.Box(0, 255, (*self._asker.shape, 3), np.uint8),
                "probes_left": spaces.Box(0, MOST_PROBES, (1,), np.int32),
            }
        )
        self.action_space = self._actions()
        self._episode: Episode | None = None

    def _actions(self) -> spaces.Space[Any]:
        extra = int(self.probes > 0)
        answer: spaces.Space[Any] = (
            spaces.Discrete(self._asker.choices + extra)
            if self.reply == "letter"
            else spaces.MultiDiscrete([256] * TEXT_BYTES)
        )
        return spaces.Dict({"answer": answer, "move": self.env.action_space}) if self.probes else answer

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start an episode: a question.

        Raises:
            NothingToAsk: when 64 episodes of the environment gave none.
        """
        self._episode = None
        for observation, info in starts(self.env, seed, options):
            asked = self._asker.ask(self.env, observation, info)
            if asked is not None:
                self._episode = Episode(asked, int(info["seed"]), self._start(), asked.pictures, self.probes)
                return self._observe(self._episode), self._told(self._episode)
        raise NothingToAsk(f"Ask: {MOST_TRIES} episodes gave no question. Reset with other options or another seed.")

    def _start(self) -> Any:
        base = self.env.unwrapped
        return base.clone_state() if isinstance(base, RoomEnv) and not base.config.compound else None

    def step(self, action: Any) -> Step:
        """Answer, or with probes left try a move.

        Raises:
            ResetNeeded: before the first reset and after the end of an episode.
            BadValue: for an action that is not in the action space.
        """
        episode = self._running()
        reply, move = _parted(action) if self.probes else (action, None)
        text = self._text(reply)
        if text is not None:
            return self.answer(text)
        return self._try(episode, move) if episode.probes_left else self._give_up(episode)

    def answer(self, text: str) -> Step:
        """Answer in words, of any length; what `step` gives for an action that answers.

        Raises:
            ResetNeeded: before the first reset and after the end of an episode.
            BadValue: for what is no text.
        """
        episode = self._running()
        if not isinstance(text, str):
            raise BadValue(f"An answer is text, got {type(text).__name__} {text!r}.")
        graded = episode.asked.grade(text)
        self._episode = dataclasses.replace(episode, over=True)
        ended = {"answer": episode.asked.right, "status": graded.status, "diagnosis": graded.diagnosis}
        return self._observe(episode), graded.score, True, False, self._told(episode) | ended

    def _text(self, reply: Any) -> str | None:
        """The reply behind an action in words; None for "not yet"."""
        first = int(self.probes > 0)
        if self.reply == "text":
            text = as_text(reply)
            return None if first and not text else text
        number = whole("An answer as an action", reply, 0, self._asker.choices + first - 1)
        return None if number < first else self._running().asked.replies[number - first]

    def _try(self, episode: Episode, move: Any) -> Step:
        if episode.start is not None:
            self.env.unwrapped.restore_state(episode.start)  # type: ignore[attr-defined]
        _, _, terminated, truncated, info = self.env.step(move)
        pictures = (*episode.asked.pictures, *_blanks(self._asker, episode.asked), self._asker.look(info))
        is_stuck = episode.start is None and (terminated or truncated)
        left = 0 if is_stuck else episode.probes_left - 1
        self._episode = dataclasses.replace(episode, pictures=pictures, probes_left=left)
        told = self._told(self._episode) | self._asker.outcome(info)
        return self._observe(self._episode), 0.0, False, False, told

    def _give_up(self, episode: Episode) -> Step:
        self._episode = dataclasses.replace(episode, over=True)
        ended = {"answer": episode.asked.right, "status": "no_answer", "diagnosis": "no probe was left"}
        return self._observe(episode), 0.0, False, True, self._told(episode) | ended

    def _running(self) -> Episode:
        if self._episode is None or self._episode.over:
            raise ResetNeeded("Call reset first: no question is being asked.")
        return self._episode

    def _observe(self, episode: Episode) -> Observation:
        return {
            "images": stacked(episode.pictures, self._asker.shape),
            "probes_left": np.array([episode.probes_left], dtype=np.int32),
        }

    def _told(self, episode: Episode) -> dict[str, Any]:
        return {**episode.asked.info(), "replies": episode.asked.replies, "seed": episode.seed}

    @property
    def pictures(self) -> tuple[NDArray[np.uint8], ...]:
        """The pictures of the question at their full size."""
        return self._running().asked.pictures


def _parted(action: Any) -> tuple[Any, Any]:
    """The two parts of an action where there are probes."""
    if not isinstance(action, Mapping) or set(action) != {"answer", "move"}:
        raise BadValue(f"With probes an action is a map of 'answer' and 'move', got {action!r}.")
    return action["answer"], action["move"]


def _blanks(asker: Asker, asked: Asked) -> tuple[NDArray[np.uint8], ...]:
    """Black pictures for the places between those of a question and the last."""
    empty = asker.shape[0] - 1 - len(asked.pictures)
    return (np.zeros((1, 1, 3), dtype=np.uint8),) * empty


def _reply(reply: str | None, choices: int) -> str:
    if reply is not None and reply not in REPLIES:
        raise UnknownName.among("reply", reply, REPLIES)
    if reply == "letter" and not choices:
        raise BadValue('Open questions are answered in text: pass reply="text", or fmt="choice" where there is one.')
    return reply or ("letter" if choices else "text")


def _unused(where: str, **arguments: Any) -> None:
    """Refuse arguments that mean nothing there."""
    if given := [name for name, value in arguments.items() if value is not None]:
        raise BadValue(f"Ask around {where} takes no {', '.join(given)}.")
