"""The item of a game transition: two pictures with ids and exact flow, and the question which move lies between."""

import json
from typing import Any

import numpy as np

from flowbench.records import Item, Question, Transition
from flowbench.render.board.flow import flow_between
from flowbench.rules.games.game import Game
from flowbench.rules.games.position import Position
from flowbench.rules.games.table import game

MOST_CHOICES = 8  # of more actions than these, the question offers none


def annotate_game(transition: Transition, item_id: str) -> Item:
    """The item of a game transition.

    Images: i0, i1 (H, W, 3) uint8. Arrays: ids0, ids1 (H, W) int32; flow01, flow10 (H, W, 2) float32 pixels (u right,
    v down); valid01, valid10 (H, W) bool.
    """
    before, after = transition.before, transition.after
    rules, style = game(before.game), _style(transition)
    first, second = before.draw(style), after.draw(style)
    flow01, valid01 = flow_between(first, second)
    flow10, valid10 = flow_between(second, first)
    names = [rules.action_name(before.instance, action) for action in range(rules.action_count)]
    return Item(
        item_id=item_id,
        question=Question(
            text=(
                f"The first picture shows a position of {rules.title}, the second the position one move later. "
                "Which move was made?"
            ),
            choices=tuple(names) if len(names) <= MOST_CHOICES else (),
            images=(("i0", "before the move"), ("i1", "after the move")),
            answer_schema="text",
        ),
        answer=names[transition.action],
        answer_before=None,
        state={
            "before": before.to_json(),
            "after": after.to_json(),
            "action": transition.action,
            "alike": [names[action] for action in _alike(rules, before, after)],
            "style": style,
            "hint": rules.hint(before.instance),
            "verdict": transition.verdict.answer,
            "measures": dict(transition.verdict.measures),
        },
        images={"i0": first.frame, "i1": second.frame},
        arrays={
            "ids0": first.ids,
            "ids1": second.ids,
            "flow01": flow01,
            "flow10": flow10,
            "valid01": valid01,
            "valid10": valid10,
        },
        origin=transition.origin,
    )


def _style(transition: Transition) -> str:
    """The style the environment was made with."""
    named = json.loads(transition.origin.env)["kwargs"].get("style")
    return str(named or game(transition.before.game).styles[0])


def _alike(rules: Game[Any, Any], before: Position, after: Position) -> list[int]:
    """All legal actions that lead to the same state: any of them answers the question."""
    legal = np.flatnonzero(rules.mask(before.instance, before.state))
    reached = {int(action): rules.step(before.instance, before.state, int(action)).state for action in legal}
    return [action for action, state in reached.items() if state == after.state]
