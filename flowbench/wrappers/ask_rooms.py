"""The questions that `Ask` puts in rooms: a move that really came out, and what came of it."""

from collections.abc import Mapping
from typing import Any

from flowbench import registry
from flowbench.annotators import referring, text
from flowbench.annotators.item import origin_id
from flowbench.annotators.marks import draw_marks
from flowbench.assets import questions
from flowbench.envs.rooms.base import RoomEnv
from flowbench.errors import UnknownName
from flowbench.evaluation.prompts import MODES
from flowbench.planners import make_planner
from flowbench.records import Image, Item, Question, Transition
from flowbench.simulators import with_pixels
from flowbench.wrappers.asked import Asked, RoomQuestion
from flowbench.wrappers.kinds import AnyEnv, pixels_of
from flowbench.wrappers.retries import play


class RoomAsker:
    """Asks the question of the environment's category about the move with which its scripted agent wins."""

    def __init__(self, base: RoomEnv, mode: str, refer: str, looks: bool) -> None:
        """Check the mode and the way to refer to objects."""
        if mode not in MODES:
            raise UnknownName.among("mode", mode, MODES)
        if refer not in referring.WAYS:
            raise UnknownName.among("way to refer", refer, referring.WAYS)
        self.env_id, self.mode, self.refer = base.env_id, mode, refer
        self.choices = len(base.rule.ANSWERS)
        self.shape = (shown(base.env_id, mode) + looks, base.config.height, base.config.width)

    def ask(self, env: AnyEnv, observation: Any, info: dict[str, Any]) -> Asked | None:
        """The question about the winning move; None where the agent did not win."""
        played = play(env, make_planner(self.env_id), observation, info)
        if played is None:
            return None
        return RoomQuestion(question_of(played.transition, self.mode, self.refer), self.mode)

    def look(self, info: Mapping[str, Any]) -> Image:
        """The picture after a move that was tried."""
        return pixels_of(with_pixels(info["transition"].after)).frame

    def outcome(self, info: Mapping[str, Any]) -> dict[str, Any]:
        """Whether the simulator could make the move, and what it says."""
        attempt = info["transition"].attempt
        return {"moved": attempt.success, "told": attempt.error}


def shown(env_id: str, mode: str) -> int:
    """How many pictures go with a question: both where the question is which change lies between them."""
    rule = registry.entry(env_id).rule
    category = getattr(registry.resolve(rule), "CATEGORY", rule.rsplit(".", 1)[-1])
    return 2 if mode.startswith("1") and questions.load(category).get("shows_outcome") else 1


def question_of(transition: Transition, mode: str, refer: str) -> Item:
    """An item without arrays: words, options and the two pictures, as they are asked in a mode and way to refer."""
    before, after = with_pixels(transition.before), with_pixels(transition.after)
    rule = registry.resolve(registry.entry(transition.origin.env_id).rule)
    facts = referring.facts(transition, before, after)
    words = facts["texts"][refer]
    plain = text.question(transition, text.names(before, transition.task))
    choices = words["static_choices" if mode.startswith("2") else "choices"]
    frames = {"i0": pixels_of(before).frame, "i1": pixels_of(after).frame}
    return Item(
        item_id=origin_id(transition),
        question=Question(words["question"], tuple(choices), plain.images, plain.answer_schema, plain.values),
        answer=str(transition.verdict.answer),
        answer_before=rule.answer_before(transition.task, before),
        state={
            "category": transition.task.category,
            "static_question": words["static_question"],
            "measures": dict(transition.verdict.measures),
        },
        images={name: draw_marks(frame, facts["marks"], name, refer) for name, frame in frames.items()},
        arrays={},
        origin=transition.origin,
    )
