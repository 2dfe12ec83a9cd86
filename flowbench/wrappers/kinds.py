"""What a wrapper is put around: the room or game environment underneath, and what is seen of it now."""

from typing import Any

import gymnasium
from gymnasium import spaces

from flowbench.envs.games.base import GameEnv
from flowbench.envs.rooms.base import RoomEnv
from flowbench.errors import BadValue
from flowbench.records import Pixels, Snapshot
from flowbench.render.board.picture import Picture
from flowbench.rules.games.difficulty import hardness
from flowbench.rules.games.game import Setting
from flowbench.rules.games.generation import draw_instance
from flowbench.rules.games.position import Position
from flowbench.simulators import with_pixels

AnyEnv = gymnasium.Env[Any, Any]


def room_under(env: AnyEnv, wrapper: str) -> RoomEnv:
    """The room environment underneath all wrappers.

    Raises:
        BadValue: when it is none; says which wrapper asks.
    """
    base = env.unwrapped
    if not isinstance(base, RoomEnv):
        raise BadValue(f"{wrapper} goes around a room environment (FlowBench-...), got {type(base).__name__}.")
    return base


def room_or_game_under(env: AnyEnv, wrapper: str) -> RoomEnv | GameEnv:
    """The room or game environment underneath all wrappers.

    Raises:
        BadValue: when it is neither.
    """
    base = env.unwrapped
    if not isinstance(base, RoomEnv | GameEnv):
        raise BadValue(f"{wrapper} goes around a room or a game environment, got {type(base).__name__}.")
    return base


def dict_space(env: AnyEnv, wrapper: str, *added: str) -> spaces.Dict:
    """The observation space of an environment, which must be a Dict without the keys that are to be added.

    Raises:
        BadValue: when it is another, as after `PixelsOnly`.
    """
    space = env.observation_space
    if not isinstance(space, spaces.Dict):
        raise BadValue(f"{wrapper} adds to Dict observations, got {type(space).__name__}. Put it inside of the others.")
    if taken := sorted(set(added) & set(space.spaces)):
        raise BadValue(f"The observations have {taken} already; use {wrapper} once.")
    return space


def view_of(base: RoomEnv, info: dict[str, Any]) -> Snapshot:
    """What a room shows now, with pixels: after the attempt that `info` tells of, or at the start."""
    transition = info.get("transition")
    return with_pixels(base.clone_state().before if transition is None else transition.after)


def pixels_of(view: Snapshot) -> Pixels:
    """The picture of a snapshot that has one."""
    if view.pixels is None:
        raise BadValue("This snapshot has no pixels; draw them with flowbench.simulators.with_pixels.")
    return view.pixels


def picture_of(base: GameEnv, position: Position, style: str | None = None) -> Picture:
    """The picture of a position as the environment draws it."""
    return position.draw(style or str(base.config.style))


def picture_shape(base: RoomEnv | GameEnv, style: str | None = None) -> tuple[int, int]:
    """Height and width of an environment's pictures; those of a game are the same for all its positions."""
    if isinstance(base, RoomEnv):
        return base.config.height, base.config.width
    game = base.game
    setting = Setting(hardness("easy"), str(base.config.variant), base.config.split)
    instance = draw_instance(game, setting, "picture shape")
    height, width = picture_of(base, Position(game.name, instance, game.initial(instance)), style).ids.shape
    return height, width
