"""From a plan to a clip: a rest at the beginning, the actions one after the other, a longer rest at the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flowbench.errors import BadValue
from flowbench.rules.games.plain import to_plain
from flowbench.rules.processes.entity import Entity, Scene
from flowbench.rules.processes.process import Process, Step
from flowbench.rules.processes.table_plane import FPS
from flowbench.rules.processes.trajectory import Frame, Trajectory, time_of

HOLD_S, END_S = 0.5, 0.75  # rests before and after
SHORTEST_S, LONGEST_S = 5.0, 10.0  # of a clip
QUICKEST_S, SLOWEST_S = 0.45, 1.2  # of an action, after stretching or squeezing
REST_FRAMES = 4  # at the end of each action, so that its result is seen at rest
MOST_ACTIONS = int((LONGEST_S - HOLD_S - END_S) / QUICKEST_S)

Moving = Callable[[float], Mapping[str, Entity]]  # share, 0 to 1 -> the entities that differ from the scene before


@dataclass(frozen=True)
class Segment:
    """A stretch of a clip.

    Attributes:
        frames: how many it has.
        moving: what differs from `before` at a share.
        before, after: scenes at rest at its ends; where they differ from `moving`, at its end, that one is seen.
        q: the logical state at its end, as JSON values, for readers.
        rests: whether its last frames show `after` at rest.
    """

    frames: int
    moving: Moving
    before: Scene
    after: Scene
    q: Any = None
    rests: bool = True


def animate(
    rules: Process[Any, Any],
    instance: Any,
    case_id: str,
    actions: Sequence[int],
    *,
    permissive: bool = False,
) -> Trajectory:
    """The clip of a plan from the first state.

    Args:
        permissive: apply illegal actions, too.

    Raises:
        IllegalAction: for an action that cannot be done.
        BadValue: for more actions than fit into a clip.
    """
    steps = steps_of(rules, instance, actions, permissive)
    return film(case_id, segments_of(rules, instance, steps), rules.scene(instance, rules.initial(instance)))


def steps_of(
    rules: Process[Any, Any], instance: Any, actions: Sequence[int], permissive: bool = False
) -> list[Step[Any]]:
    """The steps of a plan from the first state."""
    state, steps = rules.initial(instance), []
    for action in actions:
        after = rules.step(instance, state, action, permissive).state
        steps.append(Step(state, action, after))
        state = after
    return steps


def segments_of(rules: Process[Any, Any], instance: Any, steps: Sequence[Step[Any]]) -> list[Segment]:
    """A segment each step."""
    frames = frames_of([rules.duration(instance, step) for step in steps], rules.leave_s)
    scenes = [rules.scene(instance, step.before) for step in steps]
    scenes += [rules.scene(instance, step.after) for step in steps[-1:]]
    made = [
        Segment(
            frames[k],
            _mover(rules, instance, steps, k),
            scenes[k],
            scenes[k + 1],
            to_plain(steps[k].after),
            rules.pauses(instance, steps, k),
        )
        for k in range(len(steps))
    ]
    if steps and rules.leave_s:
        end, away = scenes[-1], partial(rules.leaving, instance, steps[-1])
        made.append(Segment(round(rules.leave_s * FPS), away, end, end, made[-1].q))
    return made


def _mover(rules: Process[Any, Any], instance: Any, steps: Sequence[Step[Any]], number: int) -> Moving:
    return lambda share: rules.motion(instance, steps, number, share)


def frames_of(seconds: Sequence[float], leave_s: float = 0.0) -> list[int]:
    """Frames of each action, stretched or squeezed so that the clip lasts 5 to 10 s, `leave_s` at its end included.

    Raises:
        BadValue: when even the quickest actions take too long.
    """
    total = sum(seconds)
    if total == 0.0:
        return []
    room, least = (span - HOLD_S - END_S - leave_s for span in (LONGEST_S, SHORTEST_S))
    if len(seconds) > MOST_ACTIONS:
        raise BadValue(f"A clip has room for {MOST_ACTIONS} actions of {QUICKEST_S} s, got {len(seconds)}.")
    factor = room / total if total > room else max(1.0, min(least / total, SLOWEST_S * len(seconds) / total))
    ends = [0.0]
    for item in seconds:
        ends.append(ends[-1] + item * factor)
    marks = [round(end * FPS) for end in ends]
    return [b - a for a, b in zip(marks, marks[1:], strict=False)]


def film(
    case_id: str, segments: Sequence[Segment], start: Scene, hold_s: float = HOLD_S, end_s: float = END_S
) -> Trajectory:
    """Put segments together, with a rest before and after; the last one is longer where the clip would be too short."""
    shots: list[tuple[Scene, Any, float]] = [(start, None, 0.0)] * round(hold_s * FPS)
    for segment in segments:
        moving = segment.frames - (REST_FRAMES if segment.rests else 0)
        for k in range(1, moving):
            shots.append(({**segment.before, **segment.moving(k / moving)}, None, round(k / moving, 4)))
        rest = {**segment.after, **segment.moving(1.0)}
        shots += [(rest, segment.q, 1.0)] * (segment.frames - moving + 1)
    last = segments[-1].after if segments else start
    least = round(SHORTEST_S * FPS) - len(shots)
    shots += [(last, segments[-1].q if segments else None, 0.0)] * max(round(end_s * FPS), least)
    return Trajectory(case_id, FPS, tuple(Frame(time_of(k, FPS), *shot) for k, shot in enumerate(shots)))
