"""One compiled-function decorator for the package.

No fastmath anywhere: contraction differs between CPU targets, and equal bytes on every machine are promised.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def jit(function: F) -> F:
    """Compile `function` with numba (nopython, no fastmath), cached on disk where a cache folder is writable."""
    try:
        return cast(F, numba.njit(cache=True, fastmath=False, error_model="numpy")(function))
    except RuntimeError:  # numba: "cannot cache function: no locator available"
        return cast(F, numba.njit(cache=False, fastmath=False, error_model="numpy")(function))
