"""Draws scenes for Hidden Object."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from flowbench.rules.games.difficulty import Dial, level
from flowbench.rules.games.game import Setting
from flowbench.rules.games.hidden_object.kinds import draw_kinds
from flowbench.rules.games.hidden_object.records import SCENE_MARGIN, SCENE_SIZE, Kind, Scene, Thing
from flowbench.rules.games.hidden_object.regions import (
    BADGE_RADIUS,
    Polygon,
    badge_place,
    border_distances,
    draw_lakes,
    regions_of,
    squares,
)
from flowbench.rules.games.hidden_object.visibility import reach_of, visible_pixels
from flowbench.rules.games.rejection import Reject

THING_COUNT = Dial((20, 30), (35, 55), (60, 90))
KIND_COUNT = Dial((6, 6), (10, 10), (16, 16))
TARGET_COUNT = Dial((0, 4), (2, 7), (3, 12))  # objects of a kind that is asked for
ASKED_KINDS = Dial((4, 4), (6, 6), (7, 7))  # kinds with such a count; the others make up the crowd
# Kinds of the crowd that share what is left; the others occur once. They are so few that, with counts that can be asked
# for, they do not make small counts the common ones.
SHARING_KINDS = Dial((2, 2), (4, 4), (2, 2))
PLAY_TARGETS = Dial((1, 1), (1, 2), (2, 3))  # kinds that are to be found in play
CELL_COUNT = Dial((6, 6), (8, 8), (10, 10))
RADIUS = Dial((36, 42), (32, 36), (29, 34))  # pixels
TURN_STEPS = Dial((0, 0), (2, 2), (12, 12))  # the largest turn either way
TURN_STEP_DEG = 15
MOST_HIDDEN = (0.0, 0.25, 0.40)  # share of an object behind others: easy, medium, hard
LEAST_SEEN, LEAST_SEEN_PX = 0.55, 40  # of every object, whatever the difficulty
BORDER_PX = 12.0  # least distance of a centroid from the border of a region
HOME_SHARE = 0.5  # of the objects of a kind that are drawn to one region
PLACE_TRIES = 4  # places drawn in each cell
MOVE_ROUNDS = 8  # of moving hidden objects apart

LAYOUTS = {"easy": ("squares 2",), "medium": ("squares 2", "squares 3", "lakes"), "hard": ("squares 3", "lakes")}


def draw_scene(rng: np.random.Generator, setting: Setting) -> Scene:
    """A scene in which every object is seen well enough and clearly on one side of each border.

    Raises:
        Reject: when the objects do not fit.
    """
    hard = setting.hard
    kinds = draw_kinds(rng, KIND_COUNT.draw(rng, hard), hard)
    regions = _draw_regions(rng, level(hard))
    cells = CELL_COUNT.draw(rng, hard)
    asked, counts = _draw_counts(rng, len(kinds), hard)
    least, largest = RADIUS.span(hard)
    places = _Places(rng, cells, regions, largest)
    spots = places.draw(sum(counts))
    order = _share_out(rng, counts, regions_of(spots, regions))
    radii = rng.integers(least, largest + 1, len(spots))
    most = TURN_STEPS.span(hard)[1]
    turns = rng.integers(-most, most + 1, len(spots)) * TURN_STEP_DEG % 360
    things = [
        Thing(kind, round(x), round(y), int(radius), int(turn))
        for kind, (x, y), radius, turn in zip(order, spots.tolist(), radii, turns, strict=True)
    ]
    things = _moved_apart(kinds, things, places, 1.0 - float(np.interp(hard, (0.0, 0.5, 1.0), MOST_HIDDEN)))
    present = [kind for kind in asked if counts[kind] > 0]
    if not present:
        raise Reject("nothing to find")
    targets = rng.permutation(present)[: PLAY_TARGETS.draw(rng, hard)]
    return Scene(cells, kinds, tuple(things), regions, tuple(int(kind) for kind in targets))


def _draw_regions(rng: np.random.Generator, named: str) -> tuple[Polygon, ...]:
    layout = LAYOUTS[named][int(rng.integers(len(LAYOUTS[named])))]
    low, high = SCENE_MARGIN, SCENE_SIZE - SCENE_MARGIN
    return draw_lakes(rng, low, high) if layout == "lakes" else squares(int(layout[-1]), low, high)


def _draw_counts(rng: np.random.Generator, kinds: int, hard: float) -> tuple[list[int], list[int]]:
    """Kinds that can be asked for, and the number of objects of each kind; of the crowd, each kind occurs.

    Which kinds these are is drawn, so that a kind's place in the list says nothing about its count.
    """
    order = [int(kind) for kind in rng.permutation(kinds)]
    wanted = [TARGET_COUNT.draw(rng, hard) for _ in range(ASKED_KINDS.draw(rng, hard))]
    crowd = kinds - len(wanted)
    left = THING_COUNT.draw(rng, hard) - sum(wanted) - crowd
    if left < 0:
        raise Reject("more objects of the kinds asked for than there shall be objects")
    sharing = min(SHARING_KINDS.draw(rng, hard), crowd)
    shares = [*rng.multinomial(left, [1.0 / sharing] * sharing).tolist(), *[0] * (crowd - sharing)]
    numbers = wanted + [1 + share for share in shares]
    by_kind = dict(zip(order, numbers, strict=True))
    return order[: len(wanted)], [by_kind[kind] for kind in range(kinds)]


def _share_out(rng: np.random.Generator, counts: Sequence[int], homes: NDArray[np.intp]) -> list[int]:
    """Which kind each place gets: about half of the objects of a kind lie in one region, as far as it has room."""
    free = rng.permutation(len(homes)).tolist()
    home_of = homes.tolist()
    given = [0] * len(free)
    for kind in rng.permutation(len(counts)).tolist():
        home = home_of[int(rng.integers(len(home_of)))]
        for chance in rng.random(counts[kind]).tolist():
            here = (k for k, place in enumerate(free) if home_of[place] == home)
            given[free.pop(next(here, -1) if chance < HOME_SHARE else -1)] = kind
    return given


class _Places:
    """Places in the cells of the grid, far enough from borders and letters."""

    def __init__(self, rng: np.random.Generator, cells: int, regions: tuple[Polygon, ...], radius: int) -> None:
        self._rng, self._regions = rng, regions
        self._pitch = (SCENE_SIZE - 2 * SCENE_MARGIN) / cells
        self._letters = np.array([badge_place(region) for region in regions], dtype=np.float64)
        self._rim = SCENE_MARGIN + reach_of(radius)
        self._keep_off = radius + BADGE_RADIUS + 2.0
        rows, columns = np.divmod(rng.permutation(cells * cells), cells)
        self._middles = SCENE_MARGIN + (np.stack([columns, rows], axis=1) + 0.5) * self._pitch
        # Far enough from the middle to look scattered; the least pitch then keeps neighbours apart enough.
        self._jitter = self._pitch / 2.0 - (radius if cells == CELL_COUNT.easy[0] else 0.15 * radius) - 2.0

    def draw(self, count: int) -> NDArray[np.float64]:
        """(count, 2) x, y in whole pixels, each in a cell of its own."""
        shifts = self._rng.uniform(-self._jitter, self._jitter, (len(self._middles), PLACE_TRIES, 2))
        tried = np.clip(np.rint(self._middles[:, None, :] + shifts), self._rim, SCENE_SIZE - self._rim)
        spots = tried[:, 0].copy()
        bad = np.arange(len(spots))
        for k in range(PLACE_TRIES):
            spots[bad] = tried[bad, k]
            bad = bad[~self.are_good(spots[bad])]
        usable: NDArray[np.float64] = np.delete(spots, bad, axis=0)[:count]
        if len(usable) < count:
            raise Reject("too few places")
        return usable

    def are_good(self, points: NDArray[np.float64]) -> NDArray[np.bool_]:
        """(n,) whether each of (n, 2) points is far enough from borders and letters."""
        apart = np.linalg.norm(points[:, None, :] - self._letters, axis=2).min(axis=1)
        good: NDArray[np.bool_] = (border_distances(points, self._regions) >= BORDER_PX) & (apart >= self._keep_off)
        return good

    def nearer_middle(self, points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Half the way from each point to the middle of its cell, or all of it; the point itself if both are bad."""
        here = np.array(points, dtype=np.float64)
        middle = SCENE_MARGIN + (np.floor((here - SCENE_MARGIN) / self._pitch) + 0.5) * self._pitch
        half, whole = np.rint((here + middle) / 2.0), np.rint(middle)
        good = self.are_good(np.concatenate([half, whole])).reshape(2, -1)
        good[0] &= (half != here).any(axis=1)
        moved = np.where(good[0, :, None], half, np.where(good[1, :, None], whole, here))
        return [(int(x), int(y)) for x, y in moved.tolist()]


def _moved_apart(kinds: tuple[Kind, ...], things: list[Thing], places: _Places, least: float) -> list[Thing]:
    """The objects, those that are hidden too much moved towards the middles of their cells."""
    for _ in range(MOVE_ROUNDS):
        seen, whole = visible_pixels(kinds, tuple(things))
        hidden = np.flatnonzero((seen < least * whole) | (seen < LEAST_SEEN_PX)).tolist()
        if not hidden:
            return things
        old = [(things[number].x, things[number].y) for number in hidden]
        new = places.nearer_middle(old)
        if new == old:
            break
        for number, (x, y) in zip(hidden, new, strict=True):
            things[number] = replace(things[number], x=x, y=y)
    raise Reject("objects hidden too much")
