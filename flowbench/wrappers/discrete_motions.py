"""`DiscreteMotions`: a room's moves as a fixed table."""

import math
from collections.abc import Sequence
from itertools import product
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.numbers import whole
from flowbench.rules.rooms.limits import MOVE
from flowbench.wrappers.kinds import AnyEnv, room_under

DIRECTIONS = 8
LENGTHS_M = (0.25, 0.5, 1.0)
MOST_MOTIONS = 10_000
COMPONENTS = 3

Row = tuple[float, float, float]  # metres right, up, forward


class DiscreteMotions(gymnasium.ActionWrapper[Any, Any, Any], gymnasium.utils.RecordConstructorArgs):
    """Actions are numbers of motions in a table: `Discrete(n)`.

    Action k moves the task's mover by `motions[k]`: metres to the right, up and forward in the level camera frame. By
    default 24 level moves: 0.25, 0.5 and 1 m in each of eight directions, beginning to the right and turning toward
    the front.

    Args:
        motions: rows of three numbers, each component at most 2 m; JSON values, so that the spec can be stored.
    """

    def __init__(self, env: AnyEnv, motions: Sequence[Sequence[float]] | None = None) -> None:
        """Wrap a room whose actions are translations.

        Raises:
            BadValue: for a bad table, and around anything else.
        """
        gymnasium.utils.RecordConstructorArgs.__init__(self, motions=motions)
        gymnasium.ActionWrapper.__init__(self, env)
        room_under(env, "DiscreteMotions")
        if env.action_space.shape != (COMPONENTS,):
            raise BadValue(f"DiscreteMotions needs actions of three numbers, got {env.action_space}.")
        self.motions = default_motions() if motions is None else _checked(motions)
        self.action_space = spaces.Discrete(len(self.motions))

    def action(self, action: Any) -> NDArray[np.float32]:
        """The room's action behind a number.

        Raises:
            BadValue: for what is no number of the table.
        """
        number = whole("A motion", action, 0, len(self.motions) - 1)
        return (np.array(self.motions[number]) / MOVE.max_move_m).astype(np.float32)


def default_motions() -> tuple[Row, ...]:
    """Moves in eight directions, of three lengths each, to the centimetre."""
    turns = [2.0 * math.pi * k / DIRECTIONS for k in range(DIRECTIONS)]
    return tuple(
        (round(length * math.cos(turn), 2) + 0.0, 0.0, round(length * math.sin(turn), 2) + 0.0)
        for turn, length in product(turns, LENGTHS_M)
    )


def _checked(motions: Sequence[Sequence[float]]) -> tuple[Row, ...]:
    try:
        table = np.asarray(motions, dtype=np.float64)
    except (TypeError, ValueError) as e:
        raise BadValue(f"motions must be rows of three numbers, got {motions!r}.") from e
    if table.ndim != 2 or table.shape[1] != COMPONENTS or not 1 <= len(table) <= MOST_MOTIONS:
        raise BadValue(f"motions must be 1 to {MOST_MOTIONS} rows of three numbers, got the shape {table.shape}.")
    if not np.isfinite(table).all() or np.abs(table).max() > MOVE.max_move_m:
        raise BadValue(f"motions must have finite components of at most {MOVE.max_move_m:g} m.")
    return tuple((right, up, forward) for right, up, forward in table.tolist())
