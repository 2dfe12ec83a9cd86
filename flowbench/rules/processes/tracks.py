"""A trajectory as arrays, one track an entity, with the instance's own first scene before it.

Row 0 is the first scene as the rules have it, so that a clip that begins elsewhere is a clip with a jump.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import cached_property, lru_cache
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from flowbench.records import Floats, Mask
from flowbench.rules.processes.entity import HAND, Entity, Scene
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.trajectory import Trajectory

T = TypeVar("T")


class Track:
    """One entity over N rows.

    Attributes:
        there: (N,) whether it is in the frame at all.
        pos: (N, 3) metres and quat: (N, 4); while it is not there, as it was last (or will be first).
        vis, scale: (N,), 0 and 1 while it is not there.
        entities: its entity in each row, None while it is not there.
        moves: whether its place or turn ever differs.
    """

    def __init__(self, entities: list[Entity | None], dt: float) -> None:
        """Read an entity's row in each frame."""
        self.entities, self._dt = entities, dt
        starts, self._lengths = _stretches(entities)
        self._shown = [entities[k] for k in starts]  # one an unchanged stretch
        shown = next(item for item in self._shown if item is not None)
        rows, last = [], shown
        for item in self._shown:
            last = last if item is None else item
            rows.append((*last.pos, *last.quat, last.scale, last.vis, item is not None))
        table = np.repeat(np.array(rows), self._lengths, axis=0)
        self.there: Mask = table[:, 9] > 0.0
        self.pos: Floats = table[:, :3]
        self.quat: Floats = table[:, 3:7]
        self.scale: Floats = np.where(self.there, table[:, 7], 1.0)
        self.vis: Floats = np.where(self.there, table[:, 8], 0.0)
        self.kind = shown.kind
        self.moves = any(row[:7] != rows[0][:7] for row in rows)

    def each(self, value: Callable[[Entity | None], float]) -> Floats:
        """(N,) what is found of its entity in each row; asked once as long as it stays the same."""
        return np.repeat(np.array([value(item) for item in self._shown], dtype=np.float64), self._lengths)

    @cached_property
    def steps_m(self) -> Floats:
        """(N,) how far it came since the row before; 0 in row 0 and where it was or is not there."""
        if not self.moves:
            return np.zeros(len(self.pos))
        apart = np.sqrt((np.diff(self.pos, axis=0) ** 2).sum(axis=1))
        return np.concatenate([[0.0], np.where(self.there[1:] & self.there[:-1], apart, 0.0)])

    @cached_property
    def turns_deg(self) -> Floats:
        """(N,) how far it turned since the row before, in the same way."""
        if not self.moves:
            return np.zeros(len(self.pos))
        turned = angles_between(self.quat[1:], self.quat[:-1])
        return np.concatenate([[0.0], np.where(self.there[1:] & self.there[:-1], turned, 0.0)])

    @cached_property
    def jumps(self) -> Mask:
        """(N,) whether it came faster than anything moves, since the row before."""
        far = self.steps_m > TOL.speed_m_per_s * self._dt + TOL.position_m
        return np.asarray(far | (self.turns_deg > TOL.turn_deg_per_s * self._dt + TOL.angle_deg))

    @cached_property
    def smooth(self) -> Floats:
        """(N, 3) its way without the jumps."""
        if not self.moves:
            return self.pos
        steps = np.diff(self.pos, axis=0)
        steps[self.jumps[1:]] = 0.0
        return np.concatenate([self.pos[:1], self.pos[:1] + np.cumsum(steps, axis=0)])

    @cached_property
    def moving(self) -> Mask:
        """(N,) whether it is on its way: told from jitter over a few frames to each side; jumps are no way."""
        return np.asarray(self._way > 1.0)

    @cached_property
    def restless(self) -> Mask:
        """(N,) the same, but only where it is so beyond doubt: states are read wherever nothing is."""
        return np.asarray(self._way > TOL.restless)

    @cached_property
    def _way(self) -> Floats:
        """(N,) how far it comes and turns within the window, in tolerances."""
        if not self.moves:
            return np.zeros(len(self.pos))
        before, after = window(len(self.pos))
        way = np.sqrt(((self.smooth[after] - self.smooth[before]) ** 2).sum(axis=1))
        turned = angles_between(self.quat[after], self.quat[before])
        jumped = np.cumsum(self.jumps)
        whole = jumped[after] == jumped[before]
        return np.asarray(np.maximum(way / TOL.position_m, np.where(whole, turned / TOL.angle_deg, 0.0)))

    @cached_property
    def velocity(self) -> Floats:
        """(N, 3) metres a second, over a few frames to each side, jumps left out."""
        before, after = window(len(self.pos))
        return np.asarray((self.smooth[after] - self.smooth[before]) / ((after - before) * self._dt)[:, None])

    @cached_property
    def shift_m(self) -> Floats:
        """(N,) distance from where it was in row 0."""
        if not self.moves:
            return np.zeros(len(self.pos))
        return np.asarray(np.sqrt(((self.pos - self.pos[0]) ** 2).sum(axis=1)))

    @cached_property
    def turn_deg(self) -> Floats:
        """(N,) angle from how it was turned in row 0."""
        if not self.moves:
            return np.zeros(len(self.pos))
        return angles_between(self.quat, np.broadcast_to(self.quat[:1], self.quat.shape))

    @cached_property
    def heading_deg(self) -> Floats:
        """(N,) its turn about the vertical, degrees."""
        w, x, y, z = self.quat.T
        return np.asarray(np.degrees(np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))))


