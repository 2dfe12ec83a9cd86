"""From panels to the points that light is gathered from."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flowbench.records import Floats
from flowbench.render.panels import Panel

PATTERNS = 4  # points of a panel are dealt out to the four pixels of a square, whose light is then blended
EVERY = -1  # a point that all four gather from
ROW = 20  # of `Emitters.rows`
CHART_SHARP, CHART_SOFT = 512, 96  # pixels: of a light's chart; of a wall's that throws light back
# Half the side of these charts, at distance 1: what is seen reaches 62 and 74 degrees from straight ahead.
TANGENT_SHARP, TANGENT_SOFT = 1.9, 3.5


@dataclass(frozen=True, eq=False)
class Emitters:
    """E points that give light to one side each.

    Attributes:
        positions: (E, 3) metres.
        frames: (E, 3, 3) rows right, up, normal in the world frame.
        powers: (E, 3) radiance times area, m^2.
        areas: (E,) m^2.
        patterns: (E,) which of the four pixels of a square gathers from it, or EVERY.
        sizes: (E,) int64 pixels along a side of its chart.
        owners: (E,) int64 surface it moves with, 0 for none.
        shines: (E,) bool.
    """

    positions: Floats
    frames: Floats
    powers: Floats
    areas: Floats
    patterns: NDArray[np.int64]
    sizes: NDArray[np.int64]
    owners: NDArray[np.int64]
    shines: NDArray[np.bool_]

    @property
    def tangents(self) -> Floats:
        """(E,) half the side of each chart, at distance 1."""
        return np.where(self.shines, TANGENT_SHARP, TANGENT_SOFT)

    @property
    def starts(self) -> NDArray[np.int64]:
        """(E + 1,) where each chart begins in one row of all."""
        return np.concatenate([[0], np.cumsum(self.sizes * self.sizes)])

    def rows(self, eye: Floats, axes: Floats) -> NDArray[np.float32]:
        """(E, ROW) what `gather` reads.

        Position, right, up and normal in camera coordinates; power; area / pi, chart size, pattern, whether it shines,
        tangent.
        """
        offset = self.positions - eye
        turned = [_times(axes, offset)] + [_times(axes, self.frames[:, k]) for k in range(3)]
        last = np.stack([self.areas / math.pi, self.sizes, self.patterns, self.shines, self.tangents], axis=1)
        return np.concatenate([*turned, self.powers, last], axis=1).astype(np.float32)


def emitters(panels: Sequence[Panel]) -> Emitters:
    """The points of all panels, in order."""
    placed, areas, patterns = [], [], []
    for number, panel in enumerate(panels):
        area = 4.0 * _length(panel.right) * _length(panel.up) / panel.points
        spots = _spread(panel)
        placed += spots
        areas += [area] * len(spots)
        patterns += [_pattern(panel, number, k) for k in range(len(spots))]
    owner = np.repeat(np.arange(len(panels)), [panel.points for panel in panels])
    frames = np.array([_frame(panel) for panel in panels]).reshape(-1, 3, 3)
    colours = np.array([panel.colour for panel in panels]).reshape(-1, 3)
    shines = np.array([panel.shines for panel in panels], dtype=np.bool_)[owner]
    pattern = np.array(patterns, dtype=np.int64)
    share = np.where(pattern == EVERY, 1.0, PATTERNS)
    each = np.array(areas)
    return Emitters(
        positions=np.array(placed).reshape(-1, 3),
        frames=frames[owner],
        powers=colours[owner] * (each * share)[:, None],
        areas=each,
        patterns=pattern,
        sizes=np.where(shines, CHART_SHARP, CHART_SOFT).astype(np.int64),
        owners=np.array([panel.surface_id for panel in panels], dtype=np.int64)[owner],
        shines=shines,
    )


def _pattern(panel: Panel, number: int, k: int) -> int:
    """Points of one panel go to the patterns in turn, and so do panels of one point that only throw light back."""
    if panel.points > 1:
        return k % PATTERNS
    return EVERY if panel.shines else number % PATTERNS


def _spread(panel: Panel) -> list[Floats]:
    """Points on a grid over the panel, the four of each square of the grid in four patterns."""
    centre, right, up = (np.asarray(value, dtype=np.float64) for value in (panel.centre, panel.right, panel.up))
    if panel.points == 1:
        return [centre]
    squares = panel.points // PATTERNS
    aspect = _length(panel.right) / _length(panel.up)
    across = min(range(1, squares + 1), key=lambda n: (squares % n, abs(math.log(n * n / squares / aspect))))
    down = squares // across
    places = []
    for square in range(squares):
        x, y = square % across, square // across
        for k in range(PATTERNS):
            u = (2 * x + k % 2 + 0.5) / across - 1.0
            v = (2 * y + k // 2 + 0.5) / down - 1.0
            places.append(centre + u * right + v * up)
    return places


def _frame(panel: Panel) -> Floats:
    right, up = np.asarray(panel.right), np.asarray(panel.up)
    return np.stack([right / _length(panel.right), up / _length(panel.up), np.asarray(panel.normal)])


def _length(vector: tuple[float, float, float]) -> float:
    return math.sqrt(sum(part * part for part in vector))


def _times(axes: Floats, points: Floats) -> Floats:
    return points[:, 0:1] * axes[:, 0] + points[:, 1:2] * axes[:, 1] + points[:, 2:3] * axes[:, 2]
