"""How long a move is, in bins."""

from bisect import bisect_right

LENGTH_EDGES_M = (0.35, 0.60, 1.00)  # near the quartiles of what planners find
LENGTHS = ("below 0.35 m", "0.35 to 0.60 m", "0.60 to 1.00 m", "from 1.00 m")


def length_bin(metres: float) -> str:
    """The bin of a move's length.

    >>> length_bin(0.35)
    '0.35 to 0.60 m'
    """
    return LENGTHS[bisect_right(LENGTH_EDGES_M, round(metres, 6))]
