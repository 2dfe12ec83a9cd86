"""Paint in a tipped cup: its surface stays level, and it runs over the lip when the cup leans far enough.

In the cup's own frame the surface is the plane z = middle + x tan(lean), x towards the lip over which it is poured and
z from the cup's floor, cut off at floor and brim.
"""

import math
from functools import lru_cache

import numpy as np

from flowbench.rules.processes.color_mix.records import CUP_HIGH_M, CUP_RADIUS_M, UNIT_HIGH_M

_STRIPS, _HALVINGS = 64, 40
_STEEPEST_DEG = 89.0
_X = (np.arange(_STRIPS) + 0.5) / _STRIPS * 2.0 * CUP_RADIUS_M - CUP_RADIUS_M
_AREAS = 2.0 * np.sqrt(CUP_RADIUS_M**2 - _X**2) * (2.0 * CUP_RADIUS_M / _STRIPS)
_UNIT_M3 = float(_AREAS.sum()) * UNIT_HIGH_M


@lru_cache(maxsize=4096)
def spill_angle_deg(units: float) -> float:
    """The lean at which a cup that holds so much is full to the lip."""
    low, high = 0.0, _STEEPEST_DEG
    for _ in range(_HALVINGS):
        lean = (low + high) / 2.0
        slope = math.tan(math.radians(lean))
        low, high = (lean, high) if _units(CUP_HIGH_M - slope * CUP_RADIUS_M, slope) > units else (low, lean)
    return round((low + high) / 2.0, 4)


@lru_cache(maxsize=4096)
def middle_m(units: float, lean_deg: float) -> float:
    """Height of the surface in the middle of a cup that leans so far; above the brim or below the floor when steep."""
    slope = math.tan(math.radians(min(abs(lean_deg), _STEEPEST_DEG)))
    low, high = -slope * CUP_RADIUS_M, CUP_HIGH_M + slope * CUP_RADIUS_M
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if _units(middle, slope) < units else (low, middle)
    return round((low + high) / 2.0, 6)


def surface_m(units: float, lean_deg: float, x: float) -> float:
    """Height of the surface at a place across the cup; the lean is negative when the lip is at -x."""
    slope = math.tan(math.radians(math.copysign(min(abs(lean_deg), _STEEPEST_DEG), lean_deg)))
    return min(max(middle_m(units, lean_deg) + x * slope, 0.0), CUP_HIGH_M)


def _units(middle: float, slope: float) -> float:
    """What a cup holds below a plane."""
    return float((np.clip(middle + slope * _X, 0.0, CUP_HIGH_M) * _AREAS).sum()) / _UNIT_M3
