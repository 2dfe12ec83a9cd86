"""What a process environment can be made and reset with, checked before anything happens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from flowbench.envs.arguments import MAX_STEPS, check_choices, check_known, option_map
from flowbench.errors import BadValue
from flowbench.numbers import whole
from flowbench.rules.processes.generation import SPLITS, check_index
from flowbench.rules.processes.levels import LEVELS, check_level
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.process import STYLES

MODES = ("strict", "permissive")
OBSERVED = ("state", "image", "both")
REWARDS = ("sparse", "progress")
RESET_OPTIONS = ("level", "index", "case")


@dataclass(frozen=True)
class ProcessConfig:
    """The keyword arguments of a process environment; all JSON values.

    Attributes:
        level: "easy", "mid" or "hard".
        style: "line" or "real": how pictures are drawn.
        obs_mode: "state", "image" or "both"; with "state" nothing is drawn.
        mode: "strict": an illegal action changes nothing; "permissive": it is done all the same, and shown.
        reward: "sparse" (1 at the goal) or "progress" (adds the share of the shortest way that a step saves).
        max_steps: steps after which an episode is cut off; None is twice the optimum and four more.
        split: "train", "eval" or "dev": other streams of cases.
    """

    level: str = "easy"
    style: str = "line"
    obs_mode: str = "state"
    mode: str = "strict"
    reward: str = "sparse"
    max_steps: int | None = None
    split: str = "train"

    @classmethod
    def of(cls, env_id: str, arguments: Mapping[str, Any]) -> Self:
        """The configuration of an environment from its keyword arguments.

        Raises:
            UnknownName, BadValue: naming the argument, what came and what would do.
        """
        check_known(env_id, cls, arguments)
        steps = arguments.get("max_steps")
        config = cls(**{**arguments, "max_steps": None if steps is None else whole("max_steps", steps, 1, MAX_STEPS)})
        check_choices(
            (
                ("level", config.level, LEVELS),
                ("style", config.style, STYLES),
                ("obs_mode", config.obs_mode, OBSERVED),
                ("mode", config.mode, MODES),
                ("reward", config.reward, REWARDS),
                ("split", config.split, SPLITS),
            )
        )
        return config


@dataclass(frozen=True)
class ResetOptions:
    """What `reset(options=...)` pins down; None is as the environment was made, or the first of the seed's stream."""

    level: str | None = None
    index: int | None = None
    case: Case | None = None


def reset_options(name: str, given: Mapping[str, Any] | None) -> ResetOptions:
    """The options of a reset; a case may be a record or its JSON values, and must obey the rules.

    Raises:
        UnknownName, BadValue: naming the option and what would do.
    """
    options = option_map(given, RESET_OPTIONS)
    level, index, case = (options.get(key) for key in RESET_OPTIONS)
    return ResetOptions(
        None if level is None else check_level(level),
        None if index is None else check_index(index),
        None if case is None else _case(name, case),
    )


def _case(name: str, given: object) -> Case:
    if isinstance(given, Case):
        given = given.to_json()
    if not isinstance(given, Mapping):
        raise BadValue(f"case must be a Case or its JSON values, got {type(given).__name__} {given!r}.")
    case = Case.from_json(given)
    if case.process != name:
        raise BadValue(f"This is a case of {case.process}, not of {name}.")
    return case