class Tracks:
    """All entities of a clip, N rows: the first scene of the instance, then the frames."""

    def __init__(self, start: Scene, trajectory: Trajectory) -> None:
        """Keep both; tracks are made when they are asked for."""
        self.start, self.trajectory = start, trajectory
        self.scenes: tuple[Scene, ...] = (start, *(frame.entities for frame in trajectory.frames))
        self.dt = 1.0 / trajectory.fps
        self._tracks: dict[str, Track] = {}
        self._kept: dict[Hashable, Any] = {}

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.scenes)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """All ids that occur, sorted."""
        return tuple(sorted({name for scene in {id(s): s for s in self.scenes}.values() for name in scene}))

    @cached_property
    def strangers(self) -> tuple[str, ...]:
        """Ids that the first scene does not have."""
        return tuple(name for name in self.ids if name not in self.start)

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """Ids of a kind."""
        return tuple(name for name in self.ids if self[name].kind == kind)

    @property
    def hands(self) -> tuple[str, ...]:
        """Ids of the hands."""
        return self.of_kind(HAND)

    def __getitem__(self, name: str) -> Track:
        """The track of an id that occurs."""
        if name not in self._tracks:
            self._tracks[name] = Track([scene.get(name) for scene in self.scenes], self.dt)
        return self._tracks[name]

    def time(self, row: int) -> float:
        """Seconds of a row; the first scene counts as time 0."""
        return max(row - 1, 0) * self.dt

    @cached_property
    def end(self) -> slice:
        """The rows in which the goal must hold."""
        rows = max(1, round(TOL.end_s / self.dt))
        return slice(max(1, len(self) - rows), len(self))

    def any_moving(self, names: Iterable[str]) -> Mask:
        """(N,) whether any of these is on its way."""
        return self._any(self[name].moving for name in names)

    def any_restless(self, names: Iterable[str]) -> Mask:
        """(N,) whether any of these is on its way beyond doubt."""
        return self._any(self[name].restless for name in names)

    def _any(self, masks: Iterable[Mask]) -> Mask:
        found = np.zeros(len(self), dtype=np.bool_)
        for mask in masks:
            found |= mask
        return found

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """A value that several items need, made once."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast(T, self._kept[key])


def _stretches(entities: list[Entity | None]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """First rows and lengths of the stretches in which an entity is one and the same object."""
    told = np.fromiter(map(id, entities), dtype=np.int64, count=len(entities))
    starts = np.concatenate([[0], np.flatnonzero(told[1:] != told[:-1]) + 1])
    return starts, np.diff(np.concatenate([starts, [len(entities)]]))


@lru_cache(maxsize=64)
def window(rows: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(rows,) the first and the last row of the window about each row."""
    k = np.arange(rows)
    return np.maximum(k - TOL.window, 0), np.minimum(k + TOL.window, rows - 1)


def angles_between(one: Floats, two: Floats) -> Floats:
    """(n,) degrees between turns (n, 4)."""
    dot = np.abs((one * two).sum(axis=1))
    return np.asarray(np.degrees(2.0 * np.arccos(np.minimum(dot, 1.0))))
