"""Whole numbers from outside, checked."""

import operator
from typing import Any

from flowbench.errors import BadValue


def whole(name: str, value: Any, least: int, most: int) -> int:
    """An integer of any integer type, NumPy's too, within its limits.

    >>> whole("size", 3, 1, 10)
    3

    Raises:
        BadValue: naming it, what came and what would do.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError as e:
        came = f"{type(value).__name__} {value!r}"
        raise BadValue(f"{name} must be an integer from {least} to {most}, got {came}.") from e
    if not least <= number <= most:
        raise BadValue(f"{name} must be an integer from {least} to {most}, got {number}.")
    return number
