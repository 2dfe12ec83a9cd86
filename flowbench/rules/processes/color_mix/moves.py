"""The two motions of Color Mix: a cup is tipped over the bowl, and the stick stirs."""

import dataclasses
import math
from collections.abc import Mapping

from flowbench.records import Vector
from flowbench.rules.processes.color_mix.liquid import spill_angle_deg
from flowbench.rules.processes.color_mix.records import (
    BEHIND_M,
    CAPACITY,
    CUP_HIGH_M,
    CUP_RADIUS_M,
    FLOOR_M,
    RISE_M,
    STICK_HOME,
    Bowl,
    Paints,
)  # fmt: skip
from flowbench.rules.processes.color_mix.things import (
    CUP_Z_M,
    HOME,
    MIXTURE,
    STICK,
    STREAM,
    arm,
    cup_id,
    mixture,
    paint_id,
    scene_of,
    with_facts,
)  # fmt: skip
from flowbench.rules.processes.entity import Entity, roll
from flowbench.rules.processes.handling import HAND_ID
from flowbench.rules.processes.motion import between, carried, eased, part

LIP_X_M, LIP_Z_M = 0.03, 0.27  # where the lip is while paint runs: left of the bowl's middle, or right of it
STIR_TURNS, STIR_RADIUS_M, STIR_Y_M = 2.0, 0.03, 0.042  # circles of the stick, and their middle's distance behind
_GRIP_X_M, _GRIP_Y_M = 0.05, -0.03  # of the fingertips from the middle of a cup: on the side away from the bowl
_GRIP_STICK: Vector = (0.004, -0.012, 0.0)
_AWAY: Vector = (0.09, -0.06, -0.02)  # how the hand draws back when it has let go
_OVER_M = 0.1  # how high the empty hand passes over glasses
_STICK_CLEAR_M, _STICK_LOW_M = 0.325, 0.194  # height of its grip on its way, and in the bowl

# Shares of an action.
_TAKEN, _LET_GO = 0.14, 0.95
_POUR = {"up": (0.14, 0.30), "across": (0.20, 0.42), "tip": (0.34, 0.47), "run": (0.47, 0.62), "right": (0.62, 0.80),
         "back": (0.71, 0.91), "down": (0.82, 0.95)}  # fmt: skip
_STIR = {"up": (0.14, 0.28), "across": (0.22, 0.36), "down": (0.32, 0.42), "stir": (0.42, 0.72), "raise": (0.72, 0.82),
         "back": (0.77, 0.89), "lower": (0.85, 0.95)}  # fmt: skip


def place_of(paints: Paints, action: int) -> Vector:
    """Where the hand is when it has let go of what an action moves."""
    if action < paints.count:
        return _plus((paints.cup_x(action), 0.0, CUP_Z_M), _plus(_grip(paints, action), _AWAY))
    return _plus(STICK_HOME, _plus(_GRIP_STICK, _AWAY))


def pour(paints: Paints, before: Bowl, cup: int, share: float, hand_from: Vector) -> Mapping[str, Entity]:
    """A unit runs from a cup into the bowl; whatever is the same as at rest is left out."""
    scene = scene_of(paints, before)
    home = (paints.cup_x(cup), 0.0, CUP_Z_M)
    ran = eased(part(share, *_POUR["run"]))
    held = before.left(cup)
    units = round(max(held - ran, 0.0), 4)
    arrives = before.units < CAPACITY
    lean = _lean(held, units, share)
    pos = _tipped(_way(paints, cup, home, share), lean, paints.side(cup))
    turn = roll(-paints.side(cup) * lean)
    moved = {HAND_ID: arm(_hand_at(home, pos, _grip(paints, cup), share, hand_from))}
    if _TAKEN < share < _LET_GO:
        moved[cup_id(cup)] = scene[cup_id(cup)].at(pos, turn, HAND_ID)
    lies = scene[paint_id(cup)].at((pos[0], BEHIND_M, pos[2]), turn)
    moved[paint_id(cup)] = with_facts(lies, units=units, lean=paints.side(cup) * lean)
    if ran > 0.0 and arrives:
        poured = [amount + (ran if k == cup else 0.0) for k, amount in enumerate(before.poured)]
        already = 1.0 if before.units and not before.stirred else 0.0
        moved[MIXTURE] = mixture(paints, poured, max(already, ran))
    if 0.0 < ran < 1.0:
        low = FLOOR_M + RISE_M * (before.units + ran * arrives)
        facts = {"x": -paints.side(cup) * LIP_X_M, "top": LIP_Z_M, "low": low}
        stream = with_facts(scene[STREAM], **facts)
        moved[STREAM] = dataclasses.replace(stream, vis=1.0, color=scene[paint_id(cup)].color)
    return moved


