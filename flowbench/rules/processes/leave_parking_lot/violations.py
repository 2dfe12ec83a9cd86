"""Clips that break the rules of Leave Parking Lot."""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

from flowbench.records import Vector
from flowbench.rules.processes.animation import Segment, animate, film, segments_of, steps_of
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.entity import Entity, Scene, yaw
from flowbench.rules.processes.leave_parking_lot.records import CELL_M, Cars, Lot
from flowbench.rules.processes.leave_parking_lot.walls import walls
from flowbench.rules.processes.motion import Road, between, cruised
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.table_plane import FPS

_FRAMES = round(2.0 * FPS)
_SPIN = 4.0  # cells that a half turn on the spot counts for
_ASIDE = (0.75, 1.25, 1.75, 2.5)  # cells


def violations(rules: Process[Any, Any], lot: Lot, case_id: str) -> Sequence[Corruption]:
    """Off the track, through a wall, into another car, and not all out."""
    return (
        *_excursions(rules, lot, case_id),
        *_collision(rules, lot, case_id),
        *_left_behind(rules, lot, case_id),
    )


def _excursions(rules: Process[Any, Any], lot: Lot, case_id: str) -> Iterator[Corruption]:
    """Before the plan a car goes a bit beside its track and back: over open ground, and through a wall."""
    plan = rules.solve(lot, rules.initial(lot)).actions
    segments = segments_of(rules, lot, steps_of(rules, lot, plan))
    start = segments[0].before
    found: set[bool] = set()
    names = [name for name in start if name.startswith("car_")]
    for name, sign, aside in itertools.product(names, (1.0, -1.0), _ASIDE):
        x, y, _ = start[name].pos
        angle = 2.0 * math.atan2(start[name].quat[3], start[name].quat[0]) + sign * math.pi / 2.0
        there = (x + aside * CELL_M * math.cos(angle), y + aside * CELL_M * math.sin(angle), 0.0)
        through = _wall_between(lot, (x, y, 0.0), there)
        way = [between((x, y, 0.0), there, share) for share in (0.4, 0.6, 0.8, 1.0)]
        if through not in found and _off_track(lot, name, there) and all(_is_open(start, name, at) for at in way):
            found.add(through)
            clip = film(case_id, [_there_and_back(start, name, there, math.degrees(angle)), *segments], start)
            if through:
                yield Corruption("through a wall", clip, hits=("P1", "P2"), tiers=(2,))
            else:
                yield Corruption("beside the track", clip, hits=("P1",), tiers=(2,), exactly=1)


def _there_and_back(start: Scene, name: str, there: Vector, angle_deg: float) -> Segment:
    """A turn on the spot, out, back, and a turn on the spot."""
    home = start[name]
    looks = math.degrees(2.0 * math.atan2(home.quat[3], home.quat[0]))
    spin = _SPIN * CELL_M
    out = Road(((home.pos[0], home.pos[1]), (there[0], there[1])), 0.0, looks, spin)
    back = Road(((there[0], there[1]), (home.pos[0], home.pos[1])), 0.0, angle_deg + 180.0, spin, looks + 180.0)

    def moving(share: float) -> dict[str, Entity]:
        road, turn, way = (out, 0.0, 2.0 * share) if share < 0.5 else (back, 180.0, 2.0 * share - 1.0)
        (x, y), heading = road.at(cruised(way) * road.length_m)
        return {name: home.at((x, y, 0.0), yaw(heading + turn))} if share < 1.0 else {name: home}

    return Segment(_FRAMES, moving, start, start)


def _wall_between(lot: Lot, one: Vector, two: Vector) -> bool:
    return any(_cross(one, two, wall) for wall in walls(lot))


def _cross(one: Vector, two: Vector, wall: tuple[float, float, float, float]) -> bool:
    def side(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax)

    first = side(*wall, *one[:2]) * side(*wall, *two[:2]) < 0.0
    way = (*one[:2], *two[:2])
    return first and side(*way, *wall[:2]) * side(*way, *wall[2:]) < 0.0


def _is_open(start: Scene, name: str, there: Vector) -> bool:
    """Whether no other car is near."""
    cars = (item for other, item in start.items() if other.startswith("car_") and other != name)
    inside = abs(there[0]) < 0.72 and abs(there[1]) < 0.4
    return inside and all(math.dist(item.pos, there) > 1.1 * CELL_M for item in cars)


def _off_track(lot: Lot, name: str, there: Vector) -> bool:
    """Whether a place is beside the car's own track."""
    car = int(name.removeprefix("car_")) - 1
    cells = range(len(lot.tracks[car]) + 1)
    return all(math.dist(lot.centre(lot.cell(car, k)), there[:2]) > 0.6 * CELL_M for k in cells)


def _collision(rules: Process[Any, Any], lot: Lot, case_id: str) -> Iterator[Corruption]:
    """A car drives until another stands in its way, and on into it."""
    for car in range(len(lot.tracks)):
        state: Cars = rules.initial(lot)
        way = []
        while rules.obstacle(lot, state, 2 * car) is None:
            way.append(2 * car)
            state = rules.advance(lot, state, 2 * car)
        if rules.obstacle(lot, state, 2 * car) == "another car stands there":
            clip = animate(rules, lot, case_id, (*way, 2 * car), permissive=True)
            yield Corruption("into another car", clip, hits=("P3", "P7"), tiers=(0,), exactly=1)
            return


def _left_behind(rules: Process[Any, Any], lot: Lot, case_id: str) -> Iterator[Corruption]:
    """The plan without the drives of the car that leaves last."""
    plan = rules.solve(lot, rules.initial(lot)).actions
    kept = [action for action in plan if action // 2 != plan[-1] // 2]
    state = rules.initial(lot)
    for action in kept:
        if rules.obstacle(lot, state, action) is not None:
            return
        state = rules.advance(lot, state, action)
    yield Corruption("wrong goal", animate(rules, lot, case_id, kept), hits=("P7",), tiers=(1,))
