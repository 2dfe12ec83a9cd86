"""A hand that takes a thing, carries it and puts it down: the motion of all tasks in which hands do the work."""

import math

from flowbench.records import Vector
from flowbench.rules.processes.animation import REST_FRAMES
from flowbench.rules.processes.drawing.hand import HOME, hand
from flowbench.rules.processes.entity import Entity
from flowbench.rules.processes.motion import LIFT_M, carried, part, slerp, slid
from flowbench.rules.processes.table_plane import FPS

HAND_ID = "hand"
LEAVE_S = 0.5  # in which the hand goes home after the last action
_AT_PIECE, _PUT_DOWN = 0.28, 0.9  # shares of an action: the hand has arrived, it lets go
_PACE_M_PER_S = 0.64  # of a way in an action's seconds, its rest apart; the top speed is almost four times that
_AWAY_M = 0.05  # how far it rises when it has let go


def waiting() -> Entity:
    """The hand at home, below the lower edge; part of every scene of a task with a hand."""
    return hand(HOME)


def above(place: Vector, grip_m: float) -> Vector:
    """Where the hand is when it has put something down at a place."""
    return place[0], place[1], place[2] + grip_m + _AWAY_M


def seconds_for(one: Vector, two: Vector) -> float:
    """Least seconds of an action that carries something between two places, so that it is no jump."""
    return math.dist(one, two) / _PACE_M_PER_S + REST_FRAMES / FPS


def pick_and_place(
    name: str,
    item: Entity,
    goal: Entity,
    share: float,
    *,
    hand_from: Vector = HOME,
    grip_m: float,
    lift_m: float = LIFT_M,
) -> dict[str, Entity]:
    """A piece and the hand at a share of an action.

    Args:
        item, goal: the piece before and after; it turns on its way where they are turned differently.
        hand_from: where the hand is at the beginning: `HOME`, or `above` the place of the action before.
        grip_m: how far above the piece's reference point the fingertips hold it.
        lift_m: how high it is carried. How long an action must take for its way: `seconds_for`.
    """
    grip = (item.pos[0], item.pos[1], item.pos[2] + grip_m)
    if share <= _AT_PIECE:
        return {name: item, HAND_ID: hand(carried(hand_from, grip, part(share, 0.0, _AT_PIECE), _AWAY_M))}
    if share >= _PUT_DOWN:
        low = (goal.pos[0], goal.pos[1], goal.pos[2] + grip_m)
        return {name: goal, HAND_ID: hand(slid(low, above(goal.pos, grip_m), part(share, _PUT_DOWN, 1.0)))}
    way = part(share, _AT_PIECE, _PUT_DOWN)
    x, y, z = carried(item.pos, goal.pos, way, lift_m)
    turn = slerp(item.quat, goal.quat, part(way, 0.25, 0.75))
    return {name: item.at((x, y, z), turn, HAND_ID), HAND_ID: hand((x, y, z + grip_m))}


def leaving(place: Vector, grip_m: float, share: float) -> dict[str, Entity]:
    """The hand on its way home from the last place."""
    return {HAND_ID: hand(slid(above(place, grip_m), HOME, share))}
