"""What a game environment can be made and reset with, checked before anything happens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from flowbench.envs.arguments import MAX_STEPS, check_choices, check_known, option_map
from flowbench.numbers import whole
from flowbench.rules.games.difficulty import hardness
from flowbench.rules.games.game import Game
from flowbench.rules.games.generation import check_split
from flowbench.rules.games.plain import from_plain

ILLEGAL = ("noop", "penalty", "terminate")
REWARDS = ("sparse", "shaped")
RESET_OPTIONS = ("difficulty", "instance")


@dataclass(frozen=True)
class GameConfig:
    """The keyword arguments of a game environment; all JSON values.

    Attributes:
        difficulty: "easy", "medium", "hard" or a number from 0 to 1.
        variant: a way to play; None is the game's first.
        split: "train", "eval" or "dev"; no instance is in two of them.
        illegal: what an illegal action does: "noop", "penalty" (costs 0.1) or "terminate".
        reward: "sparse" (1 at the goal) or "shaped" (adds a quarter of the share of the way that a step saves).
        max_steps: steps after which an episode is cut off; None leaves it to the game.
        style: how pictures are drawn; None is the game's first.
    """

    difficulty: str | float = "medium"
    variant: str | None = None
    split: str = "train"
    illegal: str = "noop"
    reward: str = "sparse"
    max_steps: int | None = None
    style: str | None = None

    @classmethod
    def of(cls, env_id: str, game: Game[Any, Any], arguments: Mapping[str, Any]) -> Self:
        """The configuration of an environment from its keyword arguments, names filled in.

        Raises:
            UnknownName, BadValue: naming the argument, what came and what would do.
        """
        check_known(env_id, cls, arguments)
        named = {"variant": game.variants[0], "style": game.styles[0]}
        given = {name: value for name, value in arguments.items() if value is not None}
        if "max_steps" in given:
            given["max_steps"] = whole("max_steps", given["max_steps"], 1, MAX_STEPS)
        config = cls(**{**named, **given, **_level(given)})
        check_split(config.split)
        check_choices(
            (
                ("variant", config.variant, game.variants),
                ("style", config.style, game.styles),
                ("illegal", config.illegal, ILLEGAL),
                ("reward", config.reward, REWARDS),
            )
        )
        return config


def _level(given: Mapping[str, Any]) -> dict[str, str | float]:
    """The difficulty that is given, checked: a name, or a number of Python's own."""
    if given.get("difficulty") is None:
        return {}
    hard = hardness(given["difficulty"])
    return {"difficulty": given["difficulty"] if isinstance(given["difficulty"], str) else hard}


@dataclass(frozen=True)
class ResetOptions:
    """What `reset(options=...)` pins down; None is as the environment was made, or drawn from the seed."""

    difficulty: str | float | None = None
    instance: Any = None


def reset_options(game: Game[Any, Any], given: Mapping[str, Any] | None) -> ResetOptions:
    """The options of a reset; an instance may be a record of the game or its JSON values, and must obey its rules.

    Raises:
        UnknownName, BadValue: naming the option and what would do.
    """
    options = option_map(given, RESET_OPTIONS)
    difficulty, instance = _level(options).get("difficulty"), options.get("instance")
    if instance is not None:
        if not isinstance(instance, game.instance_type):
            instance = from_plain(game.instance_type, instance)
        game.check(instance)
    return ResetOptions(difficulty, instance)
