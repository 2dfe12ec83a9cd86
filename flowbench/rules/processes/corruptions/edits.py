"""Edits of clips: stretches in which something looks different, frames left out, turned round or repeated."""

import dataclasses
from collections.abc import Callable, Iterable

from flowbench.records import Vector
from flowbench.rules.processes.entity import Entity, rounded
from flowbench.rules.processes.trajectory import Frame, Trajectory, time_of

Edit = Callable[[Entity], Entity]


def edited(clip: Trajectory, rows: Iterable[int], name: str, edit: Edit) -> Trajectory:
    """A clip in which an entity is different in some frames."""
    wanted = set(rows)
    frames = [
        _with(frame, name, edit(frame.entities[name])) if k in wanted and name in frame.entities else frame
        for k, frame in enumerate(clip.frames)
    ]
    return dataclasses.replace(clip, frames=tuple(frames))


def added(clip: Trajectory, rows: Iterable[int], name: str, make: Callable[[Frame], Entity]) -> Trajectory:
    """A clip with one more entity in some frames."""
    wanted = set(rows)
    frames = [_with(frame, name, make(frame)) if k in wanted else frame for k, frame in enumerate(clip.frames)]
    return dataclasses.replace(clip, frames=tuple(frames))


def removed(clip: Trajectory, rows: Iterable[int], name: str) -> Trajectory:
    """A clip in which an entity is missing in some frames."""
    wanted = set(rows)
    frames = []
    for k, frame in enumerate(clip.frames):
        kept = {key: item for key, item in frame.entities.items() if key != name or k not in wanted}
        frames.append(dataclasses.replace(frame, entities=kept))
    return dataclasses.replace(clip, frames=tuple(frames))


def of_frames(clip: Trajectory, frames: Iterable[Frame]) -> Trajectory:
    """A clip of frames from anywhere, timed anew."""
    timed = (dataclasses.replace(frame, t=time_of(k, clip.fps)) for k, frame in enumerate(frames))
    return dataclasses.replace(clip, frames=tuple(timed))


def shifted(item: Entity, by: Vector) -> Entity:
    """An entity elsewhere."""
    x, y, z = item.pos
    return dataclasses.replace(item, pos=rounded((x + by[0], y + by[1], z + by[2])))


def last_change(clip: Trajectory) -> int:
    """The last frame that differs from the one before; 0 where none does."""
    pairs = zip(clip.frames, clip.frames[1:], strict=False)
    return max((k for k, (a, b) in enumerate(pairs, 1) if a.entities != b.entities), default=0)


def _with(frame: Frame, name: str, item: Entity) -> Frame:
    return dataclasses.replace(frame, entities={**frame.entities, name: item})
