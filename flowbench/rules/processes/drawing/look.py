"""What a thing looks like, flat and solid: a function of the entity alone, wherever it is and however it is turned."""

import dataclasses
from abc import ABC, abstractmethod
from functools import lru_cache
from typing import ClassVar

from flowbench.render.clip.sketch import Sketch
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing import ground, hand
from flowbench.rules.processes.entity import CAMERA, GROUND, HAND, UPRIGHT, Entity


class Looks(ABC):
    """How the pieces and fixtures of a process are drawn; hands, camera and ground are the same for all.

    Both are drawn about the entity's reference point, unturned, at scale 1.

    Attributes:
        flat_turns: whether the flat drawing is turned with the thing. Where False, `flat` is given the entity's turn
            and draws it turned (solids that tumble).
    """

    flat_turns: ClassVar[bool] = True

    @abstractmethod
    def flat(self, item: Entity) -> Sketch | None:
        """The flat drawing; None for what flat pictures do not show."""

    @abstractmethod
    def solid(self, item: Entity) -> Mesh | None:
        """The solid, in the render frame (`solids.block` and its like make it); None for what is not shown."""


def flat(looks: Looks, item: Entity) -> Sketch | None:
    """The flat drawing of any entity."""
    return _flat(looks, _bare(item, UPRIGHT if looks.flat_turns else item.quat))


def solid(looks: Looks, item: Entity) -> Mesh | None:
    """The solid of any entity, the same object for the same look."""
    return _solid(looks, _bare(item, UPRIGHT))


def _bare(item: Entity, quat: tuple[float, float, float, float]) -> Entity:
    return dataclasses.replace(item, pos=(0.0, 0.0, 0.0), quat=quat, scale=1.0, vis=1.0, parent="")


@lru_cache(maxsize=256)  # more than the looks of any one scene; what flows looks new in each frame
def _flat(looks: Looks, item: Entity) -> Sketch | None:
    if item.kind == HAND:
        return hand.flat_hand(item)
    return None if item.kind in (CAMERA, GROUND) else looks.flat(item)


@lru_cache(maxsize=256)  # more than the looks of any one scene; what flows looks new in each frame
def _solid(looks: Looks, item: Entity) -> Mesh | None:
    if item.kind == HAND:
        return hand.solid_hand(item)
    if item.kind == GROUND:
        return ground.solid_ground(item)
    return None if item.kind == CAMERA else looks.solid(item)
