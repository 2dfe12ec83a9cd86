"""The corruptions that make sense for every process, made from the clip of the solver's plan."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from flowbench.rules.processes.animation import HOLD_S, animate, film, segments_of, steps_of
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.corruptions.edits import added, edited, last_change, of_frames, removed, shifted
from flowbench.rules.processes.drawing.hand import hand
from flowbench.rules.processes.entity import HAND, PIECE, Entity
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.table import process
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.trajectory import Frame, Trajectory, time_of
from flowbench.seeding import generator

_JITTER = 0.3  # of the tolerance
_GRAZE = 1.5  # of the tolerance, for one frame
_COPY_M = (0.21, 0.17, 0.0)  # where a double appears, from the original
_AWAY_M = (0.05, 0.0, 0.0)
_SHAKE_M = 0.012
SLOWER = 5  # times as long
_PULSE = 3  # frames of one of several repeated violations


def corruptions(case: Case) -> tuple[Corruption, ...]:
    """All clips of a case whose verdict is known: the plan itself, the library, and what the process adds."""
    rules, instance = process(case.process), case.instance
    actions = rules.solve(instance, rules.initial(instance)).actions
    steps = steps_of(rules, instance, actions)
    slow = [dataclasses.replace(part, frames=SLOWER * part.frames) for part in segments_of(rules, instance, steps)]
    oracle, start = animate(rules, instance, case.case_id, actions), slow[0].before
    crawling = Corruption("very slow", film(case.case_id, slow, start), tiers=(2,))
    general = [
        crawling,
        *_whole(rules, oracle),
        *_looks(rules, oracle),
        *_small(oracle),
        *_repeats(rules.roles, oracle),
    ]
    return (*general, *rules.violations(instance, case.case_id))


def _tiers(roles: Roles, name: str, usual: tuple[int, ...]) -> tuple[int, ...]:
    return roles.tiers.get(name, usual)


def _whole(rules: Process[Any, Any], oracle: Trajectory) -> Iterator[Corruption]:
    """What is done to the clip as a whole."""
    roles, frames = rules.roles, oracle.frames
    first, last, half = frames[0], frames[-1], len(frames) // 2

    def made(name: str, shots: list[Frame], tiers: tuple[int, ...], **expected: Any) -> Corruption:
        may = roles.may.get(name, ())
        return Corruption(name, of_frames(oracle, shots), tiers=_tiers(roles, name, tiers), may=may, **expected)

    yield Corruption("oracle", oracle, tiers=(2,))
    yield made("static", [first] * len(frames), (0,), hits=(roles.final,))
    yield made("teleport", [first] * half + [last] * (len(frames) - half), (1, 2), hits=roles.jump)
    yield made("goal from the start", [last] * len(frames), (0, 1, 2), hits=roles.jump)
    cut = (round(HOLD_S * oracle.fps) + last_change(oracle)) // 2
    yield made("truncated", list(frames[:cut]), (1,), hits=(roles.final,))
    yield made("reversed", list(frames[::-1]), (0, 1), some=(*roles.jump, roles.final), anything=True)
    yield made("crossfade", list(_crossfade(oracle)), (0, 1, 2), hits=(roles.inventory,), anything=True)
    slow = tuple(dataclasses.replace(frame, t=time_of(k, oracle.fps // 2)) for k, frame in enumerate(frames))
    yield Corruption("half as fast", Trajectory(oracle.case_id, oracle.fps // 2, slow), tiers=(2,))


def _crossfade(oracle: Trajectory) -> Iterator[Frame]:
    """The first scene fades into the last over a second."""
    frames = oracle.frames
    first, last, count = frames[0].entities, frames[-1].entities, oracle.fps
    moved = [name for name, item in first.items() if item.kind == PIECE and last[name] != item]
    yield from [frames[0]] * (len(frames) // 2 - count)
    for k in range(1, count):
        share = round(k / count, 4)
        ghosts = {f"{name} ghost": dataclasses.replace(last[name], vis=share) for name in moved}
        fading = {name: dataclasses.replace(first[name], vis=1.0 - share) for name in moved}
        yield Frame(0.0, {**first, **fading, **ghosts})
    yield from [frames[-1]] * (len(frames) // 2)


def _looks(rules: Process[Any, Any], oracle: Trajectory) -> Iterator[Corruption]:
    """What is done to single things, in the rest at the beginning."""
    roles, rest = rules.roles, range(3, 9)
    piece, fixture = roles.piece, roles.fixture

    def made(name: str, clip: Trajectory, item: str) -> Corruption:
        return Corruption(name, clip, hits=(item,), may=roles.may.get(name, ()), tiers=(2,), exactly=1)

    def copy(frame: Frame) -> Entity:
        return shifted(frame.entities[piece], _COPY_M)

    yield made("duplicate", added(oracle, range(6, len(oracle.frames)), f"{piece} copy", copy), roles.inventory)
    ghost = added(oracle, rest, f"{piece} ghost", lambda frame: dataclasses.replace(copy(frame), vis=0.5))
    yield made("ghost", ghost, roles.inventory)
    yield made("vanish", removed(oracle, rest, piece), roles.inventory)
    yield made("recolour", edited(oracle, rest, piece, other_colour), roles.attributes)
    yield made("resize", edited(oracle, rest, piece, _larger), roles.attributes)
    yield made("fixture moved", edited(oracle, rest, fixture, lambda item: shifted(item, _AWAY_M)), roles.fixtures)
    yield made("camera shake", edited(oracle, rest, "camera", _shaken), roles.fixtures)
    extra = oracle
    for k in range(rules.about.hands + 1):
        extra = added(extra, rest, f"another hand {k}", lambda frame, k=k: hand((0.5 - 0.3 * k, -0.3, 0.12)))  # type: ignore[misc]
    yield made("extra hand", extra, roles.hands)


def _small(oracle: Trajectory) -> Iterator[Corruption]:
    """What is too small to count."""
    rng = generator("jitter", oracle.case_id)

    def shaken(item: Entity) -> Entity:
        x, y, z = (float(v) for v in rng.uniform(-_JITTER, _JITTER, 3) * TOL.position_m)
        return shifted(item, (x, y, z)) if item.kind in (PIECE, HAND) else item

    scenes = [{name: shaken(item) for name, item in frame.entities.items()} for frame in oracle.frames]
    yield Corruption("jitter", oracle.with_scenes(list(scenes)), tiers=(2,))
    grazed = oracle
    for name, item in oracle.frames[0].entities.items():
        if item.kind == PIECE:
            grazed = edited(grazed, [5], name, lambda item: shifted(item, (_GRAZE * TOL.position_m, 0.0, 0.0)))
    yield Corruption("graze", grazed, tiers=(2,))


def _repeats(roles: Roles, oracle: Trajectory) -> Iterator[Corruption]:
    """One violation three times: three events when a second apart, one when a fifth of a second apart."""
    for gap_s, count in ((1.0, 3), (0.2, 1)):
        starts = [round((0.2 + gap_s * k) * oracle.fps) for k in range(3)]
        rows = [start + k for start in starts for k in range(_PULSE)]
        clip = edited(oracle, rows, roles.piece, other_colour)
        yield Corruption(f"three times, {gap_s:g} s apart", clip, hits=(roles.attributes,), tiers=(2,), exactly=count)


def other_colour(item: Entity) -> Entity:
    """Recoloured: its channels change places, and grey becomes red."""
    red, green, blue = item.color
    turned = (blue, red, green) if max(item.color) - min(item.color) > 40 else (220, 40, 40)
    return dataclasses.replace(item, color=turned)


def _larger(item: Entity) -> Entity:
    return dataclasses.replace(item, scale=round(1.3 * item.scale, 6))


def _shaken(item: Entity) -> Entity:
    return shifted(item, (_SHAKE_M, 0.0, 0.0))