def stir(paints: Paints, before: Bowl, share: float, hand_from: Vector) -> Mapping[str, Entity]:
    """The stick goes round in the bowl, and the paints become one."""
    scene = scene_of(paints, before)
    done = part(share, *_STIR["stir"])
    angle = 2.0 * math.pi * STIR_TURNS * eased(done)
    wide = STIR_RADIUS_M * min(1.0, 6.0 * done, 6.0 * (1.0 - done))
    over = eased(part(share, *_STIR["across"])) - eased(part(share, *_STIR["back"]))
    x, y, _ = between(STICK_HOME, (0.0, STIR_Y_M, 0.0), over)
    z = STICK_HOME[2] + (_STICK_CLEAR_M - STICK_HOME[2]) * (
        eased(part(share, *_STIR["up"])) - eased(part(share, *_STIR["lower"]))
    )
    z -= (_STICK_CLEAR_M - _STICK_LOW_M) * (eased(part(share, *_STIR["down"])) - eased(part(share, *_STIR["raise"])))
    pos = (x + wide * math.sin(angle), y + wide * math.cos(angle) - wide, z)
    moved = {HAND_ID: arm(_hand_at(STICK_HOME, pos, _GRIP_STICK, share, hand_from))}
    if _TAKEN < share < _LET_GO:
        moved[STICK] = scene[STICK].at(pos, parent=HAND_ID)
    uneven = 1.0 - eased(done)
    phase = math.degrees(angle) if uneven else 0.0
    moved[MIXTURE] = mixture(paints, [float(units) for units in before.poured], uneven, phase)
    return moved


def _grip(paints: Paints, cup: int) -> Vector:
    return -paints.side(cup) * _GRIP_X_M, _GRIP_Y_M, 0.0


def leaving(paints: Paints, action: int, share: float) -> Mapping[str, Entity]:
    """The hand goes home."""
    return {HAND_ID: arm(carried(place_of(paints, action), HOME, share, _OVER_M))}


def _lean(held: float, units: float, share: float) -> float:
    """How far a cup is tipped: up to the lip, on as it empties, and back."""
    if share < _POUR["run"][0]:
        return spill_angle_deg(held) * eased(part(share, *_POUR["tip"]))
    return spill_angle_deg(units) * (1.0 - eased(part(share, *_POUR["right"])))


def _way(paints: Paints, cup: int, home: Vector, share: float) -> Vector:
    """Where a cup would be if it stayed upright."""
    side = paints.side(cup)
    goal_x, goal_z = -side * (LIP_X_M + CUP_RADIUS_M), LIP_Z_M - CUP_HIGH_M / 2.0
    over = eased(part(share, *_POUR["across"])) - eased(part(share, *_POUR["back"]))
    up = eased(part(share, *_POUR["up"])) - eased(part(share, *_POUR["down"]))
    return home[0] + (goal_x - home[0]) * over, home[1], home[2] + (goal_z - home[2]) * up


def _tipped(upright: Vector, lean_deg: float, side: int) -> Vector:
    """The middle of a cup that is tipped about its lip."""
    sine, cosine = math.sin(math.radians(lean_deg)), math.cos(math.radians(lean_deg))
    r, half = CUP_RADIUS_M, CUP_HIGH_M / 2.0
    return (
        upright[0] + side * (r - r * cosine - half * sine),
        upright[1],
        upright[2] + half + r * sine - half * cosine,
    )


def _hand_at(home: Vector, pos: Vector, grip: Vector, share: float, hand_from: Vector) -> Vector:
    """It comes to the thing's home, goes with the thing, and draws back."""
    if share <= _TAKEN:
        return carried(hand_from, _plus(home, grip), part(share, 0.0, _TAKEN), _OVER_M)
    if share >= _LET_GO:
        return between(_plus(home, grip), _plus(home, _plus(grip, _AWAY)), eased(part(share, _LET_GO, 1.0)))
    return _plus(pos, grip)


def _plus(one: Vector, two: Vector) -> Vector:
    return one[0] + two[0], one[1] + two[1], one[2] + two[2]
