"""`QuestionText`: what an episode asks for, in words."""

from typing import Any

import gymnasium
import numpy as np

from flowbench.annotators import text
from flowbench.assets import questions
from flowbench.envs.games.base import GameEnv
from flowbench.envs.rooms.base import RoomEnv
from flowbench.records import Task, Transition
from flowbench.wrappers.kinds import AnyEnv, room_or_game_under


class QuestionText(gymnasium.Wrapper[Any, Any, Any, Any], gymnasium.utils.RecordConstructorArgs):
    """Put words for language agents into `info`; observations, actions and rewards are untouched.

    Text is kept out of the observations: they stay arrays, which vector environments carry as they are.

    ## Info keys
    Rooms: `question` (about the outcome, in the present tense), `choices`, `goal` (what to move, and which answer is
    wanted); after a step `outcome` (the move in words, and the reasoning behind its answer or why there is none).
    Games: `question` (title and rules), `choices` (the names of the legal actions), `numbers` (these actions), `goal`,
    `position_text`; after a step `outcome` (empty, or why the action was not legal).
    """

    def __init__(self, env: AnyEnv) -> None:
        """Wrap a room or a game."""
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        gymnasium.Wrapper.__init__(self, env)
        room_or_game_under(env, "QuestionText")

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        return observation, info | self._words(info)

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Take an action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return observation, reward, terminated, truncated, info | self._words(info)

    def _words(self, info: dict[str, Any]) -> dict[str, Any]:
        base = room_or_game_under(self.env, "QuestionText")
        return _room_words(base, info) if isinstance(base, RoomEnv) else _game_words(base, info)


def _room_words(base: RoomEnv, info: dict[str, Any]) -> dict[str, Any]:
    task, before = info["task"], base.clone_state().before
    words = text.names(before, task)
    named = [words[name] for name in text.named_by(task, task.wanted)]
    said = {
        "question": text.task_question(task, words),
        "choices": tuple(words[name] for name in task.landmarks) if named else base.rule.ANSWERS,
        "goal": _goal(task, words, text.enumeration(named) or task.wanted),
    }
    transition = info.get("transition")
    return said if transition is None else said | {"outcome": _outcome(transition, words)}


def _goal(task: Task, words: text.Words, wanted: str) -> str:
    if questions.load(task.category).get("shows_outcome"):
        return f"Move {words[task.mover]}."
    return f"Move {words[task.mover]} so that the answer becomes: {wanted}."


def _outcome(transition: Transition, words: text.Words) -> str:
    if transition.verdict.answer is not None:
        return text.reasoning(transition, words)
    return f"{text.motion(transition, words)} No answer: {transition.verdict.reason}."


def _game_words(base: GameEnv, info: dict[str, Any]) -> dict[str, Any]:
    rules, position = base.game, info["position"]
    instance, state = position.instance, position.state
    legal = tuple(np.flatnonzero(rules.mask(instance, state)).tolist())
    said = {
        "question": f"{rules.title}. {rules.hint(instance)}",
        "choices": tuple(rules.action_name(instance, number) for number in legal),
        "numbers": legal,
        "goal": str(type(base).__doc__).partition("\n")[0],
        "position_text": position.text(),
    }
    return said | {"outcome": str(info.get("reason", ""))} if "transition" in info else said
