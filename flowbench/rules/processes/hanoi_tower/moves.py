"""The way of a disk."""

from functools import lru_cache

from flowbench.records import Vector
from flowbench.rules.processes.hanoi_tower.records import PEG_TOP_M, THICK_M
from flowbench.rules.processes.motion import Road, cruised

_CORNER_M = 0.035  # radius of the way's two corners
CLEAR_M = PEG_TOP_M + THICK_M / 2.0 + _CORNER_M + 0.008  # height of a disk's middle on its way across


def over_tip(one: Vector, two: Vector, share: float) -> Vector:
    """Straight up over the tip, across, straight down, corners rounded once the peg is left."""
    road = _road((one[0], one[2]), (two[0], two[2]))
    (x, z), _ = road.at(cruised(share) * road.length_m)
    return x, one[1], z


@lru_cache(maxsize=256)
def _road(one: tuple[float, float], two: tuple[float, float]) -> Road:
    return Road((one, (one[0], CLEAR_M), (two[0], CLEAR_M), two), _CORNER_M, 90.0)
