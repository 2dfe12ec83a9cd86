"""The things of Color Mix as entities: vessels at rest, and what changes when paint runs or is stirred."""

import dataclasses
from collections.abc import Mapping, Sequence
from functools import lru_cache

from flowbench.records import Vector
from flowbench.rules.processes.color_mix.pigments import mixed_colour, pigment_colour
from flowbench.rules.processes.color_mix.records import (
    BEHIND_M,
    CUP_HIGH_M,
    FLOOR_M,
    STICK_HOME,
    Bowl,
    Paints,
)  # fmt: skip
from flowbench.rules.processes.drawing.hand import hand
from flowbench.rules.processes.entity import FIXTURE, PIECE, Colour, Entity, entity, yaw
from flowbench.rules.processes.handling import HAND_ID
from flowbench.rules.processes.scenery import scenery

FLUID = "fluid"  # kind of the stream: it comes and goes
CUP_Z_M = FLOOR_M + CUP_HIGH_M / 2.0  # of a cup's reference point, the middle of its inside
HOME: Vector = (1.05, -0.3, 0.1)  # where the hand waits, to the right of the picture
_ARM_TURN = yaw(60.0)  # the arm comes in from the right
STREAM, MIXTURE, STICK, BOWL, CARD, STAND = "stream", "mixture", "stick", "bowl", "card", "stand"
_GLASS: Colour = (206, 226, 232)
_EMPTY: Colour = (214, 226, 228)  # of the bowl's floor


def arm(pos: Vector) -> Entity:
    """A hand that comes from the right, its fingertips at a point."""
    return hand(pos).at(pos, _ARM_TURN)


def cup_id(cup: int) -> str:
    """Id of a cup."""
    return f"cup_{cup + 1}"


def paint_id(cup: int) -> str:
    """Id of the paint in a cup."""
    return f"paint_{cup + 1}"


def scene_of(paints: Paints, state: Bowl) -> dict[str, Entity]:
    """Everything at rest."""
    return dict(_at_rest(paints, state))


@lru_cache(maxsize=256)
def _at_rest(paints: Paints, state: Bowl) -> Mapping[str, Entity]:
    scene = scenery("front", "wood", (204, 178, 142)) | {
        CARD: entity(FIXTURE, (0.0, 0.735, 0.44), shape="card", color=paints.target),
        STAND: entity(FIXTURE, (STICK_HOME[0], 0.0, 0.0), shape="stand", color=(120, 96, 70)),
        BOWL: entity(FIXTURE, (0.0, 0.0, 0.0), shape="bowl", color=_GLASS),
        STREAM: entity(
            FLUID, (0.0, BEHIND_M / 2.0, 0.0), shape="stream", vis=0.0, extra=dict.fromkeys(("x", "top", "low"), 0.0)
        ),
        STICK: entity(PIECE, STICK_HOME, shape="stick", color=(178, 128, 76)),
        MIXTURE: mixture(
            paints, [float(units) for units in state.poured], 0.0 if state.stirred or not state.units else 1.0
        ),
        HAND_ID: arm(HOME),
    }
    for cup, name in enumerate(paints.pigments):
        x = paints.cup_x(cup)
        scene[cup_id(cup)] = entity(PIECE, (x, 0.0, CUP_Z_M), shape="cup", color=_GLASS, extra={"label": str(cup + 1)})
        look = {"units": float(state.left(cup)), "lean": 0.0}
        scene[paint_id(cup)] = entity(
            PIECE, (x, BEHIND_M, CUP_Z_M), shape="paint", color=pigment_colour(name), extra=look
        )
    return scene


def mixture(paints: Paints, poured: Sequence[float], uneven: float, phase_deg: float = 0.0) -> Entity:
    """What is in the bowl: `uneven` is 1 where the paints lie side by side, 0 where they are mixed."""
    units = sum(poured)
    color = mixed_colour(paints.pigments, poured) if units > 0.0 else _EMPTY
    parts = tuple(
        (*pigment_colour(name), round(amount, 4))
        for name, amount in zip(paints.pigments, poured, strict=True)
        if amount > 0.0
    )
    extra = {"units": round(units, 4), "uneven": round(uneven, 4), "phase": round(phase_deg, 3), "parts": parts}
    return entity(PIECE, (0.0, BEHIND_M, 0.0), shape="mixture", color=color, extra=extra)


def with_facts(item: Entity, **facts: float) -> Entity:
    """A thing some of whose further facts are different."""
    changed = {**dict(item.extra), **{name: round(value, 4) for name, value in facts.items()}}
    return dataclasses.replace(item, extra=tuple(sorted(changed.items())))
