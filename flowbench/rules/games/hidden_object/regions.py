"""The regions of a scene: which one holds a point, how far a point is from their borders, and drawing them."""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Corner = tuple[int, int]  # x, y, pixels
Polygon = tuple[Corner, ...]

LAKE_COUNT, LAKE_CORNERS = 3, 18
LAKE_AWAY = 0.264  # of a lake's middle from the middle of the area, in sides of the area
LAKE_RADIUS = (0.168, 0.190)
LAKE_WAVES = (0.10, 0.08)  # the largest swing of its two- and threefold waves, of the radius
BADGE_RADIUS = 15  # of the disc with a region's letter, pixels
BADGE_INSET = 19  # of its middle from the sides of a square region


@lru_cache(maxsize=64)
def _outlines(regions: tuple[Polygon, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.intp]]:
    """Starts and ends (sides, 2) of the sides of all regions, region by region, and where each region's begin."""
    starts = np.array([region[k - 1] for region in regions for k in range(len(region))], dtype=np.float64)
    ends = np.array([corner for region in regions for corner in region], dtype=np.float64)
    first = np.cumsum([0, *(len(region) for region in regions[:-1])], dtype=np.intp)
    return starts, ends, first


def regions_of(points: NDArray[np.float64], regions: tuple[Polygon, ...]) -> NDArray[np.intp]:
    """(n,) the region that holds each of (n, 2) points, -1 for none (even-odd rule)."""
    starts, ends, first = _outlines(regions)
    (ax, ay), (bx, by) = starts.T, ends.T
    x, y = points[:, 0, None], points[:, 1, None]
    slope = (bx - ax) / np.where(by == ay, 1.0, by - ay)  # no level line crosses a level side
    crossing = ((ay <= y) != (by <= y)) & (x < ax + (y - ay) * slope)
    holds = np.add.reduceat(crossing, first, axis=1, dtype=np.intp) % 2 == 1
    found: NDArray[np.intp] = np.where(holds.any(axis=1), holds.argmax(axis=1), -1)
    return found


@lru_cache(maxsize=64)
def _borders(regions: tuple[Polygon, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Starts and ends (sides, 2) of the sides of all regions; one that two regions share comes once."""
    sides = sorted({tuple(sorted((region[k - 1], region[k]))) for region in regions for k in range(len(region))})
    return np.array([start for start, _ in sides], dtype=np.float64), np.array([end for _, end in sides], np.float64)


def border_distances(points: NDArray[np.float64], regions: tuple[Polygon, ...]) -> NDArray[np.float64]:
    """(n,) the distance of each of (n, 2) points from the nearest border, pixels."""
    starts, ends = _borders(regions)
    along_x, along_y = (ends - starts).T
    away_x, away_y = points[:, 0, None] - starts[:, 0], points[:, 1, None] - starts[:, 1]
    lengths = np.maximum(along_x**2 + along_y**2, 1.0)  # corners are whole pixels
    share = np.clip((away_x * along_x + away_y * along_y) / lengths, 0.0, 1.0)
    off_x, off_y = away_x - share * along_x, away_y - share * along_y
    distances: NDArray[np.float64] = np.sqrt((off_x * off_x + off_y * off_y).min(axis=1))
    return distances


def squares(count: int, low: int, high: int) -> tuple[Polygon, ...]:
    """`count` x `count` squares that fill a square area, row by row."""
    edges = [low + round((high - low) * k / count) for k in range(count + 1)]
    return tuple(
        ((left, top), (right, top), (right, bottom), (left, bottom))
        for top, bottom in zip(edges, edges[1:], strict=False)
        for left, right in zip(edges, edges[1:], strict=False)
    )


def draw_lakes(rng: np.random.Generator, low: int, high: int) -> tuple[Polygon, ...]:
    """Three lakes of uneven shape in a square area; they do not touch."""
    side, middle = high - low, (low + high) / 2.0
    phase = rng.uniform(0.0, 2.0 * math.pi)
    lakes = []
    for k in range(LAKE_COUNT):
        towards = phase + 2.0 * math.pi * k / LAKE_COUNT
        x, y = (middle + LAKE_AWAY * side * part for part in (math.cos(towards), math.sin(towards)))
        radius = side * rng.uniform(*LAKE_RADIUS)
        swings, shifts = rng.uniform(0.3, 1.0, 2) * LAKE_WAVES, rng.uniform(0.0, 2.0 * math.pi, 2)
        angles = 2.0 * math.pi * np.arange(LAKE_CORNERS) / LAKE_CORNERS
        waves = swings[:, None] * np.cos(np.array([[2.0], [3.0]]) * angles + shifts[:, None])
        reach = radius * (1.0 + waves.sum(axis=0))
        corners = zip(x + reach * np.cos(angles), y + reach * np.sin(angles), strict=True)
        lakes.append(tuple((round(float(a)), round(float(b))) for a, b in corners))
    return tuple(lakes)


def badge_place(region: Polygon) -> Corner:
    """The middle of the disc with a region's letter: in the corner of a square, on the highest corner of a lake."""
    if len(region) == 4:
        return region[0][0] + BADGE_INSET, region[0][1] + BADGE_INSET
    return min(region, key=lambda corner: corner[::-1])
