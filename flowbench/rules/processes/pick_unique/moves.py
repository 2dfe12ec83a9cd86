"""The two motions of Pick Unique: take and lift, carry and lay down."""

from collections.abc import Mapping

from flowbench.records import Vector
from flowbench.rules.processes.drawing.hand import hand
from flowbench.rules.processes.entity import Entity
from flowbench.rules.processes.handling import HAND_ID, above
from flowbench.rules.processes.motion import between, carried, eased, part, slid

FALLEN = 0.2  # share at which an item that was let go lies
_AT_ITEM, _CLEAR_M = 0.5, 0.05  # share at which the hand has arrived; how high it comes
_ACROSS, _DOWN, _LET_GO = (0.0, 0.75), (0.5, 0.86), 0.88


def fall(name: str, held: Entity, goal: Entity, share: float) -> dict[str, Entity]:
    """An item that is let go falls, faster and faster."""
    done = part(share, 0.0, FALLEN)
    x, y, z = held.pos
    return {name: goal if done >= 1.0 else goal.at((x, y, z + (goal.pos[2] - z) * done * done))}


def take(name: str, item: Entity, lifted: Entity, share: float, hand_from: Vector, grip_m: float) -> dict[str, Entity]:
    """The hand comes, takes the item and lifts it; `lifted` is the item at the end."""
    if share <= _AT_ITEM:
        way = carried(hand_from, _tips(item.pos, grip_m), part(share, 0.0, _AT_ITEM), _CLEAR_M)
        return {name: item, HAND_ID: hand(way)}
    pos = slid(item.pos, lifted.pos, part(share, _AT_ITEM, 1.0))
    return {name: item.at(pos, parent=HAND_ID), HAND_ID: hand(_tips(pos, grip_m))}


def lay(name: str, lifted: Entity, goal: Entity, share: float, grip_m: float) -> Mapping[str, Entity]:
    """The hand carries the item on, lays it down and lets go."""
    if share >= _LET_GO:
        way = slid(_tips(goal.pos, grip_m), above(goal.pos, grip_m), part(share, _LET_GO, 1.0))
        return {name: goal, HAND_ID: hand(way)}
    x, y, _ = between(lifted.pos, goal.pos, eased(part(share, *_ACROSS)))
    z = lifted.pos[2] + (goal.pos[2] - lifted.pos[2]) * eased(part(share, *_DOWN))
    return {name: lifted.at((x, y, z)), HAND_ID: hand(_tips((x, y, z), grip_m))}


def _tips(pos: Vector, grip_m: float) -> Vector:
    """Where the fingertips are that hold an item."""
    return pos[0], pos[1], pos[2] + grip_m
