"""Compare what a record says with what came out now, and name the first difference."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

# On another platform (see `versions`): tolerance of a value, and the share of values that must keep it.
IMAGE_LEVELS, IMAGE_SHARE = 2, 0.99
ID_SHARE = 0.999
DEPTH_M = 1e-4
FLOW_PX = 0.02
METRES = 1e-5
DEGREES = 1e-3
COUNT_SHARE = 1e-3  # of counted pixels, and of shares made of them
_ANGLES = ("deg", "yaw", "horizon", "rotation")
_COUNTS = ("pixel", "visib", "share", "cover", "free")


@dataclass(frozen=True)
class Difference:
    """The first thing that is not as recorded; of two finite numbers also how far apart they are."""

    field: str
    expected: str
    got: str
    apart: float | None = None

    def __str__(self) -> str:
        """One line."""
        text = f"{self.field}: expected {self.expected}, got {self.got}"
        return text if self.apart is None else f"{text} ({self.apart:.3g} apart)"


def compare_values(field: str, expected: Any, got: Any, tolerant: bool = False) -> Difference | None:
    """Compare JSON values leaf by leaf, in the order of their names."""
    if isinstance(expected, dict) and isinstance(got, dict):
        pairs = ((f"{field}.{name}", expected.get(name), got.get(name)) for name in sorted({*expected, *got}))
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        pairs = ((f"{field}[{k}]", *pair) for k, pair in enumerate(zip(expected, got, strict=True)))
    else:
        same = _same(field, expected, got, tolerant)
        return None if same else Difference(field, _short(expected), _short(got), _distance(field, expected, got))
    return next((found for pair in pairs if (found := compare_values(*pair, tolerant))), None)


def compare_images(
    expected: Mapping[str, NDArray[Any]], got: Mapping[str, NDArray[Any]], tolerant: bool = False
) -> Difference | None:
    """Compare pictures; names the first differing pixel (row, column)."""
    return _compare_named(expected, got, tolerant, {})


def compare_arrays(
    expected: Mapping[str, NDArray[Any]], got: Mapping[str, NDArray[Any]], tolerant: bool = False
) -> Difference | None:
    """Compare depth, ids, flow and masks; names the first differing entry."""
    return _compare_named(expected, got, tolerant, {"depth": DEPTH_M, "flow": FLOW_PX})


def _compare_named(
    expected: Mapping[str, NDArray[Any]], got: Mapping[str, NDArray[Any]], tolerant: bool, units: Mapping[str, float]
) -> Difference | None:
    if sorted(expected) != sorted(got):
        return Difference("names", _short(sorted(expected)), _short(sorted(got)))
    for name in sorted(expected):
        within = next((limit for start, limit in units.items() if name.startswith(start)), 0.0)
        found = _compare_array(name, expected[name], got[name], tolerant, within)
        if found is not None:
            return found
    return None


def _compare_array(
    name: str, expected: NDArray[Any], got: NDArray[Any], tolerant: bool, within: float
) -> Difference | None:
    if expected.dtype != got.dtype or expected.shape != got.shape:
        return Difference(name, f"{expected.dtype} {expected.shape}", f"{got.dtype} {got.shape}")
    share = 1.0
    if tolerant:
        is_image = expected.dtype == np.uint8
        within, share = (IMAGE_LEVELS, IMAGE_SHARE) if is_image else (within, ID_SHARE)
    apart = _apart(expected, got, within if tolerant else 0.0)
    if float(np.mean(~apart)) >= share:
        return None
    place = tuple(int(k) for k in np.argwhere(apart)[0])
    return Difference(f"{name}[{', '.join(map(str, place))}]", _short(expected[place]), _short(got[place]))


def _apart(expected: NDArray[Any], got: NDArray[Any], within: float) -> NDArray[np.bool_]:
    """Where two arrays differ; the last axis of pictures and flow is one value."""
    same = expected == got
    if np.issubdtype(expected.dtype, np.floating):
        same |= np.isnan(expected) & np.isnan(got)
    if within > 0:
        with np.errstate(invalid="ignore"):  # inf - inf, which is covered by equality
            same |= np.abs(expected.astype(np.float64) - got.astype(np.float64)) <= within
    apart: NDArray[np.bool_] = np.logical_not(same)
    return np.any(apart, axis=2) if apart.ndim == 3 else apart


def _same(field: str, expected: Any, got: Any, tolerant: bool) -> bool:
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if not (isinstance(expected, int | float) and isinstance(got, int | float)):
        return type(expected) is type(got) and bool(expected == got)
    if expected == got or (expected != expected and got != got):
        return True
    distance = _distance(field, expected, got)
    return tolerant and distance is not None and distance <= _tolerance(field.lower(), float(expected))


def _distance(field: str, expected: Any, got: Any) -> float | None:
    """How far apart two finite numbers are: metres, degrees round the circle, or counts; None for anything else."""
    if not all(isinstance(value, int | float) and not isinstance(value, bool) for value in (expected, got)):
        return None
    try:
        difference = abs(float(expected) - float(got))
    except OverflowError:  # an integer beyond all floats
        return None
    if not math.isfinite(difference):
        return None
    turning = any(word in field.lower() for word in _ANGLES)
    return min(difference % 360.0, -difference % 360.0) if turning else difference


def _tolerance(field: str, expected: float) -> float:
    if any(word in field for word in _ANGLES):
        return DEGREES
    if any(word in field for word in _COUNTS):
        return COUNT_SHARE * max(1.0, abs(expected))
    return METRES


def _short(value: Any) -> str:
    text = repr(value.tolist() if isinstance(value, np.ndarray | np.generic) else value)
    return text if len(text) <= 200 else text[:197] + "..."
