"""The item of a question about a game: its pictures with ids, its reference answer, and the facts to verify answers."""

from collections.abc import Mapping
from typing import Any

from flowbench.records import Item, Origin, Question
from flowbench.rules.games.game import Game
from flowbench.rules.games.generation import fingerprint
from flowbench.rules.games.sample import Sample, draw, facts, roles


def question_item(game: Game[Any, Any], sample: Sample, item_id: str, origin: Origin, about: Mapping[str, Any]) -> Item:
    """The item of a sample.

    Images: i0, i1, ... (H, W, 3) uint8, in the order of the question. Arrays: ids0, ids1, ... (H, W) int32, what is
    seen at each pixel of each picture.

    Args:
        about: further JSON values for the state, such as the difficulty.
    """
    shown = roles(game, sample)
    pictures = [draw(game, sample, role) for role, _ in shown]
    drawn = game.family(sample.family).draws_options
    solution = game.solve(sample.instance, game.initial(sample.instance))
    return Item(
        item_id=item_id,
        question=Question(
            text=sample.question,
            choices=() if drawn else sample.options,
            images=tuple((f"i{k}", caption) for k, (_, caption) in enumerate(shown)),
            answer_schema="letter" if sample.fmt == "choice" else "text",
        ),
        answer=sample.answer,
        answer_before=None,
        state={
            "facts": facts(sample),
            "hint": sample.hint,
            "capability": game.capability,
            "option_kinds": list(sample.kinds),
            "instance_id": fingerprint(game, sample.instance),
            "plan": [game.action_name(sample.instance, action) for action in solution.actions],
            "proof": solution.proof,
            **about,
        },
        images={f"i{k}": picture.frame for k, picture in enumerate(pictures)},
        arrays={f"ids{k}": picture.ids for k, picture in enumerate(pictures)},
        origin=origin,
    )
