"""How hard: three levels, which the benchmark calls lv1 to lv3."""

from flowbench.errors import UnknownName

LEVELS = ("easy", "mid", "hard")


def check_level(level: object) -> str:
    """The level itself.

    Raises:
        UnknownName: offers the nearest.
    """
    if not isinstance(level, str) or level not in LEVELS:
        raise UnknownName.among("level", level, LEVELS)
    return level


def number_of(level: str) -> int:
    """1, 2 or 3."""
    return LEVELS.index(check_level(level)) + 1
